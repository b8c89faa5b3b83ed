"""What every run must keep, checked in plain Python: dicts and loops over the published rows, nothing of tokumei's own.

A check returns sentences about what is wrong; an empty list is good.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import tokumei
from fuzz.jobs import PASSWORD, SECRET, Case, Column

__all__ = ["check_error", "check_release", "check_report"]

HAIR = 1e-6
"""What rounding may make of a figure."""
OF_HEADERS = ("more than one column named", "Its columns are")
"""Messages that list the names of columns: a file whose line ends are broken has its cells in the header."""
Row = Mapping[str, Any]


def check_error(error: BaseException) -> list[str]:
    """Only errors made on purpose leave, in one line that repeats no cell and no password."""
    if not isinstance(error, tokumei.TokumeiError):
        return [f"{type(error).__name__} left: {str(error)[:200]}"]
    text = str(error)
    wrong = []
    if SECRET in text and not any(part in text for part in OF_HEADERS):
        wrong.append(f"the message repeats a cell: {text[:300]}")
    if PASSWORD in text:
        wrong.append(f"the message repeats a password: {text[:300]}")
    if "\n" in text.strip() or not text.strip():
        wrong.append(f"the message is not one line: {text[:300]!r}")
    if "does not keep its promises" in text:
        wrong.append(f"algorithm and verifier disagree: {text[:300]}")
    try:
        text.encode()
    except UnicodeEncodeError:
        wrong.append(f"the message cannot be printed: {text[:300]!r}")
    return wrong


def check_report(report: Mapping[str, Any]) -> list[str]:
    """The report can be written as JSON, its figures are finite, and it repeats no identifier's cell."""
    wrong = [f"the report has {place} = {value}" for place, value in _floats(report) if not math.isfinite(value)]
    try:
        json.dumps(report, allow_nan=False, default=str)
    except (TypeError, ValueError) as error:
        wrong.append(f"the report is no JSON: {error}")
    return wrong


def check_release(case: Case, release: Any) -> list[str]:
    """Promises recomputed from the published rows, and every published value against its original."""
    rows: list[dict[str, Any]] = [{name: _plain(cell) for name, cell in row.items()} for row in release.data.to_dicts()]
    if case.job.get("subject"):
        return _history(case, rows)
    removed = release.report["removed"]
    marked = case.job["output"]["removed"] == "mark" and removed > 0
    kept = [row for row in rows if not (marked and _is_mark(row, case))]
    wrong = [f"{len(rows)} rows from {case.records}"] if len(rows) > case.records else []
    if marked and len(rows) - len(kept) < removed:
        wrong.append(f"{removed} records are removed, but {len(rows) - len(kept)} are marked")
    names = {column.name for column in case.columns if column.role == "identifier"}
    if names & set(rows[0]):
        wrong.append("an identifier is published")
    if kept:
        wrong += _promises(case, kept, _groups(case, kept))
    if case.job["output"]["order"] == "keep" and len(rows) == case.records:
        wrong += _covers(case, rows, marked)
    return wrong


