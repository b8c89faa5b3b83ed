"""Records on their way, put into files by a number that each has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

__all__ = ["ORDER", "Buckets", "Dealt"]

ORDER = "\0order"
"""The column that says where a record goes: a number of 64 bits."""


class Dealt:
    """Records in files by their numbers, 0 … count − 1; those of a single number stay in memory."""

    def __init__(self, folder: Path, count: int) -> None:
        self.rows = [0] * count
        """Number → how many records it has."""
        self._folder = folder
        self._memory: list[pl.DataFrame] = []
        self._files: list[list[Path]] = [[] for _ in range(count)]

    def add(self, batch: pl.DataFrame, number: npt.NDArray[np.integer[Any]]) -> None:
        """A batch of records with the number of each."""
        if len(self.rows) == 1:
            self._memory.append(batch)
            self.rows[0] += batch.height
            return
        order = np.argsort(number, kind="stable")
        ends = np.searchsorted(number[order], np.arange(1, len(self.rows) + 1)).tolist()
        batch = batch[order]
        for own, (low, high) in enumerate(zip([0, *ends[:-1]], ends, strict=True)):
            if high > low:
                path = self._folder / f"{own}-{len(self._files[own])}.arrow"
                batch[low:high].write_ipc(path, compression="lz4")
                self._files[own].append(path)
                self.rows[own] += high - low

    def __iter__(self) -> Iterator[pl.DataFrame]:
        """The records of each number, once; an empty frame where there are none."""
        if len(self.rows) == 1:
            yield pl.concat(self._memory) if self._memory else pl.DataFrame()
            self._memory.clear()
            return
        for files in self._files:
            yield pl.concat([pl.read_ipc(file) for file in files]) if files else pl.DataFrame()
            for file in files:
                file.unlink()


class Buckets:
    """Released records on their way, by their place in the order."""

    def __init__(self, folder: Path, count: int) -> None:
        self._dealt, self._count = Dealt(folder, count), count

    def add(self, batch: pl.DataFrame) -> None:
        """A batch of records, each to its bucket."""
        # The upper half of a number says which bucket; small integers are sorted by their digits.
        share = (batch[ORDER].to_numpy() >> np.uint64(32)) * np.uint64(self._count) >> np.uint64(32)
        self._dealt.add(batch, share.astype(np.uint16))

    def __iter__(self) -> Iterator[pl.DataFrame]:
        return (bucket for bucket in self._dealt if bucket.height or self._count == 1)
