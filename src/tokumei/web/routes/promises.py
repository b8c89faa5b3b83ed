"""The promises screen, and the curve over k."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tokumei.web.asking import Form, back_to, form_of, html, session_of, setting_of
from tokumei.web.edits import set_setting
from tokumei.web.events import event_stream
from tokumei.web.routes.data import condition_of
from tokumei.web.screens.frame import address
from tokumei.web.screens.promises import EFFORTS, FORMS, promises_page
from tokumei.web.screens.purpose import SCORES
from tokumei.web.session import Session
from tokumei.web.settings import number

__all__ = ["ROUTES"]


async def promises(request: Request) -> Response:
    """What is promised."""
    session = session_of(request)
    if session.state != "open":
        return back_to(address(session))
    return await html(promises_page, setting_of(request), session)


async def change(request: Request) -> Response:
    """Whichever of the promises the form names."""
    session = session_of(request)
    form = await form_of(request)

    def edit(job: dict[str, Any]) -> None:
        privacy = job["privacy"]
        if "k" in form:
            privacy["k"] = number(form.get("k"))
        if "suppress" in form:
            share = number(form.get("suppress"))
            privacy["suppress"] = round(share / 100, 6) if isinstance(share, (int, float)) else share
        if form.get("effort") in EFFORTS:
            method = dict(job.get("method") or {})
            set_setting(method, "effort", None if form.get("effort") == "default" else form.get("effort"))
            set_setting(job, "method", method)
        if "attack" in form:
            set_setting(job, "attack", True if form.get("attack") else None)
        _of_columns(privacy, form, session)

    session.change(edit)
    return back_to(address(session, "promises"))


def _of_columns(privacy: dict[str, Any], form: Form, session: Session) -> None:
    """Diversity and closeness, of the columns that the form names."""
    forms, ls, cs, ts = (form.numbered(prefix) for prefix in ("form-", "l-", "c-", "t-"))
    for place in {*forms, *ls, *cs}:
        name = session.surveyed(place)["name"]
        diversity = dict(privacy.get("l_diversity") or {})
        had = diversity.get(name) or {}
        kind = forms.get(place) or next((one for one in FORMS[1:] if one in had), "none")
        value = next(iter(had.values()), None)
        c, el = value if isinstance(value, list) and len(value) == 2 else (3, value or 2)
        el = number(ls[place]) if ls.get(place) else el
        c = number(cs[place]) if cs.get(place) else c
        promised = {"recursive": [c, el]} if kind == "recursive" else {kind: el}
        set_setting(diversity, name, None if kind == "none" else promised)
        set_setting(privacy, "l_diversity", diversity)
    for place, text in ts.items():
        name = session.surveyed(place)["name"]
        closeness = dict(privacy.get("t_closeness") or {})
        set_setting(closeness, name, number(text) if text.strip() else None)
        set_setting(privacy, "t_closeness", closeness)


async def rules(request: Request) -> Response:
    """One condition of a rule more, one rule less, or what serves them."""
    session = session_of(request)
    form = await form_of(request)

    def edit(job: dict[str, Any]) -> None:
        method = dict(job.get("method") or {})
        had = [dict(rule) for rule in method.get("rules") or []]
        if form.get("remove"):
            had = [rule for rule in had if rule["name"] != form.get("remove")]
        elif form.get("name"):
            same = next((rule for rule in had if rule["name"] == form.get("name")), None)
            when = {**(same or {}).get("when", {}), form.get("column"): condition_of(form)}
            had = [rule for rule in had if rule is not same] + [{"name": form.get("name"), "when": when}]
        set_setting(method, "rules", had or None)
        if "score" in form or not had:
            score = form.get("score")
            set_setting(method, "score", score if had and score in SCORES[1:] else None)
        set_setting(job, "method", method)

    session.change(edit)
    return back_to(f"{address(session, 'promises')}#purpose")


async def draw(request: Request) -> Response:
    """The curve over k, in the background."""
    session = session_of(request)
    await run_in_threadpool(session.draw_curve)
    return back_to(f"{address(session, 'promises')}#curve")


async def end(request: Request) -> Response:
    """No curve after all."""
    session = session_of(request)
    await run_in_threadpool(session.end_curve)
    return back_to(f"{address(session, 'promises')}#curve")


async def events(request: Request) -> Response:
    """Where the curve is."""
    return event_stream(session_of(request).curve, setting_of(request).words)


ROUTES = [
    Route("/s/{key}/promises", promises, methods=["GET"]),
    Route("/s/{key}/promises", change, methods=["POST"]),
    Route("/s/{key}/rules", rules, methods=["POST"]),
    Route("/s/{key}/curve", draw, methods=["POST"]),
    Route("/s/{key}/curve/cancel", end, methods=["POST"]),
    Route("/s/{key}/curve/events", events),
]
