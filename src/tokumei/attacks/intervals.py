"""How many hits are more than luck."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, lgamma, log, log1p

import numpy as np
import numpy.typing as npt

__all__ = ["clustered_interval", "effective_claims", "hits_allowed", "interval"]


@lru_cache(maxsize=4096)
def hits_allowed(guesses: int) -> int:
    """R(n) of PWS Cup 2018: a release fails when so many of n guesses hit.

    The least r with Σ_{i ≥ r} C(n, i)·(1/3)^i < 0.01/20, computed in whole numbers. It is a union bound, not a
    binomial tail: nothing can fail below n = 7. *Reference*: the paper's Table 1.
    """
    power = 3**guesses
    tail, combinations, weight = 0, 1, 1  # C(n, n) and 3^0; both grow as i falls from n
    for hits in range(guesses, -1, -1):
        tail += combinations * weight
        if 2000 * tail >= power:
            return hits + 1
        combinations = combinations * hits // (guesses - hits + 1)
        weight *= 3
    return 0


def interval(hits: float, guesses: float, confidence: float = 0.99) -> tuple[float, float]:
    """The interval of Clopper and Pearson for a rate, for whole or scaled counts.

    *Promise*: it covers the true rate of independent guesses at least with `confidence`.
    """
    if guesses <= 0:
        return 0.0, 1.0
    tail = (1 - confidence) / 2
    low = 0.0 if hits <= 0 else _solve(lambda rate: _beta_tail(hits, guesses - hits + 1, rate), tail)
    high = 1.0 if hits >= guesses else _solve(lambda rate: _beta_tail(hits + 1, guesses - hits, rate), 1 - tail)
    return low, high


def clustered_interval(
    right: npt.NDArray[np.bool_], cluster: npt.NDArray[np.int64], confidence: float = 0.99
) -> tuple[float, float]:
    """The interval for a rate of claims that stand and fall together within clusters.

    Claims are counted as so many independent ones as their spread between clusters allows (`effective_claims`).
    *Promise*: where every claim is a cluster of its own, this is `interval`.
    """
    if len(right) == 0:
        return 0.0, 1.0
    claims = effective_claims(right, cluster)
    return interval(float(right.mean()) * claims, claims, confidence)


def effective_claims(right: npt.NDArray[np.bool_], cluster: npt.NDArray[np.int64]) -> float:
    """How many independent claims tell as much as these; never more than there are.

    The variance of the rate between clusters, divided by that of independent claims, is the design effect. Where all
    claims are right, or all wrong, clusters show no spread: then Kish's (Σ nᵢ)² / Σ nᵢ² stands for it.
    *Reference*: L. Kish, Survey Sampling, 1965.
    """
    _, place = np.unique(cluster, return_inverse=True)
    sizes = np.bincount(place).astype(np.float64)
    claims, clusters = float(len(right)), len(sizes)
    kish = claims**2 / float((sizes**2).sum())
    rate = float(right.mean())
    if clusters == len(right):
        return claims
    if clusters == 1 or rate in (0.0, 1.0):
        return kish
    hits = np.bincount(place, weights=right)
    spread = float(((hits - rate * sizes) ** 2).sum()) * clusters / (clusters - 1)
    effect = spread / (claims * rate * (1 - rate))
    return claims / max(effect, 1.0)


def _solve(rising: Callable[[float], float], target: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < target else (low, middle)
    return (low + high) / 2


def _beta_tail(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function I_x(a, b), by its continued fraction (Lentz's way)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    value = d
    for m in range(1, 5000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / ((1 + term * d) or tiny)
            c = (1 + term / c) or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-13:
            break
    return value
