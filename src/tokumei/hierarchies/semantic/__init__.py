"""Hierarchies by meaning: dictionaries, similarity, directions."""

from __future__ import annotations

from typing import Any

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError

__all__ = ["chosen"]


def chosen(name: str, *_: Any, **__: Any) -> Hierarchy:
    """The hierarchy of the chosen direction."""
    raise JobError(f"Column {name!r}: hierarchies by meaning are not ready yet.")
