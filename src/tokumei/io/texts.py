"""Texts from files of lines and from columns."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from tokumei.errors import SourceError
from tokumei.io.compression import inner_ending, read_bytes
from tokumei.io.csv_files import as_utf8

__all__ = ["read_lines", "strings_of"]


def read_lines(path: str | Path, *, encoding: str | None = None) -> list[str]:
    """The lines of a text file (also .gz, .zst), without their ends; UTF-8 with or without BOM, or CP932."""
    path = Path(path)
    _, compression = inner_ending(path)
    try:
        content = read_bytes(path, compression)
    except FileNotFoundError:
        raise SourceError(f"There is no file {str(path)!r}.") from None
    except IsADirectoryError:
        raise SourceError(f"{str(path)!r} is a folder, not a file.") from None
    except OSError as error:
        raise SourceError(f"{str(path)!r} cannot be read: {error.strerror or type(error).__name__}.") from None
    plain, _ = as_utf8(content, encoding, repr(str(path)), [])
    lines = plain.decode("utf-8").replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines and not lines[-1] else lines


def strings_of(column: pl.Series) -> list[str | None]:
    """A column as texts; None for a missing one."""
    return column.cast(pl.String).to_list()
