"""Opening and closing files, and the language."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tokumei.errors import TokumeiError
from tokumei.web.asking import COOKIE, back_to, form_of, html, language_of, session_of, setting_of, studio_of
from tokumei.web.screens.frame import address
from tokumei.web.screens.start import start_page
from tokumei.web.uploads import display_name, ending_of, receive
from tokumei.web.words import studio_words

__all__ = ["ROUTES"]


async def start(request: Request) -> Response:
    """The first page."""
    return await html(start_page, setting_of(request), list(studio_of(request).sessions.values()))


async def upload(request: Request) -> Response:
    """A file as the body of the request, its name in a header; streamed to the working folder."""
    studio = studio_of(request)
    words = studio_words(language_of(request))
    name = display_name(unquote(request.headers.get("x-file-name", "")))
    try:
        ending = await run_in_threadpool(ending_of, name)
        folder = studio.place()
        place = folder / f"source{ending}"
        await receive(request.stream(), place)
    except TokumeiError as error:
        return JSONResponse({"error": words.said(str(error))}, status_code=400)
    session = studio.begin({"file": name}, title=name, path=place, folder=folder, language=words.language)
    return JSONResponse({"place": address(session)})


async def example(request: Request) -> Response:
    """The made-up hospital, in the reader's language and in the encoding of an office there."""
    from tokumei.demo import example_files

    studio, language = studio_of(request), language_of(request)
    folder = studio.place()
    place = folder / "source.csv"
    place.write_bytes(example_files("ja" if language == "ja" else "en")["hospital.csv"])
    name = "hospital.csv"
    return back_to(address(studio.begin({"file": name}, title=name, path=place, folder=folder, language=language)))


async def query(request: Request) -> Response:
    """The rows of a query."""
    form = await form_of(request)
    studio = studio_of(request)
    source = {"sql": _absolute(form.get("sql").strip()), "query": form.get("query").strip()}
    title = urlsplit(source["sql"]).path.rpartition("/")[2] or "database"
    session = studio.begin(source, title=title, path=None, folder=studio.place(), language=language_of(request))
    return back_to(address(session))


def _absolute(url: str) -> str:
    """The address of a database; a file is named in full, since runs have folders of their own."""
    kind, mark, place = url.partition("sqlite:///")
    return url if kind or not mark or not place else f"{mark}{Path(place).resolve()}"


async def sentences(request: Request) -> Response:
    """Texts that were typed in, one a line."""
    form = await form_of(request)
    studio, words = studio_of(request), studio_words(language_of(request))
    lines = [line.strip() for line in form.get("sentences").splitlines() if line.strip()]
    folder = studio.place()
    place = folder / "source.txt"
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    name = words("sentences_name")
    source = {"file": name, "lines": "text"}
    return back_to(address(studio.begin(source, title=name, path=place, folder=folder, language=words.language)))


async def close(request: Request) -> Response:
    """A file is closed: its copies go."""
    await run_in_threadpool(studio_of(request).end, session_of(request))
    return back_to("/")


async def language(request: Request) -> Response:
    """Another language, for this browser; back to the page that was open."""
    form = await form_of(request)
    back = form.get("back", "/")
    answer = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", status_code=303)
    if form.get("language") in ("en", "ja"):
        answer.set_cookie(COOKIE, form.get("language"), samesite="strict", httponly=True)
    return answer


ROUTES = [
    Route("/", start),
    Route("/open", upload, methods=["POST"]),
    Route("/example", example, methods=["POST"]),
    Route("/query", query, methods=["POST"]),
    Route("/sentences", sentences, methods=["POST"]),
    Route("/language", language, methods=["POST"]),
    Route("/s/{key}/close", close, methods=["POST"]),
]
