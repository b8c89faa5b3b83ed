"""CSV and TSV: encoding, delimiter and decimal mark are detected, and every row is checked for its width.

All columns are read as text; the encoder gives them their types. An empty field is a missing value; a quoted
empty field (`""`) is the empty text, which a set column takes as the empty set.
"""

from __future__ import annotations

import csv
import io
import itertools
import mmap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from tokumei.core.files import as_utf8, explained, read_bytes
from tokumei.core.notes import Note
from tokumei.errors import SourceError
from tokumei.io.distinct import SAMPLE_ROWS, dictionaries
from tokumei.io.headers import LOOKED_AT, check_first_row, header_below, numbered, refuse_missing_row
from tokumei.io.numbers import decimal_evidence
from tokumei.io.reading import Reading, SourceFacts, check_names

__all__ = ["CsvForm", "form_of_file", "read_csv", "short_rows"]

DELIMITERS = (",", ";", "\t", "|")
LARGE_BYTES = 1 << 24
_FORM_BYTES = 1 << 22
_SAMPLE_BYTES = 1 << 18
_SAMPLE_ROWS = 200
_LONGEST_FIELD = 1 << 30
_DECIMAL_ROWS = 20_000


def read_csv(
    path: Path,
    *,
    kind: str,
    encoding: str | None,
    delimiter: str | None,
    decimal: str | None,
    names: Sequence[str] | None = None,
    header: bool | None = None,
    header_row: int | None = None,
) -> Reading:
    """A text table; `names` are its columns when it has no header, and are made up where `header` is false.

    `header_row` says in which row the header stands, as a spreadsheet counts them.
    """
    where = f"The file {str(path)!r}"
    content = read_bytes(path, "file", packed=True)
    if not content.strip(b"\xef\xbb\xbf \t\r\n"):
        raise SourceError(f"{where} is empty.")
    notes: list[Note] = []
    content, encoding = as_utf8(content, encoding, where, notes)
    content, delimiter, names = _begun(
        content, notes, where, kind=kind, delimiter=delimiter, names=names, header=header, header_row=header_row
    )
    frame, quotes = _parse(content, delimiter, names, where, notes)
    frame = _checked_width(frame, content, delimiter, where, quotes=quotes)
    if frame.height == 0:
        raise SourceError(f"{where} has a header and no records.")
    if decimal is None:
        decimal = _detect_decimal(frame.head(_DECIMAL_ROWS), delimiter, notes)
    return Reading(
        frame,
        SourceFacts(
            kind=kind,
            rows=frame.height,
            encoding=encoding,
            delimiter=delimiter,
            decimal=decimal,
            notes=tuple(notes),
        ),
    )


@dataclass(frozen=True, slots=True)
class CsvForm:
    """How a file is written, as far as its beginning tells."""

    encoding: str
    delimiter: str
    decimal: str | None
    names: tuple[str, ...]
    header: bool
    """Whether the names stand in the file."""
    skip: int
    """Lines above the header, or above the first record."""
    notes: tuple[Note, ...]


def form_of_file(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    names: Sequence[str] | None = None,
    header: bool | None = None,
    header_row: int | None = None,
) -> CsvForm:
    """The form of a text table that is too large to be read at once; the options are those of `read_csv`."""
    where = f"The file {str(path)!r}"
    with explained(path, "file"), path.open("rb") as file:
        content = file.read(_FORM_BYTES)
    if not content.strip(b"\xef\xbb\xbf \t\r\n"):
        raise SourceError(f"{where} is empty.")
    if len(content) == _FORM_BYTES:
        content = _whole_rows(content)
    notes: list[Note] = []
    content, known = as_utf8(content, encoding, where, notes)
    kind = "tsv" if path.suffix.lower() in (".tsv", ".tab") else "csv"
    own = names is None and header is not False
    begun, delimiter, names = _begun(
        content, notes, where, kind=kind, delimiter=delimiter, names=names, header=header, header_row=header_row
    )
    sample, _ = _parse(begun, delimiter, names, where, notes)
    if decimal is None:
        decimal = _detect_decimal(sample.head(_DECIMAL_ROWS), delimiter, notes)
    blank = len(content) - len(content.lstrip(b"\r\n"))
    skip = content[:blank].count(b"\n") if header_row is None else header_row - 1
    return CsvForm(known, delimiter, decimal, tuple(names), own, skip, tuple(notes))


