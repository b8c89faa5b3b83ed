"""A word of patience: the first run on a machine compiles the kernels and keeps them."""

from __future__ import annotations

import os
from pathlib import Path

from tokumei.core.progress import Progress

__all__ = ["ask_for_patience", "kernels_are_cached"]

PACKAGE = Path(__file__).resolve().parents[1]


def ask_for_patience(progress: Progress) -> None:
    """Notes that this run takes longer, when it will."""
    if not kernels_are_cached(PACKAGE):
        progress.note("This first run compiles the kernels and keeps them, which can take a minute.")


def kernels_are_cached(package: Path) -> bool:
    """Whether compiled kernels lie beside their source; where they lie elsewhere nobody knows, and nothing is said."""
    elsewhere = "NUMBA_CACHE_DIR" in os.environ or not os.access(package, os.W_OK)
    return elsewhere or any(package.glob("**/__pycache__/*.nbi"))
