"""Dictionaries by name or by file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tokumei.core.files import read_text
from tokumei.errors import JobError, SourceError
from tokumei.hierarchies.semantic.dictionaries.codes import icd10
from tokumei.hierarchies.semantic.dictionaries.places import addresses, countries
from tokumei.hierarchies.semantic.dictionaries.tables import chains, edges, outline, products, wlsp
from tokumei.hierarchies.semantic.dictionaries.wordnet import wordnet, wordnet_ja
from tokumei.hierarchies.semantic.graph import Dictionary

__all__ = ["FORMS", "PACKAGED", "open_dictionary"]

FORMS: dict[str, Callable[[Path], Dictionary]] = {
    "chains": chains,
    "edges": edges,
    "products": products,
    "outline": outline,
    "wlsp": wlsp,
    "wordnet": wordnet,
    "wordnet-ja": wordnet_ja,
    "icd10": icd10,
}
"""Form of a file → its reader."""

PACKAGED: dict[str, Callable[[], Dictionary]] = {
    "addresses": addresses,
    "countries": countries,
    "icd10": icd10,
    "wordnet": wordnet,
}
"""Name → a dictionary that an installed package or the system carries."""


def open_dictionary(source: str | Path | Dictionary, *, folder: Path | None = None) -> Dictionary:
    """A dictionary by its name (`wordnet`), by a file whose form is found out, or by both (`edges:links.csv`).

    Files are looked for in `folder` when their path is relative.
    """
    if isinstance(source, Dictionary):
        return source
    text = str(source)
    if text in PACKAGED:
        return PACKAGED[text]()
    form, mark, rest = text.partition(":")
    named = bool(mark) and form in FORMS
    path = (folder or Path()) / (rest if named else text)
    if not path.exists():
        raise SourceError(
            f"There is no dictionary {text!r}: neither a file of that name nor one of {', '.join(sorted(PACKAGED))}."
        )
    if path.is_dir() and not (path / "data.noun").exists():
        raise JobError(f"The dictionary {text!r} is a folder without WordNet's file data.noun.")
    return FORMS[form if named else _form(path)](path)


def _form(path: Path) -> str:
    """What the beginning of a file says about its form."""
    if path.is_dir() or path.name == "data.noun":
        return "wordnet"
    if path.suffix == ".xml":
        return "icd10"
    lines = [
        line
        for line in read_text(path, "dictionary", packed=True).splitlines()[:50]
        if line.strip() and not line.startswith("#")
    ]
    first = lines[0] if lines else ""
    cells = [cell.strip().casefold() for cell in first.replace("\t", ",").replace(";", ",").split(",")]
    if cells[:1] == ["synset"]:
        return "wordnet-ja" if "ja_lemmas" in cells else "wordnet"
    if {"class", "division", "section", "article"} <= set(cells) or _bunruidb(cells):
        return "wlsp"
    if "parent" in cells or '"child"' in first:
        return "edges"
    if any(" > " in line for line in lines):
        return "products"
    if lines and all(line.partition("#")[0].isdigit() and "#" in line for line in lines):
        return "outline"
    return "chains"


def _bunruidb(cells: list[str]) -> bool:
    """The published 分類語彙表: class in the fourth field, the article's number in the eighth."""
    return len(cells) >= 12 and cells[3] in ("体", "用", "相", "他") and cells[7][:2] in ("1.", "2.", "3.", "4.")
