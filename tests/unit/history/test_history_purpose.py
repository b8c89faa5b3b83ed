"""Histories made for a purpose: rules and a label steer who and what share a line, and promise nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei

RULES = [
    {"name": "dear", "when": {"price": {"from": 50}}},
    {"name": "fruit", "weight": 2, "when": {"goods": ["apple", "pear"], "day": {"from": "2024-07-01"}}},
    {"name": "eggs", "when": {"basket": {"has": ["egg"]}}},
]
COLUMNS: dict[str, Any] = {
    "customer": "identifier",
    "day": {"role": "quasi", "type": "date"},
    "goods": {"role": "quasi", "type": "category"},
    "price": {"role": "quasi", "type": "number"},
    "basket": {"role": "quasi", "type": "set"},
}


def log(customers: int = 60, seed: int = 3) -> pl.DataFrame:
    """Visits on any day, with goods, prices, baskets and a mood that nothing else tells."""
    rng = np.random.default_rng(seed)
    rows = []
    for customer in range(customers):
        for _ in range(int(rng.integers(3, 7))):
            basket = ",".join(sorted(set(rng.choice(["egg", "milk", "tea", "jam"], 2).tolist())))
            day = f"2024-{rng.integers(1, 13):02}-{rng.integers(1, 29):02}"
            goods = str(rng.choice(["apple", "pear", "leek", "kale", "rice"]))
            rows.append(
                (f"c{customer}", day, goods, int(rng.integers(1, 100)), basket, str(rng.choice(["glad", "sad"])))
            )
    return pl.DataFrame(rows, schema=["customer", "day", "goods", "price", "basket", "mood"], orient="row")


def job(columns: dict[str, Any] = COLUMNS, **method: Any) -> dict[str, Any]:
    return {
        "subject": "customer",
        "columns": columns,
        "others": "drop",
        "privacy": {"k": 3},
        "method": method,
        "output": {"order": "keep", "removed": "mark"},
    }


def test_rules_are_served_better_by_a_history_that_is_made_for_them() -> None:
    frame = log()
    made = tokumei.anonymize(frame, job(rules=RULES))
    plain = tokumei.anonymize(frame, job())
    served = [tokumei.measure(frame, one.data, job(rules=RULES))["purpose"]["overall"] for one in (made, plain)]
    assert served[0]["f1"] > served[1]["f1"] + 0.01
    assert made.report["purpose"]["overall"] == pytest.approx(served[0])
    assert made.report["history"]["utility"]["total"] > plain.report["history"]["utility"]["total"]
    assert made.report["history"]["utility"]["columns"].keys() == COLUMNS.keys() - {"customer"}
    assert tokumei.verify(made.data, job(rules=RULES)).ok


def test_a_heavier_rule_is_served_better() -> None:
    frame = log()
    f1 = []
    for weight in (0.1, 20):
        rules = [{**RULES[0], "weight": weight}, RULES[1]]
        rule = tokumei.anonymize(frame, job(rules=rules)).report["purpose"]["rules"][0]
        f1.append(rule["f1"])
    assert f1[1] > f1[0]


def told(frame: pl.DataFrame, release: pl.DataFrame) -> float:
    """The share of the released records whose mood is the most frequent one of their line."""
    own: dict[str, list[str]] = defaultdict(list)
    names = ("day", "goods", "price", "basket")
    rows = [row for row in release.rows(named=True) if row["customer"] != "*"]
    for row in rows:
        own[row["customer"]].append(str([row[name] for name in names]))
    lines: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        lines[str((sorted(own[row["customer"]]), [row[name] for name in names]))][row["mood"]] += 1
    return sum(max(counts.values()) for counts in lines.values()) / len(rows)


def test_lines_keep_a_label_apart() -> None:
    frame = log()
    columns = {**COLUMNS, "mood": {"role": "keep", "shown": True}}
    made, plain = (tokumei.anonymize(frame, job(columns, **method)) for method in ({"label": "mood"}, {}))
    assert told(frame, made.data) > told(frame, plain.data) + 0.1
    assert tokumei.verify(made.data, job(columns, label="mood")).ok


def test_a_star_of_a_history_is_anything_to_a_rule() -> None:
    frame = pl.DataFrame({"customer": list("abcdef"), "price": [0, 1_000, 0, 0, 0, 0], "goods": list("xxyyyy")})
    goods = {"role": "quasi", "type": "category", "weight": 50}
    columns = {"customer": "identifier", "goods": goods, "price": COLUMNS["price"]}
    asked = {**job(columns, rules=[{"name": "dear", "when": {"price": {"from": 500}}}]), "privacy": {"k": 2}}
    release = tokumei.anonymize(frame, asked)
    assert release.data["price"].to_list()[:2] == ["*", "*"]
    served = release.report["purpose"]["overall"]
    assert (served["precision"], served["recall"]) == (0.5, 0.5)
    assert tokumei.measure(frame, release.data, asked)["purpose"]["overall"] == pytest.approx(served)
