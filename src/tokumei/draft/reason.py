"""Why a draft says what it says: a key with values, worded by `tokumei.draft.words`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Reason"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause of a comment. Values are names of columns and settings, and counts: never a cell of the data."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
