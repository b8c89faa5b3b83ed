"""The figures of a release of histories: of all people at once, or pooled from parts of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn, NumberColumn, Role
from tokumei.core.history import HistoryRecoding
from tokumei.core.notes import Note
from tokumei.evaluation.history.rfm import RfmPair, change_of, rfm_pair
from tokumei.evaluation.history.utility import Utility, pooled_utility, utility
from tokumei.job import Job
from tokumei.pipeline.publishing import labels_of
from tokumei.privacy.histories import told_apart

__all__ = ["HistoryFigures", "ToldApart", "beside_history", "history_report", "people_report"]


@dataclass(frozen=True, eq=False)
class HistoryFigures:
    """What the histories of some people lost."""

    records: int
    people: int
    published: int
    """Those of them who have a pseudonym."""
    pseudonyms: int | None
    """How many these have, where they may have several."""
    sizes: npt.NDArray[np.int64]
    """Cluster → its pseudonyms."""
    utility: Utility
    rfm: RfmPair | None
    """Before and after; None without a date and two numbers."""
    rfm_columns: Mapping[str, str]

    @classmethod
    def of(cls, recoding: HistoryRecoding, weights: Mapping[str, float]) -> HistoryFigures:
        """The figures of a recoding."""
        histories, shown = recoding.histories, recoding.cluster >= 0
        pseudonyms, columns = int(shown.sum()), _rfm_columns(recoding)
        return cls(
            histories.table.records,
            histories.people,
            pseudonyms if histories.person is None else len(np.unique(histories.person[shown])),
            None if histories.person is None else pseudonyms,
            recoding.sizes,
            utility(recoding, weights),
            rfm_pair(recoding, **columns) if columns else None,
            columns,
        )


def history_report(parts: Sequence[HistoryFigures]) -> dict[str, Any]:
    """What the histories of all parts lost, as in a report."""
    lost = pooled_utility([part.utility for part in parts], [part.records for part in parts])
    people, published = sum(part.people for part in parts), sum(part.published for part in parts)
    several = [part.pseudonyms for part in parts if part.pseudonyms is not None]
    return {
        "subjects": people,
        "published_subjects": published,
        "removed_subjects": people - published,
        **({"pseudonyms": sum(several)} if several else {}),
        "clusters": sum(len(part.sizes) for part in parts),
        "utility": {"total": lost.total, "columns": dict(lost.columns), "removed": lost.removed},
        **_rfm([part.rfm for part in parts if part.rfm is not None], parts[0].rfm_columns),
    }


def people_report(sizes: npt.NDArray[np.int64], k: int) -> dict[str, Any]:
    """The figures of groups, which count people in a history: a group is who publishes the same."""
    average = float(sizes.mean()) if len(sizes) else None
    return {
        "discernibility": int((sizes**2).sum()),
        "average_group": average,
        "normalized_average_group": None if average is None else average / k,
    }


def _rfm_columns(recoding: HistoryRecoding) -> dict[str, str]:
    """The day, the price and the quantity, where the job has a date and two numbers."""
    quasi = recoding.histories.table.quasi
    days = [column.name for column in quasi if isinstance(column, DateColumn) and column.hierarchy is None]
    numbers = [column.name for column in quasi if isinstance(column, NumberColumn) and column.hierarchy is None]
    if not days or len(numbers) < 2:
        return {}
    return {"day": days[0], "price": numbers[0], "quantity": numbers[1]}


def _rfm(parts: Sequence[RfmPair], columns: Mapping[str, str]) -> dict[str, Any]:
    """RFM before and after."""
    if not parts:
        return {}
    change = asdict(change_of(reduce(RfmPair.added, parts)))
    figures = {part: {name: _figure(value) for name, value in values.items()} for part, values in change.items()}
    return {"rfm": {**columns, **figures}}


def _figure(value: float) -> float | None:
    return None if value != value else value


@dataclass(frozen=True)
class ToldApart:
    """How many people the columns tell apart that are shown beside their histories."""

    people: int
    columns: Mapping[str, int]
    """Column → people whose rows are shared by too few once it is read with them."""

    @classmethod
    def of(cls, frame: Any, job: Job) -> ToldApart:
        """In a published frame."""
        assert job.subject is not None
        labels, quasi, k = labels_of(frame, job), job.grouped, job.privacy.k
        people = len(np.unique(labels.columns[job.subject].codes[~labels.removed(quasi, markers=job.marks)]))
        return cls(
            people,
            {
                name: told_apart(labels, subject=job.subject, columns=quasi, shown=name, k=k, markers=job.marks)
                for name in beside_history(job)
            },
        )

    def added(self, other: ToldApart) -> ToldApart:
        """In both of two frames, of which no history is in both."""
        columns = {name: apart + other.columns[name] for name, apart in self.columns.items()}
        return ToldApart(self.people + other.people, columns)

    def notes(self, job: Job) -> list[Note]:
        """A warning for each column."""
        of, k = self.people, job.privacy.k
        return [
            Note("text_beside_history", {"column": name, "subjects": apart, "of": of, "k": k}, warning=True)
            if name in job.texts
            else Note("shown_beside_history", {"column": name, "subjects": apart, "of": of, "k": k}, warning=True)
            for name, apart in self.columns.items()
        ]


def beside_history(job: Job) -> list[str]:
    """Columns that a history publishes as they are, and texts masked beside it; none where the job has no history."""
    if job.subject is None:
        return []
    texts = [name for name in job.texts if name not in job.grouped]
    return [*job.named(Role.SENSITIVE), *job.named(Role.KEEP), *texts]
