"""Sources and targets of Spark: what goes wrong is said in a sentence, nothing is left, and the target is as it was."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
import tokumei.spark
from engines.jobs import SMALL, hidden, numbers, source, whole, write_job
from tokumei.engines import spark as engine
from tokumei.engines import spark_progress
from tokumei.engines.places import Disk
from tokumei.engines.spark_joining import record_key
from tokumei.errors import TokumeiError

Files = Callable[[Path], Any]


def test_an_output_that_exists_is_replaced_only_by_force_and_whole(tmp_path: Path, spark: Any) -> None:
    source(tmp_path)
    old = tmp_path / "release" / "old.parquet"
    old.parent.mkdir()
    old.write_text("the old release")
    job = write_job(tmp_path, SMALL, engine={"spark": "local"})
    with pytest.raises(tokumei.OutputError, match="exists"):
        tokumei.run(job)
    assert [one.name for one in old.parent.iterdir()] == [old.name]
    tokumei.run(job, force=True)
    assert whole(tmp_path) == 600
    assert not old.exists()
    assert hidden(tmp_path) == []


def test_a_release_goes_where_only_hadoop_reaches(settings: Path, spark: Any) -> None:
    shared = settings / "shared"
    source(shared)
    there = "viewfs://tests/shared"
    job = {
        **SMALL,
        "source": {"parquet": f"{there}/source"},
        "output": {"data": f"{there}/release", "report": "report.html", "numbers": "bounds"},
    }
    path = write_job(shared, job, engine={"spark": "local", "pieces": 2})
    tokumei.run(path)
    with pytest.raises(tokumei.OutputError, match="exists"):
        tokumei.run(path)
    shared.joinpath("release", "old.parquet").write_text("of the old release")
    tokumei.run(path, force=True)
    assert whole(shared) == 600
    assert not shared.joinpath("release", "old.parquet").exists()
    assert hidden(shared) == []


def test_what_workers_write_out_of_sight_is_said(tmp_path: Path) -> None:
    with pytest.raises(TokumeiError, match="does not see what the workers wrote"):
        Disk(tmp_path / "work" / "counted").read_parquet()


def test_one_value_may_have_half_of_the_records(tmp_path: Path, spark: Any) -> None:
    frame = numbers(3000).with_columns(
        age=pl.when(pl.int_range(pl.len()) % 2 == 0).then(40).otherwise("age"),
        copy=pl.when(pl.int_range(pl.len()) % 2 == 0).then(40).otherwise("copy"),
    )
    source(tmp_path, frame)
    tokumei.run(write_job(tmp_path, SMALL, engine={"spark": "local", "pieces": 3}))
    assert whole(tmp_path) == 3000
    release = pl.read_parquet(tmp_path / "release" / "*.parquet")
    assert release.filter(~pl.col("copy").is_between("age_low", "age_high")).is_empty()


def test_a_frame_without_an_output_is_released_into_the_working_folder(tmp_path: Path, spark: Any) -> None:
    source(tmp_path)
    frame = spark.read.parquet(str(tmp_path / "source"))
    release = tokumei.spark.anonymize(frame, {**SMALL, "engine": {"spark": "local", "work": str(tmp_path / "work")}})
    assert release.data.count() == 600
    assert release.report["verified"]
    assert [one.name for one in tmp_path.joinpath("work").iterdir()] == [release.report["release"]["path"]]
    with pytest.raises(tokumei.JobError, match=r"engine\.work"):
        tokumei.spark.anonymize(frame, SMALL)


def test_moments_are_published_as_the_session_shows_them(tmp_path: Path, spark: Any) -> None:
    shown = spark.conf.get("spark.sql.session.timeZone")
    spark.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
    try:
        frame = spark.sql("select timestamp'2024-01-01 00:00:00' as day, struct(id as a) as number from range(20)")
        columns = {"day": {"role": "quasi", "type": "date"}, "number": "keep"}
        job = {"columns": columns, "privacy": {"k": 5}, "engine": {"spark": "local", "work": str(tmp_path)}}
        release = tokumei.spark.anonymize(frame, job)
        assert {row["day"] for row in release.data.collect()} == {"2024-01-01"}
        with pytest.raises(TokumeiError, match="cannot compare maps"):
            tokumei.spark.anonymize(frame.selectExpr("day", "map('a', number) as number"), job)
        with pytest.raises(TokumeiError, match="two columns"):
            tokumei.spark.anonymize(frame.selectExpr("day", "number", "1 as DAY"), job)
    finally:
        spark.conf.set("spark.sql.session.timeZone", shown)


def test_only_equal_records_have_the_same_number(spark: Any) -> None:
    lists = [None, [], [None], ["x"], ["x", None], [None, "x"], ["", "x"], ["x", "y"], ["xy"]]
    records = [(one, other, own) for one in (None, "", "a") for other in (None, "", "a") for own in lists]
    frame = spark.createDataFrame(records * 2, "one string, other string, own array<string>")
    key = record_key(frame, frame.columns, 1)
    assert frame.select(key).distinct().count() == len(records) == frame.distinct().count()
    zeros = spark.sql("select double(0) as one union all select double(-0.0)")
    assert zeros.select(record_key(zeros, ["one"], 1)).distinct().count() == 1


def test_records_with_the_same_number_are_numbered_anew(
    tmp_path: Path, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyspark.sql import functions

    def weak(frame: Any, keys: Any, salt: int) -> Any:
        return record_key(frame, keys, salt) if salt >= good else functions.lit(7)

    monkeypatch.setattr(engine, "record_key", weak)
    source(tmp_path)
    job = write_job(tmp_path, SMALL, engine={"spark": "local"})
    good = 3
    with pytest.raises(TokumeiError, match="the same number"):
        tokumei.run(job)
    assert hidden(tmp_path) == []
    good = 1
    tokumei.run(job)
    assert whole(tmp_path) == 600


def test_a_source_that_changes_between_the_passes_is_refused(
    tmp_path: Path, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    source(tmp_path)
    publish = engine.Spark.publish

    def changed(self: Any, *arguments: Any, **named: Any) -> Any:
        numbers(300, 9).write_parquet(tmp_path / "source" / "0.parquet")
        return publish(self, *arguments, **named)

    monkeypatch.setattr(engine.Spark, "publish", changed)
    with pytest.raises(TokumeiError):
        tokumei.run(write_job(tmp_path, SMALL, engine={"spark": "local"}))
    assert not tmp_path.joinpath("release").exists()
    assert hidden(tmp_path) == []


class Told:
    """What a listener hears."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, int | None]] = []
        self.amounts: list[int] = []

    def stage(self, name: str, total: int | None = None) -> None:
        self.stages.append((name, total))

    def advance(self, amount: int = 1) -> None:
        self.amounts.append(amount)

    def note(self, text: str) -> None:
        raise AssertionError(text)


