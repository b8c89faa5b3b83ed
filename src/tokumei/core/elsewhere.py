"""Kernels that another process compiles: said before anything is loaded that compiles them here."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["compiled_elsewhere", "wait_for_kernels"]

_waiting: list[Callable[[], object]] = []


def compiled_elsewhere(wait: Callable[[], object]) -> None:
    """Says that another process compiles kernels: `wait` returns when it is done."""
    _waiting.append(wait)


def wait_for_kernels() -> None:
    """Waits for what is compiled elsewhere, rather than to compile it twice."""
    while _waiting:
        _waiting.pop()()
