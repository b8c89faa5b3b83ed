"""How soon the studio answers: its first page, a file of a million records, and the risk while roles are chosen."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks.measuring import machine
from benchmarks.pages import rewrite_block, table

TIMES = 5
RECORDS = 1_000_000
VALUES = (2, 90, 47, 24, 13, 1_000, 300, 5, 60, 12)
"""Different values of the ten quasi-identifiers, drawn evenly."""
PAGE = Path(__file__).resolve().parents[1] / "docs" / "studio.md"


def first_page() -> float:
    """Seconds from the start of the program until its first page is there, without a file."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "tokumei", "studio", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio:
        assert studio.stdout is not None
        address = studio.stdout.readline().strip()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        page = opener.open(address).read()
        seconds = time.perf_counter() - started
        studio.terminate()
    assert b"tokumei" in page
    return seconds


def made_up(place: Path) -> None:
    """A table of a million records and ten columns."""
    draw = np.random.default_rng(0)
    columns = {f"c{place}": draw.integers(0, most, RECORDS) for place, most in enumerate(VALUES)}
    pl.DataFrame({name: pl.Series(values).cast(pl.String) for name, values in columns.items()}).write_csv(place)


def main() -> None:
    """Prints medians, and rewrites the page's block."""
    from tokumei.web.session import Session

    said = machine("tokumei", "starlette", "uvicorn", "polars", "numba")
    starts = [first_page() for _ in range(TIMES)]
    with tempfile.TemporaryDirectory() as name:
        os.umask(0o077)
        place = Path(name) / "source.csv"
        made_up(place)
        folder = Path(name) / "file"
        folder.mkdir()
        session = Session(folder=folder, language="en", title="made-up.csv", path=place, source={"file": "made-up.csv"})
        started = time.perf_counter()
        session.open()
        opened = time.perf_counter() - started
        assert session.state == "open", session.error
        session.job["columns"] = {f"c{place}": {"role": "quasi", "type": "category"} for place in range(len(VALUES))}
        asked: list[float] = []
        for _ in range(TIMES):
            started = time.perf_counter()
            found = session.risk()
            asked.append(time.perf_counter() - started)
        assert found is not None
        assert found["records"] == RECORDS
        session.close()
    rows = [
        [
            "the first page, from the start of the program",
            f"{statistics.median(starts):.2f}",
            f"{max(starts):.2f}",
            "1",
        ],
        ["reading and surveying 1,000,000 × 10 from CSV, once", f"{opened:.2f}", f"{opened:.2f}", ""],
        [
            "the risk of 10 chosen columns of 1,000,000 records",
            f"{statistics.median(asked):.2f}",
            f"{max(asked):.2f}",
            "1",
        ],
    ]
    text = "\n\n".join(
        [
            f"`python -m benchmarks studio`; {said}.",
            f"Seconds: medians and most of {TIMES} times.",
            table(["", "median s", "most s", "goal s"], rows),
        ]
    )
    print(text)
    rewrite_block("studio", text, page=PAGE)


if __name__ == "__main__":
    main()
