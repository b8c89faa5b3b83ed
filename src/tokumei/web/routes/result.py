"""The result, and what people add to its evidence."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tokumei.web.asking import back_to, form_of, html, session_of, setting_of
from tokumei.web.edits import set_setting
from tokumei.web.routes.runs import run_of
from tokumei.web.screens.frame import address
from tokumei.web.screens.result import ABOUT, result_page
from tokumei.web.session import Run, Session

__all__ = ["ROUTES"]


async def result(request: Request) -> Response:
    """The result of a run: the one that is named, or the last that is done."""
    session = session_of(request)
    if session.state != "open":
        return back_to(address(session))
    return await html(result_page, setting_of(request), session, _chosen(session, request.query_params.get("run", "")))


def _chosen(session: Session, named: str) -> Run | None:
    done = [run for run in session.runs if run.task.state == "done"]
    asked = [run for run in done if str(run.number) == named]
    return next(iter(asked), done[-1] if done else None)


async def about(request: Request) -> Response:
    """Purpose, recipient and approver: into the job, the report and the evidence."""
    session, run = session_of(request), run_of(request)
    form = await form_of(request)
    given = {name: form.get(name).strip() for name in ABOUT if form.get(name).strip()}

    def edit(job: dict[str, Any]) -> None:
        set_setting(job, "about", given)

    session.change(edit)
    await run_in_threadpool(_rewrite, run, given)
    return back_to(f"{address(session, 'result')}?run={run.number}")


def _rewrite(run: Run, given: dict[str, str]) -> None:
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


ROUTES = [
    Route("/s/{key}/result", result),
    Route("/s/{key}/runs/{number:int}/about", about, methods=["POST"]),
]
