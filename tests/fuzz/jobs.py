"""Random tables and random jobs over them: odd values, few rows, every promise, score, hierarchy and form of output.

A case is made from its number alone, so that a failure is told by the number.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

__all__ = ["SECRET", "Case", "Column", "Hierarchy", "job_case", "placed"]

SECRET = "Qz7Planted"
"""Starts cells that no message may repeat."""
PASSWORD = "hunter2Planted"
"""Stands in URLs of databases; no message may repeat it."""

WRONG = 0.1
"""How often a job is left with settings that it will be refused for."""

Cell = Any
Table = dict[str, list[Cell]]
Hierarchy = list[list[str]]
"""Rows from the leaf upwards, as in a file."""

_NUMBERS: dict[str, Callable[[random.Random], Cell]] = {
    "small": lambda rng: rng.randint(0, 9),
    "age": lambda rng: rng.randint(0, 99),
    "signed": lambda rng: rng.randint(-50, 50),
    "decimal": lambda rng: round(rng.uniform(-5, 5), rng.choice([0, 1, 3])),
    "huge": lambda rng: rng.choice([1e300, -1e300, 1.7e308, -1.7e308, 5e-324, 0.0, 1.0, 1e16]),
    "wide": lambda rng: rng.choice([2**63 - 1, -(2**63), 2**53, 2**53 + 1, 0, -1]),
    "zero": lambda rng: rng.choice([0.0, -0.0, 1.0]),
    "unreal": lambda rng: rng.choice([float("nan"), 1.0, 2.0, 3.5, 4.0]),
    "infinite": lambda rng: rng.choice([float("inf"), float("-inf"), 1.0, 2.0, 3.0, 4.0, 5.0]),
    "one": lambda rng: 7,
}
_CATEGORIES: dict[str, Sequence[str]] = {
    "few": ["a", "b", "c"],
    "more": [f"{SECRET}{letter}" for letter in "abcdefghij"],
    "signs": ["x;y", "{z", 'q"q', " lead", "trail ", "a,b", "*x", "[1;2", "}", "—"],
    "forms": ["*", "[1;2]", "{a;b}", "plain", "other"],
    "japanese": ["東京", "大阪", "がん", "が\u3099", "１２", "12"],
    "prefixed": ["9200293", "9200294", "9210001", "10", "1", "105001"],
    "words": ["nan", "None", "null", "inf", "-", "0", "00", "true"],
    "newlines": ["a\nb", "a\r\nb", "tab\there", "nul\x00", "\u200b", "\ufeffbom"],
    "one": ["same"],
}
_TEXTS = [
    "太郎は東京に住む",
    "花子は大阪に住む",
    "太郎は元気です",
    "*",
    "a*b",
    "",
    " ",
    "x",
    "\U0001f468\u200d\U0001f469",
    "ab cd",
]
_ITEMS = ["milk", "tea", "rice", "a b", "{x", "*y", "10", "[z"]
_SCORES = ("ncp", "median", "prec", "takahashi", "tfidf", "purpose", "gain")


@dataclass(frozen=True)
class Column:
    """A column of a case: what it holds, and what an independent check has to know."""

    name: str
    kind: str
    role: str
    cells: list[Cell]
    rows: Hierarchy | None = None
    """Its hierarchy, where that comes from a file."""


@dataclass(frozen=True)
class Case:
    """A table and a job for it."""

    number: int
    columns: list[Column]
    job: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)
    """File name, as the job says it → content."""
    form: str = "frame"
    """How the table is handed over: a frame, or a file of some ending."""

    @property
    def records(self) -> int:
        """How many rows the table has."""
        return len(self.columns[0].cells)

    def frame(self) -> pl.DataFrame:
        """The table as a frame."""
        return pl.DataFrame({column.name: _series(column) for column in self.columns}, strict=False)

    def source(self, folder: Path) -> Any:
        """The table as its form says: a frame, or the path of a file that is written here."""
        frame = self.frame()
        if self.form == "frame" or (self.form == "jsonl" and not _is_finite(self.columns)):
            return frame  # JSON has neither NaN nor infinity
        path = folder / f"source.{self.form}"
        if self.form == "csv":
            path.write_bytes(_csv(self.columns))
        elif self.form == "parquet":
            frame.write_parquet(path)
        else:
            frame.write_ndjson(path)
        return path


def placed(job: Mapping[str, Any], files: Mapping[str, bytes], folder: Path) -> dict[str, Any]:
    """The job with its files written into the folder, and named by their places there."""
    for name, content in files.items():
        (folder / name).write_bytes(content)

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: walk(part) for key, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [walk(part) for part in value]
        return str(folder / value) if isinstance(value, str) and value in files else value

    made: dict[str, Any] = walk(dict(job))
    return made


def job_case(number: int) -> Case:
    """The case of a number."""
    rng = random.Random(f"job {number}")
    return _history(rng, number) if rng.random() < 0.12 else _table(rng, number)


def _table(rng: random.Random, number: int) -> Case:
    records = rng.choice([1, 2, 3, 5, 8, 13, 30, 30, 60, 60, 120])
    columns: list[Column] = []
    settings: dict[str, dict[str, Any]] = {}
    files: dict[str, bytes] = {}
    for place in range(rng.randint(1, 4)):
        kind = rng.choice(["number", "number", "category", "category", "category", "date", "set", "text"])
        _add(rng, f"q{place}", kind, "quasi", records, columns, settings, files)
    for place in range(rng.choice([0, 0, 1, 1, 2])):
        kind = rng.choice(["number", "category", "category", "date", "set"])
        _add(rng, f"s{place}", kind, "sensitive", records, columns, settings, files)
    if rng.random() < 0.4:
        columns.append(Column("id", "category", "identifier", [f"{SECRET}{row}" for row in range(records)]))
        settings["id"] = {"role": "identifier"}
    if rng.random() < 0.3:
        _add(rng, "kept", rng.choice(["number", "category"]), "keep", records, columns, settings, files)
    rng.shuffle(columns)
    privacy = _privacy(rng, columns)
    job = {
        "columns": settings,
        "privacy": privacy,
        "method": _method(rng, columns, files),
        "output": {
            "order": rng.choice(["keep", "keep", "shuffle"]),
            "removed": rng.choice(["drop", "mark"]),
            "numbers": rng.choice(["ranges", "ranges", "bounds"]),
            "language": rng.choice(["en", "ja"]),
        },
    }
    if rng.random() < 0.5:
        job["seed"] = rng.randint(0, 9)
    if rng.random() > WRONG:
        _fit(rng, job, columns)
    return Case(number, columns, job, files, rng.choice(["frame", "frame", "csv", "parquet", "jsonl"]))


def _fit(rng: random.Random, job: dict[str, Any], columns: list[Column]) -> None:
    """Takes out what the job would be refused for before any data are read, as far as is known."""
    settings, privacy, method = job["columns"], job["privacy"], job["method"]
    for column in columns:
        if column.role == "sensitive" and "hierarchy" in settings[column.name]:
            if column.name in privacy.get("t_closeness", {}):
                privacy["t_closeness"][column.name]["distance"] = rng.choice(["ordered", "hierarchical"])
            else:
                del settings[column.name]["hierarchy"]
    beside = privacy.get("km", {}).get("column")
    grouped = {
        column.kind for column in columns if column.role == "quasi" and column.kind != "text" and column.name != beside
    }
    if not grouped:
        job["method"] = {}
        privacy.pop("suppress", None)
        return
    if "set" in grouped and method["score"] in ("median", "prec", "tfidf"):
        method["score"] = "ncp"
        method.pop("rules", None)
    if method["score"] not in ("ncp", "purpose", "gain"):
        del method["effort"]
    if "set" not in grouped if method["score"] == "takahashi" else grouped == {"set"}:
        privacy.pop("suppress", None)


def _history(rng: random.Random, number: int) -> Case:
    people = rng.choice([2, 3, 6, 12])
    records = people * rng.randint(1, 5)
    columns = [Column("who", "category", "identifier", [f"{SECRET}{rng.randrange(people)}" for _ in range(records)])]
    settings: dict[str, dict[str, Any]] = {"who": {"role": "identifier"}}
    files: dict[str, bytes] = {}
    for place, kind in enumerate(rng.sample(["number", "category", "date"], rng.randint(1, 3))):
        _add(rng, f"q{place}", kind, "quasi", records, columns, settings, files)
    job = {
        "columns": settings,
        "subject": "who",
        "privacy": {"k": rng.choice([2, 2, 3])},
        "method": {"cluster": rng.choice(["count", "similar"]), "match": rng.choice(["sort", "assign"])},
        "output": {"order": rng.choice(["keep", "shuffle"])},
        "seed": 1,
    }
    return Case(number, columns, job, files, rng.choice(["frame", "csv"]))


def _add(
    rng: random.Random,
    name: str,
    kind: str,
    role: str,
    records: int,
    columns: list[Column],
    settings: dict[str, dict[str, Any]],
    files: dict[str, bytes],
) -> None:
    """One column with its settings, and the files that these name."""
    cells = _cells(rng, kind, records)
    asked: dict[str, Any] = {"role": role}
    if kind in ("set", "text") or role == "sensitive" or _reads_as_number(kind, cells) or rng.random() < 0.7:
        asked["type"] = kind
    rows = None
    if role != "keep" and kind != "text" and rng.random() < 0.5:
        hierarchy, rows = _hierarchy(rng, name, kind, cells, files)
        if hierarchy is not None:
            asked |= {"hierarchy": hierarchy, "type": kind}
            if rng.random() < 0.3 and role == "quasi" and kind != "set":
                forms = ["nodes", "values", *(["ranges"] if kind != "category" or rng.random() < WRONG else [])]
                asked["publish"] = rng.choice(forms)
    if kind == "text" and role == "quasi":
        asked |= _text_settings(rng, name, files)
    if kind == "set" and role == "sensitive":
        asked["type"] = "set"
    columns.append(Column(name, kind, role, cells, rows))
    settings[name] = asked


def _reads_as_number(kind: str, cells: list[Cell]) -> bool:
    """Categories that would be guessed to be numbers, which the checks do not expect."""
    return kind == "category" and any(
        str(cell).strip("１２").isdigit() or cell in ("nan", "inf", "12") for cell in cells
    )


def _cells(rng: random.Random, kind: str, records: int) -> list[Cell]:
    empty = rng.choice([0, 0, 0, 0.1, 0.5, 1.0 if rng.random() < 0.1 else 0.2])
    if kind == "number":
        weights = [3 if name in ("small", "age", "signed", "decimal") else 1 for name in _NUMBERS]
        make = _NUMBERS[rng.choices(list(_NUMBERS), weights)[0]]
    elif kind == "category":
        weights = [4 if name in ("few", "more") else 1 for name in _CATEGORIES]
        values = _CATEGORIES[rng.choices(list(_CATEGORIES), weights)[0]]
        make = lambda rng: rng.choice(values)  # noqa: E731
    elif kind == "date":
        first = rng.choice([dt.date(2011, 1, 1), dt.date(1, 1, 1), dt.date(9990, 1, 1), dt.date(1969, 12, 20)])
        reach = rng.choice([1, 20, 400, 3000])
        make = lambda rng: first + dt.timedelta(days=rng.randrange(reach))  # noqa: E731
    elif kind == "set":
        items = rng.sample(_ITEMS, rng.randint(1, len(_ITEMS)))
        make = lambda rng: ",".join(rng.choices(items, k=rng.randint(0, min(4, len(items)))))  # noqa: E731
    else:
        make = lambda rng: rng.choice(_TEXTS)  # noqa: E731
    return [None if rng.random() < empty else make(rng) for _ in range(records)]


def _hierarchy(
    rng: random.Random, name: str, kind: str, cells: list[Cell], files: dict[str, bytes]
) -> tuple[dict[str, Any] | None, Hierarchy | None]:
    fitting = {"number": ["intervals"], "date": ["levels"]}.get(kind, [])
    others = ["intervals", "levels"] if rng.random() < WRONG else fitting
    way = rng.choice(["file", "file", "prefixes", "frequency", *others])
    if way == "intervals":
        return {"intervals": rng.choice([[5, 10, 20], [1], [0.5, 1, 10], [1e300]]), "origin": rng.choice([0, 3])}, None
    if way == "levels":
        levels = rng.choice([["month", "year"], ["week"], ["year", "decade"], ["quarter", "fiscal_year"], ["decade"]])
        return {"levels": levels}, None
    if way == "prefixes":
        return {"prefixes": rng.choice([[5, 3, 1], [1], [3]])}, None
    if way == "frequency":
        return {"frequency": True}, None
    parts = [part.strip() for cell in cells if cell is not None for part in _parts(cell, kind)]
    leaves = sorted({part for part in parts if part})
    if not leaves:
        return None, None
    middle = rng.choice([["low", "high"], ["A", "B", "C"], ["*"], ["[1;2]", "{a;b}"]])
    tops = {label: rng.choice(["upper", label]) for label in middle}
    rows = []
    for leaf in leaves:
        label = rng.choice(middle)
        rows.append([leaf, label, *([tops[label]] if len(middle) == 3 else []), *(["*"] if len(middle) != 2 else [])])
    if rng.random() < 0.1:
        rows.pop()
    text = io.StringIO()
    csv.writer(text, delimiter=rng.choice(";,"), lineterminator="\n").writerows(rows)
    files[f"{name}.csv"] = text.getvalue().encode()
    return {"file": f"{name}.csv"}, rows


def _parts(cell: Cell, kind: str) -> list[str]:
    return str(cell).split(",") if kind == "set" else [str(cell)]


def _text_settings(rng: random.Random, name: str, files: dict[str, bytes]) -> dict[str, Any]:
    asked: dict[str, Any] = {"n": rng.choice([1, 2, 2, 3])}
    if rng.random() < 0.3:
        asked["k"] = rng.choice([2, 3])
    choices: dict[str, list[Any]] = {
        "mask": ["least"],
        "mask_char": ["#", "＊"],
        "equal": [True],
        "all_masked": [True],
        "merge": [True],
        "whitespace": ["keep"],
        "characters": ["points"],
        "passes": [1, 2],
        "keep": [["住む"], ["東京", "大阪"]],
        "registry": ["collection", f"{name}.txt"],
    }
    asked |= {key: rng.choice(values) for key, values in choices.items() if rng.random() < 0.2}
    if asked.get("registry") == f"{name}.txt":
        files[f"{name}.txt"] = "\n".join(rng.choices(_TEXTS, k=20)).encode()
    return asked


def _privacy(rng: random.Random, columns: list[Column]) -> dict[str, Any]:
    privacy: dict[str, Any] = {"k": rng.choice([2, 2, 3, 5, 10])}
    for column in columns:
        if column.role != "sensitive":
            continue
        if rng.random() < 0.5:
            form = rng.choice([{"distinct": rng.choice([2, 3])}, {"entropy": 1.5}, {"recursive": [2.0, 2]}])
            privacy.setdefault("l_diversity", {})[column.name] = {"distinct": 2} if column.kind == "set" else form
        elif rng.random() < 0.6 and column.kind != "set":
            distance = rng.choice(
                [{}, {}, {"distance": "equal"}, {"distance": "ordered"}, {"distance": "hierarchical"}]
            )
            privacy.setdefault("t_closeness", {})[column.name] = {"t": rng.choice([0.1, 0.2, 0.25, 0.5]), **distance}
    sets = [column.name for column in columns if column.kind == "set" and column.role == "quasi"]
    if sets and rng.random() < 0.3:
        privacy["km"] = {"column": rng.choice(sets), "m": rng.choice([1, 2])}
    if rng.random() < 0.4:
        privacy["suppress"] = rng.choice([0.05, 0.2, 0.5, 1.0])
    return privacy


def _method(rng: random.Random, columns: list[Column], files: dict[str, bytes]) -> dict[str, Any]:
    score = rng.choices(_SCORES, [5, 1, 1, 1, 1, 1, 1])[0]
    method: dict[str, Any] = {"score": score, "effort": rng.choice(["fast", "default", "default", "best"])}
    if score == "gain":
        method["label"] = rng.choice(columns).name
    if score in ("tfidf", "purpose"):
        quasi = [column for column in columns if column.role == "quasi"]
        method["rules"] = [
            {"name": f"r{place}", "weight": rng.choice([1, 2.5]), "when": {column.name: _condition(rng, column)}}
            for place, column in enumerate(rng.choices(quasi, k=rng.randint(1, 3)))
        ]
    return method


def _condition(rng: random.Random, column: Column) -> Any:
    values = [cell for cell in column.cells if cell is not None] or ["none"]
    cell = rng.choice(values)
    if column.kind == "set":
        return {"has": [rng.choice(_ITEMS)]}
    if column.kind == "number" and rng.random() < 0.7:
        return {rng.choice(["from", "over"]): 1, rng.choice(["to", "under"]): 30}
    if column.kind == "date":
        return {"from": str(cell)}
    return [str(cell)]


def _is_finite(columns: list[Column]) -> bool:
    return all(math.isfinite(cell) for column in columns for cell in column.cells if isinstance(cell, float))


def _series(column: Column) -> pl.Series:
    cells = column.cells
    if column.kind == "number" and any(isinstance(cell, float) for cell in cells):
        return pl.Series(column.name, [None if cell is None else float(cell) for cell in cells], dtype=pl.Float64)
    types = {"number": pl.Int64, "date": pl.Date}
    return pl.Series(column.name, cells, dtype=types.get(column.kind, pl.String))


def _csv(columns: list[Column]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    for row in zip(*(column.cells for column in columns), strict=True):
        writer.writerow(["" if cell is None else cell for cell in row])
    return text.getvalue().encode()
