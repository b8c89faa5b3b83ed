"""One machine, more histories than memory: blocks of subjects lie on disk, and one at a time is worked on.

Memory holds each different value of a column once, a few numbers a subject, and one block. *Cost*: a pass over the
source for each column that is coded, one for the subjects, and one that writes the records of every block; what is
released goes to buckets by chance, as all releases of this engine do.
"""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tokumei.core.progress import Progress
from tokumei.engines import streaming
from tokumei.engines.histories import BLOCK
from tokumei.engines.spreading import changed_source
from tokumei.engines.staging import Staging
from tokumei.engines.streaming import Streaming
from tokumei.io.buckets import ORDER, Dealt
from tokumei.io.counted import RECORDS, Shown, tallied
from tokumei.io.writing import written_to

__all__ = ["StreamingHistories", "alike_in_parts"]

PART = 1 << 20
"""Rows of a release that are judged at a time, about."""
_FEWER_BITS = 24
"""Hashes lose so many bits, so that those of as many rows can be added up."""


class HistoryStaging(Staging):
    """A release of histories on its way to its place."""

    def each_part(self, subject: str, columns: Sequence[str], work: Callable[[pl.DataFrame], Any]) -> list[Any]:
        """The result of `work` on every part, one after the other."""
        return [work(part) for part in alike_in_parts(self.read_back(), subject, columns)]


class StreamingHistories(Streaming):
    """Reads a scan block by block, and writes to a file or a folder."""

    def only(self, values: pl.DataFrame) -> StreamingHistories:
        """The same, of the records alone whose values stand in these columns."""
        lazy = self._scan.lazy.join(values.lazy(), on=values.columns, how="semi", nulls_equal=True)
        return StreamingHistories(replace(self._scan, lazy=lazy), self._target, self._separators)

    def tally(self, names: Sequence[str]) -> pl.DataFrame:
        """The different values of some columns, counted."""
        with streaming.reading():
            return tallied(self._scan.lazy.select(names), names)

    def shown(self, name: str, *, k: int, rows: int) -> Shown:
        """What there is to say of a column that no algorithm sees, of which there are so many rows."""
        with streaming.reading():
            return self._shown(name, k, rows)

    def traits(self, subject: str, places: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
        """Subject → the sums of the places of its values, by the streaming engine of the data-frame library."""
        keys = list(dict.fromkeys(name for frame in places.values() for name in frame.columns[:-1]))
        lazy, sums = self._scan.lazy.select(pl.col(subject), *(pl.col(key).alias(f"\0{key}") for key in keys)), []
        for name, frame in places.items():
            source, place = frame.columns
            own = frame.lazy().select(pl.col(source).alias(f"\0{source}"), pl.col(place).alias(name))
            lazy = lazy.join(own, on=f"\0{source}", how="left", nulls_equal=True)
            sums.append(pl.col(name).sum())
        with streaming.reading():
            return lazy.group_by(subject).agg(sums).collect(engine="streaming")

    def release(
        self,
        blocks: pl.DataFrame,
        columns: Sequence[str],
        work: Callable[[int, pl.DataFrame], tuple[pl.DataFrame, Any]],
        *,
        force: bool,
        progress: Progress,
    ) -> tuple[HistoryStaging, list[Any]]:
        """Writes what `work` makes of every block, one after the other: each has all cores."""
        staging = HistoryStaging(self._target, self._separators, force=force)
        folder = Path(tempfile.mkdtemp(prefix=".tmp-", dir=self._target.parent))
        try:
            expected = blocks.group_by(BLOCK).agg(pl.col(RECORDS).sum()).sort(BLOCK)[RECORDS].to_list()
            dealt = Dealt(folder, len(expected))
            progress.stage("read", sum(expected))
            placed = self._scan.lazy.select(columns).join(
                blocks.drop(RECORDS).lazy(), on=blocks.columns[0], how="left", nulls_equal=True
            )
            with streaming.reading():
                for batch in _batches(placed):
                    if batch[BLOCK].has_nulls():
                        raise changed_source()
                    with written_to(self._target):
                        dealt.add(batch.drop(BLOCK), batch[BLOCK].to_numpy())
                    progress.advance(batch.height)
            if dealt.rows != expected:
                raise changed_source()
            progress.stage("align", len(expected))
            buckets = staging.buckets(max(1, math.ceil(sum(expected) / streaming.BUCKET)))
            random = np.random.default_rng()
            results: list[Any] = []
            for number, frame in enumerate(dealt):
                released, result = work(number, frame)
                order = random.integers(0, 1 << 64, released.height, dtype=np.uint64, endpoint=False)
                with written_to(self._target):
                    buckets.add(released.with_columns(pl.Series(ORDER, order, dtype=pl.UInt64)))
                results.append(result)
                progress.advance()
            progress.stage("write")
            for bucket in buckets:
                staging.write(bucket.sort(ORDER).drop(ORDER), None)
            staging.close()
        except BaseException:
            staging.discard()
            raise
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return staging, results


def alike_in_parts(lazy: pl.LazyFrame, subject: str, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
    """A release of histories in parts that fit into memory; pseudonyms whose rows are equal are in one part.

    A hash of all rows of a pseudonym chooses its part, whatever their order, and decides nothing else.
    """
    with streaming.reading():
        rows = int(lazy.select(pl.len()).collect(engine="streaming").item())
    parts = max(1, math.ceil(rows / PART))
    if parts == 1:
        yield lazy.collect(engine="streaming")
        return
    hashes = [pl.col(name).hash(seed=place) // (1 << _FEWER_BITS) for place, name in enumerate(columns)]
    part = (pl.sum_horizontal(hashes).sum().hash() % parts).cast(pl.Int32).alias(BLOCK)
    chosen = lazy.group_by(subject).agg(part).collect(engine="streaming")
    folder = Path(tempfile.mkdtemp(prefix="tokumei-"))
    try:
        dealt = Dealt(folder, parts)
        for batch in _batches(lazy.join(chosen.lazy(), on=subject, how="left", nulls_equal=True)):
            dealt.add(batch.drop(BLOCK), batch[BLOCK].to_numpy())
        yield from (frame for frame in dealt if frame.height)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _batches(lazy: pl.LazyFrame) -> Iterator[pl.DataFrame]:
    yield from lazy.collect_batches(chunk_size=streaming.BATCH, maintain_order=False, engine="streaming")
