"""Where a task is, as events that the server sends while it lasts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from tokumei.web.screens.progress import told
from tokumei.web.tasks import Task
from tokumei.web.words import Words

__all__ = ["event_stream"]

EVERY = 0.2
"""Seconds between two looks at a task."""


def event_stream(task: Task | None, words: Words) -> Response:
    """One event for each change, and a last one when the task has ended."""
    return StreamingResponse(_events(task, words), media_type="text/event-stream")


async def _events(task: Task | None, words: Words) -> AsyncIterator[str]:
    last = ""
    while task is not None and task.state == "running":
        data = json.dumps(told(task, words), ensure_ascii=False)
        if data != last:
            last = data
            yield f"data: {data}\n\n"
        await asyncio.sleep(EVERY)
    yield "event: end\ndata: {}\n\n"
