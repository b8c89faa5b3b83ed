"""A cluster: Spark reads, counts, joins and writes; pieces are partitioned by its workers.

What goes between the driver and the workers lies in one working folder that both see: the different records with their
counts, what they publish, and the release before it is verified. Every step gives the same again, so that a task that
is repeated, on whatever worker, changes nothing.
"""

from __future__ import annotations

import pickle
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.core.progress import Progress
from tokumei.engines.places import Place
from tokumei.engines.profile import EXACT, shown_of_many
from tokumei.engines.spark_joining import KEY, ordered, record_key
from tokumei.engines.spark_progress import watched
from tokumei.engines.spark_release import SparkWritten, Target
from tokumei.engines.spark_session import explained, one_thread, quoted
from tokumei.engines.spark_texts import masked_texts
from tokumei.engines.spreading import Spread
from tokumei.errors import EngineError, SourceError, listing
from tokumei.io.counted import PERSON, RECORDS, Counted, Shown, shown_of
from tokumei.io.reading import SourceFacts

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Spark", "as_on_the_clock"]

WHOLE, PIECE = 1 << 18, 1 << 16
"""Different records that are not cut, and those of a piece of more: pieces are searched better, and keep cores busy."""
SALTS = 3
"""How often different records may have the same number before something else is wrong."""


