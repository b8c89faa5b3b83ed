"""The ledger of releases: groups stay together, newcomers come in k or not at all, and nothing strange is believed."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei

K = 3


def table(ids: list[int]) -> pl.DataFrame:
    rng = np.random.default_rng(1)
    ages, towns = rng.integers(20, 70, 500), rng.choice(list("abcd"), 500)
    return pl.DataFrame({"who": [f"p{one}" for one in ids], "age": ages[ids], "town": towns[ids], "row": ids})


def table_job(ledger: Path, **more: Any) -> dict[str, Any]:
    return {
        "columns": {
            "who": "identifier",
            "age": {"role": "quasi", "type": "number"},
            "town": {"role": "quasi", "type": "category"},
            "row": "identifier",
        },
        "person": "who",
        "one_per": {"person": "last", "by": "row"},
        "privacy": {"k": K, "suppress": 0.9},
        "ledger": str(ledger),
        "output": {"order": "keep", "removed": "mark"},
        **more,
    }


def log(ids: list[int], upto: int) -> pl.DataFrame:
    rng = np.random.default_rng(2)
    rows = [(who, int(rng.integers(0, 9)), f"g{rng.integers(0, 6)}") for who in range(60) for _ in range(8)]
    chosen = [row for place, row in enumerate(rows) if row[0] in ids and place % 8 < upto]
    who, day, goods = zip(*chosen, strict=True)
    return pl.DataFrame({"who": [f"p{one}" for one in who], "day": day, "goods": goods})


def history_job(ledger: Path, **more: Any) -> dict[str, Any]:
    columns = {"day": {"role": "quasi", "type": "number"}, "goods": {"role": "quasi", "type": "category"}}
    return {
        "columns": {"who": "identifier", **columns},
        "subject": "who",
        "privacy": {"k": K},
        "ledger": str(ledger),
        "output": {"order": "keep", "removed": "mark"},
        **more,
    }


def groups(source: pl.DataFrame, released: pl.DataFrame) -> list[set[str]]:
    """Who publishes the same rows as whom; people who are not published are in none."""
    rows: dict[str, list[str]] = defaultdict(list)
    shown = released.drop("who", strict=False).cast(pl.String).fill_null("").rows()
    for who, cells in zip(source["who"].to_list(), shown, strict=True):
        if set(cells) != {"*"}:
            rows[who].append(str(cells))
    same: dict[str, set[str]] = defaultdict(set)
    for who, own in rows.items():
        same[str(sorted(own))].add(who)
    return list(same.values())


def release(frame: pl.DataFrame, job: dict[str, Any], folder: Path) -> tokumei.Release:
    made = tokumei.anonymize(frame, job)
    made.write(folder, force=True)
    return made


def test_the_first_release_writes_the_ledger_and_its_key_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "my.ledger"
    made = tokumei.anonymize(table(list(range(30))), table_job(path))
    assert not path.exists()
    made.write(tmp_path / "out")
    assert path.exists()
    assert made.report["ledger"]["release"] == 1
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
        assert (tmp_path / "my.ledger.key").stat().st_mode & 0o077 == 0
    text = path.read_text()
    assert "p17" not in text
    assert len(json.loads(text)["people"]) == 30


PEOPLE = st.lists(st.integers(0, 59), min_size=K, max_size=30, unique=True)


@settings(deadline=None, max_examples=40)
@given(PEOPLE, PEOPLE, st.booleans())
def test_two_releases_leave_at_least_k_people_together(
    tmp_path_factory: pytest.TempPathFactory, first: list[int], second: list[int], history: bool
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    asked = {"file": str(folder / "my.ledger"), "newcomers": "remove"}
    sources = (log(first, 6), log(second, 8)) if history else (table(first), table(second))
    job = {**(history_job if history else table_job)(folder), "ledger": asked}
    try:
        made = [release(source, job, folder) for source in sources]
    except tokumei.PromiseError:  # too few are left, or more would have to be removed than the job lets be
        return
    one, two = (groups(source, released.data) for source, released in zip(sources, made, strict=True))
    before = set().union(*one)
    for group in two:
        assert all(len(group & old) == 0 or len(group & old) >= K for old in one)
        assert len(group - before) == 0 or len(group - before) >= K
    assert (made[1].report["ledger"]["smallest_together"] or K) >= K


@pytest.mark.parametrize("kind", ["table", "history"])
def test_fewer_than_k_newcomers_are_refused_or_removed(kind: str, tmp_path: Path) -> None:
    few, more = list(range(20)), [*range(20), 40, 41]
    one, two = (log(few, 8), log(more, 8)) if kind == "history" else (table(few), table(more))
    job = (history_job if kind == "history" else table_job)(tmp_path / "my.ledger")
    release(one, job, tmp_path)
    with pytest.raises(tokumei.Infeasible, match="newcomers: remove"):
        tokumei.anonymize(two, job)
    job["ledger"] = {"file": job["ledger"], "newcomers": "remove"}
    made = tokumei.anonymize(two, job)
    assert not {"p40", "p41"} & set().union(*groups(two, made.data))


def test_a_person_who_comes_back_stands_where_she_stood(tmp_path: Path) -> None:
    job = table_job(tmp_path / "my.ledger")
    everyone = list(range(20))
    (old,) = [group for group in groups(table(everyone), release(table(everyone), job, tmp_path).data) if "p3" in group]
    release(table([one for one in everyone if one != 3]), job, tmp_path)
    again = groups(table(everyone), release(table(everyone), job, tmp_path).data)
    assert [group for group in again if "p3" in group] == [old]


def test_groups_that_few_people_left_are_warned_of(tmp_path: Path) -> None:
    job = {**table_job(tmp_path / "my.ledger"), "privacy": {"k": 2, "suppress": 0.5}}
    frame = pl.DataFrame({"who": list("abcdef"), "age": [20] * 3 + [60] * 3, "town": ["a"] * 6, "row": range(6)})
    release(frame, job, tmp_path)
    report = tokumei.anonymize(frame.filter(pl.col("who") != "a"), job).report
    assert {"key": "few_left", "values": {"groups": 1, "of": 2}} in report["warnings"]


def test_a_kept_group_that_lost_its_diversity_is_removed(tmp_path: Path) -> None:
    job = table_job(tmp_path / "my.ledger", privacy={"k": 2, "suppress": 0.9, "l_diversity": {"ill": {"distinct": 2}}})
    job["columns"]["ill"] = {"role": "sensitive", "type": "category"}
    frame = pl.DataFrame(
        {"who": list("abcdef"), "age": [20] * 3 + [60] * 3, "town": ["a"] * 6, "row": range(6), "ill": list("xxyxyy")}
    )
    assert release(frame, job, tmp_path).report["removed"] == 0
    again = release(frame.filter(pl.col("who") != "c"), job, tmp_path)  # a and b are left, both with x
    assert groups(frame.filter(pl.col("who") != "c"), again.data.drop("ill")) == [{"d", "e", "f"}]


def test_removals_beyond_what_is_allowed_are_refused_beforehand(tmp_path: Path) -> None:
    job = {**table_job(tmp_path / "my.ledger"), "privacy": {"k": 3}}
    frame = pl.DataFrame({"who": list("abcdef"), "age": [20] * 3 + [60] * 3, "town": ["a"] * 6, "row": range(6)})
    release(frame, job, tmp_path)
    with pytest.raises(tokumei.Infeasible, match=r"2 of 5 records would be removed.*raise it to 0\.4,"):
        tokumei.anonymize(frame.filter(pl.col("who") != "a"), job)


@pytest.fixture
def written(tmp_path: Path) -> dict[str, Any]:
    job = table_job(tmp_path / "my.ledger")
    release(table(list(range(30))), job, tmp_path)
    return job


def test_a_ledger_of_another_key_is_refused(written: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "my.ledger.key").write_text("k" * 64)
    with pytest.raises(tokumei.JobError, match="another key"):
        tokumei.anonymize(table(list(range(30))), written)
    (tmp_path / "my.ledger.key").unlink()
    with pytest.raises(tokumei.JobError, match="has no key"):
        tokumei.anonymize(table(list(range(30))), written)
    assert not (tmp_path / "my.ledger.key").exists()


@pytest.mark.parametrize(
    "change", [lambda text: text[:-40], lambda text: text.replace(": 0,", ": 1,", 1), lambda text: "[]"]
)
def test_a_broken_ledger_is_refused(written: dict[str, Any], tmp_path: Path, change: Any) -> None:
    path = tmp_path / "my.ledger"
    path.write_text(change(path.read_text()))
    with pytest.raises(tokumei.JobError, match="broken"):
        tokumei.anonymize(table(list(range(30))), written)


def test_a_ledger_of_another_job_is_refused(written: dict[str, Any]) -> None:
    other = {**written, "columns": {**written["columns"], "town": "keep"}}
    with pytest.raises(tokumei.JobError, match="of another job"):
        tokumei.anonymize(table(list(range(30))), other)


def test_nothing_is_written_to_it_where_the_release_is_not(written: dict[str, Any], tmp_path: Path) -> None:
    before = (tmp_path / "my.ledger").read_bytes()
    made = tokumei.anonymize(table(list(range(30))), written)
    with pytest.raises(tokumei.OutputError):
        made.write(tmp_path)  # the files exist
    assert (tmp_path / "my.ledger").read_bytes() == before


def test_a_ledger_needs_to_know_who_people_are(tmp_path: Path) -> None:
    job = table_job(tmp_path / "my.ledger")
    for name in ("person", "one_per"):
        job.pop(name)
    with pytest.raises(tokumei.JobError, match="name the identifier as `person`"):
        tokumei.load(job)
