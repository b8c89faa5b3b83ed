"""Multi-way growth against a plain one, and the promises of every score, on random tables."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rule_bits import has_bit
from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.predicates import DISTINCT, NO_PREDICATES
from tokumei.core.rules import Rules, Space, runs_of
from tokumei.core.table import Table
from tokumei.partition.dimensions import Dimension
from tokumei.partition.problem import Problem
from tokumei.partition.scores.multiway import PREC, TFIDF, grow_multiway
from tokumei.partition.top_down import TopDown

TREES = (
    Hierarchy.flat(["m", "f"]),
    Hierarchy.from_rows([[f"b{n}", f"year{n // 2}", f"decade{n // 4}"] for n in range(12)]),
    Hierarchy.from_chains([("a",), ("b", "x"), ("c", "x", "z"), ("d", "y", "z"), ("e", "y", "z")]),
)


def table_of(leaves: np.ndarray, sensitive: np.ndarray | None = None) -> tuple[Table, list[Dimension]]:
    columns: list[Any] = []
    dimensions = []
    for number, tree in enumerate(TREES):
        present, codes = np.unique(leaves[:, number], return_inverse=True)
        column = CategoryColumn(
            name=f"c{number}",
            role=Role.QUASI,
            codes=codes.astype(np.int32),
            values=tuple(tree.leaves[leaf] for leaf in present.tolist()),
            hierarchy=tree,
        )
        columns.append(column)
        dimensions.append(Dimension.tree(column, tree, present.astype(np.int32)))
    if sensitive is not None:
        columns.append(
            CategoryColumn(name="s", role=Role.SENSITIVE, codes=sensitive.astype(np.int32), values=("p", "q", "r"))
        )
    return Table(tuple(columns), len(leaves)), dimensions


def rules_of(allowed: list[list[np.ndarray]], table: Table) -> Rules:
    """Rules from what each allows of the leaves of every column."""
    leaves, codes = {}, {}
    for number, tree in enumerate(TREES):
        leaves[f"c{number}"] = Space.from_runs(
            len(tree.leaves), len(allowed), [(rule, runs_of(one[number])) for rule, one in enumerate(allowed)]
        )
        column = table[f"c{number}"]
        own = [tree.leaf_of[value] for value in column.values]  # type: ignore[union-attr]
        codes[f"c{number}"] = Space.from_runs(
            len(own), len(allowed), [(rule, runs_of(one[number][own])) for rule, one in enumerate(allowed)]
        )
    return Rules(tuple(f"r{n}" for n in range(len(allowed))), np.ones(len(allowed)), codes, leaves)


def plain_growth(leaves: np.ndarray, allowed: list[list[np.ndarray]], k: int, score: int) -> set[frozenset[int]]:
    """The algorithm as the specification tells it, with nothing clever."""

    def matches(rule: list[np.ndarray], node: list[int]) -> bool:
        return all(one[tree.first[n] : tree.last[n] + 1].any() for one, tree, n in zip(rule, TREES, node, strict=True))

    def children(group: list[int], column: int, node: int) -> dict[int, list[int]]:
        tree = TREES[column]
        parts: dict[int, list[int]] = {}
        for person in group:
            chain = list(dict.fromkeys(tree.path[leaves[person, column]].tolist()))
            parts.setdefault(chain[chain.index(node) - 1], []).append(person)
        return dict(sorted(parts.items(), key=lambda part: int(tree.first[part[0]])))

    waiting = [(list(range(len(leaves))), [tree.root for tree in TREES])]
    done: list[tuple[list[int], list[int]]] = []
    while waiting:
        group, node = waiting.pop()
        others = [one for _, one in waiting + done]
        best: tuple[float, int, dict[int, list[int]]] | None = None
        for column, tree in enumerate(TREES):
            if node[column] < len(tree.leaves):
                continue
            parts = children(group, column, node[column])
            if len(parts) > 1 and min(len(part) for part in parts.values()) < k:
                continue
            new = [[*node[:column], child, *node[column + 1 :]] for child in parts]
            if score == PREC:
                value = sum(
                    len(part) * float(tree.level[node[column]] - tree.level[child]) / tree.height
                    for child, part in parts.items()
                )
            else:
                count = len(others) + len(new)
                value = 0.0
                for rule in allowed:
                    held = sum(matches(rule, one) for one in others + new)
                    idf = log(count / held) if held else 0.0
                    for one in new:
                        size = sum(matches(other, one) for other in allowed)
                        value += idf * matches(rule, one) / size if size else 0.0
                value /= len(new) * len(allowed)
            if best is None or value > best[0] + 1e-12:
                best = value, column, parts
        if best is None:
            done.append((group, node))
            continue
        _, column, parts = best
        for child, part in reversed(list(parts.items())):
            waiting.append((part, [*node[:column], child, *node[column + 1 :]]))
    return {frozenset(group) for group, _ in done}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 40), st.integers(2, 4), st.integers(1, 70), st.sampled_from([PREC, TFIDF]))
def test_multiway_growth_is_the_plain_one(seed: int, people: int, k: int, rules: int, score: int) -> None:
    rng = np.random.default_rng(seed)
    leaves = np.stack([rng.integers(0, len(tree.leaves), people) for tree in TREES], axis=1)
    allowed = [[rng.random(len(tree.leaves)) < rng.choice([0.3, 1.0]) for tree in TREES] for _ in range(rules)]
    table, dimensions = table_of(leaves)
    problem = Problem.of(table, dimensions, k=k)
    groups = grow_multiway(problem, score=score, rules=rules_of(allowed, table))
    found = groups.of_rows(problem.rows)[problem.row]
    expected = plain_growth(leaves, allowed, k, score)
    assert {frozenset(np.flatnonzero(found == number).tolist()) for number in range(groups.count)} == expected


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(6, 60),
    st.integers(2, 5),
    st.sampled_from(["prec", "tfidf", "purpose", "gain"]),
    st.booleans(),
)
def test_every_score_keeps_k_and_diversity(seed: int, people: int, k: int, score: str, diverse: bool) -> None:
    rng = np.random.default_rng(seed)
    leaves = np.stack([rng.integers(0, len(tree.leaves), people) for tree in TREES], axis=1)
    sensitive = np.append(rng.integers(0, 3, people - 2), [0, 1])
    table, dimensions = table_of(leaves, sensitive)
    allowed = [[rng.random(len(tree.leaves)) < 0.5 for tree in TREES] for _ in range(3)]
    predicates = NO_PREDICATES
    if diverse:
        predicates = predicates._replace(
            starts=np.array([0, 3]), column=np.array([0]), kind=np.array([DISTINCT]), first=np.array([2.0]),
            second=np.zeros(1), overall=np.bincount(sensitive, minlength=3) / people, order_start=np.zeros(1, np.int64),
            height=np.zeros(1, np.int64),
        )  # fmt: skip
    label = rng.integers(0, 2, people).astype(np.int32)
    released = TopDown(k=k, score=score).recode(
        table,
        dimensions,
        rules=rules_of(allowed, table),
        label=label if score == "gain" else None,
        predicates=predicates,
    )
    for number in np.unique(released.group):
        members = released.group == number
        assert members.sum() >= min(k, people)
        assert not diverse or len(set(sensitive[members].tolist())) >= 2
    assert not released.removed.any()


@pytest.mark.parametrize("score", ["prec", "tfidf", "purpose"])
def test_columns_without_hierarchies(score: str) -> None:
    rng = np.random.default_rng(0)
    values, codes = np.unique(rng.integers(0, 100, 400), return_inverse=True)
    age = NumberColumn(name="age", role=Role.QUASI, codes=codes.astype(np.int32), values=values)
    town = CategoryColumn(
        name="town", role=Role.QUASI, codes=rng.integers(0, 6, 400).astype(np.int32), values=tuple("abcdef")
    )
    table = Table((age, town), 400)
    allowed = (values >= 30) & (values <= 44), np.array([True, False, True, False, False, False])
    spaces = {
        name: Space.from_runs(len(one), 1, [(0, runs_of(one))])
        for name, one in zip(("age", "town"), allowed, strict=True)
    }
    rules = Rules(("r",), np.ones(1), spaces)
    released = TopDown(k=5, score=score).recode(table, [Dimension.ordered(age), Dimension.values(town)], rules=rules)
    assert np.bincount(released.group).min() >= 5
    if score == "purpose":  # the rule's thresholds are where groups end, so that it is decided for everyone
        right = has_bit(rules.of_records(table), 0)
        for number in np.unique(released.group):
            assert len(set(right[released.group == number].tolist())) == 1
