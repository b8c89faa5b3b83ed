"""What several sections ask of a report: its promises, the k that was promised, whether it is about texts alone."""

from __future__ import annotations

from tokumei.core.promise import Promise
from tokumei.report.schema import Report

__all__ = ["OF_TEXT", "k_of", "only_texts", "promises_of", "state_of"]

OF_TEXT = frozenset({"ngrams", "registry", "registry_released", "equal"})
"""The kinds of promises that texts have."""


def promises_of(report: Report) -> list[Promise]:
    """The report's promises, in their order."""
    return [Promise.from_dict(promise) for promise in report.get("promises", [])]


def state_of(report: Report) -> str:
    """The verdict: kept, broken, none (nothing is promised about people), or unknown (nothing was verified)."""
    if report.get("verified") is None:
        return "unknown"
    promises = promises_of(report)
    if any(promise.broken for promise in promises):
        return "broken"
    return "kept" if any(promise.protects for promise in promises) else "none"


def k_of(report: Report) -> int | None:
    """The k that was promised, from the promises or else from the job."""
    for promise in promises_of(report):
        if promise.kind in ("k", "histories"):
            return int(promise.target)
    k = (report.get("job") or {}).get("privacy", {}).get("k")
    return k if isinstance(k, int) else None


def only_texts(report: Report) -> bool:
    """Whether all that is promised is promised of texts: there are no groups of records then."""
    promised = [promise for promise in promises_of(report) if promise.vacuous != "ungrouped"]
    return bool(report.get("text")) and all(promise.kind in (*OF_TEXT, "suppress") for promise in promised)
