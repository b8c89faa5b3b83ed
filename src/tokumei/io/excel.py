"""Excel workbooks, through the extra `excel`."""

from __future__ import annotations

import importlib
import io
from pathlib import Path
from typing import Any

import polars as pl

from tokumei.errors import ExtraError, OutputError, SourceError, listing
from tokumei.io.reading import check_names

__all__ = ["read_excel", "write_excel"]

_MOST_ROWS = 1_048_575


def read_excel(source: Path | bytes, path: Path, sheet: str | None) -> pl.DataFrame:
    """A sheet of a workbook: the named one, or the first."""
    fastexcel = _extra("fastexcel", "Reading Excel files")
    where = f"The file {str(path)!r}"
    try:
        book = fastexcel.read_excel(source if isinstance(source, bytes) else str(source))
    except fastexcel.FastExcelError:
        raise SourceError(f"{where} is not an Excel workbook that can be read.") from None
    names = list(book.sheet_names)
    if sheet is not None and sheet not in names:
        raise SourceError(f"{where} has no sheet {sheet!r}. Its sheets are {listing(names)}.")
    chosen = sheet if sheet is not None else names[0]
    try:
        header = book.load_sheet(chosen, header_row=None, n_rows=1, dtypes="string").to_polars()
    except fastexcel.FastExcelError:
        raise SourceError(f"{where}: sheet {chosen!r} is empty.") from None
    if header.height == 0:
        raise SourceError(f"{where}: sheet {chosen!r} is empty.")
    titles = ["" if title is None else str(title) for title in header.row(0)]
    check_names(titles, f"{where}, sheet {chosen!r},")
    frame: pl.DataFrame = book.load_sheet(chosen, schema_sample_rows=None, dtype_coercion="coerce").to_polars()
    return frame


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
