"""Whatever the table, and whosever the records: groups have k people, who keep what is promised of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import exp, log
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tokumei
from part_kernels import people_hold, people_up_to
from tokumei.core.people import people_of
from tokumei.core.predicates import (
    CLOSE_EQUAL,
    DISTINCT,
    ENTROPY,
    LIKENESS,
    NO_PREDICATES,
    RECURSIVE,
    SHARE,
    Predicates,
)

COLUMNS = {
    "whose": "identifier",
    "age": {"role": "quasi", "type": "number"},
    "town": {"role": "quasi", "type": "category"},
    "sick": {"role": "sensitive", "type": "category"},
}
SEVERAL = {**COLUMNS, "goods": {"role": "quasi", "type": "set"}}
slow = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
Pairs = Sequence[tuple[int, str]]
"""Whose, and which value."""


@st.composite
def tables(draw: st.DrawFn) -> pl.DataFrame:
    """Few people with many records, or many with few; one may have half of all."""
    size, people = draw(st.integers(6, 60)), draw(st.integers(3, 30))
    whose = draw(st.lists(st.integers(0, people - 1), min_size=size, max_size=size))
    if draw(st.booleans()):
        whose = [0 if place % 2 else who for place, who in enumerate(whose)]

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=size, max_size=size))

    return pl.DataFrame(
        {
            "whose": [f"p{who}" for who in whose],
            "age": column(st.one_of(st.none(), st.integers(0, 30))),
            "town": column(st.sampled_from(["a", "b", "c", None])),
            "sick": column(st.sampled_from(["flu", "cold", "none"])),
            "goods": column(st.lists(st.sampled_from(["x", "y", "z"]), unique=True, max_size=3)),
        },
        schema={"whose": pl.String, "age": pl.Int64, "town": pl.String, "sick": pl.String, "goods": pl.List(pl.String)},
    )


def released(table: pl.DataFrame, columns: Mapping[str, Any], privacy: dict[str, Any], **method: Any) -> Any:
    job = {"columns": columns, "person": "whose", "privacy": privacy, "method": method, "output": {"order": "keep"}}
    if "suppress" in privacy:
        job["output"] = {"order": "keep", "removed": "mark"}
    return tokumei.anonymize(table.select(list(columns)), job)


def groups_of(table: pl.DataFrame, release: Any) -> list[list[tuple[str, str]]]:
    """Group → whose each of its records is, and what she has in it; from the published rows alone."""
    groups: dict[tuple[Any, ...], list[tuple[str, str]]] = defaultdict(list)
    shown = release.data.rows(named=True)
    for row, whose in zip(shown, table["whose"].to_list(), strict=True):
        if set(map(str, row.values())) != {"*"}:
            quasi = tuple(str(value) for name, value in row.items() if name != "sick")
            groups[quasi].append((whose, str(row["sick"])))
    return list(groups.values())


@slow
@given(table=tables(), k=st.integers(2, 4), effort=st.sampled_from(["fast", "default", "best"]))
@pytest.mark.parametrize("columns", [COLUMNS, SEVERAL], ids=["values", "sets too"])
def test_every_group_has_k_people(columns: dict[str, Any], table: pl.DataFrame, k: int, effort: str) -> None:
    if table["whose"].n_unique() < k:
        with pytest.raises(tokumei.Infeasible, match="largest possible k is"):
            released(table, columns, {"k": k}, effort=effort)
        return
    release = released(table, columns, {"k": k}, effort=effort)
    heads = [len({whose for whose, _ in group}) for group in groups_of(table, release)]
    assert min(heads) >= k
    promise = release.report["promises"][0]
    assert (promise["achieved"], promise["unit"]) == (min(heads), "people")
    assert release.report["people"]["smallest_group"] == min(heads)


@slow
@given(table=tables(), k=st.integers(2, 3), least=st.integers(2, 3), suppress=st.sampled_from([0.0, 0.1, 0.3]))
@pytest.mark.parametrize(
    "method", [{}, {"score": "median"}, {"score": "prec"}, {"recoding": "column"}], ids=["ncp", "median", "prec", "all"]
)
def test_every_group_has_l_values_and_few_records_go(
    method: dict[str, Any],
    table: pl.DataFrame,
    k: int,
    least: int,
    suppress: float,
) -> None:
    promised = {"k": k, "l_diversity": {"sick": {"distinct": least}}, **({"suppress": suppress} if suppress else {})}
    try:
        release = released(table, COLUMNS, promised, **method)
    except tokumei.Infeasible:
        assert table["whose"].n_unique() < k or table["sick"].n_unique() < least
        return
    except tokumei.DataError:  # a group that publishes `*` everywhere looks like a mark
        return
    groups = groups_of(table, release)
    assert all(
        len({whose for whose, _ in group}) >= k and len({sick for _, sick in group}) >= least for group in groups
    )
    assert table.height - sum(map(len, groups)) <= suppress * table.height


@slow
@given(table=tables())
def test_where_everybody_has_one_record_people_are_records(table: pl.DataFrame) -> None:
    alone = table.with_columns(whose=pl.int_range(pl.len()).cast(pl.String))
    job = {"columns": COLUMNS, "privacy": {"k": 2, "t_closeness": {"sick": 0.5}}, "output": {"order": "keep"}}
    plain, by_people = (
        tokumei.anonymize(alone.select(list(COLUMNS)), {**job, **more}) for more in ({}, {"person": "whose"})
    )
    assert plain.data.equals(by_people.data)
    assert [one["achieved"] for one in plain.report["promises"]] == [
        pytest.approx(one["achieved"], abs=1e-12) for one in by_people.report["promises"]
    ]


# ── the kernel against the definitions ──


def weights(pairs: Pairs) -> dict[str, Fraction]:
    """Value → weight of its people, each of whom weighs 1, spread evenly over the values that she has."""
    own: dict[int, set[str]] = defaultdict(set)
    for whose, value in pairs:
        own[whose].add(value)
    total: dict[str, Fraction] = defaultdict(Fraction)
    for values in own.values():
        for value in values:
            total[value] += Fraction(1, len(values))
    return total


def entropy(pairs: Pairs, bound: float) -> bool:
    shares = [weight / len({whose for whose, _ in pairs}) for weight in weights(pairs).values()]
    return exp(-sum(float(share) * log(share) for share in shares)) >= bound * (1 - 1e-9)


def recursive(pairs: Pairs, bound: float) -> bool:
    falling = sorted(weights(pairs).values(), reverse=True)
    return len(falling) >= 2 and float(falling[0]) * (1 + 1e-9) < bound * float(sum(falling[1:]))


def holders(pairs: Pairs, bound: float) -> bool:
    people = {whose for whose, _ in pairs}
    most = max(len({whose for whose, value in pairs if value == one}) for _, one in pairs)
    return most <= (bound + 1e-10) * len(people)


def distinct(pairs: Pairs, bound: float) -> bool:
    return len({value for _, value in pairs}) >= bound


def close(pairs: Pairs, bound: float) -> bool:
    """To a whole in which every value has the same share."""
    people = len({whose for whose, _ in pairs})
    own = weights(pairs)
    return float(sum(abs(own[value] / people - Fraction(1, 4)) for value in "abcd") / 2) <= bound + 1e-9


def alike(pairs: Pairs, bound: float) -> bool:
    people = len({whose for whose, _ in pairs})
    return all(
        float(weight / people) <= 0.25 * (1 + min(bound, -log(0.25))) + 1e-9 for weight in weights(pairs).values()
    )


KINDS: list[tuple[int, float, float, Callable[[Pairs, float], bool]]] = [
    (DISTINCT, 2.0, 0.0, distinct),
    (ENTROPY, 1.7, 0.0, entropy),
    (RECURSIVE, 1.5, 2.0, recursive),
    (SHARE, 0.6, 0.0, holders),
    (CLOSE_EQUAL, 0.4, 0.0, close),
    (LIKENESS, 0.8, 0.0, alike),
]


def asked(kind: int, first: float, second: float) -> Predicates:
    one = np.zeros(1, dtype=np.int64)
    return NO_PREDICATES._replace(
        starts=np.array([0, 4], dtype=np.int64),
        column=one,
        kind=np.array([kind]),
        first=np.array([first]),
        second=np.array([second]),
        overall=np.full(4, 0.25),
        order_start=one,
        height=one,
    )


@settings(max_examples=200, deadline=None)
@given(pairs=st.lists(st.tuples(st.integers(0, 8), st.sampled_from("abcd")), min_size=1, max_size=25))
@pytest.mark.parametrize(("kind", "first", "second", "oracle"), KINDS, ids=[one[3].__name__ for one in KINDS])
def test_people_hold_what_the_definition_says(
    kind: int, first: float, second: float, oracle: Callable[[Pairs, float], bool], pairs: Pairs
) -> None:
    person = np.array([whose for whose, _ in pairs], dtype=np.int32)
    places = np.array(["abcd".index(value) for _, value in pairs], dtype=np.int32)
    people, shares = people_of(person, asked(kind, first, second))
    rows = np.arange(len(pairs), dtype=np.int32)
    offsets = np.arange(len(pairs) + 1)
    assert people_hold(rows, people, offsets, places, shares) == oracle(pairs, first)


@settings(deadline=None)
@given(whose=st.lists(st.integers(0, 2**31 - 1), max_size=60), most=st.integers(1, 40))
def test_people_are_counted_up_to_a_bound(whose: list[int], most: int) -> None:
    person = np.array(whose, dtype=np.int32)
    rows = np.arange(len(whose), dtype=np.int32)
    assert people_up_to(rows, person, most) == min(len(set(whose)), most)
