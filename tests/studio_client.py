"""Asks the studio's application without a browser, as a server would ask it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

__all__ = ["HOST", "TOKEN", "Answer", "Client", "until"]

TOKEN = "t0ken"
HOST = "127.0.0.1:8000"


@dataclass
class Answer:
    """What the application answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


@dataclass
class Client:
    """Asks the application; by default as the studio's own page would."""

    app: Any
    studio: Any
    headers: dict[str, str] = field(
        default_factory=lambda: {
            "host": HOST,
            "origin": f"http://{HOST}",
            "cookie": f"tokumei={TOKEN}",
            "accept-language": "en",
        }
    )

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str | None) -> Answer:
        """One request; a header that is None is left out."""
        merged = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        place, _, query = path.partition("?")
        sent: list[dict[str, Any]] = []
        parts = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return parts.pop(0) if parts else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": place,
            "raw_path": quote(place).encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in merged.items() if value is not None],
            "http_version": "1.1",
            "scheme": "http",
            "server": ("127.0.0.1", 8000),
            "client": ("127.0.0.1", 1),
            "root_path": "",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
        }
        asyncio.run(self.app(scope, receive, send))
        head = sent[0]
        return Answer(
            head["status"],
            {name.decode(): value.decode() for name, value in head["headers"]},
            b"".join(message.get("body", b"") for message in sent[1:]),
        )

    def get(self, path: str, **headers: str | None) -> Answer:
        """A page."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, fields: dict[str, Any] | None = None, **headers: str | None) -> Answer:
        """A form."""
        return self.ask("POST", path, urlencode(fields or {}, doseq=True).encode(), **headers)

    def open(self, content: bytes, name: str = "hospital.csv") -> Any:
        """A file that is sent, and read."""
        answer = self.ask("POST", "/open", content, x_file_name=quote(name))
        assert answer.status == 200, answer.text
        key = answer.text.split("/s/")[1].split("/")[0]
        session = self.studio.sessions[key]
        until(lambda: session.state != "opening")
        return session


def until(happens: Callable[[], bool], seconds: float = 120) -> None:
    """Waits for something that another process does."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
