"""Candidates for people to look at: trees as text, and as a page whose branches open and close."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import OutputError
from tokumei.hierarchies.arx import write_arx
from tokumei.hierarchies.semantic.candidate import Candidate, Placement, Source

__all__ = ["html_page", "text_tree", "write_candidates"]

_SIGNS = {Source.FACT: "", Source.INFERRED: "≈", Source.CORRECTED: "✎", Source.UNPLACED: "?"}
_OPEN_BELOW = 40
"""Branches at the top, and those with at most this many values, are shown open on the page."""


def text_tree(candidate: Candidate, *, most: int = 80, most_children: int = 12) -> str:
    """The tree in lines for a terminal: `≈` marks inferred values with their neighbour, `?` those not placed."""
    placement = {one.value: one for one in candidate.placements}
    children = _children(candidate.hierarchy)
    lines = [_headline(candidate), "*"]
    waiting: list[tuple[int, str, bool]] = _branches(children[candidate.hierarchy.root], "", most_children)
    while waiting and len(lines) < most:
        node, indent, last = waiting.pop(0)
        if node < 0:
            lines.append(f"{indent}└─ … {-node} more")
            continue
        lines.append(f"{indent}{'└─' if last else '├─'} {_line(candidate.hierarchy, node, placement)}")
        below = indent + ("   " if last else "│  ")
        waiting = _branches(children[node], below, most_children) + waiting
    if waiting:
        lines.append("…")
    return "\n".join(lines)


def html_page(candidates: Sequence[Candidate], *, title: str, k: int) -> str:
    """A page of its own, without scripts or network: every candidate as a tree that opens and closes."""
    sections = "\n".join(_section(number, candidate, k) for number, candidate in enumerate(candidates, start=1))
    return (
        "<!doctype html>\n<html lang='en'>\n<head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        "<p class='key'><span class='inferred'>≈ inferred</span> from the neighbour named, "
        "<span class='corrected'>✎ corrected</span> by hand, <span class='unplaced'>? not placed</span>: published as "
        f"* only. Everything else stands in a dictionary.</p>\n{sections}\n</body>\n</html>\n"
    )


def write_candidates(candidates: Sequence[Candidate], folder: str | Path, *, title: str, k: int) -> list[Path]:
    """Writes `01-….csv`, `02-….csv`, … in the ARX form, best first, and `report.html`; gives the files written."""
    target = Path(folder)
    files = []
    try:
        target.mkdir(parents=True, exist_ok=True)
        for number, candidate in enumerate(candidates, start=1):
            files.append(target / f"{number:02}-{_slug(candidate.direction)}.csv")
            write_arx(candidate.hierarchy, files[-1])
        files.append(target / "report.html")
        files[-1].write_text(html_page(candidates, title=title, k=k), encoding="utf-8")
    except OSError as error:
        raise OutputError(f"The hierarchies cannot be written to {str(target)!r}: {error}.") from None
    return files


def _headline(candidate: Candidate) -> str:
    facts, total = len(candidate.of(Source.FACT)), len(candidate.placements)
    return f"{candidate.direction}: {facts:,} of {total:,} values by fact, loss {candidate.loss:.1%}"


def _line(tree: Hierarchy, node: int, placement: dict[str, Placement]) -> str:
    if node >= len(tree.leaves):
        return f"{tree.labels[node]} ({int(tree.covered[node]):,})"
    one = placement[tree.labels[node]]
    return " ".join(part for part in (tree.labels[node] or "(missing)", _SIGNS[one.source], _reason(one)) if part)


def _reason(one: Placement) -> str:
    if one.source is Source.UNPLACED and one.known is not None:
        return f"known as {one.known}"
    if one.source is not Source.INFERRED or one.neighbour is None:
        return ""
    return f"{one.neighbour} ({one.by} {one.similarity:.2f})" if one.similarity is not None else one.neighbour


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


def _section(number: int, candidate: Candidate, k: int) -> str:
    tree = candidate.hierarchy
    placement = {one.value: one for one in candidate.placements}
    children = _children(tree)
    count = {source: len(candidate.of(source)) for source in Source}
    facts = (
        f"<p>{count[Source.FACT]:,} values by fact, {count[Source.INFERRED]:,} inferred, "
        f"{count[Source.CORRECTED]:,} corrected, {count[Source.UNPLACED]:,} not placed. "
        f"Loss of the column alone at k = {k}: {candidate.loss:.1%}.</p>"
    )
    body: list[str] = []
    # A walk without recursion: hierarchies may be deeper than Python's stack.
    waiting: list[int | str] = list(reversed(children[tree.root]))
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            body.append(item)
        elif item < len(tree.leaves):
            one = placement[tree.labels[item]]
            text = escape(_line(tree, item, placement))
            body.append(f"<div class='value {one.source}'>{text}</div>")
        else:
            top = tree.parent[item] == tree.root
            opened = " open" if top or int(tree.covered[item]) <= _OPEN_BELOW else ""
            body.append(f"<details{opened}><summary>{escape(_line(tree, item, placement))}</summary>")
            waiting.append("</details>")
            waiting.extend(reversed(children[item]))
    return (
        f"<section><h2>{number}. {escape(candidate.direction)}</h2>{facts}"
        f"<details open class='root'><summary>* ({len(tree.leaves):,})</summary>{''.join(body)}</details></section>"
    )


def _slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text).strip("-")[:40].strip("-") or "all"


_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #888; --blue: #2b6cb0; --green: #2f855a; --red: #c05621; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 0; } p { margin: .3rem 0 .8rem; color: var(--soft); }
details { border-left: 1px solid var(--line); padding-left: 1rem; margin-left: .3rem; }
details.root { border: 0; padding: 0; margin: 0; }
summary { cursor: pointer; font-weight: 600; margin-left: -.6rem; }
.value { padding-left: .8rem; } .inferred { color: var(--blue); } .corrected { color: var(--green); }
.unplaced { color: var(--red); }
"""
