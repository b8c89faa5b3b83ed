"""One job over numbers, dates, categories, sets and texts at once, from a file to files in every format and back."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei
from tokumei.pipeline import run

K = 4
RECORDS = 160
TOWNS = {"Sendai": "North", "Akita": "North", "Morioka": "North", "Kobe": "West", "Nara": "West", "Otsu": "West"}
SINGLE = ("age", "day", "town", "work")
GROUPED = (*SINGLE, "drugs")
PROMISES = {
    "k-anonymity": K,
    "distinct l-diversity of illness": 2,
    "2-gram k-anonymity of note": K,
    "registry k-anonymity of note": K,
}
ENDINGS = ("csv", "csv.gz", "parquet", "jsonl")


def visits() -> pl.DataFrame:
    """Made-up visits; every column but the first two and the last has missing values, drugs have empty sets too."""
    rng = np.random.default_rng(7)

    def thinned(values: list[Any]) -> list[Any]:
        return [None if gone else value for value, gone in zip(values, rng.random(RECORDS) < 0.1, strict=True)]

    def drawn(values: list[str], size: int = RECORDS) -> list[str]:
        return [str(value) for value in rng.choice(values, size)]

    drugs = [sorted(set(drawn(["a1", "b2", "c3", "d4", "e5"], size))) for size in rng.integers(0, 4, RECORDS).tolist()]
    opening = ["the cough is back", "the cough is gone", "no pain", "no pain at night", "pain at night"]
    endings = ["", "", " again", " since May"]
    notes = [text + ending for text, ending in zip(drawn(opening), drawn(endings), strict=True)]
    notes[3], notes[5] = "Zyx 987", "q"  # rare, and shorter than n
    return pl.DataFrame(
        {
            "visitor": [f"v{number}" for number in range(RECORDS)],
            "age": rng.integers(0, 95, RECORDS).tolist(),
            "day": thinned([f"2024-{month:02}-{day:02}" for month, day in rng.integers(1, 13, (RECORDS, 2)).tolist()]),
            "town": thinned(drawn(list(TOWNS))),
            "work": thinned(drawn(["shop", "farm", "office", "school", "none"])),
            "drugs": thinned(drugs),
            "note": thinned(notes),
            "illness": thinned(drawn(["flu", "cold", "asthma", "none"])),
            "score": rng.integers(0, 5, RECORDS).tolist(),
        },
        schema_overrides={"drugs": pl.List(pl.String)},
    )


def blocks() -> pl.DataFrame:
    """Visits that come eight alike, but for one that is like no other."""
    drawn = visits()
    alike = drawn.with_columns(drawn[name].gather(np.arange(RECORDS) // 8) for name in GROUPED)
    odd = pl.Series(np.arange(RECORDS) == 0)
    strange = {"age": 109, "day": None, "town": None, "work": None, "drugs": ["z9"], "note": "Zyx 987"}
    return alike.with_columns(
        pl.when(odd).then(pl.lit(value, dtype=alike.schema[name])).otherwise(pl.col(name)).alias(name)
        for name, value in strange.items()
    )


def in_cells(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Rows with sets as Python lists, whatever the file held them as: an empty text is the empty set."""
    return [{**row, "drugs": _items(row["drugs"])} for row in frame.iter_rows(named=True)]


