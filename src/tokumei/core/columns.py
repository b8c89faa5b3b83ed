"""Typed, integer-coded columns.

A column is a code for every record and a dictionary from codes to values. A missing value is a code of
its own, the last one, so that nothing that counts or groups codes can lose it. Numbers and dates are
coded in ascending order; a category's codes follow its frequency, most frequent first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from tokumei.core.hierarchy import Hierarchy

__all__ = [
    "CategoryColumn",
    "Column",
    "ColumnSpec",
    "DateColumn",
    "Kind",
    "NumberColumn",
    "Role",
    "SetColumn",
    "SingleColumn",
    "TextColumn",
]

Codes = npt.NDArray[np.int32]


class Role(StrEnum):
    """What a column is to the person behind the record."""

    IDENTIFIER = "identifier"
    """Names the person; never published."""
    QUASI = "quasi"
    """Can recognise the person together with others; published recoded."""
    SENSITIVE = "sensitive"
    """What an attacker wants to learn; published as it is, under the models that protect it."""
    KEEP = "keep"
    """Published as it is."""


class Kind(StrEnum):
    """What the values of a column are."""

    NUMBER = "number"
    DATE = "date"
    CATEGORY = "category"
    SET = "set"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSpec:
    """What a reader has to know to code a column."""

    name: str
    role: Role
    kind: Kind = Kind.CATEGORY
    format: str | None = None
    """strftime format of a date column; None: ISO 8601, or a format detected from the values."""
    separator: str = ","
    """Between the items of a set in a text cell."""
    decimal: str | None = None
    """Decimal mark of a number column; None: detected."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NumberColumn:
    """Numbers as codes in ascending order of their values."""

    name: str
    role: Role
    codes: Codes
    values: npt.NDArray[np.float64] | npt.NDArray[np.int64]
    """Distinct values, ascending; never NaN."""
    has_null: bool = False
    hierarchy: Hierarchy | None = None
    whole: npt.NDArray[np.int64] | None = None
    """Value → how many records of all have it, where the column is that of some of them; None where it has all."""
    kind: Kind = Kind.NUMBER

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def size(self) -> int:
        """The number of codes, the one of null included."""
        return len(self.values) + self.has_null

    @property
    def positions(self) -> npt.NDArray[np.float64]:
        """Values as places on a line, in units of the column's whole range."""
        return _scaled(self.values.astype(np.float64))

    def label(self, code: int) -> str:
        """A value as it is published."""
        return "" if code >= len(self.values) else format_number(self.values[code])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DateColumn:
    """Dates and times as codes in ascending order."""

    name: str
    role: Role
    codes: Codes
    values: npt.NDArray[np.int64]
    """Microseconds since 1970-01-01, distinct, ascending."""
    labels: tuple[str, ...]
    """Each value as it is published, in the column's own format."""
    format: str = "%Y-%m-%d"
    has_null: bool = False
    hierarchy: Hierarchy | None = None
    whole: npt.NDArray[np.int64] | None = None
    """Value → how many records of all have it, where the column is that of some of them; None where it has all."""
    kind: Kind = Kind.DATE

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def size(self) -> int:
        """The number of codes, the one of null included."""
        return len(self.values) + self.has_null

    @property
    def positions(self) -> npt.NDArray[np.float64]:
        """Values as places on a line, in units of the column's whole range."""
        return _scaled(self.values.astype(np.float64))

    def label(self, code: int) -> str:
        """A value as it is published."""
        return "" if code >= len(self.values) else self.labels[code]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CategoryColumn:
    """Categories as codes, most frequent value first, ties by name."""

    name: str
    role: Role
    codes: Codes
    values: tuple[str, ...]
    has_null: bool = False
    hierarchy: Hierarchy | None = None
    kind: Kind = Kind.CATEGORY

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def size(self) -> int:
        """The number of codes, the one of null included."""
        return len(self.values) + self.has_null

    def label(self, code: int) -> str:
        """A value as it is published."""
        return "" if code >= len(self.values) else self.values[code]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SetColumn:
    """Sets of items: the items of record i are `items[offsets[i]:offsets[i + 1]]`, ascending, distinct.

    An empty set is a set; a missing one is marked in `null`. Both have no items.
    """

    name: str
    role: Role
    offsets: npt.NDArray[np.int64]
    items: Codes
    values: tuple[str, ...]
    """Item code → label, most frequent item first, ties by name."""
    null: npt.NDArray[np.bool_]
    separator: str = ","
    repeated: int = 0
    """How many items stood twice in a cell and were counted once."""
    hierarchy: Hierarchy | None = None
    kind: Kind = Kind.SET

    def __len__(self) -> int:
        return len(self.offsets) - 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextColumn:
    """Free text: the code points of record i are `points[offsets[i]:offsets[i + 1]]`."""

    name: str
    role: Role
    offsets: npt.NDArray[np.int64]
    points: npt.NDArray[np.uint32]
    null: npt.NDArray[np.bool_]
    kind: Kind = Kind.TEXT

    def __len__(self) -> int:
        return len(self.offsets) - 1


SingleColumn = NumberColumn | DateColumn | CategoryColumn
Column = NumberColumn | DateColumn | CategoryColumn | SetColumn | TextColumn


def format_number(value: float | np.number) -> str:
    """A number in its shortest exact form, without an exponent and without a trailing `.0`."""
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    number = float(value)
    if np.isinf(number):
        return str(number)
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return np.format_float_positional(number, unique=True, trim="-")


def _scaled(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    if len(values) == 0:
        return values
    width = values[-1] - values[0]
    return (values - values[0]) / width if width > 0 else np.zeros(len(values))
