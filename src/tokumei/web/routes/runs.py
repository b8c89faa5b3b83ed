"""The screen of runs: starting, following, cancelling, comparing; and the files that runs wrote."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from tokumei.web.asking import back_to, html, session_of, setting_of
from tokumei.web.events import event_stream
from tokumei.web.screens.compare import compare
from tokumei.web.screens.frame import Setting, address
from tokumei.web.screens.result import FILES
from tokumei.web.screens.runs import runs_page
from tokumei.web.session import Run, Session, written

__all__ = ["ROUTES", "run_of"]

ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox allow-modals"
"""A report by itself has its style inside; it runs nothing and loads nothing."""


def run_of(request: Request) -> Run:
    """The run that the address names."""
    runs = session_of(request).runs
    number = request.path_params["number"]
    if not 1 <= number <= len(runs):
        raise KeyError(number)
    return runs[number - 1]


async def runs(request: Request) -> Response:
    """All runs."""
    session = session_of(request)
    if session.state != "open":
        return back_to(address(session))
    chosen = [int(number) for number in request.query_params.getlist("run") if number.isdecimal()]
    shown = request.query_params.get("rows") == "show"
    return await html(_page, setting_of(request), session, chosen, shown)


def _page(setting: Setting, session: Session, chosen: list[int], shown: bool) -> str:
    compared = [run for run in session.runs if run.number in chosen and run.task.state == "done"]
    return runs_page(setting, session, compared=compare(session, compared, setting.words, shown=shown), chosen=chosen)


async def start(request: Request) -> Response:
    """A run of the job as it stands; where it cannot run, the page says why."""
    session = session_of(request)
    if not await run_in_threadpool(session.problem):
        await run_in_threadpool(session.start)
    return back_to(address(session, "runs"))


async def cancel(request: Request) -> Response:
    """A run is ended at once."""
    await run_in_threadpool(run_of(request).task.cancel)
    return back_to(address(session_of(request), "runs"))


async def events(request: Request) -> Response:
    """Where a run is."""
    return event_stream(run_of(request).task, setting_of(request).words)


async def job(request: Request) -> Response:
    """The job as it stands."""
    return _download(session_of(request).text().encode(), "job.yaml", "application/yaml")


async def files(request: Request) -> Response:
    """What a run wrote: one file, or everything as a zip."""
    session, run = session_of(request), run_of(request)
    name = request.path_params["name"]
    if run.task.state != "done" or (name != "all.zip" and name not in FILES):
        raise HTTPException(404)
    stem = Path(session.title).name.split(".")[0] or "release"
    if name == "all.zip":
        return _download(await run_in_threadpool(_zip, run), f"{stem}.zip", "application/zip")
    place = run.release if name == "release" else run.folder / name
    called = f"{stem}{place.suffix}" if name == "release" else Path(name).name
    if request.query_params.get("show"):
        return FileResponse(place, headers={"Content-Security-Policy": ALONE})
    return FileResponse(place, filename=called, headers={"Content-Security-Policy": ALONE})


def _zip(run: Run) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("job.yaml", written(run.job))
        for file in run.beside:
            archive.write(file, file.name)
        for name in FILES:
            place = run.release if name == "release" else run.folder / name
            archive.write(place, place.name if name == "release" else name)
    return content.getvalue()


def _download(content: bytes, name: str, kind: str) -> Response:
    disposition = f"attachment; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition})


ROUTES = [
    Route("/s/{key}/runs", runs, methods=["GET"]),
    Route("/s/{key}/runs", start, methods=["POST"]),
    Route("/s/{key}/runs/{number:int}/cancel", cancel, methods=["POST"]),
    Route("/s/{key}/runs/{number:int}/events", events),
    Route("/s/{key}/runs/{number:int}/files/{name:path}", files),
    Route("/s/{key}/job.yaml", job),
]
