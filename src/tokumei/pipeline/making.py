"""The middle of the road: from a prepared source to a published frame that was verified."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Verification
from tokumei.pipeline.publishing import publish
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome, recode
from tokumei.pipeline.verifying import judge, knowledge_of_run, refuse_broken

__all__ = ["Made", "Stopwatch", "make"]


@dataclass(frozen=True, eq=False)
class Made:
    """What the middle of the road gives: recoded, published, and verified."""

    outcome: Outcome
    frame: Any
    verification: Verification
    record: Callable[[], Any]
    """Row → record: for judges of attacks alone."""


def make(
    prepared: Prepared,
    progress: Progress = SILENT,
    *,
    threads: int | None = None,
    watch: Stopwatch | None = None,
    recoder: Callable[[Prepared, Progress], Outcome] | None = None,
) -> Made:
    """From a prepared source to a published frame that keeps its promises; PromiseError where it would not.

    What every record publishes is the job's algorithms' to say, or that of another `recoder`.
    """
    watch = watch or Stopwatch()
    with watch("anonymize"):
        outcome = recode(prepared, progress, threads=threads) if recoder is None else recoder(prepared, progress)
    progress.stage("publish")
    with watch("publish"):
        frame, record = publish(prepared, outcome)
    progress.stage("verify")
    with watch("verify"):
        verification = judge(frame, prepared.job, knowledge_of_run(prepared, outcome, record))
    refuse_broken(verification)
    return Made(outcome, frame, verification, record)


class Stopwatch:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds[stage] = time.perf_counter() - started
