"""Jobs with rules and labels, from a frame to the report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei
from tokumei.errors import JobError
from tokumei.report import render

RULES = [
    {"name": "tall", "when": {"height": {"from": 165, "to": 171}}},
    {"name": "makers", "weight": 2, "when": {"job": "factory", "sex": "m"}},
    {"name": "ill", "when": {"ills": {"has": ["flu"]}}},
]


SINGLE = ("median", "prec", "tfidf")
"""Scores that do not split by sets."""


def frame(records: int = 300, seed: int = 0) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    jobs = np.array(["welder", "fitter", "nurse", "clerk", "cook"])
    ills = np.array(["", "flu", "gout", "flu,gout"])
    return pl.DataFrame(
        {
            "sex": rng.choice(np.array(["m", "f"]), records),
            "height": rng.integers(150, 190, records),
            "job": rng.choice(jobs, records),
            "ills": rng.choice(ills, records),
            "wage": rng.integers(0, 5, records) * 100,
            "buys": np.where(rng.random(records) < 0.5, "yes", "no"),
        }
    )


def job(score: str, folder: Path, **method: Any) -> dict[str, Any]:
    tree = folder / "jobs.csv"
    tree.write_text("welder;factory\nfitter;factory\nnurse;care\ncook;care\nclerk;office\n", encoding="utf-8")
    sets = {"ills": {"role": "quasi", "type": "set"}} if score not in SINGLE else {"ills": "identifier"}
    return {
        "columns": {
            "sex": {"role": "quasi", "type": "category"},
            "height": {"role": "quasi", "type": "number"},
            "job": {"role": "quasi", "type": "category", "hierarchy": str(tree)},
            **sets,
            "wage": {"role": "sensitive", "type": "category"},
            "buys": "keep",
        },
        "privacy": {"k": 5, "l_diversity": {"wage": {"distinct": 2}}},
        "method": {"score": score, **method},
        "seed": 1,
    }


@pytest.mark.parametrize("score", ["ncp", "prec", "tfidf", "purpose"])
def test_every_score_keeps_the_promises_and_reports_on_the_rules(score: str, tmp_path: Path) -> None:
    rules = RULES[:2] if score in SINGLE else RULES
    release = tokumei.anonymize(frame(), job(score, tmp_path, rules=rules))
    assert release.report["verified"]
    assert release.report["smallest_group"] >= 5
    purpose = release.report["purpose"]
    assert [rule["name"] for rule in purpose["rules"]] == ["tall", "makers", "ill"][: len(rules)]
    assert 0 < purpose["overall"]["f1"] <= 1
    assert "How well the rules are served" in render(release.report)
    assert "ルールをどれだけ満たせるか" in render(release.report, language="ja")


def test_purpose_serves_the_rules_better(tmp_path: Path) -> None:
    found = {
        score: tokumei.anonymize(frame(), job(score, tmp_path, rules=RULES)).report["purpose"]["overall"]["f1"]
        for score in ("ncp", "purpose")
    }
    assert found["purpose"] > found["ncp"]


def test_gain_makes_a_label_predictable(tmp_path: Path) -> None:
    people = frame(2000).with_columns(
        buys=pl.when((pl.col("height") > 170) & (pl.col("sex") == "m")).then(pl.lit("yes")).otherwise(pl.lit("no"))
    )
    right = {}
    for score, method in (("median", {}), ("gain", {"label": "buys"})):
        data = tokumei.anonymize(people, job(score, tmp_path, **method)).data
        quasi = ["sex", "height", "job"] if score in SINGLE else ["sex", "height", "job", "ills"]
        most = data.group_by([*quasi, "buys"]).len().group_by(quasi).agg(pl.col("len").max())
        right[score] = most["len"].sum() / data.height
    assert right["gain"] > 0.99
    assert right["gain"] > right["median"]


def test_rules_in_a_file_beside_the_job(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("- {name: tall, when: {height: {from: 165, to: 171}}}\n", encoding="utf-8")
    from tokumei.job import load

    asked = load(job("purpose", tmp_path, rules="rules.yaml")).model_copy(update={"folder": tmp_path})
    assert tokumei.anonymize(frame(), asked).report["purpose"]["rules"][0]["name"] == "tall"


@pytest.mark.parametrize(
    ("score", "method", "said"),
    [
        ("tfidf", {}, "needs `rules`"),
        ("purpose", {}, "needs `rules`"),
        ("gain", {}, "set `label`"),
        ("gain", {"label": "colour"}, "not a column"),
        ("gain", {"label": "ills"}, "one value a record"),
    ],
)
def test_what_is_missing_is_said(score: str, method: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(JobError, match=said):
        tokumei.anonymize(frame(), job(score, tmp_path, **method))


def test_measure_agrees_with_the_run_where_rows_are_side_by_side(tmp_path: Path) -> None:
    asked = job("purpose", tmp_path, rules=RULES) | {"output": {"order": "keep"}}
    release = tokumei.anonymize(frame(), asked)
    measured = tokumei.measure(frame(), release.data, asked)
    for ours, theirs in zip(release.report["purpose"]["rules"], measured["purpose"]["rules"], strict=True):
        assert ours == pytest.approx(theirs)


def test_measure_says_what_a_shuffled_release_does_not_tell(tmp_path: Path) -> None:
    asked = job("purpose", tmp_path, rules=RULES)
    measured = tokumei.measure(frame(), tokumei.anonymize(frame(), asked).data, asked)
    assert "purpose" not in measured
    assert {"key": "rules_not_aligned", "values": {}} in measured["notes"]


def test_items_published_as_nodes_count_where_they_are_themselves(tmp_path: Path) -> None:
    (tmp_path / "ills.csv").write_text("flu;lung\ncold;lung\ngout;joint\n", encoding="utf-8")
    asked = job("purpose", tmp_path, rules=RULES)
    asked["columns"]["ills"]["hierarchy"] = str(tmp_path / "ills.csv")
    ill = tokumei.anonymize(frame(), asked).report["purpose"]["rules"][2]
    assert ill["precision"] == 1.0
    assert ill["recall"] > 0.5


def test_rules_for_everyone_alone_are_refused() -> None:
    job = {
        "columns": {"town": {"role": "quasi", "type": "category"}, "note": {"role": "quasi", "type": "text"}},
        "privacy": {"k": 2},
        "method": {"score": "purpose", "rules": [{"name": "all", "when": {"note": ["*"]}}]},
    }
    with pytest.raises(tokumei.JobError, match="they tell nobody apart"):
        tokumei.anonymize(pl.DataFrame({"town": list("aabb"), "note": ["xy"] * 4}), job)
