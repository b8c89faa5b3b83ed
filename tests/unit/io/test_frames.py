"""Frames of three libraries, in and out."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import polars as pl
import pytest

from tokumei.errors import DataError, JobError, SourceError
from tokumei.io.frames import from_frame, to_kind

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")

CONTENT: dict[str, list[Any]] = {
    "town": ["東京", None, "大阪"],
    "n": [1, 2, 3],
    "x": [0.5, None, 1.5],
    "day": [dt.datetime(2011, 12, 1), None, dt.datetime(2010, 1, 1)],
}


def makers() -> list[Any]:
    return [
        pytest.param(lambda: pl.DataFrame(CONTENT), pl.DataFrame, id="polars"),
        pytest.param(lambda: pl.LazyFrame(CONTENT), pl.LazyFrame, id="lazy"),
        pytest.param(lambda: pandas.DataFrame(CONTENT), pandas.DataFrame, id="pandas"),
        pytest.param(lambda: pyarrow.table(CONTENT), pyarrow.Table, id="arrow"),
    ]


@pytest.mark.parametrize(("make", "kind"), makers())
def test_a_frame_comes_back_as_the_kind_it_went_in(make: Any, kind: type) -> None:
    frame, seen = from_frame(make())
    assert frame["town"].to_list() == CONTENT["town"]
    assert frame["n"].to_list() == CONTENT["n"]
    assert frame["x"].to_list() == CONTENT["x"]
    assert frame["day"].to_list() == CONTENT["day"]
    made = to_kind(frame, seen)
    assert isinstance(made, kind)
    again, _ = from_frame(made)
    assert again.cast({"day": pl.Datetime("us")}).equals(frame.cast({"day": pl.Datetime("us")}))


@pytest.mark.parametrize(("make", "kind"), makers())
def test_recoded_columns_leave_as_texts(make: Any, kind: type) -> None:
    frame, seen = from_frame(make())
    recoded = frame.with_columns(pl.Series("n", ["[1;2]", "[1;2]", "*"]).cast(pl.Enum(["[1;2]", "*"])))
    made = to_kind(recoded, seen)
    if isinstance(made, pl.LazyFrame):
        made = made.collect()
    assert list(made["n"].to_pylist() if kind is pyarrow.Table else made["n"]) == ["[1;2]", "[1;2]", "*"]
    if kind is pandas.DataFrame:
        assert not isinstance(made["n"].dtype, pandas.CategoricalDtype)


def test_the_index_of_pandas_is_not_data() -> None:
    source = pandas.DataFrame({"a": [1, 2]}, index=["secret", "name"])
    frame, kind = from_frame(source)
    assert frame.columns == ["a"]
    made = to_kind(frame, kind)
    assert list(made.index) == [0, 1]
    assert list(source.index) == ["secret", "name"]


def test_nan_of_pandas_is_missing() -> None:
    source = pandas.DataFrame({"o": pandas.Series(["a", np.nan, None], dtype=object), "x": [1.0, np.nan, np.inf]})
    frame, _ = from_frame(source)
    assert frame["o"].to_list() == ["a", None, None]
    assert frame["x"].to_list() == [1.0, None, float("inf")]


def test_types_of_pandas_columns_come_back() -> None:
    source = pandas.DataFrame(
        {
            "nullable": pandas.array([1, None], dtype="Int64"),
            "small": np.array([1, 2], dtype=np.int16),
            "cat": pandas.Categorical(["a", "b"]),
            "when": pandas.to_datetime(["2011-12-01", None]),
        }
    )
    frame, kind = from_frame(source)
    made = to_kind(frame, kind)
    assert made["nullable"].dtype == source["nullable"].dtype
    assert made["small"].dtype == np.int16
    assert isinstance(made["cat"].dtype, pandas.CategoricalDtype)
    assert made["when"].dtype.kind == "M"
    assert made["nullable"].isna().tolist() == [False, True]


def test_dictionaries_of_the_caller_stay_dictionaries() -> None:
    frame, kind = from_frame(pl.DataFrame({"a": ["x"]}, schema={"a": pl.Categorical}))
    assert isinstance(to_kind(frame, kind).schema["a"], pl.Categorical)


def test_anything_with_an_arrow_stream() -> None:
    class Other:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return pl.DataFrame({"a": [1]}).__arrow_c_stream__(requested_schema)

    frame, _ = from_frame(Other())
    assert frame.rows() == [(1,)]


def test_frames_that_cannot_be_read() -> None:
    with pytest.raises(SourceError, match="more than one column named 'a'"):
        from_frame(pandas.DataFrame([[1, 2]], columns=["a", "a"]))
    with pytest.raises(SourceError, match="more than one column named 'a'"):
        from_frame(pyarrow.table([[1], [2]], names=["a", "a"]))
    with pytest.raises(DataError, match=r"'mixed'.*several types") as caught:
        from_frame(pandas.DataFrame({"mixed": [1, "secret", 2.5]}))
    assert "secret" not in str(caught.value)
    with pytest.raises(DataError, match="no records"):
        from_frame(pl.DataFrame({"a": []}))
    with pytest.raises(JobError, match="'dict'"):
        from_frame({"a": [1]})


def test_the_callers_frame_is_not_changed() -> None:
    source = pandas.DataFrame({"a": [1.0, np.nan]})
    copy = source.copy()
    frame, kind = from_frame(source)
    to_kind(frame, kind)
    pandas.testing.assert_frame_equal(source, copy)
