"""Vectors from the user's own text: which words stand near which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from tokumei.errors import DataError, ExtraError
from tokumei.hierarchies.semantic.morphemes import Analyser, analyser
from tokumei.hierarchies.semantic.vectors.files import write

__all__ = ["train"]


def train(
    lines: Iterable[str],
    folder: str | Path,
    *,
    dimensions: int = 100,
    window: int = 5,
    least: int = 5,
    words: Analyser | None = None,
    seed: int = 0,
) -> int:
    """Makes vectors from lines of text and writes them to a folder that `open_vectors` reads; gives how many.

    Words are compared by the words within `window` of them: positive pointwise mutual information, reduced to
    `dimensions` by a singular value decomposition. The same text and seed give the same vectors.
    *Cost*: one pass over the text for the words and one for the pairs; memory by distinct pairs.
    *Reference*: Levy and Goldberg (2014) show that this is what word2vec's skip-grams approximate.
    """
    try:
        from scipy.sparse import coo_matrix, csr_matrix
        from scipy.sparse.linalg import svds
    except ImportError:
        raise ExtraError.needed("vectors", "Training vectors") from None
    split = words or analyser()
    texts = [split.morphemes(line) for line in lines]
    counts = Counter(word for text in texts for word in text)
    known = sorted((word for word, count in counts.items() if count >= least), key=lambda word: (-counts[word], word))
    if len(known) <= dimensions:
        raise DataError(
            f"The text has {len(known):,} words that stand in it at least {least} times, too few for {dimensions} "
            "dimensions. Give more text, or ask for fewer dimensions."
        )
    number = {word: place for place, word in enumerate(known)}
    pairs: Counter[tuple[int, int]] = Counter()
    for text in texts:
        codes = [number[word] for word in text if word in number]
        for place, code in enumerate(codes):
            for other in codes[place + 1 : place + 1 + window]:
                pairs[code, other] += 1
                pairs[other, code] += 1
    rows, columns = np.array(list(pairs), dtype=np.int64).T
    together = np.array(list(pairs.values()), dtype=np.float64)
    size = len(known)
    alone = np.bincount(rows, weights=together, minlength=size)
    smooth = alone**0.75
    information = np.log(together * smooth.sum() / (alone[rows] * smooth[columns]))
    kept = information > 0
    matrix = csr_matrix(coo_matrix((information[kept], (rows[kept], columns[kept])), shape=(size, size)))
    start = np.random.default_rng(seed).standard_normal(size)
    left, strength, _ = svds(matrix, k=dimensions, v0=start)
    vectors = (left * np.sqrt(strength)).astype(np.float32)
    write(folder, ((word.encode(), vectors[place]) for place, word in enumerate(known)), Path(folder).name)
    return size