def _whole_rows(content: bytes) -> bytes:
    """The rows that are whole at the beginning of a file: a line break inside quotes ends none."""
    content = content[: content.rfind(b"\n") + 1]
    while content.count(b'"') % 2:
        content = content[: content.rfind(b"\n", 0, content.rfind(b'"')) + 1]
    return content


def _begun(
    content: bytes,
    notes: list[Note],
    where: str,
    *,
    kind: str,
    delimiter: str | None,
    names: Sequence[str] | None,
    header: bool | None,
    header_row: int | None,
) -> tuple[bytes, str, list[str]]:
    """The content from a line with the names of its columns on, its delimiter, and the names."""
    content = _with_plain_lines(content)
    head = _head(content)
    if delimiter is None:
        delimiter = _detect_delimiter(head.lstrip("\r\n"), kind)
        notes.append(Note("delimiter", {"delimiter": delimiter}))
    elif len(delimiter) != 1 or delimiter in '\r\n"' or not delimiter.isascii():
        raise SourceError("`delimiter` must be one ASCII character, and neither a quote nor a line break.")
    if header_row is not None:
        content = _from_row(content, header_row, delimiter, where)
    content = content.lstrip(b"\r\n") if content[:1] in (b"\r", b"\n") else content
    if header is False:
        names = numbered(max(map(len, itertools.islice(_rows(_head(content), delimiter), LOOKED_AT)), default=0))
    elif names is None and header_row is None:
        with suppress(csv.Error):  # which the parser will say better
            check_first_row(list(itertools.islice(_rows(head, delimiter), LOOKED_AT)), where)
    if names is not None:
        content = _header(names, delimiter) + content
    names = list(names) if names is not None else next(_rows(_head(content), delimiter), [])
    _refuse_mixed_lines(content, where)
    check_names(names, where)
    return content, delimiter, names


def _with_plain_lines(content: bytes) -> bytes:
    """Lines that end in a line feed; a copy only where it is not so already."""
    return content.replace(b"\r", b"\n") if b"\n" not in content and b"\r" in content else content


def _from_row(content: bytes, number: int, delimiter: str, where: str) -> bytes:
    """The content from a row on; a row is a record, and may have line breaks in its quotes."""
    text = _head(content)
    lines = io.StringIO(text, newline="")
    rows = csv.reader(lines, delimiter=delimiter)
    above = sum(1 for _ in itertools.islice(rows, number - 1))
    before = text[: lines.tell()]
    if next(rows, None) is None:
        refuse_missing_row(number, above, where)
    return content[len(before.encode()) :]


def _refuse_mixed_lines(content: bytes, where: str) -> None:
    """A carriage return that ends the header where other lines end in a line feed: readers do not agree on it."""
    header = content.partition(b"\n")[0].rstrip(b"\r")
    if b"\r" in header and b'"' not in header:
        raise SourceError(
            f"{where} ends its first line in a carriage return and others in a line feed. Save it with one line end."
        )


def _header(names: Sequence[str], delimiter: str) -> bytes:
    """A header line for a file that has none."""
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator="\n").writerow(names)
    try:
        return line.getvalue().encode()
    except UnicodeEncodeError:
        raise SourceError("`names` has half of a surrogate pair, which is no character. Correct it.") from None


def _head(content: bytes) -> str:
    """The first lines, cut at the end of a line."""
    if len(content) <= _SAMPLE_BYTES:
        return content.decode()
    end = content.rfind(b"\n", 0, _SAMPLE_BYTES)
    return content[: end if end > 0 else _SAMPLE_BYTES].decode(errors="ignore")


