"""The ledger of releases that a job keeps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from tokumei.job.settings import Settings

__all__ = ["AnyLedger", "LedgerJob"]


class LedgerJob(Settings):
    """A keyed record of earlier releases of the same people, so that two releases tell no more than one."""

    file: str
    """Where it lies, relative to the job file. It is made where it does not exist; its key lies beside it, as
    `FILE.key`, for its owner alone."""
    newcomers: Literal["refuse", "remove"] = "refuse"
    """What becomes of fewer than k people who were in no earlier release: the run is refused, or they are removed."""


def _full(value: Any) -> Any:
    return {"file": value} if isinstance(value, str) else value


AnyLedger = Annotated[LedgerJob, BeforeValidator(_full)]
