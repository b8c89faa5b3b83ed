"""A release on its way to its place: buckets of records, files beside the target, and the last step."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tokumei.errors import OutputError
from tokumei.io.counted import PERSON, tallied
from tokumei.io.writing import Staged, append_rows, sha256_file, written_to

__all__ = ["ORDER", "PART", "Buckets", "Staging"]

PART, ORDER = "\0part", "\0order"
"""Columns of records on their way: which published row each has, and where it goes."""
FILES = (".parquet", ".pq", ".csv", ".tsv", ".txt", ".tab")
"""What a release that is written piece by piece can end in; without an ending it is a folder of Parquet files."""


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


class Staging:
    """What was written, beside its target, which nobody sees before `commit`: one file, or a folder of files."""

    def __init__(self, target: Path, separators: Mapping[str, str], *, force: bool) -> None:
        if target.suffix.lower() not in ("", *FILES):
            raise OutputError(
                f"The output {str(target)!r} cannot be written piece by piece: Parquet and CSV can, or a folder of "
                "Parquet files, without an ending. Name one of them, or set `engine: local`."
            )
        self.columns: list[str] = []
        self._target, self._separators = target, separators
        self._folder = target.suffix == ""
        self._staged = Staged(force=force)
        self._path = self._staged.path(target, folder=self._folder)
        self._work = Path(tempfile.mkdtemp(prefix=".tmp-", dir=self._path.parent))
        self._parts: list[Path] = []
        self._people: list[Path] = []
        if self._folder:
            self._path.mkdir()

    def buckets(self, count: int) -> Buckets:
        """Where records wait."""
        return Buckets(self._work, count)

    def write(self, frame: pl.DataFrame, people: pl.DataFrame | None) -> None:
        """One more stretch of the release, and whose its rows are."""
        self.columns = frame.columns
        with written_to(self._target):
            if people is not None:
                self._people.append(self._work / f"people-{len(self._people):05}.parquet")
                people.write_parquet(self._people[-1])
            if self._text:
                append_rows(frame, self._path, self._separator, header=not self._parts, separators=self._separators)
                self._parts = [self._path]
                return
            part = (self._path if self._folder else self._work) / f"part-{len(self._parts):05}.parquet"
            frame.write_parquet(part)
            self._parts.append(part)

    def close(self) -> None:
        """The last record is written."""
        if self._folder or self._text:
            return
        with written_to(self._target):
            if len(self._parts) == 1:
                self._parts[0].replace(self._path)
            else:
                pl.scan_parquet(self._parts).sink_parquet(self._path)
        self._parts = [self._path]

    def tally(self, columns: Sequence[str], *, people: bool) -> pl.DataFrame:
        """The different rows of what was written, counted."""
        if self._text:
            lazy = pl.scan_csv(self._path, separator=self._separator, infer_schema=False)
        else:
            lazy = pl.scan_parquet(self._parts)
        if people:
            lazy = pl.concat([lazy.select(columns), pl.scan_parquet(self._people)], how="horizontal")
            columns = [*columns, PERSON]
        return tallied(lazy, columns)

    def facts(self) -> dict[str, Any]:
        """Its name and its hash."""
        digest = sha256_file(self._parts[0]) if len(self._parts) == 1 else self._digest()
        return {"path": self._target.name, "sha256": digest, **({"files": len(self._parts)} if self._folder else {})}

    def commit(self) -> None:
        """Renames what was written to its target."""
        shutil.rmtree(self._work, ignore_errors=True)
        self._staged.finish()

    def discard(self) -> None:
        """Removes what was written."""
        shutil.rmtree(self._work, ignore_errors=True)
        self._staged.discard()

    @property
    def data(self) -> pl.LazyFrame:
        """The release where it lies."""
        if self._text:
            return pl.scan_csv(self._target, separator=self._separator, infer_schema=False)
        return pl.scan_parquet(self._target / "*.parquet" if self._folder else self._target)

    @property
    def _text(self) -> bool:
        return not self._folder and self._target.suffix.lower() not in (".parquet", ".pq")

    @property
    def _separator(self) -> str:
        return "\t" if self._target.suffix.lower() in (".tsv", ".tab") else ","

    def _digest(self) -> str:
        """One for all files, in their order."""
        digest = hashlib.sha256()
        for part in self._parts:
            digest.update(bytes.fromhex(sha256_file(part)))
        return digest.hexdigest()
