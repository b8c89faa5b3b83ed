"""A cluster, and histories: blocks of people are put together by its workers, and so is what they publish judged.

The driver holds each different value of a column once, and a few numbers a subject. A block goes to one worker whole;
what it gives back lies in the working folder, so that a task that is repeated changes nothing.
"""

from __future__ import annotations

import copy
import pickle
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from tokumei.core.progress import Progress
from tokumei.engines.histories import BLOCK
from tokumei.engines.spark import Spark, as_on_the_clock
from tokumei.engines.spark_joining import FEW
from tokumei.engines.spark_release import SparkWritten
from tokumei.engines.spark_session import explained, one_thread, quoted
from tokumei.engines.spreading import changed_source
from tokumei.errors import TokumeiError
from tokumei.io.counted import RECORDS, Shown

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["SparkHistories"]

ORDER, PART = "\0order", "\0part"
MADE = "number long, rows long, released binary, result binary"
"""What a worker gives for a block: its number and its records, the rows that it publishes, and what else was said."""
FEWER_BITS = 24
"""Hashes lose so many bits, so that those of as many rows can be added up."""


class SparkHistories(Spark):
    """One DataFrame with the records of many people, and where its release goes."""

    def only(self, values: pl.DataFrame) -> SparkHistories:
        """The same, of the records alone whose values stand in this frame."""
        other = copy.copy(self)
        table = self._put(values, f"only-{secrets.token_hex(4)}")
        other._frame = _met(self._frame, table, values.columns, "left_semi")
        return other

    def tally(self, names: Sequence[str]) -> pl.DataFrame:
        """The different values of some columns, counted by the cluster."""
        moments = [name for name, kind in self._frame.dtypes if kind == "timestamp" and name in names]
        self._frame = as_on_the_clock(self._frame, moments)
        counted = self._frame.groupBy(*map(quoted, names)).count().withColumnRenamed("count", RECORDS)
        return self._brought(counted, "tally").with_columns(pl.col(RECORDS).cast(pl.Int64))

    def shown(self, name: str, *, k: int, rows: int) -> Shown:
        """What there is to say of a column that no algorithm sees, of which there are so many rows."""
        with explained("read"):
            return self._shown(name, self._about([name])[name], k, rows)

    def traits(self, subject: str, places: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
        """Subject → the sums of the places of its values, summed by the cluster."""
        from pyspark.sql import functions as to

        frame, sums = self._frame, []
        for number, (name, table) in enumerate(places.items()):
            key, place = table.columns
            own = self._put(table.rename({place: f"\0place {number}"}), f"places-{number}")
            frame = _met(frame, own, [key], "left")
            sums.append(to.sum(to.col(quoted(f"\0place {number}"))).alias(name))
        return self._brought(frame.groupBy(quoted(subject)).agg(*sums), "traits")

    def release(
        self,
        blocks: pl.DataFrame,
        columns: Sequence[str],
        work: Callable[[int, pl.DataFrame], tuple[pl.DataFrame, Any]],
        *,
        force: bool,
        progress: Progress,
    ) -> tuple[SparkHistoriesWritten, list[Any]]:
        """Writes what `work` makes of every block; each is worked on by one process with one thread."""
        from pyspark.sql import functions as to

        del force  # the target was looked at before
        progress.stage("align")
        table = self._put(blocks.drop(RECORDS), "blocks")
        placed = _met(self._frame.select(*map(quoted, columns)), table, [blocks.columns[0]], "left")
        number = to.coalesce(to.col(quoted(BLOCK)), to.lit(-1))
        # So many tasks that two blocks seldom meet in one.
        tasks = 3 * blocks[BLOCK].n_unique()
        with explained("partition"):
            self._write(_each(placed.withColumn(BLOCK, number), BLOCK, tasks, _made, work, MADE), "made")
        made = self._session.read.parquet((self._work / "made").address)
        results = self._results(made, blocks)
        progress.stage("write")
        with explained("write"):
            self._write(_ordered(_unpacked(made), max(1, -(-int(blocks[RECORDS].sum()) // FEW))), "release")
        return SparkHistoriesWritten(self._session, self._work, self._target), results

    def _results(self, made: DataFrame, blocks: pl.DataFrame) -> list[Any]:
        """Block → what else its work gave; raises what a worker raised, and where records are not those counted."""
        expected = dict(blocks.group_by(BLOCK).agg(pl.col(RECORDS).sum()).iter_rows())
        told = self._brought(made.select("number", "rows", "result"), "results")
        if dict(told.select("number", "rows").iter_rows()) != expected:
            raise changed_source()
        results = [pickle.loads(blob) for blob in told.sort("number")["result"].to_list()]
        for result in results:
            if isinstance(result, TokumeiError):
                raise result
        return results

    def _brought(self, frame: DataFrame, name: str) -> pl.DataFrame:
        """A result of the cluster, over the working folder."""
        with explained("read"):
            return self._fetched(frame, f"{name}-{secrets.token_hex(4)}")


class SparkHistoriesWritten(SparkWritten):
    """A release of histories in the working folder."""

    def each_part(self, subject: str, columns: Sequence[str], work: Callable[[pl.DataFrame], Any]) -> list[Any]:
        """The result of `work` on every part, wherever it is worked on."""
        from pyspark.sql import functions as to

        release, name = self._release, to.col(quoted(subject))
        with explained("verify"):
            parts = max(1, -(-release.count() // FEW))
            own = to.shiftrightunsigned(to.xxhash64(*[to.col(quoted(one)) for one in columns]), FEWER_BITS)
            chosen = release.groupBy(name.alias(BLOCK)).agg(to.sum(own).alias(ORDER))
            numbered = chosen.select(quoted(BLOCK), to.pmod(to.xxhash64(quoted(ORDER)), to.lit(parts)).alias(PART))
            rows = release.join(numbered, name.eqNullSafe(to.col(quoted(BLOCK)))).drop(BLOCK)
            judged = _each(rows, PART, parts, _judged, work, "result binary")
            results = [pickle.loads(bytes(row["result"])) for row in judged.collect()]
        for result in results:
            if isinstance(result, TokumeiError):
                raise result
        return results


def _met(frame: DataFrame, table: DataFrame, keys: Sequence[str], how: str) -> DataFrame:
    """The records of a frame with the row of a table that has the same keys, missing ones included."""
    from pyspark.sql import functions as to

    renamed = {name: f"\0of {name}" for name in keys}
    table = table.withColumnsRenamed(renamed)
    same = [to.col(quoted(name)).eqNullSafe(to.col(quoted(renamed[name]))) for name in keys]
    return frame.join(table, reduce(lambda one, other: one & other, same), how).drop(*renamed.values())


def _each(
    frame: DataFrame, number: str, tasks: int, step: Callable[[bytes, Any], Any], work: Any, schema: str
) -> DataFrame:
    """What a step gives for the records of every number, the last column of a frame; those of one are together."""
    blob = pickle.dumps(work)

    def by_number(batches: Iterator[Any]) -> Iterator[Any]:
        one_thread()
        for table in _runs(batches):
            yield from step(blob, table).to_batches()

    together = frame.repartition(tasks, quoted(number)).sortWithinPartitions(quoted(number))
    return together.mapInArrow(by_number, schema)


def _runs(batches: Iterator[Any]) -> Iterator[Any]:
    """Tables of the records with one number each, from batches in which these are in order."""
    import pyarrow as pa

    waiting: list[Any] = []
    last = None
    for batch in batches:
        numbers = batch.column(batch.num_columns - 1).to_numpy()
        starts = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(numbers)]
        for start, end in pairwise(starts):
            if start == end:
                continue
            if waiting and numbers[start] != last:
                yield pa.Table.from_batches(waiting)
                waiting = []
            last = numbers[start]
            waiting.append(batch.slice(start, end - start))
    if waiting:
        yield pa.Table.from_batches(waiting)


def _made(blob: bytes, table: Any) -> Any:
    """What a worker does with a block."""
    import pyarrow as pa

    number, released = table.column(table.num_columns - 1)[0].as_py(), b""
    try:
        rows, result = pickle.loads(blob)(number, _frame(table)) if number >= 0 else (pl.DataFrame(), None)
        released = rows.write_ipc(None).getvalue()
    except TokumeiError as error:
        result = error
    cells = [[number], [table.num_rows], [released], [pickle.dumps(result)]]
    return pa.table(dict(zip(("number", "rows", "released", "result"), cells, strict=True)))


def _judged(blob: bytes, table: Any) -> Any:
    """What a worker does with a part of a release."""
    import pyarrow as pa

    try:
        result = pickle.loads(blob)(_frame(table))
    except TokumeiError as error:
        result = error
    return pa.table({"result": [pickle.dumps(result)]})


def _frame(table: Any) -> pl.DataFrame:
    """A table without its last column, the number that it was grouped by."""
    frame = pl.from_arrow(table.remove_column(table.num_columns - 1))
    assert isinstance(frame, pl.DataFrame)
    return frame


def _unpacked(made: DataFrame) -> DataFrame:
    """The rows that all blocks publish."""
    from pyspark.sql.pandas.types import from_arrow_schema

    with explained("write"):
        first = pl.read_ipc(bytes(made.select("released").head(1)[0]["released"]))
    return made.select("released").mapInArrow(_rows, from_arrow_schema(_plain(first.head(0)).schema))


def _rows(batches: Iterator[Any]) -> Iterator[Any]:
    for batch in batches:
        for blob in batch.column(0):
            yield from _plain(pl.read_ipc(blob.as_py())).to_batches()


def _plain(frame: pl.DataFrame) -> Any:
    """A table with the types of Arrow that Spark has."""
    import pyarrow as pa

    table = frame.to_arrow()
    return table.cast(pa.schema([(field.name, _known(field.type)) for field in table.schema]))


def _known(kind: Any) -> Any:
    import pyarrow as pa

    if pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    if pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind):
        return pa.binary()
    return pa.list_(_known(kind.value_type)) if pa.types.is_large_list(kind) else kind


def _ordered(frame: DataFrame, files: int) -> DataFrame:
    """Rows in an order of hashes that nobody can repeat, in so many files."""
    from pyspark.sql import functions as to

    key = to.xxhash64(*[to.col(quoted(name)) for name in frame.columns], to.lit(secrets.randbits(62)))
    keyed = frame.withColumn(ORDER, key).repartition(files, quoted(ORDER))
    return keyed.sortWithinPartitions(quoted(ORDER)).drop(ORDER)