def _history(case: Case, rows: list[dict[str, Any]]) -> list[str]:
    """As many people as k share each history: the multiset of its published records."""
    names = [column.name for column in case.columns if column.role == "quasi"]
    of: dict[Any, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        of[row[case.job["subject"]]].append(tuple(str(row[name]) for name in names))
    wrong = []
    if any(SECRET in str(who) for who in of):
        wrong.append("a subject is published under its own name")
    shared = Counter(tuple(sorted(records)) for records in of.values())
    if min(shared.values()) < case.job["privacy"]["k"]:
        wrong.append(f"a history is shared by {min(shared.values())} subjects")
    return wrong


def _groups(case: Case, rows: Sequence[Row]) -> list[list[Row]]:
    beside = case.job["privacy"].get("km", {}).get("column")
    names = [
        form
        for column in case.columns
        if column.role == "quasi" and column.kind != "text" and column.name != beside
        for form in (column.name, f"{column.name}_low", f"{column.name}_high")
        if rows and form in rows[0]
    ]
    groups: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        groups[tuple(row[name] for name in names)].append(row)
    return list(groups.values())


def _promises(case: Case, rows: Sequence[Row], groups: list[list[Row]]) -> list[str]:
    privacy = case.job["privacy"]
    wrong = []
    alone = all(column.kind == "text" for column in case.columns if column.role == "quasi")
    smallest = min(len(group) for group in groups)
    if smallest < privacy["k"] and not alone and "km" not in privacy:
        wrong.append(f"a group of {smallest} where k is {privacy['k']}")
    columns = {column.name: column for column in case.columns}
    for name, form in privacy.get("l_diversity", {}).items():
        wrong += [f"l of {name}: {said}" for group in groups if (said := _not_diverse(group, columns[name], form))]
    for name, closeness in privacy.get("t_closeness", {}).items():
        distance = closeness.get("distance") or ("ordered" if columns[name].kind in ("number", "date") else "equal")
        if distance == "hierarchical" or (distance == "ordered" and columns[name].kind == "category"):
            continue  # needs the order of the hierarchy's leaves
        whole = [_ranked(row[name], columns[name]) for row in rows]
        for group in groups:
            farthest = _distance([_ranked(row[name], columns[name]) for row in group], whole, distance)
            if farthest > closeness["t"] + HAIR:
                wrong.append(f"t of {name}: {farthest} where {closeness['t']} is promised")
    return wrong


def _not_diverse(group: list[Row], column: Column, form: Mapping[str, Any]) -> str | None:
    if column.kind == "set":
        counts = Counter(item for row in group for item in _items(row[column.name]))
    else:
        counts = Counter(_ranked(row[column.name], column) for row in group)
    ordered = sorted(counts.values(), reverse=True)
    if "distinct" in form:
        return f"{len(ordered)} values" if len(ordered) < form["distinct"] else None
    shares = [count / sum(ordered) for count in ordered]
    if "entropy" in form:
        size = math.exp(-sum(share * math.log(share) for share in shares))
        return f"entropy of {size} values" if size < form["entropy"] - HAIR else None
    c, l = form["recursive"]  # noqa: E741
    return f"{ordered}" if ordered[0] >= c * sum(ordered[l - 1 :]) + HAIR else None


def _ranked(cell: Any, column: Column) -> tuple[Any, ...]:
    """A sensitive value in the column's order; a missing one is last."""
    if cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell)):
        return (1,)
    if column.kind != "number":
        return (0, str(cell))
    return (0, int(cell) if re.fullmatch("-?[0-9]+", str(cell)) else float(cell))


def _distance(group: list[Any], whole: list[Any], distance: str) -> float:
    values = sorted(set(whole))
    own, all_of = Counter(group), Counter(whole)
    gaps = [own[value] / len(group) - all_of[value] / len(whole) for value in values]
    if distance == "equal":
        return sum(abs(gap) for gap in gaps) / 2
    moved, total = 0.0, 0.0
    for gap in gaps:
        moved += gap
        total += abs(moved)
    return total / (len(values) - 1) if len(values) > 1 else 0.0


def _covers(case: Case, rows: list[dict[str, Any]], marked: bool) -> list[str]:
    """Every published value stands for its original, row by row."""
    wrong = []
    for column in case.columns:
        asked = case.job["columns"][column.name]
        if column.role == "identifier":
            continue
        for place, (row, cell) in enumerate(zip(rows, column.cells, strict=True)):
            if marked and _is_mark(row, case):
                continue
            if column.role != "quasi":
                good = _same(row[column.name], cell)
            elif column.name not in row:
                good = _between(row[f"{column.name}_low"], row[f"{column.name}_high"], cell, column)
            else:
                good = _covered(row[column.name], cell, column, asked)
            if not good:
                shown = row.get(column.name, "bounds")
                wrong.append(f"row {place} of {column.name}: {shown!r} does not stand for {cell!r} ({asked})")
                break
    return wrong


def _same(label: Any, cell: Any) -> bool:
    if _missing(cell):
        return _missing_number(label)
    if isinstance(cell, float) or isinstance(label, float):
        return not _missing(label) and float(label) == float(cell)
    return str(label) == str(cell)


