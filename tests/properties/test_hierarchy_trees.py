"""Every hierarchy is N to 1, complete and acyclic, whatever it is made from."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.hierarchies import build

LABEL = st.sampled_from([*"abcdefgh", "*", ""])


def check(tree: Hierarchy) -> None:
    count = len(tree.leaves)
    assert len(set(tree.leaves)) == count
    assert (tree.path[:, 0] == np.arange(count)).all()
    assert (tree.path[:, -1] == tree.root).all()
    above: dict[int, int] = {}
    for chain in tree.path.tolist():
        for below, over in pairwise(chain):
            if below != over:
                assert above.setdefault(below, over) == over  # N to 1
    for node in range(len(tree.labels)):
        steps = 0
        while node != tree.root:  # acyclic and complete
            assert int(tree.parent[node]) == above[node]
            node, steps = above[node], steps + 1
            assert steps <= len(tree.labels)
    for node in range(len(tree.labels)):
        under = np.flatnonzero((tree.path == node).any(axis=1))
        assert len(under) == tree.covered[node] == under[-1] - under[0] + 1
        assert tree.first[node] == under[0]


@given(st.lists(st.lists(LABEL, min_size=1, max_size=5), min_size=1, max_size=12, unique_by=lambda chain: chain[0]))
def test_any_chains_make_a_tree(chains):
    tree = Hierarchy.from_chains(chains)
    check(tree)
    assert sorted(tree.leaves) == sorted(chain[0] for chain in chains)


@given(st.lists(st.lists(LABEL, min_size=1, max_size=5), min_size=1, max_size=12, unique_by=lambda chain: chain[0]))
def test_rows_are_read_back_as_the_same_tree(chains):
    leaves = {chain[0] for chain in chains}
    named = [
        [
            chain[0],
            *(
                f"{label}/{len(chain) - place}/{'/'.join(chain[place + 1 :])}"
                for place, label in enumerate(chain[1:], 1)
            ),
        ]
        for chain in chains
    ]
    tree = Hierarchy.from_chains(named)
    again = Hierarchy.from_rows(tree.rows())
    check(again)
    assert set(again.leaves) == leaves
    assert sorted(again.rows()) == sorted(tree.rows())


@given(
    st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=30, unique=True),
    st.sampled_from([[1], [0.1, 0.5], [2.5, 5, 50], [1000]]),
    st.sampled_from([0, 0.25, -3]),
)
def test_intervals_make_a_tree_and_hold_their_numbers(values, widths, origin):
    array = np.array(sorted(values)) + 0.0
    array = np.unique(array)
    column = NumberColumn(name="n", role=Role.QUASI, codes=np.arange(len(array), dtype=np.int32), values=array)
    tree = build(column, intervals=widths, origin=origin)
    check(tree)
    for code, value in enumerate(array.tolist()):
        low, high = tree.labels[tree.path[tree.leaf_of[column.label(code)], 1]].strip("[").split(";")
        assert float(low) <= value <= float(high)


@given(st.dictionaries(st.text(max_size=6), st.integers(0, 1000), min_size=1, max_size=30), st.booleans())
def test_prefixes_and_frequencies_make_trees(counts, by_prefix):
    ordered = sorted(counts, key=lambda value: (-counts[value], value))
    codes = np.repeat(np.arange(len(ordered), dtype=np.int32), [counts[value] for value in ordered])
    column = CategoryColumn(name="c", role=Role.QUASI, codes=codes, values=tuple(ordered))
    check(build(column, **({"prefixes": [4, 2, 1]} if by_prefix else {"frequency": True})))
