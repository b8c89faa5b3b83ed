"""Settings on small made-up tables, and what a release of each is recorded by.

A setting stands here only where every part of it does something: what a job would ignore proves nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

import tokumei
from golden.tables import TABLES

__all__ = ["EXACT", "RECORDS", "SETTINGS", "Setting", "lines", "record", "recorded"]

RECORDS = Path(__file__).with_name("combinations.json")
"""Setting → what was recorded of its release."""
EXACT = frozenset({"median", "prec", "takahashi", "tfidf", "text", "count sort"})
"""Families that are a paper's algorithm: their releases never change. The others may change for less loss."""
KS, EFFORTS = (2, 3, 5, 10), ("fast", "default", "best")
DAY = "%Y-%m-%d"
Columns = dict[str, dict[str, Any]]


class Setting(NamedTuple):
    """A job on one of the tables."""

    table: str
    family: str
    """The score, or what stands in its place: column, level, km, text, and for histories how they are clustered and
    matched."""
    job: dict[str, Any]


def _quasi(kind: str, **more: Any) -> dict[str, Any]:
    return {"role": "quasi", "type": kind, **more}


SENSITIVE: Columns = {
    "sick": {"role": "sensitive", "type": "category"},
    "cost": {"role": "sensitive", "type": "number"},
}
FLAT: Columns = {
    "age": _quasi("number"), "town": _quasi("category"), "born": _quasi("date", format=DAY), "code": _quasi("category"),
    **SENSITIVE,
}  # fmt: skip
TREES: Columns = {
    "age": _quasi("number", hierarchy={"intervals": [5, 10, 20, 40]}),
    "town": _quasi("category", hierarchy="towns.csv"),
    "born": _quasi("date", format=DAY, hierarchy={"levels": ["month", "year", "decade"]}),
    "code": _quasi("category", hierarchy={"prefixes": [2, 1]}),
    **SENSITIVE,
}
SKEWED: Columns = {
    "income": _quasi("number"),
    "trade": _quasi("category", hierarchy={"frequency": True}),
    "rooms": _quasi("number"),
    "sick": SENSITIVE["sick"],
}
MIXED: Columns = {
    "year": _quasi("number"), "sex": _quasi("category"), "ills": _quasi("set"), "drugs": _quasi("set"),
    "ward": {"role": "sensitive", "type": "category"}, "nurse": {"role": "keep"},
}  # fmt: skip
OUTLIERS: Columns = {
    "height": _quasi("number"), "weight": _quasi("number"), "town": TREES["town"], "sick": SENSITIVE["sick"]
}  # fmt: skip
PURCHASES: Columns = {
    "customer": {"role": "identifier"}, "day": _quasi("date", format=DAY), "goods": _quasi("category"),
    "price": _quasi("number"), "quantity": _quasi("number"),
}  # fmt: skip
SINGLE: dict[str, tuple[str, Columns]] = {
    "people": ("people", FLAT), "trees": ("people", TREES), "nulls": ("nulls", FLAT), "null trees": ("nulls", TREES),
    "heavy": ("heavy", FLAT), "skewed": ("skewed", SKEWED), "outliers": ("outliers", OUTLIERS),
}  # fmt: skip
"""Tables of single values: name → table and columns."""
AGED = [
    {"name": "tour", "when": {"age": {"from": 60}}},
    {"name": "course", "weight": 2.0, "when": {"age": {"from": 30, "under": 45}, "born": {"over": "1985-01-01"}}},
]
RULES: dict[str, list[dict[str, Any]]] = {
    "people": [*AGED, {"name": "fair", "when": {"town": ["ama", "biei"]}}],
    "trees": [*AGED, {"name": "fair", "when": {"town": "north"}}, {"name": "club", "when": {"town": "C"}}],
    "skewed": [{"name": "loan", "when": {"income": {"under": 80}}}, {"name": "move", "when": {"rooms": {"to": 1}}}],
    "outliers": [{"name": "shop", "when": {"height": {"over": 40}}}, {"name": "fair", "when": {"town": "north"}}],
    "mixed": [
        {"name": "pension", "when": {"year": {"under": 1970}}},
        {"name": "spray", "when": {"ills": {"has": ["asthma"]}, "sex": "f"}},
    ],
}
DIVERSITY: dict[str, dict[str, Any]] = {
    "distinct 2": {"distinct": 2}, "distinct 3": {"distinct": 3}, "entropy 2": {"entropy": 2.0},
    "recursive 2 2": {"recursive": [2.0, 2]}, "recursive 4 3": {"recursive": [4.0, 3]},
}  # fmt: skip
HIERARCHICAL = "hierarchical"
CLOSENESS: dict[str, dict[str, Any]] = {
    "equal": {"sick": {"t": 0.3, "distance": "equal"}},
    "ordered": {"cost": {"t": 0.2, "distance": "ordered"}},
    HIERARCHICAL: {"sick": {"t": 0.25, "distance": HIERARCHICAL}},
}

