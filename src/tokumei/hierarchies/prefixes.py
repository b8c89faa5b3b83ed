"""Prefixes of codes: postal codes, product codes, classifications whose levels are their leading characters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError

__all__ = ["prefixes"]


def prefixes(name: str, values: Sequence[str], lengths: Sequence[int]) -> Hierarchy:
    """Codes under their prefixes, longest first: 9200293 under 920****, under 9******.

    Masks are filled to the length of the longest code, so that codes of different lengths meet under one prefix. A
    code that is no longer than a prefix has no node at that level.
    """
    if not lengths or any(length < 1 for length in lengths) or any(a <= b for a, b in pairwise(lengths)):
        raise JobError(f"Column {name!r}: prefixes are lengths of at least 1, longest first, as in [5, 3, 1].")
    longest = max((len(value) for value in values), default=0)
    chains = []
    for value in values:
        masked = [value[:length] + "*" * (longest - length) for length in lengths if length < len(value)]
        chains.append([value] * (1 + len(lengths) - len(masked)) + masked)
    return Hierarchy.from_rows([[*chain, "*"] for chain in chains], name=f"The hierarchy of column {name!r}")
