"""One machine, more records than memory: the source is read twice, a part at a time.

Memory holds each different record once, one batch, and one bucket of the release. *Cost*: counting is one pass; writing
is a second one, in which every record goes to one of many buckets by chance (or, with a seed, by what it publishes),
and each bucket is then put in order and written: so the order of the whole tells nothing of the source's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.core.progress import Progress
from tokumei.engines.profile import EXACT, shown_of_many
from tokumei.engines.spreading import Dealer, Spread
from tokumei.engines.staging import PART, Staging
from tokumei.engines.streaming_texts import masked_on_the_way
from tokumei.errors import SourceError
from tokumei.io.buckets import ORDER
from tokumei.io.counted import PERSON, PLACE, RECORDS, Counted, Shown, shown_of, tallied
from tokumei.io.csv_files import short_rows
from tokumei.io.pieces import ROWS
from tokumei.io.scanning import Scan

__all__ = ["Streaming", "reading"]

BATCH = 1 << 20
"""Records that are mapped at a time."""
BUCKET = 1 << 22
"""Records of the release that are put in order at a time, about."""
TEXT_BUCKET = 1 << 19
"""The same where texts are among what they publish."""
WHOLE, PIECE = 1 << 18, 1 << 16
"""Different records that are not cut, and those of a piece of more: many are searched worse, since a search looks at
neighbours."""


class Streaming:
    """Reads a scan piece by piece, and writes to a file or a folder."""

    name = "streaming"

    def __init__(self, scan: Scan, target: Path, separators: Mapping[str, str]) -> None:
        self._scan = scan
        self._target = target
        self._separators = separators

    def columns(self) -> list[str]:
        """The columns of the source."""
        return list(self._scan.names)

    def count(self, keys: Sequence[str], shown: Sequence[str], *, k: int, progress: Progress) -> Counted:
        """The different records, counted by the streaming engine of the data-frame library."""
        progress.stage("count")
        with reading():
            frame = tallied(self._scan.lazy, keys)
        rows = int(frame[RECORDS].sum())
        if rows == 0:
            raise SourceError("The source has no records.")
        self._check_width(rows)
        with reading():
            seen = {name: self._shown(name, k, rows) for name in shown}
        return Counted(frame, self.columns(), self._scan.facts(rows), seen)

    def discard(self) -> None:
        """Nothing lies anywhere before it is published."""

    def pieces(self, records: int) -> int:
        """One for tables of a usual size; many are searched better in pieces, and need less room."""
        return 1 if records <= WHOLE else -(-records // PIECE)

    def each(self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> list[Any]:
        """One after the other: each has all cores."""
        return [work(*task) for task in tasks]

    def publish(self, spread: Spread, *, force: bool, progress: Progress) -> Staging:
        """Writes the release beside its target."""
        staging = Staging(self._target, self._separators, force=force)
        try:
            progress.stage("publish", int(spread.mass.sum()))
            size = min(BUCKET, TEXT_BUCKET) if spread.texts else BUCKET
            buckets, order = staging.buckets(max(1, math.ceil(spread.released / size))), _Order(spread)
            with reading():
                for batch in masked_on_the_way(_mapped(self._scan.lazy, spread), spread, staging, progress):
                    progress.advance(batch.height)
                    buckets.add(order.added(batch))
            progress.stage("write", spread.released)
            for bucket in buckets:
                staging.write(*_put_together(bucket, spread))
                progress.advance(bucket.height)
            staging.close()
        except BaseException:
            staging.discard()
            raise
        return staging

    def _check_width(self, rows: int) -> None:
        """Rows of a text table that are too short are an error, as everywhere."""
        form, files = self._scan.form, self._scan.files
        if form is not None and len(form.names) > 1 and short_rows(files, form, rows):
            named = f"The file {str(files[0])!r}" if len(files) == 1 else f"A file beside {str(files[0])!r}"
            raise SourceError(
                f"{named} is ragged: some records have fewer fields than the header, or are blank. Correct them; "
                "`engine: local` with that file says which they are."
            )

    def _shown(self, name: str, k: int, rows: int) -> Shown:
        column = self._scan.lazy.select(name)
        # Lists have a hash, and no estimate of their own.
        about = int(column.select(pl.col(name).hash().approx_n_unique()).collect(engine="streaming").item())
        if about > EXACT:
            return shown_of_many(about, k=k, rows=rows)
        return shown_of(tallied(column, [name]), name, k=k, rows=rows)


def _mapped(lazy: pl.LazyFrame, spread: Spread) -> Iterator[pl.DataFrame]:
    """Batches of released records: which part each is, and what it carries."""
    keys: pl.DataFrame = spread.keys
    names = keys.columns
    table = keys.lazy().with_row_index(PLACE)
    dealer = Dealer(spread)
    rows = lazy.select(list(dict.fromkeys([*names, *spread.carried])))
    # Where nothing tells records apart, all of them are the first.
    placed = (
        rows.join(table, on=names, how="left", nulls_equal=True) if names else rows.with_columns(pl.lit(0).alias(PLACE))
    )
    columns = [pl.col(PLACE).cast(pl.Int64).fill_null(-1), *spread.carried]
    size = min(BATCH, ROWS) if spread.texts else BATCH
    for batch in placed.select(columns).collect_batches(chunk_size=size, maintain_order=False, engine="streaming"):
        part = dealer.deal(batch[PLACE].to_numpy())
        kept = (part >= 0) & (spread.row[part] >= 0)
        if not kept.all():
            batch, part = batch.filter(pl.Series(kept)), part[kept]
        yield pl.DataFrame([pl.Series(PART, part.astype(np.uint32)), *batch.select(spread.carried).get_columns()])
    dealer.finish()


class _Order:
    """Where rows go: by chance, or with a seed by what they publish, so that the source's order decides nothing."""

    def __init__(self, spread: Spread) -> None:
        self._seed, self._row = spread.seed, spread.row
        self._random = np.random.default_rng()
        if self._seed is not None:
            published = spread.published
            nothing = np.zeros(published.height, dtype=np.uint64)
            self._content = published.hash_rows(seed=self._seed).to_numpy() if published.width else nothing
            self._times = np.zeros(len(self._content), dtype=np.uint64)

    def added(self, batch: pl.DataFrame) -> pl.DataFrame:
        """Records as they are published, with their places."""
        places = self._of(self._row[batch[PART].to_numpy()], batch.drop(PART))
        return batch.with_columns(pl.Series(ORDER, places, dtype=pl.UInt64))

    def _of(self, row: npt.NDArray[np.int64], carried: pl.DataFrame) -> npt.NDArray[np.uint64]:
        """Published record → its place among all, as a number."""
        if self._seed is None:
            return self._random.integers(0, 1 << 64, len(row), dtype=np.uint64, endpoint=False)
        own = self._content[row]
        # Equal rows may be told apart by their number, which says nothing; where they carry more, it would.
        beside = carried.hash_rows(seed=self._seed).to_numpy() if carried.width else self._numbers(row)
        return _mixed(own ^ (beside * np.uint64(0x9E3779B97F4A7C15)))

    def _numbers(self, row: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        order = np.argsort(row, kind="stable")
        first = np.flatnonzero(np.diff(row[order], prepend=-1))
        sizes = np.diff(np.append(first, len(row)))
        within = np.arange(len(row), dtype=np.uint64) - np.repeat(first, sizes).astype(np.uint64)
        numbers = np.empty(len(row), dtype=np.uint64)
        numbers[order] = within + self._times[row[order]]
        self._times[row[order[first]]] += sizes.astype(np.uint64)
        return numbers


def _mixed(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Every bit of a number spread over all others (the finalizer of splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _put_together(bucket: pl.DataFrame, spread: Spread) -> tuple[pl.DataFrame, pl.DataFrame | None]:
    """The rows of a bucket in their order, as they are published; and whose they are, where people are counted."""
    bucket = bucket.sort(ORDER)
    part = bucket[PART].to_numpy()
    published = spread.published[spread.row[part]]
    people = None if spread.person is None else pl.DataFrame({PERSON: spread.person[part]})
    return published.hstack(bucket.drop(PART, ORDER).get_columns()).select(spread.names), people


@contextmanager
def reading() -> Iterator[None]:
    """What the data-frame library says of a source, as one sentence."""
    try:
        yield
    except pl.exceptions.PolarsError as error:
        said = str(error).splitlines()[0][:200]
        raise SourceError(f"The source cannot be read piece by piece: {said}") from None
