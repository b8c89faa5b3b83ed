"""A proposal of `init`: what it says, what it makes of the guesses, and the files that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tokumei.draft.guess import Guess
from tokumei.draft.reason import Reason

__all__ = ["Proposal"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """One piece of advice: told as a comment, or applied."""

    reason: Reason
    applied: Callable[[Guess], Guess]
    """Each guess as the proposal has it."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Name → content of what lies beside the job; it holds values of the data, as the source does."""
