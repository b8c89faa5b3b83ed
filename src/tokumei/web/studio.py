"""All that is open: the working folder and the sessions in it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokumei.web.folder import WorkingFolder
from tokumei.web.session import Session

__all__ = ["Studio"]


class Studio:
    """The open files of one start of the studio."""

    def __init__(self) -> None:
        self.folder = WorkingFolder()
        self.sessions: dict[str, Session] = {}
        self._number = 0
        self._lock = threading.Lock()

    def place(self) -> Path:
        """A new folder for a session."""
        with self._lock:
            self._number += 1
            folder = self.folder.path / f"file-{self._number}"
        folder.mkdir(mode=0o700)
        return folder

    def begin(
        self, source: Mapping[str, Any], *, title: str, path: Path | None, folder: Path, language: str
    ) -> Session:
        """Opens a file or a query; it is read in the background."""
        session = Session(folder=folder, language=language, title=title, path=path, source=dict(source))
        self.sessions[session.key] = session
        threading.Thread(target=session.open, daemon=True).start()
        return session

    def end(self, session: Session) -> None:
        """Closes a file."""
        self.sessions.pop(session.key, None)
        session.close()

    def close(self) -> None:
        """Closes all files and removes the working folder."""
        for session in list(self.sessions.values()):
            self.end(session)
        self.folder.close()
