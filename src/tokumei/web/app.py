"""The application: routes, what is served as it lies, and errors as pages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tokumei.errors import TokumeiError
from tokumei.report.markup import element
from tokumei.web.asking import html, setting_of
from tokumei.web.routes import ROUTES
from tokumei.web.safety import Safety
from tokumei.web.screens.frame import alert, page
from tokumei.web.studio import Studio
from tokumei.web.tasks import sentence_of

__all__ = ["make_app"]

STATIC = {
    "page.css": ("tokumei.report", "page.css", "text/css"),
    "studio.css": ("tokumei.web", "static/studio.css", "text/css"),
    "icon.svg": ("tokumei.web", "static/icon.svg", "image/svg+xml"),
    "studio.js": ("tokumei.web", "static/studio.js", "text/javascript"),
}
"""What is served as it lies: the report's style sheet, ours, our script, and the icon."""


def make_app(studio: Studio, *, token: str, hosts: Sequence[str], cookie: str) -> Starlette:
    """The application around what is open; only requests to `hosts` with the token pass."""
    app = Starlette(
        routes=[*ROUTES, Route("/static/{name}", _static)],
        middleware=[Middleware(Safety, token=token, hosts=hosts, cookie=cookie)],
        exception_handlers={
            404: _not_there,
            KeyError: _not_there,
            TokumeiError: _wrong,
            Exception: _wrong,
        },
    )
    app.state.studio = studio
    return app


async def _static(request: Request) -> Response:
    found = STATIC.get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    package, place, kind = found
    return Response((files(package) / place).read_bytes(), media_type=kind)


async def _not_there(request: Request, error: Exception) -> Response:
    setting = setting_of(request)
    words = setting.words
    parts = (
        element("h1", words("not_there")),
        element("p", words("not_there_text"), class_="lead"),
        element("p", element("a", words("all_files"), href="/")),
    )
    return await html(page, setting, words("not_there"), *parts, status=404)


async def _wrong(request: Request, error: Exception) -> Response:
    """An error as a sentence; nothing of it is written to a log."""
    setting = setting_of(request)
    words = setting.words
    said = alert("", words.said(sentence_of(error)))
    parts = (element("h1", words("went_wrong")), said, element("p", element("a", words("all_files"), href="/")))
    status = 400 if isinstance(error, TokumeiError) else 500
    return await html(page, setting, words("went_wrong"), *parts, status=status)
