"""How many texts there must be."""

from __future__ import annotations

from tokumei.errors import Infeasible

__all__ = ["refuse_few_texts"]


def refuse_few_texts(filled: int, name: str, k: int) -> None:
    """Raises Infeasible where fewer than k texts of a column are not empty: nothing of them could stay readable."""
    if 0 < filled < k:
        raise Infeasible(
            f"Column {name!r} has {filled:,} texts that are not empty, fewer than k = {k}: everything would be masked. "
            "Lower k, or accept that with `all_masked: true` (`--all-masked`)."
        )
