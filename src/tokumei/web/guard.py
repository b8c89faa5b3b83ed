"""A program of its own, `guard.py FOLDER`: waits for the end of the studio that started it, then removes its folder.

The studio holds the other end of the guard's standard input. However the studio ends, the system closes that end.
"""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

__all__ = ["main"]

_PREFIX = "tokumei-studio-"
_TIMES = 5
"""A run that has not noticed yet may write once more."""


def main(folder: str) -> None:
    """Reads until the studio is gone; removes nothing that is not a working folder."""
    place = Path(folder)
    if not place.name.startswith(_PREFIX):
        raise SystemExit(2)
    sys.stdin.buffer.read()
    for _ in range(_TIMES):
        shutil.rmtree(place, ignore_errors=True)
        if not place.exists():
            break
        time.sleep(0.2)
    time.sleep(0.5)
    shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
