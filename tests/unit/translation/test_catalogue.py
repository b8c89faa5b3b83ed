"""The catalogue is whole: every sentence that the program can raise has its Japanese.

Read from the source, not from runs: every text that is handed to an error, to what makes one, and every text that
stands in the hole of another. A new sentence needs a line in `src/tokumei/translation/japanese/`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

import tokumei
from tokumei.cli.app import app
from tokumei.engines.spark_sentences import KNOWN as SPARK
from tokumei.job.capabilities import MECHANISMS, Cell
from tokumei.job.engine import (
    COUNTING,
    DERIVED_TEXT,
    DESCRIBED,
    KEPT_ON_SPARK,
    NEW_ORDER,
    OF_HISTORIES,
    WHOLE_SCORE,
    WHOLE_TEXTS,
)
from tokumei.translation import catalogue
from tokumei.translation.japanese import PARTS, SENTENCES, capabilities, foreign
from tokumei.translation.japanese.help import HELP
from tokumei.translation.templates import Template, shape

SOURCE = Path(tokumei.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")

ERRORS = {
    *(
        "TokumeiError",
        "JobError",
        "DataError",
        "EngineError",
        "SourceError",
        "OutputError",
        "ExtraError",
        "PromiseError",
        "Infeasible",
    ),
    *("error", "failure"),  # classes of errors, as arguments
}
MAKERS = {
    *("wrong", "_unreadable", "_check", "_extra", "_needed", "_package", "check_whole", "needed", "unreadable_values"),
    "note",
}
"""Functions whose texts become errors, parts of errors, or notes on the terminal."""
READERS = {"read_text", "read_bytes", "read_encoded", "read_yaml", "check_file", "explained"}
"""Functions whose second argument is what a file is for."""
WHOLE = {"job/sentences.py", "engines/spark_sentences.py"}
"""Modules that do nothing but word errors."""
WORDING: dict[str, set[str]] = {
    "cli/program.py": {"explain"},
    "core/files.py": {"_place", "_yaml_problem"},
    "errors.py": {"missing_columns", "unassigned_columns", "unreadable_values", "needed"},
    "io/csv_files.py": {"_stray_quote"},
    "io/guess.py": {"guess_kind", "_kind_of_numbers", "_kind_of_texts"},
    "io/sources.py": {"_broken_line"},
    "io/sql.py": {"_scheme"},
    "io/writing.py": {"_sentence"},
    "pipeline/attacking.py": {"beyond_limits"},
    "pipeline/rules.py": {"_problem", "rules_from"},
    "pipeline/verifying.py": {"refuse_broken"},
    "privacy/diversity.py": {"remainder"},
    "privacy/distinct_diversity.py": {"refuse_impossible", "refuse_type"},
    "privacy/entropy_diversity.py": {"refuse_impossible", "refuse_type"},
    "privacy/recursive_diversity.py": {"refuse_impossible", "refuse_type"},
    "privacy/verification.py": {"_check_columns"},
    "web/tasks.py": {"broken_off", "sentence_of"},
}
"""Module → functions that word an error, or a part of one."""
COMPOSED = {
    *(" (known are {})", "; {}", ": add the type", ", type: {}", "`type: {}`", "`role: {}{}`"),
    "Value error, ",  # cut off
    "No space left",  # looked for in what the system says
    " or as ",  # between formats of dates
    ", …",  # after the first rows
    *(words for words, _, _ in SPARK),  # looked for in what Spark says
    "((?:[a-z]\\w*\\.)+[A-Z]\\w*(?:Exception|Error))(?:: (.*))?",
    "no reason was given",
}
"""Texts that are put together to one for which there is a template."""
NOT_SHOWN = {"The table of capabilities has no cell for {}.", "phrases defined twice: {}"}
"""Errors in the program itself."""


def template_of(text: ast.expr) -> str:
    """A text with `{}` for each hole."""
    if isinstance(text, ast.Constant):
        return str(text.value)
    assert isinstance(text, ast.JoinedStr)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in text.values)


def texts_in(node: ast.AST, *, words: bool = False) -> Iterator[ast.expr]:
    """The texts below a node: whole f-strings, and no docstrings; single words where asked for."""
    inside: set[int] = set()
    for below in ast.walk(node):
        if isinstance(below, ast.JoinedStr):
            inside |= {id(part) for part in below.values}
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            inside.add(id(below.value))
    for below in ast.walk(node):
        if id(below) in inside or not isinstance(below, (ast.JoinedStr, ast.Constant)):
            continue
        if isinstance(below, ast.Constant) and not isinstance(below.value, str):
            continue
        if words or " " in template_of(below).strip():
            yield below


def called(call: ast.Call) -> set[str]:
    """The name that is called, and the one before a dot."""
    named = call.func
    names = {named.attr} if isinstance(named, ast.Attribute) else {named.id} if isinstance(named, ast.Name) else set()
    if isinstance(named, ast.Attribute) and isinstance(named.value, ast.Name):
        names.add(named.value.id)
    return names


def said() -> Iterator[tuple[str, str]]:
    """Where, and what."""
    for path in MODULES:
        module = path.relative_to(SOURCE).as_posix()
        if module.startswith("translation/"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = list(texts_in(tree)) if module in WHOLE else []
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in WORDING.get(module, ()):
                found += texts_in(node)
            if isinstance(node, ast.Call):
                names = called(node)
                if names & (ERRORS | MAKERS) or ("ValueError" in names and module.startswith(("job/", "report/"))):
                    found += [text for argument in node.args for text in texts_in(argument)]
                if names & READERS and len(node.args) > 1:
                    found += texts_in(node.args[1], words=True)
        yield from ((f"{module}:{text.lineno}", template_of(text)) for text in found)


SAID = sorted({(where, text) for where, text in said() if text not in COMPOSED | NOT_SHOWN})
KNOWN = {shape(source).strip() for source in (*SENTENCES, *PARTS)}


def plain_shape(text: str) -> str:
    return text.replace("{}", "\0").removesuffix(".").strip()


def test_there_is_something_to_check() -> None:
    assert len(SAID) > 300


@pytest.mark.parametrize(("where", "text"), SAID, ids=[where for where, _ in SAID])
def test_every_sentence_has_its_japanese(where: str, text: str) -> None:
    assert plain_shape(text) in KNOWN, f"{where}: add this sentence to src/tokumei/translation/japanese/"


def test_every_sentence_of_the_catalogue_is_said_somewhere() -> None:
    own = {shape(source).strip(): source for source in SENTENCES if source not in foreign.SENTENCES}
    assert [source for one, source in own.items() if one not in {plain_shape(text) for _, text in SAID}] == []


def test_every_error_that_is_raised_is_a_text_or_is_worded_elsewhere() -> None:
    """What is handed to an error is a text, or comes from a function of which the texts are read above."""
    elsewhere = {"_sentence(path, error)", "str(error).rstrip('.')", "'. '.join(dict.fromkeys(wrong)).rstrip('.')"}
    elsewhere |= {"_ROWS.sub('', str(error))"}
    odd = []
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args):
                continue
            if not called(node.exc) & {*ERRORS, "ValueError"} or isinstance(node.exc.func, ast.Attribute):
                continue
            argument = node.exc.args[0]
            if not isinstance(argument, (ast.Constant, ast.JoinedStr)) and ast.unparse(argument) not in elsewhere:
                odd.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert odd == []


def reasons() -> set[str]:
    """Why a mechanism cannot do something."""
    cells = [cell for mechanism in MECHANISMS.values() for cell in mechanism.cells.values()]
    cells += [*COUNTING.values(), *OF_HISTORIES.values()]
    cells += [Cell(why) for why in (DESCRIBED, NEW_ORDER, WHOLE_SCORE, KEPT_ON_SPARK, WHOLE_TEXTS, DERIVED_TEXT)]
    return {reason for cell in cells for reason in (cell.why_not, *(limit.why for limit in cell.limits)) if reason}


def test_what_a_mechanism_cannot_do_has_its_japanese() -> None:
    job = "The job: `columns.x`: {}."
    assert [reason for reason in reasons() if reason in catalogue().translated(job.format(reason))] == []


def test_no_reason_of_the_catalogue_is_there_in_vain() -> None:
    known = [Template.of(*pair) for pair in capabilities.PARTS.items()]
    assert [one.source for one in known if not any(one.pattern.fullmatch(reason) for reason in reasons())] == []


def test_japanese_is_japanese() -> None:
    holes = re.compile(r"(?:\{\w+\}|[：。])+")
    for source, target in {**SENTENCES, **PARTS, **HELP}.items():
        assert JAPANESE.search(target) or holes.fullmatch(target), source


def help_texts() -> Iterator[str]:
    program = typer.main.get_command(app)
    for command in (program, *getattr(program, "commands", {}).values()):
        yield from (" ".join(part.split()) for part in (command.help or "").split("\n\n"))
        yield from (parameter.help for parameter in command.params if getattr(parameter, "help", None))


def test_every_text_of_the_help_has_its_japanese() -> None:
    assert sorted(set(help_texts()) - set(HELP)) == []


def test_no_text_of_the_help_is_there_in_vain() -> None:
    layout = {"Usage", "Arguments", "Options", "Commands", "Show this message and exit."}
    assert sorted(set(HELP) - set(help_texts()) - layout) == []
