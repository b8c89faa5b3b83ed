"""What a cell of the table of capabilities says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["YES", "Cell", "Limit", "elsewhere", "no", "not_beside"]


@dataclass(frozen=True, slots=True)
class Limit:
    """An exception of a yes: not beside a feature, or not without one."""

    feature: str
    why: str
    present: bool = True
    """Whether the feature's presence is what does not go, or its absence."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Yes (perhaps with limits), no with the reason and the remedy, or elsewhere with where."""

    why_not: str | None = None
    limits: tuple[Limit, ...] = ()
    elsewhere: bool = False
    """Whether a job that has the feature has another mechanism for it, so that this one is never asked."""

    @property
    def possible(self) -> bool:
        """Whether the answer is yes."""
        return self.why_not is None

    def refusal(self, features: Mapping[str, Any]) -> str | None:
        """Why it does not go beside these features; None where it does."""
        if self.why_not is not None:
            return self.why_not
        return next((limit.why for limit in self.limits if (limit.feature in features) == limit.present), None)


YES = Cell()


def no(why: str) -> Cell:
    """No, with the reason and the remedy."""
    return Cell(why)


def elsewhere(where: str) -> Cell:
    """Asked of another mechanism."""
    return Cell(where, elsewhere=True)


def not_beside(feature: str, why: str) -> Cell:
    """Yes, but not beside a feature."""
    return Cell(limits=(Limit(feature, why),))
