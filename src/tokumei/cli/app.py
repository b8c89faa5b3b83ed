"""The commands, by name. A new command is one file and one line in the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

import typer

from tokumei.cli import (
    apply,
    attack,
    demo,
    evidence,
    hierarchy,
    init,
    measure,
    run,
    schema,
    studio,
    sweep,
    text,
    vectors,
    verify,
)
from tokumei.cli.options import LanguageOption

__all__ = ["COMMANDS", "app", "app_of"]

COMMANDS: dict[str, Callable[..., Any]] = {
    "studio": studio.command,
    "init": init.command,
    "run": run.command,
    "verify": verify.command,
    "apply": apply.command,
    "measure": measure.command,
    "sweep": sweep.command,
    "attack": attack.command,
    "evidence": evidence.command,
    "hierarchy": hierarchy.command,
    "text": text.command,
    "vectors": vectors.command,
    "demo": demo.command,
    "schema": schema.command,
}


def _show_version(wanted: bool) -> None:
    if wanted:
        from tokumei import __version__

        typer.echo(f"tokumei {__version__}")
        raise typer.Exit


def _program(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Turns personal data into data that can be handed on, and proves what it promises.

    Begin with `tokumei demo`, or with `tokumei init DATA` on a file of yours.
    """
    del language  # read from the words of the call, since help is told in it too
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def _made_of(names: Iterable[str]) -> typer.Typer:
    """The program with some of its commands."""
    made = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    made.callback(invoke_without_command=True)(_program)
    for name in names:
        made.command(name)(COMMANDS[name])
    return made


app = _made_of(COMMANDS)


def app_of(words: Sequence[str]) -> typer.Typer:
    """The program as a call needs it: with the command that its first word names, or with all of them."""
    return _made_of(words[:1]) if words and words[0] in COMMANDS else app
