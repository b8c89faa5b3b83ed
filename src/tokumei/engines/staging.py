"""A release on its way to its place: files beside the target, and the last step."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import polars as pl

from tokumei.errors import OutputError
from tokumei.io.buckets import Buckets
from tokumei.io.counted import PERSON, tallied
from tokumei.io.pieces import pieces_of, tallied_in_parts
from tokumei.io.writing import Staged, append_rows, sha256_file, written_to

__all__ = ["PART", "Staging"]

PART = "\0part"
"""The column of records on their way that says which published row each has."""
FILES = (".parquet", ".pq", ".csv", ".tsv", ".txt", ".tab")
"""What a release that is written piece by piece can end in; without an ending it is a folder of Parquet files."""


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

    def room(self, name: str) -> Path:
        """A folder for what lies between the steps; it is gone when the release is in its place, or is not."""
        (self._work / name).mkdir()
        return self._work / name

    def writing(self) -> AbstractContextManager[None]:
        """What the system says of files between the steps, as one sentence."""
        return written_to(self._target)

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
        lazy = self.read_back()
        if people:
            lazy = pl.concat([lazy.select(columns), pl.scan_parquet(self._people)], how="horizontal")
            columns = [*columns, PERSON]
        return tallied(lazy, columns)

    def pieces(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """Some columns of what was written, a piece at a time."""
        return pieces_of(self.read_back(), columns)

    def tallies(self, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        """The different rows of what was written, counted, a part of them at a time."""
        rows = int(self.read_back().select(pl.len()).collect(engine="streaming").item())
        with written_to(self._target):
            yield from tallied_in_parts(self.read_back(), columns, rows, self._work)

    def read_back(self) -> pl.LazyFrame:
        """What was written, as anyone reads it."""
        if self._text:
            return pl.scan_csv(self._path, separator=self._separator, infer_schema=False)
        return pl.scan_parquet(self._parts)

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
