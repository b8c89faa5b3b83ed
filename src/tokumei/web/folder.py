"""The working folder: rights for its owner alone, and gone when the studio ends, however it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tokumei.web import guard

__all__ = ["WorkingFolder"]


class WorkingFolder:
    """A folder for uploads, jobs and releases.

    *Promise*: nobody but its owner may look inside. It is removed by `close`; where the studio is killed before that, a
    second process (`guard`) that waits for the studio's end removes it.
    """

    def __init__(self) -> None:
        os.umask(0o077)
        self.path = Path(tempfile.mkdtemp(prefix="tokumei-studio-"))
        self._guard = subprocess.Popen(
            [sys.executable, "-I", "-S", guard.__file__, str(self.path)],  # needs nothing but what Python has
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the terminal is for the studio, not for its guard
        )

    def close(self) -> None:
        """Removes the folder, and lets the guard go."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._guard.stdin is not None:
            self._guard.stdin.close()
        self._guard.wait()
