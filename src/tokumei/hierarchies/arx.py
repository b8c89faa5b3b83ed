"""Hierarchies in the form that ARX uses: a text file with one row a value, one column a level."""

from __future__ import annotations

import csv
import gzip
import io
from collections import Counter
from pathlib import Path

from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError, SourceError

__all__ = ["decoded", "read_arx", "write_arx"]

DELIMITERS = ";,\t|"


def read_arx(path: str | Path, *, delimiter: str | None = None, encoding: str | None = None) -> Hierarchy:
    """A hierarchy from a file; the delimiter and the encoding are detected when not given.

    The values stand in the first column and every following column is a level above; the final `*` may be left out. A
    row that starts with an empty field is for missing values. Raises JobError, naming file and rows, where a row is
    ragged, a value stands twice, or a node has two parents.
    """
    file = Path(path)
    text = decoded(file, encoding=encoding)
    name = f"The hierarchy file {str(file)!r}"
    lines = text.splitlines()
    if not any(line.strip() for line in lines):
        raise JobError(f"{name} is empty.")
    used = delimiter or _detected(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=used)
    rows: list[list[str]] = []
    numbers: list[int] = []
    try:
        for row in reader:
            if row:
                rows.append(row)
                numbers.append(reader.line_num)
    except csv.Error as error:
        raise JobError(f"{name}, line {reader.line_num}: {error}.") from None
    if numbers != list(range(1, len(rows) + 1)):
        name += " (rows counted without blank lines)"
    return Hierarchy.from_rows(rows, name=name)


def write_arx(hierarchy: Hierarchy, path: str | Path, *, delimiter: str = ";") -> None:
    """Writes a hierarchy so that ARX, and `read_arx`, can read it."""
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows(hierarchy.rows())
    Path(path).write_text(buffer.getvalue(), encoding="utf-8", newline="\n")


def decoded(file: Path, *, encoding: str | None = None) -> str:
    """The text of a file in UTF-8 with or without a mark, UTF-16 with one, or CP932; gzip is unpacked."""
    try:
        content = file.read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
    except FileNotFoundError:
        raise SourceError(f"There is no file {str(file)!r}.") from None
    except (OSError, EOFError) as error:
        raise SourceError(f"The file {str(file)!r} cannot be read: {error}.") from None
    tries = (
        [encoding] if encoding else ["utf-16"] if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp932"]
    )
    for name in tries:
        try:
            return content.decode(name)
        except LookupError:
            raise JobError(f"There is no encoding {name!r}.") from None
        except UnicodeDecodeError:
            continue
    raise SourceError(
        f"The file {str(file)!r} is not text in {' or '.join(tries)}. Name its encoding, or save it as UTF-8."
    )


def _detected(text: str) -> str:
    """The delimiter that gives the rows the most even number of fields, and more than one."""
    sample = text[:200_000]
    best, score = DELIMITERS[0], (0.0, 0)
    for delimiter in DELIMITERS:
        widths = Counter(len(row) for row in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if row)
        width, rows = max(widths.items(), key=lambda item: (item[0] > 1, item[1]))
        if width > 1 and (rows / widths.total(), width) > score:
            best, score = delimiter, (rows / widths.total(), width)
    return best
