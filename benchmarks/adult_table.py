"""The census table `adult` (30,162 rows, 9 quasi-identifiers, their hierarchies) as jobs of tokumei."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

__all__ = ["COLUMNS", "FORMS", "KS", "folder", "job", "measuring_job"]

COLUMNS = (
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
)
KS = (2, 5, 10, 50, 100)

FORMS = {
    "sets": "categories as sets of values, age as a range",
    "nodes": "categories as nodes of their hierarchies, age as a range",
    "all nodes": "every column as nodes of its hierarchy, age too",
}
"""What is published → in words."""


def folder() -> Path:
    """Where the table and its hierarchies are; raises SystemExit where they are not."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    found = Path(os.environ.get("TOKUMEI_DATA", default)) / "adult"
    if not (found / "adult.csv.gz").is_file():
        raise SystemExit("The adult data set is not here: set TOKUMEI_DATA to the folder with adult/adult.csv.gz.")
    return found


def job(
    k: int, *, form: str = "sets", effort: str = "default", source: Path | None = None, **output: str
) -> dict[str, Any]:
    """A job on `adult`, or on another table with its columns; all nine are quasi-identifiers, nothing is removed."""
    here = folder()
    columns: dict[str, Any] = {}
    for name in COLUMNS:
        tree = str(here / f"adult_hierarchy_{name}.csv")
        if name == "age":
            columns[name] = {"role": "quasi", "type": "number", "hierarchy": tree, "publish": "ranges"}
            if form == "all nodes":
                columns[name]["publish"] = "nodes"
        else:
            publish = "values" if form == "sets" else "nodes"
            columns[name] = {"role": "quasi", "type": "category", "hierarchy": tree, "publish": publish}
    return {
        "source": str(source or here / "adult.csv.gz"),
        "columns": columns,
        "privacy": {"k": k},
        "method": {"effort": effort},
        "output": dict(output),
        "seed": 0,
    }


def measuring_job(k: int) -> dict[str, Any]:
    """The job by which every release is measured alike: leaves covered / leaves, age by its range."""
    return job(k, form="nodes")
