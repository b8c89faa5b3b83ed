"""One run of one peer on `adult`, in the peers' own Python: reads, anonymizes or checks, writes, prints one JSON line.

Run by `adult_peers.py`. It imports nothing of tokumei, and each peer only when it is the one to run.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIMIT = 8 << 30
"""Bytes of address space that a peer may take, so that one of them cannot take the machine down."""

Frame = Any


def anjana(frame: Frame, k: int, hierarchies: dict[str, Any]) -> Frame:
    """Global recoding along the hierarchies; no record may be removed."""
    from anjana.anonymity import k_anonymity

    return k_anonymity(frame, [], list(frame.columns), k, 0, hierarchies)


def anonypy(frame: Frame, k: int, hierarchies: dict[str, Any]) -> Frame:
    """Mondrian; its output has counts, from which the records are made again."""
    import pandas
    from anonypy import Preserver

    columns = list(frame.columns)
    frame = _typed(frame).assign(record="one")  # it asks for a sensitive column
    rows = pandas.DataFrame(Preserver(frame, columns, "record").anonymize_k_anonymity(k=k))
    rows = rows.loc[rows.index.repeat(rows["count"]), columns]
    return rows.map(lambda cell: cell[0] if isinstance(cell, list) else cell)


def anonypyx(frame: Frame, k: int, hierarchies: dict[str, Any]) -> Frame:
    """Mondrian, published for human readers."""
    return _anonypyx(frame, k, "Mondrian")


def anonypyx_mdav(frame: Frame, k: int, hierarchies: dict[str, Any]) -> Frame:
    """Microaggregation (MDAV-generic), published for human readers."""
    return _anonypyx(frame, k, "MDAV-generic")


def _anonypyx(frame: Frame, k: int, algorithm: str) -> Frame:
    from anonypyx import Anonymiser

    columns = list(frame.columns)
    asked = Anonymiser(
        _typed(frame).assign(record="one"),
        k=k,
        feature_columns=columns,
        algorithm=algorithm,
        generalisation_strategy="human-readable",
    )
    rows = asked.anonymise()
    return rows.loc[rows.index.repeat(rows["count"]), columns] if "count" in rows.columns else rows[columns]


def pycanon(frame: Frame) -> int:
    """k of a release."""
    from pycanon.anonymity import k_anonymity

    return int(k_anonymity(frame, list(frame.columns)))


PEERS: dict[str, Callable[[Frame, int, dict[str, Any]], Frame]] = {
    "anjana": anjana,
    "anonypy": anonypy,
    "anonypyx": anonypyx,
    "anonypyx-mdav": anonypyx_mdav,
}


def _typed(frame: Frame) -> Frame:
    """Age as a number, all others as categories."""
    return frame.astype({name: int if name == "age" else "category" for name in frame.columns})


def _hierarchies(folder: Path, columns: list[str]) -> dict[str, Any]:
    """Column → level → one label a leaf, as ANJANA takes them."""
    found = {}
    for name in columns:
        with (folder / f"adult_hierarchy_{name}.csv").open(encoding="utf-8", newline="") as lines:
            levels = zip(*csv.reader(lines, delimiter=";"), strict=True)
            found[name] = {level: list(labels) for level, labels in enumerate(levels)}
    return found


def _peak() -> int:
    """Peak resident bytes of this process alone (getrusage would count the process that started it)."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) * 1024
    except (OSError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main(peer: str, k: int, folder: Path, output: Path) -> dict[str, Any]:
    """The figures of one run; `pycanon` checks the release `output` (CPU seconds), all others write it."""
    import pandas

    if peer == "pycanon":
        frame = pandas.read_csv(output, sep=",", dtype=str, keep_default_na=False)
        pycanon(frame.head(1))
        started = time.process_time()
        return {"k": pycanon(frame), "call": time.process_time() - started}
    frame = pandas.read_csv(folder / "adult.csv.gz", sep=";", dtype=str)
    hierarchies = _hierarchies(folder, list(frame.columns))
    __import__(peer.partition("-")[0])
    started = time.perf_counter()
    published = PEERS[peer](frame, k, hierarchies)
    call = time.perf_counter() - started
    if len(published):
        published[list(frame.columns)].to_csv(output, index=False)
    return {"call": call, "rows": len(published)}


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            figures = main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
    except Exception as error:  # whatever a peer raises is its result
        figures = {"error": f"{type(error).__name__}: {error}"[:300]}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    figures |= {"cpu": usage.ru_utime + usage.ru_stime, "peak": _peak(), "said": printed.getvalue()[-300:]}
    print(json.dumps(figures))
