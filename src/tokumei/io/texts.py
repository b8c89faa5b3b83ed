"""Texts from and to files of lines, and columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from tokumei.core.notes import Note
from tokumei.errors import DataError, OutputError, SourceError
from tokumei.io.compression import compressed, inner_ending, read_bytes
from tokumei.io.csv_files import as_utf8
from tokumei.io.reading import impossible_name, no_file

__all__ = ["column_csv", "lines_text", "read_lines", "strings_of", "write_lines"]


def read_lines(path: str | Path, *, encoding: str | None = None, notes: list[Note] | None = None) -> list[str]:
    """The lines of a text file (also .gz, .zst), without their ends; UTF-8 with or without BOM, or CP932.

    What is worth telling is added to `notes`.
    """
    path = Path(path)
    _, compression = inner_ending(path)
    try:
        content = read_bytes(path, compression)
    except FileNotFoundError:
        raise no_file(path) from None
    except IsADirectoryError:
        raise SourceError(f"{str(path)!r} is a folder, not a file.") from None
    except OSError as error:
        raise SourceError(f"{str(path)!r} cannot be read: {error.strerror or type(error).__name__}.") from None
    except ValueError:
        raise impossible_name(path) from None
    plain, _ = as_utf8(content, encoding, repr(str(path)), [] if notes is None else notes)
    lines = plain.decode("utf-8").replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines and not lines[-1] else lines


def strings_of(column: pl.Series) -> list[str | None]:
    """A column as texts; None for a missing one."""
    return column.cast(pl.String).to_list()


def write_lines(column: pl.Series, path: str | Path) -> None:
    """A column of texts as lines."""
    path = Path(path)
    content = lines_text(strings_of(column)).encode()
    try:
        with compressed(path, inner_ending(path)[1]) as sink:
            sink.write(content)
    except OSError as error:
        raise OutputError(f"The release cannot be written: {error.strerror or type(error).__name__}.") from None


def lines_text(texts: Sequence[str | None]) -> str:
    """One text a line; a missing one is an empty line. Raises DataError where a text has line breaks of its own."""
    if any(text is not None and "\n" in text for text in texts):
        raise DataError(
            "Texts with line breaks cannot be written as lines. Write a table (.csv), or remove the white space."
        )
    return "".join(f"{text or ''}\n" for text in texts)


def column_csv(texts: Sequence[str | None], *, name: str) -> str:
    """A column as CSV, with its name above."""
    return pl.DataFrame({name: texts}, schema={name: pl.String}).write_csv()
