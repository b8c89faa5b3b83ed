"""What the report tells that is handed out with a release: the source's hash, figures beside earlier ones, settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth

__all__ = ["ReportDetails", "ReportDifference", "ReportHash"]

GUESSES = 40
"""A cell that is missing is confirmed for so many records."""


class _ReportAttack(Attack):
    kinds = frozenset({"table", "set", "text", "history"})
    knows = "report"
    remedy = "public-report"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """The report."""
        del truth
        return "report" if known.report is None else None

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """What stands in the report is so."""
        return np.ones(len(claims), dtype=bool)

    def _facts(self, count: int, tried: int, baseline: float) -> Claims:
        places = np.arange(count, dtype=np.int64)
        return Claims(
            target=places,
            answer=places,
            confidence=np.ones(count),
            cluster=places,
            tried=max(tried, count),
            certain=True,
            baseline=baseline,
        )


class ReportHash(_ReportAttack):
    """Knows all of the source but one cell, and tries every value in its place until the hash is that of the report.

    A hash that is not the source's confirms nothing; one that is confirms any guess, so that none needs to be tried.
    """

    name = "report-hash"
    threat = Threat.ATTRIBUTE

    def needs(self, known: Known, truth: Truth) -> str | None:
        """The report, and the file that it is about."""
        return super().needs(known, truth) or ("report" if known.source_sha256 is None else None)

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Claims where the report has the source's own hash."""
        assert known.report is not None
        told = (known.report.get("source") or {}).get("sha256")
        confirmed = min(GUESSES, known.original.records) if told == known.source_sha256 else 0
        return self._facts(confirmed, min(GUESSES, known.original.records), _likely(known))


class ReportDetails(_ReportAttack):
    """Claims what the report says of how and where the release was made: the seed, and where the source lies."""

    name = "report-details"
    threat = Threat.IDENTITY

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each such detail."""
        assert known.report is not None
        job = known.report.get("job") or {}
        source = known.report.get("source") or {}
        told = [
            job.get("seed") is not None,
            "/" in str(source.get("path") or "") or "\\" in str(source.get("path") or ""),
        ]
        return self._facts(sum(told), len(told), 0.0)


class ReportDifference(_ReportAttack):
    """Has two reports between which fewer than k people came or left, and takes one's counts from the other's."""

    name = "report-difference"
    threat = Threat.ATTRIBUTE

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Both reports."""
        if known.also is None or known.also.report is None:
            return "earlier report"
        return super().needs(known, truth)

    def columns(self, known: Known) -> Sequence[str | None]:
        """All together."""
        del known
        return (None,)

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each column in which the difference is that of these people alone."""
        assert known.report is not None
        assert known.also is not None
        assert known.also.report is not None
        both = [_counts(one) for one in (known.report, known.also.report)]
        people = [int(one.get("released") or one.get("records") or 0) for one in (known.report, known.also.report)]
        few = abs(people[0] - people[1])
        shared = [name for name in both[0] if name in both[1]]
        told = 0
        if 0 < few < known.k:
            more, less = both if people[0] > people[1] else both[::-1]
            told = sum(_difference(more[name], less[name]) == few for name in shared)
        return self._facts(told, len(shared), _likely(known))


def _counts(report: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Column → label → records, as the report says it was before."""
    return {
        column["name"]: dict(zip(column["before"]["labels"], column["before"]["counts"], strict=True))
        for column in report.get("columns") or ()
        if column.get("before")
    }


def _difference(more: Mapping[str, float], less: Mapping[str, float]) -> float | None:
    """By how many records one has more; None where some label has fewer, so that it tells of others too."""
    gained = [count - less.get(label, 0.0) for label, count in more.items()]
    return sum(gained) if all(one >= 0 for one in gained) else None


def _likely(known: Known) -> float:
    """How often the most frequent value of a column is right, on average over the columns."""
    shares = [
        float(np.bincount(column.codes).max() / max(len(column), 1))
        for column in known.original
        if hasattr(column, "codes") and len(column)
    ]
    return float(np.mean(shares)) if shares else 0.0
