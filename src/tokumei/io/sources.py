"""Files of every format, by their endings."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from tokumei.core.files import check_file, explained, inner_ending, read_bytes
from tokumei.core.notes import Note
from tokumei.errors import JobError, SourceError, listing
from tokumei.io.csv_files import read_csv
from tokumei.io.distinct import SAMPLE_ROWS, dictionaries
from tokumei.io.excel import read_excel
from tokumei.io.memory import require_memory
from tokumei.io.reading import Reading, SourceFacts, check_names
from tokumei.io.sql import read_sql
from tokumei.io.texts import read_encoded_lines, read_lines

__all__ = [
    "ENDINGS",
    "Reading",
    "SourceFacts",
    "has_header",
    "is_table",
    "is_text",
    "read_file",
    "read_sql",
    "sha256_file",
]

ENDINGS = {
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".xls": "xls",
    ".ods": "ods",
}
_TIMES = 3
"""A file takes so many times its size at least while it is read; what was measured is four to five times for CSV."""
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


def read_file(
    path: str | Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    sheet: str | None = None,
    names: Sequence[str] | None = None,
    header: bool | None = None,
    header_row: int | None = None,
    lines: str | None = None,
) -> Reading:
    """A table from a file; its format by its ending, which may have `.gz` or `.zst` after it.

    Columns of CSV and TSV come as text. Of these and of workbooks, `header_row` says in which row the names of the
    columns stand; `names`, or `header: false`, that they stand nowhere. With `lines`, each line is a text of a column
    of that name, whatever the ending. What was detected stands in the reading's facts. Raises SourceError with one
    sentence for everything that can be wrong with a file, and MemoryError where the file is surely too large for this
    machine.
    """
    path = Path(path)
    check_file(path, "file")
    if path.stat().st_size == 0:
        raise SourceError(f"The file {str(path)!r} is empty.")
    if lines is not None:
        return _read_lines(path, lines, encoding)
    ending, compression = inner_ending(path)
    kind = ENDINGS.get(ending)
    if kind is None:
        raise SourceError(
            f"The format of {str(path)!r} is not known by its ending. Known endings are {listing(ENDINGS)}, "
            "each also with .gz or .zst."
        )
    named: dict[str, Any] = {"names": names, "header": header, "header_row": header_row}
    require_memory(path.stat().st_size * _TIMES)
    with ThreadPoolExecutor(1) as pool:
        digest = pool.submit(sha256_file, path)
        with explained(path, "file"):
            if kind in ("csv", "tsv"):
                reading = read_csv(
                    path,
                    kind=kind,
                    encoding=encoding,
                    delimiter=delimiter,
                    decimal=decimal,
                    **named,
                )
            elif kind in ("xlsx", "xls", "ods"):
                reading = _read(path, compression, kind, lambda source: read_excel(source, path, sheet, **named))
            elif kind == "parquet":
                reading = _read(path, compression, kind, lambda source: _read_parquet(source, path))
            else:
                reading = _read(path, compression, kind, lambda source: _read_jsonl(source, path))
        return replace(reading, facts=replace(reading.facts, sha256=digest.result()))


def _read_lines(path: Path, name: str, encoding: str | None) -> Reading:
    _refuse_table(path)
    notes: list[Note] = []
    texts, had = read_encoded_lines(path, encoding=encoding, notes=notes)
    frame = pl.DataFrame({name: pl.Series(name, texts, dtype=pl.String)})
    facts = SourceFacts(kind="lines", rows=frame.height, encoding=had, sha256=sha256_file(path), notes=tuple(notes))
    return Reading(frame, facts)


def _refuse_table(path: Path) -> None:
    """A table that is taken for lines would have its delimiters and its header masked."""
    if not is_table(path):
        return
    name = path.name.lower().removesuffix(".gz").removesuffix(".zst")
    if name.endswith((".csv", ".tsv", ".tab")) and not any(
        mark in line for line in read_lines(path)[:20] for mark in (",", ";", "\t")
    ):
        return
    raise JobError(f"{str(path)!r} is a table: name the column that holds the texts (`--column NAME`).")


def is_table(path: str | Path) -> bool:
    """Whether a file is a table by its ending; everything else, .txt included, is taken as lines."""
    ending, _ = inner_ending(Path(path))
    return ending in ENDINGS and ending != ".txt"


def has_header(path: str | Path) -> bool:
    """Whether the names of the columns are a row of the file; other formats have a place of their own for them."""
    return ENDINGS.get(inner_ending(Path(path))[0]) in ("csv", "tsv", "xlsx", "xls", "ods")


def is_text(path: str | Path) -> bool:
    """Whether a file of this name is text, as CSV, TSV or lines, so that it has an encoding."""
    return ENDINGS.get(inner_ending(Path(path))[0], "csv") in ("csv", "tsv")


def sha256_file(path: str | Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with Path(path).open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _read(path: Path, compression: str | None, kind: str, reader: Callable[[Path | bytes], pl.DataFrame]) -> Reading:
    frame = reader(path if compression is None else read_bytes(path, "file", packed=True))
    check_names(frame.columns, f"The file {str(path)!r}")
    if frame.height == 0:
        raise SourceError(f"The file {str(path)!r} has columns and no records.")
    return Reading(frame, SourceFacts(kind=kind, rows=frame.height))


def _read_parquet(source: Path | bytes, path: Path) -> pl.DataFrame:
    """Texts with few distinct values come as dictionaries: a quarter of the memory, and nothing to hash again."""
    try:
        lazy = pl.scan_parquet(source, glob=False)
        sample = lazy.head(SAMPLE_ROWS).collect()
        if sample.height < SAMPLE_ROWS:
            return sample
        return lazy.with_columns(pl.col(name).cast(dtype) for name, dtype in dictionaries(sample).items()).collect()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        raise SourceError(f"{str(path)!r} is not a whole Parquet file.") from None


def _read_jsonl(source: Path | bytes, path: Path) -> pl.DataFrame:
    content = source if isinstance(source, bytes) else source.read_bytes()
    if _SURROGATE.search(content) and (place := _lone_surrogate(content)) is not None:
        raise SourceError(
            f"The file {str(path)!r} has half of a surrogate pair in line {place:,}, which is no character. Correct it."
        )
    try:
        return pl.read_ndjson(content, infer_schema_length=None)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        raise SourceError(f"The file {str(path)!r} is not JSON lines{_broken_line(content)}.") from None


def _lone_surrogate(content: bytes) -> int | None:
    """The first line with an escape such as `\\ud800` alone: the reader would make a NUL of it in silence."""
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not _SURROGATE.search(line):
            continue
        try:
            json.dumps(json.loads(line), ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return number
        except (ValueError, RecursionError):
            continue  # no JSON at all, which the reader will say
    return None


def _broken_line(content: bytes) -> str:
    """Where the first line stands that is not a JSON object."""
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            if isinstance(json.loads(line.decode()), dict):
                continue
        except UnicodeDecodeError:
            return f": line {number:,} is not valid UTF-8"
        except RecursionError:
            return f": line {number:,} is nested too deeply"
        except ValueError:
            return f": line {number:,} is not valid JSON"
        return f": line {number:,} is not an object"
    return ": its lines do not fit together"
