"""`tokumei demo`: the examples, written and run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import ForceOption, JsonOption, LanguageOption, QuietOption

__all__ = ["command"]


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write the examples.")] = Path("tokumei-demo"),
    force: ForceOption = False,
    json: JsonOption = False,
    quiet: QuietOption = False,
    language: LanguageOption = None,
) -> None:
    """Writes examples with made-up data and runs them."""
    import shlex

    from tokumei.cli.bars import listener
    from tokumei.cli.first_run import ask_for_patience
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import places_of
    from tokumei.demo import EXAMPLES, run_example, write_examples
    from tokumei.job import load
    from tokumei.report import summary
    from tokumei.report.words import words_in

    jobs = write_examples(folder, force=force)
    with listener(quiet=quiet, language=language_of_user(chosen=language)) as progress:
        ask_for_patience(progress)
        reports = {name: run_example(job, force=force, progress=progress) for name, job in jobs.items()}
    if json:
        print_json(reports)
    elif not quiet:
        for name, report in reports.items():
            job = load(jobs[name])
            said = summary(report, language_of_user(job.output.language, language), places=places_of(job))
            print_text(f"{jobs[name]}\n{said}\n")
        spoken = language_of_user(chosen=language)
        first = next(job for name, job in jobs.items() if EXAMPLES[name] == spoken)
        again = f"tokumei run {shlex.quote(str(first))} --k 10 --force"
        print_text(f"{words_in(spoken)('demo_next', job=first)}\n  {again}")
