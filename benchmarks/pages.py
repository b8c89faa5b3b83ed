"""Blocks of a page that a benchmark writes itself, so that every figure there comes from a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

__all__ = ["PAGE", "rewrite_block", "table"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"


def rewrite_block(name: str, text: str, page: Path = PAGE) -> None:
    """Puts the text between `<!-- NAME -->` and `<!-- /NAME -->`; appends the block where the page has none."""
    first, last = f"<!-- {name} -->", f"<!-- /{name} -->"
    before = page.read_text(encoding="utf-8") if page.exists() else "# Benchmarks\n"
    block = f"{first}\n{text.strip()}\n{last}"
    if first in before and last in before:
        head, _, rest = before.partition(first)
        _, _, tail = rest.partition(last)
        page.write_text(f"{head}{block}{tail}", encoding="utf-8")
    else:
        page.write_text(f"{before.rstrip()}\n\n{block}\n", encoding="utf-8")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """A Markdown table; the first `left` columns are words, the others figures."""
    ruler = ["---" if place < left else "---:" for place in range(len(header))]
    return "\n".join("| " + " | ".join(row) + " |" for row in (header, ruler, *rows))
