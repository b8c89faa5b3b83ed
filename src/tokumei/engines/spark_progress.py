"""How far a cluster is: tasks of Spark's stages that are done, told while a job of it runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tokumei.core.progress import SILENT, Progress

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["watched"]

OFTEN = 0.5
"""Seconds between two looks."""
PERCENT = 100


@contextmanager
def watched(session: SparkSession, progress: Progress, stage: str) -> Iterator[None]:
    """A stage of the progress, of which Spark's tasks say how much is done; over Spark Connect only that it is on.

    Spark plans as it goes, so that more tasks may come: what was told is not taken back then, but waits.
    """
    progress.stage(stage, PERCENT)
    tracker = _tracker(session)
    if tracker is None or progress is SILENT:
        yield
        return
    over = threading.Event()
    share = _Share(tracker)
    thread = threading.Thread(target=_look, args=(share, progress, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    progress.advance(PERCENT - share.told)


class _Share:
    """The tasks of the stages that began since, as a share of those that are known."""

    def __init__(self, tracker: Any) -> None:
        self._tracker = tracker
        self._others = set(tracker.getActiveStageIds())
        self._stages: set[int] = set()
        self.told = 0

    def news(self) -> int:
        """Percent that are done and were not told yet; the last one is for the end."""
        self._stages |= set(self._tracker.getActiveStageIds()) - self._others
        known = [one for one in map(self._tracker.getStageInfo, sorted(self._stages)) if one is not None]
        tasks = sum(one.numTasks for one in known)
        done = (PERCENT - 1) * sum(one.numCompletedTasks for one in known) // tasks if tasks else 0
        news = max(0, done - self.told)
        self.told += news
        return news


def _look(share: _Share, progress: Progress, over: threading.Event) -> None:
    while not over.wait(OFTEN):
        news = share.news()
        if news:
            progress.advance(news)


def _tracker(session: SparkSession) -> Any:
    from pyspark.errors import PySparkException

    try:
        return session.sparkContext.statusTracker()
    except PySparkException:  # Spark Connect has no context
        return None
