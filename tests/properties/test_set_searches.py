"""The searches of set columns alone: groups keep k records, and never lose more than what they started from."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from hypothesis import given, settings
from hypothesis import strategies as st

from set_columns import sets, table
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.item_tree import tree_losses
from tokumei.partition.dimensions.item_rows import tree_of
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.starts.cover import cover, peeled
from tokumei.partition.starts.item_search import improve
from tokumei.partition.starts.node_rows import rows_of_tree
from tokumei.partition.starts.node_search import improve_by_tree

ITEMS = "abcdefgh"
CELLS = st.lists(st.frozensets(st.sampled_from(ITEMS), max_size=6), min_size=8, max_size=40)
TREE = Hierarchy.from_rows([(item, "abcd" if item < "e" else "efgh", "*") for item in ITEMS])


def _kept(cells: list[frozenset[str]], problem: Problem, groups: Groups) -> int:
    """Items that are published, counted on the records themselves."""
    group = groups.of_rows(problem.rows)[problem.row]
    total = 0
    for number in range(groups.count):
        own = [cell for cell, other in zip(cells, group, strict=True) if other == number]
        assert len(own) >= problem.k
        total += len(own) * len(frozenset.intersection(*own))
    return total


@settings(max_examples=60, deadline=None)
@given(cells=CELLS, k=st.integers(2, 4), sweeps=st.integers(1, 12))
def test_a_searched_cover_keeps_k_and_no_fewer_items(cells: list[frozenset[str]], k: int, sweeps: int) -> None:
    column = sets([sorted(cell) for cell in cells])
    problem = Problem.of(table(column), [SetDimension(column)], k=k)
    before, after = (_kept(cells, problem, cover(problem, sweeps=number)) for number in (0, sweeps))
    # What is left over may take in a group more or less, where it has fewer than k records.
    assert after >= before - k * max(map(len, cells))


@settings(max_examples=60, deadline=None)
@given(cells=CELLS, k=st.integers(2, 4), warmth=st.sampled_from([0.0, 1.5]))
def test_a_sweep_gains_what_it_says(cells: list[frozenset[str]], k: int, warmth: float) -> None:
    column = sets([sorted(cell) for cell in cells])
    problem = Problem.of(table(column), [SetDimension(column)], k=k)
    state, rows = peeled(problem)

    def kept() -> int:
        """Items that are published by the rows that have a group."""
        total = 0
        for number in range(len(state.size)):
            own = [cell for cell, row in zip(cells, problem.row, strict=True) if state.group[row] == number]
            assert not own or len(own) >= k
            total += len(own) * len(frozenset.intersection(*own)) if own else 0
        return total

    for sweep in range(5):
        before = kept()
        gain = improve(state, k, *rows, np.int64(sweep), warmth)
        assert kept() == before + gain
        assert gain >= 0 or warmth > 0.0


@settings(max_examples=60, deadline=None)
@given(cells=CELLS, k=st.integers(2, 4), seed=st.integers(0, 99))
def test_rows_regrouped_by_nodes_keep_k_and_lose_no_more(cells: list[frozenset[str]], k: int, seed: int) -> None:
    column = replace(sets([sorted(cell) for cell in cells]), hierarchy=TREE)
    problem = Problem.of(table(column), [SetDimension(column)], k=k)
    tree, weight = tree_of(problem, 0), problem.weight

    def lost(group: npt.NDArray[np.int32]) -> float:
        groups = Groups.from_rows(group)
        return float(np.dot(tree_losses(tree, groups.order, groups.ends, weight)[0], weight))

    group = np.random.RandomState(seed).randint(0, 3, problem.rows).astype(np.int32)
    mass = np.bincount(group, weights=weight, minlength=3)
    group[mass[group] < k] = np.argmax(mass)
    found = improve_by_tree(tree, weight, group, k, work=200)
    records = np.bincount(np.unique(found, return_inverse=True)[1], weights=weight)
    assert records.min() >= min(k, mass.max())
    assert lost(found) <= lost(group) + 1e-9
    assert (found == improve_by_tree(tree, weight, group, k, work=200)).all()


@settings(max_examples=60, deadline=None)
@given(cells=CELLS)
def test_rows_have_the_nodes_above_their_items(cells: list[frozenset[str]]) -> None:
    column = replace(sets([sorted(cell) for cell in cells]), hierarchy=TREE)
    problem = Problem.of(table(column), [SetDimension(column)], k=2)
    rows = rows_of_tree(tree_of(problem, 0))
    for cell, row in zip(cells, problem.row, strict=True):
        own = slice(rows.offsets[row], rows.offsets[row + 1])
        halves = Counter("abcd" if item < "e" else "efgh" for item in cell)
        expected = [(0.0, 1)] * len(cell) + [(0.5, count) for count in sorted(halves.values())]
        found = zip(rows.loss[rows.node[own]].tolist(), rows.under[own].tolist(), strict=True)
        assert sorted(found) == expected
        assert rows.own[row] == len(cell)
        places = {node: place for place, node in enumerate(rows.node[own].tolist())}
        above = [(place, int(rows.parent[node])) for node, place in places.items()]
        assert all(parent < 0 or places[parent] > place for place, parent in above)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 999), k=st.integers(2, 4))
def test_the_search_under_a_hierarchy_finds_hidden_groups(seed: int, k: int) -> None:
    """Each hidden group has records that differ by items of one node; the search starts from groups at random."""
    random = np.random.RandomState(seed)
    items = [f"{node:02}{leaf}" for node in range(40) for leaf in "abcd"]
    hierarchy = Hierarchy.from_rows([(item, item[:2], item[0] + "-", "*") for item in items])
    cells = []
    for _ in range(12):
        nodes = random.choice(40, 4, replace=False)
        cells += [[f"{node:02}{'abcd'[random.randint(4)]}" for node in nodes] for _ in range(k)]
    column = replace(sets([sorted(cell) for cell in cells]), hierarchy=hierarchy)
    problem = Problem.of(table(column), [SetDimension(column)], k=k)
    tree, weight = tree_of(problem, 0), problem.weight
    start = np.zeros(problem.rows, dtype=np.int32)
    groups = Groups.from_rows(improve_by_tree(tree, weight, start, k, work=4000))
    lost = tree_losses(tree, groups.order, groups.ends, weight)[0]
    assert np.dot(lost, weight) <= len(cells) * 4 * (4 / len(items)) + 1e-9
