"""The real data sets are read, coded and written back."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from real_data import data_folder, needs_data
from tokumei.core.columns import CategoryColumn, ColumnSpec, DateColumn, Kind, NumberColumn, Role
from tokumei.io.encode import encode
from tokumei.io.guess import guess_kind
from tokumei.io.sources import read_file
from tokumei.io.writing import write_frame

pytestmark = [needs_data, pytest.mark.real]


@pytest.fixture
def data() -> Path:
    folder = data_folder()
    assert folder is not None
    return folder


def test_adult(data: Path) -> None:
    reading = read_file(data / "adult" / "adult.csv.gz")
    assert reading.facts.rows == 30_162
    assert reading.facts.delimiter == ";"
    kinds = {name: guess_kind(reading.frame[name])[0] for name in reading.frame.columns}
    assert [name for name, kind in kinds.items() if kind is not Kind.CATEGORY] == ["age"]
    specs = [ColumnSpec(name=name, role=Role.QUASI, kind=kind) for name, kind in kinds.items()]
    table, notes = encode(reading.frame, specs)
    assert notes == []
    age, sex = table["age"], table["sex"]
    assert isinstance(age, NumberColumn)
    assert isinstance(sex, CategoryColumn)
    assert (age.values.min(), age.values.max()) == (17, 90)
    assert sex.values == ("Male", "Female")


def test_purchases_with_dates_from_parquet_and_from_cp932(data: Path, tmp_path: Path) -> None:
    frame = read_file(data / "online_retail" / "online_retail.parquet").frame
    spec = ColumnSpec(name="InvoiceDate", role=Role.QUASI, kind=Kind.DATE)
    column = encode(frame, [spec])[0]["InvoiceDate"]
    assert isinstance(column, DateColumn)
    assert (column.labels[0], column.labels[-1]) == ("2010-12-01 08:26", "2011-12-09 12:50")
    some = frame.select("InvoiceDate", "Country").head(5_000).cast({"Country": pl.String})
    write_frame(some, tmp_path / "t.csv", encoding="cp932")
    again = encode(read_file(tmp_path / "t.csv").frame, [spec])[0]["InvoiceDate"]
    assert isinstance(again, DateColumn)
    assert again.values[again.codes].tolist() == column.values[column.codes[:5_000]].tolist()


def test_messages_between_tabs(data: Path) -> None:
    assert read_file(data / "texts_en" / "SMSSpamCollection.tsv.gz").frame.width == 2
