"""`tokumei run`: anonymizes, verifies, writes."""

from __future__ import annotations

from typing import Annotated

import typer

from tokumei.cli.options import ForceOption, JobArgument, JsonOption, LanguageOption, QuietOption, SetOption

__all__ = ["command"]


def command(
    job: JobArgument,
    k: Annotated[int | None, typer.Option("--k", help="In place of the job's `privacy.k`.", show_default=False)] = None,
    set_: SetOption = None,
    json: JsonOption = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
    language: LanguageOption = None,
) -> None:
    """Anonymizes, verifies, and writes the release and report.

    Nothing is written when a promise does not hold.
    """
    from tokumei.cli.bars import listener
    from tokumei.cli.changed_job import changed_job
    from tokumei.cli.first_run import ask_for_patience
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import places_of
    from tokumei.core.columns import Kind, Role

    resolved = changed_job(job, set_, k)
    spoken = language_of_user(resolved.output.language, language)
    with listener(quiet=quiet, language=spoken) as progress:
        columns = getattr(resolved, "columns", {}).values()
        sets = any(column.role == Role.QUASI and column.type == Kind.SET for column in columns)
        # Before all that is loaded to run: a process that helps starts so much sooner.
        ask_for_patience(progress, search=resolved.method.effort != "fast", sets=sets)
        from tokumei import pipeline
        from tokumei.report import summary

        report = pipeline.run(resolved, force=force, progress=progress).report
    if json:
        print_json(report)
    elif not quiet:
        print_text(summary(report, spoken, places=places_of(resolved)))
    broken = any(not promise["holds"] and not promise["vacuous"] for promise in report["promises"])
    if broken or any(attack["verdict"] == "breaks" for attack in report.get("attacks", ())):
        raise typer.Exit(1)
