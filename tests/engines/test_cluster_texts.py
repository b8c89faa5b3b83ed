"""Texts beside the groups on a cluster: what its workers count and mask is what one machine masks."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from engines.jobs import Case, write_job, write_source

WORDS = ["病院", "医院", "東京", "a", "bc", "é", "👩🏽", " ", "*", "Zq"]
TEXT, OTHER = "メ モ", "to.wn `x`"


def _notes() -> pl.DataFrame:
    chance = random.Random(5)

    def text() -> str | None:
        return None if chance.random() < 0.1 else "".join(chance.choices(WORDS, k=chance.randrange(5)))

    return pl.DataFrame([{"age": chance.randrange(20, 60), TEXT: text(), OTHER: text()} for _ in range(300)])


def _quasi(kind: str, **more: Any) -> dict[str, Any]:
    return {"role": "quasi", "type": kind, **more}


CASES = {
    "beside groups": {"age": _quasi("number"), OTHER: _quasi("text", n=3, mask="least", merge=True)},
    "alone": {TEXT: _quasi("text", k=6)},
}


@pytest.mark.parametrize("case", CASES)
def test_a_cluster_masks_what_one_machine_masks(case: str, tmp_path: Path, spark: Any) -> None:
    job = {"columns": CASES[case], "others": "drop", "privacy": {"k": 4}}
    write_source(tmp_path, Case(_notes, job))
    releases, reports = [], []
    for name, engine in (("local.parquet", "local"), ("spark", {"spark": spark.sparkContext.master})):
        reports.append(tokumei.run(write_job(tmp_path, job, engine=engine, output=name)).report)
        frame = pl.read_parquet(tmp_path / name / "*.parquet" if name == "spark" else tmp_path / name)
        # Which of equal records goes to which group is chance, and its texts go with it: columns are compared.
        releases.append({one: frame[one].cast(pl.String).sort().to_list() for one in frame.columns})
    here, there = reports
    assert releases[1] == releases[0]
    for figures in here["text"].values():
        figures.pop("other_way", None)
    for part in ("text", "promises", "released", "groups", "smallest_group", "group_sizes", "sample", "warnings"):
        assert there.get(part) == here.get(part), part
    assert there["loss"]["columns"] == pytest.approx(here["loss"]["columns"])
    assert not [one.name for one in tmp_path.iterdir() if one.name.startswith(".")]


def test_fewer_texts_than_k_are_refused_on_a_cluster(tmp_path: Path, spark: Any) -> None:
    job = {"columns": CASES["alone"], "others": "drop", "privacy": {"k": 4}}
    write_source(tmp_path, Case(lambda: pl.DataFrame({TEXT: ["ab", "ab", "", None]}), job), files=1)
    with pytest.raises(tokumei.Infeasible, match="has 2 texts that are not empty"):
        tokumei.run(write_job(tmp_path, job, engine={"spark": spark.sparkContext.master}, output="spark"))
    assert sorted(one.name for one in tmp_path.iterdir()) == ["source", "spark.yaml", "towns.csv"]
