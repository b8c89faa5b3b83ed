"""What a notebook shows of a release, of a verification and of attacks: promises and figures, escaped, and no row."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import tokumei

JOB: dict[str, Any] = {"columns": {"<age>": {"role": "quasi", "type": "number"}, "pay": {"role": "sensitive"}}}
DATA = pl.DataFrame({"<age>": [20 + row % 4 for row in range(20)], "pay": [f"secret{row % 3}" for row in range(20)]})


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Every promise is kept"), ("ja", "すべての約束が守られています")]
)
def test_a_release_says_what_it_promises(language: str, said: str) -> None:
    asked = {"k": 4, "l_diversity": {"pay": {"distinct": 2}}}
    shown = tokumei.anonymize(DATA, {**JOB, "privacy": asked, "output": {"language": language}})._repr_html_()
    assert said in shown
    assert "secret" not in shown
    assert "<age>" not in shown


def test_a_verification_shows_its_promises() -> None:
    job = {**JOB, "privacy": {"k": 4}}
    release = tokumei.anonymize(DATA, job)
    assert "<td>k-anonymity</td><td>4</td>" in tokumei.verify(release.data, job)._repr_html_()
    broken = tokumei.verify(release.data.head(2), job)._repr_html_()
    assert "BROKEN" in broken
    assert "NOT every promise holds" in broken


@pytest.mark.parametrize(
    ("language", "said", "limit"),
    [("en", "Order of the rows", "A limit of the job is passed"), ("ja", "行の順序", "ジョブの上限を超えています")],
)
def test_attacks_show_what_they_reached(language: str, said: str, limit: str) -> None:
    job = {**JOB, "privacy": {"k": 4}, "output": {"language": language}, "attack": {"limits": {"inference": 0.0}}}
    rows = [(20 + row % 4, f"secret{row % 4}") for row in range(80)]
    source = pl.DataFrame(rows, schema=["<age>", "pay"], orient="row")
    release = tokumei.anonymize(source, {**job, "attack": None})
    attacked = tokumei.attack(source, release, job)
    shown = attacked._repr_html_()
    assert said in shown
    assert limit in shown
    assert "attack.limits.inference" in attacked["beyond"]
    assert "secret" not in shown
    assert "<age>" not in shown
    assert dict(attacked) == attacked.to_dict()
    assert attacked["ok"] == attacked.ok
