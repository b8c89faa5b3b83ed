"""A made-up hospital: several tables about the same people, and a job of them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import polars as pl

__all__ = ["DATA", "TABLES", "Frames", "hospital", "in_files", "job"]

Frames = dict[str, pl.DataFrame]


def hospital(people: int = 40) -> Frames:
    """Patients, their visits (some have none), and drugs of every third patient."""
    draw = random.Random(5)
    patients = [(f"P{one}", draw.randint(1940, 2000), draw.choice("abc")) for one in range(people)]
    visits = [
        (f"P{one}", f"2024-{draw.randint(1, 12):02}", draw.choice(["flu", "gout"]))
        for one in range(people)
        for _ in range(draw.randint(0, 3))
    ]
    drugs = [(f"P{one}", draw.choice(["x", "y"]), draw.randint(1, 5)) for one in range(0, people, 3)]
    return {
        "patients": pl.DataFrame(patients, schema=["patient", "birth", "town"], orient="row"),
        "visits": pl.DataFrame(visits, schema=["patient", "month", "ill"], orient="row"),
        "drugs": pl.DataFrame(drugs, schema=["patient", "drug", "dose"], orient="row"),
    }


DATA = hospital()
TABLES: dict[str, Any] = {
    "patients": {
        "columns": {
            "patient": "identifier",
            "birth": {"role": "quasi", "type": "number"},
            "town": {"role": "quasi", "type": "category"},
        }
    },
    "visits": {
        "columns": {
            "patient": "identifier",
            "month": {"role": "quasi", "type": "date", "format": "%Y-%m", "hierarchy": {"levels": ["year"]}},
            "ill": {"role": "quasi", "type": "category"},
        }
    },
    "drugs": {
        "columns": {
            "patient": "identifier",
            "drug": {"role": "quasi", "type": "category"},
            "dose": {"role": "quasi", "type": "number"},
        }
    },
}


def job(*, linked: bool = True, k: int = 3, **more: Any) -> dict[str, Any]:
    tables = {**TABLES, **more.pop("tables", {})}
    return {"person": "patient", "linked": linked, "tables": tables, "privacy": {"k": k}, "seed": 1, **more}


def in_files(folder: Path, data: Frames = DATA, **more: Any) -> Path:
    """The job and its tables as files."""
    tables = {name: {**table, "source": f"{name}.csv"} for name, table in TABLES.items()}
    for name, frame in data.items():
        frame.write_csv(folder / f"{name}.csv")
    path = folder / "job.yaml"
    path.write_text(json.dumps(job(tables=tables, output={"folder": "out"}, **more)), encoding="utf-8")
    return path
