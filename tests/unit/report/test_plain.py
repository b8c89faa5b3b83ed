"""The summary for the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from tokumei.report import summary

Sample = Callable[..., dict[str, Any]]


def unwarned(report: dict[str, Any]) -> dict[str, Any]:
    return report | {"warnings": []}


def test_what_to_mind_stands_above_the_verdict(sample: Sample) -> None:
    lines = summary(sample(), "ja").splitlines()
    assert lines[0] == "ご注意"
    assert lines[1].startswith("  列「cost」は元のまま公開しますが、30,240 件中 3,120 件")
    assert lines[2] == "すべての約束が守られています"


def test_the_verdict_comes_first_and_the_figures_follow(sample: Sample) -> None:
    lines = summary(unwarned(sample())).splitlines()
    assert lines[0] == "Every promise is kept"
    assert lines[1] == "  ✓  k-anonymity                        Promised 5     Achieved 5"
    assert any(line.startswith("  Information lost (NCP)") for line in lines)
    assert any(line.split() == ["month", "12.40%"] for line in lines)


def test_where_it_was_written_stands_last(sample: Sample) -> None:
    places = {"release": "out/receipts.csv", "report_page": "out/report.html"}
    assert summary(sample(), places=places).splitlines()[-2:] == [
        "  Release: out/receipts.csv",
        "  Report: out/report.html",
    ]


def test_japanese_is_aligned_by_its_width(sample: Sample) -> None:
    lines = summary(unwarned(sample(japanese=True)), "ja").splitlines()

    def width(text: str) -> int:
        return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)

    assert len({width(line[: line.index("目標")]) for line in lines[1:4]}) == 1


def test_a_broken_promise_is_marked(sample: Sample) -> None:
    report = sample()
    report["verified"] = False
    report["promises"][0] |= {"achieved": 3, "holds": False}
    lines = summary(unwarned(report)).splitlines()
    assert lines[0] == "A promise is not kept"
    assert lines[1].startswith("  ✕  k-anonymity")


def test_little_is_enough() -> None:
    assert summary({"verified": False, "promises": []}) == "Nothing is promised"


def test_what_promises_nothing_has_no_mark_of_a_kept_promise(sample: Sample) -> None:
    report = sample()
    report["promises"][1] |= {"vacuous": True, "why_vacuous": "ungrouped"}
    assert [line[2] for line in summary(unwarned(report)).splitlines()[1:4]] == ["✓", "–", "✓"]
