"""Gzip and zstd, by the ending of a name."""

from __future__ import annotations

import gzip
import importlib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tokumei.errors import SourceError

__all__ = ["compressed", "inner_ending", "read_bytes"]

_ENDINGS = {".gz": "gzip", ".zst": "zstd"}


def inner_ending(path: Path) -> tuple[str, str | None]:
    """The ending that tells the format, and the compression around it: `a.csv.gz` → (`.csv`, `gzip`)."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in _ENDINGS:
        return (suffixes[-2] if len(suffixes) > 1 else ""), _ENDINGS[suffixes[-1]]
    return (suffixes[-1] if suffixes else ""), None


def read_bytes(path: Path, compression: str | None) -> bytes:
    """The whole content, unpacked."""
    if compression is None:
        return path.read_bytes()
    try:
        with path.open("rb") as packed:
            if compression == "gzip":
                with gzip.GzipFile(fileobj=packed) as unpacked:
                    return unpacked.read()
            return _unpacked_zstd(packed.read())
    except (gzip.BadGzipFile, zlib.error, EOFError, _zstd_error()):  # their messages quote the file's first bytes
        raise SourceError(f"{str(path)!r} is not a whole {compression} file: it is cut, broken, or not one.") from None


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


def _zstd() -> Any:
    try:
        return importlib.import_module("compression.zstd")  # Python 3.14 and later
    except ImportError:
        return importlib.import_module("zstandard")


def _zstd_error() -> type[Exception]:
    error: type[Exception] = _zstd().ZstdError
    return error


def _unpacked_zstd(packed: bytes) -> bytes:
    """All frames, one after the other. Raises EOFError where the last is cut: a stream reader would end in silence."""
    module = _zstd()
    new = module.ZstdDecompressor
    parts: list[bytes] = []
    while packed:
        frame = new() if hasattr(module, "ZstdFile") else new().decompressobj()
        parts.append(frame.decompress(packed))
        if not frame.eof:
            raise EOFError
        packed = frame.unused_data
    return b"".join(parts)


def _zstd_writer(plain: IO[bytes]) -> Any:
    module = _zstd()
    if hasattr(module, "ZstdFile"):
        return module.ZstdFile(plain, "wb")
    return module.ZstdCompressor(level=3).stream_writer(plain, closefd=False)
