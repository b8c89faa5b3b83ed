"""Sets and texts as offsets and codes."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from tokumei.core.columns import ColumnSpec, Kind, Role, SetColumn, TextColumn
from tokumei.errors import DataError
from tokumei.io.encode import encode_column


def as_set(values: Any, separator: str = ",") -> SetColumn:
    spec = ColumnSpec(name="c", role=Role.QUASI, kind=Kind.SET, separator=separator)
    series = values if isinstance(values, pl.Series) else pl.Series("c", values)
    column = encode_column(series, spec, notes=[])
    assert isinstance(column, SetColumn)
    return column


def cells(column: SetColumn) -> list[list[str] | None]:
    return [
        None if column.null[row] else [column.values[item] for item in column.items[start:end]]
        for row, (start, end) in enumerate(zip(column.offsets[:-1], column.offsets[1:], strict=True))
    ]


LISTS = [["b", "a"], None, [], ["c", "b"], ["b", "a"]]


@pytest.mark.parametrize(
    "values",
    [
        LISTS,
        ["b,a", None, "", "c, b", "a ,b"],
        pl.Series(["b,a", None, "", "c, b", "a ,b"]).cast(pl.Categorical),
        pl.Series(LISTS, dtype=pl.List(pl.Categorical)),
    ],
)
def test_items_are_canonical_and_missing_is_not_empty(values: Any) -> None:
    column = as_set(values)
    assert column.values == ("b", "a", "c")
    assert cells(column) == [["b", "a"], None, [], ["b", "c"], ["b", "a"]]
    assert column.null.tolist() == [False, True, False, False, False]


def test_frequency_counts_records_not_distinct_cells() -> None:
    assert as_set(["x", "a,x", "a,y", "a,y", "y"]).values == ("a", "y", "x")


@pytest.mark.parametrize("values", [["a,a,b", "a,a,b", "b"], [["a", "a", "b"], ["a", " a", "b"], ["b"]]])
def test_repeated_items_count_once_and_are_counted(values: Any) -> None:
    column = as_set(values)
    assert column.repeated == 2
    assert cells(column) == [["b", "a"], ["b", "a"], ["b"]]


def test_other_separators_and_empty_items() -> None:
    assert cells(as_set(["a|b", "|b||", " | "], "|")) == [["b", "a"], ["b"], []]
    assert cells(as_set(["風邪、頭痛"], "、")) == [["頭痛", "風邪"]]
    assert cells(as_set([[1, 2], [2, None]])) == [["2", "1"], ["2"]]


def test_all_missing_or_all_empty() -> None:
    assert cells(as_set(pl.Series([None, None], dtype=pl.String))) == [None, None]
    assert cells(as_set(pl.Series([[], None], dtype=pl.List(pl.String)))) == [[], None]


def test_items_that_contain_the_separator_are_refused() -> None:
    with pytest.raises(DataError, match=r"1 of its items contain the separator ','"):
        as_set([["a,b", "c"]])
    assert cells(as_set([["a,b", "c"]], ";")) == [["a,b", "c"]]


def test_items_that_look_published_are_refused() -> None:
    with pytest.raises(DataError, match="published forms"):
        as_set(["a,*"])


def test_texts_are_code_points() -> None:
    texts = ["病院", None, "", "a𠮷é", "e\u0301"]
    spec = ColumnSpec(name="c", role=Role.QUASI, kind=Kind.TEXT)
    for series in (pl.Series("c", texts), pl.Series("c", texts).cast(pl.Categorical)):
        column = encode_column(series, spec, notes=[])
        assert isinstance(column, TextColumn)
        assert column.null.tolist() == [False, True, False, False, False]
        read = [
            "".join(map(chr, column.points[start:end]))
            for start, end in zip(column.offsets[:-1], column.offsets[1:], strict=True)
        ]
        assert read == ["病院", "", "", "a𠮷é", "e\u0301"]
