"""Attacks on releases in the contest's form, as tests ask for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tokumei.attacks.histories import true_subjects
from tokumei.attacks.judging import Finding
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.trying import try_attacks
from tokumei.core.history import Histories
from tokumei.core.published import PublishedTable

__all__ = ["CONTEST_ATTACKS", "attack_histories"]

CONTEST_ATTACKS = ("rows", "goods", "assignment", "records-1", "records-3", "records-10")


def attack_histories(
    histories: Histories,
    published: PublishedTable,
    *,
    k: int,
    subject: str = "customer",
    names: Sequence[str] = CONTEST_ATTACKS,
    aligned: bool = True,
) -> list[Finding]:
    """The contest's attacks; where the rows are `aligned`, row i is record i and hits are counted."""
    columns = [column.name for column in histories.table.quasi]
    marked = published.marks(columns)
    known = Known(
        kinds=frozenset({"history"}),
        k=k,
        original=histories.table,
        release=published,
        marked=marked,
        grouped=tuple(columns),
        subject=subject,
        histories=histories,
    )
    truth = Truth()
    if aligned:
        record = np.where(marked, -1, np.arange(published.records))
        row_of = np.full(histories.table.records, -1)
        row_of[record[record >= 0]] = np.flatnonzero(~marked)
        owner = true_subjects(histories, published, subject=subject, record=record)
        truth = Truth(row_of=row_of, exact=True, owner=owner)
    return try_attacks(known, truth, names=names)
