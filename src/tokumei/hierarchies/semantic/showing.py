"""Candidates for people to look at: trees as text, and as the steps of a walk for a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import OutputError
from tokumei.hierarchies.arx import write_arx
from tokumei.hierarchies.semantic.candidate import Candidate, Placement, Source

__all__ = ["direction_of", "steps", "text_tree", "write_candidates"]

_SIGNS = {Source.FACT: "", Source.INFERRED: "≈", Source.CORRECTED: "✎", Source.UNPLACED: "?"}
_WORDS: dict[str, tuple[str, str]] = {
    "head": (
        "{direction}: {facts:,} of {total:,} values by fact, loss {loss:.1%}",
        "{direction}：{total:,} 種類の値のうち {facts:,} 種類は事実（辞書にある）、損失 {loss:.1%}",
    ),
    "more": ("… {count:,} more", "… ほか {count:,} 個"),
    "missing": ("(missing)", "（値なし）"),
    "known": ("known as {place}", "辞書での位置：{place}"),
    "vectors": ("vectors", "ベクトル"),
    "morphemes": ("morphemes", "形態素"),
    "name": ("name", "名前"),
    "by frequency": ("by frequency", "頻度による"),
    "alike": ("alike", "類似"),
}
"""Key → English and Japanese."""


def text_tree(candidate: Candidate, *, most: int = 80, most_children: int = 12, language: str = "en") -> str:
    """The tree in lines for a terminal: `≈` marks inferred values with their neighbour, `?` those not placed."""
    placement = {one.value: one for one in candidate.placements}
    children = _children(candidate.hierarchy)
    lines = [_headline(candidate, language), "*"]
    waiting: list[tuple[int, str, bool]] = _branches(children[candidate.hierarchy.root], "", most_children)
    while waiting and len(lines) < most:
        node, indent, last = waiting.pop(0)
        if node < 0:
            lines.append(f"{indent}└─ {_said('more', language, count=-node)}")
            continue
        lines.append(f"{indent}{'└─' if last else '├─'} {_line(candidate.hierarchy, node, placement, language)}")
        below = indent + ("   " if last else "│  ")
        waiting = _branches(children[node], below, most_children) + waiting
    if waiting:
        lines.append("…")
    return "\n".join(lines)


def steps(candidate: Candidate, *, language: str = "en") -> list[dict[str, Any] | None]:
    """The tree as a walk, in plain data: a node that opens, a value, or None where the last open node closes."""
    tree = candidate.hierarchy
    placement = {one.value: one for one in candidate.placements}
    children = _children(tree)
    walk: list[dict[str, Any] | None] = []
    # Without recursion: hierarchies may be deeper than Python's stack.
    waiting: list[int | None] = list(reversed(children[tree.root]))
    while waiting:
        node = waiting.pop()
        if node is None:
            walk.append(None)
        elif node < len(tree.leaves):
            source = str(placement[tree.labels[node]].source)
            walk.append({"text": _line(tree, node, placement, language), "source": source})
        else:
            top = bool(tree.parent[node] == tree.root)
            walk.append({"label": tree.labels[node], "covered": int(tree.covered[node]), "top": top})
            waiting.append(None)
            waiting.extend(reversed(children[node]))
    return walk


def write_candidates(candidates: Sequence[Candidate], folder: str | Path) -> list[Path]:
    """Writes `01-….csv`, `02-….csv`, … in the ARX form, best first; gives the files written."""
    target = Path(folder)
    files = []
    try:
        target.mkdir(parents=True, exist_ok=True)
        for number, candidate in enumerate(candidates, start=1):
            files.append(target / f"{number:02}-{_slug(candidate.direction)}.csv")
            write_arx(candidate.hierarchy, files[-1])
    except OSError as error:
        raise OutputError(f"The hierarchies cannot be written to {str(target)!r}: {error}.") from None
    return files


def _said(key: str, language: str, **values: object) -> str:
    return _WORDS[key][language == "ja"].format(**values)


def _headline(candidate: Candidate, language: str) -> str:
    facts, total = len(candidate.of(Source.FACT)), len(candidate.placements)
    return _said(
        "head", language, direction=direction_of(candidate, language), facts=facts, total=total, loss=candidate.loss
    )


def direction_of(candidate: Candidate, language: str) -> str:
    """What the dictionaries call it, or how it was made where they do not."""
    return _said(candidate.direction, language) if candidate.direction in _WORDS else candidate.direction


def _line(tree: Hierarchy, node: int, placement: dict[str, Placement], language: str) -> str:
    if node >= len(tree.leaves):
        return f"{tree.labels[node]} ({int(tree.covered[node]):,})"
    one = placement[tree.labels[node]]
    label = tree.labels[node] or _said("missing", language)
    return " ".join(part for part in (label, _SIGNS[one.source], _reason(one, language)) if part)


def _reason(one: Placement, language: str) -> str:
    if one.source is Source.UNPLACED and one.known is not None:
        return _said("known", language, place=one.known)
    if one.source is not Source.INFERRED or one.neighbour is None:
        return ""
    if one.similarity is None:
        return one.neighbour
    by = _said(one.by, language) if one.by in _WORDS else one.by
    return f"{one.neighbour} ({by} {one.similarity:.2f})"


def _children(tree: Hierarchy) -> list[list[int]]:
    """Node → its children, groups before values, larger first."""
    children: list[list[int]] = [[] for _ in tree.labels]
    for node in range(len(tree.labels) - 1):
        children[tree.parent[node]].append(node)
    for below in children:
        below.sort(key=lambda node: (-int(tree.covered[node]), tree.labels[node]))
    return children


def _branches(nodes: Sequence[int], indent: str, most: int) -> list[tuple[int, str, bool]]:
    shown = [(node, indent, place == len(nodes) - 1) for place, node in enumerate(nodes[:most])]
    return [*shown, (most - len(nodes), indent, True)] if len(nodes) > most else shown


def _slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text).strip("-")[:40].strip("-") or "all"
