"""One column: its settings, its hierarchy as levels and as a tree."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tokumei.errors import TokumeiError
from tokumei.web.asking import back_to, form_of, html, session_of, setting_of
from tokumei.web.edits import column_of, set_role
from tokumei.web.screens.column import column_page
from tokumei.web.screens.columns import ROLES
from tokumei.web.screens.frame import Setting, address, alert
from tokumei.web.screens.levels import levels_part, masked_part, no_levels
from tokumei.web.session import Session
from tokumei.web.settings import settings_from, way_of
from tokumei.web.trees import moved, pinned, renamed
from tokumei.web.uploads import receive

__all__ = ["ROUTES"]

LARGEST_HIERARCHY = 64 << 20


def place_of(request: Request) -> int:
    """The column that the address names; KeyError where there is none."""
    place: int = request.path_params["place"]
    if place >= len(session_of(request).survey.get("columns", ())):
        raise KeyError(place)
    return place


async def column(request: Request) -> Response:
    """The page of a column."""
    session = session_of(request)
    if session.state != "open":
        return back_to(address(session))
    return await html(column_page, setting_of(request), session, place_of(request))


async def role(request: Request) -> Response:
    """Another role."""
    session, place = session_of(request), place_of(request)
    chosen = (await form_of(request)).get(f"role-{place}")
    if chosen in ROLES:
        session.change(lambda job: set_role(job, session.surveyed(place), chosen))
    return back_to(f"{address(session, 'columns')}/{place}")


async def settings(request: Request) -> Response:
    """The settings as the form has them."""
    session, place = session_of(request), place_of(request)
    form = await form_of(request)
    surveyed = session.surveyed(place)
    name = surveyed["name"]
    drawn = None
    if form.get("way") == "rows" and way_of(column_of(session.job, name)) != "rows":
        drawn = {"rows": await run_in_threadpool(_drawn, session, name)}

    def edit(job: dict[str, Any]) -> None:
        after = settings_from(form, column_of(job, name), {**surveyed, "drawn": drawn})
        job["columns"][name] = after["role"] if set(after) == {"role"} else after

    session.change(edit)
    return back_to(f"{address(session, 'columns')}/{place}")


def _drawn(session: Session, name: str) -> list[list[str]]:
    """The rows to begin with: those of the hierarchy that there is, or every value by itself."""
    if way_of(column_of(session.job, name)) != "none":
        found = session.levels(name)["rows"]
        if found:
            return [list(row) for row in found]
    return [[value, value, "*"] for value in session.desk.ask("values", name=name)]


async def levels(request: Request) -> Response:
    """What values become, as a part of the page."""
    return await html(_levels, setting_of(request), session_of(request), place_of(request))


def _levels(setting: Setting, session: Session, place: int) -> str:
    words, name = setting.words, session.surveyed(place)["name"]
    asked = column_of(session.job, name)
    if asked["role"] != "quasi":
        return ""
    try:
        if asked.get("type") == "text":
            k = session.job["privacy"].get("k")
            return masked_part(session.desk.ask("masked", name=name, settings=asked, k=k), words)
        if way_of(asked) == "none":
            return no_levels(words)
        found = session.levels(name)
    except TokumeiError as error:
        return alert("", words.said(str(error)))
    where = f"{address(session, 'columns')}/{place}"
    return levels_part(found, words, where=where, editable=True)


async def hierarchy(request: Request) -> Response:
    """A file of the hierarchy, in the ARX form."""
    session, place = session_of(request), place_of(request)
    name = session.surveyed(place)["name"]
    file = f"hierarchy-{place}.csv"
    fresh, words = session.folder / f"{file}.new", setting_of(request).words
    kept = column_of(session.job, name)
    try:
        fresh.unlink(missing_ok=True)
        await receive(request.stream(), fresh, most=LARGEST_HIERARCHY)
        fresh.replace(session.beside / file)
        asked: dict[str, Any] = {
            key: kept[key] for key in ("role", "type", "format", "separator", "weight") if key in kept
        }
        session.change(lambda job: _set(job, name, {**asked, "hierarchy": file}))
        await run_in_threadpool(session.levels, name)
    except TokumeiError as error:
        session.change(lambda job: _set(job, name, kept))
        return JSONResponse({"error": words.said(str(error))}, status_code=400)
    return JSONResponse({"place": f"{address(session, 'columns')}/{place}"})


def _set(job: dict[str, Any], name: str, settings: dict[str, Any]) -> None:
    job["columns"][name] = settings


async def rename(request: Request) -> Response:
    """Another name for a node; the tree then stands in the job."""
    return await _edited(request, "name")


async def move(request: Request) -> Response:
    """A value or a node under another; the tree then stands in the job."""
    return await _edited(request, "target")


async def pin(request: Request) -> Response:
    """A value or a node straight under the root; the tree then stands in the job."""
    return await _edited(request, "")


async def _edited(request: Request, given: str) -> Response:
    session, place = session_of(request), place_of(request)
    form = await form_of(request)
    name = session.surveyed(place)["name"]
    level, _, label = form.get("node").partition(":")
    found = await run_in_threadpool(session.levels, name)
    rows = [list(row) for row in found["rows"]]
    if level.isdecimal() and rows:
        if given:
            make = renamed if given == "name" else moved
            rows = make(rows, int(level), label, form.get(given).strip())
        else:
            rows = pinned(rows, int(level), label)

        def edit(job: dict[str, Any]) -> None:
            job["columns"][name] = {**column_of(job, name), "hierarchy": {"rows": rows}}

        session.change(edit)
    return back_to(f"{address(session, 'columns')}/{place}")


ROUTES = [
    Route("/s/{key}/columns/{place:int}", column, methods=["GET"]),
    Route("/s/{key}/columns/{place:int}", role, methods=["POST"]),
    Route("/s/{key}/columns/{place:int}/settings", settings, methods=["POST"]),
    Route("/s/{key}/columns/{place:int}/levels", levels),
    Route("/s/{key}/columns/{place:int}/hierarchy", hierarchy, methods=["POST"]),
    Route("/s/{key}/columns/{place:int}/rename", rename, methods=["POST"]),
    Route("/s/{key}/columns/{place:int}/move", move, methods=["POST"]),
    Route("/s/{key}/columns/{place:int}/pin", pin, methods=["POST"]),
]
