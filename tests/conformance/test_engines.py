"""Engines that count records: a yes gives what the records in memory give, a no is refused before data are read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from conformance.cells import ASKED, CELLS, job_for
from conformance.tables import BLOCKS, KINDS, PEOPLE, with_nulls
from tokumei.job.capabilities import FEATURES, MECHANISMS
from tokumei.job.engine import COUNTING, OF_HISTORIES

ENGINE = {"ncp": COUNTING, "text": COUNTING, "history": {**COUNTING, **OF_HISTORIES}}
"""Mechanisms that are held against memory, and what engines take of them: what they add is the same for every score."""
DATA = {"suppress": BLOCKS, "null": with_nulls(PEOPLE)}
SAME = (
    *("records", "released", "removed", "groups", "smallest_group", "group_sizes", "loss", "prec", "discernibility"),
    *("average_group", "columns", "promises", "people", "risk", "sample", "sets", "warnings", "notes", "verified"),
    *("meaning", "history"),
)
"""What a report says of a release, whoever made it."""

YES = [cell for cell in CELLS if cell[0] in ENGINE and MECHANISMS[cell[0]].cells[cell[1]].possible]
ONE_PER = ("text", "person")
"""Beside texts a person has one record, which is chosen in memory."""
COUNTED = [
    cell for cell in YES if ENGINE[cell[0]][cell[1]].possible and "one record" not in cell[2] and cell[:2] != ONE_PER
]
REFUSED = [
    *(("", feature, form) for feature in FEATURES for form in ASKED[feature] if not COUNTING[feature].possible),
    *(("history", feature, form) for feature in OF_HISTORIES for form in ASKED[feature]),
]


def _job(mechanism: str, *changes: Any, engine: Any) -> dict[str, Any]:
    job = job_for(mechanism, *changes)
    job["output"] = {name: value for name, value in job["output"].items() if name not in ("order", "removed")}
    return {**job, "others": "drop", "engine": engine}


def _told(report: dict[str, Any], figure: Callable[[str], Any] = float) -> Any:
    """What a report says; `figure` reads its figures. Which of equal records are divided is chance, and with it how
    many people are in a group beyond the fewest."""
    told = {name: report.get(name) for name in SAME}
    # How it would be the other way needs all texts of a group at once, and is left out.
    texts = report.get("text", {}).items()
    told["text"] = {name: {key: one for key, one in part.items() if key != "other_way"} for name, part in texts}
    if told["people"] is not None:
        told["people"] = {name: value for name, value in told["people"].items() if name != "average_group"}
    return json.loads(json.dumps(told), parse_float=figure)


def _about(number: str) -> Any:
    """A figure to the ninth digit: sums are made in another order."""
    return pytest.approx(float(number), abs=1e-9)


def test_no_feature_is_left_out() -> None:
    assert COUNTING.keys() == FEATURES.keys()


@pytest.mark.parametrize(("mechanism", "feature", "form"), COUNTED)
def test_an_engine_gives_what_memory_gives(mechanism: str, feature: str, form: str, tmp_path: Path) -> None:
    DATA.get(feature, PEOPLE).write_parquet(tmp_path / "people.parquet")
    reports = []
    for engine in ("local", "streaming"):
        job = _job(mechanism, ASKED[feature][form], engine=engine)
        job["source"] = str(tmp_path / "people.parquet")
        job["output"] |= {"data": str(tmp_path / f"{engine}.parquet")}
        reports.append(tokumei.run(job).report)
    local, streaming = reports
    assert _told(streaming) == _told(local, _about)
    first, second = (pl.read_parquet(tmp_path / f"{engine}.parquet") for engine in ("local", "streaming"))
    assert second.columns == first.columns
    # Which of equal records goes to which of two groups is dealt by chance: the quasi-identifiers are the same.
    quasi = [name for name in first.columns if name in KINDS]
    texts = [pl.col(name).cast(pl.String) for name in quasi]
    assert sorted(first.select(texts).rows(), key=str) == sorted(second.select(texts).rows(), key=str)
    assert tokumei.verify(tmp_path / "streaming.parquet", job).ok


@pytest.mark.parametrize(("mechanism", "feature", "form"), REFUSED)
def test_what_an_engine_has_not_is_refused(mechanism: str, feature: str, form: str) -> None:
    mechanism = mechanism or next(
        name
        for name in MECHANISMS
        if MECHANISMS[name].cells[feature].possible or MECHANISMS[name].cells[feature].elsewhere
    )
    why = ENGINE.get(mechanism, COUNTING)[feature].why_not
    assert why is not None
    with pytest.raises(tokumei.JobError, match="engine: local") as refusal:
        tokumei.load(_job(mechanism, ASKED[feature][form], engine="streaming"))
    assert why in str(refusal.value)
