"""Intervals, calendar levels, prefixes, frequencies, and how a column meets its hierarchy."""

from __future__ import annotations

import numpy as np
import pytest
from columns_for_tests import categories, dates, labels_over, numbers

from tokumei.core.binding import bind, fitted
from tokumei.core.columns import Role, SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import DataError, JobError
from tokumei.hierarchies import build


def test_intervals_of_whole_numbers_include_both_ends():
    tree = build(numbers([20, 24, 25, 39]), intervals=[5, 20])
    assert labels_over(tree, "24") == ["24", "[20;24]", "[20;39]", "*"]
    assert labels_over(tree, "39") == ["39", "[35;39]", "[20;39]", "*"]


def test_intervals_of_width_one_are_the_numbers_themselves():
    tree = build(numbers([1, 2, 3]), intervals=[1, 2])
    assert tree.path[0, 1] == 0
    assert labels_over(tree, "2") == ["2", "2", "[2;3]", "*"]


def test_intervals_of_fractions_are_half_open_and_counted_as_written():
    tree = build(numbers([0.1, 0.3, 0.35, -0.05]), intervals=[0.1, 0.5])
    assert labels_over(tree, "0.3") == ["0.3", "[0.3;0.4[", "[0;0.5[", "*"]
    assert labels_over(tree, "0.1")[1] == "[0.1;0.2["
    assert labels_over(tree, "-0.05")[1:] == ["[-0.1;0[", "[-0.5;0[", "*"]


def test_intervals_wider_than_64_bits_and_numbers_at_their_end():
    assert labels_over(build(numbers([1, 2]), intervals=[1e300]), "1")[1].startswith("[0;1000")
    ends = build(numbers([-(2**63), 0, 2**63 - 1]), intervals=[2.0**61], origin=3)
    assert len({labels_over(ends, str(value))[1] for value in (-(2**63), 0, 2**63 - 1)}) == 3


def test_intervals_start_at_the_origin():
    assert labels_over(build(numbers([16, 20]), intervals=[10], origin=6), "16")[1] == "[16;25]"


@pytest.mark.parametrize("widths", [[5, 12], [10, 5], [5, 5], [0], [-1], [float("nan")], [float("inf")]])
def test_widths_that_do_not_nest_are_refused(widths):
    with pytest.raises(JobError, match="Column 'n'"):
        build(numbers([1, 2]), intervals=widths)


def test_infinite_numbers_are_refused():
    with pytest.raises(DataError, match="infinite"):
        build(numbers([1.0, float("inf")]), intervals=[5])


def test_calendar_levels():
    tree = build(dates(["2011-03-04", "2009-12-31"]), levels=["day", "month", "quarter", "year", "decade"])
    assert labels_over(tree, "2011-03-04") == ["2011-03-04", "2011-03", "2011-Q1", "2011", "2010s", "*"]
    assert labels_over(tree, "2009-12-31") == ["2009-12-31", "2009-12", "2009-Q4", "2009", "2000s", "*"]


@pytest.mark.parametrize(
    ("day", "year"),
    [("2024-03-31", "FY2023"), ("2024-04-01", "FY2024"), ("2025-01-01", "FY2024"), ("1957-03-31", "FY1956")],
)
def test_fiscal_years_begin_in_april(day, year):
    tree = build(dates([day, "2020-02-29"]), levels=["month", "quarter", "fiscal_year"])
    assert labels_over(tree, day)[-2:] == [year, "*"]


def test_calendar_levels_before_1970_and_below_the_day():
    tree = build(dates(["1969-12-31T23:59:30", "1901-01-01T00:00:01"]), levels=["minute", "hour", "day", "year"])
    assert labels_over(tree, "1969-12-31T23:59:30")[1:] == [
        "1969-12-31 23:59",
        "1969-12-31 23h",
        "1969-12-31",
        "1969",
        "*",
    ]


@pytest.mark.parametrize(
    ("day", "week"),
    [("2010-01-03", "2009-W53"), ("2010-01-04", "2010-W01"), ("1970-01-01", "1970-W01"), ("2012-12-31", "2013-W01")],
)
def test_weeks_are_iso_weeks(day, week):
    assert labels_over(build(dates([day, "2020-02-29"]), levels=["week"]), day)[1] == week


def test_a_level_that_the_dates_already_have_is_left_out():
    tree = build(dates(["2011-03", "2011-04", "2012-01"], form="%Y-%m"), levels=["month", "year"])
    assert labels_over(tree, "2011-03") == ["2011-03", "2011", "*"]


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        (["week", "month"], "week"),
        (["week", "year"], "week"),
        (["year", "fiscal_year"], "two of 'fiscal_year'"),
        (["fiscal_year", "year"], "two of 'year'"),
        (["month", "fiscal_year", "decade"], "two of 'decade'"),
        (["year", "month"], "fine to coarse"),
        (["month", "month"], "fine to coarse"),
        (["fortnight"], "no calendar level"),
        ([], "at least one"),
    ],
)
def test_calendar_levels_that_do_not_nest_are_refused(levels, words):
    with pytest.raises(JobError, match=words):
        build(dates(["2011-03-04"]), levels=levels)


