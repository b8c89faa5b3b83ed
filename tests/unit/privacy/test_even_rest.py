"""Jobs that can be kept only without some records: as few as possible go, whatever the order of the rows."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.core.columns import CategoryColumn, Role
from tokumei.core.table import Table
from tokumei.errors import Infeasible
from tokumei.privacy.entropy_diversity import EntropyDiversity
from tokumei.privacy.even_rest import even_rest
from tokumei.privacy.k_anonymity import KAnonymity
from tokumei.privacy.recursive_diversity import RecursiveDiversity


def column(name: str, values: list[str]) -> CategoryColumn:
    names = sorted(set(values))
    codes = np.array([names.index(value) for value in values], dtype=np.int32)
    return CategoryColumn(name=name, role=Role.SENSITIVE, codes=codes, values=tuple(names), has_null=False)


def entropy_size(counts: list[int]) -> float:
    shares = [count / sum(counts) for count in counts if count]
    return math.exp(-sum(share * math.log(share) for share in shares))


@given(
    counts=st.lists(st.integers(1, 7), min_size=2, max_size=4),
    spare=st.integers(0, 8),
    form=st.sampled_from([("recursive", 1.0), ("recursive", 2.0), ("entropy", 1.5), ("entropy", 2.0)]),
)
@settings(deadline=None, max_examples=200)
def test_no_fewer_records_could_go(counts: list[int], spare: int, form: tuple[str, float]) -> None:
    kind, bound = form
    values = [letter for letter, count in zip("abcd", counts, strict=False) for _ in range(count)]
    table = Table((column("ill", values),), len(values))
    model = RecursiveDiversity("ill", bound, 2) if kind == "recursive" else EntropyDiversity("ill", bound)

    def kept(rest: list[int]) -> bool:
        falling = sorted(rest, reverse=True)
        if kind == "recursive":
            return falling[0] < bound * sum(falling[1:])
        return sum(rest) > 0 and entropy_size(rest) >= bound - 1e-9

    rests = [list(rest) for rest in itertools.product(*(range(count + 1) for count in counts)) if kept(list(rest))]
    fewest = min((len(values) - sum(rest) for rest in rests), default=len(values))
    share = (spare + 0.5) / len(values)
    if fewest > min(spare, len(values)) or share > 1:
        return
    stays = even_rest([model], table, suppress=share)
    rest = Counter(np.array(values)[stays].tolist())
    assert np.count_nonzero(~stays) == fewest
    assert kept([rest.get(letter, 0) for letter in "abcd"])


def test_too_few_records_are_left() -> None:
    table = Table((column("ill", ["a"] * 10 + ["b"] * 2),), 12)
    with pytest.raises(Infeasible, match="no rest that keeps them was found"):
        even_rest([KAnonymity(5), RecursiveDiversity("ill", 1.5, 2)], table, suppress=1.0)


def job(**changes: Any) -> dict[str, Any]:
    return {
        "columns": {
            "age": {"role": "quasi", "type": "number"},
            "ill": {"role": "sensitive", "type": "category"},
            "paid": {"role": "sensitive", "type": "category"},
        },
        "privacy": {
            "k": 5,
            "suppress": 0.1,
            "l_diversity": {"ill": {"recursive": [2.0, 2]}, "paid": {"entropy": 1.95}},
        },
        "seed": 1,
        **changes,
    }


def source() -> pl.DataFrame:
    random = np.random.default_rng(1)
    ill = ["a"] * 81 + ["b"] * 39
    paid = ["x"] * 75 + ["y"] * 45
    return pl.DataFrame({"age": random.integers(20, 70, 120), "ill": ill, "paid": random.permutation(paid)})


@pytest.mark.parametrize("method", [{}, {"score": "median"}, {"score": "gain", "label": "kept"}])
def test_a_job_that_needs_removals_gets_a_release(method: dict[str, Any]) -> None:
    asked = job(method=method)
    frame = source().with_columns(kept=pl.col("age") > 40)
    asked["columns"]["kept"] = "keep"
    release = tokumei.anonymize(frame, asked)
    assert 4 <= release.report["removed"] <= 12
    assert tokumei.verify(release, asked).ok


def test_the_order_of_the_rows_does_not_choose_what_goes() -> None:
    frame = source()
    turned = frame.sample(fraction=1.0, shuffle=True, seed=3)
    assert tokumei.anonymize(frame, job()).data.equals(tokumei.anonymize(turned, job()).data)


def test_closeness_is_to_what_is_left() -> None:
    asked = job()
    asked["privacy"]["t_closeness"] = {"ill": 0.2}
    assert tokumei.verify(tokumei.anonymize(source(), asked), asked).ok
