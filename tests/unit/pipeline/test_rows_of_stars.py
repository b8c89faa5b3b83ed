"""A row of `*` marks a removed record only where the job says that removed records are marked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei

NAMES = [f"{first}{second}" for first in "佐鈴高田渡" for second in "藤木橋中辺"] + ["A", "B", "C", "D"]


def texts_job(**output: str) -> dict[str, Any]:
    return {
        "columns": {"name": {"role": "quasi", "type": "text", "n": 1, "all_masked": True}},
        "privacy": {"k": 4},
        "output": {"order": "keep", **output},
    }


def test_no_name_of_a_list_was_removed() -> None:
    names = pl.DataFrame({"name": NAMES})
    release = tokumei.anonymize(names, texts_job())
    stars = release.data["name"].to_list().count("*")
    assert stars == 4
    measured = tokumei.measure(names, release, texts_job())
    verified = tokumei.verify(release, texts_job())
    for figures in (release.report, measured, verified.to_dict()):
        assert figures["removed"] == 0
        assert figures["smallest_group"] == min(Counter(release.data["name"]).values())
    assert (release.report["released"], measured["released"], verified.records) == (len(NAMES),) * 3
    for name in ("average_group", "discernibility", "groups"):
        assert release.report[name] == measured[name], name
    assert measured["loss"]["columns"] == pytest.approx(release.report["loss"]["columns"])


def test_marks_are_read_only_where_records_can_be_removed() -> None:
    names = pl.DataFrame({"name": NAMES})
    release = tokumei.anonymize(names, texts_job(removed="mark"))
    assert tokumei.measure(names, release, texts_job(removed="mark"))["removed"] == 0
    assert tokumei.verify(release, texts_job(removed="mark")).removed == 0


def table_job(tree: Path, **output: str) -> dict[str, Any]:
    return {
        "columns": {"town": {"role": "quasi", "hierarchy": str(tree)}, "work": {"role": "quasi", "type": "category"}},
        "privacy": {"k": 2, "suppress": 0.3},
        "output": {"order": "keep", **output},
    }


@pytest.fixture(params=["", "*;y;*\n"], ids=["plain", "a value *"])
def tree(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    (tmp_path / "town.csv").write_text("a;x;*\nb;x;*\nc;y;*\n" + request.param)
    return tmp_path / "town.csv"


@pytest.fixture
def towns() -> pl.DataFrame:
    return pl.DataFrame({"town": list("aaabbbbc"), "work": list("pppqqqqr")})


def test_a_table_of_quasi_identifiers_alone_with_a_group_of_anything(tree: Path, towns: pl.DataFrame) -> None:
    """Whoever made it: two records are published as the root of every hierarchy, and none is removed."""
    published = pl.DataFrame({"town": ["a"] * 3 + ["b"] * 3 + ["*"] * 2, "work": ["p"] * 3 + ["q"] * 3 + ["*"] * 2})
    verified = tokumei.verify(published, table_job(tree))
    assert (verified.ok, verified.groups, verified.records, verified.removed) == (True, 3, 8, 0)
    measured = tokumei.measure(towns, published, table_job(tree))
    assert (measured["groups"], measured["removed"], measured["average_group"]) == (3, 0, 8 / 3)
    marked = tokumei.verify(published, table_job(tree, removed="mark"))
    assert (marked.ok, marked.groups, marked.records, marked.removed) == (True, 2, 6, 2)
    measured = tokumei.measure(towns, published, table_job(tree, removed="mark"))
    assert (measured["groups"], measured["removed"], measured["average_group"]) == (2, 2, 3.0)


def test_a_group_of_anything_that_is_too_small_breaks_the_promise(tree: Path) -> None:
    published = pl.DataFrame({"town": ["a"] * 3 + ["*"], "work": ["p"] * 3 + ["*"]})
    assert not tokumei.verify(published, table_job(tree)).ok
    assert tokumei.verify(published, table_job(tree, removed="mark")).ok


@pytest.mark.parametrize("removed", ["drop", "mark"])
def test_removed_records_are_counted_alike_by_run_verify_and_measure(
    tree: Path, towns: pl.DataFrame, removed: str
) -> None:
    job = table_job(tree, removed=removed)
    release = tokumei.anonymize(towns, job)
    assert release.report["removed"] == 1
    measured = tokumei.measure(towns, release, job)
    for name in ("removed", "groups", "average_group", "discernibility"):
        assert measured[name] == release.report[name], name
    assert tokumei.verify(release, job).removed == (1 if removed == "mark" else 0)


def test_marks_need_a_column_that_can_say_so() -> None:
    ages = pl.DataFrame({"age": [1] * 5 + [2] * 5 + [1000]})
    job: dict[str, Any] = {
        "columns": {"age": {"role": "quasi", "type": "number"}},
        "privacy": {"k": 3, "suppress": 0.2},
        "output": {"removed": "mark", "numbers": "bounds"},
    }
    with pytest.raises(tokumei.JobError, match="`removed: drop` or `numbers: ranges`"):
        tokumei.anonymize(ages, job)
    open_type = {**job, "columns": {"age": {"role": "quasi"}}}
    with pytest.raises(tokumei.JobError, match="1 records are removed, but no column"):
        tokumei.anonymize(ages, open_type)
    by_nodes = {"age": {"role": "quasi", "type": "number", "hierarchy": {"intervals": [5]}}}
    assert tokumei.anonymize(ages, {**job, "columns": by_nodes}).report["removed"] == 1
    with_town = {**job, "columns": {**job["columns"], "town": "keep"}}
    release = tokumei.anonymize(ages.with_columns(town=pl.lit("a")), with_town)
    assert (release.report["removed"], tokumei.verify(release, with_town).removed) == (1, 1)


def test_a_value_that_reads_as_a_mark_is_refused_where_records_are_marked() -> None:
    values = pl.DataFrame({"town": list("abcd"), "kept": ["*", "x", "*", "y"]})
    job: dict[str, Any] = {
        "columns": {"town": {"role": "quasi", "type": "category", "hierarchy": {"frequency": True}}, "kept": "keep"},
        "privacy": {"k": 4, "suppress": 0.2},
    }
    assert tokumei.anonymize(values, job).report["released"] == 4
    with pytest.raises(tokumei.DataError, match="2 records show `\\*` in each column"):
        tokumei.anonymize(values, {**job, "output": {"removed": "mark"}})
    beside = {**job, "columns": {**job["columns"], "more": "keep"}, "output": {"removed": "mark"}}
    assert tokumei.anonymize(values.with_columns(more=pl.lit("z")), beside).report["released"] == 4


def test_all_records_in_one_group_of_anything_are_released() -> None:
    job = {
        "columns": {"town": {"role": "quasi", "type": "category", "hierarchy": {"frequency": True}}},
        "privacy": {"k": 4, "suppress": 0.2},
        "output": {"removed": "mark"},
    }
    release = tokumei.anonymize(pl.DataFrame({"town": list("abcd")}), job)
    assert (release.report["released"], tokumei.verify(release, job).records) == (4, 4)


def test_prefixes_beside_a_text_of_one_masked_character_read_as_marks() -> None:
    frame = pl.DataFrame({"code": ["11", "12", "13", "21", "22", "35", "35", "35"], "note": [*"abcd", *["xy"] * 4]})
    job: dict[str, Any] = {
        "columns": {
            "code": {"role": "quasi", "type": "category", "hierarchy": {"prefixes": [1]}},
            "note": {"role": "quasi", "type": "text", "n": 1, "all_masked": True},
        },
        "privacy": {"k": 3, "suppress": 0.1},
    }
    assert tokumei.anonymize(frame, job).report["smallest_group"] == 3
    with pytest.raises(tokumei.DataError, match="4 records show `\\*` in each column"):
        tokumei.anonymize(frame, {**job, "output": {"removed": "mark"}})
