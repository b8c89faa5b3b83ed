"""What is made from the program: `python -m tokumei.cli.reference docs examples`, or `make docs`.

Writes the reference of the command line and of the job file, its schema and the table of capabilities into the first
folder, and the examples into the second.
Tests compare them with the program.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import typer

__all__ = ["CAPABILITIES", "PAGE", "SCHEMA", "page", "schema_text", "write"]

PAGE = "command-line.md"
SCHEMA = "job.schema.json"
CAPABILITIES = "capabilities.md"

_OPENING = """# Command line

This page is made from the program by `make docs`; a test keeps both in step.

Exit status: 0, done and every promise holds; 1, a promise does not hold, or no release can keep it; 2, the job, the
data or the call is wrong; 130, stopped by Ctrl-C. An error is one or two sentences on standard error. With `--json`,
standard output is exactly one JSON document, also for an error: `{"error": "…", "exit": 2}`. Progress is drawn on
standard error, and only on a terminal. What is said is in the language of `--language`, else in Japanese where the
terminal is Japanese (`LC_ALL`, or else `LANG`); else results are in the language of the job's report, errors and
`--help` in English. `TOKUMEI_DEBUG=1` in the environment shows where an error came from.
"""


def page() -> str:
    """The page in Markdown."""
    from tokumei.cli.app import COMMANDS, app

    program: Any = typer.main.get_command(app)
    return "\n".join([_OPENING, *(_section(name, program.commands[name]) for name in COMMANDS)])


def schema_text() -> str:
    """The job file's JSON schema."""
    from tokumei.job import schema

    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def write(folder: Path, examples: Path) -> None:
    """All of it into the two folders."""
    from tokumei.cli import job_reference, python_reference
    from tokumei.demo import write_examples
    from tokumei.job import capabilities_page

    write_examples(examples, force=True)
    (folder / PAGE).write_text(page(), encoding="utf-8")
    (folder / job_reference.PAGE).write_text(job_reference.page(), encoding="utf-8")
    (folder / python_reference.PAGE).write_text(python_reference.page(), encoding="utf-8")
    (folder / CAPABILITIES).write_text(capabilities_page.page(), encoding="utf-8")
    (folder / SCHEMA).write_text(schema_text(), encoding="utf-8")


def _section(name: str, command: Any) -> str:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and one.name != "help"]
    needed = [f"{_flags(one)[0]} {_metavar(one)}" for one in options if one.required]
    usage = ["tokumei", name, *map(_place, arguments), *needed, *(["[OPTIONS]"] if options else [])]
    rows = [(_metavar(one), one) for one in arguments] + [(_option(one), one) for one in options]
    table = [
        "| argument or option | means |",
        "|---|---|",
        *(f"| `{_in_table(flag)}` | {_meaning(one)} |" for flag, one in rows),
    ]
    paragraphs = [" ".join(part.split()) for part in (command.help or "").split("\n\n")]
    blocks = [f"## tokumei {name}", *paragraphs, "    " + " ".join(usage), *(["\n".join(table)] if rows else [])]
    return "\n\n".join(blocks) + "\n"


def _in_table(text: str) -> str:
    """A bar would end the cell."""
    return text.replace("|", "\\|")


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _place(argument: Any) -> str:
    return _metavar(argument) if argument.required else f"[{_metavar(argument)}]"


def _flags(option: Any) -> list[str]:
    return sorted(option.opts, key=len, reverse=True)


def _option(option: Any) -> str:
    flags = ", ".join(_flags(option))
    return flags if option.is_flag else f"{flags} {_metavar(option)}"


def _meaning(parameter: Any) -> str:
    text = parameter.help or ""
    shown = not parameter.required and not getattr(parameter, "is_flag", False) and parameter.default
    return f"{text} Default: {parameter.default}." if shown else text


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:] or ("docs", "examples")))
