"""Whatever a table holds: it can be written, read back and coded, and nothing is lost on the way."""

from __future__ import annotations

import tempfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.columns import ColumnSpec, Kind, Role, SetColumn
from tokumei.io.encode import encode_column
from tokumei.io.release import published
from tokumei.io.sources import read_file
from tokumei.io.writing import write_frame

CELLS = st.none() | st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters=""), max_size=6)
CSV_MARKS = st.none() | st.text("a,;|\"'\n\r\t .0", max_size=5)


@st.composite
def tables(draw: st.DrawFn, cells: st.SearchStrategy[str | None]) -> pl.DataFrame:
    width = draw(st.integers(2, 4))
    height = draw(st.integers(1, 8))
    return pl.DataFrame(
        {f"c{i}": draw(st.lists(cells, min_size=height, max_size=height)) for i in range(width)},
        schema={f"c{i}": pl.String for i in range(width)},
    )


@pytest.mark.parametrize("ending", ["csv", "tsv", "csv.gz", "jsonl", "parquet"])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_texts_come_back_as_they_were(ending: str, data: st.DataObject) -> None:
    frame = data.draw(tables(CELLS | CSV_MARKS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t.{ending}"
        write_frame(frame, path)
        delimiter = {"csv": ",", "csv.gz": ",", "tsv": "\t"}.get(ending)
        back = read_file(path, encoding="utf-8" if delimiter else None, delimiter=delimiter).frame
    assert back.cast(pl.String).equals(frame)


def spec(kind: Kind) -> ColumnSpec:
    return ColumnSpec(name="c", role=Role.SENSITIVE, kind=kind)


@settings(max_examples=100, deadline=None)
@given(st.lists(CELLS, min_size=1, max_size=12))
def test_categories_are_decoded_to_what_they_were(cells: list[str | None]) -> None:
    series = pl.Series("c", cells, dtype=pl.String)
    for stored in (series, series.cast(pl.Categorical)):
        column = encode_column(stored, spec(Kind.CATEGORY), notes=[])
        assert [column.label(code) for code in column.codes] == [cell or "" for cell in cells]  # type: ignore[union-attr]
        assert column.has_null == any(not cell for cell in cells)  # type: ignore[union-attr]


NUMBERS = st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_infinity=False, width=64)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=12))
def test_whole_numbers_are_exact_as_numbers_and_as_texts(numbers: list[int | None]) -> None:
    texts = pl.Series("c", [None if n is None else str(n) for n in numbers], dtype=pl.String)
    for series in (pl.Series("c", numbers, dtype=pl.Int64), texts):
        column = encode_column(series, spec(Kind.NUMBER), notes=[])
        assert [column.label(code) for code in column.codes] == ["" if n is None else str(n) for n in numbers]  # type: ignore[union-attr]
        assert column.values.tolist() == sorted({n for n in numbers if n is not None})  # type: ignore[union-attr]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.none() | st.floats(-1e12, 1e12), min_size=1, max_size=12), st.sampled_from([".", ","]))
def test_floats_are_exact_in_both_decimal_forms(numbers: list[float | None], mark: str) -> None:
    texts = pl.Series("c", [None if n is None else repr(n).replace(".", mark) for n in numbers], dtype=pl.String)
    from_texts = encode_column(texts, spec(Kind.NUMBER), decimal=mark, notes=[])
    from_floats = encode_column(pl.Series("c", numbers, dtype=pl.Float64), spec(Kind.NUMBER), notes=[])
    assert from_texts.values.tolist() == from_floats.values.tolist()  # type: ignore[union-attr]
    assert from_texts.codes.tolist() == from_floats.codes.tolist()  # type: ignore[union-attr]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.none() | st.datetimes(), min_size=1, max_size=12))
def test_moments_are_exact(moments: list[object]) -> None:
    series = pl.Series("c", moments, dtype=pl.Datetime("us"))
    column = encode_column(series, spec(Kind.DATE), notes=[])
    again = encode_column(
        pl.Series("c", [column.label(code) for code in column.codes]),  # type: ignore[union-attr]
        ColumnSpec(name="c", role=Role.SENSITIVE, kind=Kind.DATE, format=column.format),  # type: ignore[union-attr]
        notes=[],
    )
    assert again.values.tolist() == column.values.tolist()  # type: ignore[union-attr]
    assert again.codes.tolist() == column.codes.tolist()  # type: ignore[union-attr]


ITEMS = st.lists(st.sampled_from(["a", "b", "cc", "風邪", " x "]), max_size=5)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.none() | ITEMS, min_size=1, max_size=10))
def test_sets_are_the_same_from_lists_and_from_texts(cells: list[list[str] | None]) -> None:
    lists = encode_column(pl.Series("c", cells, dtype=pl.List(pl.String)), spec(Kind.SET), notes=[])
    texts = pl.Series("c", [None if cell is None else ",".join(cell) for cell in cells], dtype=pl.String)
    split = encode_column(texts, spec(Kind.SET), notes=[])
    assert isinstance(lists, SetColumn)
    assert isinstance(split, SetColumn)
    for column in (lists, split):
        read = [
            None if column.null[row] else {column.values[item] for item in column.items[start:end]}
            for row, (start, end) in enumerate(zip(column.offsets[:-1], column.offsets[1:], strict=True))
        ]
        assert read == [None if cell is None else {item.strip() for item in cell} for cell in cells]
    assert lists.values == split.values
    assert lists.items.tolist() == split.items.tolist()
    assert lists.repeated == split.repeated


@settings(max_examples=60, deadline=None)
@given(tables(CELLS))
def test_groups_are_the_same_in_memory_and_in_a_file(frame: pl.DataFrame) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        write_frame(frame, path)
        back = read_file(path, encoding="utf-8", delimiter=",").frame
    before = published(frame, frame.columns, sets=dict.fromkeys(frame.columns, ","))
    after = published(back, frame.columns, sets=dict.fromkeys(frame.columns, ","))
    assert before.groups(frame.columns).tolist() == after.groups(frame.columns).tolist()
