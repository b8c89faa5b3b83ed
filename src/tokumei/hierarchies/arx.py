"""Hierarchies in the form that ARX uses: a text file with one row a value, one column a level."""

from __future__ import annotations

import csv
import io
from collections import Counter
from contextlib import suppress
from pathlib import Path

from tokumei.core.files import read_text
from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError

__all__ = ["read_arx", "write_arx"]

DELIMITERS = ";,\t|"


def read_arx(path: str | Path, *, delimiter: str | None = None, encoding: str | None = None) -> Hierarchy:
    """A hierarchy from a file; the delimiter and the encoding are detected when not given.

    The values stand in the first column and every following column is a level above; the final `*` may be left out. A
    row that starts with an empty field is for missing values. Raises JobError, naming file and rows, where a row is
    ragged, a value stands twice, or a node has two parents.
    """
    file = Path(path)
    text = read_text(file, "hierarchy file", encoding=encoding, packed=True)
    name = f"The hierarchy file {str(file)!r}"
    lines = text.splitlines()
    if not any(line.strip() for line in lines):
        raise JobError(f"{name} is empty.")
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '\r\n"'):
        raise JobError(f"{name}: `delimiter` must be one character, and neither a quote nor a line break.")
    rows: list[list[str]] = []
    numbers: list[int] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or _detected(text))
    try:
        for row in reader:
            if row:
                rows.append(row)
                numbers.append(reader.line_num)
    except csv.Error as error:
        raise JobError(f"{name}, line {reader.line_num}: {error}.") from None
    if numbers != list(range(1, len(rows) + 1)):
        name += " (rows counted without blank lines)"
    return Hierarchy.from_rows(rows, name=name)


def write_arx(hierarchy: Hierarchy, path: str | Path, *, delimiter: str = ";") -> None:
    """Writes a hierarchy so that ARX, and `read_arx`, can read it."""
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(hierarchy.rows())
    Path(path).write_text(buffer.getvalue(), encoding="utf-8", newline="\n")


def _detected(text: str) -> str:
    """The delimiter that gives the rows the most even number of fields, and more than one."""
    sample = text[:200_000]
    best, score = DELIMITERS[0], (0.0, 0)
    for delimiter in DELIMITERS:
        widths: Counter[int] = Counter()
        with suppress(csv.Error):  # a field that is too long; whoever reads the rows will say so
            widths.update(len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row)
        if not widths:
            continue
        width, rows = max(widths.items(), key=lambda item: (item[0] > 1, item[1]))
        if width > 1 and (rows / widths.total(), width) > score:
            best, score = delimiter, (rows / widths.total(), width)
    return best
