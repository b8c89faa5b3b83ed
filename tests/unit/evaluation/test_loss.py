"""Losses of a recoding, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, NumberColumn, Role, SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import ItemSets, Nodes, Ranges, Recoding, ValueSets
from tokumei.evaluation.loss import discernibility, loss_of

ENTRY = np.array([0, 0, 1, 1, -1], dtype=np.int32)
TREE = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["c", "y"], ["d", "y"]])


def recoding() -> Recoding:
    """Two groups of two records, and one removed."""
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
    job = CategoryColumn(
        name="job", role=Role.QUASI, codes=np.array([0, 1, 0, 0, 2], np.int32), values=("p", "q", "r", "s")
    )
    return Recoding(
        ENTRY,
        {
            "age": Ranges(age, ENTRY, np.array([0, 2], np.int32), np.array([1, 3], np.int32)),
            "town": Nodes(town, TREE, ENTRY, np.array([TREE.labels.index("x"), 2], np.int32)),
            "job": ValueSets(job, ENTRY.copy(), np.array([0, 2, 3]), np.array([0, 1, 0], np.int32), 4),
        },
    )


def test_ncp_by_column_and_in_all() -> None:
    loss = loss_of(recoding())
    assert loss.columns == {
        "age": pytest.approx((4 * 10 / 40 + 1) / 5),
        "town": pytest.approx((2 * 2 / 4 + 0 + 1) / 5),
        "job": pytest.approx((2 * 2 / 4 + 0 + 1) / 5),
    }
    assert loss.ncp == pytest.approx(0.4)
    assert loss.columns == pytest.approx(recoding().ncp())


def test_prec_counts_levels_of_nodes_only() -> None:
    assert loss_of(recoding()).prec == pytest.approx(1 - (2 * 1 / 2 + 0 + 1) / 5)
    ranges = Recoding(ENTRY, {"age": recoding().columns["age"]})
    assert loss_of(ranges).prec is None


def test_groups() -> None:
    loss = loss_of(recoding(), k=2)
    assert (loss.groups, loss.smallest_group, loss.released, loss.removed) == (2, 2, 4, 1)
    assert loss.average_group == 2
    assert loss.normalized_average_group == 1
    assert loss.discernibility == 4 + 4 + 5


def test_discernibility_has_room_for_large_groups() -> None:
    assert discernibility(np.array([46_341, 5_000_000_000]), 1, 7_000_000_000) == (
        46_341**2 + 5_000_000_000**2 + 7_000_000_000
    )


def test_sets_lose_by_record() -> None:
    ills = SetColumn(
        name="ills",
        role=Role.QUASI,
        offsets=np.array([0, 2, 3, 3], np.int64),  # the last record has no items, and so nothing to lose
        items=np.array([0, 1, 0], np.int32),
        values=("flu", "asthma"),
        null=np.zeros(3, dtype=bool),
    )
    entry = np.array([0, 0, 1], dtype=np.int32)
    kept = ItemSets(ills, entry, np.array([0, 1, 1], np.int64), np.array([0], np.int32), np.array([False, False]))
    assert loss_of(Recoding(entry, {"ills": kept})).ncp == pytest.approx((1 / 2 + 0 + 0) / 3)


def test_everything_removed_has_no_groups() -> None:
    gone = np.full(3, -1, dtype=np.int32)
    age = NumberColumn(name="age", role=Role.QUASI, codes=np.zeros(3, np.int32), values=np.array([1]))
    none = np.zeros(0, dtype=np.int32)
    loss = loss_of(Recoding(gone, {"age": Ranges(age, gone, none, none)}), k=2)
    assert (loss.ncp, loss.groups, loss.average_group, loss.discernibility) == (1.0, 0, None, 9)


def test_the_report_form() -> None:
    figures = loss_of(recoding(), k=2).to_dict()
    assert figures["loss"]["ncp"] == pytest.approx(0.4)
    assert set(figures["loss"]["columns"]) == {"age", "town", "job"}
    assert figures["removed"] == 1
