"""What a run warns of: what is published as it is and leads to few, and what was surely not meant."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.io.values import rarity

PROSE = "the patient came back after a week and said that the medicine helped, number "
AGES = [20 + row % 10 for row in range(60)]


def warnings(columns: dict[str, Any], roles: dict[str, Any], k: int = 3, **settings: Any) -> list[dict[str, Any]]:
    job = {"columns": roles, "privacy": {"k": k}, **settings}
    found: list[dict[str, Any]] = tokumei.anonymize(pl.DataFrame(columns, strict=False), job).report["warnings"]
    return found


@pytest.mark.parametrize("role", ["sensitive", "keep"])
def test_values_that_few_records_share_are_counted(role: str) -> None:
    clinic = ["a"] * 30 + ["b"] * 25 + ["c", "c", "d", None, None]
    found = warnings({"age": AGES, "clinic": clinic}, {"age": "quasi", "clinic": {"role": role}})
    assert found == [{"key": "rare_values", "values": {"column": "clinic", "records": 3, "of": 60, "k": 3}}]


def test_common_values_and_recoded_columns_are_no_warning() -> None:
    roles = {"age": "quasi", "number": {"role": "quasi", "type": "number"}, "clinic": "keep"}
    assert warnings({"age": AGES, "number": list(range(60)), "clinic": ["a", "b", "c"] * 20}, roles) == []


@settings(deadline=None)
@given(st.lists(st.none() | st.sampled_from(["a", "b", "c", "d", ""]), max_size=30), st.integers(1, 6))
def test_rarity_against_counting_by_hand(values: list[str | None], below: int) -> None:
    filled = [value for value in values if value]
    expected = sum(1 for value in filled if filled.count(value) < below)
    for dtype in (pl.String, pl.Categorical):
        assert rarity(pl.Series("c", values, dtype=dtype), below=below) == (expected, len(set(filled)))


@pytest.mark.parametrize(
    ("series", "expected"),
    [
        (pl.Series([1.0, float("nan"), 1.0, 2.0]), (1, 2)),
        (pl.Series([["a", "b"], ["a", "b"], ["a"], None]), (1, 2)),
        (pl.Series([True, True, False]), (1, 2)),
        (pl.Series([None, None]), (0, 0)),
    ],
)
def test_rarity_of_other_types(series: pl.Series, expected: tuple[int, int]) -> None:
    assert rarity(series, below=2) == expected


@pytest.mark.parametrize("settings", [{"role": "keep"}, {"role": "sensitive"}, {"role": "keep", "type": "text"}])
def test_free_text_that_is_shown_is_told(settings: dict[str, str]) -> None:
    columns = {"age": AGES, "memo": [f"{PROSE}{row}" for row in range(60)]}
    found = warnings(columns, {"age": "quasi", "memo": settings})
    assert [warning["key"] for warning in found] == ["rare_values", "shown_text"]


def test_declared_text_is_told_even_where_it_repeats() -> None:
    columns = {"age": AGES, "memo": ["fine", "not so fine"] * 30}
    found = warnings(columns, {"age": "quasi", "memo": {"role": "keep", "type": "text"}})
    assert found == [{"key": "shown_text", "values": {"column": "memo"}}]


def test_long_labels_that_repeat_are_no_free_text() -> None:
    columns = {"age": AGES, "grade": [f"{PROSE}{row % 4}" for row in range(60)]}
    assert warnings(columns, {"age": "quasi", "grade": "keep"}) == []


def test_warnings_quote_no_cell() -> None:
    columns = {"age": AGES, "memo": [f"{PROSE}SECRET{row}" for row in range(60)]}
    assert "SECRET" not in json.dumps(warnings(columns, {"age": "quasi", "memo": "keep"}))


CONSTANT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "single values": (
        {"age": [20] * 6, "town": ["a"] * 6},
        {"age": {"role": "quasi", "type": "number"}, "town": {"role": "quasi", "type": "category"}},
    ),
    "a date": ({"day": ["2020-01-01"] * 6}, {"day": {"role": "quasi", "type": "date"}}),
    "nothing but missing values": ({"town": [None] * 6}, {"town": {"role": "quasi", "type": "category"}}),
    "sets": ({"ills": ["flu,cold"] * 6}, {"ills": {"role": "quasi", "type": "set"}}),
    "empty sets": ({"ills": [""] * 6, "age": [1] * 6}, {"ills": {"role": "quasi", "type": "set"}, "age": "quasi"}),
    "texts": ({"memo": ["so it was"] * 6}, {"memo": {"role": "quasi", "type": "text"}}),
    "all kinds": (
        {"age": [20] * 6, "ills": ["flu,cold"] * 6, "memo": ["so it was"] * 6},
        {
            "age": {"role": "quasi", "type": "number"},
            "ills": {"role": "quasi", "type": "set"},
            "memo": {"role": "quasi", "type": "text", "whitespace": "keep"},
        },
    ),
}


@pytest.mark.parametrize("name", CONSTANT)
def test_a_constant_table_is_published_with_a_warning(name: str) -> None:
    columns, roles = CONSTANT[name]
    release = tokumei.anonymize(pl.DataFrame(columns), {"columns": roles, "privacy": {"k": 3}})
    assert release.report["verified"]
    told = [warning for warning in release.report["warnings"] if warning["key"] == "all_constant"]
    assert told == [{"key": "all_constant", "values": {"columns": list(columns)}}]
    assert release.report["released"] == 6
    assert release.report["loss"]["ncp"] == 0
    assert all(release.data[column].n_unique() == 1 for column in columns)


@pytest.mark.parametrize(
    ("column", "settings"),
    [
        ([20] * 5 + [21], {"role": "quasi", "type": "number"}),
        (["a"] * 5 + [None], {"role": "quasi", "type": "category"}),
        (["a,b"] * 5 + ["a,c"], {"role": "quasi", "type": "set"}),
        (["a,b"] * 5 + ["a"], {"role": "quasi", "type": "set"}),
        ([""] * 5 + [None], {"role": "quasi", "type": "set"}),
        (["abc"] * 5 + ["abd"], {"role": "quasi", "type": "text"}),
    ],
)
def test_one_record_that_differs_is_enough_to_vary(column: list[Any], settings: dict[str, Any]) -> None:
    found = warnings({"c": column, "d": ["x"] * 6}, {"c": settings, "d": {"role": "quasi", "type": "category"}})
    assert "all_constant" not in [warning["key"] for warning in found]


def test_a_text_of_which_nothing_stays_is_told() -> None:
    letters = np.random.default_rng(0).permutation([chr(0x4E00 + place) for place in range(240)]).reshape(60, 4)
    columns = {"age": AGES, "memo": ["".join(row) for row in letters]}
    found = warnings(columns, {"age": "quasi", "memo": {"role": "quasi", "type": "text"}})
    assert found == [{"key": "all_masked", "values": {"column": "memo"}}]


def test_a_guessed_decimal_mark_is_a_warning(tmp_path: Any) -> None:
    (tmp_path / "data.csv").write_text("n;m\n" + "".join(f"1,{row}00;{row % 2}\n" for row in range(1, 9)))
    job = {"columns": {"n": {"role": "quasi", "type": "number"}, "m": "identifier"}, "privacy": {"k": 2}}
    report = tokumei.anonymize(tmp_path / "data.csv", job).report
    assert [warning["key"] for warning in report["warnings"]] == ["decimal_guessed", "repeated_identifier"]


def test_groups_of_few_people_are_those_that_are_published() -> None:
    """Groups of the partition can publish the same items, and are one group to whoever reads them."""
    rng = np.random.default_rng(1)
    sets = ["|".join(sorted(rng.choice(list("abcdefghijkl"), rng.integers(1, 6), replace=False))) for _ in range(300)]
    frame = pl.DataFrame({"patient": [f"p{number % 60}" for number in range(300)], "drugs": sets})
    columns = {"patient": "identifier", "drugs": {"role": "quasi", "type": "set", "separator": "|"}}
    report = tokumei.anonymize(frame, {"columns": columns, "privacy": {"k": 4}}).report
    (found,) = [note["values"] for note in report["warnings"] if note["key"] == "few_people"]
    assert found["of"] == report["groups"]


def test_groups_of_few_people_are_counted_though_the_identifier_is_dropped() -> None:
    """Three records of one age are one person's; the others are each another's."""
    people = {"who": ["a", "a", "a", "b", "c", "d"], "age": [20, 20, 20, 50, 50, 50]}
    roles = {"who": "identifier", "age": {"role": "quasi", "type": "number"}}
    found = [note["values"] for note in warnings(people, roles) if note["key"] == "few_people"]
    assert found == [{"column": "who", "groups": 1, "of": 2, "k": 3, "one": 1}]
    apart = {**people, "who": ["a", "b", "c", "a", "b", "c"]}
    assert "few_people" not in [note["key"] for note in warnings(apart, roles)]
