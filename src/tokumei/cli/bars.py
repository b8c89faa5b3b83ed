"""Progress of a command, on standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

from tokumei.cli.say import complain
from tokumei.core.progress import Progress, Silent
from tokumei.translation import translated

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

__all__ = ["Noted", "TerminalProgress", "listener", "stage_name"]


def listener(*, quiet: bool, language: str = "en") -> TerminalProgress | Noted:
    """Bars on a terminal; in a log file or a pipe only the notes; nothing when quiet."""
    if not quiet and sys.stderr.isatty():
        return TerminalProgress(language)
    return Noted(quiet=quiet, language=language)


def stage_name(name: str, language: str) -> str:
    """What a bar calls its stage, in the reader's language; a column's name before a colon stays."""
    from tokumei.report.words import words_in

    words = words_in(language)
    column, colon, kind = name.rpartition(": ")
    length, grams, _ = kind.partition("-grams")
    said = words("stage_grams", n=length) if grams else words.known(f"stage_{kind}", kind)
    return f"{column}{colon}{said}"


class Noted(Silent):
    """Notes as lines on standard error, and no bars."""

    def __init__(self, *, quiet: bool = False, language: str = "en") -> None:
        self._quiet = quiet
        self._language = language

    def note(self, text: str) -> None:
        """A line of its own."""
        if not self._quiet:
            complain(translated(text, self._language))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Nothing to clean up."""


class TerminalProgress:
    """One bar a stage, drawn by rich and wiped away at the end."""

    def __init__(self, language: str = "en") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bars

        self._bars: Bars = Bars(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[share]}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._stage: TaskID | None = None
        self._language = language

    def stage(self, name: str, total: int | None = None) -> None:
        """A new bar in place of the last."""
        if self._stage is not None:
            self._bars.remove_task(self._stage)
        self._stage = self._bars.add_task(stage_name(name, self._language), total=total, share="")

    def advance(self, amount: int = 1) -> None:
        """The bar grows."""
        if self._stage is not None:
            self._bars.advance(self._stage, amount)
            task = self._bars.tasks[-1]
            if task.total:
                self._bars.update(self._stage, share=f"{min(task.completed / task.total, 1):.0%}")

    def note(self, text: str) -> None:
        """A line above the bar."""
        self._bars.console.print(
            f"tokumei: {translated(text, self._language)}", markup=False, highlight=False, soft_wrap=True
        )

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._bars.stop()


_both_listen: tuple[type[Progress], type[Progress]] = (Noted, TerminalProgress)
