"""`tokumei text`: masks a file of lines, or a column, without a job file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tokumei.cli.options import ForceOption, JsonOption, QuietOption

if TYPE_CHECKING:
    from tokumei.pipeline.text_release import TextRelease

__all__ = ["command"]


class Mask(StrEnum):
    """What of a rare n-gram is masked."""

    ALL = "all"
    LEAST = "least"


class Whitespace(StrEnum):
    """What becomes of white space."""

    REMOVE = "remove"
    KEEP = "keep"


class Characters(StrEnum):
    """What one character is."""

    GRAPHEMES = "graphemes"
    POINTS = "points"


class Language(StrEnum):
    """Of the report."""

    EN = "en"
    JA = "ja"


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file with one text a line; or a table.", show_default=False)
    ],
    n: Annotated[int, typer.Option("--n", min=1, help="The length of the n-grams, in characters.")] = 2,
    k: Annotated[int, typer.Option("--k", min=2, help="How many texts must share what stays readable.")] = 5,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="The release: lines, or a table by its ending. Standard output when absent.",
            show_default=False,
        ),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(
            "--column",
            metavar="NAME",
            help="FILE is a table and this column holds the texts; only it is published.",
            show_default=False,
        ),
    ] = None,
    passes: Annotated[
        int,
        typer.Option(
            "--passes",
            min=0,
            help="How often to count and mask: 0, until nothing changes; 1, as in the paper, which promises less.",
        ),
    ] = 0,
    mask: Annotated[
        Mask, typer.Option("--mask", metavar="all|least", help="All of a rare n-gram, or just enough to break it.")
    ] = Mask.ALL,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep",
            metavar="PHRASE",
            help="A phrase that stays readable; the report counts what it revealed. May be repeated.",
            show_default=False,
        ),
    ] = None,
    mask_char: Annotated[str, typer.Option("--mask-char", metavar="C", help="What a masked character becomes.")] = "*",
    merge: Annotated[
        bool, typer.Option("--merge", help="Write adjacent masks as one, which hides how long the rest was.")
    ] = False,
    whitespace: Annotated[
        Whitespace,
        typer.Option("--whitespace", metavar="keep|remove", help="Whether white space is removed before counting."),
    ] = Whitespace.REMOVE,
    characters: Annotated[
        Characters,
        typer.Option("--characters", metavar="graphemes|points", help="Characters as people see them, or code points."),
    ] = Characters.GRAPHEMES,
    registry: Annotated[
        str | None,
        typer.Option(
            "--registry",
            metavar="collection|FILE",
            help="Promise too that every released text, as a pattern, matches k texts of FILE itself (`collection`) "
            "or of another file of lines.",
            show_default=False,
        ),
    ] = None,
    equal: Annotated[
        bool, typer.Option("--equal", help="Promise too that every released text equals at least k − 1 others.")
    ] = False,
    shuffle: Annotated[
        bool, typer.Option("--shuffle", help="Give the texts in another order; otherwise they keep theirs.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Makes `--shuffle` repeatable.", show_default=False)
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="A report for people (.html); the same as JSON is written beside it.",
            show_default=False,
        ),
    ] = None,
    language: Annotated[Language, typer.Option("--language", metavar="en|ja", help="Of the report.")] = Language.EN,
    guess: Annotated[
        bool,
        typer.Option(
            "--guess", help="Try to guess what is masked and to look the texts up, and report how often that works."
        ),
    ] = False,
    all_masked: Annotated[
        bool, typer.Option("--all-masked", help="Accept that everything is masked where there are fewer than k texts.")
    ] = False,
    encoding: Annotated[
        str | None, typer.Option("--encoding", help="Of FILE; detected when absent.", show_default=False)
    ] = None,
    json: JsonOption = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
) -> None:
    """Masks what is rare in texts, one a line or in a column.

    Every n-gram that stays readable stands in at least k of the released texts; other promises can be added. The
    lines keep their order. Without `-o` the masked texts go to standard output, and what was done to standard error.
    """
    from tokumei.cli.bars import listener
    from tokumei.cli.first_run import ask_for_patience
    from tokumei.pipeline.text_files import mask_file

    with listener(quiet=quiet) as progress:
        ask_for_patience(progress)
        release = mask_file(
            file,
            column=column,
            output=output,
            report=report,
            encoding=encoding,
            force=force,
            progress=progress,
            n=n,
            k=k,
            passes=passes,
            mask=mask.value,
            mask_char=mask_char,
            keep=keep or (),
            registry=registry,
            equal=equal,
            merge=merge,
            whitespace=whitespace.value,
            characters=characters.value,
            all_masked=all_masked,
            guess=guess,
            shuffle=shuffle,
            seed=seed,
            language=language.value,
        )
    _show(release, json=json, quiet=quiet, to_screen=output is None, table=column is not None, places=(output, report))


def _show(
    release: TextRelease, *, json: bool, quiet: bool, to_screen: bool, table: bool, places: tuple[Path | None, ...]
) -> None:
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_aside, print_json, print_release, print_text
    from tokumei.cli.text_summary import of_texts

    if json:
        document: dict[str, Any] = dict(release.report)
        print_json({**document, "texts": release.texts} if to_screen else document)
        return
    if to_screen:
        print_release(_written(release, table=table))
    if not quiet:
        language = language_of_user(release.report["job"]["output"]["language"])
        said = of_texts(release.report, places, language=language)
        (print_aside if to_screen else print_text)(said)


def _written(release: TextRelease, *, table: bool) -> str:
    """Lines as lines; a column as a table of one, so that line breaks inside texts stay where they are."""
    from tokumei.io.texts import column_csv, lines_text

    return column_csv(release.texts, name=release.name) if table else lines_text(release.texts)
