"""Dictionaries in tables: chains, links, product categories, 分類語彙表."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tokumei.core.files import read_text
from tokumei.errors import SourceError
from tokumei.hierarchies.semantic.graph import Dictionary, GraphBuilder

__all__ = ["chains", "edges", "outline", "products", "wlsp"]

_CHILD = ("child", "子", "下位")
_PARENT = ("parent", "親", "上位")
_IDENTITY = ("id", "code", "lgcode", "コード")
_NAME = ("name", "label", "name_ja", "名称", "名前")


def chains(path: Path) -> Dictionary:
    """One chain a row, top concept first, without `*`; rows may have different lengths. CSV, TSV or JSON lines."""
    builder = GraphBuilder(str(path))
    for row in _rows(path):
        builder.chain(row)
    return builder.done()


def edges(path: Path) -> Dictionary:
    """One link a row: child, parent; or identifier, name and parent's identifier under a header that says so."""
    builder = GraphBuilder(str(path))
    rows = _rows(path)
    first = next(rows, None)
    if first is None:
        return builder.done()
    head = [cell.strip().casefold() for cell in first]
    identity, name, parent = (_place(head, names) for names in (_IDENTITY, _NAME, _PARENT))
    if identity is not None and name is not None and parent is not None:
        return _identified(builder, rows, identity, name, parent)
    child, above = _place(head, _CHILD), _place(head, _PARENT)
    if child is None or above is None:
        child, above = 0, 1
        rows = _again(first, rows)
    for number, row in enumerate(rows, start=1):
        if len(row) <= max(child, above):
            raise SourceError(f"The dictionary {str(path)!r}: row {number} has no two fields, child and parent.")
        if not row[child].strip():
            continue
        node = builder.named(row[child])
        if row[above].strip() not in ("", "*"):
            builder.link(node, builder.named(row[above]))
    return builder.done()


def _identified(builder: GraphBuilder, rows: Iterator[list[str]], identity: int, name: int, parent: int) -> Dictionary:
    links: list[tuple[int, str]] = []
    for row in rows:
        if len(row) <= max(identity, name, parent):
            continue
        code = row[identity].strip()
        node = builder.concept(code, row[name].strip())
        builder.others.append((node, code))
        links.append((node, row[parent].strip()))
    for node, above in links:
        if above in builder.numbers:
            builder.link(node, builder.numbers[above])
    return builder.done()


def products(path: Path) -> Dictionary:
    """Categories as `A > B > C`, with or without an identifier before ` - ` or ` : `."""
    builder = GraphBuilder(str(path))
    for line in read_text(path, "dictionary", packed=True).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        text = re.sub(r"^\s*(gid://\S+\s+:|\d+\s+-)\s+", "", line)
        builder.chain([part.strip() for part in text.split(" > ")])
    return builder.done()


def outline(path: Path) -> Dictionary:
    """Concepts in the order of a walk through the tree, as `depth#concept`; the same name is the same concept."""
    builder = GraphBuilder(str(path))
    above: list[int] = []
    for number, line in enumerate(read_text(path, "dictionary", packed=True).splitlines(), start=1):
        depth, mark, label = line.partition("#")
        if not line.strip():
            continue
        if not mark or not depth.isdigit() or not 1 <= int(depth) <= len(above) + 1:
            raise SourceError(
                f"The dictionary {str(path)!r}: line {number} is not `depth#concept` under the one before."
            )
        node = builder.named(label)
        above = [*above[: int(depth) - 1], node]
        if len(above) > 1:
            builder.link(node, above[-2])
    return builder.done()


def wlsp(path: Path) -> Dictionary:
    """分類語彙表: the published file (`bunruidb.txt`), or a table whose header names class, division, section, article.

    Chains are 類 > 部門 > 中項目 > 分類項目 > the word.
    """
    builder = GraphBuilder(str(path))
    rows = _rows(path)
    first = next(rows, [])
    columns = [first.index(name) for name in ("class", "division", "section", "article", "word") if name in first]
    if len(columns) != 5:
        columns = [3, 4, 5, 6, 11]
        rows = _again(first, rows)
    for number, row in enumerate(rows, start=1):
        if len(row) <= max(columns):
            raise SourceError(f"The dictionary {str(path)!r}: row {number} has only {len(row)} fields.")
        builder.chain([row[column] for column in columns])
    return builder.done()


def _rows(path: Path) -> Iterator[list[str]]:
    text = read_text(path, "dictionary", packed=True)
    if path.name.removesuffix(".gz").endswith((".jsonl", ".ndjson")):
        yield from _json_rows(text, path)
        return
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max("\t;,", key=lambda mark: (first.count(mark), -"\t;,".index(mark)))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield row
    except csv.Error as error:
        raise SourceError(f"The dictionary {str(path)!r}, line {reader.line_num}: {error}.") from None


def _json_rows(text: str, path: Path) -> Iterator[list[str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except ValueError:
            raise SourceError(f"The dictionary {str(path)!r}: line {number} is not JSON.") from None
        if isinstance(item, dict) and "chain" in item:
            item = item["chain"]
        if isinstance(item, dict) and "child" in item:
            above = item.get("parent") or item.get("parents") or [""]
            for parent in above if isinstance(above, list) else [above]:
                yield [str(item["child"]), str(parent)]
        elif isinstance(item, list):
            yield [str(part) for part in item]
        else:
            raise SourceError(f"The dictionary {str(path)!r}: line {number} is neither a chain nor a link.")


def _place(head: list[str], names: tuple[str, ...]) -> int | None:
    return next((head.index(name) for name in names if name in head), None)


def _again(first: list[str], rows: Iterator[list[str]]) -> Iterator[list[str]]:
    yield first
    yield from rows
