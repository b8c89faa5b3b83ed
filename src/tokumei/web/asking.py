"""What a request says: the reader's language, the file it is about, the fields of its form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tokumei.errors import JobError
from tokumei.web.screens.frame import Setting
from tokumei.web.session import Session
from tokumei.web.studio import Studio
from tokumei.web.words import studio_words

__all__ = ["Form", "back_to", "form_of", "html", "language_of", "session_of", "setting_of", "studio_of"]

LARGEST_FORM = 1 << 20
COOKIE = "tokumei-language"


class Form:
    """The fields of a form."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def get(self, name: str, default: str = "") -> str:
        """The last value of a field: a checkbox stands after the hidden field that says it is off."""
        return self._fields.get(name, [default])[-1]

    def all(self, name: str) -> list[str]:
        """Every value of a field."""
        return self._fields.get(name, [])

    def numbered(self, prefix: str) -> dict[int, str]:
        """Fields named by a column's place: `role-3`."""
        return {
            int(name.removeprefix(prefix)): values[-1]
            for name, values in self._fields.items()
            if name.startswith(prefix) and name.removeprefix(prefix).isdecimal()
        }


async def form_of(request: Request) -> Form:
    """The fields of a form, which is never long."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_FORM:
            raise JobError("The form is too long.")
    return Form(parse_qs(body.decode("utf-8", errors="replace"), keep_blank_values=True))


def studio_of(request: Request) -> Studio:
    """The studio."""
    studio: Studio = request.app.state.studio
    return studio


def session_of(request: Request) -> Session:
    """The file that the address names; KeyError where there is none."""
    return studio_of(request).sessions[request.path_params["key"]]


def language_of(request: Request) -> str:
    """What was chosen on the page; else Japanese where the browser puts it before English."""
    chosen = request.cookies.get(COOKIE)
    if chosen in ("en", "ja"):
        return chosen
    asked = request.headers.get("accept-language", "").lower()
    return next((part.strip()[:2] for part in asked.split(",") if part.strip()[:2] in ("en", "ja")), "en")


def setting_of(request: Request) -> Setting:
    """What pages are made in."""
    query = f"?{request.url.query}" if request.url.query else ""
    return Setting(
        words=studio_words(language_of(request)),
        folder=str(studio_of(request).folder.path),
        path=request.url.path + query,
    )


async def html(make: Callable[..., str], *arguments: Any, status: int = 200, **named: Any) -> Response:
    """A page, made beside the loop so that nobody waits for it but who asked."""
    return HTMLResponse(await run_in_threadpool(lambda: make(*arguments, **named)), status_code=status)


def back_to(place: str) -> Response:
    """After a change: the page that shows it."""
    return RedirectResponse(place, status_code=303)
