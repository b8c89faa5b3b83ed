"""The order of the source's rows tells nothing and changes nothing: any order gives the same published rows.

A new kind of job is one entry in JOBS; its table is drawn by the function that the entry names.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei

RECORDS = 60
DRAWS = (1, 2)
RULES = [{"name": "old", "when": {"age": {"from": 40}}}, {"name": "north", "when": {"town": "a"}}]
RULES_WITH_ITEMS = [*RULES, {"name": "fruit", "when": {"bought": {"has": ["apple"]}}}]
GOODS = ("apple", "pear", "plum", "leek", "kale", "bean", "milk", "rice")
KINDS = [[good, kind] for good, kind in zip(GOODS, ["fruit"] * 3 + ["greens"] * 3 + ["staple"] * 2, strict=True)]
SINGLE = {
    "age": {"role": "quasi", "type": "number"},
    "town": {"role": "quasi", "type": "category"},
    "sick": {"role": "sensitive", "type": "category"},
}
SETS = {"bought": {"role": "quasi", "type": "set"}}
TREES = {"bought": {"role": "quasi", "type": "set", "hierarchy": {"file": "goods.csv"}}}
TEXT = {"note": {"role": "quasi", "type": "text"}}
VISITS = {
    "who": {"role": "identifier"},
    "day": {"role": "quasi", "type": "date", "format": "%Y-%m-%d"},
    "goods": {"role": "quasi", "type": "category"},
    "price": {"role": "quasi", "type": "number"},
    "count": {"role": "quasi", "type": "number"},
}
Draw = Callable[[np.random.Generator], pl.DataFrame]


def _people(rng: np.random.Generator) -> pl.DataFrame:
    """Few values, so that rows are equal and splits tie; some values, sets and texts are missing."""
    ages = rng.integers(20, 60, RECORDS).tolist()
    words = [rng.choice(list("abcd"), rng.integers(1, 6)).tolist() for _ in range(RECORDS)]
    bought = [rng.choice(GOODS, rng.integers(0, 4), replace=False).tolist() for _ in range(RECORDS)]
    missing = rng.random((3, RECORDS)) < 0.15
    return pl.DataFrame(
        {
            "age": [None if gone else age for age, gone in zip(ages, missing[0], strict=True)],
            "town": rng.choice(list("abcde"), RECORDS).tolist(),
            "sick": rng.choice(["flu", "cold", "none"], RECORDS).tolist(),
            "bought": [None if gone else cell for cell, gone in zip(bought, missing[1], strict=True)],
            "note": [None if gone else "".join(word) for word, gone in zip(words, missing[2], strict=True)],
            "who": [f"p{number}" for number in rng.integers(0, 20, RECORDS)],
        },
        schema={
            "age": pl.Int64, "town": pl.String, "sick": pl.String, "bought": pl.List(pl.String), "note": pl.String,
            "who": pl.String,
        },
    )  # fmt: skip


def _lenders(rng: np.random.Generator) -> pl.DataFrame:
    """Many equal rows that lend one another row its companions, and columns that tell them apart."""
    return pl.DataFrame(
        {
            "age": [30] * 12 + [50] * 12 + [70],
            "sick": rng.choice(["flu", "cold", "none"], 25).tolist(),
            "visits": rng.integers(0, 4, 25).tolist(),
        }
    )


def _visits(rng: np.random.Generator) -> pl.DataFrame:
    """Many subjects with as many records as others, and records that are equal."""
    size = 90
    return pl.DataFrame(
        {
            "who": [f"p{number}" for number in rng.integers(0, 14, size)],
            "day": [f"2011-0{month}-1{day}" for month, day in rng.integers(1, 4, (size, 2))],
            "goods": rng.choice(list("xyz"), size).tolist(),
            "price": rng.integers(1, 5, size).tolist(),
            "count": rng.integers(1, 3, size).tolist(),
        }
    )


def _job(columns: dict[str, Any], *, privacy: dict[str, Any] | None = None, **method: Any) -> dict[str, Any]:
    return {"columns": columns, "privacy": {"k": 3, **(privacy or {})}, "method": method, "seed": 1}


def _jobs() -> dict[str, tuple[Draw, dict[str, Any]]]:
    methods: dict[str, dict[str, Any]] = {
        **{f"ncp {effort}": {"effort": effort} for effort in ("fast", "default", "best")},
        "median": {"score": "median"},
        "takahashi": {"score": "takahashi"},
        "prec": {"score": "prec"},
        "tfidf": {"score": "tfidf", "rules": RULES},
        "purpose": {"score": "purpose", "rules": RULES},
        "gain": {"score": "gain", "label": "sick"},
    }
    promises: dict[str, dict[str, Any]] = {
        "k": {},
        "removal": {"suppress": 0.2},
        "distinct": {"l_diversity": {"sick": {"distinct": 2}}},
        "entropy": {"l_diversity": {"sick": {"entropy": 1.3}}},
        "closeness and removal": {"t_closeness": {"sick": 0.4}, "suppress": 0.2},
    }
    jobs: dict[str, tuple[Draw, dict[str, Any]]] = {
        f"{method}, {promise}": (_people, _job(SINGLE, privacy=privacy, **asked))
        for method, asked in methods.items()
        for promise, privacy in promises.items()
        if method != "takahashi" or "suppress" not in privacy  # the paper removes records only where it splits by items
    }
    for kind, column in (("sets", SETS), ("trees", TREES)):
        for method, asked in methods.items():
            if method not in ("median", "prec", "tfidf") and (kind, method) != ("trees", "takahashi"):
                rules = {"rules": RULES_WITH_ITEMS} if "rules" in asked else {}
                for promise in ("k", "removal", "distinct"):
                    mixed = _job({**SINGLE, **column}, privacy=promises[promise], **{**asked, **rules})
                    jobs[f"{kind} beside values, {method}, {promise}"] = _people, mixed
        for effort in ("fast", "default", "best"):
            jobs[f"{kind} alone, {effort}"] = _people, _job(column, effort=effort)
        km = {"km": {"column": "bought", "m": 2}}
        jobs[f"{kind} under k^m"] = _people, _job({**SINGLE, **column}, privacy=km)
    lent = {"age": SINGLE["age"], "sick": SINGLE["sick"], "visits": {"role": "keep"}}
    for effort in ("fast", "default", "best"):
        jobs[f"lent companions, {effort}"] = _lenders, _job(lent, effort=effort)
    own = {"who": {"role": "identifier"}}
    for method, asked in methods.items():
        for promise, privacy in promises.items():
            if method != "takahashi" or "suppress" not in privacy:
                counted = {**_job({**SINGLE, **own}, privacy=privacy, **asked), "person": "who"}
                jobs[f"people, {method}, {promise}"] = _people, counted
    whole = _job({**SINGLE, **own}, privacy={"suppress": 0.2, "suppress_by": "person"})
    jobs["people, removed whole"] = _people, {**whole, "person": "who"}
    jobs["sets alone, takahashi"] = _people, _job(SETS, score="takahashi")
    for name, asked in {
        "all": {},
        "least": {"mask": "least"},
        "one pass": {"passes": 1},
        "registry": {"registry": "collection"},
        "registry, merged, kept": {"registry": "collection", "merge": True, "keep": ["ab"]},
        "equal": {"equal": True},
        "equal, merged": {"equal": True, "merge": True},
        "equal, registry, kept": {"equal": True, "registry": "collection", "keep": ["ab", "c"]},
        "equal, registry, merged": {"equal": True, "registry": "collection", "merge": True, "keep": ["ab", "c"]},
    }.items():
        jobs[f"texts, {name}"] = _people, _job({"note": {**TEXT["note"], **asked}})
    jobs["texts beside values"] = _people, _job({**SINGLE, **TEXT}, privacy={"suppress": 0.2})
    for cluster in ("count", "similar"):
        for match in ("sort", "assign"):
            # The paper's own way, count and sort, has no effort.
            for effort in ("default",) if (cluster, match) == ("count", "sort") else ("fast", "default", "best"):
                job = _job(VISITS, cluster=cluster, match=match, effort=effort)
                jobs[f"histories, {cluster}, {match}, {effort}"] = _visits, {**job, "subject": "who"}
    jobs["histories, surplus again"] = _visits, {**_job(VISITS, surplus="again"), "subject": "who"}
    history = {**own, "age": SINGLE["age"], "town": SINGLE["town"]}
    shown = {"role": "sensitive", "type": "category", "shown": True}
    for name, columns, asked in (
        ("sets", SETS, {}),
        ("trees", TREES, {}),
        ("texts", TEXT, {}),
        ("texts beside lines", {"note": {**TEXT["note"], "shown": True}}, {}),
        ("rules", SETS, {"rules": RULES_WITH_ITEMS}),
        ("label", {"sick": shown}, {"label": "sick"}),
    ):
        jobs[f"histories, {name}"] = _people, {**_job({**history, **columns}, **asked), "subject": "who"}
    return jobs


JOBS = _jobs()


def _published(frame: pl.DataFrame, job: dict[str, Any]) -> Counter[Any]:
    """The published rows, each with how often it occurs; of histories those of every subject, whatever its name."""
    subject = job.get("subject")
    rows = [tuple(str(cell) for cell in row) for row in frame.drop(subject or []).rows()]
    if subject is None:
        return Counter(rows)
    of_subject: dict[str, list[tuple[str, ...]]] = {}
    for name, row in zip(frame[subject], rows, strict=True):
        of_subject.setdefault(name, []).append(row)
    return Counter(tuple(sorted(history)) for history in of_subject.values())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Where the item hierarchy lies."""
    path = tmp_path_factory.mktemp("hierarchies")
    (path / "goods.csv").write_text("".join(";".join(row) + "\n" for row in KINDS), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", JOBS)
def test_the_order_of_the_source_does_not_change_the_published_rows(name: str, folder: Any) -> None:
    draw, asked = JOBS[name]
    job = copy.deepcopy(asked)
    for column in job["columns"].values():
        if "hierarchy" in column:
            column["hierarchy"] = {"file": str(folder / column["hierarchy"]["file"])}
    for seed in DRAWS:
        rng = np.random.default_rng(seed)
        data = draw(rng).select(list(job["columns"]))
        one = _published(tokumei.anonymize(data, job).data, job)
        other = _published(tokumei.anonymize(data[rng.permutation(data.height)], job).data, job)
        assert one == other, f"draw {seed}"
