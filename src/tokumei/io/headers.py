"""Whether the first row of a table holds the names of its columns: titles above the header, and no header at all.

Nothing is guessed away: what looks wrong is told, with the setting that says what is right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from tokumei.errors import SourceError

__all__ = ["LOOKED_AT", "check_first_row", "header_below", "numbered", "refuse_missing_row"]

LOOKED_AT = 200
"""So many rows are compared with the first."""
_TITLES = 20
"""A header further down is not looked for."""
_MOST = 0.9
_FEWEST = 3
"""With fewer records below, likeness says little."""
_FIGURE = re.compile(r"[-+¥$]?\d[\d.,/:%年月日時分 -]*")

Rows = Sequence[Sequence[str]]
"""Row → its fields, an empty field as an empty text."""


def numbered(width: int) -> list[str]:
    """Names for the columns of a table that has none."""
    return [f"column_{number}" for number in range(1, width + 1)]


def check_first_row(rows: Rows, where: str) -> None:
    """Raises SourceError where the names of the columns seem to stand further down, or nowhere."""
    filled = [row for row in rows if _fields(row)]
    if not filled:
        return
    number = header_below(rows)
    if number is not None:
        raise SourceError(
            f"{where} seems to have titles above its header. If row {number} holds the names of the columns, write "
            f"`source: {{file: …, header_row: {number}}}` (`--header-row {number}` for `init`); if the first row does, "
            "write `header_row: 1`."
        )
    if _is_record(filled[0], filled[1:]):
        raise SourceError(
            f"{where} seems to have no header: its first row looks like a record. If so, write `source: {{file: …, "
            "header: false}` (`--no-header` for `init`), and the columns are called column_1, column_2, …; or name "
            "them with `names: […]`. If the first row does hold names, write `header_row: 1`."
        )


def header_below(rows: Rows) -> int | None:
    """The row that seems to be the header, counted from 1, where titles stand above it; else None."""
    places = [place for place, row in enumerate(rows) if _fields(row)]
    below = _below_titles([rows[place] for place in places]) if places else 0
    return places[below] + 1 if below else None


def refuse_missing_row(number: int, rows: int, where: str) -> None:
    """Raises SourceError where the header is said to stand below the last row."""
    if number > rows:
        raise SourceError(f"{where} has {rows:,} rows, and `header_row` is {number:,}. Set it to the row of the names.")


def _below_titles(rows: Rows) -> int:
    """Which row is the first that could be a header; 0 where the first one is, or where none is.

    A title fills at most half of the columns; a header fills all of them, each with a name of its own, and the rows
    below it have as many fields.
    """
    extents = [_extent(row) for row in rows]
    width = max(set(extents[1:]), key=lambda extent: (extents[1:].count(extent), extent), default=0)
    if width < 2 or _fields(rows[0]) * 2 > width:
        return 0
    for place in range(1, min(_TITLES, len(rows))):
        names = [cell.strip() for cell in rows[place][:width]]
        if extents[place] == width and all(names) and len(set(names)) == width:
            below = rows[place + 1 :]
            even = all(len(row) == len(rows[place]) for row in below[:-1])  # the last one may be cut
            return place if below and even and not _is_record(rows[place], below) else 0
        if _fields(rows[place]) * 2 > width:
            return 0
    return 0


def _is_record(first: Sequence[str], below: Rows) -> bool:
    """Whether a row is like the rows below it in nearly all columns, and unlike them in none.

    A row of figures with equal steps (2019, 2020, 2021) can be names of columns.
    """
    if len(below) < _FEWEST:
        return False
    columns = [[row[place].strip() for row in below if place < len(row)] for place in range(len(first))]
    likeness = [_like(cell.strip(), cells) for cell, cells in zip(first, columns, strict=True)]
    if False in likeness or likeness.count(True) * 2 <= len(first):
        return False
    figures = [re.sub(r"\D", "", cell) for cell in first if _is_figure(cell)]
    steps = {int(right) - int(left) for left, right in pairwise(figures)}
    return not (len(figures) > 1 and len(steps) == 1) or likeness.count(True) > len(figures)


def _like(cell: str, below: Sequence[str]) -> bool | None:
    """Whether a cell is of a kind with those below it; None where nothing can be said."""
    filled = [one for one in below if one]
    if not cell or not filled:
        return None
    if sum(map(_is_figure, filled)) >= _MOST * len(filled):
        return _is_figure(cell)
    return True if cell in filled else None


def _is_figure(cell: str) -> bool:
    """A number, a date or a code of digits."""
    return _FIGURE.fullmatch(unicodedata.normalize("NFKC", cell).strip()) is not None


def _extent(row: Sequence[str]) -> int:
    """The place after the last field that is not empty."""
    return max((place + 1 for place, cell in enumerate(row) if cell.strip()), default=0)


def _fields(row: Sequence[str]) -> int:
    return sum(bool(cell.strip()) for cell in row)
