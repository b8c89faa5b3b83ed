"""Histories on a cluster: the blocks that its workers put together are those of one machine."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
import tokumei.spark
from engines.jobs import AGE, Case, write_job, write_source

COLUMNS: dict[str, Any] = {
    "who": "identifier",
    AGE: {"role": "quasi", "type": "number"},
    "goods": {"role": "quasi", "type": "set"},
    "day": {"role": "quasi", "type": "date"},
    "sick": {"role": "sensitive", "type": "category", "shown": True},
    "number": {"role": "keep", "shown": True},
}
JOB: dict[str, Any] = {
    "subject": "who",
    "where": {"number": {"from": 2}},
    "columns": COLUMNS,
    "privacy": {"k": 3, "suppress": 0.4, "l_diversity": {"sick": {"distinct": 2}}},
}


def _about(part: Any) -> Any:
    """A part of a report, its figures to the ninth digit: a cluster adds up in the order in which its workers end."""
    return json.loads(json.dumps(part), parse_float=lambda figure: pytest.approx(float(figure), abs=1e-9))


def _purchases() -> pl.DataFrame:
    chance = random.Random(7)
    owner = [person for person in range(40) for _ in range(chance.randrange(1, 6))]
    return pl.DataFrame(
        {
            "who": [f"p{person}" for person in owner],
            AGE: [None if chance.random() < 0.1 else chance.randrange(20, 60) for _ in owner],
            "goods": [chance.sample(["tea", "cup", "pot"], chance.randrange(4)) for _ in owner],
            "day": [f"2011-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}" for _ in owner],
            "sick": [chance.choice(["flu", "gout", "cold"]) for _ in owner],
            "number": range(len(owner)),
        }
    ).with_columns(pl.col("day").str.to_date())


def test_a_cluster_loses_what_one_machine_loses(tmp_path: Path, spark: Any) -> None:
    frame = write_source(tmp_path, Case(_purchases, JOB))
    reports, releases = [], []
    for name, engine in (
        ("one", {"name": "streaming", "pieces": 3}),
        ("many", {"spark": spark.sparkContext.master, "pieces": 3}),
    ):
        job = write_job(tmp_path, JOB, engine=engine, output=name)
        reports.append(tokumei.run(job).report)
        releases.append(pl.read_parquet(tmp_path / name / "*.parquet"))
        assert tokumei.verify(tmp_path / name, job).ok
    one, many = reports
    assert many["engine"] == {"name": "spark", "blocks": 3}
    for part in ("promises", "released", "groups", "group_sizes", "warnings", "notes", "sets"):
        assert many[part] == _about(one[part]), part
    assert many["loss"]["columns"] == pytest.approx(one["loss"]["columns"])
    same = [name for name in frame.columns if name not in ("who", AGE, "day")]
    ends = [f"{name}_{end}" for name in (AGE, "day") for end in ("low", "high")]
    first, second = (release.select(*same, *ends).sort("number") for release in releases)
    assert first.equals(second)
    assert releases[1]["number"].to_list() != sorted(releases[1]["number"].to_list())
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_what_a_worker_refuses_is_said_as_it_is_here(tmp_path: Path, spark: Any) -> None:
    alike = _purchases().with_columns(
        pl.when(pl.col("who").is_in([f"p{person}" for person in range(20)])).then(pl.lit("flu")).otherwise("sick")
    )
    longer = pl.concat([alike.filter(pl.col("literal") == "flu")] * 9 + [alike]).drop("sick")
    write_source(tmp_path, Case(lambda: longer.rename({"literal": "sick"}), JOB))
    privacy = {"k": 3, "l_diversity": {"sick": {"distinct": 3}}}
    engine = {"spark": spark.sparkContext.master, "pieces": 2}
    job = write_job(tmp_path, JOB, engine=engine, privacy=privacy, where={})
    with pytest.raises(tokumei.Infeasible, match="One of 2 blocks of histories cannot keep the promises by itself"):
        tokumei.spark.anonymize(spark.read.parquet(str(tmp_path / "source")), job)
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
