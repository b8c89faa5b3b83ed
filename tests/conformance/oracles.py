"""Promises recomputed from the released rows in plain Python, and whether a record lies in what is published for it."""

from __future__ import annotations

import csv
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import polars as pl

from conformance.tables import KINDS, population_file

__all__ = ["covered", "keeps_its_promises", "released", "rows_of", "selected"]

Row = dict[str, Any]
CLOSE = 1e-9
WHOSE = "<whose>"
"""Where a row says whose it is."""


def rows_of(frame: pl.DataFrame) -> list[Row]:
    """The rows of a frame, every cell as text; a missing one is None."""
    return frame.select(pl.all().cast(pl.String)).rows(named=True)


def released(rows: Sequence[Row], job: dict[str, Any]) -> list[Row]:
    """The rows that are not marks of removed records, which only some jobs have."""
    marked = "subject" in job or "suppress" in job["privacy"]
    return [row for row in rows if not marked or set(row.values()) != {"*"}]


def selected(rows: Sequence[Row], job: dict[str, Any]) -> list[Row]:
    """The rows that the job reads, each person's in any order."""
    rows = [row for row in rows if all(float(row[name]) > asked["over"] for name, asked in _filters(job))]
    if "one_per" not in job:
        return rows
    best: dict[str, Row] = {}
    for row in sorted(rows, key=lambda one: (-int(one["pay"]), [(_number(cell), cell) for cell in one.values()])):
        best.setdefault(row["person"], row)
    return [row for row in rows if row is best[row["person"]]]


def _number(cell: str) -> float:
    return float(cell) if _is_number(cell) else 0.0


def _filters(job: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(job.get("where", {}).items())


def keeps_its_promises(rows: Sequence[Row], job: dict[str, Any], persons: Sequence[str] | None = None) -> None:
    """Asserts everything that a job promises of its released rows; with `persons`, of those whose they are."""
    if persons is not None:
        rows = [{**row, WHOSE: person} for row, person in zip(rows, persons, strict=True)]
    privacy = job["privacy"]
    k = privacy["k"]
    quasi = [name for name in job["columns"] if name in KINDS]
    texts = [name for name in quasi if KINDS[name] == "text" and job["columns"][name].get("within") != "group"]
    if "subject" in job:
        texts = [name for name in texts if "shown" in job["columns"][name]]  # which else stand within lines
        for name in texts:
            having = {(row[job["subject"]], pair) for row in rows for pair in _pairs(row[name])}
            assert all(count >= k for count in Counter(pair for _, pair in having).values())
        quasi = [name for name in quasi if name not in texts]
        own = _histories(rows, job["subject"], quasi)
        assert min(Counter(own.values()).values()) >= k
        lines: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
        for row in rows:
            lines[own[row[job["subject"]]], tuple(str(row[name]) for name in quasi)].append(row)
        _keep_values(lines.values(), job)
        return
    km = privacy.get("km")
    grouped = [name for name in quasi if name not in texts and (km is None or name != km["column"])]
    groups: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in grouped)].append(row)
    if grouped:
        assert min(_heads(group) for group in groups.values()) >= k
    _keep_values(groups.values(), job)
    people = pl.read_csv(population_file(), infer_schema=False).rows(named=True) if _of_population(privacy) else []
    for shown, group in groups.items():
        fitting = sum(all(map(covered, grouped, (one[name] for name in grouped), shown)) for one in people)
        if "presence" in privacy:
            assert len(group) <= privacy["presence"]["at_most"] * fitting + CLOSE
        if "k_map" in privacy:
            assert fitting >= privacy["k_map"]["k"]
    for name in texts:
        pairs = Counter(pair for row in rows for pair in _pairs(row[name]))
        assert all(count >= k for count in pairs.values())
    if km is not None:
        sets = [_items(row[km["column"]]) for row in rows]
        known = Counter(
            some for size in range(1, km["m"] + 1) for items in sets for some in combinations(sorted(items), size)
        )
        assert all(count >= k for count in known.values())


def _heads(group: Sequence[Row]) -> int:
    """How many records a group has, or people where it is said whose they are."""
    return len({row[WHOSE] for row in group}) if WHOSE in group[0] else len(group)


def _counts(group: Sequence[Row], name: str) -> Counter[str | None]:
    """Value → its records; or the weight of its people, each of whom weighs 1 over the values that she has."""
    if WHOSE not in group[0]:
        return Counter(row[name] for row in group)
    own: dict[str, set[str | None]] = defaultdict(set)
    for row in group:
        own[row[WHOSE]].add(row[name])
    weights: Counter[str | None] = Counter()
    for values in own.values():
        for value in values:
            weights[value] += 1 / len(values)  # type: ignore[assignment]
    return weights


