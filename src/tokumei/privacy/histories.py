"""k-anonymity of histories: whole histories cannot be told apart, seen with nothing but the published rows.

Nothing here is shared with the algorithms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import ColumnSpec
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notation import ANY
from tokumei.core.promise import POLICIES, Promise, Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError
from tokumei.privacy.model import ModelSettings, TableModel, check_whole, promise_of
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = ["HistoryAnonymity", "pooled", "told_apart", "verify_lines"]

Ints = npt.NDArray[np.int64]
FEWEST = ("histories", "distinct", "entropy")
"""Promises of at least so much; the others are of at most so much."""


@dataclass(frozen=True, slots=True)
class HistoryAnonymity(ModelSettings):
    """The rows of every pseudonym, counted with their repeats, are exactly those of at least k − 1 others.

    *Promise*: someone who knows all records of a person finds at least k pseudonyms that could be this person's: k
    subjects publish the same rows, so that the number of their rows, their days and goods are the same too.

    *Caveats*: Not promised is what the k have in common: if all members of a cluster bought the same thing, that is
    shown. Nor does it hold for what is published outside the quasi-identifiers.

    *Reference*: Nakamura and Kikuchi, k-anonymization of purchase histories by generalization (data of PWS Cup 2018).
    """

    kind: ClassVar[str] = "histories"
    title: ClassVar[str] = "k-anonymity of histories"
    column: ClassVar[None] = None
    k: int

    def __post_init__(self) -> None:
        check_whole("k", self.k, 2, "with k = 1 every history may be unique")

    def check(
        self,
        published: PublishedTable,
        *,
        subject: str,
        columns: Sequence[str],
        markers: bool = True,
        person: npt.NDArray[np.int32] | None = None,
    ) -> Verification:
        """Judges a release of histories by its labels alone; a group is a set of pseudonyms with one history.

        With `person`, row → whose it is, a group has as many people as its pseudonyms are of.

        With `markers`, a row with `*` in every column, the subject's too, marks a removed record and belongs to nobody.
        Raises DataError where a row has no pseudonym, or has `*` for one beside other values. The figure is 0 where no
        pseudonym is published.
        *Promise*: histories are compared row by row, exactly; nothing is judged by a digest. *Cost*: one sort of the
        rows.
        """
        shown = published.names_of(columns)
        missing = [name for name in (subject, *shown) if name not in published.columns]
        if missing:
            raise DataError.missing_columns(missing, list(published.columns))
        hidden = published.removed(columns, markers=markers)
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
        sharing = _sharing(names.codes[kept].astype(np.int64), rows, None if person is None else person[kept])
        smallest = int(sharing.min()) if len(sharing) else 0
        return Verification(
            promises=(promise_of(self, self.k, smallest, smallest >= self.k),),
            records=int(kept.sum()),
            groups=len(sharing),
            smallest_group=smallest,
            removed=int(hidden.sum()),
        )


def verify_lines(
    published: PublishedTable,
    models: Sequence[TableModel],
    *,
    subject: str,
    columns: Sequence[str],
    rows: npt.NDArray[np.bool_],
    specs: Mapping[str, ColumnSpec],
    hierarchies: Mapping[str, Hierarchy],
) -> tuple[Promise, ...]:
    """What the lines of a release of histories keep of the models of its sensitive columns, from labels alone.

    A line is a row that the pseudonyms with one history publish; `rows` are the released ones. A cell that is `*` shows
    no value: the others of its line are judged, and a line without any is not. A column that shows none promises
    nothing (`hidden`).
    """
    if not models:
        return ()
    missing = [name for model in models if (name := model.column) is not None and name not in published.columns]
    if missing:
        raise DataError.missing_columns(missing, list(published.columns))
    names = published.columns[subject].codes[rows].astype(np.int64)
    row = published.groups(published.names_of(columns), rows)
    line = np.unique(np.stack([_history_of(names, row), row]), axis=1, return_inverse=True)[1].reshape(-1)
    promises: list[Promise] = []
    for model in models:
        assert model.column is not None
        shown = rows & ~published.columns[model.column].is_any()
        if not shown.any():
            target = float(next(reversed(list(model.parameters.values()))))
            promises.append(promise_of(model, target, None, True, vacuous="hidden"))
            continue
        group = np.unique(line[shown[rows]], return_inverse=True)[1].astype(np.int64)
        groups = ReleasedGroups(published, shown, group, np.bincount(group), specs, hierarchies)
        model.refuse_type(groups.spec(model.column).kind)
        promises.append(model.check(groups))
    return tuple(promises)


def pooled(parts: Sequence[Verification]) -> Verification:
    """What was found in parts of a release, as of the whole: pseudonyms with one history are in one part."""
    return replace(
        parts[0],
        promises=tuple(map(_worst, zip(*(part.promises for part in parts), strict=True))),
        records=sum(part.records for part in parts),
        groups=sum(part.groups for part in parts),
        smallest_group=min(part.smallest_group for part in parts),
        removed=sum(part.removed for part in parts),
    )


def _worst(found: Sequence[Promise]) -> Promise:
    """The same promise in several parts: what the worst reaches; a part that shows nothing has no say."""
    said = [promise for promise in found if promise.vacuous is None]
    if not said:
        return found[0]
    figures = [promise.achieved for promise in said if promise.achieved is not None]
    if said[0].kind in POLICIES:
        reached: float | None = sum(figures)
    elif said[0].kind in FEWEST:
        reached = min(figures)
    else:
        reached = None if len(figures) < len(said) else max(figures)
    return replace(said[0], achieved=reached, holds=all(promise.holds for promise in said))


def told_apart(
    published: PublishedTable, *, subject: str, columns: Sequence[str], shown: str, k: int, markers: bool = True
) -> int:
    """How many pseudonyms share their rows with fewer than k − 1 others once a column that is shown is read with them.

    What a column that is published as it is, beside the quasi-identifiers (`columns`), does to k.
    """
    kept = ~published.removed(columns, markers=markers)
    names = published.columns[subject].codes[kept].astype(np.int64)
    sharing = _sharing(names, published.groups([*published.names_of(columns), shown], kept))
    return int(sharing[sharing < k].sum())


def _sharing(subject: Ints, row: Ints, person: npt.NDArray[np.int32] | None = None) -> Ints:
    """History → number of pseudonyms that have exactly it; or of people, where it is known whose they are.

    Rows are sorted under their pseudonym; its history is then the run of its row numbers, compared whole.
    """
    if len(subject) == 0:
        return np.zeros(0, dtype=np.int64)
    history = _history_of(subject, row)
    who = subject if person is None else person.astype(np.int64)
    return np.bincount(np.unique(np.stack([history, who]), axis=1)[0]).astype(np.int64)


def _history_of(subject: Ints, row: Ints) -> Ints:
    """Row → number of its pseudonym's history, whole, among the distinct ones."""
    order = np.lexsort((row, subject))
    sorted_subject, sorted_row = subject[order], row[order]
    starts = np.flatnonzero(np.concatenate([[True], sorted_subject[1:] != sorted_subject[:-1]]))
    lengths = np.diff(np.concatenate([starts, [len(row)]]))
    runs: dict[bytes, int] = {}
    numbers = [
        runs.setdefault(sorted_row[start : start + length].tobytes(), len(runs))
        for start, length in zip(starts.tolist(), lengths.tolist(), strict=True)
    ]
    history = np.empty(len(row), dtype=np.int64)
    history[order] = np.repeat(np.array(numbers, dtype=np.int64), lengths)
    return history
