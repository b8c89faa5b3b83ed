"""Any release against its original: tokumei's own, ARX's, with removed records, unread labels, bounds and sets."""

from __future__ import annotations

import gzip
from csv import DictReader, reader
from typing import Any

import numpy as np
import pytest

from real_data import data_folder, needs_data
from tokumei.core.characters import from_strings
from tokumei.core.columns import CategoryColumn, NumberColumn, Role, SetColumn, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import Nodes, Ranges, Recoding
from tokumei.core.table import Table
from tokumei.core.text_settings import TextSettings
from tokumei.errors import DataError
from tokumei.evaluation.loss import loss_of
from tokumei.evaluation.measure import measure as measure_release

TREE = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["c", "y"], ["d", "y"]])


def measure(table: Table, published: PublishedTable, *, markers: bool = False, **options: Any) -> dict[str, Any]:
    return measure_release(table, published, markers=markers, **options)


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
    for published, markers in ((shuffled, False), (marked, True)):
        found = measure(table, published, k=2, markers=markers)
        assert found["records"] == 5
        for name in ("released", "removed", "groups", "smallest_group", "average_group", "discernibility"):
            assert found[name] == expected[name], name
        assert found["loss"]["ncp"] == pytest.approx(expected["loss"]["ncp"])
        assert found["loss"]["columns"] == pytest.approx(expected["loss"]["columns"])
        assert found["prec"] == pytest.approx(expected["prec"])
        assert {"key": "rows_not_aligned", "values": {}} in found["notes"]
    assert measure(table, marked, aligned=True, markers=True)["notes"] == []


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
    assert measure(original(), published, markers=True)["removed"] == 1


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


def test_a_row_of_stars_is_a_record_where_nothing_is_marked() -> None:
    published = release(age=["10"] * 3 + ["*"] * 2, town=["a"] * 3 + ["*"] * 2)
    assert [measure(original(), published, markers=markers)["removed"] for markers in (False, True)] == [0, 2]
    assert [measure(original(), published, markers=markers)["groups"] for markers in (False, True)] == [2, 1]


def texts(*cells: str | None) -> Table:
    coded = from_strings(cells)
    null = np.array([cell is None for cell in cells])
    column = TextColumn(name="note", role=Role.QUASI, offsets=coded.offsets, points=coded.points, null=null)
    return Table((column,), len(cells))


def test_texts_lose_what_is_not_readable_any_more() -> None:
    table = texts("ab cd", "x", None, "a*b")
    published = release(note=["ab**", "*", None, "***"])
    found = measure(table, published, aligned=True)
    assert found["loss"]["columns"]["note"] == pytest.approx((2 / 4 + 1 + 0 + 2 / 3) / 4)
    assert (found["removed"], found["notes"]) == (0, [])
    found = measure(table, published)
    assert found["loss"]["columns"]["note"] == pytest.approx((2 + 1 + 2) / 8)
    assert {"key": "loss_of_characters", "values": {"column": "note"}} in found["notes"]


def test_a_removed_or_an_absent_text_loses_all_of_it() -> None:
    marked = measure(texts("abcd", "efgh"), release(note=["abcd", "*"]), aligned=True, markers=True)
    absent = measure(texts("abcd", "efgh"), release(note=["abcd"]))
    assert marked["loss"]["ncp"] == absent["loss"]["ncp"] == 0.5
    assert marked["removed"] == absent["removed"] == 1


def test_texts_are_counted_as_they_were_masked() -> None:
    form = TextSettings(mask_char="■", whitespace="keep", characters="points")
    found = measure(texts("a b"), release(note=["a■■"]), aligned=True, texts={"note": form})
    assert found["loss"]["ncp"] == pytest.approx(2 / 3)
    merged = measure(texts("abcd"), release(note=["a*"]), aligned=True)
    assert merged["loss"]["ncp"] == pytest.approx(3 / 4)


def test_texts_that_are_not_their_records_are_counted() -> None:
    found = measure(texts("ab", "abcd"), release(note=["abcd", "ab"]), aligned=True)
    assert found["uncovered"] == {"note": 1}
    assert "abcd" not in str(found["notes"])


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
