"""Work in a process of its own: told where it is, and ended when it is no longer wanted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, Literal

from tokumei.errors import TokumeiError

__all__ = ["State", "Task", "Telling", "Told", "broken_off", "die_with_parent", "sentence_of", "spawn"]

State = Literal["running", "done", "failed", "cancelled"]
OFTEN = 0.05
"""Seconds between two words on progress; a stage may advance a million times."""


class Told(TokumeiError):
    """An error of another process, in its words."""


class Telling:
    """A listener in the worker that tells the studio."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._amount = 0
        self._last = 0.0

    def stage(self, name: str, total: int | None = None) -> None:
        """A new stage."""
        with self._lock:
            self._amount = 0
            self._connection.send(("stage", name, total))

    def advance(self, amount: int = 1) -> None:
        """Part of the stage is done; told now and then."""
        with self._lock:
            self._amount += amount
            now = time.monotonic()
            if now - self._last >= OFTEN:
                self._last = now
                self._connection.send(("advance", self._amount))
                self._amount = 0

    def note(self, text: str) -> None:
        """Something to read."""
        with self._lock:
            self._connection.send(("note", text))


@dataclass
class Task:
    """One call in a process of its own."""

    state: State = "running"
    stage: str = ""
    done: int = 0
    total: int | None = None
    notes: list[str] = field(default_factory=list)
    result: Any = None
    error: str = ""
    """One or two English sentences, where it failed."""
    started: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    _process: Any = field(default=None, repr=False)
    _thread: threading.Thread | None = field(default=None, repr=False)

    @classmethod
    def start(cls, work: Callable[..., Any], **arguments: Any) -> Task:
        """Begins: `work(telling, **arguments)` in another process; its result is plain data."""
        task = cls()
        mine, theirs = get_context("spawn").Pipe()
        task._process = spawn(_worker, theirs, work, arguments)
        theirs.close()
        task._thread = threading.Thread(target=task._listen, args=(mine,), daemon=True)
        task._thread.start()
        return task

    @property
    def elapsed(self) -> float:
        """Seconds so far, or in all."""
        return time.monotonic() - self.started if self.seconds is None else self.seconds

    def cancel(self) -> None:
        """Ends the process at once."""
        if self.state == "running":
            self.state = "cancelled"
            self._process.kill()
        self.wait()

    def wait(self, timeout: float | None = None) -> None:
        """Until it has ended."""
        if self._thread is not None:
            self._thread.join(timeout)

    def _listen(self, connection: Connection) -> None:
        try:
            while True:
                kind, *rest = connection.recv()
                if self._told(kind, rest):
                    break
        except (EOFError, OSError):
            if self.state == "running":
                self.state, self.error = "failed", broken_off()
        connection.close()
        self._process.join()
        self.seconds = time.monotonic() - self.started

    def _told(self, kind: str, rest: list[Any]) -> bool:
        """Takes one word of the worker; whether it was the last."""
        if kind == "stage":
            self.stage, self.total, self.done = rest[0], rest[1], 0
        elif kind == "advance":
            self.done += rest[0]
        elif kind == "note":
            self.notes.append(rest[0])
        elif self.state == "running":
            self.state = "done" if kind == "result" else "failed"
            self.result, self.error = (rest[0], "") if kind == "result" else (None, rest[0])
        return kind in ("result", "error")


def spawn(target: Callable[..., None], *arguments: Any) -> Any:
    """A fresh process; it does not share memory with the server, so that killing it hurts nobody."""
    process = get_context("spawn").Process(target=target, args=arguments, daemon=True)
    process.start()
    return process


def die_with_parent() -> None:
    """Ends this process when the studio that started it is gone."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_leave_after, args=(parent,), daemon=True).start()


def sentence_of(error: BaseException) -> str:
    """What to tell of an error; that of one which nobody foresaw may quote a cell, so only its type is told."""
    if isinstance(error, TokumeiError):
        return str(error)
    if isinstance(error, MemoryError):
        return "The memory of this machine does not suffice for these data."
    return f"tokumei failed in a way it should not ({type(error).__name__})."


def broken_off() -> str:
    """What to tell where a process ended without a word."""
    return "The process that did this ended before its work was done; perhaps the memory did not suffice."


def _leave_after(parent: Any) -> None:
    import os

    parent.join()
    os._exit(1)


def _worker(connection: Connection, work: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    die_with_parent()
    telling = Telling(connection)
    try:
        answer = ("result", work(telling, **arguments))
    except Exception as error:
        answer = ("error", sentence_of(error))
    connection.send(answer)
    connection.close()
