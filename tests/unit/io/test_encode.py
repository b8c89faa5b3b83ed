"""Frames become coded columns."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tokumei.core.columns import Column, ColumnSpec, Kind, Role
from tokumei.core.notes import Note
from tokumei.errors import DataError
from tokumei.io.encode import encode


def coded_with_notes(
    values: Any, kind: Kind, *, decimal: str | None = None, role: Role = Role.QUASI, **options: Any
) -> tuple[Column, list[Note]]:
    series = values if isinstance(values, pl.Series) else pl.Series("c", values)
    spec = ColumnSpec(name="c", role=role, kind=kind, **options)
    table, notes = encode(series.alias("c").to_frame(), [spec], decimal=decimal)
    return table["c"], notes


def coded(values: Any, kind: Kind, **options: Any) -> Any:
    return coded_with_notes(values, kind, **options)[0]


def back(column: Any) -> list[str]:
    return [column.label(code) for code in column.codes]


def refused(values: Any, kind: Kind, **options: Any) -> str:
    with pytest.raises(DataError) as caught:
        coded(values, kind, **options)
    return str(caught.value)


# Categories


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical, pl.Enum(["unused", "c", "b", "a", ""])])
def test_categories_are_numbered_by_frequency_then_name(dtype: Any) -> None:
    values = pl.Series("c", ["b", "c", "c", None, "a", "", "c", "b", "a"]).cast(dtype)
    column = coded(values, Kind.CATEGORY)
    assert column.values == ("c", "a", "b")
    assert column.codes.tolist() == [2, 0, 0, 3, 1, 3, 0, 2, 1]
    assert column.codes.dtype == np.int32
    assert column.has_null


def test_categories_without_missing_values_have_no_code_for_them() -> None:
    column = coded(["a", "b"], Kind.CATEGORY)
    assert not column.has_null
    assert column.size == 2


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([3, 1, None, 3], ["3", "1", "", "3"]),
        ([0.5, 2.0, float("nan"), None], ["0.5", "2", "", ""]),
        ([True, False, None], ["true", "false", ""]),
        ([dt.date(2011, 12, 1), None], ["2011-12-01", ""]),
        ([None, None], ["", ""]),
    ],
)
def test_values_of_any_type_can_be_categories(values: list[Any], labels: list[str]) -> None:
    assert back(coded(values, Kind.CATEGORY)) == labels


def test_a_slice_of_a_dictionary_column_knows_only_its_own_values() -> None:
    values = pl.Series(["secret", "a", "b", "a"]).cast(pl.Categorical).slice(1)
    assert coded(values, Kind.CATEGORY).values == ("a", "b")


@pytest.mark.parametrize("value", ["*", "[1;2]", "{a;b}"])
def test_values_that_look_published_are_refused_in_quasi_identifiers(value: str) -> None:
    assert "look like published forms" in refused(["a", value], Kind.CATEGORY)
    assert back(coded(["a", value], Kind.CATEGORY, role=Role.SENSITIVE)) == ["a", value]


# Numbers


def test_numbers_are_ascending_and_whole_where_they_can_be() -> None:
    column = coded(["10", "9.0", None, "-3", "10", " +7 "], Kind.NUMBER)
    assert column.values.tolist() == [-3, 7, 9, 10]
    assert column.values.dtype == np.int64
    assert column.codes.tolist() == [3, 2, 4, 0, 3, 1]
    assert column.has_null


@pytest.mark.parametrize(
    ("texts", "decimal", "numbers"),
    [
        (["1,234.5", "7"], None, [7, 1234.5]),
        (["1.234,5", "7"], None, [7, 1234.5]),
        (["0,5", "1,25"], None, [0.5, 1.25]),
        (["1,234"], None, [1234]),
        (["1,234"], ",", [1.234]),
        (["1.234"], ",", [1234]),
        (["1 234,5", "2\u00a0000,25"], ",", [1234.5, 2000.25]),
        (["1e3", "2.5E-1"], None, [0.25, 1000]),
        (["１２３", "−4"], None, [-4, 123]),
        ([".5", "-.25"], None, [-0.25, 0.5]),
        (["9007199254740993"], None, [9007199254740993]),
        (["007", "7"], None, [7]),
    ],
)
def test_forms_of_numbers(texts: list[str], decimal: str | None, numbers: list[float]) -> None:
    assert coded(texts, Kind.NUMBER, decimal=decimal).values.tolist() == numbers


def test_the_column_decimal_mark_goes_before_the_sources() -> None:
    spec = ColumnSpec(name="c", role=Role.QUASI, kind=Kind.NUMBER, decimal=".")
    table, _ = encode(pl.DataFrame({"c": ["1.5"]}), [spec], decimal=",")
    assert table["c"].values.tolist() == [1.5]  # type: ignore[union-attr]


def test_a_column_with_another_decimal_mark_than_the_rest_of_the_source() -> None:
    column, notes = coded_with_notes(["12.5", "1.500", "NaN", ""], Kind.NUMBER, decimal=",")
    assert column.values.tolist() == [1.5, 12.5]  # type: ignore[union-attr]
    assert Note("decimal_of_column", {"column": "c", "mark": "."}) in notes
    assert "1 of its values" in refused(["12.5", "1,5"], Kind.NUMBER, decimal=",")


@pytest.mark.parametrize("kind", list(Kind))
def test_columns_of_no_type_hold_nothing(kind: Kind) -> None:
    column = coded(pl.Series("c", [None, None]), kind)
    assert len(column) == 2


@pytest.mark.parametrize("text", ["twelve", "1.2.3", "12,34,5", "1__0", "0x10", "1,23.4", "N/A", "-"])
def test_words_in_a_number_column_are_counted_and_never_quoted(text: str) -> None:
    message = refused(["1", text, "2", text, None], Kind.NUMBER)
    assert "2 of its values" in message
    assert "rows 2, 4" in message
    assert text == "-" or text not in message


def test_the_first_five_rows_are_told() -> None:
    message = refused(["x"] * 1_500, Kind.NUMBER)
    assert "1,500" in message
    assert "rows 1, 2, 3, 4, 5, …" in message


@pytest.mark.parametrize("values", [["1", "NaN", "2", ""], [1.0, float("nan"), 2.0, None]])
def test_nan_is_missing_and_told(values: list[Any]) -> None:
    column, notes = coded_with_notes(values, Kind.NUMBER)
    assert back(column) == ["1", "", "2", ""]
    assert Note("nan_missing", {"column": "c"}) in notes


def test_infinite_numbers_are_refused() -> None:
    assert "rows 2" in refused([1.0, float("inf")], Kind.NUMBER)
    assert "1 of its numbers" in refused([1.0, float("-inf"), None], Kind.NUMBER)


@pytest.mark.parametrize("text", ["inf", "-Infinity", "+∞", "1e999"])
def test_infinity_as_a_text_is_refused_as_the_number_is(text: str) -> None:
    message = refused(["1", text, "2", text], Kind.NUMBER)
    assert "2 of its numbers are infinite" in message
    assert "rows 2, 4" in message
    assert "type: category" in message


def test_numbers_too_far_apart_for_their_difference_are_refused() -> None:
    assert "too far apart" in refused([1e308, -1e308], Kind.NUMBER)


@pytest.mark.parametrize("dtype", [pl.UInt64, pl.Int128])
def test_whole_numbers_beyond_64_bits_are_not_lost(dtype: Any) -> None:
    series = pl.Series("c", [2**63 + 5, 2**63 + 6, 1], dtype=dtype)
    assert back(coded(series, Kind.CATEGORY)) == ["9223372036854775813", "9223372036854775814", "1"]
    assert not coded(series, Kind.NUMBER).has_null


@pytest.mark.parametrize("dtype", [pl.Int8, pl.UInt8, pl.Int32, pl.UInt32, pl.Int64, pl.UInt64, pl.Float32, pl.Float64])
def test_numbers_of_every_width(dtype: Any) -> None:
    column = coded(pl.Series([3, None, 1, 3], dtype=dtype), Kind.NUMBER)
    assert column.values.tolist() == [1, 3]
    assert column.codes.tolist() == [1, 2, 0, 1]


def test_far_apart_and_many_numbers() -> None:
    rng = np.random.default_rng(1)
    wide = np.concatenate([rng.integers(-(2**60), 2**60, 70_000), [-(2**63), 2**63 - 1]])
    column = coded(pl.Series(wide), Kind.NUMBER)
    assert np.array_equal(column.values[column.codes], wide)
    assert np.all(np.diff(column.values) > 0)
    fractions = rng.random(70_000)
    column = coded(pl.Series(fractions), Kind.NUMBER)
    assert np.array_equal(column.values[column.codes], fractions)


def test_minus_zero_is_zero_and_decimals_are_numbers() -> None:
    assert coded([-0.0, 0.0, 1.5], Kind.NUMBER).values.tolist() == [0.0, 1.5]
    assert coded(pl.Series(["1.50", "2.25"]).cast(pl.Decimal(10, 2)), Kind.NUMBER).values.tolist() == [1.5, 2.25]
    assert coded([True, False], Kind.NUMBER).values.tolist() == [0, 1]


def test_a_column_without_values_is_all_missing() -> None:
    for kind in (Kind.NUMBER, Kind.DATE, Kind.CATEGORY):
        column = coded(pl.Series("c", [None, "", None], dtype=pl.String), kind)
        assert column.codes.tolist() == [0, 0, 0]
        assert column.has_null
        assert column.size == 1


# Dates


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (["2011-12-01", "2010-01-31"], "%Y-%m-%d"),
        (["2011/12/1", "2010/1/31"], "%Y/%m/%d"),
        (["2011.12.1", "2010.1.31"], "%Y.%m.%d"),
        (["20111201", "20100131"], "%Y%m%d"),
        (["2011年12月1日", "2010年1月31日"], "%Y年%m月%d日"),
        (["2011-12", "2010-01"], "%Y-%m"),
        (["2011/12", "2010/1"], "%Y/%m"),
        (["2011年12月", "2010年1月"], "%Y年%m月"),
        (["201112", "201001"], "%Y%m"),
        (["2011", "2010"], "%Y"),
        (["01/12/2011", "31/01/2010"], "%d/%m/%Y"),
        (["12/01/2011", "01/31/2010"], "%m/%d/%Y"),
        (["1.12.2011", "31.1.2010"], "%d.%m.%Y"),
        (["1 Dec 2011", "31 Jan 2010"], "%d %b %Y"),
        (["1 December 2011", "31 January 2010"], "%d %B %Y"),
        (["Dec 1, 2011", "Jan 31, 2010"], "%b %d, %Y"),
        (["2011-12-01 08:26", "2010-01-31 23:59"], "%Y-%m-%d %H:%M"),
        (["2011-12-01T08:26:05", "2010-01-31T23:59:59"], "%Y-%m-%dT%H:%M:%S"),
        (["2011/12/1 8:26", "2010/1/31 23:59"], "%Y/%m/%d %H:%M"),
        (["2011年12月1日 8時26分", "2010年1月31日 23時59分"], "%Y年%m月%d日 %H時%M分"),
        (["2011-12-01 08:26:05.250000", "2010-01-31 23:59:59.500000"], "%Y-%m-%d %H:%M:%S.%f"),
        (["12/01/2011 8:26 PM", "01/31/2010 11:59 AM"], "%m/%d/%Y %I:%M %p"),
        (["23:59", "08:26"], "%H:%M"),
        (["23:59:59", "08:26:00"], "%H:%M:%S"),
    ],
)
def test_forms_of_dates_are_detected_and_published_as_written(texts: list[str], form: str) -> None:
    column = coded([*texts, None, ""], Kind.DATE)
    assert column.format == form
    assert column.codes.tolist() == [1, 0, 2, 2]
    assert back(column) == [*texts, "", ""]
    first = dt.datetime.strptime(texts[1], form)
    if "%Y" in form:
        assert column.values[0] == (first - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1)


def test_one_day_written_in_two_ways_is_one_value() -> None:
    column = coded(["2011/12/1", "2011/12/01", "2011/2/3"], Kind.DATE)
    assert back(column) == ["2011/12/01", "2011/12/01", "2011/02/03"]


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["令和3年4月1日", "昭和64年1月7日"], ["2021-04-01", "1989-01-07"]),
        (["平成元年1月8日", "大正15年12月25日"], ["1989-01-08", "1926-12-25"]),
        (["H23.12.1", "S52/3/4"], ["2011-12-01", "1977-03-04"]),
        (
            ["Ｓ３２．１０．１１", "昭和３２年１０月１２日", "㍼32年 10月13日"],
            ["1957-10-11", "1957-10-12", "1957-10-13"],
        ),
        (["令和元年5月", "平成31年4月"], ["2019-05", "2019-04"]),
        (["昭和64年", "平成元年", "明治6年"], ["1989", "1989", "1873"]),
        (["S32", "h7"], ["1957", "1995"]),
        (["S32.10.11", "1957/10/12", "1960/1/1"], ["1957-10-11", "1957-10-12", "1960-01-01"]),
        (["S32.10.11", "昭和32年"], None),
    ],
)
def test_japanese_eras(texts: list[str], labels: list[str] | None) -> None:
    if labels is None:
        assert "cannot be read as one" in refused(texts, Kind.DATE)
        return
    column, notes = coded_with_notes(texts, Kind.DATE)
    assert back(column) == labels
    assert Note("era_years", {"column": "c"}) in notes


@pytest.mark.parametrize(
    "text",
    [
        "昭和65年",
        "昭和64年1月8日",
        "平成32年5月1日",
        "平成31年5月",
        "令和元年4月30日",
        "大正15年12月26日",
        "S0.1.1",
        "明治5年1月1日",
    ],
)
def test_dates_that_their_era_does_not_have_are_refused(text: str) -> None:
    message = refused([text, text], Kind.DATE)
    assert "outside of their era" in message
    assert "西暦" in message


def test_days_that_no_calendar_has_are_unreadable_in_eras_too() -> None:
    assert "cannot be read as one" in refused(["昭和32年2月30日", "昭和32年2月3日"], Kind.DATE)


ERAS = {"明治": (1867, "M"), "大正": (1911, "T"), "昭和": (1925, "S"), "平成": (1988, "H"), "令和": (2018, "R")}
BEGINNINGS = {
    "令和": dt.date(2019, 5, 1),
    "平成": dt.date(1989, 1, 8),
    "昭和": dt.date(1926, 12, 25),
    "大正": dt.date(1912, 7, 30),
    "明治": dt.date(1873, 1, 1),
}


@settings(deadline=None, max_examples=50)
@given(st.lists(st.dates(dt.date(1873, 1, 1), dt.date(2050, 12, 31)), min_size=1, max_size=20), st.data())
def test_days_written_in_their_era_are_read_back(days: list[dt.date], data: st.DataObject) -> None:
    texts = []
    for day in days:
        era = next(name for name, first in BEGINNINGS.items() if day >= first)
        before, letter = ERAS[era]
        year = day.year - before
        forms = [f"{letter}{year}.{day.month}.{day.day}", f"{letter.lower()}{year:02}/{day.month:02}/{day.day:02}"]
        forms.append(f"{era}{'元' if year == 1 else year}年{day.month}月{day.day}日")
        texts.append(data.draw(st.sampled_from([*forms, day.isoformat()])))
    assume(any(not text[0].isdigit() for text in texts))
    assert back(coded(texts, Kind.DATE)) == [day.isoformat() for day in days]


def test_day_and_month_that_cannot_be_told_apart_ask_for_the_format() -> None:
    message = refused(["03/04/2011", "05/06/2011"], Kind.DATE)
    assert "%d/%m/%Y" in message
    assert "`format`" in message
    assert coded(["03/04/2011"], Kind.DATE, format="%m/%d/%Y").values[0] == _micros(2011, 3, 4)


def _micros(*parts: int) -> int:
    return (dt.datetime(*parts) - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("text", "form", "micros"),
    [
        ("2011-05", "%Y-%m", _micros(2011, 5, 1)),
        ("11/5/7", "%y/%m/%d", _micros(2011, 5, 7)),
        ("7 May 11 13", "%d %b %y %H", _micros(2011, 5, 7, 13)),
        ("05:07", "%M:%S", _micros(1970, 1, 1, 0, 5, 7)),
        ("2011", "%Y", _micros(2011, 1, 1)),
        ("02-29", "%m-%d", _micros(1972, 2, 29)),
        ("2011-05-07 01:02:03.000004", "%Y-%m-%d %H:%M:%S.%f", _micros(2011, 5, 7, 1, 2, 3, 4)),
        ("2011-05-07 01:02+09:00", "%Y-%m-%d %H:%M%z", _micros(2011, 5, 7, 1, 2)),
    ],
)
def test_a_given_format_is_used(text: str, form: str, micros: int) -> None:
    assert coded([text, None], Kind.DATE, format=form).values.tolist() == [micros]


def test_time_zones_are_ignored_with_a_word() -> None:
    column, notes = coded_with_notes(["2011-12-01T08:26:00+09:00", "2011-12-01T08:26:00Z"], Kind.DATE)
    assert back(column) == ["2011-12-01T08:26:00"] * 2
    assert Note("zones_ignored", {"column": "c"}) in notes
    zoned = pl.Series([dt.datetime(2011, 12, 1, 8, 26)]).dt.replace_time_zone("Asia/Tokyo")
    column, notes = coded_with_notes(zoned, Kind.DATE)
    assert back(column) == ["2011-12-01 08:26"]
    assert Note("zones_ignored", {"column": "c"}) in notes


@pytest.mark.parametrize("text", ["2011-13-01", "2011-02-30", "tomorrow", "2011", "20111201"])
def test_unreadable_dates_are_counted(text: str) -> None:
    message = refused(["2011-12-01", "2011-12-02", text, None], Kind.DATE)
    assert "1 of its values" in message
    assert "rows 3" in message
    assert text not in message


def test_columns_of_dates_and_times() -> None:
    days = coded([dt.date(2011, 12, 1), None, dt.date(1969, 1, 1)], Kind.DATE)
    assert back(days) == ["2011-12-01", "", "1969-01-01"]
    assert days.values[0] < 0
    moments = coded([dt.datetime(2011, 12, 1, 8, 26, 30), None], Kind.DATE)
    assert back(moments) == ["2011-12-01 08:26:30", ""]
    assert back(coded([dt.time(8, 26), dt.time(1, 2, 3)], Kind.DATE)) == ["08:26:00", "01:02:03"]
    assert back(coded([20111201, 20100131], Kind.DATE)) == ["20111201", "20100131"]
    assert "decimals" in refused([1.5, None], Kind.DATE)


def test_a_coarse_format_makes_one_value_of_many_moments() -> None:
    column = coded(
        [dt.datetime(2011, 12, 1), dt.datetime(2011, 12, 31), dt.datetime(2012, 1, 1)], Kind.DATE, format="%Y-%m"
    )
    assert back(column) == ["2011-12", "2011-12", "2012-01"]
    assert len(column.values) == 2


# Which columns


def test_only_columns_that_take_part_are_coded_in_the_order_of_the_job() -> None:
    frame = pl.DataFrame({"id": ["x"], "a": ["1"], "s": ["2"], "k": ["3"]})
    specs = [
        ColumnSpec(name="s", role=Role.SENSITIVE),
        ColumnSpec(name="id", role=Role.IDENTIFIER),
        ColumnSpec(name="a", role=Role.QUASI),
        ColumnSpec(name="k", role=Role.KEEP),
    ]
    table, _ = encode(frame, specs)
    assert [column.name for column in table] == ["s", "a"]


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(DataError, match=r"'b'.*columns are 'a'"):
        encode(pl.DataFrame({"a": ["1"]}), [ColumnSpec(name="b", role=Role.QUASI)])


def test_lists_are_no_single_values() -> None:
    assert "type: set" in refused([["a"], ["b"]], Kind.CATEGORY)
