"""Every hierarchy produced is N to 1, complete and acyclic, whatever the dictionary."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.hierarchies.semantic import candidates
from tokumei.hierarchies.semantic.graph import GraphBuilder

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
    assert all(one.coverage >= other.coverage for one, other in pairwise(found))


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
def test_tables_of_chains(chains, others, values, nests):
    builders = [GraphBuilder("one"), GraphBuilder("other")]
    for builder, rows in zip(builders, (chains, others), strict=True):
        builder.chain(["top"])
        for row in rows:
            builder.chain(row)
    found = candidates(values, range(len(values)), [b.done(nests=nests) for b in builders], k=2, vectors="none")
    check(values, found)
