"""The columns screen, and the risk beside it."""

from __future__ import annotations

import threading
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tokumei.errors import TokumeiError
from tokumei.web.asking import Form, back_to, form_of, html, session_of, setting_of
from tokumei.web.edits import set_role
from tokumei.web.screens.columns import ROLES, columns_page
from tokumei.web.screens.frame import Setting, address, alert
from tokumei.web.screens.risk import risk_now
from tokumei.web.session import Session

__all__ = ["ROUTES"]


async def columns(request: Request) -> Response:
    """All columns."""
    session = session_of(request)
    if session.state != "open":
        return back_to(address(session))
    last = session.runs[-1].task if session.runs else None
    sentence = last.error if last is not None and last.state == "failed" else session.problem()
    mentioned = {name: sentence for _, name in session.mentioned(sentence)}
    return await html(columns_page, setting_of(request), session, mentioned=mentioned)


async def choose(request: Request) -> Response:
    """Roles: of one column, of the chosen ones, or of all."""
    session = session_of(request)
    form = await form_of(request)
    chosen = _chosen(form)
    known = range(len(session.survey["columns"]))

    def edit(job: dict[str, Any]) -> None:
        for place, role in chosen.items():
            if place in known and role in ROLES:
                set_role(job, session.surveyed(place), role)

    session.change(edit)
    return back_to(address(session, "columns"))


def _chosen(form: Form) -> dict[int, str]:
    if "many" in form:
        return {int(place): form.get("role") for place in form.all("pick") if place.isdecimal()}
    return form.numbered("role-")


async def risk(request: Request) -> Response:
    """The risk as a part of the page."""
    return await html(_risk, setting_of(request), session_of(request))


def _risk(setting: Setting, session: Session) -> str:
    words = setting.words
    try:
        found = session.risk()
    except TokumeiError as error:
        return alert("", words.said(str(error)))
    return risk_now(found, words=words)


async def advise(request: Request) -> Response:
    """The proposals become part of the job."""
    session = session_of(request)
    session.state = "opening"
    threading.Thread(target=lambda: session.open(advise=True), daemon=True).start()
    return back_to(address(session))


ROUTES = [
    Route("/s/{key}/columns", columns, methods=["GET"]),
    Route("/s/{key}/columns", choose, methods=["POST"]),
    Route("/s/{key}/risk", risk),
    Route("/s/{key}/advise", advise, methods=["POST"]),
]
