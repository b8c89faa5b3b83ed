"""The tree type: numbering, repeats, levels, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError


def chain(hierarchy: Hierarchy, value: str) -> list[str]:
    leaf = hierarchy.leaf_of[value]
    return [hierarchy.labels[node] for node in hierarchy.path[leaf]]


def test_leaves_of_a_node_stand_side_by_side_whatever_the_order_of_rows():
    tree = Hierarchy.from_rows([["a", "X", "*"], ["b", "Y", "*"], ["c", "X", "*"]])
    assert tree.leaves == ("a", "c", "b")
    node = tree.path[tree.leaf_of["a"], 1]
    assert (tree.first[node], tree.last[node], tree.covered[node]) == (0, 1, 2)
    assert tree.loss[node] == pytest.approx(2 / 3)
    assert tree.labels[tree.root] == "*"
    assert tree.parent[tree.root] == tree.root


def test_a_node_that_stands_at_two_levels_is_one_node_with_adjacent_leaves():
    tree = Hierarchy.from_rows([["a", "P", "Q", "Q", "*"], ["c", "S", "Q", "Q", "*"], ["b", "R", "P", "Q", "*"]])
    over = tree.lowest_over(
        np.array([tree.leaf_of["a"]], dtype=np.int32), np.array([tree.leaf_of["b"]], dtype=np.int32)
    )
    for node in range(len(tree.labels)):
        under = np.flatnonzero((tree.path == node).any(axis=1))
        assert tree.covered[node] == len(under) == under[-1] - under[0] + 1
    assert tree.labels.count("P") == 1
    assert len(over) == 1


def test_a_value_repeated_upwards_stays_the_value():
    tree = Hierarchy.from_rows([["a", "a", "*"], ["b", "X", "*"]])
    assert tree.path[tree.leaf_of["a"], 1] == tree.leaf_of["a"]


def test_a_value_repeated_upwards_with_others_under_it_becomes_one_of_them():
    tree = Hierarchy.from_rows([["dog", "dog", "*"], ["poodle", "dog", "*"], ["cat", "cat", "*"]])
    nodes = tree.path[:, 1]
    assert nodes[tree.leaf_of["dog"]] == nodes[tree.leaf_of["poodle"]] != tree.leaf_of["dog"]


def test_the_root_is_added_once():
    assert Hierarchy.from_rows([["a", "X"], ["b", "Y"]]).height == 2
    assert Hierarchy.from_rows([["a", "X", "*"], ["b", "Y", "*"]]).height == 2
    mixed = Hierarchy.from_rows([["a", "X", "*"], ["b", "Y", "Z"]])
    assert mixed.labels.count("*") == 1
    assert chain(mixed, "a") == ["a", "X", "*", "*"]


def test_a_value_called_like_the_root_alone_is_still_a_leaf():
    assert Hierarchy.from_rows([["a"], ["b"]]).height == 1


def test_chains_of_different_lengths_are_levelled():
    tree = Hierarchy.from_chains([["a", "X", "Y"], ["b", "Y"], ["c"]])
    assert chain(tree, "a") == ["a", "X", "Y", "*"]
    assert chain(tree, "b") == ["b", "b", "Y", "*"]
    assert chain(tree, "c") == ["c", "c", "c", "*"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "no rows"),
        ([["a", "X", "*"], ["b", "*"]], "row 2 has 2 levels where row 1 has 3"),
        ([["a", "X", "*"], ["a", "Y", "*"]], "rows 1 and 2 are for the same value"),
        ([["a", "X", "P", "*"], ["b", "X", "Q", "*"]], "two parents .rows 1 and 2."),
    ],
)
def test_wrong_rows_are_refused_by_row_without_their_values(rows, words):
    with pytest.raises(JobError, match=words) as caught:
        Hierarchy.from_rows(rows, name="ages.csv")
    assert "ages.csv" in str(caught.value)
    assert "'a'" not in str(caught.value)


def test_an_empty_or_doubled_set_of_chains_is_refused():
    with pytest.raises(JobError, match="at least one value"):
        Hierarchy.from_chains([])
    with pytest.raises(JobError, match="twice"):
        Hierarchy.from_chains([["a", "X"], ["a", "Y"]])


def test_a_node_stands_at_one_level_and_above_all_under_it():
    tree = Hierarchy.from_chains([["a", "X"], ["b", "Z", "X"], ["c"]])
    for node in range(len(tree.labels) - 1):
        assert tree.level[node] < tree.level[tree.parent[node]]
    assert tree.level[tree.labels.index("X")] == 2
