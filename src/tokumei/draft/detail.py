"""How detailed a drafted quasi-identifier is published: coarse enough that no cell proves who is in the data.

The ends of a range, and every value of a set, are somebody's, so that they can prove that a person is in the data. Ends
on a grid, and nodes of a hierarchy, do not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from math import floor, log10
from typing import Any

from tokumei.core.columns import Kind, Role
from tokumei.core.literals import read_number
from tokumei.draft.guess import Guess
from tokumei.draft.profile import Profile

__all__ = ["with_detail"]

_DAY = re.compile(r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}$")
STEPS = 15
"""A drafted grid has about so many steps over a column."""
FEW = 20
"""A column of no more different numbers needs no grid: every value is many people's."""


def with_detail(guess: Guess, profile: Profile) -> Guess:
    """The guess with a grid for its ends, or a hierarchy by frequency where nothing better is known."""
    if guess.role is not Role.QUASI or "hierarchy" in guess.settings:
        return guess
    if guess.kind is Kind.NUMBER and profile.distinct > FEW:
        return _with(guess, _grid(profile), "ranges end on a grid, so that no end is somebody’s value")
    if guess.kind is Kind.DATE and all(_DAY.match(value.strip()) for value in profile.values):
        return _with(guess, {"ends": "round"}, "ranges end with months, so that no end is somebody’s day")
    if guess.kind is Kind.CATEGORY and profile.distinct > 2:
        return _with(
            guess, {"hierarchy": {"frequency": True}}, "rare values join first; a hierarchy of your own says more"
        )
    return guess


def _with(guess: Guess, settings: Mapping[str, Any], why: str) -> Guess:
    if not settings:
        return guess
    return replace(guess, settings={**guess.settings, **settings}, why=f"{guess.why}; {why}")


def _grid(profile: Profile) -> Mapping[str, Any]:
    """A width of 1, 2 or 5 times a power of ten; nothing where the values do not tell one."""
    numbers = [number for number in (read_number(value.strip()) for value in profile.values) if number is not None]
    if len(numbers) < 2 or max(numbers) <= min(numbers):
        return {}
    least = (max(numbers) - min(numbers)) / STEPS
    power = 10.0 ** floor(log10(least))
    width = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
    if width < 1 and all(number == int(number) for number in numbers):
        return {}
    return {"ends": int(width) if width >= 1 else round(width, 10)}
