"""SQLite and PostgreSQL, in and out.

URLs are `sqlite:///path` (relative to `folder`; four slashes for an absolute path) and `postgresql://user@host/database`.
Messages of a server may quote cells and messages of a client may quote passwords, so only their safe parts are told.
"""

from __future__ import annotations

import datetime as dt
import decimal
import importlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit

import polars as pl

from tokumei.errors import ExtraError, JobError, OutputError, SourceError
from tokumei.io.distinct import texts_of
from tokumei.io.flat import flat
from tokumei.io.reading import Reading, SourceFacts, check_names

__all__ = ["is_sql", "read_sql", "split_target", "write_sql"]

_BATCH = 100_000
_HELD_AS_THEY_ARE = {bool, str, list, dt.date, dt.datetime, dt.time}
_SAFE_STATES = ("08", "28", "3D", "42", "0A", "25", "57")
"""Classes of SQLSTATE whose messages name tables, columns and servers, never cells."""


def is_sql(target: str) -> bool:
    """Whether a source or a target is a database's URL."""
    return target.startswith(("sqlite:", "postgresql:", "postgres:"))


def split_target(target: str) -> tuple[str, str]:
    """`URL#table` as its two parts."""
    url, mark, table = target.partition("#")
    if not mark or not table:
        raise JobError("`output.data`: a database as the output needs its table: `URL#table`.")
    return url, unquote(table)


def read_sql(url: str, query: str, *, folder: Path | None = None) -> Reading:
    """The rows of a query; the database is opened for reading only."""
    if _scheme(url) == "sqlite":
        names, rows = _query_sqlite(_sqlite_path(url, folder), query)
        kind = "sqlite"
    else:
        names, rows = _query_postgresql(url, query)
        kind = "postgresql"
    check_names(names, "The result of the query")
    if not rows:
        raise SourceError("The query gives no records.")
    columns = list(zip(*rows, strict=True))
    frame = pl.DataFrame([_series(name, column) for name, column in zip(names, columns, strict=True)])
    return Reading(frame, SourceFacts(kind=kind, rows=frame.height))


