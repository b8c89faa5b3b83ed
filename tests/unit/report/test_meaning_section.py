"""The part on hierarchies by meaning: counts, neighbours, where else a value is known, and what is not named."""

from __future__ import annotations

from typing import Any

import pytest

from tokumei.report.page import render

FIGURES: dict[str, Any] = {
    "fact": 1203,
    "inferred": 2,
    "corrected": 1,
    "unplaced": 3,
    "direction": "food > fruit",
    "join": False,
    "values": {
        "inferred": [{"value": "blood orange", "like": "orange"}],
        "unplaced": [{"value": "rust", "known": "colour > warm"}, {"value": "<xyzzy>"}],
    },
    "rare": 2,
}
K = {"kind": "k", "name": "k-anonymity", "column": None, "parameters": {"k": 5}, "target": 5, "achieved": 5}


def page(language: str = "en", **changes: Any) -> str:
    promise = {**K, "holds": True, "vacuous": False}
    return render({"promises": [promise], "meaning": {"goods": {**FIGURES, **changes}}}, language=language)


def test_every_way_is_counted() -> None:
    shown = page()
    for way, count in (("Fact", "1,203"), ("Inferred", "2"), ("Corrected by hand", "1"), ("Not placed", "3")):
        assert f'<th scope="row">{way}</th><td class="number">{count}</td>' in shown


def test_neighbours_and_other_places_are_named_and_escaped() -> None:
    shown = page()
    assert "like “orange”" in shown
    assert "in the dictionaries: colour &gt; warm" in shown
    assert "&lt;xyzzy&gt;" in shown
    assert "<xyzzy>" not in shown


def test_rare_values_are_counted_only() -> None:
    assert "2 more values" in page()
    assert "fewer than 5 records" in page()
    assert "more values" not in page(rare=0)


def test_a_join_is_called_one() -> None:
    assert "Direction: food &gt; fruit" in page()
    shown = page(join=True, direction="join of food, colour")
    assert "join of food, colour: several directions in one tree" in shown


def test_the_section_speaks_japanese() -> None:
    shown = page("ja")
    assert "意味による階層" in shown
    assert "「orange」に類似" in shown


@pytest.mark.parametrize("report", [{}, {"meaning": {}}])
def test_without_such_a_hierarchy_there_is_no_section(report: dict[str, Any]) -> None:
    assert "Hierarchies by meaning" not in render(report)


def test_many_values_are_cut() -> None:
    many = {"inferred": [{"value": f"v{number}", "like": "x"} for number in range(501)]}
    shown = page(values=many)
    assert "v499" in shown
    assert "v500" not in shown
    assert "1 more are in the JSON report." in shown
