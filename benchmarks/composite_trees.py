"""BMS-WebView-2 with its item hierarchy: k and k^m, loss and time: `python -m benchmarks.composite_trees`.

Writes a table into docs/composite.md. Needs the real data sets (TOKUMEI_DATA).
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.composite_takahashi import ROOT, webview
from benchmarks.pages import rewrite_block, table
from tokumei.core.columns import SetColumn
from tokumei.core.recoding import ItemNodes
from tokumei.core.table import Table
from tokumei.hierarchies.arx import read_arx
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.km import recode_km
from tokumei.partition.top_down import TopDown

KS = (2, 5, 10, 50)


def main() -> None:
    """Measures and writes the block."""
    found = webview()
    if found is None:
        sys.exit("BMS-WebView-2 is not at hand: set TOKUMEI_DATA.")
    folder = Path(os.environ.get("TOKUMEI_DATA", ROOT.parent / "shared" / "data"))
    column = found[0].columns[0]
    assert isinstance(column, SetColumn)
    column = replace(column, hierarchy=read_arx(folder / "bms" / "treefile_BMS.txt.gz"))
    data = Table((column,), len(column))
    TopDown(k=200).recode(data, [SetDimension(column)])  # compiled before the clock runs
    rows = []
    for k in KS:
        row = [f"k = {k}"]
        for effort in ("default", "best"):
            started = time.process_time()
            recoded = TopDown(k=k, effort=effort).recode(data, [SetDimension(column)]).columns[column.name]
            seconds = time.process_time() - started
            assert isinstance(recoded, ItemNodes)
            row += [f"{100 * recoded.item_losses().mean():.2f}%", f"{seconds:.1f}"]
        rows.append(row)
    started = time.process_time()
    few = recode_km(SetDimension(column), k=10, m=2)
    seconds = time.process_time() - started
    rows.append(["k = 10, m = 2", f"{100 * few.item_losses().mean():.2f}%", f"{seconds:.1f}", "–", "–"])
    text = table(["promise", "loss an item", "processor s", "loss, `best`", "s, `best`"], rows)
    rewrite_block("trees", text, ROOT / "docs" / "composite.md")


if __name__ == "__main__":
    main()
