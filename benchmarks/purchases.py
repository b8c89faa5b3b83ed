"""Purchase logs as history jobs, for the benchmarks of histories: customer, day, goods, price, quantity."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import polars as pl

from tokumei.core.history import Histories
from tokumei.job import load
from tokumei.pipeline.aligning import histories_of
from tokumei.pipeline.reading import prepare

__all__ = ["NAMES", "frame_of", "histories_in", "job"]

NAMES = ("customer", "day", "goods", "price", "quantity")
_KINDS = ("date", "category", "number", "number")


def job(k: int = 2, **method: Any) -> dict[str, Any]:
    """A job that keeps the rows in their order and marks the removed ones, so that hits can be counted."""
    quasi = {name: {"role": "quasi", "type": kind} for name, kind in zip(NAMES[1:], _KINDS, strict=True)}
    return {
        "subject": "customer",
        "columns": {"customer": "identifier", **quasi},
        "privacy": {"k": k},
        "method": method,
        "output": {"order": "keep", "removed": "mark"},
        "seed": 0,
    }


def frame_of(rows: Iterable[Sequence[str]]) -> pl.DataFrame:
    """The rows as a frame of texts, which the job types."""
    return pl.DataFrame(list(rows), schema=dict.fromkeys(NAMES, pl.String), orient="row")


def histories_in(frame: pl.DataFrame) -> Histories:
    """The rows of a frame, coded and by customer."""
    return histories_of(prepare(frame, load(job())))
