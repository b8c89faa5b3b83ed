"""`tokumei attack`: what attackers reach."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import JobOption, JsonOption, LanguageOption, SetOption

__all__ = ["command"]


def command(
    original: Annotated[
        Path,
        typer.Argument(
            metavar="ORIGINAL",
            help="The original data, or the folder of several tables: what the attacker knows.",
            show_default=False,
        ),
    ],
    release: Annotated[
        Path,
        typer.Argument(
            metavar="RELEASE", help="The released file, or folder of tables, whoever made it.", show_default=False
        ),
    ],
    job: JobOption,
    also: Annotated[
        Path | None,
        typer.Option(
            "--also",
            metavar="FILE",
            help="A second release of (partly) the same people, or the JSON report of one.",
            show_default=False,
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="REPORT",
            help="The report that is handed out with the release, as JSON.",
            show_default=False,
        ),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Try what takes long, too.")] = False,
    set_: SetOption = None,
    json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Tries what attackers try on a release, and judges it by the original.

    Exit status 1 when an attack reaches more than a promise allows, or than a limit of the job.
    """
    from tokumei import pipeline
    from tokumei.cli.changed_job import changed_job
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import of_attacks

    resolved = changed_job(job, set_)
    attacked = pipeline.attack(original, release, resolved, full=full, also=also, report=report)
    if json:
        print_json(attacked.to_dict())
    else:
        print_text(of_attacks(attacked, language=language_of_user(resolved.output.language, language)))
    if not attacked.ok:
        raise typer.Exit(1)
