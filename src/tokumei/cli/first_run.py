"""The first run on a machine compiles the kernels and keeps them: a word of patience, and a second process that helps.

    python -m tokumei.cli.first_run [sets]

compiles the kernels of the search, which is about half of what a table needs; of one with sets other ones than of one
without. The run itself begins meanwhile, and waits for them where it comes to the search (`core.elsewhere`).
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

from tokumei.core.elsewhere import compiled_elsewhere
from tokumei.core.progress import Progress
from tokumei.core.threads import workers

__all__ = ["ask_for_patience", "kernels_are_cached"]

PACKAGE = Path(__file__).resolve().parents[1]
SETS = "sets"
TOKENS = b"Tokens"
"""What the list of compiled kernels names where there are some for sets."""


def ask_for_patience(progress: Progress, *, search: bool = True, sets: bool = False) -> None:
    """Notes that this run takes longer, when it will, and starts the process that helps.

    `search` says whether groups are searched for less loss, `sets` whether there are sets among the quasi-identifiers.
    """
    if kernels_are_cached(PACKAGE, search=search, sets=sets):
        return
    progress.note("This first run compiles the kernels and keeps them, which can take half a minute.")
    if search and workers() > 1:
        command = [sys.executable, "-m", "tokumei.cli.first_run", *([SETS] if sets else [])]
        quiet = subprocess.DEVNULL
        compiled_elsewhere(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet).wait)


def kernels_are_cached(package: Path, *, search: bool, sets: bool) -> bool:
    """Whether the compiled search, or what groups are grown by, lies beside its source, or where NUMBA_CACHE_DIR says;
    where the package cannot be written to nobody knows, and nothing is said."""
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    if not elsewhere and not os.access(package, os.W_OK):
        return True
    kept = Path(elsewhere or package).glob("**/improve.*.nbi" if search else "**/cuts.*.nbi")
    return any(not sets or TOKENS in index.read_bytes() for index in kept)


def _compile_the_search(sets: bool) -> None:
    """Two groups of a made-up table, improved."""
    import numpy as np

    from tokumei.core.columns import NumberColumn, Role, SetColumn
    from tokumei.core.table import Table
    from tokumei.partition.dimensions import Dimension
    from tokumei.partition.dimensions.items import SetDimension
    from tokumei.partition.improve import improve
    from tokumei.partition.near_rows import NEAR
    from tokumei.partition.pieces import whole
    from tokumei.partition.problem import Groups, Problem

    codes = np.arange(4, dtype=np.int32)
    number = NumberColumn(name="n", role=Role.QUASI, codes=codes, values=np.arange(4))
    items = SetColumn(
        name="s", role=Role.QUASI, offsets=np.arange(5), items=codes, values=tuple("abcd"), null=np.zeros(4, bool)
    )
    own: list[Dimension | SetDimension] = [Dimension.ordered(number)]
    if sets:
        own.append(SetDimension(items))
    problem = Problem.of(Table((number, items), 4), own, k=2)
    near = np.full((4, NEAR), -1, dtype=np.int32)
    improve(problem, whole(problem, Groups(codes, np.array([2, 4]))), steps=1, near=near)


if __name__ == "__main__":
    gc.disable()  # compiling makes much that stays, and the process ends soon
    _compile_the_search(SETS in sys.argv)
    os._exit(0)  # all is written, and somebody waits: nothing need be taken apart
