"""`tokumei run`: anonymizes, verifies, writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tokumei.cli.options import ForceOption, JobArgument, JsonOption, QuietOption

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["command", "settings"]


def command(
    job: JobArgument,
    k: Annotated[int | None, typer.Option("--k", help="In place of the job's `privacy.k`.", show_default=False)] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="In place of a setting of the job, by its dotted name (`--set method.effort=best`); "
            "the value is read as YAML. May be repeated.",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
) -> None:
    """Anonymizes, verifies, and writes the release and report.

    Nothing is written when a promise does not hold.
    """
    from tokumei import pipeline
    from tokumei.cli.bars import listener
    from tokumei.cli.first_run import ask_for_patience
    from tokumei.cli.say import print_json, print_text
    from tokumei.cli.summary import of_report
    from tokumei.job import load, with_settings

    changed = settings(set_ or [], k)
    resolved = load(job)
    if changed:
        resolved = with_settings(resolved, changed)
    with listener(quiet=quiet) as progress:
        ask_for_patience(progress)
        report = pipeline.run(resolved, force=force, progress=progress)
    if json:
        print_json(report)
    elif not quiet:
        print_text(of_report(report, resolved))
    if not report["verified"]:
        raise typer.Exit(1)


def settings(pairs: Sequence[str], k: int | None = None) -> dict[str, Any]:
    """Dotted names and their values from `NAME=VALUE` words; `--k` is short for `privacy.k`."""
    import yaml

    from tokumei.errors import JobError

    changed: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not all(name.strip().split(".")):
            raise JobError(f"`--set {pair}` is not of the form NAME=VALUE, as in `--set privacy.k=10`.")
        try:
            changed[name.strip()] = yaml.safe_load(text)
        except yaml.YAMLError:
            raise JobError(f"The value of `--set {name}` is not valid YAML; put text with signs in quotes.") from None
    if k is not None:
        changed["privacy.k"] = k
    return changed