def _items(cell: Any) -> list[str] | None:
    if isinstance(cell, str):
        return cell.split("|") if cell else []
    return cell


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The visits as Parquet files, with the towns' hierarchy beside them."""
    folder = tmp_path_factory.mktemp("visits")
    visits().write_parquet(folder / "visits.parquet")
    blocks().write_parquet(folder / "blocks.parquet")
    with (folder / "towns.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows([town, side, "*"] for town, side in TOWNS.items())
    return folder / "visits.parquet"


def job(source: Path, ending: str = "parquet", *, suppress: float = 0.0, **output: Any) -> dict[str, Any]:
    return {
        "source": str(source),
        "columns": {
            "visitor": "identifier",
            "age": {"role": "quasi", "type": "number"},
            "day": {"role": "quasi", "type": "date", "hierarchy": {"levels": ["month", "quarter"]}},
            "town": {"role": "quasi", "type": "category", "hierarchy": str(source.with_name("towns.csv"))},
            "work": {"role": "quasi", "type": "category"},
            "drugs": {"role": "quasi", "type": "set", "separator": "|"},
            "note": {"role": "quasi", "type": "text", "n": 2, "registry": "collection", "merge": True},
            "illness": {"role": "sensitive", "type": "category"},
            "score": "keep",
        },
        "privacy": {"k": K, "l_diversity": {"illness": {"distinct": 2}}, "suppress": suppress},
        "output": {
            "data": str(source.with_name(f"release.{ending}")),
            "report": str(source.with_name("report.html")),
            **output,
        },
        "seed": 1,
    }


def read(path: str) -> pl.DataFrame:
    """A release as anyone would read it, each field as text; without this project's own reader."""
    if path.endswith(".parquet"):
        return pl.read_parquet(path)
    return pl.read_ndjson(path) if path.endswith(".jsonl") else pl.read_csv(path, infer_schema=False)


def group_sizes(rows: list[dict[str, Any]]) -> Counter[str]:
    return Counter(repr([row[name] for name in GROUPED]) for row in rows)


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_format_keeps_every_promise(source: Path, ending: str) -> None:
    asked = job(source, ending)
    report = run(asked, force=True).report
    assert {promise["name"]: promise["target"] for promise in report["promises"]} == PROMISES
    assert report["verified"]
    assert (report["released"], report["removed"]) == (RECORDS, 0)
    written = read(asked["output"]["data"])
    assert "visitor" not in written.columns
    assert written.height == RECORDS
    sizes = group_sizes(in_cells(written))
    assert (len(sizes), min(sizes.values())) == (report["groups"], report["smallest_group"])
    assert min(sizes.values()) >= K


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_format_is_verified_and_measured_from_its_file(source: Path, ending: str) -> None:
    asked = job(source, ending, order="keep")
    report = run(asked, force=True).report
    found = tokumei.verify(asked["output"]["data"], asked)
    assert found.ok
    assert {promise.name: promise.achieved for promise in found.promises} == {
        promise["name"]: promise["achieved"] for promise in report["promises"]
    }
    assert found.groups == report["groups"]
    measured = tokumei.measure(str(source), asked["output"]["data"], asked)
    for name in GROUPED:
        assert measured["loss"]["columns"][name] == pytest.approx(report["loss"]["columns"][name]), name
    assert not any(measured["uncovered"].values())
    assert not any(measured["unread"].values())


def test_formats_say_the_same(source: Path) -> None:
    """A seed makes the order one of the published values, so that the files can be laid side by side."""
    wanted: list[dict[str, Any]] | None = None
    for ending in ENDINGS:
        asked = job(source, ending, numbers="bounds")
        run(asked, force=True)
        rows = [
            {name: str(value) if value is not None else None for name, value in row.items()}
            for row in in_cells(read(asked["output"]["data"]))
        ]
        assert {"age_low", "age_high"} <= rows[0].keys()
        wanted = wanted or rows
        assert rows == wanted, ending


def test_each_record_lies_in_what_is_published_for_it(source: Path) -> None:
    asked = job(source, order="keep")
    run(asked, force=True)
    for before, after in zip(visits().iter_rows(named=True), in_cells(read(asked["output"]["data"])), strict=True):
        assert _in_range(before["age"], after["age"])
        assert after["day"] in _calendar(before["day"])
        assert after["town"] in (before["town"], TOWNS.get(before["town"]), "*")
        assert after["work"] in (before["work"], "*") or (before["work"] or "") in after["work"][1:-1].split(";")
        assert before["drugs"] is None or after["drugs"] is not None
        assert set(after["drugs"] or []) <= set(before["drugs"] or [])
        assert _fits(before["note"], after["note"])
        assert (after["illness"], after["score"]) == (before["illness"], before["score"])


def _in_range(age: int, published: str) -> bool:
    low, _, high = published.strip("[]").partition(";")
    return published == "*" or int(low) <= age <= int(high or low)


def _calendar(day: str | None) -> set[str | None]:
    if day is None:
        return {None, "*"}
    return {day, day[:7], f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}", "*"}


def _fits(text: str | None, published: str | None) -> bool:
    """Whether a released text, a mask standing for anything, is the text without its white space."""
    if text is None or published is None:
        return text == published
    return re.fullmatch(".+".join(map(re.escape, published.split("*"))), text.replace(" ", "")) is not None


def test_rare_words_are_gone(source: Path) -> None:
    asked = job(source)
    run(asked, force=True)
    notes = [note or "" for note in read(asked["output"]["data"])["note"]]
    assert not any("Zy" in note or "98" in note or "q" in note for note in notes)
    assert any("cough" in note for note in notes)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("removed", ["drop", "mark"])
def test_removed_records_are_in_no_group_and_no_text(source: Path, ending: str, removed: str) -> None:
    asked = job(source.with_name("blocks.parquet"), ending, suppress=0.02, removed=removed)
    report = run(asked, force=True).report
    assert report["removed"] == 1
    assert report["released"] == RECORDS - 1
    rows = in_cells(read(asked["output"]["data"]))
    marks = [row for row in rows if all(value in ("*", ["*"]) for value in row.values())]
    assert len(marks) == (1 if removed == "mark" else 0)
    shown = [row for row in rows if row not in marks]
    assert len(shown) == report["released"]
    assert min(group_sizes(shown).values()) >= K
    pairs = Counter(pair for row in shown for pair in _pairs(row["note"]))
    assert pairs
    assert min(pairs.values()) >= K
    assert not any("109" in row["age"] or "z9" in (row["drugs"] or []) for row in shown)
    assert tokumei.verify(asked["output"]["data"], asked).ok
    measured = tokumei.measure(asked["source"], asked["output"]["data"], asked)
    assert (measured["released"], measured["removed"]) == (report["released"], report["removed"])


def _pairs(text: str | None) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1) if "*" not in text[at : at + 2]} if text else set()


