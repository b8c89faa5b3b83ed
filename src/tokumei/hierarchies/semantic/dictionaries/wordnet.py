"""WordNet: the English database files, and tables of synsets in English or Japanese."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from pathlib import Path

from tokumei.core.files import read_text
from tokumei.errors import JobError, SourceError
from tokumei.hierarchies.semantic.graph import Dictionary, GraphBuilder

__all__ = ["wordnet", "wordnet_files", "wordnet_ja"]

_PLACES = ("/usr/share/wordnet", "/usr/local/share/wordnet", "/usr/local/WordNet-3.0/dict", "/opt/wordnet/dict")
_HYPERNYMS = ("@", "@i")


def wordnet(path: Path | None = None) -> Dictionary:
    """The nouns of the English WordNet: a folder with `data.noun`, or a table of synsets.

    Without a path, the folder that `TOKUMEI_WORDNET` names and the usual places are looked at.
    """
    if path is None:
        path = _found()
    if path.is_dir() or path.name == "data.noun":
        return wordnet_files(path if path.is_dir() else path.parent)
    return _table(path, path)


def wordnet_ja(path: Path) -> Dictionary:
    """Japanese names on WordNet's nouns: `wnja_synset_lemmas.tsv`, and `wn30_noun_synsets.tsv` beside it."""
    links = next(
        (
            path.parent / name
            for name in ("wn30_noun_synsets.tsv", "wn30_noun_synsets.tsv.gz")
            if (path.parent / name).exists()
        ),
        None,
    )
    if links is None:
        raise SourceError(
            f"The dictionary {str(path)!r} needs the file 'wn30_noun_synsets.tsv' beside it, for the links."
        )
    names = {row[0]: row[-1].split("|") for row in _rows(path) if row[0].endswith("-n")}
    return _table(links, path, names)


def wordnet_files(folder: Path) -> Dictionary:
    """Reads `data.noun` of the Princeton distribution."""
    builder = GraphBuilder(str(folder))
    text = read_text(folder / "data.noun", "dictionary", encoding="utf-8", packed=True)
    links: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("  "):
            continue
        try:
            fields = line.split(" | ")[0].split()
            words = int(fields[3], 16)
            lemmas = [lemma.replace("_", " ") for lemma in fields[4 : 4 + 2 * words : 2]]
            pointers = fields[5 + 2 * words :]
        except (IndexError, ValueError):
            raise SourceError(f"The file {str(folder / 'data.noun')!r} cannot be read at line {number}.") from None
        above = [pointers[place + 1] for place in range(0, len(pointers) - 2, 4) if pointers[place] in _HYPERNYMS]
        links.append((_synset(builder, fields[0], lemmas), above))
    return _linked(builder, links)


def _table(path: Path, name: Path, names: dict[str, list[str]] | None = None) -> Dictionary:
    builder = GraphBuilder(str(name))
    links: list[tuple[int, list[str]]] = []
    for row in _rows(path):
        if len(row) < 4:
            raise SourceError(f"The dictionary {str(path)!r} needs synset, lemmas, hypernyms and instance hypernyms.")
        lemmas = row[1].split("|")
        if names is not None:
            lemmas = [*names.get(row[0], []), *lemmas]
        links.append((_synset(builder, row[0], lemmas), [*row[2].split("|"), *row[3].split("|")]))
    return _linked(builder, links)


def _synset(builder: GraphBuilder, identity: str, lemmas: list[str]) -> int:
    node = builder.concept(identity, lemmas[0])
    builder.others.extend((node, lemma) for lemma in lemmas[1:])
    return node


def _linked(builder: GraphBuilder, links: list[tuple[int, list[str]]]) -> Dictionary:
    for node, above in links:
        for identity in above:
            parent = builder.numbers.get(identity)
            if parent is not None:
                builder.link(node, parent)
    return builder.done()


def _rows(path: Path) -> Iterator[list[str]]:
    rows = csv.reader(io.StringIO(read_text(path, "dictionary", packed=True)), delimiter="\t", quoting=csv.QUOTE_NONE)
    next(rows, None)
    return (row for row in rows if row)


def _found() -> Path:
    named = os.environ.get("TOKUMEI_WORDNET")
    for place in [named] if named else _PLACES:
        folder = Path(place)
        if (folder / "data.noun").exists() or folder.is_file():
            return folder
    raise JobError(
        "WordNet was not found on this machine. Install it (Debian: wordnet-base), set TOKUMEI_WORDNET to the folder "
        "with data.noun, or write wordnet:PATH in place of wordnet."
    )
