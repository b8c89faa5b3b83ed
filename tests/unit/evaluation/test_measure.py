"""Any release against its original: tokumei's own, ARX's, with removed records, unread labels, bounds and sets."""

from __future__ import annotations

import gzip
from csv import DictReader, reader

import numpy as np
import pytest

from real_data import data_folder, needs_data
from tokumei.core.columns import CategoryColumn, NumberColumn, Role, SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import Nodes, Ranges, Recoding
from tokumei.core.table import Table
from tokumei.errors import DataError
from tokumei.evaluation.loss import loss_of
from tokumei.evaluation.measure import measure

TREE = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["c", "y"], ["d", "y"]])


def original() -> Table:
    age = NumberColumn(
        name="age", role=Role.QUASI, codes=np.array([0, 1, 2, 3, 1], np.int32), values=np.array([10, 20, 40, 50])
    )
    town = CategoryColumn(
        name="town",
        role=Role.QUASI,
        codes=np.array([0, 1, 2, 2, 3], np.int32),
        values=("a", "b", "c", "d"),
        hierarchy=TREE,
    )
    return Table((age, town), 5)


def release(**columns: list[str | None]) -> PublishedTable:
    """A release from cells; None is an empty field."""
    coded = {}
    for name, cells in columns.items():
        labels = sorted({cell for cell in cells if cell is not None})
        codes = np.array([-1 if cell is None else labels.index(cell) for cell in cells], dtype=np.int32)
        coded[name] = PublishedColumn(codes, tuple(labels))
    return PublishedTable(coded, len(next(iter(columns.values()))))


def test_a_release_of_ours_measures_as_its_recoding_did() -> None:
    table = original()
    entry = np.array([0, 0, 1, 1, -1], dtype=np.int32)
    recoding = Recoding(
        entry,
        {
            "age": Ranges(table["age"], entry, np.array([0, 2], np.int32), np.array([1, 3], np.int32)),
            "town": Nodes(table["town"], TREE, entry, np.array([TREE.labels.index("x"), 2], np.int32)),
        },
    )
    shuffled = release(age=["[40;50]", "[10;20]", "[40;50]", "[10;20]"], town=["c", "x", "c", "x"])
    marked = release(age=["[10;20]"] * 2 + ["[40;50]"] * 2 + ["*"], town=["x", "x", "c", "c", "*"])
    expected = loss_of(recoding, k=2).to_dict()
    for published in (shuffled, marked):
        found = measure(table, published, k=2)
        assert found["records"] == 5
        for name in ("released", "removed", "groups", "smallest_group", "average_group", "discernibility"):
            assert found[name] == expected[name], name
        assert found["loss"]["ncp"] == pytest.approx(expected["loss"]["ncp"])
        assert found["loss"]["columns"] == pytest.approx(expected["loss"]["columns"])
        assert found["prec"] == pytest.approx(expected["prec"])
        assert {"key": "rows_not_aligned", "values": {}} in found["notes"]
    assert measure(table, marked, aligned=True)["notes"] == []


def test_another_tools_labels() -> None:
    found = measure(original(), release(age=["[10, 21["] * 3 + ["40-50"] * 2, town=["x"] * 3 + ["*"] * 2))
    assert found["loss"]["columns"] == {"age": pytest.approx(10 / 40), "town": pytest.approx((3 * 2 / 4 + 2) / 5)}
    assert found["prec"] == pytest.approx(1 - (3 / 2 + 2) / 5)


def test_unread_labels_are_counted_and_never_quoted() -> None:
    found = measure(original(), release(age=["secret"] * 2 + ["[40;50]"] * 3, town=["x"] * 5))
    assert found["unread"] == {"age": {"labels": 1, "records": 2}}
    assert found["loss"]["columns"]["age"] == pytest.approx((2 + 3 * 10 / 40) / 5)
    assert "secret" not in str(found)


def test_prec_leaves_out_columns_with_other_labels() -> None:
    found = measure(original(), release(age=["*"] * 5, town=["{a;c}"] * 5))
    assert found["prec"] is None


