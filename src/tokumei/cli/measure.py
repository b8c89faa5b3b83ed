"""`tokumei measure`: what a release lost."""

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
            metavar="ORIGINAL", help="The original data, or the folder of several tables.", show_default=False
        ),
    ],
    release: Annotated[
        Path,
        typer.Argument(
            metavar="RELEASE", help="The released file, or folder of tables, whoever made it.", show_default=False
        ),
    ],
    job: JobOption,
    set_: SetOption = None,
    json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Measures what a release lost, whoever made it."""
    from tokumei import pipeline
    from tokumei.cli.changed_job import changed_job
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import of_measures

    resolved = changed_job(job, set_)
    measures = pipeline.measure(original, release, resolved)
    if json:
        print_json(measures)
    else:
        print_text(of_measures(measures, language=language_of_user(resolved.output.language, language)))
