"""From a recoding to the published frame, and from any frame to its labels."""

from __future__ import annotations

import datetime as dt

import numpy as np
import polars as pl
import pytest

from tokumei.core.columns import ColumnSpec, DateColumn, Kind, NumberColumn, Role, SetColumn
from tokumei.core.recoding import ItemSets, Ranges, Recoding
from tokumei.errors import DataError, JobError
from tokumei.io.encode import encode
from tokumei.io.release import assemble, published

FRAME = pl.DataFrame(
    {
        "id": ["p", "q", "r", "s", "t"],
        "age": ["30", "31", None, "50", "52"],
        "day": ["2011-12-01", "2011-12-05", "2012-01-01", None, "2012-02-01"],
        "cost": [1.5, float("nan"), None, 1e300, 2.0],
        "clinic": ["a", None, "", "d", "e"],
    }
)
SPECS = [
    ColumnSpec(name="age", role=Role.QUASI, kind=Kind.NUMBER),
    ColumnSpec(name="day", role=Role.QUASI, kind=Kind.DATE),
]


def int32(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def recoded(removed: bool = False) -> Recoding:
    """Records 0 and 1 in one group, 2 and 3 in another, 4 removed or with them."""
    table, _ = encode(FRAME, SPECS)
    age, day = table["age"], table["day"]
    assert isinstance(age, NumberColumn)
    assert isinstance(day, DateColumn)
    group = int32(0, 0, 1, 1, -1 if removed else 1)
    age_ranges = Ranges(age, group, int32(0, 2), int32(1, 4))
    day_ranges = Ranges(day, group, int32(0, 2), int32(1, 3 if removed else 4))
    return Recoding(group, {"age": age_ranges, "day": day_ranges})


NAMES = ["clinic", "age", "day", "cost"]


def test_published_columns_in_the_order_of_the_names() -> None:
    recoding = recoded()
    release = assemble(FRAME, recoding, names=NAMES)
    assert release.columns == NAMES
    assert release["age"].cast(pl.String).to_list() == ["[30;31]", "[30;31]", "*", "*", "*"]
    assert release["day"].cast(pl.String).to_list() == ["[2011-12-01;2011-12-05]"] * 2 + ["*"] * 3
    assert release["cost"].equals(FRAME["cost"])
    assert release["clinic"].equals(FRAME["clinic"])


def test_rows_follow_the_permutation_and_removed_ones_are_absent() -> None:
    recoding = recoded(removed=True)
    release = assemble(FRAME, recoding, names=NAMES, permutation=np.array([4, 3, 0, 2, 1]))
    assert release["clinic"].to_list() == ["d", "a", "", None]
    assert release["age"].cast(pl.String).to_list() == ["*", "[30;31]", "*", "[30;31]"]


def test_removed_rows_can_be_marked() -> None:
    recoding = recoded(removed=True)
    release = assemble(FRAME, recoding, names=NAMES, removed="mark")
    assert release.cast(pl.String).row(4) == ("*", "*", "*", "*")
    assert release["clinic"].to_list()[:4] == ["a", None, "", "d"]
    assert release["cost"].to_list()[0] == "1.5"


def test_marking_changes_no_type_when_nothing_is_removed() -> None:
    recoding = recoded()
    assert assemble(FRAME, recoding, names=NAMES, removed="mark")["cost"].dtype == pl.Float64


def test_bounds_are_two_typed_columns() -> None:
    recoding = recoded(removed=True)
    release = assemble(FRAME, recoding, names=NAMES, numbers="bounds", removed="mark")
    assert release.columns == ["clinic", "age_low", "age_high", "day_low", "day_high", "cost"]
    assert release["age_low"].to_list() == [30, 30, None, None, None]
    assert release["age_high"].to_list() == [31, 31, None, None, None]
    assert release["age_low"].dtype == pl.Int64
    assert release["day_high"].to_list()[0] == dt.date(2011, 12, 5)


def test_bounds_do_not_write_over_another_column() -> None:
    recoding = recoded()
    frame = FRAME.with_columns(age_low=pl.lit(1))
    with pytest.raises(JobError, match="'age_low'"):
        assemble(frame, recoding, names=["age", "age_low"], numbers="bounds")


def test_the_dictionary_of_a_recoded_column_holds_only_what_is_published() -> None:
    table, _ = encode(FRAME, SPECS)
    age = table["age"]
    assert isinstance(age, NumberColumn)
    ranges = Ranges(age, int32(0, 0, 1, -1, -1), int32(0, 2, 3), int32(1, 2, 3))
    recoding = Recoding(int32(0, 0, 1, -1, -1), {"age": ranges})
    dtype = assemble(FRAME, recoding, names=["age"]).schema["age"]
    assert isinstance(dtype, pl.Enum)
    assert dtype.categories.to_list() == ["50", "[30;31]"]


def test_missing_values_are_published_empty() -> None:
    table, _ = encode(FRAME, SPECS)
    age = table["age"]
    assert isinstance(age, NumberColumn)
    own = Ranges(age, age.codes, np.arange(age.size, dtype=np.int32), np.arange(age.size, dtype=np.int32))
    release = assemble(FRAME, Recoding(age.codes, {"age": own}), names=["age"])
    assert release["age"].cast(pl.String).to_list() == ["30", "31", None, "50", "52"]


def test_sets_keep_empty_and_missing_apart() -> None:
    frame = pl.DataFrame({"d": ["b,a", "", None, "c"]})
    table, _ = encode(frame, [ColumnSpec(name="d", role=Role.QUASI, kind=Kind.SET)])
    column = table["d"]
    assert isinstance(column, SetColumn)
    sets = ItemSets(column, int32(0, 1, 2, 3), column.offsets, column.items, column.null)
    release = assemble(frame, Recoding(int32(0, 1, 2, 3), {"d": sets}), names=["d"])
    assert release["d"].cast(pl.String).to_list() == ["a,b", "", None, "c"]
    as_sets = published(release, ["d"], sets={"d": ","})
    assert len(set(as_sets.groups(["d"]).tolist())) == 4
    assert published(release, ["d"]).columns["d"].codes.tolist().count(-1) == 2


def test_a_name_that_nobody_publishes() -> None:
    recoding = recoded()
    with pytest.raises(DataError, match="'none'"):
        assemble(FRAME, recoding, names=["none"])


def test_labels_of_every_type() -> None:
    frame = pl.DataFrame(
        {
            "text": ["a", None, ""],
            "whole": [1, None, 3],
            "float": [0.1, float("nan"), 2.0],
            "flag": [True, None, False],
            "day": [dt.date(2011, 12, 1), None, dt.date(2012, 1, 1)],
            "items": [["x", "y"], None, []],
        }
    )
    table = published(frame, frame.columns)
    read = {
        name: [None if code < 0 else column.labels[code] for code in column.codes]
        for name, column in table.columns.items()
    }
    assert read == {
        "text": ["a", None, None],
        "whole": ["1", None, "3"],
        "float": ["0.1", None, "2"],
        "flag": ["true", None, "false"],
        "day": ["2011-12-01", None, "2012-01-01"],
        "items": ['["x","y"]', None, "[]"],
    }
    assert table.records == 3


def test_a_release_of_another_job() -> None:
    with pytest.raises(DataError, match=r"'age'.*another job"):
        published(pl.DataFrame({"a": [1]}), ["age"])


def test_dictionaries_and_texts_have_the_same_labels() -> None:
    texts = pl.DataFrame({"a": ["x", "y", None, "x"]})
    for dtype in (pl.Categorical, pl.Enum(["unused", "y", "x"])):
        column = published(texts.cast({"a": dtype}), ["a"]).columns["a"]
        assert "unused" not in column.labels
        assert [None if code < 0 else column.labels[code] for code in column.codes] == ["x", "y", None, "x"]
