"""Where a task is, kept up to date by the server's events."""

from __future__ import annotations

from typing import Any

from tokumei.report.markup import Html, element
from tokumei.web.tasks import Task
from tokumei.web.words import Words

__all__ = ["progress", "stage_words", "told"]


def progress(task: Task, events: str, words: Words, *, label: str) -> Html:
    """A bar and a line of words; the page is loaded anew when the task has ended."""
    return element(
        "div",
        element("progress", aria_label=label),
        element("p", words("run_stage", stage=stage_words(task.stage, words)), class_="stage", aria_live="polite"),
        element("p", words("run_patience"), class_="hint"),
        class_="going",
        data_events=events,
    )


def told(task: Task, words: Words) -> dict[str, Any]:
    """What an event says."""
    return {
        "state": task.state,
        "stage": words("run_stage", stage=stage_words(task.stage, words)),
        "share": None if not task.total else round(min(task.done / task.total, 1.0), 3),
        "seconds": words("seconds", value=words.number(task.elapsed, 0)),
    }


def stage_words(name: str, words: Words) -> str:
    """What a stage is called; a column's name before a colon stays."""
    if not name:
        return words("run_starting")
    column, colon, kind = name.rpartition(": ")
    length, grams, _ = kind.partition("-grams")
    said = words("stage_grams", n=length) if grams else words.known(f"stage_{kind}", kind)
    return f"{column}{colon}{said}"