Named = Iterator[tuple[str, Setting]]


def _job(columns: Mapping[str, Any], k: int, method: Mapping[str, Any] | None = None, **privacy: Any) -> dict[str, Any]:
    return {"columns": dict(columns), "privacy": {"k": k, **privacy}, "method": dict(method or {})}


def _single(name: str, k: int, score: str = "ncp", more: str = "", effort: str = "default", **privacy: Any) -> Named:
    """One setting on a table of single values; `more` names what `privacy` asks for."""
    table, columns = SINGLE[name]
    if HIERARCHICAL in more:
        columns = {**columns, "sick": {**columns["sick"], "hierarchy": "sick.csv"}}
    method: dict[str, Any] = {"score": score}
    if effort != "default":
        method["effort"] = effort
    if score in ("tfidf", "purpose"):
        method["rules"] = RULES[name]
    if score == "gain":
        method["label"] = "sick"
    said = f"{score} {effort}" if score in ("ncp", "purpose", "gain") else score
    yield (
        " | ".join(filter(None, [name, f"k={k}", said, more])),
        Setting(table, score, _job(columns, k, method, **privacy)),
    )


def _scores() -> Named:
    for name, k, effort in product(SINGLE, KS, EFFORTS):
        if name not in ("null trees", "outliers") or effort == "default":
            yield from _single(name, k, effort=effort)
    for name, k, score in product(SINGLE, (2, 5), ("median", "prec")):
        yield from _single(name, k, score)
    for name, k in product(("people", "trees", "null trees", "skewed"), (3, 10)):
        yield from _single(name, k, "takahashi")
    for name, k in product(("people", "trees", "skewed"), (2, 5, 10)):
        yield from _single(name, k, "tfidf")
    for name, k, score, effort in product(("people", "trees", "skewed"), (3, 10), ("purpose", "gain"), EFFORTS):
        yield from _single(name, k, score, effort=effort)


def _promises() -> Named:
    for (form, asked), score in product(DIVERSITY.items(), ("ncp", "median", "prec", "takahashi")):
        yield from _single("trees", 3, score, form, l_diversity={"sick": asked})
    for name, (form, asked) in product(("people", "nulls", "heavy"), DIVERSITY.items()):
        yield from _single(name, 3, "ncp", form, l_diversity={"sick": asked})
    for (form, asked), score in product(CLOSENESS.items(), ("ncp", "median", "prec", "takahashi")):
        yield from _single("trees", 3, score, form, t_closeness=asked)
    for score in ("purpose", "gain", "tfidf"):
        yield from _single("trees", 3, score, "entropy 2", l_diversity={"sick": DIVERSITY["entropy 2"]})
    both = {"l_diversity": {"sick": DIVERSITY["distinct 2"]}, "t_closeness": CLOSENESS["ordered"]}
    for effort in EFFORTS:
        yield from _single("people", 5, "ncp", "distinct 2, ordered", effort, **both)


def _removals() -> Named:
    for share in (0.05, 0.2):
        for effort in EFFORTS:
            yield from _single("outliers", 10, "ncp", f"suppress {share}", effort, suppress=share)
        for score in ("median", "prec", "tfidf", "purpose", "gain"):
            yield from _single("outliers", 10, score, f"suppress {share}", suppress=share)
        for form, asked in CLOSENESS.items():
            if "sick" in asked:
                yield from _single(
                    "outliers", 10, "ncp", f"{form}, suppress {share}", suppress=share, t_closeness=asked
                )
    for name in ("trees", "null trees", "heavy", "skewed"):
        yield from _single(name, 5, "median", "suppress 0.2", suppress=0.2)


