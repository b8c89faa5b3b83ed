"""`tokumei apply`: recodes other data as a recoding says that a run has stored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import ForceOption, JsonOption, LanguageOption, QuietOption

__all__ = ["command"]


def command(
    recoding: Annotated[
        Path, typer.Argument(metavar="RECODING", help="What `output.recoding` of a job wrote.", show_default=False)
    ],
    data: Annotated[
        Path, typer.Argument(metavar="DATA", help="A file with the same columns as the job's.", show_default=False)
    ],
    out: Annotated[Path, typer.Option("--output", "-o", help="Where the release goes.", show_default=False)],
    report: Annotated[
        Path | None, typer.Option("--report", help="The report as HTML; beside the release when absent.")
    ] = None,
    suppress: Annotated[
        float | None,
        typer.Option("--suppress", min=0, max=1, help="The share of the records that may be removed; any when absent."),
    ] = None,
    json: JsonOption = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
    language: LanguageOption = None,
) -> None:
    """Recodes other data as a stored recoding says, verifies, and writes.

    Values without a place in the recoding, and groups that would not keep the promises, are removed and counted.
    """
    from tokumei.cli.bars import listener
    from tokumei.cli.first_run import ask_for_patience
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import places_of
    from tokumei.pipeline.applying import apply
    from tokumei.pipeline.writing import check_outputs
    from tokumei.report import summary

    targets = {"data": str(out.absolute())} | ({} if report is None else {"report": str(report.absolute())})
    with listener(quiet=quiet, language=language_of_user(chosen=language)) as progress:
        ask_for_patience(progress)
        release = apply(recoding, data, suppress=suppress, output=targets, progress=progress)
        check_outputs(release.job, force=force)
        progress.stage("write")
        release.write_outputs(force=force)
    if json:
        print_json(release.report)
    elif not quiet:
        spoken = language_of_user(release.job.output.language, language)
        print_text(summary(release.report, spoken, places=places_of(release.job)))
