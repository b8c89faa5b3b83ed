"""The first run on a machine compiles the kernels and keeps them: a word of patience, and a second process that helps.

    python -m tokumei.cli.first_run

compiles the kernels of the search, which is about half of what a table needs. The run itself begins meanwhile, and
waits for them where it comes to the search (`core.elsewhere`).
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


def ask_for_patience(progress: Progress) -> None:
    """Notes that this run takes longer, when it will, and starts the process that helps."""
    if kernels_are_cached(PACKAGE):
        return
    progress.note("This first run compiles the kernels and keeps them, which can take half a minute.")
    if workers() > 1:
        command = [sys.executable, "-m", "tokumei.cli.first_run"]
        quiet = subprocess.DEVNULL
        compiled_elsewhere(subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet).wait)


def kernels_are_cached(package: Path) -> bool:
    """Whether the compiled search lies beside its source, or where NUMBA_CACHE_DIR says; where the package cannot be
    written to nobody knows, and nothing is said."""
    elsewhere = os.environ.get("NUMBA_CACHE_DIR")
    if not elsewhere and not os.access(package, os.W_OK):
        return True
    return any(Path(elsewhere or package).glob("**/improve.*.nbi"))


def _compile_the_search() -> None:
    """Two groups of a made-up table, improved."""
    import numpy as np

    from tokumei.core.columns import NumberColumn, Role
    from tokumei.partition.dimensions import Dimension, stack
    from tokumei.partition.improve import improve
    from tokumei.partition.pieces import Pieces
    from tokumei.partition.problem import Problem

    codes = np.arange(4, dtype=np.int32)
    own = (Dimension.ordered(NumberColumn(name="n", role=Role.QUASI, codes=codes, values=np.arange(4))),)
    ones = np.ones(4, dtype=np.int64)
    problem = Problem(codes.reshape(4, 1), ones, codes, own, stack(own), 2)
    improve(problem, Pieces(codes, ones, np.array([2, 4])), steps=1)


if __name__ == "__main__":
    gc.disable()  # compiling makes much that stays, and the process ends soon
    _compile_the_search()
