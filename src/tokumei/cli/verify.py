"""`tokumei verify`: checks the promises on a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import JobOption, JsonOption, LanguageOption, SetOption

__all__ = ["command"]


def command(
    release: Annotated[
        Path,
        typer.Argument(
            metavar="RELEASE", help="The released file, or the folder of several tables.", show_default=False
        ),
    ],
    job: JobOption,
    persons: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Whose the rows are: a table with the job's `person` column, a row for each of the release, in its "
            "order.",
            show_default=False,
        ),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Checks the promises of a job on a released file, or on the folder of several tables.

    It needs nothing but that and the job. Where the job names a `person`, the file does not say whose its rows are:
    give `--persons`, or only records are judged. Exit status 1 when a promise does not hold, or nothing is promised.
    """
    from tokumei import pipeline
    from tokumei.cli.changed_job import changed_job
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import of_verification

    resolved = changed_job(job, set_)
    result = pipeline.verify(release, resolved, persons=persons)
    if json:
        print_json(result.to_dict())
    else:
        spoken = language_of_user(resolved.output.language, language)
        print_text(of_verification(result.to_dict(), release, language=spoken))
    if not result.ok:
        raise typer.Exit(1)
