"""Words as rows of a matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

__all__ = ["WordVectors"]

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class WordVectors:
    """A matrix of vectors, memory-mapped, and how a word finds its row."""

    name: str
    matrix: Matrix
    lookup: Callable[[str], int]
    """Word → row, −1 where there is none."""
    _rows: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""
        return int(self.matrix.shape[1])

    def row(self, word: str) -> int:
        """The row of a word, −1 where it has no vector."""
        row = self._rows.get(word)
        if row is None:
            row = self.lookup(word)
            if row < 0:
                row = self.lookup(word.lower())
            self._rows[word] = row
        return row

    def phrases(self, phrases: Sequence[Sequence[str]], *, unit: bool = False) -> Matrix:
        """One vector of length 1 for each phrase: the mean of its words'; zeros where no word has one.

        With `unit`, words have length 1 before the mean, so that none speaks louder than the others.
        """
        rows: list[int] = []
        owner: list[int] = []
        for number, words in enumerate(phrases):
            for word in words:
                row = self.row(word)
                if row >= 0:
                    rows.append(row)
                    owner.append(number)
        vectors = np.zeros((len(phrases), self.dimensions), dtype=np.float32)
        if not rows:
            return vectors
        owners = np.array(owner)
        # In pieces, so that the words' vectors of a large dictionary are never all in memory.
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        pieces = np.append(starts[:: 1 << 14], len(owners))
        for start, end in zip(pieces[:-1].tolist(), pieces[1:].tolist(), strict=True):
            part = np.asarray(self.matrix[rows[start:end]], dtype=np.float32)
            if unit:
                part = part / np.maximum(np.linalg.norm(part, axis=1, keepdims=True), 1e-12)
            inner = starts[(starts >= start) & (starts < end)]
            vectors[owners[inner]] = np.add.reduceat(part, inner - start, axis=0)
        length = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.divide(vectors, length, out=vectors, where=length > 0)
