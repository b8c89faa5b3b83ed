"""A cluster: Spark reads, counts, joins and writes; pieces are partitioned by its workers.

What goes between the driver and the workers lies in one working folder that both see: the different records with their
counts, what they publish, and the release before it is verified. Every step gives the same again, so that a task that
is repeated, on whatever worker, changes nothing.
"""

from __future__ import annotations

import os
import pickle
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from tokumei.core.progress import Progress
from tokumei.engines.places import Place
from tokumei.engines.profile import EXACT, shown_of_many
from tokumei.engines.spark_release import SparkWritten, Target
from tokumei.engines.spark_session import ONE_THREAD, explained, quoted
from tokumei.engines.spark_texts import masked_texts
from tokumei.engines.spreading import Spread
from tokumei.errors import SourceError, listing
from tokumei.io.counted import PERSON, PLACE, RECORDS, Counted, Shown, shown_of
from tokumei.io.reading import SourceFacts

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Spark"]

PIECE = 1 << 19
"""Different records that a worker partitions at a time, about."""
BROADCAST = 1 << 18
"""Different records of which every worker gets what they publish; more are joined."""
FEW = 1 << 22
"""Records of a file of the release, about."""
FIRST, HIGH, ORDER, NUMBER = "\0first", "\0high", "\0order", "\0number"
KEY = "\0key"


