"""A longer look for clusters and alignments that cost less."""

from __future__ import annotations

from collections.abc import Sequence

from tokumei.algorithms.history.aligned import Aligned
from tokumei.algorithms.history.prepared import Prepared
from tokumei.core.progress import Progress

__all__ = ["improve"]


def improve(prepared: Prepared, clusters: Sequence[Aligned], *, threads: int, progress: Progress) -> list[Aligned]:
    """Nothing yet."""
    return list(clusters)