def _for_all() -> Named:
    """One partition of each column's values for all records."""
    asked: list[tuple[str, dict[str, Any]]] = [("", {}), ("suppress 0.1", {"suppress": 0.1})]
    asked.append(("distinct 2", {"l_diversity": {"sick": DIVERSITY["distinct 2"]}}))
    for name, k, by, (more, privacy) in product(SINGLE, (2, 5), ("column", "level"), asked):
        table, columns = SINGLE[name]
        said = " | ".join(filter(None, [name, f"k={k}", by, more]))
        yield said, Setting(table, by, _job(columns, k, {"recoding": by}, **privacy))


def _publishing() -> Named:
    """What a column with a hierarchy shows: nodes, sets of values, ranges."""
    for (age, town), k, score in product(
        [("ranges", "nodes"), ("values", "nodes"), ("nodes", "values"), ("ranges", "values")],
        (2, 5),
        ("ncp", "median", "takahashi"),
    ):
        columns = {**TREES, "age": {**TREES["age"], "publish": age}, "town": {**TREES["town"], "publish": town}}
        name = f"trees | k={k} | {score} | age {age}, town {town}"
        yield name, Setting("people", score, _job(columns, k, {"score": score}))


def _with_sets() -> Named:
    alone, tree = {"items": _quasi("set")}, {"items": _quasi("set", hierarchy="items.csv")}
    columns = {"sets": alone, "item tree": tree, "mixed": MIXED}
    tables = {"sets": "sets", "item tree": "sets", "mixed": "mixed"}
    for name, k, effort in product(columns, KS, EFFORTS):
        if name == "mixed" or effort != "best":  # small sets alone find nothing more
            job = _job(columns[name], k, {"effort": effort})
            yield f"{name} | k={k} | ncp {effort}", Setting(tables[name], "ncp", job)
    for name, k in product(("sets", "mixed"), KS):
        yield f"{name} | k={k} | takahashi", Setting(name, "takahashi", _job(columns[name], k, {"score": "takahashi"}))
    for (form, asked), score in product(DIVERSITY.items(), ("ncp", "takahashi")):
        job = _job(MIXED, 3, {"score": score}, l_diversity={"ward": asked})
        yield f"mixed | k=3 | {score} | {form}", Setting("mixed", score, job)
    for score in ("ncp", "takahashi"):
        job = _job(MIXED, 3, {"score": score}, t_closeness={"ward": 0.3})
        yield f"mixed | k=3 | {score} | equal", Setting("mixed", score, job)
    for k, (score, asked) in product((3, 5), [("purpose", {"rules": RULES["mixed"]}), ("gain", {"label": "ward"})]):
        yield f"mixed | k={k} | {score}", Setting("mixed", score, _job(MIXED, k, {"score": score, **asked}))
    for name, k, m in product(columns, (2, 5), (1, 2, 3)):
        job = _job(columns[name], k, km={"column": "ills" if name == "mixed" else "items", "m": m})
        yield f"{name} | k={k} | km {m}", Setting(tables[name], "km", job)


RELEASED = {"collection": True, "direction": "released"}


def _texts() -> Named:
    asked: list[dict[str, Any]] = [
        {"n": 1, "k": 10},
        *({"n": n, "k": k, "mask": mask} for n, k, mask in product((2, 3), (2, 5), ("all", "least"))),
        *({"passes": passes, "k": 5, "mask": mask} for passes, mask in product((1, 2), ("all", "least"))),
        *({"registry": RELEASED, "k": k, "mask": mask} for k, mask in product((2, 5), ("all", "least"))),
        *({"registry": "collection", "k": k} for k in (2, 5)),
        *({"equal": True, "k": k} for k in (2, 3, 5)),
        *({"merge": True, "k": 3, **more} for more in ({}, {"registry": RELEASED}, {"equal": True})),
        {"merge": True, "k": 3, "registry": "collection"},
        *({"k": 10, **more} for more in ({}, {"keep": ["no. 7"]}, {"characters": "points"}, {"whitespace": "keep"})),
    ]
    for options in asked:
        said = ", ".join(f"{option} {'released' if value is RELEASED else value}" for option, value in options.items())
        yield f"notes | {said}", Setting("notes", "text", _job({"note": _quasi("text", **options)}, options["k"]))
    for (k, share), mask in product([(3, 0.0), (10, 0.0), (10, 0.2)], ("all", "least")):
        job = _job({**OUTLIERS, "note": _quasi("text", mask=mask)}, k, **({"suppress": share} if share else {}))
        yield f"stays | k={k} | ncp default | mask {mask}, suppress {share}", Setting("stays", "ncp", job)


