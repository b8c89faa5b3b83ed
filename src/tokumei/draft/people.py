"""Several records a person: people are counted, one record of each is read, or all are protected together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tokumei.core.columns import Kind, Role
from tokumei.draft.guess import Guess
from tokumei.draft.names import hint
from tokumei.draft.profile import Profile

__all__ = ["People", "in_a_history", "people_of"]

RETURNING = 0.7
"""An identifier with no larger share of different values may have several records for a person."""
MANY = 5
"""From so many records a person on, they are a history."""
PEOPLE = 20
"""Fewer different values are no people."""
PLAIN_IN_HISTORIES = ("type", "format", "separator", "categories", "round")


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The column that says whose each record is, and what to do about it."""

    column: str
    number: int
    """How many different people there are."""
    records: int
    """How many records they have together."""
    history: bool
    """Whether to protect all records of a person together; else each group has k people."""
    one_per: Mapping[str, Any] = field(default_factory=dict)
    """What would read one record of each person."""
    missing: bool
    """Whether some records do not say whose they are."""

    @property
    def where(self) -> dict[str, Any]:
        """What leaves out the records of nobody."""
        return {self.column: {"missing": False}} if self.missing else {}


def people_of(guesses: Sequence[Guess], profiles: Mapping[str, Profile]) -> People | None:
    """The identifier that returns in many records: perhaps the person whose records belong together."""
    returning = [
        profiles[one.name]
        for one in guesses
        if one.role is Role.IDENTIFIER and one.kind is not Kind.TEXT and _returns(profiles[one.name])
    ]
    if not returning:
        return None
    found = min(returning, key=lambda profile: profile.share)
    dates = [one.name for one in guesses if one.kind is Kind.DATE and one.role in (Role.QUASI, Role.KEEP)]
    latest = max(dates, key=lambda name: profiles[name].distinct, default=None)
    return People(
        column=found.name,
        number=found.distinct,
        records=found.filled,
        history=found.filled >= MANY * found.distinct,
        one_per={"person": "random"} if latest is None else {"person": "last", "by": latest},
        missing=found.filled < found.records,
    )


def in_a_history(one: Guess) -> Guess:
    """A column as a history takes it: recoded, along no grid; texts are left out, since lines have little in common."""
    if one.role is Role.IDENTIFIER:
        return one
    if one.kind is Kind.TEXT:
        return replace(one, role=Role.IDENTIFIER, settings={}, alternatives=(), reasons=one.because("not_in_a_history"))
    settings = {name: value for name, value in one.settings.items() if name in (*PLAIN_IN_HISTORIES, "hierarchy")}
    reasons = tuple(reason for reason in one.reasons if reason.key not in ("grid", "tails"))
    if one.role is not Role.QUASI:
        reasons = replace(one, reasons=reasons).because("in_a_history")
    return replace(one, role=Role.QUASI, settings=settings, alternatives=(), reasons=reasons)


def _returns(profile: Profile) -> bool:
    if not 0 < profile.share <= RETURNING or profile.distinct < PEOPLE:
        return False
    named = hint(profile.name)
    return named is None or named.meaning not in ("number", "telephone", "email", "device")
