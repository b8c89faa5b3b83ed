"""One judge for all attacks: how often they are right, how sure that is, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims
from tokumei.attacks.intervals import clustered_interval

__all__ = ["BREAKS", "CHANCE", "LEAKS", "NOT_TRIED", "Finding", "judged", "not_tried"]

BREAKS, LEAKS, CHANCE, NOT_TRIED = "breaks", "leaks", "chance", "not tried"
NARROW = 0.15
"""An interval that is no wider can tell chance from a leak; a wider one tells nothing."""
BLIND = 0.9
"""Where the control is right so often, right claims tell nothing."""
SLACK = 1e-9


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What an attack reached, and what that means.

    | verdict | |
    |---|---|
    | `breaks` | it is right more often than a promise allows |
    | `leaks` | it is right more often than chance, where nothing is promised |
    | `chance` | it is not, and the interval is narrow enough to say so |
    | `not tried` | something is missing: `needs` says what |
    """

    name: str
    column: str | None
    threat: str
    knows: str
    verdict: str
    remedy: str
    needs: str | None = None
    tried: int = 0
    claims: int = 0
    hits: int | None = None
    """Right claims; None where the release does not show which are right, and `expected` stands for them."""
    expected: float = 0.0
    """The right claims that the attacker expects."""
    rate: tuple[float, float] | None = None
    """The share of right claims at 99 % confidence; claims of one person or group count as dependent."""
    baseline: float | None = None
    control: float | None = None
    promised: float | None = None
    excess: float | None = None
    """(right − control) / (1 − control): what the control does not explain; the baseline where there is none."""
    leak: float | None = None
    """The excess over everybody that a claim can be made of: what the limits of a job are about."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for the report."""
        return {
            "name": self.name,
            "column": self.column,
            "threat": self.threat,
            "knows": self.knows,
            "tried": self.tried,
            "abstained": max(self.tried - self.claims, 0),
            "claims": self.claims,
            "hits": self.hits,
            "expected": self.expected,
            "rate": None if self.rate is None else list(self.rate),
            "baseline": self.baseline,
            "control": self.control,
            "promised": self.promised,
            "excess": self.excess,
            "leak": self.leak,
            "verdict": self.verdict,
            "needs": self.needs,
            "remedy": self.remedy,
        }


def not_tried(attack: Attack, column: str | None, needs: str, claims: Claims | None = None) -> Finding:
    """An attack for which something is missing."""
    return Finding(
        name=attack.name,
        column=column,
        threat=attack.threat,
        knows=attack.knows,
        verdict=NOT_TRIED,
        needs=needs,
        remedy=attack.remedy,
        tried=0 if claims is None else claims.tried,
        claims=0 if claims is None else len(claims),
    )


def judged(attack: Attack, column: str | None, claims: Claims, right: npt.NDArray[np.bool_] | None) -> Finding:
    """The claims of an attack, weighed against chance, control and promise.

    *Promise*: `chance` is said only of an interval narrow enough to tell, and of attackers who abstain throughout.
    Where it cannot be seen which claims are right, what the attacker expects is weighed instead, and never found fine
    unless a promise bounds it.
    """
    expected = float(claims.confidence.sum())
    rate = (0.0, 1.0) if right is None else clustered_interval(right, claims.cluster)
    hits = None if right is None else int(right.sum())
    share = expected / max(len(claims), 1) if hits is None else hits / max(len(claims), 1)
    ground = claims.baseline if claims.control is None else claims.control
    excess = _beyond(share, ground) if len(claims) else 0.0
    possible = max(claims.tried if claims.possible is None else claims.possible, 1)
    verdict, needs = _verdict(claims, rate, share, seen=hits is not None)
    return Finding(
        name=attack.name,
        column=column,
        threat=attack.threat,
        knows=attack.knows,
        verdict=verdict,
        needs=needs,
        remedy=attack.remedy,
        tried=claims.tried,
        claims=len(claims),
        hits=hits,
        expected=expected,
        rate=rate if len(claims) else None,
        baseline=claims.baseline,
        control=claims.control,
        promised=claims.promised,
        excess=excess,
        leak=min(max(excess, 0.0) * len(claims) / possible, 1.0),
    )


def _verdict(claims: Claims, rate: tuple[float, float], share: float, *, seen: bool) -> tuple[str, str | None]:
    if claims.tried == 0:
        return NOT_TRIED, "people"
    if len(claims) == 0:
        return CHANCE, None
    if not seen:
        if claims.promised is None:
            return NOT_TRIED, "truth"
        return (BREAKS, None) if share > claims.promised + SLACK else (CHANCE, None)
    if claims.certain:
        return LEAKS, None
    low, high = rate
    if claims.control is not None and claims.control > BLIND:
        return NOT_TRIED, "truth"
    if claims.promised is not None:
        if (low if claims.control is None else _beyond(low, claims.control)) > claims.promised:
            return BREAKS, None
    elif low > max(claims.baseline, claims.control or 0.0):
        return LEAKS, None
    narrow = high <= claims.baseline or high - low <= NARROW
    return (CHANCE, None) if narrow else (NOT_TRIED, "more claims")


def _beyond(share: float, ground: float) -> float:
    return (share - ground) / (1 - ground) if ground < 1 else 0.0
