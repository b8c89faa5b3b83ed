"""The result, and what people add to its evidence."""

from __future__ import annotations

from typing import Any, get_args
from urllib.parse import unquote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tokumei.errors import TokumeiError
from tokumei.report.markup import EMPTY
from tokumei.web import work
from tokumei.web.asking import back_to, form_of, html, session_of, setting_of
from tokumei.web.edits import set_setting
from tokumei.web.events import event_stream
from tokumei.web.routes.runs import run_of
from tokumei.web.screens.checking import checking
from tokumei.web.screens.frame import Setting, address
from tokumei.web.screens.result import ABOUT, result_page
from tokumei.web.session import Run, Session
from tokumei.web.tasks import Task
from tokumei.web.uploads import display_name, ending_of, receive

__all__ = ["ROUTES"]


async def result(request: Request) -> Response:
    """The result of a run: the one that is named, or the last that is done."""
    session = session_of(request)
    if session.state != "open":
        return back_to(address(session))
    run = _chosen(session, request.query_params.get("run", ""))
    return await html(_page, setting_of(request), session, run)


def _page(setting: Setting, session: Session, run: Run | None) -> str:
    more = EMPTY if run is None or run.report is None else checking(session, run, setting.words)
    return result_page(setting, session, run, more=more)


def _chosen(session: Session, named: str) -> Run | None:
    done = [run for run in session.runs if run.task.state == "done"]
    asked = [run for run in done if str(run.number) == named]
    return next(iter(asked), done[-1] if done else None)


async def about(request: Request) -> Response:
    """Purpose, recipient, approver and judgements: into the job, the report and the evidence."""
    from tokumei.job.about import Question

    session, run = session_of(request), run_of(request)
    form = await form_of(request)

    def edit(job: dict[str, Any]) -> None:
        about = dict(job.get("about") or {})
        judged = dict(about.get("judgements") or {})
        for name in ABOUT:
            if name in form:
                set_setting(about, name, form.get(name).strip())
        for key in get_args(Question):
            if key in form:
                set_setting(judged, key, form.get(key).strip())
        set_setting(about, "judgements", judged)
        set_setting(job, "about", about)

    session.change(edit)
    await run_in_threadpool(_rewrite, run, session.job.get("about") or {})
    return back_to(f"{address(session, 'result')}?run={run.number}")


def _rewrite(run: Run, given: dict[str, Any]) -> None:
    """The documents of a run with other words about it; the release stays as it is."""
    from tokumei.pipeline.evidencing import evidence
    from tokumei.pipeline.writing import written_json
    from tokumei.report import render

    report = run.report
    if report is None:
        return
    set_setting(run.job, "about", given)
    set_setting(report["job"], "about", given)
    language = (report["job"].get("output") or {}).get("language", "en")
    (run.folder / "report.json").write_text(written_json(report), encoding="utf-8")
    (run.folder / "report.html").write_text(render(report, language=language), encoding="utf-8")
    evidence(report).write(run.folder / "evidence", force=True)


async def verify(request: Request) -> Response:
    """Another file, held against the job of this run."""
    session, run = session_of(request), run_of(request)
    name = display_name(unquote(request.headers.get("x-file-name", "")))
    words = setting_of(request).words
    try:
        ending = await run_in_threadpool(ending_of, name)
        place = run.folder / f"other-{len(run.verifications) + 1}{ending}"
        await receive(request.stream(), place)
    except TokumeiError as error:
        return JSONResponse({"error": words.said(str(error))}, status_code=400)
    task = Task.start(work.verify, release=str(place), job=str(run.folder / "job.yaml"), title=name)
    run.verifications.append((name, task))
    return JSONResponse({"place": f"{address(session, 'result')}?run={run.number}#verify"})


async def verify_events(request: Request) -> Response:
    """Where a verification is."""
    verifications = run_of(request).verifications
    number = request.path_params["which"]
    task = verifications[number][1] if number < len(verifications) else None
    return event_stream(task, setting_of(request).words)


async def attack(request: Request) -> Response:
    """What attackers reach on the release of this run."""
    session, run = session_of(request), run_of(request)
    form = await form_of(request)
    if run.task.state == "done" and (run.attack is None or run.attack.state != "running"):
        run.attack = await run_in_threadpool(
            lambda: Task.start(
                work.attack, release=str(run.release), job=str(run.folder / "job.yaml"), full=bool(form.get("full"))
            )
        )
    return back_to(f"{address(session, 'result')}?run={run.number}#attack")


async def attack_events(request: Request) -> Response:
    """Where the attacks are."""
    return event_stream(run_of(request).attack, setting_of(request).words)


ROUTES = [
    Route("/s/{key}/runs/{number:int}/verify", verify, methods=["POST"]),
    Route("/s/{key}/runs/{number:int}/verify/{which:int}/events", verify_events),
    Route("/s/{key}/runs/{number:int}/attack", attack, methods=["POST"]),
    Route("/s/{key}/runs/{number:int}/attack/events", attack_events),
    Route("/s/{key}/result", result),
    Route("/s/{key}/runs/{number:int}/about", about, methods=["POST"]),
]
