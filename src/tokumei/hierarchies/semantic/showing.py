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

__all__ = ["hierarchies_title", "html_page", "text_tree", "write_candidates"]

_SIGNS = {Source.FACT: "", Source.INFERRED: "≈", Source.CORRECTED: "✎", Source.UNPLACED: "?"}
_WORDS: dict[str, tuple[str, str]] = {
    "head": (
        "{direction}: {facts:,} of {total:,} values by fact, loss {loss:.1%}",
        "{direction}：{total:,} 種類の値のうち {facts:,} 種類は事実（辞書にある）、損失 {loss:.1%}",
    ),
    "more": ("… {count:,} more", "… ほか {count:,} 個"),
    "missing": ("(missing)", "（値なし）"),
    "known": ("known as {place}", "辞書での位置：{place}"),
    "title": ("Hierarchies of {column}", "{column}の階層"),
    "inferred": ("≈ inferred", "≈ 推定"),
    "corrected": ("✎ corrected", "✎ 手で指定"),
    "unplaced": ("? not placed", "? 位置なし"),
    "key": (
        "{inferred} from the neighbour named, {corrected} by hand, {unplaced}: published as * only. Everything else "
        "stands in a dictionary.",
        "{inferred}（示した値に近いもの）、{corrected}、{unplaced}（* としてだけ公開）。ほかはすべて辞書にあります。",
    ),
    "counts": (
        "{fact:,} values by fact, {inferred:,} inferred, {corrected:,} corrected, {unplaced:,} not placed. Loss of the "
        "column alone at k = {k}: {loss:.1%}.",
        "事実 {fact:,} 種類、推定 {inferred:,} 種類、手で指定 {corrected:,} 種類、位置なし {unplaced:,} 種類。この列"
        "だけを k = {k} とした損失は {loss:.1%} です。",
    ),
    "vectors": ("vectors", "ベクトル"),
    "morphemes": ("morphemes", "形態素"),
    "name": ("name", "名前"),
    "by frequency": ("by frequency", "頻度による"),
    "alike": ("alike", "類似"),
}
"""Key → English and Japanese."""
_OPEN_BELOW = 40
"""Branches at the top, and those with at most this many values, are shown open on the page."""


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


def html_page(candidates: Sequence[Candidate], *, title: str, k: int, language: str = "en") -> str:
    """A page of its own, without scripts or network: every candidate as a tree that opens and closes."""
    sections = "\n".join(_section(number, candidate, k, language) for number, candidate in enumerate(candidates, 1))
    signs = {
        kind: f"<span class='{kind}'>{_said(kind, language)}</span>" for kind in ("inferred", "corrected", "unplaced")
    }
    return (
        f"<!doctype html>\n<html lang='{language}'>\n<head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f"<p class='key'>{_said('key', language, **signs)}</p>\n{sections}\n</body>\n</html>\n"
    )


def hierarchies_title(column: str, *, language: str = "en") -> str:
    """What the page of a column's hierarchies is called."""
    return _said("title", language, column=column)


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


def _said(key: str, language: str, **values: object) -> str:
    return _WORDS[key][language == "ja"].format(**values)


def _headline(candidate: Candidate, language: str) -> str:
    facts, total = len(candidate.of(Source.FACT)), len(candidate.placements)
    return _said(
        "head", language, direction=_direction(candidate, language), facts=facts, total=total, loss=candidate.loss
    )


def _direction(candidate: Candidate, language: str) -> str:
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


def _section(number: int, candidate: Candidate, k: int, language: str) -> str:
    tree = candidate.hierarchy
    placement = {one.value: one for one in candidate.placements}
    children = _children(tree)
    count = {source.value: len(candidate.of(source)) for source in Source}
    facts = f"<p>{_said('counts', language, **count, k=k, loss=candidate.loss)}</p>"
    body: list[str] = []
    # A walk without recursion: hierarchies may be deeper than Python's stack.
    waiting: list[int | str] = list(reversed(children[tree.root]))
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            body.append(item)
        elif item < len(tree.leaves):
            one = placement[tree.labels[item]]
            text = escape(_line(tree, item, placement, language))
            body.append(f"<div class='value {one.source}'>{text}</div>")
        else:
            top = tree.parent[item] == tree.root
            opened = " open" if top or int(tree.covered[item]) <= _OPEN_BELOW else ""
            body.append(f"<details{opened}><summary>{escape(_line(tree, item, placement, language))}</summary>")
            waiting.append("</details>")
            waiting.extend(reversed(children[item]))
    return (
        f"<section><h2>{number}. {escape(_direction(candidate, language))}</h2>{facts}"
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
