"""Re-run: the program is public, so whoever has the source knows what every record publishes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth

__all__ = ["ReRun"]


class ReRun(Attack):
    """Takes one of the rows that publish the same as the person's record, in all quasi-identifiers.

    k is a promise about the columns that make up groups, and counts records. A text or a set beside them makes the
    rows that look alike fewer; so do people who have several of them.
    """

    name = "re-run"
    threat = Threat.IDENTITY
    kinds = frozenset({"table", "set", "text"})
    knows = "source"
    remedy = "equal"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """What each record publishes."""
        del known
        return "program" if truth.row_of is None else None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """The rows that look like each target's; the judge draws one of them, which is all that anybody can do."""
        counted = known.person is None or known.people_promised
        promised = 1 / known.k if (known.grouped or known.within) and not known.beside and counted else None
        return Claims(
            target=known.targets,
            answer=random.integers(0, 1 << 62, len(known.targets)),
            confidence=np.full(len(known.targets), 1 / known.k),
            cluster=known.targets if known.person is None else known.person[known.targets],
            tried=len(known.targets),
            baseline=1 / known.k,
            promised=promised,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether the drawn row is of the same person; a removed record is not found."""
        if truth.row_of is None:
            return None
        names = known.release.names_of([*known.grouped, *known.within, *known.beside])
        alike = known.release.groups(names)
        order = np.argsort(alike, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(alike))])
        own = truth.row_of[claims.target]
        group = alike[own]
        size = (starts[group + 1] - starts[group]).astype(np.int64)
        row = order[starts[group] + claims.answer % size]
        record = truth.record_of(known.release.records)[row]
        person = np.arange(known.original.records) if known.person is None else known.person
        return (own >= 0) & (record >= 0) & (person[record] == person[claims.target])
