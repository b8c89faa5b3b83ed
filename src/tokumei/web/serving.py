"""The server: on loopback, with a token made for this start, until it is stopped."""

from __future__ import annotations

import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.errors import ExtraError, JobError

if TYPE_CHECKING:
    from tokumei.web.studio import Studio

__all__ = ["Address", "serve"]

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Address:
    """Where the studio is, and where its copies lie."""

    url: str
    """With the token."""
    folder: Path
    """The working folder, which goes with the studio."""


def serve(
    file: Path | None = None,
    *,
    port: int = 0,
    host: str = LOOPBACK,
    browser: bool = True,
    language: str = "en",
    tell: Callable[[Address], None] = lambda _: None,
) -> None:
    """Serves the studio until Ctrl-C or SIGTERM; `tell` is called once it answers.

    `port` 0 takes any that is free. `file` is opened at once, without a copy. Raises JobError where the port is taken,
    and ExtraError where the studio's packages are not installed.
    """
    try:
        import uvicorn

        from tokumei.web.app import make_app
    except ImportError:
        raise ExtraError.needed("studio", "The studio") from None
    from tokumei.web.studio import Studio

    listening = _listening(host, port)
    bound = listening.getsockname()[1]
    token = secrets.token_urlsafe(24)
    names = {LOOPBACK, "localhost", host}
    studio = Studio()
    try:
        app = make_app(studio, token=token, hosts=[f"{name}:{bound}" for name in names], cookie=f"tokumei-{bound}")
        place = "/" if file is None else _open(studio, file, language)
        address = Address(f"http://{host}:{bound}{place}?token={token}", studio.folder.path)
        config = uvicorn.Config(
            app,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        threading.Thread(target=_tell_when, args=(server, address, tell, browser), daemon=True).start()
        server.run(sockets=[listening])
    finally:
        studio.close()


def _tell_when(server: Any, address: Address, tell: Callable[[Address], None], browser: bool) -> None:
    """Tells once the server answers."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.01)
    tell(address)
    if browser:
        webbrowser.open(address.url)
    import_module("tokumei.job")  # what the second page needs, while the first is looked at


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=128)
    except OSError as error:
        raise JobError(
            f"The studio cannot listen on port {port} of {host}: {error.strerror}. Choose another with `--port`."
        ) from None


def _open(studio: Studio, file: Path, language: str) -> str:
    """Where the page of a file is, which is read in the background."""
    from tokumei.core.files import check_file
    from tokumei.web.screens.frame import address

    check_file(file, "file")
    place = file.resolve()
    source = {"file": str(place)}
    return address(studio.begin(source, title=file.name, path=place, folder=studio.place(), language=language))
