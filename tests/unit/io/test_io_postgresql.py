"""PostgreSQL in and out, against a server of our own that lives as long as the tests."""

from __future__ import annotations

import datetime as dt
import glob
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from tokumei.errors import ExtraError, OutputError, SourceError
from tokumei.io.sql import read_sql, write_sql

FRAME = pl.DataFrame(
    {
        "town": ["東京", None, "", 'a,"b"\n\\N'],
        "n": [1, None, 3, 2**62],
        "x": [0.1, None, 1e300, -1.0],
        "flag": [True, None, False, True],
        "day": [dt.date(2011, 12, 1), None, dt.date(1969, 1, 1), dt.date(2000, 2, 29)],
        "at": [dt.datetime(2011, 12, 1, 8, 26, 0, 5), None, dt.datetime(1969, 1, 1), dt.datetime(2000, 2, 29)],
    }
)


def programs() -> Path | None:
    """The folder of initdb and pg_ctl."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += [Path(path) for path in sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)]
    return next((folder for folder in folders if (folder / "pg_ctl").exists() and (folder / "initdb").exists()), None)


def unprivileged() -> list[str] | None:
    """How to run a command as somebody else than root, whom the server refuses; None where it cannot be done."""
    if os.geteuid() != 0:
        return []
    import pwd  # Windows has no such module

    names = {entry.pw_name for entry in pwd.getpwall()}
    user = next((name for name in ("postgres", "nobody") if name in names), None)
    runuser = shutil.which("runuser")
    return [runuser, "-u", user, "--"] if user and runuser else None


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The URL of a running server, reachable through a socket in its own folder only."""
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra sql)")
    folder = programs()
    if folder is None:
        pytest.skip("the programs of a PostgreSQL server (initdb, pg_ctl) are not installed")
    prefix = unprivileged()
    if prefix is None:
        pytest.skip("PostgreSQL does not run as root, and there is no other user to run it as")
    home = Path(tempfile.mkdtemp(prefix="tokumei-pg-"))  # a short path: socket names have at most 107 bytes
    if prefix:
        shutil.chown(home, user=prefix[2])
    control = [*prefix, str(folder / "pg_ctl"), "-D", str(home / "data"), "-w", "-t", "60"]
    options = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off"
    try:
        run(
            [*prefix, str(folder / "initdb"), "-D", str(home / "data"), "-A", "trust", "-U", "tester", "-E", "UTF8"],
            home,
        )
        run([*control, "-l", str(home / "log"), "-o", options, "start"], home)
        try:
            yield f"postgresql://tester@/postgres?host={home}"
        finally:
            run([*control, "-m", "immediate", "stop"], home)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_a_table_is_written_and_read_back(server: str) -> None:
    write_sql(FRAME, server, "release")
    reading = read_sql(server, "select * from release")
    assert reading.frame.equals(FRAME.cast({"at": reading.frame.schema["at"]}))
    assert reading.facts.kind == "postgresql"
    assert reading.facts.sha256 is None


def test_types_of_the_server(server: str) -> None:
    query = """select 1.50::numeric as num, '{a,b}'::text[] as items, '{"k": 1}'::jsonb as doc,
        'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid as id, '08:26'::time as t,
        '2011-12-01 08:26+09'::timestamptz as z, null::text as nothing"""
    row = read_sql(server, query).frame.row(0, named=True)
    assert row["num"] == 1.5
    assert row["items"] == ["a", "b"]
    assert row["doc"] == '{"k": 1}'
    assert row["id"] == "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
    assert row["t"] == dt.time(8, 26)
    assert row["z"].timestamp() == dt.datetime(2011, 11, 30, 23, 26, tzinfo=dt.UTC).timestamp()
    assert row["nothing"] is None


def test_lists_and_dictionaries_are_written_as_text(server: str) -> None:
    frame = pl.DataFrame({"a": ["x", None], "d": [["p,q"], None]}).cast({"a": pl.Enum(["x"])})
    write_sql(frame, server, "lists")
    assert read_sql(server, "select * from lists").frame.rows() == [("x", '["p,q"]'), (None, None)]


def test_an_existing_table_needs_force_and_schemas_work(server: str) -> None:
    write_sql(FRAME, server, "public.again")
    with pytest.raises(OutputError, match="--force"):
        write_sql(FRAME.head(1), server, "again")
    write_sql(FRAME.head(1), server, "again", replace=True)
    assert read_sql(server, "select * from again").frame.height == 1


def test_a_failed_write_leaves_the_table_as_it_was(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write_sql(FRAME, server, "kept")

    def interrupted(self: pl.DataFrame, n_rows: int = 0) -> object:
        yield self.head(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(pl.DataFrame, "iter_slices", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_sql(FRAME, server, "kept", replace=True)
    monkeypatch.undo()
    assert read_sql(server, "select * from kept").frame.height == 4


def test_reading_never_writes(server: str) -> None:
    write_sql(FRAME, server, "safe")
    with pytest.raises(SourceError, match="read-only"):
        read_sql(server, "delete from safe returning *")
    assert read_sql(server, "select * from safe").frame.height == 4


def test_refused_queries_name_tables_but_never_values(server: str) -> None:
    with pytest.raises(SourceError, match="nowhere"):
        read_sql(server, "select * from nowhere")
    with pytest.raises(SourceError, match="no records"):
        read_sql(server, "select 1 as a where false")
    with pytest.raises(SourceError, match="22P02") as caught:
        read_sql(server, "select v::int from (values ('sec' || 'ret')) as t(v)")
    assert "secret" not in str(caught.value)


def test_passwords_are_never_told() -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra sql)")
    with pytest.raises(SourceError, match="cannot be reached") as caught:
        read_sql("postgresql://me:hushhush@127.0.0.1:1/db", "select 1")
    assert "hushhush" not in str(caught.value)
    with pytest.raises(OutputError, match="cannot be reached"):
        write_sql(FRAME, "postgresql://me:hushhush@127.0.0.1:1/db", "t")


def test_a_missing_driver_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ExtraError, match=r"tokumei\[sql\]"):
        read_sql("postgresql://127.0.0.1/db", "select 1")
