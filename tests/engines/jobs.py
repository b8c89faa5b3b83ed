"""Small made-up tables with jobs for all engines."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

__all__ = [
    "AGE",
    "CASES",
    "SMALL",
    "TOWN",
    "Case",
    "hidden",
    "numbers",
    "quasi_identifiers",
    "source",
    "whole",
    "write_job",
    "write_source",
]

AGE, TOWN = "年 齢", "to.wn `x`"
"""Names as they come: with blanks, dots and backticks, and not in Latin letters."""
TOWNS = {"ama": "north", "biei": "north", "chita": "south", "date": "south", "eda": "south"}


SMALL: dict[str, Any] = {
    "columns": {
        "age": {"role": "quasi", "type": "number"},
        "rooms": {"role": "quasi", "type": "number"},
        "copy": "keep",
    },
    "privacy": {"k": 5},
}
"""A job on `numbers`."""


class Case(NamedTuple):
    """A table and the job on it, without source and output."""

    table: Callable[[], pl.DataFrame]
    job: dict[str, Any]


def write_source(folder: Path, case: Case, files: int = 2) -> pl.DataFrame:
    """The table of a case, divided between files of a folder, and the hierarchy of towns beside it."""
    frame = case.table()
    folder.joinpath("towns.csv").write_text("".join(f"{town};{region};*\n" for town, region in TOWNS.items()))
    folder.joinpath("source").mkdir()
    size = -(-frame.height // files)
    for number in range(files):
        frame[number * size : (number + 1) * size].write_parquet(folder / "source" / f"{number}.parquet")
    return frame


def write_job(folder: Path, job: dict[str, Any], *, engine: Any, output: str = "release", **more: Any) -> Path:
    """A job on that folder, as a file."""
    full: dict[str, Any] = {
        "source": {"parquet": "source"},
        "engine": engine,
        "output": {"data": output, "report": f"{output}.html", "numbers": "bounds"},
        "seed": 1,
        **job,
        **more,
    }
    path = folder / f"{Path(output).name}.yaml"
    path.write_text(json.dumps(full, ensure_ascii=False), encoding="utf-8")
    return path


def quasi_identifiers(job: dict[str, Any]) -> list[str]:
    """Their names."""
    return [name for name, one in job["columns"].items() if isinstance(one, dict) and one["role"] == "quasi"]


def numbers(size: int, seed: int = 1) -> pl.DataFrame:
    """Two numbers, of which every record keeps a copy of the first."""
    chance = random.Random(seed)
    age = [chance.randrange(18, 90) for _ in range(size)]
    return pl.DataFrame({"age": age, "rooms": [chance.randrange(1, 9) for _ in range(size)], "copy": age})


def source(folder: Path, *frames: pl.DataFrame) -> Path:
    """A source of so many files, each with the rows of a frame."""
    folder.joinpath("source").mkdir()
    for number, frame in enumerate(frames or [numbers(300, 1), numbers(300, 2)]):
        frame.write_parquet(folder / "source" / f"{number}.parquet")
    return folder


def hidden(folder: Path) -> list[str]:
    """Working folders, and what else is on its way."""
    return [one.name for one in folder.iterdir() if one.name.startswith(".")]


def whole(folder: Path, name: str = "release") -> int:
    """The records of a release of `SMALL` that keeps its promise."""
    release = pl.read_parquet(folder / name / "*.parquet")
    groups = [column for column in release.columns if column != "copy"]
    assert release.group_by(groups).len()["len"].min() >= SMALL["privacy"]["k"]
    return release.height


def _people() -> pl.DataFrame:
    chance = random.Random(3)
    size = 900
    age = [None if chance.random() < 0.05 else chance.randrange(18, 90) for _ in range(size - 3)] + [500, 600, 700]
    who = [f"p{chance.randrange(size // 3)}" for _ in range(size)]
    return pl.DataFrame(
        {
            "who": who,
            "whose": who,
            AGE: age,
            TOWN: [chance.choice([*TOWNS, None]) for _ in range(size)],
            "born": [date(1975, 1, 1) + timedelta(days=chance.randrange(3000)) for _ in range(size)],
            "sick": chance.choices(["flu", "gout", "asthma", "cold"], [4, 3, 2, 1], k=size),
            "copy": age,
        }
    )


def _sets() -> pl.DataFrame:
    chance = random.Random(4)
    ills = [sorted(chance.sample(["flu", "gout", "asthma", "cold", "acne"], chance.randrange(4))) for _ in range(300)]
    return pl.DataFrame({"age": [chance.randrange(20, 40) for _ in ills], "ills": ills}).with_columns(
        pl.when(pl.int_range(pl.len()) % 29 == 0).then(None).otherwise(pl.col("ills")).alias("ills")
    )


def _divided() -> pl.DataFrame:
    return pl.DataFrame({"age": [30] * 1000 + [90], "copy": [30] * 1000 + [90], "number": range(1001)})


def _outliers() -> pl.DataFrame:
    age = [20 + number % 30 for number in range(300)] + [500, 600, 700]
    return pl.DataFrame({"age": age, "copy": age})


def _quasi(kind: str, **more: Any) -> dict[str, Any]:
    return {"role": "quasi", "type": kind, **more}


PEOPLE: dict[str, Any] = {
    "who": "identifier",
    AGE: _quasi("number"),
    TOWN: _quasi("category", hierarchy="towns.csv"),
    "born": _quasi("date", hierarchy={"levels": ["month", "year", "decade"]}),
    "sick": {"role": "sensitive", "type": "category"},
    "copy": "keep",
    "whose": "keep",
}
CASES = {
    "promises": Case(
        _people,
        {
            "columns": PEOPLE,
            "privacy": {
                "k": 5,
                "l_diversity": {"sick": {"distinct": 2}},
                "t_closeness": {"sick": {"t": 0.5, "distance": "equal"}},
            },
        },
    ),
    "people": Case(
        _people,
        {"columns": {**PEOPLE, "sick": "keep"}, "person": "who", "privacy": {"k": 4}},
    ),
    "lists": Case(
        _sets, {"columns": {"age": _quasi("number"), "ills": _quasi("set")}, "privacy": {"k": 4}}
    ),
    "divided": Case(
        _divided,
        {"columns": {"age": _quasi("number"), "copy": "keep", "number": "keep"}, "privacy": {"k": 2}},
    ),
    "removed": Case(
        _outliers,
        {"columns": {"age": _quasi("number"), "copy": "keep"}, "privacy": {"k": 5, "suppress": 0.02}},
    ),
}  # fmt: skip
CASES["set texts"] = Case(
    lambda: _sets().with_columns(pl.col("ills").list.join(",")),
    {**CASES["lists"].job, "columns": {"age": _quasi("number"), "ills": _quasi("set", separator=",")}},
)
