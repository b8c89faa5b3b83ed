"""What an attacker who knows the quasi-identifiers believes of a sensitive value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth
from tokumei.core.columns import SetColumn, TextColumn
from tokumei.core.rows import gather

__all__ = ["AttributeAttack", "Beliefs", "beliefs_of"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Beliefs:
    """For each target, how often each value stands in the rows that can be about him: a pair a value that occurs."""

    target: Ints
    """Place in the targets."""
    value: Ints
    share: Floats
    prior: Floats
    """Value → its share in the whole release."""
    cluster: Ints
    """Target → the first group that he fits."""
    tried: int

    def best(self, score: Floats) -> Ints:
        """Of each target that has a pair, the pair with the highest score."""
        order = np.lexsort((self.value, -score, self.target))
        return order[np.flatnonzero(np.diff(self.target[order], prepend=-1))]


def beliefs_of(known: Known, name: str) -> Beliefs:
    """Counted once over all groups that a target fits, row by row."""
    if ("beliefs", name) not in known.memory:
        known.memory["beliefs", name] = _counted(known, name)
    beliefs: Beliefs = known.memory["beliefs", name]
    return beliefs


def _counted(known: Known, name: str) -> Beliefs:
    fits, (person, group) = known.fits, known.target_groups
    shown = np.full(known.release.records, -1, dtype=np.int64)
    shown[known.rows] = known.shown(name)
    _, rows = gather(fits.starts, fits.rows, group)
    owner = np.repeat(person, fits.sizes[group])
    value = shown[rows]
    size = int(value.max(initial=0)) + 2
    pairs, count = np.unique(owner * size + value + 1, return_counts=True)
    target, value = pairs // size, pairs % size - 1
    total = np.bincount(owner, minlength=len(known.targets))
    prior = np.bincount(shown[known.rows] + 1, minlength=size) / max(len(known.rows), 1)
    first = np.full(len(known.targets), -1, dtype=np.int64)
    first[person[::-1]] = group[::-1]
    readable = value >= 0
    target, value, count = target[readable], value[readable], count[readable]
    return Beliefs(target, value, count / total[target], prior[1:], first, len(known.targets))


class AttributeAttack(Attack):
    """Knows the quasi-identifiers of a person, and claims a sensitive value."""

    threat = Threat.ATTRIBUTE
    kinds = frozenset({"table"})
    knows = "quasi"
    remedy = "diversity"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Every sensitive column with single values."""
        return [name for name in known.sensitive if not isinstance(known.original[name], (SetColumn, TextColumn))]

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Something to find people by, and something to learn."""
        del truth
        if not known.grouped:
            return "groups"
        return None if self.columns(known) else "sensitive"

    def claims(self, known: Known, beliefs: Beliefs, chosen: Ints, column: str, share: Floats) -> Claims:
        """Some pairs of target and value as claims, of which the attacker is as sure as `share` says."""
        bound = known.bounds.get(column)
        prior = beliefs.prior[beliefs.value[chosen]]
        return Claims(
            target=known.targets[beliefs.target[chosen]],
            answer=beliefs.value[chosen],
            confidence=share,
            cluster=beliefs.cluster[beliefs.target[chosen]],
            tried=beliefs.tried,
            baseline=float(prior.mean()) if len(chosen) else 0.0,
            promised=float(bound(prior).mean()) if bound is not None and len(chosen) else None,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """What the original says."""
        assert column is not None
        own = known.original[column]
        assert not isinstance(own, (SetColumn, TextColumn))
        return own.codes[claims.target] == claims.answer
