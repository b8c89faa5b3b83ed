"""Arguments and options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "DelimiterOption",
    "EncodingOption",
    "ForceOption",
    "JobArgument",
    "JobOption",
    "JsonOption",
    "Language",
    "LanguageOption",
    "QuietOption",
    "SetOption",
]


class Language(StrEnum):
    """Languages of reports and drafts."""

    EN = "en"
    JA = "ja"


JobArgument = Annotated[Path, typer.Argument(metavar="JOB", help="The job file (YAML).", show_default=False)]
JobOption = Annotated[
    Path, typer.Option("--job", "-j", metavar="JOB", help="The job file (YAML) that the release was made by.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON document instead of text; an error is one too.")
]
LanguageOption = Annotated[
    Language | None,
    typer.Option(
        "--language",
        metavar="en|ja",
        help="Of what is said here; that of the terminal, or of the job's report, when absent.",
        show_default=False,
    ),
]
EncodingOption = Annotated[
    str | None, typer.Option("--encoding", help="Of a text file; detected when absent.", show_default=False)
]
DelimiterOption = Annotated[
    str | None, typer.Option("--delimiter", help="Between fields; detected when absent.", show_default=False)
]
ForceOption = Annotated[bool, typer.Option("--force", "-f", help="Replace files that exist.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="In place of a setting of the job, by its dotted name (`--set method.effort=best`); "
        "the value is read as YAML. May be repeated.",
        show_default=False,
    ),
]