def _histories() -> Named:
    """Histories; the paper's own way (count, sort) has no effort."""
    trees = {**PURCHASES, "goods": {**PURCHASES["goods"], "hierarchy": "goods.csv"}}
    ways = [
        ("count", "sort", ""),
        *product(("count",), ("assign",), EFFORTS),
        *product(("similar",), ("sort", "assign"), EFFORTS),
    ]
    for k, (cluster, match, effort), (name, columns) in product(
        (3, 5), ways, [("purchases", PURCHASES), ("purchase trees", trees)]
    ):
        method = {"cluster": cluster, "match": match, **({"effort": effort} if effort else {})}
        job = {**_job(columns, k, method), "subject": "customer"}
        said = " ".join(filter(None, [cluster, match, effort]))
        yield f"{name} | k={k} | {said}", Setting("purchases", f"{cluster} {match}", job)
    for k in (3, 5):
        job = {**_job(PURCHASES, k, {"surplus": "again"}), "subject": "customer"}
        yield f"purchases | k={k} | surplus again", Setting("purchases", "surplus again", job)


def _people() -> Named:
    """Purchases as a table in which people have several rows."""
    sensitive = {**PURCHASES, "goods": {"role": "sensitive", "type": "category"}}
    for k, effort in product((3, 5), EFFORTS):
        job = {**_job(PURCHASES, k, {"effort": effort}), "person": "customer"}
        yield f"purchases | k={k} | ncp {effort} | person", Setting("purchases", "ncp", job)
    for score in ("median", "prec"):
        job = {**_job(PURCHASES, 3, {"score": score}), "person": "customer"}
        yield f"purchases | k=3 | {score} | person", Setting("purchases", score, job)
    for more, privacy in {
        "distinct 2": {"l_diversity": {"goods": DIVERSITY["distinct 2"]}},
        "equal": {"t_closeness": {"goods": 0.4}},
    }.items():
        job = {**_job(sensitive, 3, **privacy), "person": "customer"}
        yield f"purchases | k=3 | ncp default | person, {more}", Setting("purchases", "ncp", job)
    job = {**_job(PURCHASES, 3, {"recoding": "column"}), "person": "customer"}
    yield "purchases | k=3 | column | person", Setting("purchases", "column", job)


SETTINGS: dict[str, Setting] = dict(
    pair
    for part in (_scores, _promises, _removals, _for_all, _publishing, _with_sets, _texts, _histories, _people)
    for pair in part()
)
"""Name → setting."""


def record(setting: Setting, folder: Path) -> dict[str, Any]:
    """What is recorded of a setting; `folder` has the hierarchies."""
    job = tokumei.Job.model_validate({**setting.job, "folder": folder})
    release = tokumei.anonymize(TABLES[setting.table], job)
    report = release.report
    return {
        "loss": report["loss"]["ncp"],
        "columns": report["loss"]["columns"],
        "groups": report["groups"],
        "removed": report["removed"],
        "release": _digest(release.data, job.subject),
    }


def _digest(frame: pl.DataFrame, subject: str | None) -> str:
    """SHA-256 of the rows sorted by content; of a history, of the sorted rows of each subject, whatever its name."""
    shown = frame.drop(subject) if subject is not None else frame
    owners = frame[subject].to_list() if subject is not None else range(frame.height)
    parts: dict[Any, list[str]] = {}
    for owner, row in zip(owners, shown.iter_rows(), strict=True):
        parts.setdefault(owner, []).append(json.dumps(row, ensure_ascii=False, default=str))
    content = [shown.columns, *sorted(sorted(rows) for rows in parts.values())]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


def recorded() -> dict[str, dict[str, Any]]:
    """What was recorded, by setting; nothing before the first time."""
    return json.loads(RECORDS.read_text(encoding="utf-8")) if RECORDS.exists() else {}


def lines(records: Mapping[str, Mapping[str, Any]]) -> str:
    """The records as JSON, one setting a line."""
    said = [f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(one)}" for name, one in records.items()]
    return "{\n" + ",\n".join(said) + "\n}\n"
