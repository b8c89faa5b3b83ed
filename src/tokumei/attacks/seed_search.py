"""Seed search: pseudonyms that were drawn from a small seed, or made of names by a public function, are made again."""

from __future__ import annotations

import hashlib
import random as python_random
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from functools import cache

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.history_claims import matrices
from tokumei.attacks.known import Known, Truth

__all__ = ["SeedSearch"]

Ints = npt.NDArray[np.int64]
Draw = Callable[[int, int, int, int], Sequence[int]]
"""Seed, lowest, highest and how many → numbers, as some program draws them."""
SMALL = 10_000
"""Seeds below it are tried, and dates written as one number."""
FIRST_DAY, LAST_DAY = date(2015, 1, 1), date(2035, 12, 31)
SOME = 20
"""So many numbers confirm a seed."""
MOST = 0.5
"""Of them so many have to be pseudonyms: some people may be removed."""
SHORTEST = 8
"""Fewer digits of a hash are no sign of one."""
HASHES = ("md5", "sha1", "sha256", "sha512")


def _by_version_one(seed: int, low: int, high: int, count: int) -> Sequence[int]:
    """As tokumei 0.1.0 drew them where a job had a seed."""
    return python_random.Random(f"pseudonyms of {seed}").sample(range(low, high), count)


def _by_python(seed: int, low: int, high: int, count: int) -> Sequence[int]:
    return python_random.Random(seed).sample(range(low, high), count)


def _by_numpy(seed: int, low: int, high: int, count: int) -> Sequence[int]:
    drawn: list[int] = np.random.default_rng(seed).integers(low, high, count).tolist()
    return drawn


DRAWS: tuple[Draw, ...] = (_by_version_one, _by_python, _by_numpy)


class SeedSearch(Attack):
    """Tries seeds until the numbers that follow are the pseudonyms, and the hashes of names; then names are read off.

    *Promise*: nothing is claimed unless the pseudonyms were made again. A seed that is not among those tried is not
    found, nor another program's way to draw.
    """

    name = "seed-search"
    threat = Threat.IDENTITY
    kinds = frozenset({"history"})
    knows = "customers"
    remedy = "pseudonyms"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Pseudonyms of a form that can be looked for: numbers of one length, or hexadecimal digits."""
        del truth
        names = known.history.pseudonyms
        return None if _digits(names) or _hexadecimal(names) else "derived"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Every pseudonym that was made again, with the customer whose it is."""
        pseudonym, subject = _made_again(known)
        return Claims(
            target=subject,
            answer=pseudonym,
            confidence=np.ones(len(subject)),
            cluster=subject,
            tried=len(known.history.pseudonyms),
            baseline=1 / known.k,
            promised=1 / known.k,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whose the pseudonym is."""
        return None if truth.owner is None else truth.owner[claims.answer] == claims.target


def _made_again(known: Known) -> tuple[Ints, Ints]:
    """Pseudonyms, as attackers number them, and the customers whose they are."""
    names = known.history.pseudonyms
    place = {name.lower(): number for number, name in enumerate(names)}
    length = _hexadecimal(names)
    for function in HASHES if length else ():
        digests = [hashlib.new(function, name.encode()).hexdigest()[:length] for name in known.customers]
        if sum(digest in place for digest in digests) >= MOST * len(names):
            return _pairs(place, digests, np.arange(len(digests)))
    drawn = _drawn_again(names, len(known.customers))
    if drawn is None:
        return _pairs(place, [], np.arange(0))
    made = [str(number) for number in drawn]
    return max((_pairs(place, made, order) for order in _orders(known)), key=lambda pairs: _fitting(known, *pairs))


def _pairs(place: dict[str, int], made: Sequence[str], order: Ints) -> tuple[Ints, Ints]:
    pairs = [(place[name], subject) for name, subject in zip(made, order.tolist(), strict=False) if name in place]
    pseudonym, subject = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return pseudonym, subject


def _orders(known: Known) -> Iterator[Ints]:
    """The orders in which customers may have been named: as numbered here, by their names, as the source has them."""
    assert known.histories is not None
    yield np.arange(len(known.customers))
    yield np.argsort(np.array(known.customers), kind="stable")
    yield np.argsort(np.unique(known.histories.subject, return_index=True)[1], kind="stable")


def _fitting(known: Known, pseudonym: Ints, subject: Ints) -> int:
    """How many of the pairs can be: every row of the pseudonym is explained by a record of the customer."""
    if ("seed-search", "missing") not in known.memory:
        known.memory["seed-search", "missing"] = matrices(known.history, numbers=True, most=0)[0]
    missing: Ints = known.memory["seed-search", "missing"]
    return int((missing[subject, known.history.class_of[pseudonym]] == 0).sum())


def _drawn_again(names: Sequence[str], count: int) -> Sequence[int] | None:
    """The numbers of the seed that draws the pseudonyms; None where none of those tried does."""
    digits = _digits(names)
    if not digits:
        return None
    low, high = 10 ** (digits - 1), 10**digits
    there = {int(name) for name in names}
    some = min(SOME, len(names))
    for draw in DRAWS:
        for seed in _seeds():
            if not there.isdisjoint(draw(seed, low, high, 2)):
                first = draw(seed, low, high, some)
                if sum(number in there for number in first) >= MOST * some:
                    return draw(seed, low, high, max(count, len(names)))
    return None


@cache
def _seeds() -> tuple[int, ...]:
    """Small numbers, and days."""
    days = (FIRST_DAY + timedelta(ahead) for ahead in range((LAST_DAY - FIRST_DAY).days + 1))
    return (*range(SMALL), *(int(f"{day:%Y%m%d}") for day in days))


def _digits(names: Sequence[str]) -> int:
    """How many digits all of them have; 0 where they are no numbers of one length."""
    length = len(names[0]) if names else 0
    numbers = all(len(name) == length and name.isascii() and name.isdecimal() and name[0] != "0" for name in names)
    return length if numbers and 1 < length <= 18 else 0


def _hexadecimal(names: Sequence[str]) -> int:
    """The same for hexadecimal digits, of which a hash has many."""
    length = len(names[0]) if names else 0
    digits = all(len(name) == length and not set(name.lower()) - set("0123456789abcdef") for name in names)
    return length if digits and length >= SHORTEST else 0