def _rows(text: str, delimiter: str, *, quotes: bool = True) -> Iterator[list[str]]:
    if csv.field_size_limit() < _LONGEST_FIELD:
        csv.field_size_limit(_LONGEST_FIELD)  # the module's own limit would refuse long texts
    lines = io.StringIO(text, newline="")
    if quotes:
        return csv.reader(lines, delimiter=delimiter)
    return csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)


def _detect_delimiter(head: str, kind: str) -> str:
    """The delimiter that gives all rows the width of the header; among several, the one with most fields.

    Where none does, the one by which the header stands below titles; else any that the first row has.
    """
    order = ("\t", *[mark for mark in DELIMITERS if mark != "\t"]) if kind == "tsv" else DELIMITERS
    found: list[tuple[bool, int, str]] = []
    titled: list[str] = []
    for mark in order:
        rows = [row for row in itertools.islice(_rows(head, mark), _SAMPLE_ROWS) if row]
        widths = [len(row) for row in rows]
        # The last row of a sample may be cut inside a quoted field.
        same = all(width == widths[0] for width in (widths[:-1] if len(widths) > 2 else widths))
        if widths[0] > 1:
            found.append((same, widths[0], mark))
        if not same and header_below(rows) is not None:
            titled.append(mark)
    best = max(found, key=lambda entry: entry[:2], default=(False, 0, order[0]))
    return titled[0] if titled and not best[0] else best[2]


def _parse(
    content: bytes, delimiter: str, names: list[str], where: str, notes: list[Note]
) -> tuple[pl.DataFrame, bool]:
    """The table, and whether quotes were taken as quotes around fields."""
    try:
        return _polars(content, delimiter, _schema(content, delimiter, names), quotes=True), True
    except pl.exceptions.NoDataError:
        raise SourceError(f"{where} is empty.") from None
    except (pl.exceptions.PolarsError, OSError):
        if not _has_quoted_field(content, delimiter) or (delimiter == "\t" and _is_even(content, delimiter)):
            notes.append(Note("plain_quotes"))
            _find_ragged(content, delimiter, where, quotes=False)
            with suppress(pl.exceptions.PolarsError):
                return _polars(content, delimiter, dict.fromkeys(names, pl.String()), quotes=False), False
        _find_ragged(content, delimiter, where, quotes=True)
        raise SourceError(
            f"{where} is not well-formed CSV{_stray_quote(content, delimiter)}: a quoted field is not closed, or a "
            "quote inside a field is not doubled."
        ) from None


def _polars(
    content: bytes, delimiter: str, schema: Mapping[str, pl.DataType], *, quotes: bool, rows: int | None = None
) -> pl.DataFrame:
    return pl.read_csv(content, separator=delimiter, schema=schema, quote_char='"' if quotes else None, n_rows=rows)


def _has_quoted_field(content: bytes, delimiter: str) -> bool:
    return content[:1] == b'"' or b'\n"' in content or delimiter.encode() + b'"' in content


def _is_even(content: bytes, delimiter: str) -> bool:
    """Whether all lines have the same number of fields when quotes mean nothing, as is usual between tabs."""
    try:
        _find_ragged(content, delimiter, "", quotes=False)
    except SourceError:
        return False
    return True


def _stray_quote(content: bytes, delimiter: str) -> str:
    """Where the first field ends in something else than its closing quote, as far as it can be told."""
    rows = csv.reader(io.StringIO(content.decode(), newline=""), delimiter=delimiter, strict=True)
    try:
        for _ in rows:
            pass
    except csv.Error:
        return f" near line {rows.line_num:,}"
    return ""


def _schema(content: bytes, delimiter: str, names: list[str]) -> dict[str, pl.DataType]:
    """All columns as text; in a large file those with few distinct values as dictionaries (less memory)."""
    plain: dict[str, pl.DataType] = {name: pl.String() for name in names}
    if len(content) < LARGE_BYTES:
        return plain
    sample = _polars(content, delimiter, plain, quotes=True, rows=SAMPLE_ROWS)
    return {**plain, **dictionaries(sample)}