def test_tasks_that_are_done_are_told_while_spark_works(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_progress, "OFTEN", 0.01)
    told = Told()
    with spark_progress.watched(spark, told, "count"):
        spark.sparkContext.parallelize(range(6), 6).foreach(lambda _: time.sleep(0.2))
    assert told.stages == [("count", 100)]
    assert sum(told.amounts) == 100
    assert len(told.amounts) > 2


def other_columns(folder: Path) -> Any:
    source(folder, numbers(300), numbers(300).drop("copy"))


def another_type(folder: Path) -> Any:
    source(folder, numbers(300), numbers(300).with_columns(pl.col("age").cast(pl.String)))


def no_records(folder: Path) -> Any:
    source(folder, numbers(300)[:0])


def another_header(folder: Path) -> Any:
    folder.joinpath("source").mkdir()
    numbers(30).write_csv(folder / "source" / "0.csv")
    numbers(30).rename({"copy": "again"}).write_csv(folder / "source" / "1.csv")
    return {"csv": "source"}


def short_rows(folder: Path) -> Any:
    folder.joinpath("source").mkdir()
    folder.joinpath("source", "0.csv").write_text("age,rooms,copy\n" + "30,2,30\n" * 9 + "31,3\n")
    return {"csv": "source"}


SOURCES: dict[str, tuple[Files, str]] = {
    "no folder": (lambda _: None, "There is no folder"),
    "no address": (lambda _: {"parquet": "hdfs://127.0.0.1:1/visits"}, "cannot be reached"),
    "an address of no file system": (lambda _: {"parquet": "nofs://bucket/visits"}, "knows no file system"),
    "other columns": (other_columns, "do not have the same columns: 'copy'"),
    "another type": (another_type, "'age' is of the type String in the file '1.parquet'"),
    "no records": (no_records, "The source has no records"),
    "another header": (another_header, "do not have the same columns: 'again', 'copy'"),
    "short rows": (short_rows, "rows that are too short"),
    "no table": (lambda _: {"table": "visits_of_nobody"}, "The catalog has no such table"),
    "no driver": (lambda _: {"sql": "jdbc:sqlite:visits.db", "query": "select 1"}, "no driver for this database"),
    "no JDBC": (lambda _: {"sql": "sqlite:///visits.db", "query": "select 1"}, "over JDBC"),
}