def test_prefixes_meet_under_one_mask_whatever_their_length():
    tree = build(categories(["9200293", "9201111", "92", "8"]), prefixes=[3, 1])
    assert labels_over(tree, "9200293") == ["9200293", "920****", "9******", "*"]
    assert labels_over(tree, "92") == ["92", "92", "9******", "*"]
    assert labels_over(tree, "8") == ["8", "8", "8", "*"]


@pytest.mark.parametrize("lengths", [[1, 3], [0], [2, 2], []])
def test_wrong_prefixes_are_refused(lengths):
    with pytest.raises(JobError, match="longest first"):
        build(categories(["a"]), prefixes=lengths)


def test_frequency_puts_rare_values_deep():
    tree = build(categories(["a"] * 50 + ["b"] * 5 + ["c"] * 3 + ["d"]), frequency=True)
    assert tree.level[tree.path[tree.leaf_of["d"], 1]] == 1
    assert labels_over(tree, "d") == ["d", "{c;d}", "{b;c;d}", "*"]
    assert labels_over(tree, "a")[1:] == ["a", "a", "*"]


def test_frequency_of_one_value_is_flat():
    assert build(categories(["a", "a"]), frequency=True).rows() == [["a", "*"]]


def test_null_becomes_a_leaf_under_the_root_and_the_given_tree_is_untouched():
    given = Hierarchy.from_rows([["a", "X", "*"], ["b", "X", "*"]])
    column = categories(["a", "b", "a"], null=True)
    made = fitted(column, given)
    assert "" not in given.leaf_of
    assert labels_over(made, "") == ["", "", "*"]
    assert [made.leaves[leaf] for leaf in bind(column, made)] == ["a", "b", ""]


def test_a_hierarchy_may_say_where_missing_values_belong():
    given = Hierarchy.from_rows([["a", "X", "*"], ["", "unknown", "*"]])
    column = categories(["a"], null=True)
    assert fitted(column, given) is given
    assert labels_over(given, "") == ["", "unknown", "*"]


def test_values_missing_from_the_hierarchy_are_counted_and_never_quoted():
    column = categories(["known", "secret", "secret", "hidden"])
    with pytest.raises(DataError, match=r"2 of its 3 distinct values .*first in rows 2, 4") as caught:
        bind(column, Hierarchy.flat(["known"]))
    assert "secret" not in str(caught.value)


def test_a_set_column_binds_its_items():
    column = SetColumn(
        name="s",
        role=Role.QUASI,
        offsets=np.array([0, 1, 3]),
        items=np.array([0, 0, 1], dtype=np.int32),
        values=("a", "b"),
        null=np.zeros(2, dtype=bool),
    )
    assert bind(column, Hierarchy.flat(["b", "a"])).tolist() == [1, 0]
    with pytest.raises(DataError, match="first in row 2"):
        bind(column, Hierarchy.flat(["a"]))


def test_values_that_do_not_occur_stay_in_the_domain(tmp_path):
    file = tmp_path / "h.csv"
    file.write_text("a;X;*\nb;X;*\nc;Y;*\n")
    tree = build(categories(["a", "b"]), file=file)
    assert len(tree.leaves) == 3


def test_numbers_of_a_file_may_be_spelled_otherwise(tmp_path):
    file = tmp_path / "h.csv"
    file.write_text("20.0;[20;29];*\n".replace("[20;29]", "20-29") + "31;30-39;*\n")
    column = numbers([20, 31])
    tree = build(column, file=file)
    assert labels_over(tree, "20") == ["20", "20-29", "*"]


@pytest.mark.parametrize(
    ("column", "options"),
    [
        (categories(["a"]), {}),
        (categories(["a"]), {"file": "x", "prefixes": [1]}),
        (categories(["a"]), {"intervals": [1]}),
        (categories(["a"]), {"levels": ["day"]}),
        (categories(["a"]), {"prefixes": [1], "colour": "red"}),
    ],
)
def test_wrong_settings_are_refused(column, options):
    with pytest.raises(JobError, match="Column 'c'"):
        build(column, **options)


def test_settings_of_other_ways_and_absent_ones_are_passed_over():
    tree = build(categories(["ab"]), prefixes=(1,), file=None, origin=0, direction=1, frequency=False)
    assert tree.height == 2
