"""What a reader hands on: the frame, and what was found out about its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from tokumei.core.notes import Note
from tokumei.errors import SourceError, listing

__all__ = ["Reading", "SourceFacts", "check_names"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFacts:
    """What was detected or given, for the report."""

    kind: str
    """csv, tsv, parquet, jsonl, xlsx, sqlite, postgresql or frame."""
    rows: int
    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    """The decimal mark, where the source told it or the caller gave it."""
    sha256: str | None = None
    """Of the file as it lies on disk; None for a query and for a frame."""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A source that was read."""

    frame: pl.DataFrame
    facts: SourceFacts


def check_names(names: Sequence[str], where: str) -> None:
    """Refuses duplicated and empty column names: a job could not say which column it means."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SourceError(f"{where} has more than one column named {listing(twice)}. Give every column its own name.")
    unnamed = [str(place) for place, name in enumerate(names, start=1) if not name.strip()]
    if unnamed:
        raise SourceError(f"{where} has no name for column {', '.join(unnamed[:5])}. Give every column a name.")
