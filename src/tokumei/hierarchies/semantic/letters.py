"""Phrases by their letters: vectors of short runs of characters, for words that have no vector of their own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.hierarchies.semantic.normal import is_japanese, normalized

__all__ = ["letter_vectors"]

DIMENSIONS = 256
_LONGEST = 100
_PRIMES = np.array([2654435761, 2246822519, 3266489917, 668265263], dtype=np.uint32)


def letter_vectors(phrases: Sequence[str]) -> npt.NDArray[np.float32]:
    """One vector of length 1 for each phrase, whose cosine is about the share of the runs of letters that are common.

    Runs of 3 and 4 letters, of 2 and 3 where most phrases are Japanese, thrown into fixed places with signs.
    """
    japanese = 2 * sum(is_japanese(phrase) for phrase in phrases) > len(phrases)
    texts = [f"\x02{normalized(phrase)[:_LONGEST]}\x03" for phrase in phrases]
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    owner = np.repeat(np.arange(len(texts)), lengths)
    total = np.zeros(len(texts) * DIMENSIONS, dtype=np.float32)
    for size in (2, 3) if japanese else (3, 4):
        count = len(points) - size + 1
        if count <= 0:
            continue
        mixed = np.full(count, size, dtype=np.uint32)
        for place in range(size):
            mixed = (mixed ^ points[place : place + count]) * _PRIMES[place]
            mixed ^= mixed >> np.uint32(15)
        whole = owner[:count] == owner[size - 1 :]
        sign = np.where((mixed >> np.uint32(24)) & np.uint32(1), 1.0, -1.0)[whole]
        places = owner[:count][whole] * DIMENSIONS + (mixed % np.uint32(DIMENSIONS))[whole]
        total += np.bincount(places, weights=sign, minlength=len(total)).astype(np.float32)
    vectors = total.reshape(len(texts), DIMENSIONS)
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, length, out=vectors, where=length > 0)
