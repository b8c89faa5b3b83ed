"""How long work reports where it is, without knowing who listens."""

from __future__ import annotations

from typing import Protocol

__all__ = ["SILENT", "Progress", "Silent"]


class Progress(Protocol):
    """A listener: a terminal's bar, a web page, nobody. Methods may be called from any thread."""

    def stage(self, name: str, total: int | None = None) -> None:
        """A new stage begins; `total` is what its advances add up to, where that is known."""

    def advance(self, amount: int = 1) -> None:
        """Part of the stage is done."""

    def note(self, text: str) -> None:
        """Something that the user should read, now and in a log."""


class Silent:
    """Nobody listens."""

    def stage(self, name: str, total: int | None = None) -> None:
        """Nothing."""

    def advance(self, amount: int = 1) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""


SILENT = Silent()
