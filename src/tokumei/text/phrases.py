"""Where phrases stand in texts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters

__all__ = ["covered_by_phrases"]


def covered_by_phrases(texts: Characters, phrases: Characters, masked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Characters that belong to an occurrence of a phrase without a mask in it; occurrences may overlap.

    Cost: one scan of the text for each phrase.
    """
    covered = np.zeros(len(texts.symbols), dtype=np.bool_)
    readable = np.where(masked, np.int32(-1), texts.symbols)
    for number in range(len(phrases)):
        phrase = phrases.symbols[phrases.offsets[number] : phrases.offsets[number + 1]]
        if len(phrase) == 0:
            continue
        places = np.flatnonzero(readable == phrase[0])
        ends = texts.offsets[np.searchsorted(texts.offsets, places, side="right")]
        places = places[places + len(phrase) <= ends]
        for ahead, symbol in enumerate(phrase[1:].tolist(), start=1):
            places = places[readable[places + ahead] == symbol]
        for ahead in range(len(phrase)):
            covered[places + ahead] = True
    return covered
