"""Messages end up in logs: they repeat no password, wherever a database's URL was written, and can be printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.cli.changed_job import settings
from tokumei.errors import JobError, without_password
from tokumei.job import load, with_settings

PASSWORD = "hunter2"
URL = f"postgresql://user:{PASSWORD}@localhost:1/people"
FRAME = pl.DataFrame({"town": ["a", "b", "a", "b"]})


def job(**changes: Any) -> dict[str, Any]:
    return {"columns": {"town": {"role": "quasi", "type": "category"}}, "privacy": {"k": 2}, **changes}


@pytest.mark.parametrize(
    "changes",
    [
        {"source": URL},
        {"source": {"sql": URL.replace("postgresql", "mysql"), "query": "select 1"}},
        {"source": {"sql": f"user=u password={PASSWORD}", "query": "select 1"}},
        {"source": {"sql": URL, "query": "select 1", URL: 1}},
        {"output": {"data": URL}},
        {"output": {"data": URL.replace("postgresql", "mysql")}},
        {"output": {"data": f"{URL}#t", "report": URL}},
        {"method": {"score": "purpose", "rules": URL}},
        {"columns": {"town": {"role": "quasi", "type": "category", "hierarchy": URL}}},
        {URL: 1},
    ],
)
def test_no_message_repeats_a_password(
    changes: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    FRAME.write_csv("people.csv")
    with pytest.raises(tokumei.TokumeiError) as refused:
        tokumei.run({"source": "people.csv", "output": {"data": "out.csv"}, **job(), **changes})
    assert PASSWORD not in str(refused.value)


@pytest.mark.parametrize(
    "word", [URL, f"{URL}?sslmode=require", f"source: {URL}?a=b", f"source.{URL}?a=b", f"output.data=[{URL}"]
)
def test_a_setting_of_the_command_line_repeats_no_password(word: str) -> None:
    with pytest.raises(JobError) as refused:
        with_settings(load(job()), settings([word]))
    assert PASSWORD not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (URL, "postgresql://user:…@localhost:1/people"),
        ("'postgresql:/u:a@b/c@h/x' is", "'postgresql:/u:…@h/x' is"),
        ("postgresql://h/x?user=u&password=p#t", "postgresql://h/x?user=u&password=…#t"),
        ("postgresql://user@h/x", "postgresql://user@h/x"),
    ],
)
def test_only_the_password_is_left_out(address: str, shown: str) -> None:
    assert without_password(address) == shown


def test_half_of_a_surrogate_pair_in_a_name_can_be_printed() -> None:
    with pytest.raises(JobError) as refused:
        settings(["a\udcff=["])
    assert str(refused.value).encode()