class Spark:
    """One DataFrame, and where its release goes."""

    name = "spark"

    def __init__(self, frame: DataFrame, work: Place, target: Target, facts: SourceFacts) -> None:
        self._frame = frame
        self._session: SparkSession = frame.sparkSession
        self._work = work / f".tokumei-{secrets.token_hex(6)}"
        self._target = target
        self._facts = facts

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
        progress.stage("count")
        types = dict(self._frame.dtypes)
        maps = [name for name in (*keys, *shown) if re.search("map<|variant", types[name])]
        if maps:
            raise SourceError(
                f"Spark cannot compare maps, and {listing(maps)} holds some. Make it a text with `to_json`, or "
                "leave it out."
            )
        self._work.make()
        self._frame = _as_on_the_clock(self._frame, [name for name in keys if types[name] == "timestamp"])
        counted = self._frame.groupBy(*map(quoted, keys)).count().withColumnRenamed("count", RECORDS)
        with explained("read"):
            self._write(counted, "counted")
        frame = (self._work / "counted").read_parquet()
        frame = frame.with_columns(pl.col(RECORDS).cast(pl.Int64))
        rows = int(frame[RECORDS].sum())
        if rows == 0:
            raise SourceError("The source has no records.")
        with explained("read"):
            seen = {name: self._shown(name, k, rows) for name in shown}
        return Counted(frame, self.columns(), replace(self._facts, rows=rows), seen)

    def pieces(self, records: int) -> int:
        """As many as keep all cores busy, none of them small."""
        return max(1, -(-records // PIECE))

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
        progress.stage("publish")
        from pyspark.sql import functions as to

        secret = spread.seed if spread.seed is not None else secrets.randbits(62)
        with explained("write"):
            frame = self._joined(spread, secret)
        if spread.texts:
            frame = masked_texts(frame, spread, self._stored, self._fetched, progress)
        key = to.xxhash64(*[to.col(quoted(name)) for name in spread.names], to.lit(secret))
        extra = [] if spread.person is None else [PERSON]
        files = max(1, -(-spread.released // FEW))
        ordered = (
            frame.select(*map(quoted, [*spread.names, *extra]), key.alias(ORDER))
            .repartition(files, ORDER)
            .sortWithinPartitions(ORDER)
            .drop(ORDER)
        )
        with explained("write"):
            self._write(ordered, "release" if spread.person is None else "staged")
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

    def _joined(self, spread: Spread, secret: int) -> DataFrame:
        """Every released record: what it publishes and what it carries."""
        from pyspark.sql import Window
        from pyspark.sql import functions as to

        keys: list[str] = spread.keys.columns
        if not keys:  # nothing tells records apart: all of them are the first, which publishes nothing else
            return self._frame.select(*map(quoted, spread.carried))
        published: pl.DataFrame = spread.published
        own = list(published.columns)
        hidden = {name: f"\0{name}" for name in own}  # what is published has the names of what was read
        plain = [pl.col(name).cast(pl.String) for name, dtype in published.schema.items() if isinstance(dtype, pl.Enum)]
        labels = published.with_columns(plain).rename(hidden)

        def told(parts: Any) -> pl.DataFrame:
            """What parts publish, and whose they are."""
            rows = labels[spread.row[parts]]
            return rows if spread.person is None else rows.with_columns(pl.Series(PERSON, spread.person[parts]))

        place = np.flatnonzero(spread.first >= 0)
        whole = place[(spread.count[place] == 1) & (spread.row[spread.first[place]] >= 0)]
        shared = place[spread.count[place] > 1]
        known = spread.keys[whole].hstack(told(spread.first[whole]))
        frame = self._frame.select(*map(quoted, dict.fromkeys([*keys, *spread.carried])))
        result = _matched(frame, self._put(known, "whole"), keys, few=len(whole) <= BROADCAST)
        chosen = [to.col(quoted(hidden[name])).alias(name) for name in own]
        chosen += [to.col(quoted(name)) for name in (*spread.carried, *([] if spread.person is None else [PERSON]))]
        result = result.select(*chosen)
        if not len(shared):
            return result
        # Of records that are divided, each has a number in an order that tells nothing; parts have stretches of it.
        named = self._put(spread.keys[shared].with_columns(pl.Series(PLACE, shared)), "shared")
        parts = np.concatenate([np.arange(spread.first[one], spread.first[one] + spread.count[one]) for one in shared])
        owner = np.repeat(shared, spread.count[shared])
        until = _until(spread.mass[parts], owner)
        kept = spread.row[parts] >= 0
        stretches = pl.DataFrame(
            {KEY: owner[kept], FIRST: (until - spread.mass[parts])[kept], HIGH: until[kept]}
        ).hstack(told(parts[kept]))
        # What a text was before it was masked must not be tried out with a seed that is known.
        chance = secrets.randbits(62) if spread.texts else secret + 1
        mixed = to.xxhash64(*[to.col(quoted(name)) for name in spread.carried], to.lit(chance), to.col(quoted(PLACE)))
        order = Window.partitionBy(quoted(PLACE)).orderBy(mixed)
        numbered = _matched(frame, named, keys, few=len(shared) <= BROADCAST).withColumn(
            NUMBER, to.row_number().over(order)
        )
        table = self._put(stretches, "stretches")
        inside = (
            (to.col(quoted(PLACE)) == to.col(quoted(KEY)))
            & (to.col(quoted(NUMBER)) > to.col(quoted(FIRST)))
            & (to.col(quoted(NUMBER)) <= to.col(quoted(HIGH)))
        )
        return result.unionByName(numbered.join(table, inside).select(*chosen))

    def _shown(self, name: str, k: int, rows: int) -> Shown:
        from pyspark.sql import functions as to

        column = self._frame.select(quoted(name))
        about = int(column.agg(to.approx_count_distinct(to.xxhash64(to.col(quoted(name))))).collect()[0][0])
        if about > EXACT:
            return shown_of_many(about, k=k, rows=rows)
        place = f"shown-{secrets.token_hex(4)}"
        self._write(column.groupBy(quoted(name)).count().withColumnRenamed("count", RECORDS), place)
        values = (self._work / place).read_parquet().with_columns(pl.col(RECORDS).cast(pl.Int64))
        return shown_of(values, name, k=k, rows=rows)


def _worked(batches: Iterator[Any]) -> Iterator[Any]:
    """What a worker does: every task that it is given, each in one thread."""
    import pyarrow as pa

    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    for batch in batches:
        columns = batch.to_pydict()
        for number, blob in zip(columns["number"], columns["task"], strict=True):
            work, task = pickle.loads(blob)
            result = pickle.dumps(work(*task))
            yield pa.RecordBatch.from_pydict({"number": pa.array([number], pa.int64()), "result": pa.array([result])})


def _as_on_the_clock(frame: DataFrame, names: Sequence[str]) -> DataFrame:
    """Moments in some columns as the session's clock shows them: so their days are those that its user sees."""
    from pyspark.sql import functions as to

    columns = {name: to.col(quoted(name)) for name in frame.columns}
    return frame.select(
        *[one.cast("timestamp_ntz").alias(name) if name in names else one for name, one in columns.items()]
    )


def _matched(frame: DataFrame, table: DataFrame, keys: Sequence[str], *, few: bool) -> DataFrame:
    """The records of a frame with the row of a table that has the same keys, missing ones included."""
    from pyspark.sql import functions as to

    renamed = {name: f"\0of {name}" for name in keys}
    table = table.withColumnsRenamed(renamed)
    same = [to.col(quoted(name)).eqNullSafe(to.col(quoted(renamed[name]))) for name in keys]
    return frame.join(to.broadcast(table) if few else table, reduce(lambda one, other: one & other, same)).drop(
        *renamed.values()
    )


def _until(mass: Any, owner: Any) -> Any:
    """Part → how many records the parts of its owner are for, up to it."""
    total = np.cumsum(mass)
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    before = np.repeat(total[first] - mass[first], np.diff(np.append(first, len(owner))))
    return total - before
