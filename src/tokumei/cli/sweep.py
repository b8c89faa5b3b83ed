"""`tokumei sweep`: one job at many k."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import ForceOption, JobArgument, JsonOption, LanguageOption, QuietOption, SetOption

__all__ = ["command"]


def command(
    job: JobArgument,
    k: Annotated[str, typer.Option("--k", metavar="RANGE", help="The k's: 2:20, 2:20:2 or 2,5,10.")] = "2:20",
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="PAGE", help="Also write a page with the picture.", show_default=False),
    ] = None,
    attacks: Annotated[bool, typer.Option(help="For histories: run the attacks at each k.")] = True,
    set_: SetOption = None,
    json: JsonOption = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
    language: LanguageOption = None,
) -> None:
    """Shows the trade of risk against utility over k, with the best k marked.

    Nothing of the data is published: for each k the release is made, measured and thrown away.
    """
    from tokumei.cli.bars import listener
    from tokumei.cli.changed_job import changed_job
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import of_sweep
    from tokumei.pipeline.sweeping import parse_ks, sweep, write_sweep

    ks = parse_ks(k)
    asked = changed_job(job, set_)
    spoken = language_of_user(asked.output.language, language)
    with listener(quiet=quiet, language=spoken) as progress:
        found = sweep(asked, ks, attacks=attacks, progress=progress)
    if output is not None:
        write_sweep(found, asked, output, force=force)
    if json:
        print_json(found)
    elif not quiet:
        print_text(of_sweep(found, language=spoken))