def _covered(label: Any, cell: Any, column: Column, asked: Mapping[str, Any]) -> bool:
    if label == "*" and column.kind != "text":
        return True
    if column.kind == "text":
        return _masked(label, cell, asked)
    if column.kind == "set":
        return _fewer_items(label, cell, column, asked)
    if _missing(cell):
        return label is None or "" in (_members(label) or []) or "hierarchy" in asked
    if label is None:
        return False
    if "hierarchy" in asked and _by_hierarchy(label, cell, column, asked["hierarchy"]):
        return True
    ends = re.fullmatch(r"\[([^;]*);([^;]*)([\]\[])", label)
    if ends and column.kind in ("number", "date"):
        return _between(ends[1], ends[2], cell, column, open_end=ends[3] == "[")
    members = _members(label)
    return any(_equal(member, cell, column) for member in (members if members is not None else [label]))


def _by_hierarchy(label: str, cell: Any, column: Column, asked: Mapping[str, Any]) -> bool:
    if "frequency" in asked:
        return True  # names of its nodes do not list their leaves
    if "file" in asked:
        return any(label in row and _equal(row[0], cell, column) for row in column.rows or [])
    if "prefixes" in asked:
        return any(label.rstrip("*") == str(cell)[:length] for length in asked["prefixes"])
    if "levels" in asked:
        return "W" in label or label[:3] == str(cell)[:3]
    return False


def _between(low: Any, high: Any, cell: Any, column: Column, *, open_end: bool = False) -> bool:
    if _missing(low) or _missing(high):
        return True  # no bounds: anything
    if _missing(cell):
        return False
    if column.kind == "date":
        return str(low) <= str(cell) <= str(high)
    return float(low) <= float(cell) and (float(cell) < float(high) if open_end else float(cell) <= float(high))


def _equal(label: str, cell: Any, column: Column) -> bool:
    if column.kind != "number":
        return label == str(cell)
    try:
        return float(label) == float(cell)
    except ValueError:
        return False


def _members(label: str) -> list[str] | None:
    """The values of `{a;b}`; a value in quotes has its quotes doubled."""
    if not label or label[0] != "{" or label[-1] != "}":
        return None
    found = re.findall(r'(?:^|;)(?:"((?:[^"]|"")*)"|([^;"]*))(?=;|$)', label[1:-1])
    return [quoted.replace('""', '"') or plain for quoted, plain in found]


def _fewer_items(label: Any, cell: Any, column: Column, asked: Mapping[str, Any]) -> bool:
    shown, own = set(_items(label)), set(_items(cell))
    if "hierarchy" not in asked:
        return shown <= own
    if column.rows is None:
        return True
    above = {node for row in column.rows if row[0] in own for node in row} | own | {"*"}
    return shown <= above


def _masked(label: Any, cell: Any, asked: Mapping[str, Any]) -> bool:
    """Masking only replaces characters; what stays stands in its order."""
    if _missing(cell) or _missing(label):
        return _missing(label) or label == ""
    mask = asked.get("mask_char", "*")
    rest = iter(str(cell))
    return all(any(point == other for other in rest) for point in str(label) if point != mask)


def _items(cell: Any) -> list[str]:
    return [] if cell is None else [item for item in (part.strip() for part in str(cell).split(",")) if item]


def _is_mark(row: Row, case: Case) -> bool:
    """A removed record: `*` everywhere, and nothing where bounds stand."""
    bounds = {f"{column.name}{end}" for column in case.columns for end in ("_low", "_high")}
    return all(cell == "*" or (name in bounds and cell is None) for name, cell in row.items())


def _missing(cell: Any) -> bool:
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def _missing_number(cell: Any) -> bool:
    return _missing(cell) or str(cell).lower() == "nan"


def _plain(cell: Any) -> Any:
    return None if _missing(cell) else cell


def _floats(value: Any, place: str = "report") -> Iterator[tuple[str, float]]:
    if isinstance(value, float):
        yield place, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _floats(part, f"{place}.{key}")
    elif isinstance(value, (list, tuple)):
        for number, part in enumerate(value):
            yield from _floats(part, f"{place}[{number}]")
