"""Jobs with sets, from a frame to a verified release and back."""

from __future__ import annotations

from itertools import combinations

import polars as pl
import pytest

import tokumei
from tokumei.errors import TokumeiError

ROWS = 60


@pytest.fixture(scope="module")
def frame() -> pl.DataFrame:
    diseases = ["asthma,flu", "asthma", "flu,cold", "gout", "", None]
    return pl.DataFrame(
        {
            "id": range(ROWS),
            "birth": [1950 + 7 * number % 40 for number in range(ROWS)],
            "diseases": [diseases[number % 6] if number else "rare,flu" for number in range(ROWS)],
            "ward": ["north" if number % 4 else "south" for number in range(ROWS)],
        }
    )


def _job(**privacy: object) -> dict[str, object]:
    return {
        "columns": {
            "id": "identifier",
            "birth": {"role": "quasi", "type": "number"},
            "diseases": {"role": "quasi", "type": "set", "separator": ","},
            "ward": {"role": "sensitive", "type": "category"},
        },
        "privacy": {"k": 3, **privacy},
    }


@pytest.mark.parametrize("score", ["ncp", "takahashi"])
@pytest.mark.parametrize("models", [{}, {"l_diversity": {"ward": {"distinct": 2}}}])
def test_a_release_with_sets_is_verified(frame: pl.DataFrame, score: str, models: dict[str, object]) -> None:
    job = {**_job(**models), "method": {"score": score}}
    release = tokumei.anonymize(frame, job)
    assert release.report["verified"]
    assert "rare" not in ",".join(cell or "" for cell in release.data["diseases"])
    sizes = release.data.group_by(["birth", "diseases"]).len()["len"]
    assert sizes.min() >= 3
    assert tokumei.verify(release.data, job).ok


def test_km_is_a_promise_of_its_own(frame: pl.DataFrame) -> None:
    job = _job(km={"column": "diseases", "m": 2})
    release = tokumei.anonymize(frame, job)
    promises = {promise["name"]: promise for promise in release.report["promises"]}
    assert promises["k^m-anonymity of diseases"]["holds"]
    cells = [sorted(cell.split(",")) for cell in release.data["diseases"] if cell]
    pairs = [pair for cell in cells for pair in combinations(cell, 2)]
    assert min(pairs.count(pair) for pair in pairs) >= 3
    assert release.data.group_by("birth").len()["len"].min() >= 3
    assert tokumei.verify(release.data, job).ok
    broken = release.data.with_columns(
        pl.when(pl.int_range(pl.len()) == 0).then(pl.lit("asthma,gout")).otherwise("diseases").alias("diseases")
    )
    assert not tokumei.verify(broken, job).ok


def test_km_of_a_column_that_is_no_set_is_refused(frame: pl.DataFrame) -> None:
    with pytest.raises(TokumeiError, match="km"):
        tokumei.anonymize(frame, _job(km={"column": "birth", "m": 2}))
