"""Where a job reads from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from tokumei.job.settings import Settings

__all__ = ["FOLDERS", "CsvSource", "FileSource", "ParquetSource", "Source", "SqlSource", "TableSource", "named_place"]

TEXTS = (".csv", ".tsv", ".tab", ".txt")
WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")
FORMATS: dict[str, tuple[str, ...]] = {
    "sheet": WORKBOOKS,
    **dict.fromkeys(("encoding", "delimiter", "decimal"), TEXTS),
    **dict.fromkeys(("names", "header", "header_row"), TEXTS + WORKBOOKS),
}
"""Setting → the endings of the files that it says something about."""


class FileSource(Settings):
    """A file, where its name does not say enough."""

    file: str
    """Path of the file, relative to the job file."""
    encoding: str | None = None
    """CSV and TSV: utf-8, cp932 (Shift_JIS), euc-jp, utf-16, …; detected when absent."""
    delimiter: str | None = None
    """CSV and TSV: the character between fields; detected when absent."""
    decimal: Literal[".", ","] | None = None
    """CSV and TSV: the decimal mark of numbers; detected when absent."""
    sheet: str | None = None
    """Workbooks: the sheet; the first when absent."""
    header_row: int | None = Field(default=None, ge=1)
    """CSV, TSV and workbooks: the row with the names of the columns, where titles stand above it; 1 is the first."""
    header: Literal[False] | None = None
    """CSV, TSV and workbooks: false where there is no header; the columns are then called column_1, column_2, …"""
    names: tuple[str, ...] | None = None
    """CSV, TSV and workbooks: the columns of a file that has no header."""
    lines: str | None = None
    """The file has one text a line: the name that their column gets. `encoding` may be given too."""

    @model_validator(mode="after")
    def _of_its_format(self) -> FileSource:
        if self.lines is not None:
            others = [name for name in FORMATS if name != "encoding" and getattr(self, name) is not None]
            if others:
                raise ValueError(f"`{others[0]}` is for tables: leave it or `lines` out")
            return self
        given = [name for name in ("names", "header", "header_row") if getattr(self, name) is not None]
        if len(given) > 1:
            raise ValueError(f"`{given[0]}` and `{given[1]}` both say what the columns are called: leave one out")
        name = self.file.lower().removesuffix(".gz").removesuffix(".zst")
        for setting, endings in FORMATS.items():
            if getattr(self, setting) is not None and "." in name and not name.endswith(endings):
                raise ValueError(f"`{setting}` is for files that end in {', '.join(endings)}: leave it out")
        return self


class SqlSource(Settings):
    """A query on a database."""

    sql: str
    """sqlite:///path or postgresql://user@host/database."""
    query: str
    """The statement whose rows are the records."""


class ParquetSource(Settings):
    """A folder of Parquet files with the same columns."""

    parquet: str
    """The folder, relative to the job file; with Spark also an address such as `s3a://bucket/visits/`."""


class CsvSource(Settings):
    """A folder of CSV files with the same columns."""

    csv: str
    """The folder, relative to the job file; with Spark also an address."""
    delimiter: str | None = None
    """The character between fields; detected when absent."""
    decimal: Literal[".", ","] | None = None
    """The decimal mark of numbers; detected when absent."""


class TableSource(Settings):
    """A table of Spark's catalog: Delta, Iceberg, Hive."""

    table: str
    """Its name, as in `catalog.database.visits`."""


FOLDERS = (ParquetSource, CsvSource)


def named_place(source: Settings) -> str | None:
    """The file or the folder that a source names; None where it names none."""
    for way in ("file", "parquet", "csv"):
        if source.setting(way) is not None:
            return str(source.setting(way))
    return None


def _source(value: object) -> object:
    return {"file": value} if isinstance(value, str) else value


OTHER_WAYS: dict[str, type[Settings]] = {
    "sql": SqlSource,
    "parquet": ParquetSource,
    "csv": CsvSource,
    "table": TableSource,
}
"""Setting that only this kind of source has → the kind."""


def _tag(value: Any) -> str:
    for way, kind in OTHER_WAYS.items():
        if isinstance(value, kind) or (isinstance(value, dict) and way in value):
            return f"<{way}>"
    return "<file>"


Source = Annotated[
    Annotated[FileSource, Tag("<file>")]
    | Annotated[SqlSource, Tag("<sql>")]
    | Annotated[ParquetSource, Tag("<parquet>")]
    | Annotated[CsvSource, Tag("<csv>")]
    | Annotated[TableSource, Tag("<table>")],
    Discriminator(_tag),
    BeforeValidator(
        _source, json_schema_input_type=str | FileSource | SqlSource | ParquetSource | CsvSource | TableSource
    ),
]
