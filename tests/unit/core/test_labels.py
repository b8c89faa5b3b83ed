"""Labels of tokumei and of other tools, read back into the values that they cover."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.labels import bounds_reader, label_reader

DAY = 86_400_000_000
DECADES = Hierarchy.from_rows(
    [["10", "[10;19]", "young"], ["15", "[10;19]", "young"], ["20", "[20;29]", "young"], ["50", "[50;59]", "old"]]
)


def ages(*, null: bool = False, hierarchy: Hierarchy | None = None, values: object = None) -> NumberColumn:
    given = np.array([10, 15, 20, 50]) if values is None else np.asarray(values)
    codes = np.arange(len(given) + null, dtype=np.int32)
    return NumberColumn(name="age", role=Role.QUASI, codes=codes, values=given, has_null=null, hierarchy=hierarchy)


def towns(hierarchy: Hierarchy | None = None, *values: str, null: bool = False) -> CategoryColumn:
    given = values or ("13053", "13068", "14850", "14853")
    codes = np.arange(len(given) + null, dtype=np.int32)
    return CategoryColumn(name="town", role=Role.QUASI, codes=codes, values=given, has_null=null, hierarchy=hierarchy)


@pytest.mark.parametrize(
    ("label", "loss", "codes"),
    [
        ("20", 0, [2]),
        ("20.0", 0, [2]),
        ("[10;20]", 1 / 4, [0, 1, 2]),
        ("[10, 20[", 9 / 40, [0, 1]),
        ("[10,20)", 9 / 40, [0, 1]),
        ("]10, 20]", 9 / 40, [1, 2]),
        ("(10, 20]", 9 / 40, [1, 2]),
        ("10-20", 1 / 4, [0, 1, 2]),
        ("10–20", 1 / 4, [0, 1, 2]),
        ("10~20", 1 / 4, [0, 1, 2]),
        ("10 - 20", 1 / 4, [0, 1, 2]),
        ("<=20", 1 / 4, [0, 1, 2]),
        ("<20", 9 / 40, [0, 1]),
        (">=20", 3 / 4, [2, 3]),
        (">20", 29 / 40, [3]),
        ("20+", 3 / 4, [2, 3]),
        ("[0;100]", 1, [0, 1, 2, 3]),  # what lies outside the original's range is no further loss
        ("1*", 9 / 40, [0, 1]),
        ("{10;50}", 2 / 4, [0, 3]),
        ("{10, 50}", 2 / 4, [0, 3]),
        ("10,15,50", 3 / 4, [0, 1, 3]),
        ("*", 1, [0, 1, 2, 3]),
        ("33", 0, []),  # a number that the original does not have
        (None, 0, []),
    ],
)
def test_numbers(label: str | None, loss: float, codes: list[int]) -> None:
    meaning = label_reader(ages())(label)
    assert meaning is not None
    assert meaning.loss == pytest.approx(loss)
    assert list(meaning.codes) == codes


@pytest.mark.parametrize("label", ["old", "20-", "[20;10]", "[;]", "twenty to thirty", "{10;old}"])
def test_what_is_no_number_is_unread(label: str) -> None:
    assert label_reader(ages())(label) is None


def test_negative_numbers_and_fractions() -> None:
    read = label_reader(ages(values=[-5.5, -1.0, 2.0, 4.5]))
    for label in ("[-5.5;-1]", "-5.5--1", "[-5.5, -1.0]"):
        meaning = read(label)
        assert meaning is not None
        assert list(meaning.codes) == [0, 1]
        assert meaning.loss == pytest.approx(0.45)
    open_end = read("[-5.5, -1.0[")
    assert open_end is not None
    assert list(open_end.codes) == [0]
    assert open_end.loss == pytest.approx(0.45)  # between fractions an excluded end changes no width


def test_a_missing_number_is_a_value() -> None:
    meaning = label_reader(ages(null=True))(None)
    assert meaning is not None
    assert (meaning.loss, list(meaning.codes)) == (0, [4])


@pytest.mark.parametrize(
    ("label", "loss", "level"),
    [
        ("15", 0, 0),
        ("[10;19]", 2 / 4, 1),
        ("[10, 20[", 2 / 4, 1),  # another spelling of the same node
        ("young", 3 / 4, 2),
        ("*", 1, 3),
        ("[15;50]", 3 / 4, None),
        ("[0;9]", 0, None),
    ],
)
def test_numbers_with_a_hierarchy_lose_leaves(label: str, loss: float, level: int | None) -> None:
    meaning = label_reader(ages(hierarchy=DECADES))(label)
    assert meaning is not None
    assert meaning.loss == pytest.approx(loss)
    assert meaning.level == level


def test_numbers_with_a_hierarchy_by_their_range() -> None:
    read = label_reader(ages(hierarchy=DECADES), by_range=True)
    for label, loss in (("young", 10 / 40), ("[10;19]", 5 / 40), ("15", 0), ("*", 1), ("[15;50]", 35 / 40)):
        meaning = read(label)
        assert meaning is not None
        assert meaning.loss == pytest.approx(loss)


@pytest.mark.parametrize(
    ("label", "loss", "codes"),
    [
        ("13053", 0, [0]),
        ("{13053;14850}", 2 / 4, [0, 2]),
        ("{13053, 14850}", 2 / 4, [0, 2]),
        ("['13053', '14850']", 2 / 4, [0, 2]),
        ("13053,14850,13068", 3 / 4, [0, 1, 2]),
        ("130**", 2 / 4, [0, 1]),
        ("130*", 2 / 4, [0, 1]),
        ("1****", 1, [0, 1, 2, 3]),
        ("*", 1, [0, 1, 2, 3]),
    ],
)
def test_categories(label: str, loss: float, codes: list[int]) -> None:
    meaning = label_reader(towns())(label)
    assert meaning is not None
    assert meaning.loss == pytest.approx(loss)
    assert list(meaning.codes) == codes


def test_unknown_categories_are_unread() -> None:
    read = label_reader(towns())
    for label in ("99999", "{13053;99999}", "99***", "north"):
        assert read(label) is None


def test_a_set_with_the_missing_value_in_it() -> None:
    meaning = label_reader(towns(None, "a", "b", null=True))("{;a}")
    assert meaning is not None
    assert (meaning.loss, list(meaning.codes)) == (pytest.approx(2 / 3), [0, 2])


def test_values_that_look_like_sets_are_themselves() -> None:
    meaning = label_reader(towns(None, "a,b", "a", "b"))("a,b")
    assert meaning is not None
    assert (meaning.loss, list(meaning.codes)) == (0, [0])


def test_categories_with_a_hierarchy() -> None:
    tree = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["c", "y"], ["unused", "y"]])
    read = label_reader(towns(tree, "c", "b", "a"))
    for label, loss, level, codes in (
        ("x", 2 / 4, 1, {1, 2}),
        ("y", 2 / 4, 1, {0}),
        ("*", 1, 2, {0, 1, 2}),
        ("a", 0, 0, {2}),
        ("{a;c}", 2 / 4, None, {0, 2}),
        ("{a;y}", 3 / 4, None, {0, 2}),
    ):
        meaning = read(label)
        assert meaning is not None
        assert (meaning.loss, meaning.level, set(meaning.codes)) == (pytest.approx(loss), level, codes)


def test_a_label_of_two_nodes_is_the_larger() -> None:
    tree = Hierarchy.from_rows([["other", "x"], ["b", "x"], ["c", "other"], ["d", "other"], ["e", "other"]])
    meaning = label_reader(towns(tree, "b", "c", "d", "e", "other"))("other")
    assert meaning is not None
    assert meaning.loss == pytest.approx(3 / 5)


def dates(form: str = "%Y-%m-%d", *labels: str) -> DateColumn:
    given = labels or ("2020-01-01", "2020-01-31", "2020-02-01", "2021-01-01")
    values = np.array([np.datetime64(label, "us").astype(np.int64) for label in given])
    codes = np.arange(len(given), dtype=np.int32)
    return DateColumn(name="day", role=Role.QUASI, codes=codes, values=values, labels=given, format=form)


@pytest.mark.parametrize(
    ("label", "days", "codes"),
    [
        ("2020-01-31", 0, [1]),
        ("[2020-01-01;2020-01-31]", 30, [0, 1]),
        ("2020-01-01 - 2020-01-31", 30, [0, 1]),
        ("[2020-01-01, 2020-02-01[", 31, [0, 1]),
        ("2020-01", 30, [0, 1]),
        ("2020", 365, [0, 1, 2]),
        (">=2020-02-01", 335, [2, 3]),
        ("*", 366, [0, 1, 2, 3]),
    ],
)
def test_dates(label: str, days: int, codes: list[int]) -> None:
    meaning = label_reader(dates())(label)
    assert meaning is not None
    assert meaning.loss == pytest.approx(days / 366)
    assert list(meaning.codes) == codes


def test_months_are_values_of_a_column_of_months() -> None:
    meaning = label_reader(dates("%Y-%m", "2020-01", "2020-02"))("2020-02")
    assert meaning is not None
    assert (meaning.loss, list(meaning.codes)) == (0, [1])


def test_bounds() -> None:
    read = bounds_reader(ages())
    for low, high, loss in (("10", "20", 1 / 4), ("20", "20", 0), (None, None, 1), ("20", None, 3 / 4)):
        meaning = read(low, high)
        assert meaning is not None
        assert meaning.loss == pytest.approx(loss)
    assert read("old", "20") is None
