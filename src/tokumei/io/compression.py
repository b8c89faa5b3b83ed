"""Gzip and zstd on the way into a file, by the ending of its name."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tokumei.core.files import zstd

__all__ = ["compressed"]


@contextmanager
def compressed(path: Path, compression: str | None) -> Iterator[IO[bytes]]:
    """A new file to write into; packed on the way. The same content gives the same bytes."""
    with path.open("wb") as plain:
        if compression is None:
            yield plain
        elif compression == "gzip":
            with gzip.GzipFile(filename="", mode="wb", fileobj=plain, compresslevel=6, mtime=0) as packed:
                yield packed  # type: ignore[misc]
        else:
            with _zstd_writer(plain) as packed:
                yield packed


def _zstd_writer(plain: IO[bytes]) -> Any:
    module = zstd()
    if hasattr(module, "ZstdFile"):
        return module.ZstdFile(plain, "wb")
    return module.ZstdCompressor(level=3).stream_writer(plain, closefd=False)
