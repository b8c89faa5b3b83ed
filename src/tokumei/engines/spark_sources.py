"""Sources and targets of a job as Spark reads and writes them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.core.files import check_file
from tokumei.engines.places import Disk, disk_of, place_of
from tokumei.engines.spark import Spark
from tokumei.engines.spark_histories import SparkHistories
from tokumei.engines.spark_release import TABLE, Target
from tokumei.engines.spark_session import explained, quoted, session_for
from tokumei.errors import JobError, SourceError, listing
from tokumei.io.reading import SourceFacts
from tokumei.io.scanning import CSV, PARQUET, files_by_untyped, files_in, scan_csv, scan_parquet
from tokumei.job import CsvSource, FileSource, Job, ParquetSource, SqlSource, TableSource

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["spark_engine", "spark_engine_of"]


def spark_engine(job: Job, *, force: bool) -> Spark:
    """The engine of a job that names its source and its output."""
    assert job.engine.spark is not None
    session = session_for(job.engine.spark)
    frame, facts = _frame(session, job)
    return spark_engine_of(frame, job, force=force, facts=facts)


def spark_engine_of(frame: DataFrame, job: Job, *, force: bool, facts: SourceFacts | None = None) -> Spark:
    """The engine for a DataFrame; without an output the release has a name of its own in the working folder."""
    session = frame.sparkSession
    work = place_of(_work(job), session)
    if job.output.data is None:
        name = f"release-{secrets.token_hex(6)}"
        target = Target(name, work / name, force=False)
    else:
        target = Target.of(_address(job.output.data, job), session, force=force)
    if target.place is not None and not work.reaches(target.place):
        raise JobError(
            "`engine.work` and `output.data` are on different disks or file systems, between which a verified release "
            "cannot be renamed: set `engine.work` to a folder near the release, or leave it out."
        )
    kind = Spark if job.subject is None else SparkHistories
    return kind(frame, work, target, facts or _facts("frame"))


def _work(job: Job) -> str:
    """The working folder: the job's, or that of the release."""
    if job.engine.work is not None:
        return _address(job.engine.work, job)
    data = job.output.data
    if data is None or data.startswith(TABLE):
        raise JobError(
            "Spark needs a folder that the driver and all workers see: set `engine.work`, as in `engine: {spark: …, "
            "work: /shared/tokumei}`."
        )
    address = _address(data, job)
    return address.rstrip("/").rpartition("/")[0] if "://" in address else str(Path(address).parent)


def _address(name: str, job: Job) -> str:
    """An address as it is; a path, seen from the job file's folder."""
    return name if "://" in name or name.startswith(TABLE) else str(job.path(name).absolute())


def _facts(kind: str) -> SourceFacts:
    return SourceFacts(kind=kind, rows=0)


def _frame(session: SparkSession, job: Job) -> tuple[Any, SourceFacts]:
    source = job.source
    if isinstance(source, TableSource):
        with explained("read"):
            return session.table(source.table), _facts("table")
    if isinstance(source, SqlSource):
        if not source.sql.startswith("jdbc:"):
            raise JobError("Spark reads databases over JDBC: give `source.sql` as `jdbc:postgresql://host/database`.")
        with explained("read"):
            reader = session.read.format("jdbc").option("url", source.sql).option("query", source.query)
            return reader.load(), _facts("jdbc")
    if isinstance(source, ParquetSource):
        return _parquet(session, _address(source.parquet, job))
    if isinstance(source, CsvSource):
        return _csv(session, _address(source.csv, job), source.model_dump(exclude={"csv"}))
    if not isinstance(source, FileSource):
        raise JobError("The job has no `source`, and none was given.")
    address, ending = _address(source.file, job), Path(source.file).suffix.lower()
    if ending not in (*PARQUET, *CSV) or source.lines is not None:
        raise SourceError(f"Spark reads Parquet, CSV and tables: {source.file!r} is none. Set `engine: local`.")
    if "://" not in address:
        check_file(Path(address), "file")
    if ending in PARQUET:
        return _parquet(session, address)
    return _csv(session, address, source.model_dump(exclude={"file", "sheet", "lines"}))


def _parquet(session: SparkSession, address: str) -> tuple[Any, SourceFacts]:
    """Parquet files that have the same columns: Spark by itself would take those of one of them."""
    disk = disk_of(address)
    if disk is not None:
        return _of_disk(session, disk), _facts("parquet")
    with explained("read"):
        frame = session.read.parquet(address)
        merged = session.read.option("mergeSchema", "true").parquet(address)
        if merged.columns != frame.columns:
            differ = sorted(set(merged.columns) ^ set(frame.columns))
            raise SourceError(
                f"The files of the source do not have the same columns: {listing(differ, 5)} are not in all of them."
            )
    return frame, _facts("parquet")


def _of_disk(session: SparkSession, disk: Disk) -> DataFrame:
    """The files of a folder; a column that has no type in some, since all is missing there, has that of the others."""
    files = files_in(disk.path, PARQUET)
    names = scan_parquet(files).names
    groups = files_by_untyped(files)
    with explained("read"):
        if len(groups) == 1:
            return session.read.parquet(disk.address)
        parts = [
            session.read.parquet(*[file.absolute().as_uri() for file in own]).drop(*untyped)
            for untyped, own in groups.items()
        ]
        whole = reduce(lambda one, other: one.unionByName(other, allowMissingColumns=True), parts)
        return whole.select(*map(quoted, names))


def _csv(session: SparkSession, address: str, options: Mapping[str, Any]) -> tuple[Any, SourceFacts]:
    """CSV files with a header, every column as text; of files that are not on a disk, the options say the form."""
    disk = disk_of(address)
    facts = replace(_facts("csv"), delimiter=options["delimiter"] or ",", decimal=options["decimal"])
    if disk is not None:
        address = disk.address
        form = scan_csv(files_in(disk.path, CSV), options).form
        assert form is not None
        if form.skip or not form.header:
            raise SourceError("Spark reads CSV files whose first line is the header. Correct them, or convert them.")
        facts = replace(facts, delimiter=form.delimiter, decimal=form.decimal, notes=form.notes)
    elif set(options.values()) - {None, options["delimiter"], options["decimal"]}:
        raise JobError("Spark reads CSV files in UTF-8 whose first line is the header: leave their form out.")
    with explained("read"):
        frame = session.read.csv(
            address,
            header=True,
            sep=facts.delimiter,
            enforceSchema=False,
            inferSchema=False,
            escape='"',
            multiLine=True,
            mode="FAILFAST",
        )
    return frame, facts