class Spark:
    """One DataFrame, and where its release goes."""

    name = "spark"

    def __init__(self, frame: DataFrame, work: Place, target: Target, facts: SourceFacts) -> None:
        self._frame = frame
        self._session: SparkSession = frame.sparkSession
        self._work = work / f".tokumei-{secrets.token_hex(6)}"
        self._target = target
        self._facts = facts
        self._salt = 0
        self._keys: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)

    def columns(self) -> list[str]:
        """The columns of the DataFrame."""
        exact = self._session.conf.get("spark.sql.caseSensitive", "false") == "true"
        names = [name if exact else name.lower() for name in self._frame.columns]
        twice = [name for name, known in zip(self._frame.columns, names, strict=True) if names.count(known) > 1]
        if twice:
            raise SourceError(f"The source has two columns named {twice[0]!r}, as Spark reads names. Rename one.")
        return list(self._frame.columns)

    def count(self, keys: Sequence[str], shown: Sequence[str], *, k: int, progress: Progress) -> Counted:
        """The different records, grouped by the cluster, and kept in the working folder."""
        types = dict(self._frame.dtypes)
        maps = [name for name in (*keys, *shown) if re.search("map<|variant", types[name])]
        if maps:
            raise SourceError(
                f"Spark cannot compare maps, and {listing(maps)} holds some. Make it a text with `to_json`, or "
                "leave it out."
            )
        self._work.make()
        self._frame = as_on_the_clock(self._frame, [name for name in keys if types[name] == "timestamp"])
        with watched(self._session, progress, "count"), explained("read"):
            frame = self._counted(keys)
        rows = int(frame[RECORDS].sum())
        if rows == 0:
            raise SourceError("The source has no records.")
        with explained("read"):
            seen = {name: self._shown(name, about, k, rows) for name, about in self._about(shown).items()}
        return Counted(frame, self.columns(), replace(self._facts, rows=rows), seen)

    def pieces(self, records: int) -> int:
        """One for tables of a usual size, else many: they go to the cores one after the other, none of them small."""
        return 1 if records <= WHOLE else -(-records // PIECE)

    def each(self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Every task by one worker, in a process with one thread."""
        blobs = [pickle.dumps((work, task)) for task in tasks]
        place = self._work / "tasks"
        for number, blob in enumerate(blobs):
            (place / f"{number:05}.parquet").write_parquet(pl.DataFrame({"number": [number], "task": [blob]}))
        frame = self._session.read.parquet(place.address).repartition(len(blobs))
        with explained("partition"):
            rows = frame.mapInArrow(_worked, "number long, result binary").collect()
        results = {row["number"]: pickle.loads(row["result"]) for row in rows}
        return [results[number] for number in range(len(blobs))]

    def publish(self, spread: Spread, *, force: bool, progress: Progress) -> SparkWritten:
        """Joins every record with what it publishes, in an order of hashes, and writes it to the working folder."""
        del force  # the target was looked at before

        def masked(frame: DataFrame) -> DataFrame:
            return masked_texts(frame, spread, self._stored, self._fetched, progress) if spread.texts else frame

        with watched(self._session, progress, "publish"), explained("write"):
            key = record_key(self._frame, spread.keys.columns, self._salt).alias(KEY)
            frame = self._frame.select(key, *map(quoted, spread.carried))
            rows = ordered(frame, self._keys, spread, self._put, mask=masked)
            self._write(rows, "release" if spread.person is None else "staged")
            if spread.person is not None:
                self._write(self._session.read.parquet((self._work / "staged").address).drop(PERSON), "release")
        return SparkWritten(self._session, self._work, self._target)

    def discard(self) -> None:
        """Removes the working folder."""
        self._work.remove()

    def _write(self, frame: DataFrame, name: str) -> None:
        frame.write.mode("error").parquet((self._work / name).address)

    def _stored(self, frame: DataFrame, name: str) -> DataFrame:
        self._write(frame, name)
        return self._session.read.parquet((self._work / name).address)

    def _fetched(self, frame: DataFrame, name: str) -> pl.DataFrame:
        self._write(frame, name)
        return (self._work / name).read_parquet()

    def _put(self, frame: pl.DataFrame, name: str) -> DataFrame:
        (self._work / name / "part.parquet").write_parquet(frame)
        return self._session.read.parquet((self._work / name).address)

    def _counted(self, keys: Sequence[str]) -> pl.DataFrame:
        """The different records with their counts; their numbers, all different, are kept for the way back."""
        for self._salt in range(SALTS):
            counted = self._frame.groupBy(*map(quoted, keys)).count().withColumnRenamed("count", RECORDS)
            place = f"counted-{self._salt}"
            self._write(counted.withColumn(KEY, record_key(counted, keys, self._salt)), place)
            frame = (self._work / place).read_parquet()
            if frame[KEY].n_unique() == frame.height:
                self._keys = frame[KEY].to_numpy()
                return frame.drop(KEY).with_columns(pl.col(RECORDS).cast(pl.Int64))
        raise EngineError(
            "Spark gives different records of the source the same number, again and again. Convert columns of lists or "
            "records to texts, or set `engine: local`."
        )

    def _about(self, names: Sequence[str]) -> dict[str, int]:
        """Column → how many values it has, by an estimate; all in one pass."""
        from pyspark.sql import functions as to

        if not names:
            return {}
        values = [to.approx_count_distinct(to.xxhash64(to.col(quoted(name)))) for name in names]
        return dict(zip(names, map(int, self._frame.agg(*values).collect()[0]), strict=True))

    def _shown(self, name: str, about: int, k: int, rows: int) -> Shown:
        if about > EXACT:
            return shown_of_many(about, k=k, rows=rows)
        column = self._frame.select(quoted(name))
        place = f"shown-{secrets.token_hex(4)}"
        self._write(column.groupBy(quoted(name)).count().withColumnRenamed("count", RECORDS), place)
        values = (self._work / place).read_parquet().with_columns(pl.col(RECORDS).cast(pl.Int64))
        return shown_of(values, name, k=k, rows=rows)


def _worked(batches: Iterator[Any]) -> Iterator[Any]:
    """What a worker does: every task that it is given, each in one thread."""
    import pyarrow as pa

    one_thread()
    for batch in batches:
        columns = batch.to_pydict()
        for number, blob in zip(columns["number"], columns["task"], strict=True):
            work, task = pickle.loads(blob)
            result = pickle.dumps(work(*task))
            yield pa.RecordBatch.from_pydict({"number": pa.array([number], pa.int64()), "result": pa.array([result])})


def as_on_the_clock(frame: DataFrame, names: Sequence[str]) -> DataFrame:
    """Moments in some columns as the session's clock shows them: so their days are those that its user sees."""
    from pyspark.sql import functions as to

    columns = {name: to.col(quoted(name)) for name in frame.columns}
    return frame.select(
        *[one.cast("timestamp_ntz").alias(name) if name in names else one for name, one in columns.items()]
    )
