"""The form of the contest PWS Cup 2018: customer, day, goods, price, quantity; no header.

In a release the rows stand in the order of the original, the customer is a pseudonym, and a removed row is five `*`.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, Role
from tokumei.core.history import Histories
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.table import Table
from tokumei.errors import DataError, JobError, SourceError

__all__ = ["CONTEST_COLUMNS", "SUBJECT", "contest_histories", "contest_published", "read_contest", "write_contest"]

SUBJECT = "customer"
CONTEST_COLUMNS = ("day", "goods", "price", "quantity")


def read_contest(path: str | Path) -> list[list[str]]:
    """The rows of a file in the contest's form, plain or `.gz`; each has five fields."""
    path = Path(path)
    try:
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        rows = [row for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")) if row]
    except FileNotFoundError:
        raise SourceError(f"There is no file {path.name!r}.") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SourceError(f"{path.name!r} cannot be read as the contest's form: {type(error).__name__}.") from None
    wrong = [number for number, row in enumerate(rows, start=1) if len(row) != 1 + len(CONTEST_COLUMNS)]
    if wrong:
        raise SourceError(
            f"{path.name!r}: {len(wrong):,} rows do not have five fields (first row {wrong[0]}). "
            "The contest's form is customer, day, goods, price, quantity, without a header."
        )
    return rows


def contest_histories(rows: Sequence[Sequence[str]]) -> Histories:
    """An original in the contest's form, coded."""
    fields = list(zip(*rows, strict=True)) or [()] * 5
    table = Table(
        (
            date_column("day", fields[1]),
            category_column("goods", fields[2]),
            number_column("price", fields[3]),
            number_column("quantity", fields[4]),
        ),
        len(rows),
    )
    return Histories.of(table, category_column(SUBJECT, fields[0]))


def contest_published(rows: Sequence[Sequence[str]]) -> PublishedTable:
    """A release in the contest's form, as labels."""
    fields = list(zip(*rows, strict=True)) or [()] * 5
    names = (SUBJECT, *CONTEST_COLUMNS)
    return PublishedTable({name: _labels(cells) for name, cells in zip(names, fields, strict=True)}, len(rows))


def write_contest(path: str | Path, published: PublishedTable) -> None:
    """Writes five columns, subject first, in the contest's form; the rows must stand in the order of the original."""
    columns = list(published.columns.values())
    if len(columns) != 1 + len(CONTEST_COLUMNS):
        raise JobError(
            f"`output.format: pwscup2018` has five columns (customer, day, goods, price, quantity); this release has "
            f"{len(columns)}. Leave the format out, or publish those five."
        )
    cells = [[("" if code < 0 else column.labels[code]) for code in column.codes.tolist()] for column in columns]
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(zip(*cells, strict=True))


def category_column(name: str, cells: Sequence[str]) -> CategoryColumn:
    """Categories coded by frequency, an empty field as null."""
    counts = Counter(cells)
    null = counts.pop("", 0)
    values = sorted(counts, key=lambda value: (-counts[value], value))
    code = {value: number for number, value in enumerate(values)}
    codes = np.fromiter((code.get(cell, len(values)) for cell in cells), np.int32, len(cells))
    return CategoryColumn(name=name, role=Role.QUASI, codes=codes, values=tuple(values), has_null=null > 0)


def number_column(name: str, cells: Sequence[str]) -> NumberColumn:
    """Numbers coded in ascending order, an empty field as null."""
    distinct = {cell: _number(cell) for cell in set(cells) if cell != ""}
    _refuse(name, "a number", cells, (cell for cell, value in distinct.items() if value is None))
    found = {cell: value for cell, value in distinct.items() if value is not None}
    whole = all(value == int(value) for value in found.values())
    exact = np.unique(np.array(list(found.values()), dtype=np.float64))
    values = exact.astype(np.int64) if whole else exact
    place = {cell: int(np.searchsorted(values, value)) for cell, value in found.items()}
    codes = np.fromiter((place.get(cell, len(values)) for cell in cells), np.int32, len(cells))
    return NumberColumn(name=name, role=Role.QUASI, codes=codes, values=values, has_null="" in set(cells))


def date_column(name: str, cells: Sequence[str]) -> DateColumn:
    """Days written yyyy/m/d (or yyyy-mm-dd), coded in ascending order; labels as the contest writes them."""
    distinct = {cell: _day(cell) for cell in set(cells) if cell != ""}
    _refuse(name, "a day yyyy/m/d", cells, (cell for cell, value in distinct.items() if value is None))
    found = {cell: value for cell, value in distinct.items() if value is not None}
    values = np.unique(np.array(list(found.values()), dtype=np.int64))
    place = {cell: int(np.searchsorted(values, value)) for cell, value in found.items()}
    codes = np.fromiter((place.get(cell, len(values)) for cell in cells), np.int32, len(cells))
    labels = tuple(_day_label(value) for value in values.tolist())
    return DateColumn(
        name=name,
        role=Role.QUASI,
        codes=codes,
        values=values,
        labels=labels,
        format="%Y/%m/%d",
        has_null="" in set(cells),
    )


def _labels(cells: Sequence[str]) -> PublishedColumn:
    labels = tuple(sorted({*cells} - {""}))
    code = {label: number for number, label in enumerate(labels)}
    return PublishedColumn(np.fromiter((code.get(cell, -1) for cell in cells), np.int32, len(cells)), labels)


def _number(cell: str) -> float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def _day(cell: str) -> int | None:
    for pattern in ("%Y/%m/%d", "%Y-%m-%d"):
        try:
            day = datetime.strptime(cell, pattern).replace(tzinfo=UTC)
        except ValueError:
            continue
        return round(day.timestamp()) * 1_000_000
    return None


def _day_label(value: int) -> str:
    day = datetime.fromtimestamp(value / 1_000_000, tz=UTC)
    return f"{day.year}/{day.month}/{day.day}"


def _refuse(name: str, kind: str, cells: Sequence[str], wrong: Iterable[str]) -> None:
    bad = set(wrong)
    if bad:
        rows = [number for number, cell in enumerate(cells, start=1) if cell in bad]
        raise DataError.unreadable_values(name, kind, rows, len(rows))
