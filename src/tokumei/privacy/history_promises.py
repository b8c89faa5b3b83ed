"""Whether published histories can be told apart, seen with nothing but the published rows.

| promise | of every pseudonym |
|---|---|
| history k-anonymity | its rows, counted with their repeats, are exactly those of at least k − 1 others |

*Caveats*: what is promised is that k subjects publish the same rows: the number of their rows, their days and goods are
then the same too. Not promised is what the k have in common: if all members of a cluster bought the same thing, that is
shown. Nor does it hold for what is published outside these columns.

Nothing here is shared with the algorithms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.notation import ANY
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError

__all__ = ["HistoryPromise", "verify_histories"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPromise:
    """k-anonymity of histories as it was found."""

    target: int
    achieved: int
    """The smallest number of pseudonyms that share one history; 0 where no pseudonym is published."""
    holds: bool
    records: int
    """Published rows, marks of removed ones left out."""
    removed: int
    """Rows that mark removed records."""
    subjects: int
    """Published pseudonyms."""
    histories: int
    """Different histories."""
    name: str = "history k-anonymity"


def verify_histories(published: PublishedTable, *, subject: str, columns: Sequence[str], k: int) -> HistoryPromise:
    """Judges a release of histories by its labels alone.

    A row with `*` in every column, the subject's too, marks a removed record and belongs to nobody. Raises DataError
    where a row has no pseudonym, or has `*` for one beside other values.
    *Promise*: histories are compared row by row, exactly; nothing is judged by a digest. *Cost*: one sort of the rows.
    """
    shown = published.names_of(columns)
    missing = [name for name in (subject, *shown) if name not in published.columns]
    if missing:
        raise DataError.missing_columns(missing, list(published.columns))
    hidden = published.marks(columns)
    names = published.columns[subject]
    anybody = np.array([*(label == ANY for label in names.labels), True])[names.codes]
    nameless = int((anybody & ~hidden).sum())
    if nameless:
        raise DataError(
            f"The release has {nameless:,} rows without a pseudonym in column {subject!r}. "
            "A row that is not removed needs one, or its history cannot be judged."
        )
    kept = ~hidden
    rows = published.groups(shown, kept)
    sharing = _sharing(names.codes[kept].astype(np.int64), rows)
    smallest = int(sharing.min()) if len(sharing) else 0
    return HistoryPromise(
        target=k,
        achieved=smallest,
        holds=smallest >= k,
        records=int(kept.sum()),
        removed=int(hidden.sum()),
        subjects=int(sharing.sum()),
        histories=len(sharing),
    )


def _sharing(subject: Ints, row: Ints) -> Ints:
    """History → number of pseudonyms that have exactly it.

    Rows are sorted under their pseudonym; its history is then the run of its row numbers, compared whole.
    """
    if len(subject) == 0:
        return np.zeros(0, dtype=np.int64)
    order = np.lexsort((row, subject))
    subject, row = subject[order], row[order]
    starts = np.flatnonzero(np.concatenate([[True], subject[1:] != subject[:-1]]))
    lengths = np.diff(np.concatenate([starts, [len(row)]]))
    runs: dict[bytes, int] = {}
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        run = row[start : start + length].tobytes()
        runs[run] = runs.get(run, 0) + 1
    return np.fromiter(runs.values(), np.int64, len(runs))
