"""Folders that Spark and its driver both see: on a disk, or where only Hadoop's file systems reach."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlparse
from urllib.request import url2pathname

import polars as pl

from tokumei.engines.spark_session import explained
from tokumei.errors import EngineError, OutputError, TokumeiError

__all__ = ["Disk", "Place", "disk_of", "place_of"]


class Place(Protocol):
    """A folder, or a file in one."""

    @property
    def address(self) -> str:
        """As Spark is told it."""

    def __truediv__(self, name: str) -> Place: ...

    def exists(self) -> bool:
        """Whether something is there."""

    def make(self) -> None:
        """Makes the folder and those above it; raises OutputError where that cannot be."""

    def reaches(self, target: Place) -> bool:
        """Whether what lies here can be renamed to another place."""

    def read_parquet(self) -> pl.DataFrame:
        """All Parquet files of the folder."""

    def write_parquet(self, frame: pl.DataFrame) -> None:
        """One Parquet file; folders are made."""

    def remove(self) -> None:
        """With all that is in it, where there is something."""

    def rename(self, target: Place) -> None:
        """Takes the place of another, which is gone then; raises OutputError where the file system does not do it."""


def place_of(address: str, session: Any) -> Place:
    """Where an address is: a path without a scheme is one of this machine, which workers have to see too."""
    disk = disk_of(address)
    if disk is not None:
        return disk
    if not hasattr(session, "sparkContext") or not hasattr(session, "_jvm"):
        raise OutputError(
            f"Over Spark Connect, {address!r} cannot be put in its place after it was verified. Write to a path that "
            "server and client share, or run the job on the cluster itself."
        )
    return Hadoop(address.rstrip("/"), session)


def disk_of(address: str) -> Disk | None:
    """The place of an address that is on a disk."""
    parsed = urlparse(address)
    if len(parsed.scheme) <= 1:  # a path, perhaps of Windows
        return Disk(Path(address).absolute())
    return Disk(Path(url2pathname(parsed.path))) if parsed.scheme == "file" else None


@dataclass(frozen=True)
class Disk:
    """On a disk."""

    path: Path

    @property
    def address(self) -> str:
        """With its scheme: without one, a cluster may look for it in another file system."""
        return self.path.as_uri()

    def __truediv__(self, name: str) -> Disk:
        return Disk(self.path / name)

    def exists(self) -> bool:
        """Whether something is there."""
        return os.path.lexists(self.path)

    def reaches(self, target: Place) -> bool:
        """On the same disk."""
        return isinstance(target, Disk) and self._device == target._device

    @property
    def _device(self) -> int:
        above = next(one for one in (self.path, *self.path.parents) if one.exists())
        return above.stat().st_dev

    def make(self) -> None:
        """Makes the folder."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"The working folder {str(self.path.parent)!r} cannot be written: {error.strerror}. Set `engine.work` "
                "to one that the driver and all workers may write to."
            ) from None

    def read_parquet(self) -> pl.DataFrame:
        """All Parquet files of the folder, of which Spark writes one at least."""
        if not any(self.path.glob("*.parquet")):
            raise EngineError(
                f"The driver does not see what the workers wrote to {str(self.path.parent)!r}: set `engine.work` to a "
                "folder that all of them share, or to an address such as `hdfs://…`."
            )
        return pl.read_parquet(self.path / "*.parquet", hive_partitioning=False)

    def write_parquet(self, frame: pl.DataFrame) -> None:
        """One Parquet file; folders are made."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        frame.write_parquet(self.path)

    def remove(self) -> None:
        """With all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def rename(self, target: Place) -> None:
        """A folder that stands there makes room first, and comes back where it fails."""
        assert isinstance(target, Disk)
        spare = target.path.parent / f".tmp-{self.path.parent.name}"
        had = target.exists()
        try:
            if had:
                os.replace(target.path, spare)
            target.path.parent.mkdir(parents=True, exist_ok=True)
            os.replace(self.path, target.path)
        except OSError as error:
            if had and not target.exists() and spare.exists():
                os.replace(spare, target.path)
            raise OutputError(f"{str(target.path)!r} cannot be written: {error.strerror}.") from None
        shutil.rmtree(spare, ignore_errors=True)


@dataclass(frozen=True)
class Hadoop:
    """Where only Hadoop's file systems reach: HDFS, object stores."""

    address: str
    session: Any

    def __truediv__(self, name: str) -> Hadoop:
        return Hadoop(f"{self.address}/{name}", self.session)

    def exists(self) -> bool:
        """Whether something is there."""
        with explained("look"):
            return bool(self._system.exists(self._path))

    def reaches(self, target: Place) -> bool:
        """In the same file system."""
        if not isinstance(target, Hadoop):
            return False
        one, other = urlparse(self.address), urlparse(target.address)
        return (one.scheme, one.netloc) == (other.scheme, other.netloc)

    def make(self) -> None:
        """Makes the folder."""
        with explained("write"):
            self._system.mkdirs(self._path)

    def read_parquet(self) -> pl.DataFrame:
        """All Parquet files of the folder, over a copy on this machine."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            with explained("read"):
                self._system.copyToLocalFile(False, self._path, self._java(copy.as_uri()), True)
            return Disk(copy).read_parquet()

    def write_parquet(self, frame: pl.DataFrame) -> None:
        """One Parquet file, over a copy on this machine."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.parquet"
            frame.write_parquet(copy)
            with explained("write"):
                self._system.mkdirs(self._path.getParent())
                self._system.copyFromLocalFile(True, True, self._java(copy.as_uri()), self._path)

    def remove(self) -> None:
        """With all that is in it, as far as the file system answers: what else went wrong is said, and not this."""
        with suppress(TokumeiError), explained("remove"):
            self._system.delete(self._path, True)

    def rename(self, target: Place) -> None:
        """As the file system does it: at once on HDFS, file by file in an object store."""
        assert isinstance(target, Hadoop)
        spare = target._java(f"{self.address}-old")
        had = target.exists()
        with explained("write"):
            done = not had or self._system.rename(target._path, spare)
            self._system.mkdirs(target._path.getParent())
            if not done or not self._system.rename(self._path, target._path):
                if had and done:
                    self._system.rename(spare, target._path)
                raise OutputError(f"{target.address!r} cannot be written: its file system did not rename the release.")
            if had:
                self._system.delete(spare, True)

    @property
    def _path(self) -> Any:
        return self._java(self.address)

    @property
    def _system(self) -> Any:
        return self._path.getFileSystem(self.session.sparkContext._jsc.hadoopConfiguration())

    def _java(self, address: str) -> Any:
        return self.session.sparkContext._jvm.org.apache.hadoop.fs.Path(address)
