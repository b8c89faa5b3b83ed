"""Every hierarchy produced is N to 1, complete and acyclic, whatever the dictionary."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.hierarchy import Hierarchy
from tokumei.hierarchies.semantic import Source, candidates
from tokumei.hierarchies.semantic.graph import GraphBuilder
from tokumei.hierarchies.semantic.normal import is_japanese, normalized
from tokumei.hierarchies.semantic.ranking import climbed

WORD = st.sampled_from(["a", "b", "c", "d", "e", "F", "f", "ｆ", "a b", "b c", "苺", "いちご", "*", "", "x", "A"])
EDGES = st.lists(st.tuples(WORD, WORD), min_size=1, max_size=40)
CHAINS = st.lists(st.lists(WORD, min_size=1, max_size=6), min_size=1, max_size=20)
VALUES = st.lists(st.one_of(WORD, st.text(max_size=8)), min_size=1, max_size=12, unique=True)


def check(values, found):
    assert found
    for candidate in found:
        tree = candidate.hierarchy
        assert sorted(tree.leaves) == sorted(values)
        assert (tree.path[:, -1] == tree.root).all()
        above: dict[int, int] = {}
        for chain in tree.path.tolist():
            for below, over in pairwise(chain):
                if below != over:
                    assert above.setdefault(below, over) == over
        for node in range(len(tree.labels) - 1):
            seen = {node}
            while node != tree.root:
                node = above[node]
                assert node not in seen
                seen.add(node)
        assert [placement.value for placement in candidate.placements] == list(values)
        assert 0 <= candidate.loss <= 1
        assert 0 <= candidate.coverage <= 1
    assert [one.join for one in found] == sorted(one.join for one in found)
    for join in (False, True):
        ranked = [one for one in found if one.join is join]
        assert all(one.coverage >= other.coverage for one, other in pairwise(ranked))


@settings(deadline=None)
@given(EDGES, VALUES, st.booleans(), st.integers(1, 5))
def test_edge_lists_with_cycles_and_many_parents(edges, values, paper, k):
    builder = GraphBuilder("edges")
    for child, parent in edges:
        builder.link(builder.named(child), builder.named(parent))
    found = candidates(values, [1] * len(values), [builder.done()], k=k, vectors="none", paper=paper)
    check(values, found)


@settings(deadline=None)
@given(CHAINS, CHAINS, VALUES, st.booleans())
def test_tables_of_chains(chains, others, values, places):
    builders = [GraphBuilder("one"), GraphBuilder("other")]
    for builder, rows in zip(builders, (chains, others), strict=True):
        builder.chain(["top"])
        for row in rows:
            builder.chain(row, leading=row[-1:] if places else ())
    dictionaries = [builder.done(searchable=not places) for builder in builders]
    found = candidates(values, range(len(values)), dictionaries, k=2, vectors="none")
    check(values, found)


@settings(deadline=None)
@given(CHAINS, VALUES, st.sampled_from([0.5, 0.9, 1.0]))
def test_what_a_dictionary_knows_stands_where_it_says_or_under_the_root(chains, values, nearly):
    builder = GraphBuilder("facts")
    builder.chain(["top"])
    for row in chains:
        builder.chain(row)
    dictionary = builder.done()
    rows = [[normalized(label) for label in row] for row in chains]
    for candidate in candidates(values, [1] * len(values), [dictionary], k=2, vectors="none", nearly=nearly):
        tree = candidate.hierarchy
        for placement in candidate.placements:
            key = normalized(placement.value)
            if key not in dictionary.index:
                # An analyser, where one is installed, knows いちご as 苺.
                assert placement.source is not Source.FACT or is_japanese(key)
                continue
            assert placement.source is not Source.INFERRED
            labels = {tree.labels[node] for node in tree.path[tree.leaf_of[placement.value]]} - {placement.value, "*"}
            names = {normalized(label.split(" (")[0]) for label in labels}
            assert not names or any(key in row and names <= set(row) for row in rows)


@settings(deadline=None)
@given(
    st.lists(st.lists(st.sampled_from("pqr"), max_size=4), min_size=1, max_size=12),
    st.lists(st.sampled_from([0, 1, 1, 2, 3, 8]), min_size=12, max_size=12),
    st.integers(1, 12),
)
def test_every_published_node_has_k_records(ways, counts, k):
    tree = Hierarchy.from_chains([[f"v{number}", *way] for number, way in enumerate(ways)])
    counts = counts[: len(ways)]
    climb = climbed(tree, counts, k)
    for leaf, node in enumerate(climb.node.tolist()):
        assert tree.first[node] <= leaf <= tree.last[node]
    records = np.bincount(climb.node, weights=counts, minlength=len(tree.labels))
    for leaf, node, lent in climb.lent:
        assert tree.first[node] <= leaf <= tree.last[node]
        records[climb.node[leaf]] -= lent
        records[node] += lent
    assert records.min() >= 0
    if sum(counts) >= k:
        assert ((records == 0) | (records >= k)).all()
    elif sum(counts):
        assert (climb.node[np.array(counts) > 0] == tree.root).all()
