"""What an attack is: who it is about, what it knows, and what it claims.

| threat | a claim says |
|---|---|
| identity | this row, or this pseudonym, is that person |
| membership | this person is in the data, or is not |
| attribute | this person has that value |
| class | this person is in that group of people who publish the same |

An attacker sees `Known` and nothing else; whether a claim is right is seen by `Truth`, which only the judge hands out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.attacks.known import Known, Truth

__all__ = ["SURE", "Attack", "Claims", "Threat"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

SURE = 0.9
"""An attacker who may abstain speaks from this share of certainty on."""


class Threat(StrEnum):
    """What is learnt about a person."""

    IDENTITY = "identity"
    MEMBERSHIP = "membership"
    ATTRIBUTE = "attribute"
    CLASS = "class"


@dataclass(frozen=True, kw_only=True, eq=False)
class Claims:
    """What an attacker says. The arrays are beside each other: one place a claim."""

    target: Ints
    """Whom it is about: a record, a subject, a row, as the attack numbers them."""
    answer: Ints
    """What it says of them: a row, a code, 1 for in."""
    confidence: Floats
    """How probable the attacker thinks that it is right."""
    cluster: Ints
    """Claims that stand and fall together: of one person, or of people in one group."""
    tried: int
    """How many people (or cells) it looked at; it abstained where it made no claim."""
    baseline: float
    """How often such claims are right by chance: by a guess among k, or by the prior."""
    promised: float | None = None
    """How often a promise of the job lets them be right; None where nothing is promised."""
    control: float | None = None
    """How often the same claims are right of people who are not behind them; None where nobody was left out."""
    certain: bool = False
    """Whether the claims are read off, as a difference of two totals is, so that a few of them tell enough."""
    possible: int | None = None
    """How many of those tried a right claim can be made of at all; None for all."""

    @classmethod
    def none(cls, tried: int, baseline: float, promised: float | None = None) -> Claims:
        """An attacker who abstains throughout."""
        nobody = np.zeros(0, dtype=np.int64)
        return cls(
            target=nobody,
            answer=nobody,
            confidence=np.zeros(0),
            cluster=nobody,
            tried=tried,
            baseline=baseline,
            promised=promised,
        )

    def __len__(self) -> int:
        return len(self.target)


class Attack:
    """One way to attack; a subclass says what it knows and how it guesses.

    `knows` and `remedy` are keys of the report's words, as the name is.
    """

    name: str
    threat: ClassVar[Threat]
    kinds: ClassVar[frozenset[str]]
    """Kinds of releases that it is for: table, set, text, history; several tables that are linked, or apart."""
    knows: ClassVar[str]
    remedy: ClassVar[str]
    full: ClassVar[bool] = False
    """Whether it costs so much that it has to be asked for."""

    def columns(self, known: Known) -> Sequence[str | None]:
        """The columns that it is tried on, one by one; None stands for all together."""
        del known
        return (None,)

    def needs(self, known: Known, truth: Truth) -> str | None:
        """The key of what is missing to try it; None where nothing is."""
        del known, truth
        return None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """What the attacker says."""
        raise NotImplementedError

    def right(self, known: Known, truth: Truth, claims: Claims, column: str | None = None) -> Flags | None:
        """Which claims are right; None where that cannot be seen."""
        raise NotImplementedError

    def control(self, known: Known, truth: Truth, claims: Claims, random: np.random.Generator) -> float | None:
        """How often the same claims are right of people who are not behind them; None where nobody was left out."""
        del known, truth, random
        return claims.control
