"""Texts without a job file: strings, lines and columns; verified, reported, written whole or not at all."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
import tokumei.pipeline.verifying as pipeline_verify
from tokumei.core.promise import Promise
from tokumei.errors import DataError, Infeasible, JobError, OutputError, PromiseError, SourceError
from tokumei.job import load
from tokumei.pipeline import Release, anonymize
from tokumei.pipeline.texts import LINES, text_job
from tokumei.pipeline.writing import check_outputs

PAPER = ["福岡県福岡市早通区新谷3", "福岡県北九州市早瀬区新垣5", "福井県福井市瀬区新垣"]
NAMES = ["山田病院", "川田病院", "田中医院", "山田医院", "", "川田医院"]


def mask_file(
    path: Path, *, column: str | None = None, output: Path | None = None, report: Path | None = None, k: int = 5,
    force: bool = False, **settings: Any,
) -> Release:  # fmt: skip
    """What `tokumei text` does."""
    name = column or LINES
    source = {"file": str(path), **({"lines": name} if column is None else {})}
    places = {"data": str(output) if output else None, "report": str(report) if report else None, "order": "keep"}
    job = load(text_job(name, settings, k=k, source=source, output=places))
    check_outputs(job, force=force)
    release = anonymize(None, job)
    release.write_outputs(force=force)
    return release


def texts_of(release: Release) -> list[str | None]:
    return release.data.to_series(0).cast(pl.String).to_list()


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "names.txt"
    path.write_text("\n".join(NAMES) + "\n", encoding="utf-8")
    return path


def test_the_papers_example() -> None:
    released = tokumei.mask_texts(PAPER, n=2, k=2, passes=1)
    assert released.data[1] == "福岡*******区新**"
    (promise,) = released.report["promises"]
    assert (promise["vacuous"], promise["why_vacuous"], promise["achieved"]) == (True, "passes", 1)
    assert released.report["verified"] is False
    assert released.report["warnings"] == [{"key": "nothing_promised", "values": {"column": "text"}}]


def test_what_stays_readable_is_common_in_the_release() -> None:
    released = tokumei.mask_texts(NAMES, n=2, k=2)
    grams = Counter(gram for text in released.data for gram in {text[i : i + 2] for i in range(len(text or "") - 1)})
    assert all(count >= 2 for gram, count in grams.items() if "*" not in gram)
    assert any("*" not in gram for gram in grams)
    (promise,) = released.report["promises"]
    assert promise == {
        "kind": "ngrams",
        "name": "2-gram k-anonymity of text",
        "column": "text",
        "parameters": {"n": 2, "k": 2},
        "target": 2,
        "achieved": 2,
        "holds": True,
        "vacuous": False,
    }


def test_the_three_promises_are_asked_and_reached() -> None:
    released = tokumei.mask_texts(NAMES, k=2, registry="collection", equal=True)
    names = [promise["name"] for promise in released.report["promises"]]
    assert names == ["2-gram k-anonymity of text", "registry k-anonymity of text", "equal texts of text"]
    assert all(promise["holds"] for promise in released.report["promises"])
    assert min(Counter(text for text in released.data if text).values()) >= 2


def test_the_report_has_what_the_contract_asks_for() -> None:
    report = tokumei.mask_texts(NAMES, k=2).report
    for key in ("verified", "promises", "records", "released", "removed", "groups", "smallest_group", "loss"):
        assert key in report
    for key in ("discernibility", "average_group", "seconds", "version", "job", "source", "release"):
        assert key in report
    figures = report["text"]["text"]
    assert figures["texts"] == 5
    assert figures["empty"] == 1
    assert figures["not_masked"] + figures["masking_rate"] + figures["fully_masked"] == pytest.approx(1)
    json.dumps(report, allow_nan=False)


def test_the_reports_job_is_a_job_that_does_the_same() -> None:
    released = tokumei.mask_texts(NAMES, k=2, keep=["病院"], registry="collection")
    again = tokumei.anonymize(pl.DataFrame({"text": NAMES}), load(released.report["job"]))
    assert again.data["text"].to_list() == released.data


def test_a_release_that_breaks_its_promise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "2-gram k-anonymity of text"
    broken = (Promise(kind="ngrams", name=name, column="text", target=2, achieved=1, holds=False),)
    monkeypatch.setattr(pipeline_verify, "verify_texts", lambda *args, **options: broken)
    with pytest.raises(PromiseError, match="2-gram k-anonymity of text: 1 where 2"):
        tokumei.mask_texts(NAMES, k=2)


def test_kept_phrases_are_counted() -> None:
    figures = tokumei.mask_texts(["甲病院", "乙医院", "丙薬局"], k=2, keep=["病院"]).report["text"]["text"]
    assert (figures["keep"], figures["revealed_texts"], figures["revealed_characters"]) == (1, 1, 2)


def test_missing_texts_stay_missing() -> None:
    assert tokumei.mask_texts(["ab", None, "ab", ""], k=2).data == ["ab", None, "ab", ""]


def test_texts_keep_their_order_unless_shuffled() -> None:
    texts = [f"{name}{'同' * 3}" for name in "甲乙丙丁戊己庚辛"] * 4
    kept = tokumei.mask_texts(texts, k=2)
    shuffled = tokumei.mask_texts(texts, k=2, shuffle=True, seed=7)
    assert kept.data == tokumei.mask_texts(texts, k=2).data
    assert sorted(shuffled.data, key=str) == sorted(kept.data, key=str)
    assert shuffled.data != kept.data
    assert shuffled.report["job"]["output"]["order"] == "shuffle"


def test_a_seeded_shuffle_tells_nothing_of_the_sources_order() -> None:
    texts = [f"{name}同同" for name in "甲乙丙丁"] * 3
    one = tokumei.mask_texts(texts, k=2, shuffle=True, seed=1)
    other = tokumei.mask_texts(texts[::-1], k=2, shuffle=True, seed=1)
    assert one.data == other.data


def test_guesses_are_reported() -> None:
    texts = [f"{first}{second}病院" for first in "山川田中" for second in "上下左右"]
    figures = tokumei.mask_texts([*texts, "海老医院"], k=3, guess=True).report["text"]["text"]
    guess = figures["guess"]
    assert 0 <= guess["character_rate"] <= 1
    assert guess["training_texts"] == 8
    assert figures["found_alone"] == 0


def test_texts_that_can_be_looked_up_are_counted() -> None:
    released = tokumei.mask_texts(["aab", "aac", "aab", "aacaa"], k=2, guess=True)
    assert released.data == ["aab", "a**", "aab", "aa**a"]
    assert released.report["text"]["text"]["found_alone"] == 0.25


def test_fewer_than_k_texts_are_refused_unless_asked_for() -> None:
    with pytest.raises(Infeasible, match="fewer than k = 9"):
        tokumei.mask_texts(NAMES, k=9)
    released = tokumei.mask_texts(NAMES, k=9, all_masked=True)
    assert set("".join(text or "" for text in released.data)) == {"*"}
    assert released.report["warnings"] == [{"key": "all_masked", "values": {"column": "text"}}]


@pytest.mark.parametrize(
    ("texts", "options", "error"),
    [
        ("山田病院", {}, JobError),
        ([], {}, DataError),
        (["a", 3], {}, DataError),
        (NAMES, {"keep": "病院"}, JobError),
        (NAMES, {"n": 0}, JobError),
        (NAMES, {"k": 1}, JobError),
        (NAMES, {"mask_char": "**"}, JobError),
        (NAMES, {"k": 2, "merge": True, "guess": True}, JobError),
        (NAMES, {"k": 2, "seed": 3}, JobError),
        (NAMES, {"k": 2, "registry": "nowhere.txt"}, SourceError),
    ],
)
def test_wrong_calls(texts: Any, options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        tokumei.mask_texts(texts, **options)


def test_lines_to_lines(lines: Path, tmp_path: Path) -> None:
    released = mask_file(lines, output=tmp_path / "out.txt", report=tmp_path / "r.html", k=2)
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").split("\n")[:-1] == [
        text or "" for text in texts_of(released)
    ]
    written = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert written["release"]["path"] == "out.txt"
    assert len(written["release"]["sha256"]) == len(written["source"]["sha256"]) == 64
    assert "Masked texts" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_packed_lines(tmp_path: Path) -> None:
    (tmp_path / "names.txt.gz").write_bytes(gzip.compress("\n".join(NAMES).encode()))
    released = mask_file(tmp_path / "names.txt.gz", output=tmp_path / "out.txt.gz", k=2)
    assert gzip.decompress((tmp_path / "out.txt.gz").read_bytes()).decode().split("\n")[0] == texts_of(released)[0]


def test_a_column_is_published_alone(tmp_path: Path) -> None:
    table = pl.DataFrame({"id": range(len(NAMES)), "名称": NAMES})
    table.write_csv(tmp_path / "t.csv")
    released = mask_file(tmp_path / "t.csv", column="名称", output=tmp_path / "out.csv", k=2)
    assert pl.read_csv(tmp_path / "out.csv").columns == ["名称"]
    assert released.report["promises"][0]["name"] == "2-gram k-anonymity of 名称"
    assert {"key": "dropped_columns", "values": {"columns": ["id"]}} in released.report["notes"]


def test_a_written_column_can_be_verified_with_the_reports_job(tmp_path: Path) -> None:
    pl.DataFrame({"名称": NAMES}).write_csv(tmp_path / "t.csv")
    released = mask_file(tmp_path / "t.csv", column="名称", output=tmp_path / "out.csv", k=2)
    assert tokumei.verify(tmp_path / "out.csv", released.report["job"]).ok
    assert not tokumei.verify(tmp_path / "t.csv", released.report["job"]).ok


def test_a_table_is_not_taken_for_lines(tmp_path: Path) -> None:
    pl.DataFrame({"id": [1, 2], "name": ["a", "b"]}).write_csv(tmp_path / "t.csv")
    with pytest.raises(JobError, match="--column"):
        mask_file(tmp_path / "t.csv", k=2)
    (tmp_path / "lines.csv").write_text("山田病院\n山田病院\n", encoding="utf-8")
    assert texts_of(mask_file(tmp_path / "lines.csv", k=2)) == ["山田病院", "山田病院"]


def test_cp932_is_read_and_said(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_bytes("\r\n".join(NAMES).encode("cp932"))
    released = mask_file(tmp_path / "names.txt", k=2)
    assert len(texts_of(released)) == len(NAMES)
    assert {"key": "cp932_found", "values": {}} in released.report["notes"]


def test_a_registry_from_a_file(lines: Path, tmp_path: Path) -> None:
    (tmp_path / "registry.txt").write_text("山田病院\n山口病院\n川田病院\n", encoding="utf-8")
    released = mask_file(lines, k=2, registry=str(tmp_path / "registry.txt"), all_masked=True)
    assert released.report["text"]["text"]["registry"].endswith("registry.txt")
    assert released.report["promises"][1]["holds"]


def test_line_breaks_inside_texts_are_not_written_as_lines(tmp_path: Path) -> None:
    pl.DataFrame({"t": ["a\nb"] * 3}).write_csv(tmp_path / "t.csv")
    with pytest.raises(DataError, match="line breaks"):
        mask_file(tmp_path / "t.csv", column="t", output=tmp_path / "o.txt", k=2, whitespace="keep")
    assert not (tmp_path / "o.txt").exists()
    mask_file(tmp_path / "t.csv", column="t", output=tmp_path / "o.csv", k=2, whitespace="keep")
    assert pl.read_csv(tmp_path / "o.csv")["t"].to_list() == ["a\nb"] * 3


def test_nothing_is_written_when_a_part_cannot_be(lines: Path, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="exists"):
        mask_file(lines, output=tmp_path / "out.txt", report=tmp_path / "r.html", k=2)
    assert not (tmp_path / "out.txt").exists()
    assert (tmp_path / "r.json").read_text(encoding="utf-8") == "mine"


def test_the_source_is_never_written_over(lines: Path) -> None:
    with pytest.raises(JobError, match="its own source"):
        mask_file(lines, output=lines, k=2, force=True)
    assert lines.read_text(encoding="utf-8").startswith("山田病院")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "empty"), ("良い\n".encode() + b"\x80\xff\n", "line 2"), (b"\x80\x81\xfd\n" * 3, "not valid UTF-8")],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "bad.txt").write_bytes(content)
    with pytest.raises(SourceError, match=said):
        mask_file(tmp_path / "bad.txt", k=2)