def _keep_values(groups: Iterable[Sequence[Row]], job: dict[str, Any]) -> None:
    """Asserts what is promised of the values of groups, or of the lines of a history as far as they show any."""
    privacy = job["privacy"]

    def shown(name: str) -> list[list[Row]]:
        parts = [[row for row in group if "subject" not in job or row[name] != "*"] for group in groups]
        return [part for part in parts if part]

    for name, asked in privacy.get("l_diversity", {}).items():
        assert all(_diverse(_counts(group, name), asked) for group in shown(name))
    for name, asked in privacy.get("t_closeness", {}).items():
        whole = _counts([row for group in shown(name) for row in group], name)
        t, distance = (asked["t"], asked["distance"]) if isinstance(asked, dict) else (asked, None)
        far = _DISTANCES[distance or ("ordered" if job["columns"][name]["type"] == "number" else "equal")]
        assert all(far(_counts(group, name), whole) <= t + CLOSE for group in shown(name))
    for name, alpha in privacy.get("alpha_k", {}).items():
        for group in shown(name):
            values = {row[name] for row in group}
            most = max(_heads([row for row in group if row[name] == one]) for one in values)
            assert most <= (alpha + CLOSE) * _heads(group)
    for name, beta in privacy.get("beta_likeness", {}).items():
        whole = _counts([row for group in shown(name) for row in group], name)
        for group in shown(name):
            for value, count in _counts(group, name).items():
                prior = whole[value] / whole.total()
                assert (count / _heads(group) - prior) / prior <= min(beta, -math.log(prior)) + CLOSE


def _of_population(privacy: dict[str, Any]) -> bool:
    return "presence" in privacy or "k_map" in privacy


def _histories(rows: Sequence[Row], subject: str, quasi: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Pseudonym → its rows."""
    own: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for row in rows:
        own[row[subject]].append(tuple(str(row[name]) for name in quasi))
    return {name: tuple(sorted(history)) for name, history in own.items()}


def _diverse(counts: Counter[str | None], asked: dict[str, Any]) -> bool:
    shares = [count / counts.total() for count in counts.values()]
    if "distinct" in asked:
        return len(counts) >= asked["distinct"]
    if "entropy" in asked:
        return math.exp(-sum(share * math.log(share) for share in shares)) >= asked["entropy"] - CLOSE
    c, some = asked["recursive"]
    frequent = sorted(shares, reverse=True)
    return frequent[0] < c * sum(frequent[some - 1 :]) + CLOSE


def _differences(group: Counter[str | None], whole: Counter[str | None]) -> dict[str | None, float]:
    """Value → its share of the group less its share of the whole; numbers in their order, a missing value last."""
    order = sorted(whole, key=lambda value: (value is None, float(value) if _is_number(value) else 0.0, str(value)))
    return {value: group[value] / group.total() - whole[value] / whole.total() for value in order}


def _is_number(value: str | None) -> bool:
    return value is not None and value.replace(".", "", 1).isdigit()


def _equal(group: Counter[str | None], whole: Counter[str | None]) -> float:
    return sum(abs(share) for share in _differences(group, whole).values()) / 2


def _ordered(group: Counter[str | None], whole: Counter[str | None]) -> float:
    shares = list(_differences(group, whole).values())
    return sum(abs(sum(shares[:place])) for place in range(1, len(shares))) / max(len(shares) - 1, 1)


def _hierarchical(group: Counter[str | None], whole: Counter[str | None]) -> float:
    """By the tree of first letters: what moves below a letter costs half, what moves between letters the whole."""
    letters: dict[str, list[float]] = defaultdict(list)
    for value, share in _differences(group, whole).items():
        letters[str(value)[:1]].append(share)
    within = sum(min(_positive(shares), _positive([-share for share in shares])) for shares in letters.values())
    return within / 2 + _positive([sum(shares) for shares in letters.values()])


def _positive(shares: Iterable[float]) -> float:
    return sum(max(share, 0.0) for share in shares)


_DISTANCES = {"equal": _equal, "ordered": _ordered, "hierarchical": _hierarchical}


def _pairs(text: str | None) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1) if "*" not in text[at : at + 2]} if text else set()


def _items(cell: str | None) -> set[str]:
    return set(cell.split(",")) if cell else set()


def covered(name: str, before: str | None, after: str | None) -> bool:
    """Whether a record's cell lies in what is published for it."""
    if after == "*":
        return True
    if KINDS[name] == "set":
        return all(any(_below(item, node) for item in _items(before)) for node in _items(after))
    if KINDS[name] == "text":
        plain = None if before is None else before.replace(" ", "")
        return plain == after or (plain is not None and after is not None and _fits(plain, after))
    if after is None or before is None:
        return after == before or (after or "").startswith(("{;", "{}"))
    if after.startswith("{"):
        return before in next(csv.reader([after[1:-1]], delimiter=";"))
    if after.startswith("["):
        low, high = after[1:-1].split(";")
        low, high = low or before, high or before
        return float(low) <= float(before) <= float(high) if KINDS[name] == "number" else low <= before <= high
    if KINDS[name] == "number":
        return float(before) == float(after)
    return _below(before, after) or (KINDS[name] == "date" and before.startswith(after))


def _fits(text: str, pattern: str) -> bool:
    """Whether a text is what a pattern stands for; a mask hides one character, or more where texts are made equal."""
    return re.fullmatch(".+".join(map(re.escape, pattern.split("*"))), text) is not None


def _below(value: str, node: str) -> bool:
    return value == node or (node.endswith("*") and value.startswith(node.rstrip("*")))