@pytest.mark.parametrize("what", SOURCES)
def test_a_source_that_cannot_be_read_is_said_in_a_sentence(what: str, tmp_path: Path, spark: Any) -> None:
    files, sentence = SOURCES[what]
    named = files(tmp_path) or {"parquet": "source"}
    job = write_job(tmp_path, {**SMALL, "source": named}, engine={"spark": "local"})
    with pytest.raises(TokumeiError) as error:
        tokumei.run(job)
    said = str(error.value)
    assert sentence in said
    assert "\n" not in said
    assert "Exception" not in said
    assert not tmp_path.joinpath("release").exists()
    assert hidden(tmp_path) == []


def test_values_may_be_missing_in_later_files_alone(tmp_path: Path, spark: Any) -> None:
    source(tmp_path, numbers(300), numbers(300).with_columns(age=pl.lit(None, dtype=pl.Int64)))
    tokumei.run(write_job(tmp_path, SMALL, engine={"spark": "local"}))
    assert whole(tmp_path) == 600


@pytest.mark.parametrize("kind", ["spark", "streaming"])
def test_a_column_without_a_type_in_one_file_has_that_of_the_others(kind: str, tmp_path: Path, spark: Any) -> None:
    untyped = pl.lit(None, dtype=pl.Null)
    source(tmp_path, numbers(300).with_columns(copy=untyped), numbers(300, 2).with_columns(rooms=untyped))
    tokumei.run(write_job(tmp_path, SMALL, engine={"spark": "local"} if kind == "spark" else kind))
    assert whole(tmp_path) == 600
    released = pl.read_parquet(tmp_path / "release" / "*.parquet")
    assert sorted(released["copy"].drop_nulls()) == sorted(numbers(300, 2)["copy"])
    assert released["rooms_low"].null_count() >= 300


@pytest.mark.parametrize(
    ("engine", "output", "sentence"),
    [
        ({"work": "file/work"}, "release", "working folder"),
        ({}, "file/release", "is not a folder"),
        ({}, "release.csv", "leave the ending out"),
        ({"work": "nofs://bucket/work"}, "release", "on different disks or file systems"),
    ],
)
def test_a_place_that_cannot_be_written_is_said_in_a_sentence(
    engine: dict[str, Any], output: str, sentence: str, tmp_path: Path, spark: Any
) -> None:
    source(tmp_path)
    tmp_path.joinpath("file").write_text("no folder")
    job = write_job(tmp_path, SMALL, engine={"spark": "local", **engine}, output=output)
    with pytest.raises(TokumeiError, match=sentence):
        tokumei.run(job)
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted(["source", "file", job.name])


def test_a_table_of_the_catalog_is_written_once(tmp_path: Path, spark: Any) -> None:
    source(tmp_path)
    name = f"release_{os.getpid()}"
    job = {**SMALL, "output": {"data": f"table:{name}", "report": "report.html", "numbers": "bounds"}}
    path = write_job(tmp_path, job, engine={"spark": "local", "work": str(tmp_path)})
    tokumei.run(path)
    assert spark.table(name).count() == 600
    with pytest.raises(tokumei.OutputError, match="in one step"):
        tokumei.run(path, force=True)
    assert spark.table(name).count() == 600
    assert hidden(tmp_path) == []
