"""Pseudonyms that follow from a seed or from names are made again."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei

JOB: dict[str, Any] = {
    "columns": {
        "who": "identifier",
        "day": {"role": "quasi", "type": "number"},
        "good": {"role": "quasi", "type": "category"},
    },
    "subject": "who",
    "privacy": {"k": 3},
}
KEPT = {**JOB, "output": {"order": "keep", "removed": "mark"}}
CUSTOMERS = 60


@pytest.fixture(scope="module")
def source() -> pl.DataFrame:
    drawn = np.random.default_rng(1)
    rows = [(f"c{who:02}", int(drawn.integers(100)), f"g{drawn.integers(9)}") for who in range(CUSTOMERS) for _ in "ab"]
    return pl.DataFrame(rows, schema=("who", "day", "good"), orient="row")


@pytest.fixture(scope="module")
def made(source: pl.DataFrame) -> pl.DataFrame:
    return tokumei.anonymize(source, KEPT).data


def named(source: pl.DataFrame, made: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """The release with other pseudonyms: those of c00, c01, …"""
    of = dict(zip(sorted(set(source["who"])), names, strict=True))
    return made.with_columns(
        pl.when(pl.col("who") == "*").then(pl.lit("*")).otherwise(source["who"].replace_strict(of)).alias("who")
    )


def finding(source: pl.DataFrame, release: pl.DataFrame, job: dict[str, Any] = KEPT) -> dict[str, Any]:
    return next(one for one in tokumei.attack(source, release, job)["attacks"] if one["name"] == "seed-search")


def drawn_from(seed: int | str) -> list[str]:
    return [str(number) for number in random.Random(seed).sample(range(100_000, 1_000_000), CUSTOMERS)]


@pytest.mark.parametrize(
    "names",
    [
        drawn_from("pseudonyms of 42"),  # as version 0.1.0 did
        drawn_from(20240401),
        [str(one) for one in np.random.default_rng(7).integers(10**11, 10**12, CUSTOMERS)],
        [hashlib.sha256(f"c{who:02}".encode()).hexdigest()[:16] for who in range(CUSTOMERS)],
        [hashlib.md5(f"c{who:02}".encode(), usedforsecurity=False).hexdigest().upper() for who in range(CUSTOMERS)],
    ],
)
def test_derived_pseudonyms_are_read_off(source: pl.DataFrame, made: pl.DataFrame, names: list[str]) -> None:
    one = finding(source, named(source, made, names))
    assert one["hits"] == one["claims"] == one["tried"] > 50
    assert one["verdict"] == "breaks"


def test_a_shuffled_release_breaks_too(source: pl.DataFrame, made: pl.DataFrame) -> None:
    rows = named(source, made, drawn_from(5)).filter(pl.col("who") != "*").sample(fraction=1, shuffle=True, seed=1)
    one = finding(source, rows, JOB)
    assert (one["hits"], one["verdict"]) == (None, "breaks")


def test_our_own_follow_from_nothing(source: pl.DataFrame, made: pl.DataFrame) -> None:
    one = finding(source, made)
    assert (one["claims"], one["verdict"]) == (0, "chance")


def test_it_does_not_look_where_pseudonyms_have_another_form(source: pl.DataFrame, made: pl.DataFrame) -> None:
    one = finding(source, named(source, made, [f"person {who}" for who in range(CUSTOMERS)]))
    assert (one["verdict"], one["needs"]) == ("not tried", "derived")