def write_sql(
    frame: pl.DataFrame,
    url: str,
    table: str,
    *,
    replace: bool = False,
    folder: Path | None = None,
    separators: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """A frame as a new table, in one transaction: it is there in full, or the database is as it was.

    `table` may be `schema.table` in PostgreSQL. Raises OutputError where the table exists and `replace` is not set.
    `separators` are as in files.
    """
    plain = flat(frame, separators).cast({pl.Categorical: pl.String, pl.Enum: pl.String})
    if _scheme(url) == "sqlite":
        _write_sqlite(plain, _sqlite_path(url, folder), table, replace=replace)
    else:
        _write_postgresql(plain, url, table, replace=replace)


def _scheme(url: str) -> str:
    scheme = url.partition(":")[0]
    if scheme not in ("sqlite", "postgresql", "postgres"):
        start = f"starts with {scheme!r}" if "://" in url else "is none"
        raise JobError(f"The database URL {start}; known are `sqlite:///path` and `postgresql://host/database`.")
    return scheme


def _sqlite_path(url: str, folder: Path | None) -> Path:
    if not url.startswith("sqlite:///") or len(url) == len("sqlite:///"):
        raise JobError("An SQLite URL has the form `sqlite:///path` (four slashes for an absolute path).")
    path = Path(unquote(url.removeprefix("sqlite:///")))
    return folder / path if folder is not None else path


def _query_sqlite(path: Path, query: str) -> tuple[list[str], list[Sequence[Any]]]:
    if not path.is_file():
        raise SourceError(f"There is no database file {str(path)!r}.")
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            cursor = connection.execute(query)
            if cursor.description is None:
                raise SourceError("The query gives no table. Use a `select` statement.")
            return [str(entry[0]) for entry in cursor.description], cursor.fetchall()
        finally:
            connection.close()
    except UnicodeEncodeError:
        raise JobError("The query has half of a surrogate pair, which is no character. Correct it.") from None
    except (sqlite3.Error, sqlite3.Warning) as error:
        if "decode" in str(error).lower():  # its message quotes the cell
            raise SourceError(
                f"The database {str(path)!r} holds texts that are not valid UTF-8. Correct them."
            ) from None
        raise SourceError(f"The database {str(path)!r} refuses the query: {error}.") from None


def _write_sqlite(frame: pl.DataFrame, path: Path, table: str, *, replace: bool) -> None:
    name = _quoted(table)
    fields = ", ".join(f"{_quoted(column)} {_sqlite_type(dtype)}" for column, dtype in frame.schema.items())
    places = ", ".join("?" * frame.width)
    storable = frame.with_columns(
        texts_of(column) for column in frame.get_columns() if column.dtype.is_temporal() or column.dtype.is_decimal()
    )
    existed = path.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("begin immediate")
            known = connection.execute("select 1 from sqlite_master where name = ?", [table]).fetchone()
            if known and not replace:
                raise OutputError(f"The table {table!r} exists. Use `--force` to replace it.")
            connection.execute(f"drop table if exists {name}")
            connection.execute(f"create table {name} ({fields})")
            for part in storable.iter_slices(_BATCH):
                connection.executemany(f"insert into {name} values ({places})", part.iter_rows())
            connection.execute("commit")
        except BaseException:
            if connection.in_transaction:
                connection.execute("rollback")
            raise
        finally:
            connection.close()
    except BaseException as error:
        if not existed:
            path.unlink(missing_ok=True)
        if isinstance(error, (sqlite3.Error, OSError)):
            raise OutputError(f"The table {table!r} cannot be written to {str(path)!r}: {error}.") from None
        raise


def _sqlite_type(dtype: pl.DataType) -> str:
    if dtype.is_integer() or dtype == pl.Boolean:
        return "integer"
    return "real" if dtype.is_float() else "text"


@contextmanager
def _postgresql(url: str, failure: type[SourceError] | type[OutputError]) -> Iterator[Any]:
    try:
        psycopg = importlib.import_module("psycopg")
    except ImportError:
        raise ExtraError.needed("sql", "PostgreSQL") from None
    try:
        with psycopg.connect(url, connect_timeout=15) as connection:
            yield connection
    except psycopg.Error as error:
        _refuse(error, url, failure)


def _refuse(error: Any, url: str, failure: type[SourceError] | type[OutputError]) -> NoReturn:
    where = _without_password(url)
    state = error.sqlstate or ""
    primary = (error.diag.message_primary or "") if error.diag is not None else ""
    if not state:
        raise failure(f"The database {where} cannot be reached. Is the server running, and is the URL right?") from None
    told = primary if state[:2] in _SAFE_STATES else type(error).__name__
    raise failure(f"The database {where} refuses: {told} (SQLSTATE {state}).") from None


def _without_password(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "of the URL"
    path = "" if "@" in parts.path else parts.path  # a password with a slash in it
    return repr(f"{parts.scheme}://{parts.hostname or ''}{path}")


def _query_postgresql(url: str, query: str) -> tuple[list[str], list[Sequence[Any]]]:
    with _postgresql(url, SourceError) as connection:
        connection.read_only = True
        cursor = connection.execute(query)
        if cursor.description is None:
            raise SourceError("The query gives no table. Use a `select` statement.")
        return [entry.name for entry in cursor.description], cursor.fetchall()


def _write_postgresql(frame: pl.DataFrame, url: str, table: str, *, replace: bool) -> None:
    name = ".".join(_quoted(part) for part in table.split("."))
    fields = ", ".join(f"{_quoted(column)} {_postgresql_type(dtype)}" for column, dtype in frame.schema.items())
    with _postgresql(url, OutputError) as connection:
        known = connection.execute("select to_regclass(%s)", [name]).fetchone()[0]
        if known is not None and not replace:
            raise OutputError(f"The table {table!r} exists. Use `--force` to replace it.")
        connection.execute(f"drop table if exists {name}")
        connection.execute(f"create table {name} ({fields})")
        with connection.cursor().copy(f"copy {name} from stdin (format csv)") as copy:
            for part in frame.iter_slices(_BATCH):
                copy.write(part.write_csv(include_header=False))


def _postgresql_type(dtype: pl.DataType) -> str:
    if dtype.is_integer():
        return "numeric(20)" if dtype == pl.UInt64 else "bigint"
    if dtype.is_float():
        return "double precision"
    if dtype.is_decimal():
        return "numeric"
    if isinstance(dtype, pl.Datetime):
        return "timestamp" if dtype.time_zone is None else "timestamptz"
    return {pl.Boolean: "boolean", pl.Date: "date", pl.Time: "time"}.get(dtype.base_type(), "text")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _series(name: str, values: Sequence[Any]) -> pl.Series:
    """A column of a driver's values; a column of mixed types becomes text, which the encoder reads."""
    kinds = {type(value) for value in values if value is not None}
    if not kinds:
        return pl.Series(name, values, dtype=pl.String)
    if kinds & {bytes, memoryview}:
        raise SourceError(f"Column {name!r} holds binary data. Leave it out of the query.")
    if kinds <= {int, float}:
        return pl.Series(name, values, dtype=pl.Float64 if float in kinds else None, strict=False)
    if kinds <= {int, float, decimal.Decimal}:
        return pl.Series(name, [None if value is None else float(value) for value in values], dtype=pl.Float64)
    if len(kinds) == 1 and kinds <= _HELD_AS_THEY_ARE:
        try:
            return pl.Series(name, values)
        except (TypeError, pl.exceptions.PolarsError):
            pass
    return pl.Series(name, [_plain(value) for value in values], dtype=pl.String)


def _plain(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
