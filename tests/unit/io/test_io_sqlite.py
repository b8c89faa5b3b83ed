"""SQLite in and out."""

from __future__ import annotations

import datetime as dt
import sqlite3
from pathlib import Path

import polars as pl
import pytest

from tokumei.errors import JobError, OutputError, SourceError
from tokumei.io.sql import is_sql, read_sql, split_target, write_sql

FRAME = pl.DataFrame(
    {
        "town": ["東京", None, "", "a'b\"c"],
        "n": [1, None, 3, 4],
        "x": [0.5, None, 1e300, -1.0],
        "day": [dt.date(2011, 12, 1), None, dt.date(1969, 1, 1), dt.date(2000, 2, 29)],
    }
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/d.db"


def test_a_table_is_written_and_read_back(url: str) -> None:
    write_sql(FRAME, url, "release")
    reading = read_sql(url, "select * from release")
    assert reading.frame["town"].to_list() == FRAME["town"].to_list()
    assert reading.frame["n"].to_list() == FRAME["n"].to_list()
    assert reading.frame["x"].to_list() == FRAME["x"].to_list()
    assert reading.frame["day"].to_list() == ["2011-12-01", None, "1969-01-01", "2000-02-29"]
    assert reading.facts.kind == "sqlite"
    assert reading.facts.sha256 is None


def test_relative_paths_start_at_the_folder(tmp_path: Path) -> None:
    write_sql(FRAME, "sqlite:///sub/d.db", "t", folder=tmp_path)
    assert (tmp_path / "sub" / "d.db").is_file()
    assert read_sql("sqlite:///sub/d.db", "select n from t", folder=tmp_path).frame.height == 4


def test_dictionaries_lists_and_odd_names_are_written(url: str) -> None:
    frame = pl.DataFrame({'a "b"': ["x", "y"], "d": [["p", "q"], None]}).cast({'a "b"': pl.Enum(["x", "y"])})
    write_sql(frame, url, 'odd "name"')
    assert read_sql(url, 'select * from "odd ""name"""').frame.rows() == [("x", '["p","q"]'), ("y", None)]


def test_an_existing_table_needs_force(url: str) -> None:
    write_sql(FRAME, url, "t")
    with pytest.raises(OutputError, match="--force"):
        write_sql(FRAME.head(1), url, "t")
    assert read_sql(url, "select * from t").frame.height == 4
    write_sql(FRAME.head(1), url, "t", replace=True)
    assert read_sql(url, "select * from t").frame.height == 1


def test_a_failed_write_leaves_the_database_as_it_was(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write_sql(FRAME, url, "t")

    def interrupted(self: pl.DataFrame, n_rows: int = 0) -> object:
        yield self.head(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(pl.DataFrame, "iter_slices", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_sql(FRAME, url, "t", replace=True)
    monkeypatch.undo()
    assert read_sql(url, "select * from t").frame.height == 4


def test_a_failed_write_leaves_no_new_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: pl.DataFrame, n_rows: int = 0) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(pl.DataFrame, "iter_slices", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_sql(FRAME, f"sqlite:///{tmp_path}/new.db", "t")
    assert list(tmp_path.iterdir()) == []


def test_reading_never_writes(url: str, tmp_path: Path) -> None:
    write_sql(FRAME, url, "t")
    with pytest.raises(SourceError, match="refuses the query"):
        read_sql(url, "delete from t")
    assert read_sql(url, "select * from t").frame.height == 4
    with pytest.raises(SourceError, match="no database file"):
        read_sql(f"sqlite:///{tmp_path}/none.db", "select 1")
    assert not (tmp_path / "none.db").exists()


def test_queries_that_give_no_table(url: str, tmp_path: Path) -> None:
    write_sql(FRAME, url, "t")
    for query, word in (
        ("select * from nowhere", "nowhere"),
        ("select * from t where n > 100", "no records"),
        ("select n, n from t", "more than one column named 'n'"),
        ("selct 1", "refuses"),
        ("select x'00ff' as blob", "binary"),
    ):
        with pytest.raises(SourceError, match=word):
            read_sql(url, query)
    (tmp_path / "text.db").write_text("this is no database, but it is long enough to look at" * 20)
    with pytest.raises(SourceError, match="refuses"):
        read_sql(f"sqlite:///{tmp_path}/text.db", "select * from t")


def test_columns_of_mixed_types_become_texts(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "d.db") as connection:
        connection.execute("create table t (a, b)")
        connection.executemany("insert into t values (?, ?)", [(1, 1), ("x", 2.5), (None, None)])
    connection.close()
    frame = read_sql(f"sqlite:///{tmp_path}/d.db", "select * from t").frame
    assert frame["a"].to_list() == ["1", "x", None]
    assert frame["b"].to_list() == [1.0, 2.5, None]


def test_urls() -> None:
    assert is_sql("sqlite:///a.db#t")
    assert is_sql("postgresql://h/d#t")
    assert not is_sql("out/a.csv")
    assert split_target("sqlite:///a.db#my%20table") == ("sqlite:///a.db", "my table")
    with pytest.raises(JobError, match="URL#table"):
        split_target("sqlite:///a.db")
    for url in ("mysql://h/d", "sqlite:a.db", "sqlite:///"):
        with pytest.raises(JobError):
            read_sql(url, "select 1")
