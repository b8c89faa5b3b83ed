"""Our attacks beside Anonymeter's on releases of `adult`: `python -m benchmarks.attacks_anonymeter`.

Needs Anonymeter (`pip install anonymeter`), which is no part of tokumei; without it nothing is run and nothing claimed.
Anonymeter attacks points: a point is drawn from every published cell of a release of half of the people, and the
other half is its control. Writes its block of docs/attacks.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import tokumei
from benchmarks import adult_table
from benchmarks.measuring import machine
from benchmarks.pages import rewrite_block, table
from tokumei.core.notation import read_range, read_set

PAGE = Path(__file__).resolve().parents[1] / "docs" / "attacks.md"
ATTACKS = 500
SEED = 0


def points(release: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    """A value for every cell, drawn from those that it covers."""
    drawn = {}
    for name in release.columns:
        cells = release[name].cast(pl.String).to_list()
        drawn[name] = [_point(cell, random) for cell in cells]
    return pl.DataFrame(drawn).with_columns(pl.col("age").cast(pl.Int64))


def _point(cell: str, random: np.random.Generator) -> str:
    ends, members = read_range(cell), read_set(cell)
    if ends is not None:
        return str(random.integers(int(ends[0]), int(ends[1]) + 1))
    return cell if members is None else str(random.choice(members))


def theirs(k: int) -> dict[str, tuple[float, float, float]]:
    """Attack → rate, control, excess risk, by Anonymeter."""
    from anonymeter.evaluators import (  # type: ignore[import-not-found]
        InferenceEvaluator,
        LinkabilityEvaluator,
        SinglingOutEvaluator,
    )

    random = np.random.default_rng(SEED)
    source = pl.read_csv(adult_table.folder() / "adult.csv.gz", separator=";").select(adult_table.COLUMNS)
    order = random.permutation(source.height)
    half = source.height // 2
    inside, outside = source[order[:half]], source[order[half : 2 * half]]
    synthetic = points(tokumei.anonymize(inside, _job(k)).data, random)
    frames = [frame.to_pandas() for frame in (inside, synthetic, outside)]
    original, made, control = frames
    names = list(adult_table.COLUMNS)
    evaluators: dict[str, Any] = {
        "singling-out": SinglingOutEvaluator(
            ori=original, syn=made, control=control, n_attacks=ATTACKS, n_cols=3, seed=SEED
        ),
        "linkability": LinkabilityEvaluator(
            ori=original, syn=made, control=control, n_attacks=ATTACKS, aux_cols=(names[::2], names[1::2])
        ),
    }
    for name in names:
        others = [one for one in names if one != name]
        evaluators[f"inference: {name}"] = InferenceEvaluator(
            ori=original,
            syn=made,
            control=control,
            n_attacks=ATTACKS,
            aux_cols=others,
            secret=name,
            regression=name == "age",
        )
    results = {}
    for name, evaluator in evaluators.items():
        if name == "singling-out":
            evaluator.evaluate(mode="multivariate")
        else:
            evaluator.evaluate(n_jobs=1)
        found = evaluator.results()
        results[name] = (found.attack_rate.value, found.control_rate.value, evaluator.risk().value)
    return results


def ours(k: int) -> dict[str, tuple[float, float, float]]:
    """The same by our full attacks."""
    findings = tokumei.anonymize(None, {**_job(k), "attack": {"full": True}}).report["attacks"]
    results = {}
    for one in findings:
        if one["name"] in ("singling-out", "linkability", "inference"):
            name = one["name"] if one["column"] is None else f"{one['name']}: {one['column']}"
            results[name] = (one["hits"] / max(one["claims"], 1), one["control"] or 0.0, one["leak"])
    return results


def _job(k: int) -> dict[str, Any]:
    job = adult_table.job(k, form="sets")
    return {**job, "seed": None}


def main() -> None:
    """Both, at two k."""
    try:
        import anonymeter  # noqa: F401
    except ImportError:
        print("Anonymeter is not installed: nothing is compared.")
        return
    rows = []
    for k in (5, 10):
        one, other = ours(k), theirs(k)
        for name in one:
            mine, yours = one[name], other.get(name)
            rows.append([f"k = {k}", name, *(f"{figure:.1%}" for figure in mine)])
            rows[-1] += ["", "", ""] if yours is None else [f"{figure:.1%}" for figure in yours]
            print(*rows[-1], sep=" | ", flush=True)
    head = ["release", "attack", "ours: right", "control", "beyond", "Anonymeter: right", "control", "risk"]
    said = machine("tokumei", "anonymeter", "numpy")
    text = "\n\n".join(
        [
            f"`python -m benchmarks attacks_anonymeter`; {said}; {ATTACKS} attacks each. Anonymeter sees points drawn "
            "from the published cells, ours see the cells. An age is inferred by Anonymeter when it is nearly right.",
            table(head, rows, left=2),
        ]
    )
    rewrite_block("attacks_anonymeter", text, PAGE)


if __name__ == "__main__":
    main()
