"""What a run noticed: a key and its values, worded by the report in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Note", "in_report"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the reader should know; a warning is what may make the release other than was meant.

    Values are names of columns and settings, and counts: never a cell of the data.
    """

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    warning: bool = False
    table: str | None = None
    """Which of several tables it is about."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "key": self.key,
            "values": dict(self.values),
            **({} if self.table is None else {"table": self.table}),
        }


def in_report(notes: Iterable[Note]) -> dict[str, list[dict[str, Any]]]:
    """The two lists of a report: `notes`, and `warnings`."""
    lists: dict[str, list[dict[str, Any]]] = {"notes": [], "warnings": []}
    for note in notes:
        lists["warnings" if note.warning else "notes"].append(note.to_dict())
    return lists
