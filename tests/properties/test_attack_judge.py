"""The judge's interval against a plain binomial, and the attacks' claims against brute force on tiny tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.attacks.fits import fits_of
from tokumei.attacks.intervals import clustered_interval, effective_claims, interval
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.tight_cells import proven
from tokumei.attacks.trying import try_attacks
from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.table import Table
from tokumei.evaluation.risk import minimal_unique

TOWNS = ("a", "b", "c")
people = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=7)
"""Age, town and illness of everybody."""


def tail(hits: int, claims: int, rate: float) -> float:
    """How probable so many hits or more are."""
    return sum(comb(claims, one) * rate**one * (1 - rate) ** (claims - one) for one in range(hits, claims + 1))


@given(st.integers(1, 40), st.data())
def test_an_interval_of_independent_claims_is_where_the_binomial_leaves_half_a_percent(
    claims: int, data: st.DataObject
) -> None:
    hits = data.draw(st.integers(0, claims))
    low, high = clustered_interval(np.arange(claims) < hits, np.arange(claims))
    assert (low, high) == pytest.approx(interval(hits, claims))
    if hits:
        assert tail(hits, claims, low) == pytest.approx(0.005, rel=1e-6)
    if hits < claims:
        assert 1 - tail(hits + 1, claims, high) == pytest.approx(0.005, rel=1e-6)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=60))
def test_claims_that_stand_and_fall_together_count_as_no_more_than_they_are(claims: list[tuple[bool, int]]) -> None:
    right, cluster = np.array([one for one, _ in claims]), np.array([one for _, one in claims])
    effective = effective_claims(right, cluster)
    assert 0 < effective <= len(claims) + 1e-9
    low, high = clustered_interval(right, cluster)
    assert low <= right.mean() <= high


@given(st.integers(1, 30), st.integers(2, 9))
def test_a_claim_that_is_made_again_adds_nothing(clusters: int, times: int) -> None:
    right = np.arange(clusters) % 3 == 0
    once = clustered_interval(right, np.arange(clusters))
    again = clustered_interval(np.repeat(right, times), np.repeat(np.arange(clusters), times))
    assert again[0] <= once[0] + 1e-12
    assert again[1] >= once[1] - 1e-12


def table_of(rows: list[tuple[int, int, int]]) -> Table:
    age, town, ill = (np.array(column, dtype=np.int32) for column in zip(*rows, strict=True))
    return Table(
        (
            NumberColumn(name="age", role=Role.QUASI, codes=age, values=np.arange(5)),
            CategoryColumn(name="town", role=Role.QUASI, codes=town, values=TOWNS),
            CategoryColumn(name="ill", role=Role.SENSITIVE, codes=ill, values=("x", "y", "z")),
        ),
        len(rows),
    )


def grouped(rows: list[tuple[int, int, int]], cut: int) -> list[list[int]]:
    """Two groups of the records: those up to a place, and the rest."""
    places = list(range(len(rows)))
    return [group for group in (places[:cut], places[cut:]) if group]


def release_of(rows: list[tuple[int, int, int]], groups: list[list[int]]) -> PublishedTable:
    """Every group publishes the range of its ages and the set of its towns."""
    labels: dict[str, list[str]] = {"age": [], "town": [], "ill": []}
    for group in groups:
        ages, towns = sorted(rows[one][0] for one in group), sorted({TOWNS[rows[one][1]] for one in group})
        for one in group:
            labels["age"].append(f"[{ages[0]};{ages[-1]}]" if ages[0] != ages[-1] else str(ages[0]))
            labels["town"].append("{" + ";".join(towns) + "}" if len(towns) > 1 else towns[0])
            labels["ill"].append("xyz"[rows[one][2]])
    return PublishedTable({name: _column(cells) for name, cells in labels.items()}, len(rows))


def _column(cells: list[str]) -> PublishedColumn:
    names = sorted(set(cells))
    return PublishedColumn(np.array([names.index(cell) for cell in cells], dtype=np.int32), tuple(names))


def fits(row: tuple[int, int, int], group: list[tuple[int, int, int]]) -> bool:
    ages, towns = [one[0] for one in group], {one[1] for one in group}
    return min(ages) <= row[0] <= max(ages) and row[1] in towns


def known_of(rows: list[tuple[int, int, int]], cut: int) -> Known:
    groups = grouped(rows, cut)
    return Known(
        kinds=frozenset({"table"}),
        k=2,
        original=table_of(rows),
        release=release_of(rows, groups),
        marked=np.zeros(len(rows), dtype=bool),
        grouped=("age", "town"),
        sensitive=("ill",),
        tight=frozenset({"age", "town"}),
    )


@settings(deadline=None, max_examples=60)
@given(people, st.integers(0, 7))
def test_homogeneity_claims_what_everybody_who_fits_has(rows: list[tuple[int, int, int]], cut: int) -> None:
    (finding,) = try_attacks(known_of(rows, cut), Truth(), names=["homogeneity"])
    groups = [[rows[one] for one in group] for group in grouped(rows, cut)]
    claims = hits = 0
    for row in rows:
        values = {one[2] for group in groups if fits(row, group) for one in group}
        claims += len(values) == 1
        hits += values == {row[2]}
    assert (finding.claims, finding.hits) == (claims, hits)


@settings(deadline=None, max_examples=60)
@given(people, st.integers(0, 7))
def test_row_order_is_right_where_rows_stand_as_the_records_do(rows: list[tuple[int, int, int]], cut: int) -> None:
    known = known_of(rows, cut)
    truth = Truth(row_of=np.arange(len(rows))[::-1].copy(), exact=True)
    (finding,) = try_attacks(known, truth, names=["row-order"])
    assert finding.hits == len(rows) % 2
    (finding,) = try_attacks(known, Truth(row_of=np.arange(len(rows)), exact=True), names=["row-order"])
    assert finding.hits == len(rows)


@settings(deadline=None, max_examples=60)
@given(people, st.integers(1, 6))
def test_proven_members_are_in_every_possible_data(rows: list[tuple[int, int, int]], inside: int) -> None:
    """Brute force over all ways to choose the members of a release of one group out of the population."""
    inside = min(inside, len(rows))
    members = rows[:inside]
    release = release_of(members, [list(range(inside))])
    fit = fits_of(release, table_of(rows), ("age", "town"), np.ones(inside, dtype=bool))
    claimed = proven(fit, fit.pairs(np.arange(len(rows))), frozenset({"age", "town"}))
    possible = [
        chosen
        for chosen in product((False, True), repeat=len(rows))
        if sum(chosen) == inside
        and _shows([row for row, one in zip(rows, chosen, strict=True) if one]) == _shows(members)
    ]
    always = [all(chosen[place] for chosen in possible) for place in range(len(rows))]
    assert all(sure for sure, claim in zip(always, claimed, strict=True) if claim)
    assert not claimed[inside:].any() or all(always[inside:][place] for place in np.flatnonzero(claimed[inside:]))


def _shows(group: list[tuple[int, int, int]]) -> tuple[int, int, frozenset[int]]:
    ages = [one[0] for one in group]
    return min(ages), max(ages), frozenset(one[1] for one in group)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=9))
def test_smallest_unique_combinations_are_those_of_brute_force(rows: list[tuple[int, int, int]]) -> None:
    counted = minimal_unique(np.array(rows, dtype=np.int32), ["p", "q", "r"])
    subsets = [tuple(place for place in range(3) if bits >> place & 1) for bits in range(1, 8)]
    by_size, columns = [0, 0, 0], {"p": 0, "q": 0, "r": 0}
    for row in rows:
        alone = [one for one in subsets if sum(all(row[at] == other[at] for at in one) for other in rows) == 1]
        least = [one for one in alone if not any(set(other) < set(one) for other in alone)]
        if least:
            by_size[min(map(len, least)) - 1] += 1
        for place, name in enumerate(columns):
            columns[name] += any(place in one for one in least)
    assert (counted["by_size"], counted["columns"]) == (by_size, columns)


@given(st.integers(1, 50), st.integers(1, 50))
def test_the_excess_is_what_the_control_does_not_explain(hits: int, more: int) -> None:
    from tokumei.attacks.attack import Claims
    from tokumei.attacks.judging import judged
    from tokumei.attacks.trying import ATTACKS

    claims = hits + more
    right = np.arange(claims) < hits
    places = np.arange(claims)
    made = Claims(
        target=places,
        answer=places,
        confidence=np.ones(claims),
        cluster=places,
        tried=2 * claims,
        baseline=0.5,
        control=0.25,
    )
    finding = judged(ATTACKS[0], None, made, right)
    share = Fraction(hits, claims)
    assert finding.excess == pytest.approx(float((share - Fraction(1, 4)) / Fraction(3, 4)))
    assert finding.leak == pytest.approx(max(finding.excess or 0.0, 0.0) / 2)
