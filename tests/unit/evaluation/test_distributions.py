"""Distributions before and after: what they count, and what they must not name."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, Role, SetColumn, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import ItemSets, Nodes, Ranges, Recoding, ValueSets
from tokumei.core.table import Table
from tokumei.evaluation.distributions import distributions, group_sizes

INT = np.int32


def codes(*values: int) -> np.ndarray:
    return np.array(values, dtype=INT)


def number(values: list[float], *, null: bool = False, name: str = "age") -> NumberColumn:
    given_values = np.array(values)
    distinct, places = np.unique(given_values, return_inverse=True)
    column_codes = places.astype(INT)
    if null:
        column_codes = np.append(column_codes, INT(len(distinct))).astype(INT)
    return NumberColumn(name=name, role=Role.QUASI, codes=column_codes, values=distinct, has_null=null)


def category(column_codes: np.ndarray, values: tuple[str, ...], **options: object) -> CategoryColumn:
    return CategoryColumn(name="job", role=Role.QUASI, codes=column_codes, values=values, **options)  # type: ignore[arg-type]


def only(column: object, recoded: object, *, k: int = 2, group: np.ndarray | None = None) -> dict:
    records = len(column)  # type: ignore[arg-type]
    table = Table((column,), records)  # type: ignore[arg-type]
    group = np.zeros(records, dtype=INT) if group is None else group
    recoding = Recoding(group, {} if recoded is None else {column.name: recoded})  # type: ignore[attr-defined]
    return distributions(table, recoding, k=k)[column.name]  # type: ignore[attr-defined]


def test_a_range_spreads_evenly_over_the_values_it_covers() -> None:
    column = number([1, 1, 2, 2, 5, 5])
    recoded = Ranges(column, codes(0, 0, 0, 0, 1, 1), low=codes(0, 2), high=codes(1, 2))
    got = only(column, recoded)
    assert got["before"] == {"labels": ["1", "2", "5"], "counts": [2, 2, 2], "other": 0, "missing": 0}
    assert got["after"]["counts"] == [2, 2, 2]
    wide = Ranges(column, codes(0, 0, 0, 0, 0, 0), low=codes(0), high=codes(1))
    assert only(column, wide)["after"]["counts"] == [3, 3, 0]
    assert (got["distinct_before"], got["distinct_after"]) == (3, 2)


def test_a_range_that_mixes_null_gives_null_its_share() -> None:
    column = number([1, 1, 2, 2], null=True)
    column = NumberColumn(
        name="age", role=Role.QUASI, codes=codes(0, 0, 1, 1, 2, 2), values=np.array([1, 2]), has_null=True
    )
    got = only(column, Ranges(column, codes(0, 0, 0, 0, 0, 0), low=codes(0), high=codes(2)))
    assert got["before"]["missing"] == 2
    assert got["after"]["missing"] == 2
    assert got["after"]["counts"] == [2, 2]


def test_a_node_spreads_over_its_leaves_that_occur() -> None:
    hierarchy = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["unused", "x"], ["c", "y"], ["", "y"]])
    column = category(codes(0, 0, 0, 1, 2, 2, 3, 3), ("a", "b", "c"), has_null=True, hierarchy=hierarchy)
    node = {label: place for place, label in enumerate(hierarchy.labels)}
    recoded = Nodes(column, hierarchy, codes(0, 0, 0, 0, 1, 1, 2, 2), node=codes(node["x"], node["c"], node[""]))
    got = only(column, recoded, k=1)
    assert got["after"] == {"labels": ["a", "c", "b"], "counts": [2, 2, 2], "other": 0, "missing": 2}
    assert got["before"]["counts"] == [3, 2, 1]
    assert got["distinct_after"] == 3


def test_a_set_of_values_spreads_over_its_members() -> None:
    column = category(codes(0, 0, 0, 1, 2, 2), ("a", "b", "c"))
    recoded = ValueSets(column, codes(0, 0, 0, 0, 1, 1), np.array([0, 2, 3]), codes(0, 1, 2), domain=3)
    got = only(column, recoded, k=1)
    assert got["after"]["counts"] == [2, 2, 2]
    assert got["distinct_after"] == 2


@pytest.mark.parametrize("domain", [3, 200, 900])
def test_distinct_sets_are_counted_exactly(domain: int) -> None:
    random = np.random.default_rng(domain)
    sets = [np.sort(random.choice(domain, size=random.integers(1, 4), replace=False)) for _ in range(300)]
    column = category(np.arange(300, dtype=INT) % domain, tuple(f"v{place:04}" for place in range(domain)))
    offsets = np.cumsum([0, *(len(one) for one in sets)])
    entry = np.arange(300, dtype=INT)
    entry[7] = -1
    recoded = ValueSets(column, entry, offsets, np.concatenate(sets).astype(INT), domain=domain)
    group = np.where(entry < 0, -1, 0).astype(INT)
    expected = len({one.tobytes() for place, one in enumerate(sets) if place != 7})
    assert only(column, recoded, group=group)["distinct_after"] == expected


def test_items_are_counted_before_and_kept() -> None:
    column = SetColumn(
        name="diseases",
        role=Role.QUASI,
        offsets=np.array([0, 2, 4, 5, 5, 5]),
        items=codes(0, 1, 0, 2, 0),
        values=("asthma", "flu", "rare"),
        null=np.array([False, False, False, True, True]),
    )
    recoded = ItemSets(column, codes(0, 0, 0, 1, 1), np.array([0, 1, 1]), codes(0), null=np.array([False, True]))
    got = only(column, recoded)
    assert got["before"] == {"labels": ["asthma"], "counts": [3], "other": 2, "missing": 2}
    assert got["after"] == {"labels": ["asthma"], "counts": [3], "other": 0, "missing": 2}
    assert (got["distinct_before"], got["distinct_after"]) == (3, 1)


def test_removed_records_count_in_neither() -> None:
    column = category(codes(0, 0, 0, 1, 1), ("a", "b"))
    entry = codes(0, 0, -1, 1, -1)
    recoded = ValueSets(column, entry, np.array([0, 1, 2]), codes(0, 1), domain=2)
    got = only(column, recoded, k=1, group=np.where(entry < 0, -1, 0).astype(INT))
    assert got["before"]["counts"] == got["after"]["counts"] == [2, 1]


def test_a_column_published_as_it_is_keeps_its_distribution() -> None:
    column = category(codes(0, 0, 0, 1, 1, 2), ("a", "b", "secret"))
    got = only(column, None)
    assert got["before"] == got["after"] == {"labels": ["a", "b"], "counts": [3, 2], "other": 1, "missing": 0}


def test_text_has_no_distribution() -> None:
    text = TextColumn(
        name="note",
        role=Role.QUASI,
        offsets=np.zeros(3, np.int64),
        points=np.zeros(0, np.uint32),
        null=np.zeros(2, bool),
    )
    assert distributions(Table((text,), 2), Recoding(np.zeros(2, dtype=INT), {}), k=2) == {}


def test_an_outlier_names_no_edge() -> None:
    column = number([*range(100), 987_654], name="income")
    got = only(column, None, k=1)
    assert all("987" not in label for label in got["before"]["labels"])
    assert got["before"]["labels"][0] == "0–4"
    assert got["before"]["labels"][-1] == "≥ 100"
    assert "≥ 100" not in only(column, None, k=2)["before"]["labels"]


def test_bins_have_round_edges() -> None:
    column = number([place / 100 for place in range(100)])
    assert only(column, None, k=1)["before"]["labels"][:3] == ["0–0.05", "0.05–0.1", "0.1–0.15"]
    assert only(column, None, k=1)["before"]["counts"] == [5.0] * 20


@pytest.mark.parametrize(
    ("step", "labels"),
    [
        (3600, ["2020-01-01 00:00", "2020-01-01 06:00"]),
        (86_400, ["2019-12-30", "2020-01-06"]),
        (86_400 * 20, ["2020", "2022"]),
    ],
)
def test_dates_fall_into_calendar_bins(step: int, labels: list[str]) -> None:
    start = np.datetime64("2020-01-01", "us").astype(np.int64)
    values = start + np.arange(100) * step * 1_000_000 * (5 if step > 86_400 else 1)
    column = DateColumn(
        name="day",
        role=Role.QUASI,
        codes=np.arange(100, dtype=INT),
        values=values,
        labels=tuple(str(value) for value in values),
    )
    got = only(column, None, k=1)
    assert got["before"]["labels"][:2] == labels
    assert sum(got["before"]["counts"]) == 100
    assert len(got["before"]["labels"]) <= 22


@given(
    values=st.lists(st.integers(-(10**6), 10**6) | st.floats(-1e6, 1e6, width=32), min_size=1, max_size=80),
    k=st.integers(1, 6),
)
def test_numbers_name_no_bar_below_k(values: list[float], k: int) -> None:
    column = number(values)
    entry = np.zeros(len(values), dtype=INT)
    got = only(column, Ranges(column, entry, low=codes(0), high=codes(len(column.values) - 1)), k=k)
    before, after = got["before"], got["after"]
    assert all(count == 0 or count >= k for count in before["counts"])
    assert sum(before["counts"]) + before["other"] == len(values)
    assert sum(after["counts"]) + after["other"] == pytest.approx(len(values), abs=0.5)
    assert before["labels"] == after["labels"]
    if len(column.values) <= 20:
        assert 0 not in before["counts"]


@given(
    column_codes=st.lists(st.integers(0, 30), min_size=1, max_size=120),
    k=st.integers(1, 6),
    kind=st.sampled_from(["category", "set"]),
)
def test_categories_and_items_name_nothing_below_k(column_codes: list[int], k: int, kind: str) -> None:
    names = tuple(f"v{place:02}" for place in range(30))
    coded = np.array(column_codes, dtype=INT)
    if kind == "set":
        null = coded == 30
        offsets = np.concatenate([[0], np.cumsum(~null)])
        column: object = SetColumn(
            name="job", role=Role.QUASI, offsets=offsets, items=coded[~null], values=names, null=null
        )
    else:
        column = category(coded, names, has_null=True)
    before = only(column, None, k=k)["before"]
    for label, count in zip(before["labels"], before["counts"], strict=True):
        assert count == column_codes.count(int(label[1:])) >= k
    assert before["missing"] == 0 or before["missing"] >= k
    assert sum(before["counts"]) + before["other"] + before["missing"] == len(column_codes)
    assert len(before["labels"]) <= 15


@given(sizes=st.lists(st.integers(1, 300), min_size=1, max_size=60))
def test_group_sizes_hold_every_group_once(sizes: list[int]) -> None:
    group = np.append(np.repeat(np.arange(len(sizes)), sizes), -1).astype(INT)
    classes = group_sizes(np.bincount(group[group >= 0]))
    assert sum(one["groups"] for one in classes) == len(sizes)
    assert sum(one["records"] for one in classes) == sum(sizes)
    assert classes[0]["low"] == min(sizes)
    assert classes[-1]["high"] == max(sizes)
    assert len(classes) <= 13
    for one, following in pairwise(classes):
        assert one["high"] + 1 == following["low"]
    for one in classes:
        assert one["groups"] == sum(one["low"] <= size <= one["high"] for size in sizes)


def test_no_groups_have_no_sizes() -> None:
    assert group_sizes(np.zeros(2, dtype=np.int64)) == []
