"""`tokumei verify`: checks the promises on a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import JobOption, JsonOption, LanguageOption, SetOption

__all__ = ["command"]


def command(
    release: Annotated[Path, typer.Argument(metavar="RELEASE", help="The released file.", show_default=False)],
    job: JobOption,
    set_: SetOption = None,
    json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Checks the promises of a job on a released file.

    It needs nothing but the file and the job. Exit status 1 when a promise does not hold, or nothing is promised.
    """
    from tokumei import pipeline
    from tokumei.cli.changed_job import changed_job
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import of_verification

    resolved = changed_job(job, set_)
    result = pipeline.verify(release, resolved)
    if json:
        print_json(result.to_dict())
    else:
        spoken = language_of_user(resolved.output.language, language)
        print_text(of_verification(result.to_dict(), release, language=spoken))
    if not result.ok:
        raise typer.Exit(1)
