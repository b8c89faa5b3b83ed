"""Workbooks of Excel and of the OpenDocument form, through the extra `excel`."""

from __future__ import annotations

import importlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from tokumei.errors import ExtraError, OutputError, SourceError, listing
from tokumei.io.headers import LOOKED_AT, check_first_row, numbered, refuse_missing_row
from tokumei.io.reading import check_names

__all__ = ["read_excel", "write_excel"]

_MOST_ROWS = 1_048_575


def read_excel(
    source: Path | bytes,
    path: Path,
    sheet: str | None,
    *,
    names: Sequence[str] | None = None,
    header: bool | None = None,
    header_row: int | None = None,
) -> pl.DataFrame:
    """A sheet of a workbook: the named one, or the first.

    `names` are its columns when it has no header, and are made up where `header` is false; `header_row` says in which
    row the header stands.
    """
    fastexcel = _extra("fastexcel", "Reading Excel files")
    where = f"The file {str(path)!r}"
    try:
        book = fastexcel.read_excel(source if isinstance(source, bytes) else str(source))
    except fastexcel.FastExcelError:
        raise SourceError(f"{where} is not an Excel workbook that can be read.") from None
    known = list(book.sheet_names)
    if sheet is not None and sheet not in known:
        raise SourceError(f"{where} has no sheet {sheet!r}. Its sheets are {listing(known)}.")
    chosen = sheet if sheet is not None else known[0]
    above = (header_row or 1) - 1
    first = _first_rows(book, chosen, above + LOOKED_AT)
    if not first:
        raise SourceError(f"{where}: sheet {chosen!r} is empty.")
    place = f"{where}, sheet {chosen!r},"
    options: dict[str, Any] = {"schema_sample_rows": None, "dtype_coercion": "coerce"}
    if header is False or names is not None:
        titles = numbered(len(first[0])) if names is None else list(names)
        if len(titles) != len(first[0]):
            raise SourceError(f"{place} has {len(first[0])} columns, and `names` has {len(titles)}. Name all of them.")
        options |= {"header_row": None, "column_names": titles}
    else:
        refuse_missing_row(above + 1, len(first), place)
        titles = [cell.strip() for cell in first[above]]
        if header_row is None:
            check_first_row(first, place)
        options["header_row"] = above
    check_names(titles, place)
    frame: pl.DataFrame = book.load_sheet(chosen, **options).to_polars()
    return frame


def _first_rows(book: Any, sheet: str, number: int) -> list[list[str]]:
    """The first rows as texts, blank ones too; none where the sheet is empty."""
    fastexcel = _extra("fastexcel", "Reading Excel files")
    try:
        rows = book.load_sheet(sheet, header_row=None, n_rows=number, dtypes="string").to_polars().rows()
    except fastexcel.FastExcelError:
        return []
    return [["" if cell is None else str(cell) for cell in row] for row in rows]


def write_excel(frame: pl.DataFrame, path: Path) -> None:
    """One sheet with a header; texts stay texts, even where they start with `=`."""
    xlsxwriter = _extra("xlsxwriter", "Writing Excel files")
    if frame.height > _MOST_ROWS:
        raise OutputError(
            f"An Excel sheet holds {_MOST_ROWS:,} records, and the release has {frame.height:,}. Write CSV or Parquet."
        )
    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    content = io.BytesIO()
    book = xlsxwriter.Workbook(content, {**options, "nan_inf_to_errors": True, "in_memory": True})
    try:
        frame.write_excel(book, "release")
    finally:
        book.close()
    path.write_bytes(content.getbuffer())


def _extra(module: str, purpose: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ExtraError.needed("excel", purpose) from None
