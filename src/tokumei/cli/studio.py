"""`tokumei studio`: the whole tool as a page on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import LanguageOption

__all__ = ["command"]


def command(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A file to open at once; it is not copied.", show_default=False),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Where to listen; 0 takes any that is free.")
    ] = 0,
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; anything but this machine itself lets others in.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, and open no browser.")] = False,
    language: LanguageOption = None,
) -> None:
    """Opens the tool as a local page, in Japanese and English.

    The first line is the address, with a token made for this start. Nothing leaves this machine. Copies lie in a
    folder that only you can read, which is removed at the end; Ctrl-C ends it.
    """
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import complain, print_text
    from tokumei.report.words import words_in
    from tokumei.web import Address, serve

    spoken = language_of_user(chosen=language)
    words = words_in(spoken)

    def tell(address: Address) -> None:
        print_text(address.url)
        print_text(words("studio_folder", folder=address.folder))
        print_text(words("studio_stop"))
        if not _is_loopback(host):
            complain(words("studio_open_to_others", host=host))

    try:
        serve(file, port=port, host=host, browser=not no_browser, language=spoken, tell=tell)
    except KeyboardInterrupt:
        print_text(words("studio_ended"))


def _is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
