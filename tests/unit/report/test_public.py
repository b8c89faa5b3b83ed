"""The public report: what it leaves out, and that two of them do not give a person away."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokumei
from tokumei.report import public_of, render
from tokumei.report.public import rounded

Sample = Callable[..., dict[str, Any]]
JOB = {
    "columns": {
        "age": {"role": "quasi", "type": "number"},
        "town": {"role": "quasi", "type": "category"},
        "sick": {"role": "sensitive", "type": "category"},
        "pay": {"role": "keep", "type": "number"},
    },
    "privacy": {"k": 5},
    "seed": 77001,
}


def people(size: int) -> pl.DataFrame:
    rng = np.random.default_rng(3)
    return pl.DataFrame(
        {
            "age": rng.integers(20, 70, size),
            "town": rng.choice(["north", "south", "east", "west"], size),
            "sick": rng.choice(["flu", "cold", "gout"], size),
            "pay": rng.integers(1, 6, size),
        }
    )


def bars_that_grew(more: Mapping[str, Any], less: Mapping[str, Any]) -> dict[str, str]:
    """The attack: column → the one value of which the larger report counts one record more."""
    found: dict[str, str] = {}
    for one, two in zip(more["columns"], less["columns"], strict=True):
        if "before" not in one or one["before"]["labels"] != two["before"]["labels"]:
            continue
        counts = zip(one["before"]["labels"], one["before"]["counts"], two["before"]["counts"], strict=True)
        grown = [label for label, count, was in counts if count - was == 1]
        if len(grown) == 1:
            found[one["name"]] = grown[0]
    return found


def test_two_public_reports_of_one_person_more_give_no_cell_away() -> None:
    everyone = people(300)
    with_all = tokumei.anonymize(everyone, JOB).report
    said = {"internal": 0, "public": 0}
    for person in range(40):
        rest = everyone.filter(pl.int_range(pl.len()) != person)
        without = tokumei.anonymize(rest, JOB).report
        for kind, reports in (
            ("internal", (with_all, without)),
            ("public", (public_of(with_all), public_of(without))),
        ):
            said[kind] += everyone["town"][person] == bars_that_grew(*reports).get("town")
    assert said["public"] == 0
    assert said["internal"] == 40


def test_hash_seed_paths_and_exact_counts_are_left_out(sample: Sample) -> None:
    report = {**sample(), "digest_key": "ab" * 32}
    shown = json.dumps(public_of(report))
    for secret in (
        "9f2c9f2c",
        "receipts.csv",
        "out/",
        '"seed"',
        "30240",
        "30162",
        "4213",
        "245330",
        '"before"',
        "ab" * 32,
    ):
        assert secret not in shown
    assert public_of(report)["records"] == 30_000


def test_a_file_is_checked_with_the_key_of_the_internal_report(tmp_path: Path) -> None:
    people(60).write_csv(tmp_path / "in.csv")
    output = {"data": "out.csv", "report": "inside.html", "public_report": "public.html"}
    tokumei.run(tokumei.Job.model_validate({**JOB, "source": "in.csv", "output": output, "folder": tmp_path}))
    inside, public = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("inside", "public"))
    for part, file in (("source", "in.csv"), ("release", "out.csv")):
        digest = hashlib.sha256((tmp_path / file).read_bytes()).hexdigest()
        key = bytes.fromhex(inside["digest_key"])
        assert public[part] == {"hmac": hmac.new(key, digest.encode(), hashlib.sha256).hexdigest()}
    page = (tmp_path / "public.html").read_text()
    assert "in.csv" not in page
    assert str(JOB["seed"]) not in page
    assert "for the public" in page


def test_a_sample_row_says_how_many_publish_it_at_the_least() -> None:
    rows = [{"records": records, "cells": {"age": "[20;30]"}} for records in (47, 7, 5)]
    shown = public_of({"job": {"privacy": {"k": 5}}, "sample": rows})["sample"]
    assert [row["records"] for row in shown] == [40, 5, 5]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_of_a_public_report_stands(sample: Sample, language: str) -> None:
    assert "</html>" in render(public_of(sample(japanese=language == "ja")), language=language)


def test_a_public_report_ends_in_html(tmp_path: Path) -> None:
    job = {**JOB, "source": "in.csv", "output": {"data": "out.csv", "public_report": "public.txt"}}
    with pytest.raises(tokumei.JobError, match="public_report"):
        tokumei.run({**job, "source": str(tmp_path / "in.csv")})


def test_a_run_with_attacks_has_a_public_report_too(tmp_path: Path) -> None:
    people(120).write_csv(tmp_path / "in.csv")
    output = {"data": "out.csv", "report": "inside.html", "public_report": "public.html"}
    job = {**JOB, "source": "in.csv", "attack": True, "output": output, "folder": tmp_path}
    report = tokumei.run(tokumei.Job.model_validate(job)).report
    shown = json.loads((tmp_path / "public.json").read_text())
    assert len(shown["attacks"]) == len(report["attacks"]) > 3
    assert not any({"claims", "hits", "expected"} & one.keys() for one in shown["attacks"])
    made = tokumei.evidence(report)
    assert "Everybody has the same value" in made.internal
    assert "Everybody has the same value" in made.public


@given(st.integers(0, 10**7), st.integers(2, 60))
def test_rounding_leaves_two_digits_and_hides_the_last_person(count: int, k: int) -> None:
    shown = rounded(count, k)
    assert shown is not None
    step = max(10, k, 10 ** (len(str(count)) - 2))
    assert shown % step == 0
    assert abs(shown - count) <= step / 2
