"""Recommendation quality against a plain count, person by person and rule by rule."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, NumberColumn, Role, SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import ItemSets, Nodes, Ranges, Recoding, ValueSets
from tokumei.core.table import Table
from tokumei.evaluation.recommendation import recommendation
from tokumei.job import RuleJob
from tokumei.pipeline.conditions import resolve

TREE = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["c", "y"], ["d", "y"]])
NUMBERS = NumberColumn(
    name="age",
    role=Role.QUASI,
    codes=np.array([0, 1, 2, 3, 4, 5, 6, 7], dtype=np.int32),
    values=np.array([10, 20, 30, 40, 50, 60, 70]),
    has_null=True,
)
TOWNS = CategoryColumn(
    name="town", role=Role.QUASI, codes=np.array([0, 1, 2, 0, 1, 2, 0, 1], dtype=np.int32), values=("p", "q", "r")
)
JOBS = CategoryColumn(
    name="job",
    role=Role.QUASI,
    codes=np.array([0, 1, 2, 3, 0, 1, 2, 3], dtype=np.int32),
    values=("a", "b", "c", "d"),
    hierarchy=TREE,
)
ILLS = SetColumn(
    name="ills",
    role=Role.QUASI,
    offsets=np.array([0, 1, 3, 3, 4, 6, 7, 7, 8]),
    items=np.array([0, 0, 1, 1, 0, 1, 1, 0], dtype=np.int32),
    values=("flu", "gout"),
    null=np.zeros(8, dtype=bool),
)
TABLE = Table((NUMBERS, TOWNS, JOBS, ILLS), 8)
ENTRY = np.array([0, 0, 1, 1, 2, 2, 3, -1], dtype=np.int32)
"""Four groups; the last record is removed."""
RELEASE = Recoding(
    ENTRY,
    {
        "age": Ranges(NUMBERS, ENTRY, np.array([0, 2, 4, 6], dtype=np.int32), np.array([1, 3, 7, 6], dtype=np.int32)),
        "town": ValueSets(TOWNS, ENTRY, np.array([0, 2, 4, 6, 7]), np.array([0, 1, 0, 2, 1, 2, 0], dtype=np.int32), 3),
        "job": Nodes(
            JOBS, TREE, ENTRY, np.array([TREE.labels.index(one) for one in ("x", "y", "*", "c")], dtype=np.int32)
        ),
        "ills": ItemSets(
            ILLS, ENTRY, np.array([0, 1, 1, 1, 1]), np.array([0], dtype=np.int32), np.zeros(4, dtype=bool)
        ),
    },
)
SHARES = {
    "age 20–40": ({"age": {"from": 20, "to": 40}}, [1 / 2, 1, 3 / 8, 0]),
    "town p": ({"town": "p"}, [1 / 2, 1 / 2, 0, 1]),
    "job x": ({"job": "x"}, [1, 0, 1 / 2, 0]),
    "both": ({"job": ["a", "c"], "town": ["q", "r"]}, [1 / 4, 1 / 4, 1 / 2, 0]),
    "flu": ({"ills": {"has": ["flu"]}}, [1, 0, 0, 0]),
    "nobody": ({"age": {"from": 71}}, [0, 0, 0, 0]),
}
"""Rule → what it asks, and the part of each group's published region that it allows."""
RIGHT = {
    "age 20–40": [0, 1, 1, 1, 0, 0, 0, 0],
    "town p": [1, 0, 0, 1, 0, 0, 1, 0],
    "job x": [1, 1, 0, 0, 1, 1, 0, 0],
    "both": [0, 0, 1, 0, 1, 0, 0, 0],
    "flu": [1, 1, 0, 0, 1, 0, 0, 1],
    "nobody": [0] * 8,
}


@pytest.fixture(scope="module")
def found():
    rules = [RuleJob.model_validate({"name": name, "when": when}) for name, (when, _) in SHARES.items()]
    return recommendation(TABLE, RELEASE, resolve(rules, TABLE, {}))


@pytest.mark.parametrize("name", SHARES)
def test_figures_of_a_rule(found, name: str) -> None:
    rule = next(one for one in found.rules if one.name == name)
    share = np.append(SHARES[name][1], 0.0)[ENTRY]
    right = np.array(RIGHT[name])
    assert rule.people == right.sum()
    assert rule.offered == pytest.approx(share.sum())
    assert rule.right == pytest.approx((share * right).sum())
    released = ENTRY >= 0
    assert rule.undecided == pytest.approx(((share > 0) & (share < 1))[released].mean())


def test_precision_recall_f1(found) -> None:
    flu = next(one for one in found.rules if one.name == "flu")
    assert (flu.precision, flu.recall) == (1.0, 0.5)
    assert flu.f1 == pytest.approx(2 / 3)
    nobody = next(one for one in found.rules if one.name == "nobody")
    assert (nobody.precision, nobody.recall, nobody.f1) == (None, None, None)


def test_overall_sums_the_rules(found) -> None:
    assert found.overall.right == pytest.approx(sum(rule.right for rule in found.rules))
    assert found.overall.f1 == pytest.approx(2 * found.overall.right / (found.overall.offered + found.overall.people))


def test_a_report_does_not_count_out_fewer_than_k(found) -> None:
    shown = {rule["name"]: rule["people"] for rule in found.to_dict(4)["rules"]}
    assert shown["flu"] == 4
    assert shown["town p"] is None
    assert shown["nobody"] == 0
