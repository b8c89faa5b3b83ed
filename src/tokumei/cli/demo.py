"""`tokumei demo`: the examples, written and run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import ForceOption, JsonOption, LanguageOption, QuietOption
from tokumei.errors import JobError

__all__ = ["command"]

FOLDER = Path("tokumei-demo")


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write the examples.")] = FOLDER,
    register: Annotated[
        Path | None,
        typer.Option(
            "--register",
            metavar="FILE",
            help="Write a made-up register of inpatients in Japanese (.xlsx, .csv) instead, to try `init` on.",
            show_default=False,
        ),
    ] = None,
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
    from tokumei.demo import EXAMPLES, run_example, write_examples, write_register
    from tokumei.job import load
    from tokumei.report import summary
    from tokumei.report.words import words_in

    words = words_in(language_of_user(chosen=language))
    if register is not None:
        if folder != FOLDER:
            raise JobError("`--register` writes one file, and no examples: leave DIR out.")
        write_register(register, force=force)
        if json:
            print_json({"register": str(register)})
        elif not quiet:
            print_text(words("register_next", file=register, call=f"tokumei init {shlex.quote(str(register))}"))
        return
    jobs = write_examples(folder, force=force)
    with listener(quiet=quiet, language=words.language) as progress:
        ask_for_patience(progress)
        reports = {name: run_example(job, force=force, progress=progress) for name, job in jobs.items()}
    if json:
        print_json(reports)
    elif not quiet:
        for name, report in reports.items():
            job = load(jobs[name])
            said = summary(report, language_of_user(job.output.language, language), places=places_of(job))
            print_text(f"{jobs[name]}\n{said}\n")
        first = next(job for name, job in jobs.items() if EXAMPLES[name] == words.language)
        again = f"tokumei run {shlex.quote(str(first))} --k 10 --force"
        print_text(f"{words('demo_next', job=first)}\n  {again}")