def test_values_that_the_original_does_not_have() -> None:
    found = measure(original(), release(age=["33"] * 5, town=["a"] * 5))
    assert found["foreign"] == {"age": 5}


def test_aligned_rows_show_what_is_not_covered() -> None:
    published = release(age=["10", "[10;20]", "*", "[10;20]", "20"], town=["*"] * 5)
    found = measure(original(), published, aligned=True)
    assert found["uncovered"] == {"age": 1}


def test_bounds() -> None:
    published = release(age_low=["10"] * 2 + ["40"] * 2, age_high=["20"] * 2 + ["50"] * 2, town=["*"] * 4)
    found = measure(original(), published)
    assert found["loss"]["columns"]["age"] == pytest.approx((4 * 10 / 40 + 1) / 5)
    assert found["groups"] == 2


def test_marks_in_a_release_with_bounds() -> None:
    published = release(age_low=["10"] * 4 + [None], age_high=["50"] * 4 + [None], town=["x"] * 4 + ["*"])
    assert measure(original(), published)["removed"] == 1


def test_a_column_that_is_gone_is_lost() -> None:
    found = measure(original(), release(town=["a"] * 5))
    assert found["loss"]["columns"]["age"] == 1.0
    with pytest.raises(DataError, match="another job"):
        measure(original(), release(name=["a"] * 5))


def test_more_records_than_the_original() -> None:
    found = measure(original(), release(age=["10"] * 6, town=["*"] * 6))
    assert found["removed"] == 0
    assert found["loss"]["columns"] == {"age": 0.0, "town": 1.0}
    assert {"key": "more_records", "values": {"released": 6, "records": 5}} in found["notes"]


def test_sets_over_all_items_or_by_record() -> None:
    ills = SetColumn(
        name="ills",
        role=Role.QUASI,
        offsets=np.array([0, 2, 3, 3], np.int64),
        items=np.array([0, 1, 0], np.int32),
        values=("flu", "asthma"),
        null=np.zeros(3, dtype=bool),
    )
    published = release(ills=["flu", "flu", ""])
    table = Table((ills,), 3)
    assert measure(table, published)["loss"]["ncp"] == pytest.approx(1 / 3)
    assert measure(table, published, aligned=True)["loss"]["ncp"] == pytest.approx((1 / 2) / 3)
    assert measure(table, release(ills=["flu", "cold", ""]))["foreign"] == {"ills": 1}


@needs_data
@pytest.mark.real
def test_adult_recoded_by_level_as_arx_writes_it() -> None:
    folder = data_folder()
    assert folder is not None
    with gzip.open(folder / "adult" / "adult.csv.gz", "rt", encoding="utf-8") as file:
        head = file.readline()
        delimiter = ";" if head.count(";") > head.count(",") else ","
        file.seek(0)
        records = [row for _, row in zip(range(2000), DictReader(file, delimiter=delimiter), strict=False)]
    columns, published, expected = [], {}, []
    for name, level in (("education", 1), ("native-country", 1), ("workclass", 2)):
        with open(folder / "adult" / f"adult_hierarchy_{name}.csv", encoding="utf-8") as file:
            text = file.read()
            tree = Hierarchy.from_rows(list(reader(text.splitlines(), delimiter=";" if ";" in text else ",")))
        cells = [row[name] for row in records]
        values = tuple(sorted(set(cells)))
        codes = np.array([values.index(cell) for cell in cells], dtype=np.int32)
        columns.append(CategoryColumn(name=name, role=Role.QUASI, codes=codes, values=values, hierarchy=tree))
        nodes = [int(tree.path[tree.leaf_of[cell], level]) for cell in cells]
        published[name] = [tree.labels[node] for node in nodes]
        expected.append(float(tree.loss[nodes].mean()))
    found = measure(Table(tuple(columns), len(records)), release(**published), aligned=True)
    assert list(found["loss"]["columns"].values()) == pytest.approx(expected)
    assert found["unread"] == found["foreign"] == found["uncovered"] == {}
    assert found["prec"] is not None
