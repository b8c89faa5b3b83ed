"""`tokumei text`: masks a file of lines, or a column, without a job file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokumei.cli.language import language_of_user
from tokumei.cli.options import ForceOption, JsonOption, Language, QuietOption
from tokumei.errors import JobError

if TYPE_CHECKING:
    from tokumei.pipeline import Release

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


class Short(StrEnum):
    """What becomes of a text shorter than n."""

    MASK = "mask"
    PASS = "pass"


class Direction(StrEnum):
    """In which directions a registry is looked up."""

    BOTH = "both"
    RELEASED = "released"


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
    short: Annotated[
        Short,
        typer.Option(
            "--short",
            metavar="mask|pass",
            help="A text shorter than n is one phrase that k texts must share, or passes as it is (the paper's way).",
        ),
    ] = Short.MASK,
    registry: Annotated[
        str | None,
        typer.Option(
            "--registry",
            metavar="collection|FILE",
            help="Promise too that every released text, as a pattern, matches k texts of FILE itself (`collection`) "
            "or of another file of lines, and that every text of FILE fits k released ones.",
            show_default=False,
        ),
    ] = None,
    direction: Annotated[
        Direction,
        typer.Option(
            "--direction",
            metavar="both|released",
            help="Of `--registry`; `released` promises the first alone, which does not hide whose row a text is.",
        ),
    ] = Direction.BOTH,
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
    language: Annotated[
        Language | None,
        typer.Option(
            "--language",
            metavar="en|ja",
            help="Of what is said and of the report; that of the terminal when absent.",
            show_default=False,
        ),
    ] = None,
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
    from tokumei import pipeline
    from tokumei.cli.bars import listener
    from tokumei.cli.first_run import ask_for_patience
    from tokumei.job import load
    from tokumei.pipeline.texts import LINES, text_job
    from tokumei.pipeline.writing import check_outputs

    if seed is not None and not shuffle:
        raise JobError("`--seed` is for `--shuffle`: nothing else here is left to chance.")
    name, spoken = column or LINES, language_of_user(chosen=language)
    job = load(
        text_job(
            name,
            {
                "n": n,
                "passes": passes,
                "mask": mask.value,
                "mask_char": mask_char,
                "keep": keep or [],
                "registry": _registry(registry, direction),
                "equal": equal,
                "merge": merge,
                "whitespace": whitespace.value,
                "characters": characters.value,
                "short": short.value,
                "all_masked": all_masked,
                "guess": guess,
            },
            k=k,
            source={
                "file": str(file),
                **({"lines": name} if column is None else {}),
                **({} if encoding is None else {"encoding": encoding}),
            },
            output={
                "data": None if output is None else str(output),
                "report": None if report is None else str(report),
                "order": "shuffle" if shuffle else "keep",
                "language": spoken,
            },
            seed=seed,
        )
    )
    check_outputs(job, force=force)
    with listener(quiet=quiet, language=spoken) as progress:
        ask_for_patience(progress)
        release = pipeline.anonymize(None, job, progress=progress)
        release.write_outputs(force=force)
    _show(release, name, json=json, quiet=quiet, language=spoken)


def _registry(registry: str | None, direction: Direction) -> str | dict[str, object] | None:
    """The registry as a job says it."""
    if direction is Direction.BOTH:
        return registry
    if registry is None:
        raise JobError("`--direction` is for `--registry`: name a registry, or leave it out.")
    return {**({"collection": True} if registry == "collection" else {"file": registry}), "direction": direction.value}


def _show(release: Release, name: str, *, json: bool, quiet: bool, language: str) -> None:
    from tokumei.cli.say import print_aside, print_json, print_release, print_text
    from tokumei.cli.summary import places_of
    from tokumei.io.texts import column_csv, lines_text, strings_of
    from tokumei.report import summary

    to_screen = release.job.output.data is None
    texts = strings_of(release.data[name]) if to_screen else []
    if json:
        print_json({**release.report, "texts": texts} if to_screen else release.report)
        return
    if to_screen:  # lines as lines; a column as a table of one, so that line breaks inside texts stay where they are
        lines = getattr(release.job.source, "lines", None) is not None
        print_release(lines_text(texts) if lines else column_csv(texts, name=name))
    if not quiet:
        (print_aside if to_screen else print_text)(summary(release.report, language, places=places_of(release.job)))
