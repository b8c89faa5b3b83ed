"""Sources and targets of a job as Spark reads and writes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.engines.places import place_of
from tokumei.engines.spark import Spark
from tokumei.engines.spark_release import TABLE, Target
from tokumei.engines.spark_session import explained, session_for
from tokumei.errors import JobError, SourceError
from tokumei.io.scanning import PARQUET, files_in, scan_parquet
from tokumei.job import CsvSource, FileSource, Job, ParquetSource, SqlSource, TableSource

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["spark_engine", "spark_engine_of"]


def spark_engine(job: Job, *, force: bool) -> Spark:
    """The engine of a job that names its source and its output."""
    assert job.engine.spark is not None
    session = session_for(job.engine.spark)
    frame, kind = _frame(session, job)
    return spark_engine_of(frame, job, force=force, kind=kind)


def spark_engine_of(frame: DataFrame, job: Job, *, force: bool, kind: str = "frame") -> Spark:
    """The engine for a DataFrame; without an output the release stays in the working folder."""
    session = frame.sparkSession
    data = job.output.data
    target = None if data is None else Target.of(_address(data, job), session, force=force)
    return Spark(frame, place_of(_work(job), session), target, kind=kind)


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


def _frame(session: SparkSession, job: Job) -> tuple[Any, str]:
    source = job.source
    if isinstance(source, TableSource):
        with explained("read"):
            return session.table(source.table), "table"
    if isinstance(source, SqlSource):
        if not source.sql.startswith("jdbc:"):
            raise JobError("Spark reads databases over JDBC: give `source.sql` as `jdbc:postgresql://host/database`.")
        with explained("read"):
            return session.read.format("jdbc").option("url", source.sql).option("query", source.query).load(), "jdbc"
    if isinstance(source, ParquetSource):
        return _parquet(session, _address(source.parquet, job)), "parquet"
    if isinstance(source, CsvSource):
        return _csv(session, _address(source.csv, job), source.delimiter), "csv"
    if not isinstance(source, FileSource):
        raise JobError("The job has no `source`, and none was given.")
    address, ending = _address(source.file, job), Path(source.file).suffix.lower()
    if ending in PARQUET:
        return _parquet(session, address), "parquet"
    if ending in (".csv", ".tsv", ".tab", ".txt"):
        return _csv(session, address, source.delimiter or ("\t" if ending in (".tsv", ".tab") else None)), "csv"
    raise SourceError(f"Spark reads Parquet, CSV and tables: {source.file!r} is none. Set `engine: local`.")


def _parquet(session: SparkSession, address: str) -> Any:
    """Parquet files that have the same columns: Spark by itself would take those of one of them."""
    place = place_of(address, session)
    if "://" not in address:
        scan_parquet(files_in(Path(address), PARQUET))
        address = place.address
    with explained("read"):
        frame = session.read.parquet(address)
        merged = session.read.option("mergeSchema", "true").parquet(address)
        if merged.columns != frame.columns:
            differ = sorted(set(merged.columns) ^ set(frame.columns))
            raise SourceError(
                f"The files of the source do not have the same columns: {', '.join(map(repr, differ[:5]))} are not in "
                "all of them."
            )
    return frame


def _csv(session: SparkSession, address: str, delimiter: str | None) -> Any:
    """CSV files with a header, every column as text; Spark says where a header is another."""
    place = place_of(address, session)
    with explained("read"):
        return session.read.csv(
            place.address,
            header=True,
            sep=delimiter or ",",
            enforceSchema=False,
            inferSchema=False,
            escape='"',
            multiLine=True,
            mode="FAILFAST",
        )
