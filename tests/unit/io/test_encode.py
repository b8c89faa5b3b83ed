"""Frames become coded columns."""

from __future__ import annotations

import polars as pl
import pytest

from tokumei.core.columns import CategoryColumn, ColumnSpec, Kind, NumberColumn, Role
from tokumei.errors import DataError
from tokumei.io.encode import encode


def spec(kind: Kind, **options: object) -> ColumnSpec:
    return ColumnSpec(name="c", role=options.pop("role", Role.QUASI), kind=kind, **options)


def coded(values: object, kind: Kind, *, decimal: str | None = None, **options: object):
    series = values if isinstance(values, pl.Series) else pl.Series("c", values)
    table, _ = encode(series.to_frame("c"), [spec(kind, **options)], decimal=decimal)
    return table["c"]


def test_categories_are_numbered_by_frequency_then_name() -> None:
    column = coded(["b", "c", "c", None, "a", "", "c", "b", "a"], Kind.CATEGORY)
    assert isinstance(column, CategoryColumn)
    assert column.values == ("c", "a", "b")
    assert column.codes.tolist() == [2, 0, 0, 3, 1, 3, 0, 2, 1]
    assert column.has_null


def test_numbers_are_ascending_and_whole_where_they_can_be() -> None:
    column = coded(["10", "9.0", None, "-3", "10"], Kind.NUMBER)
    assert isinstance(column, NumberColumn)
    assert column.values.tolist() == [-3, 9, 10]
    assert column.values.dtype == "int64"
    assert column.codes.tolist() == [2, 1, 3, 0, 2]


def test_words_in_a_number_column_are_counted_and_never_quoted() -> None:
    with pytest.raises(DataError, match=r"2 of its values.*rows 2, 4") as caught:
        coded(["1", "secret", "2", "secret"], Kind.NUMBER)
    assert "secret" not in str(caught.value)
