"""A release of a cluster on its way: in the working folder until it is verified, then in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import polars as pl

from tokumei.engines.places import Place, place_of
from tokumei.engines.spark_session import explained, quoted
from tokumei.engines.spark_texts import rows_of
from tokumei.errors import OutputError, PromiseError
from tokumei.io.buckets import ORDER
from tokumei.io.counted import PERSON, RECORDS
from tokumei.io.pieces import ROWS
from tokumei.io.sources import ENDINGS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["TABLE", "SparkWritten", "Target"]

TABLE = "table:"
"""Before the name of a table of the catalog, where a release goes."""


class SparkWritten:
    """A release in the working folder, which nobody sees before `commit`."""

    def __init__(self, session: SparkSession, work: Place, target: Target) -> None:
        self._session, self._work, self._target = session, work, target
        self._release = session.read.parquet((work / "release").address)

    @property
    def columns(self) -> list[str]:
        """The columns that were written."""
        return list(self._release.columns)

    @property
    def data(self) -> DataFrame:
        """The release in its place."""
        return self._target.read(self._session)

    def tally(self, columns: Sequence[str], *, people: bool) -> pl.DataFrame:
        """The different rows of what was written, counted by the cluster.

        With people, of the release with a column more, from which it was made by leaving that out.
        """
        frame = self._session.read.parquet((self._work / "staged").address) if people else self._release
        columns = [*columns, PERSON] if people else columns
        tally = frame.groupBy(*map(quoted, columns)).count().withColumnRenamed("count", RECORDS)
        if people:
            self._refuse_other_rows(columns[:-1])
        with explained("verify"):
            tally.write.mode("error").parquet((self._work / "tally").address)
        return (self._work / "tally").read_parquet().with_columns(pl.col(RECORDS).cast(pl.Int64))

    def pieces(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """Some columns of what was written, as texts, a piece at a time on the driver."""
        with explained("verify"):
            yield from rows_of(self._release.select(*map(quoted, columns)), ROWS)

    def tallies(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """The different rows of what was written, counted by the cluster; a part of them at a time on the driver."""
        from pyspark.sql import functions as to

        # Rows that only differ in that a text is empty or missing have the same key, and stand side by side.
        key = to.xxhash64(*[to.coalesce(to.col(quoted(name)), to.lit("")) for name in columns])
        tally = self._release.groupBy(*map(quoted, columns)).count().withColumnRenamed("count", RECORDS)
        left: pl.DataFrame | None = None
        with explained("verify"):
            for rows in rows_of(tally.select("*", key.alias(ORDER)).orderBy(quoted(ORDER)), ROWS):
                both = rows if left is None else pl.concat([left, rows])
                left = both.filter(pl.col(ORDER) == both[ORDER][-1])
                yield _counts(both.filter(pl.col(ORDER) != both[ORDER][-1]))
        if left is not None:
            yield _counts(left)

    def _refuse_other_rows(self, columns: Sequence[str]) -> None:
        """Raises where the release does not have the rows of what it was made from, of which people are counted."""
        from pyspark.sql import functions as to

        staged = self._session.read.parquet((self._work / "staged").address)
        names = list(map(quoted, columns))
        one, other = (
            frame.select(*names, to.lit(sign).alias(RECORDS)) for frame, sign in ((self._release, 1), (staged, -1))
        )
        with explained("verify"):
            if one.unionAll(other).groupBy(*names).sum(RECORDS).where(to.col(f"sum({RECORDS})") != 0).head(1):
                raise PromiseError("The release has not the rows that were judged, and nothing was written.")

    def facts(self) -> dict[str, Any]:
        """Where it will be. A folder of a cluster is not hashed: it has no one content, and may be very large."""
        return {"path": self._target.name}

    def commit(self) -> None:
        """Puts the release in its place, and removes what was needed on the way."""
        try:
            with explained("write"):
                self._target.take(self._release, self._work / "release")
        finally:
            self._work.remove()

    def discard(self) -> None:
        """Removes the working folder, the release included."""
        self._work.remove()


def _counts(tally: pl.DataFrame) -> pl.DataFrame:
    """A tally that came as texts."""
    return tally.drop(ORDER).with_columns(pl.col(RECORDS).cast(pl.Int64))


class Target:
    """Where a release goes: a folder, or a table of the catalog."""

    def __init__(self, name: str, place: Place | None, *, force: bool) -> None:
        self.name = name
        self.place, self._force = place, force

    @classmethod
    def of(cls, name: str, session: SparkSession, *, force: bool) -> Target:
        """`table:catalog.db.name`, or the address of a folder; raises OutputError where something is there already."""
        if name.startswith(TABLE):
            table = name.removeprefix(TABLE)
            with explained("write"):
                if session.catalog.tableExists(table) and not force:
                    raise OutputError(f"The table {table!r} exists. Use `--force` to write over it.")
            return cls(table, None, force=force)
        if PurePosixPath(name).suffix.lower() in ENDINGS:
            raise OutputError(
                f"Spark writes a folder of Parquet files, which {name!r} does not look like: leave the ending out."
            )
        place = place_of(name, session)
        if place.exists() and not force:
            raise OutputError(f"The output {name!r} exists. Use `--force` to write over it.")
        return cls(name, place, force=force)

    def read(self, session: SparkSession) -> DataFrame:
        """What is there."""
        return session.table(self.name) if self.place is None else session.read.parquet(self.place.address)

    def take(self, release: DataFrame, staged: Place) -> None:
        """The verified release takes its place, in one step."""
        if self.place is not None:
            staged.rename(self.place)
        elif self._force:
            release.writeTo(self.name).createOrReplace()
        else:
            release.writeTo(self.name).create()