def _checked_width(frame: pl.DataFrame, content: bytes, delimiter: str, where: str, *, quotes: bool) -> pl.DataFrame:
    """The frame without blank lines; rows that are too short are an error.

    The reader fills a short row with missing values in silence, so that wherever the last column misses a value the
    delimiters are counted; only when the count is wrong are the rows walked one by one.
    """
    if frame.width == 1 or frame.to_series(-1).null_count() == 0:
        return frame
    body = content.rstrip(b"\r\n")
    blank_at_end = max(content.count(b"\n", len(body)) - 1, 0)
    rows = frame.height - blank_at_end
    if _count_delimiters(body, delimiter, quotes=quotes) == (frame.width - 1) * (rows + 1):
        return frame.head(rows)
    blank = _find_ragged(content, delimiter, where, quotes=quotes)
    if not blank:
        return frame
    stays = np.ones(frame.height, dtype=bool)
    stays[blank] = False
    return frame.filter(pl.Series(stays))


def _count_delimiters(content: bytes | mmap.mmap, delimiter: str, *, quotes: bool) -> int:
    """Delimiters that stand between fields, not inside quoted ones."""
    if isinstance(content, bytes) and (not quotes or b'"' not in content):
        return content.count(delimiter.encode())
    total, inside = 0, False
    for start in range(0, len(content), 1 << 24):
        part = np.frombuffer(content, dtype=np.uint8, count=min(1 << 24, len(content) - start), offset=start)
        quoted = np.bitwise_xor.accumulate(part == ord('"'))
        quoted ^= inside
        total += int(np.count_nonzero((part == ord(delimiter)) & ~quoted))
        inside = bool(quoted[-1])
    return total


def short_rows(files: Sequence[Path], form: CsvForm, rows: int) -> bool:
    """Whether files of one form, which were read piece by piece, have rows with fewer fields than the header, or blank
    lines; they have so many rows together.

    The reader fills such rows with missing values in silence. *Cost*: one look at every byte.
    """
    between = sum(_delimiters_of(file, form) for file in files)
    return between != (len(form.names) - 1) * (rows + form.header * len(files))


def _delimiters_of(path: Path, form: CsvForm) -> int:
    """The delimiters of a file, without those of the lines above its header."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        above = b"".join(file.readline() for _ in range(form.skip))
        counted = (_count_delimiters(part, form.delimiter, quotes=True) for part in (content, above))
        return next(counted) - next(counted)


def _find_ragged(content: bytes, delimiter: str, where: str, *, quotes: bool) -> list[int]:
    """Raises where a row has another width than the header; returns which records are blank lines."""
    blank: list[int] = []
    try:
        rows = _rows(content.decode(), delimiter, quotes=quotes)
        width = len(next(rows))
        for number, row in enumerate(rows, start=1):
            if not row and width > 1:
                blank.append(number - 1)
            elif row and len(row) != width:
                raise SourceError(
                    f"{where} is ragged: record {number:,} has {len(row)} fields where the header has {width} "
                    f"(delimiter {delimiter!r}). Correct the row, or give the `delimiter`."
                )
    except csv.Error as error:
        raise SourceError(f"{where} is not well-formed CSV: {error}.") from None
    return blank


def _detect_decimal(sample: pl.DataFrame, delimiter: str, notes: list[Note]) -> str | None:
    """The decimal mark of the numbers, from all columns together; None where no number shows one."""
    point = comma = either = 0
    for column in sample.get_columns():
        found = decimal_evidence(column.drop_nulls().unique().cast(pl.String))
        point, comma, either = point + found.point, comma + found.comma, either + found.either
    if point or comma:
        mark = "," if comma > point else "."
        notes.append(Note("decimal_mark", {"mark": mark}))
        return mark
    if either:
        mark = "," if delimiter == ";" else "."
        notes.append(Note("decimal_guessed", {"mark": mark}, warning=True))
        return mark
    return None
