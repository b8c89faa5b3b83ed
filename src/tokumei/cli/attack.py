"""`tokumei attack`: tries to re-identify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import JobOption, JsonOption, LanguageOption, SetOption

__all__ = ["command"]


def command(
    original: Annotated[
        Path, typer.Argument(metavar="ORIGINAL", help="The original data: what the attacker knows.", show_default=False)
    ],
    release: Annotated[
        Path, typer.Argument(metavar="RELEASE", help="The released file, whoever made it.", show_default=False)
    ],
    job: JobOption,
    set_: SetOption = None,
    json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Tries to re-identify the subjects of a released history.

    Exit status 1 when an attack hits more often than the promise 1/k allows.
    """
    from tokumei import pipeline
    from tokumei.cli.changed_job import changed_job
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import of_attacks

    found = pipeline.attack(original, release, changed_job(job, set_))
    if json:
        print_json(found)
    else:
        print_text(of_attacks(found))
    if not found["ok"]:
        raise typer.Exit(1)
