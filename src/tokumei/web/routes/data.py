"""The data screen."""

from __future__ import annotations

import threading
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tokumei.errors import TokumeiError
from tokumei.web.asking import Form, back_to, form_of, html, session_of, setting_of
from tokumei.web.edits import set_person
from tokumei.web.screens.data import data_page, opening_page
from tokumei.web.screens.frame import Setting, address
from tokumei.web.session import Session

__all__ = ["ROUTES", "condition_of"]


async def data(request: Request) -> Response:
    """How the file was read."""
    session = session_of(request)
    if session.state != "open":
        return await html(opening_page, setting_of(request), session)
    return await html(_shown, setting_of(request), session, request.query_params.get("values") == "show")


def _shown(setting: Setting, session: Session, values: bool) -> str:
    try:
        rows, error = session.desk.ask("rows"), ""
    except TokumeiError as failure:
        rows, error = {"names": [], "rows": []}, str(failure)
    return data_page(setting, session, rows, shown=values, error=error)


async def state(request: Request) -> Response:
    """Whether the file is read already; the page asks while it waits."""
    return JSONResponse({"state": session_of(request).state})


async def source(request: Request) -> Response:
    """The same file, read in another way."""
    session = session_of(request)
    form = await form_of(request)
    given: dict[str, Any] = {"file": session.source["file"]}
    given |= {name: form.get(name) for name in ("encoding", "delimiter", "decimal", "sheet") if form.get(name)}
    if form.get("header_row").isdecimal() and not form.get("no_header"):
        given["header_row"] = int(form.get("header_row"))
    if form.get("no_header"):
        given["header"] = False
    session.state = "opening"
    threading.Thread(target=session.read_again, args=(given,), daemon=True).start()
    return back_to(address(session))


async def where(request: Request) -> Response:
    """One condition more, or one less."""
    session = session_of(request)
    form = await form_of(request)

    def edit(job: dict[str, Any]) -> None:
        conditions = dict(job.get("where") or {})
        if form.get("remove"):
            conditions.pop(form.get("remove"), None)
        elif form.get("column"):
            conditions[form.get("column")] = condition_of(form)
        job.pop("where", None)
        if conditions:
            job["where"] = conditions

    session.change(edit)
    return back_to(address(session))


def condition_of(form: Form) -> Any:
    """A condition as a job has it."""
    how, value = form.get("how"), form.get("value").strip()
    if how in ("filled", "empty"):
        return {"missing": how == "empty"}
    if how == "in":
        listed = [_value(part.strip()) for part in value.replace("、", ",").split(",") if part.strip()]
        return listed if len(listed) != 1 else listed[0]
    return {how: _value(value)}


def _value(text: str) -> Any:
    """A number, a date or a text, as YAML would read it."""
    import yaml

    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError:
        return text
    return text if isinstance(found, (dict, list, bool)) or found is None else found


async def person(request: Request) -> Response:
    """Whose each record is."""
    session = session_of(request)
    form = await form_of(request)

    named, way, by = (form.get(field) for field in ("person", "way", "by"))
    session.change(lambda job: set_person(job, session.survey["columns"], named, way, by))
    return back_to(address(session))


ROUTES = [
    Route("/s/{key}/data", data),
    Route("/s/{key}/state", state),
    Route("/s/{key}/source", source, methods=["POST"]),
    Route("/s/{key}/where", where, methods=["POST"]),
    Route("/s/{key}/person", person, methods=["POST"]),
]
