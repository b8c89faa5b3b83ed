"""`tokumei evidence`: the documents for those who answer for a release."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import ForceOption

__all__ = ["command"]


class Language(StrEnum):
    """Of the documents."""

    EN = "en"
    JA = "ja"


def command(
    report: Annotated[
        Path, typer.Argument(metavar="REPORT", help="The internal report of a run, as JSON.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Where to write the documents.", show_default=False)
    ],
    language: Annotated[
        Language | None,
        typer.Option("--language", metavar="en|ja", help="Of the documents; the report's when absent."),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Writes the evidence of a release: internal.html, public.html.

    The first has everything and the checklists of laws, with blanks for people; the second is what may be shown.
    """
    from tokumei.cli.say import print_text
    from tokumei.pipeline.evidencing import evidence

    made = evidence(report, language=None if language is None else language.value)
    print_text("\n".join(str(path) for path in made.write(output, force=force)))
