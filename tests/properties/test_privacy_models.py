"""Three ways to the same answers: plain definitions, compiled predicates, and verification from labels."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.columns import CategoryColumn, ColumnSpec, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.labels import label_reader
from tokumei.core.predicates import all_hold, histogram_places
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import Nodes, Ranges, ValueSets
from tokumei.core.table import Table
from tokumei.errors import Infeasible
from tokumei.privacy.alpha_k import AlphaK
from tokumei.privacy.beta_likeness import BetaLikeness
from tokumei.privacy.compilation import compile_predicates, feasible
from tokumei.privacy.distinct_diversity import DistinctDiversity
from tokumei.privacy.entropy_diversity import EntropyDiversity
from tokumei.privacy.k_anonymity import KAnonymity
from tokumei.privacy.model import TableModel
from tokumei.privacy.recursive_diversity import RecursiveDiversity
from tokumei.privacy.t_closeness import TCloseness
from tokumei.privacy.verification import verify

VALUES = ("a", "b", "c", "d", "e")
TREE = Hierarchy.from_rows(
    [["a", "ab", "abc"], ["b", "ab", "abc"], ["c", "c", "abc"], ["d", "de", "de"], ["e", "de", "de"]]
)
DISTANCES = {
    "equal": lambda low, high: Fraction(int(low != high)),
    "ordered": lambda low, high: Fraction(abs(low - high), 5),
    "hierarchical": lambda low, high: Fraction(common_level(low, high), TREE.height),
}

groups = st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=8), min_size=1, max_size=6)
"""Groups of codes; 5 is the missing value."""
models = st.one_of(
    st.integers(2, 5).map(lambda l: DistinctDiversity("s", l)),  # noqa: E741
    st.sampled_from([1.2, 1.5, 2.0, 2.5, 3.0]).map(lambda l: EntropyDiversity("s", l)),  # noqa: E741
    st.tuples(st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.5]), st.integers(2, 4)).map(
        lambda pair: RecursiveDiversity("s", *pair)
    ),
    st.sampled_from([0.25, 0.4, 0.5, 0.75]).map(lambda alpha: AlphaK("s", alpha)),
    st.sampled_from([0.25, 0.5, 1.0, 3.0]).map(lambda beta: BetaLikeness("s", beta)),
    st.tuples(st.sampled_from([0.1, 0.2, 0.25, 0.5, 0.75]), st.sampled_from(sorted(DISTANCES))).map(
        lambda pair: TCloseness("s", *pair)
    ),
)


def common_level(first: int, second: int) -> int:
    """Level of the lowest common node; the missing value hangs from the root."""
    if first == second:
        return 0
    if 5 in (first, second):
        return TREE.height
    below, above = (TREE.rows()[TREE.leaf_of[VALUES[code]]] for code in (first, second))
    return next(level for level in range(TREE.height + 1) if below[level] == above[level])


def moved(group: list[int], whole: list[int], distance: str) -> Fraction:
    """Earth mover's distance by its definition: what is cheapest to move, over all ways to move it.

    For distances that are a tree (a star, a row, a hierarchy), moving between the nearest pairs first is cheapest.
    """
    surplus = [Fraction(group.count(code), len(group)) - Fraction(whole.count(code), len(whole)) for code in range(6)]
    if distance == "ordered":  # the only distance in which nearest first can fail: cross each gap once
        return sum((abs(sum(surplus[: code + 1])) for code in range(5)), Fraction(0)) / 5
    cost = DISTANCES[distance]
    pairs = sorted((cost(a, b), a, b) for a in range(6) for b in range(6) if a != b)
    total = Fraction(0)
    for price, source, target in pairs:
        amount = min(surplus[source], -surplus[target])
        if amount > 0:
            surplus[source] -= amount
            surplus[target] += amount
            total += amount * price
    return total


def plainly(model: TableModel, group: list[int], whole: list[int]) -> bool:
    """Whether a group keeps a model, by the words of its definition."""
    counts = sorted((group.count(code) for code in set(group)), reverse=True)
    if isinstance(model, DistinctDiversity):
        return len(counts) >= model.l
    if isinstance(model, EntropyDiversity):
        shares = [count / len(group) for count in counts]
        return -math.fsum(share * math.log(share) for share in shares) >= math.log(model.l) - 1e-12
    if isinstance(model, RecursiveDiversity):
        return counts[0] < Fraction(str(model.c)) * sum(counts[model.l - 1 :])
    if isinstance(model, AlphaK):
        return Fraction(counts[0], len(group)) <= Fraction(str(model.alpha))
    if isinstance(model, BetaLikeness):
        return all(_gain(group, whole, code) <= _allowed(model.beta, whole, code) + 1e-12 for code in set(group))
    assert isinstance(model, TCloseness)
    return moved(group, whole, model.distance or "equal") <= Fraction(str(model.t))


def _gain(group: list[int], whole: list[int], code: int) -> float:
    prior = Fraction(whole.count(code), len(whole))
    return float((Fraction(group.count(code), len(group)) - prior) / prior)


def _allowed(beta: float, whole: list[int], code: int) -> float:
    return min(beta, -math.log(whole.count(code) / len(whole)))


def table_of(members: list[list[int]]) -> Table:
    """The sensitive column of all groups, one after the other; every value and the missing one may occur."""
    codes = np.array([code for group in members for code in group], dtype=np.int32)
    column = CategoryColumn(name="s", role=Role.SENSITIVE, codes=codes, values=VALUES, has_null=True, hierarchy=TREE)
    return Table((column,), len(codes))


def full(members: list[list[int]]) -> list[list[int]]:
    """With one group of all values, so that the release's domain is the table's."""
    return [*members, [0, 1, 2, 3, 4, 5]]


def compiled(model: TableModel, members: list[list[int]]) -> list[bool]:
    table = table_of(members)
    predicates = compile_predicates([model], table)
    offsets, places = histogram_places(table.sensitive)
    answers, start = [], 0
    for group in members:
        counts = np.zeros(predicates.starts[-1], dtype=np.int64)
        for place in places[offsets[start] : offsets[start + len(group)]]:
            counts[place] += 1
        answers.append(bool(all_hold(counts, len(group), predicates)))
        start += len(group)
    return answers


def published(members: list[list[int]]) -> PublishedTable:
    number = np.repeat(np.arange(len(members), dtype=np.int32), [len(group) for group in members])
    codes = np.array([code if code < 5 else -1 for group in members for code in group], dtype=np.int32)
    labels = tuple(str(group) for group in range(len(members)))
    return PublishedTable({"q": PublishedColumn(number, labels), "s": PublishedColumn(codes, VALUES)}, len(codes))


@settings(deadline=None, max_examples=300)
@given(groups, models)
def test_compiled_predicates_are_the_definitions(members: list[list[int]], model: TableModel) -> None:
    members = full(members)
    whole = [code for group in members for code in group]
    assert compiled(model, members) == [plainly(model, group, whole) for group in members]


@settings(deadline=None, max_examples=300)
@given(groups, models, st.integers(2, 4))
def test_verification_agrees_with_the_predicates(members: list[list[int]], model: TableModel, k: int) -> None:
    members = full(members)
    specs = {"s": ColumnSpec(name="s", role=Role.SENSITIVE)}
    result = verify(published(members), ["q"], [KAnonymity(k), model], sensitive=specs, hierarchies={"s": TREE})
    assert [promise.holds for promise in result.promises] == [
        min(map(len, members)) >= k,
        all(compiled(model, members)),
    ]


@settings(deadline=None, max_examples=200)
@given(groups, models)
def test_groups_that_keep_a_model_keep_it_together(members: list[list[int]], model: TableModel) -> None:
    members = full(members)
    answers = compiled(model, members)
    kept = [group for group, answer in zip(members, answers, strict=True) if answer]
    together = [code for group in kept for code in group]
    if together:
        whole = [code for group in members for code in group]
        assert plainly(model, together, whole)


@settings(deadline=None, max_examples=200)
@given(groups, models)
def test_one_group_decides_what_is_feasible(members: list[list[int]], model: TableModel) -> None:
    table = table_of(members)
    whole = [code for group in members for code in group]
    if plainly(model, whole, whole):
        feasible([model], table)
    else:
        with pytest.raises(Infeasible):
            feasible([model], table)
        assert not all(compiled(model, members))


@settings(deadline=None, max_examples=100)
@given(st.sets(st.integers(-1000, 1000) | st.floats(-1e6, 1e6).map(lambda x: round(x, 3)), min_size=1), st.data())
def test_a_range_read_back_covers_its_values(values: set[float], data: st.DataObject) -> None:
    ordered = np.array(sorted(values))
    column = NumberColumn(name="n", role=Role.QUASI, codes=np.arange(len(ordered), dtype=np.int32), values=ordered)
    low = data.draw(st.integers(0, len(ordered) - 1))
    high = data.draw(st.integers(low, len(ordered) - 1))
    recoded = Ranges(column, np.zeros(1, np.int32), np.array([low], np.int32), np.array([high], np.int32))
    meaning = label_reader(column)(recoded.labels()[0][0])
    assert meaning is not None
    assert list(meaning.codes) == list(range(low, high + 1))
    assert meaning.loss == pytest.approx(float(recoded.losses()[0]))


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.text(st.sampled_from('ab;,{}"| -1'), min_size=1, max_size=4), min_size=1, max_size=8, unique=True),
    st.booleans(),
    st.data(),
)
def test_a_set_read_back_covers_its_values(values: list[str], null: bool, data: st.DataObject) -> None:
    from tokumei.core.notation import ambiguous

    kept = [value for value in values if not ambiguous(value) and value.strip()] or ["a"]
    column = CategoryColumn(
        name="c",
        role=Role.QUASI,
        codes=np.arange(len(kept) + null, dtype=np.int32),
        values=tuple(kept),
        has_null=null,
    )
    codes = sorted(data.draw(st.sets(st.integers(0, column.size - 1), min_size=1)))
    recoded = ValueSets(
        column, np.zeros(1, np.int32), np.array([0, len(codes)]), np.array(codes, np.int32), column.size
    )
    meaning = label_reader(column)(recoded.labels()[0][0])
    assert meaning is not None
    assert sorted(meaning.codes) == codes
    assert meaning.loss == pytest.approx(float(recoded.losses()[0]))


@given(st.integers(0, len(TREE.labels) - 1))
def test_a_node_read_back_covers_its_leaves(node: int) -> None:
    column = table_of([[0, 1, 2, 3, 4]])["s"]
    assert isinstance(column, CategoryColumn)
    recoded = Nodes(column, TREE, np.zeros(1, np.int32), np.array([node], np.int32))
    meaning = label_reader(column)(recoded.labels()[0][0])
    assert meaning is not None
    leaves = range(TREE.first[node], TREE.last[node] + 1)
    assert {column.values[code] for code in meaning.codes} == {TREE.leaves[leaf] for leaf in leaves}
    assert meaning.loss == float(recoded.losses()[0])
    assert meaning.level == int(recoded.levels()[0])
