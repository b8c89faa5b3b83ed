"""Shadow membership: how people in the data lie in the groups, learnt from some and told of others."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims
from tokumei.attacks.known import Known
from tokumei.attacks.tight_cells import Membership, occurring

__all__ = ["Shadow"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Shadow(Membership):
    """Learns from half of a population who is in the data, and claims it of everybody else.

    What is looked at: how full the groups are that a person fits, how many they are, and how few others could be behind
    the ends and the values of their cells. A logistic regression weighs it.
    *Reference*: shadow models of R. Shokri et al., 2017, here with a model of three figures.
    """

    name = "shadow"
    remedy = "ends"
    full = True

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim, in or out, of everybody who was not learnt from."""
        others = known.members
        assert others is not None
        figures = _figures(known)
        learnt = random.random(len(figures)) < 0.5
        weights = _logistic(figures[learnt], others.member[learnt])
        target = np.flatnonzero(~learnt)
        chance = _sigmoid(figures[target] @ weights)
        inside = float(others.member[target].mean())
        return Claims(
            target=target,
            answer=(chance >= 0.5).astype(np.int64),
            confidence=np.maximum(chance, 1 - chance),
            cluster=target,
            tried=len(target),
            baseline=max(inside, 1 - inside),
        )


def _figures(known: Known) -> Floats:
    """Person → one, the fullest group, the sum over groups, the strongest trace of an end or a value."""
    fits, (person, group) = known.member_fits, known.member_pairs
    full = fits.sizes / np.maximum(np.bincount(group, minlength=fits.groups), 1)
    figures = np.zeros((fits.people, 4))
    figures[:, 0] = 1
    np.maximum.at(figures[:, 1], person, full[group])
    figures[:, 2] = np.log1p(np.bincount(person, weights=full[group], minlength=fits.people))
    first = fits.rows[fits.starts[:-1]]
    for read in fits.columns:
        if read.column.name not in known.tight:
            continue
        code = read.column.codes[person].astype(np.int64)
        shows = occurring(read)[read.label[first][group], code]
        _, place, times = np.unique(
            group[shows] * max(read.column.size, 1) + code[shows], return_inverse=True, return_counts=True
        )
        np.maximum.at(figures[:, 3], person[shows], 1 / times[place])
    return figures


def _logistic(figures: Floats, inside: npt.NDArray[np.bool_]) -> Floats:
    """Weights by Newton's steps, held a little towards nought."""
    weights = np.zeros(figures.shape[1])
    for _ in range(25):
        chance = _sigmoid(figures @ weights)
        slope = figures.T @ (inside - chance) - 1e-3 * weights
        bend = (figures * (chance * (1 - chance))[:, None]).T @ figures + 1e-3 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def _sigmoid(values: Floats) -> Floats:
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))