@pytest.mark.parametrize("ending", ENDINGS)
def test_missing_sets_and_empty_sets_are_two_things(source: Path, ending: str) -> None:
    """Groups without sets and groups of empty sets are told apart in the file, and by `verify`."""
    towns = ["Sendai" if place % 3 else "Kobe" for place in range(RECORDS)]
    sets = [None if town == "Sendai" else [] for town in towns]
    frame = visits().with_columns(pl.Series("town", towns), pl.Series("drugs", sets, dtype=pl.List(pl.String)))
    path = source.with_name("sets.parquet")
    frame.with_columns(
        pl.lit(40).alias("age"), *(pl.lit(None, dtype=pl.String).alias(name) for name in ("day", "work"))
    ).write_parquet(path)
    asked = job(path, ending, order="keep")
    run(asked, force=True)
    assert [row["drugs"] for row in in_cells(read(asked["output"]["data"]))] == sets
    found = tokumei.verify(asked["output"]["data"], asked)
    assert (found.ok, found.groups) == (True, 2)


@pytest.mark.parametrize(("ending", "broken"), [("csv", "age"), ("jsonl", "drugs"), ("parquet", "note")])
def test_one_record_out_of_line_is_found(source: Path, ending: str, broken: str) -> None:
    """`verify` is no formality: a single cell that is published too finely breaks the promise of its kind."""
    asked = job(source, ending, encoding="utf-8")
    run(asked, force=True)
    path = asked["output"]["data"]
    frame = read(path)
    odd: Any = {"age": "7.5", "drugs": "zz", "note": "Zyx987"}[broken]
    dtype = pl.List(pl.String) if isinstance(frame.schema[broken], pl.List) else pl.String()
    cells = [[odd] if dtype == pl.List else odd, *frame[broken].to_list()[1:]]
    bad = frame.with_columns(pl.Series(broken, cells, dtype=dtype))
    {"csv": bad.write_csv, "jsonl": bad.write_ndjson, "parquet": bad.write_parquet}[ending](path)
    found = tokumei.verify(path, asked)
    assert not found.ok
    names = {promise.name for promise in found.promises if not promise.holds}
    assert any("2-gram" in name for name in names) if broken == "note" else "k-anonymity" in names


def test_run_and_measure_count_the_same_groups(source: Path) -> None:
    asked = job(source, "csv", order="keep", language="ja")
    report = run(asked, force=True).report
    measured = tokumei.measure(str(source), asked["output"]["data"], asked)
    assert measured["groups"] == report["groups"]


def test_a_job_can_accept_that_everything_is_masked() -> None:
    frame = pl.DataFrame({"note": ["abc", "xyz"]})
    column = {"role": "quasi", "type": "text", "k": 5}
    asked = {"columns": {"note": column}, "privacy": {"k": 2}}
    with pytest.raises(tokumei.Infeasible, match="all_masked"):
        tokumei.anonymize(frame, asked)
    accepted = {**asked, "columns": {"note": {**column, "all_masked": True}}}
    assert set(tokumei.anonymize(frame, accepted).data["note"]) == {"***"}
