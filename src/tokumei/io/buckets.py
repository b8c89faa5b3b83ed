"""Records on their way, put into files by a number that each has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl

__all__ = ["ORDER", "Buckets"]

ORDER = "\0order"
"""The column that says where a record goes: a number of 64 bits."""


class Buckets:
    """Released records on their way, in files by their place in the order; a single bucket stays in memory."""

    def __init__(self, folder: Path, count: int) -> None:
        self._folder, self._count = folder, count
        self._memory: list[pl.DataFrame] = []
        self._files: list[list[Path]] = [[] for _ in range(count)]

    def add(self, batch: pl.DataFrame) -> None:
        """A batch of records, each to its bucket."""
        if self._count == 1:
            self._memory.append(batch)
            return
        # The upper half of a number says which bucket; small integers are sorted by their digits.
        share = (batch[ORDER].to_numpy() >> np.uint64(32)) * np.uint64(self._count) >> np.uint64(32)
        bucket = share.astype(np.uint16)
        order = np.argsort(bucket, kind="stable")
        ends = np.searchsorted(bucket[order], np.arange(1, self._count + 1))
        batch = batch[order]
        low = 0
        for number, high in enumerate(ends.tolist()):
            if high > low:
                path = self._folder / f"{number}-{len(self._files[number])}.arrow"
                batch[low:high].write_ipc(path, compression="lz4")
                self._files[number].append(path)
            low = high

    def __iter__(self) -> Iterator[pl.DataFrame]:
        if self._count == 1:
            yield pl.concat(self._memory) if self._memory else pl.DataFrame()
            self._memory.clear()
            return
        for files in self._files:
            if files:
                yield pl.concat([pl.read_ipc(file) for file in files])
                for file in files:
                    file.unlink()
