"""`tokumei hierarchy`: builds, shows, ranks and exports hierarchies for a column."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokumei.cli.options import DelimiterOption, EncodingOption, ForceOption, JsonOption, LanguageOption, QuietOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokumei.pipeline.hierarchies import Hierarchies
    from tokumei.report.words import Words

__all__ = ["command"]


def command(
    data: Annotated[
        Path,
        typer.Argument(metavar="DATA", help="The data: csv, tsv, parquet, jsonl, xlsx, xls, ods.", show_default=False),
    ],
    column: Annotated[
        str, typer.Argument(metavar="COLUMN", help="The column whose values need a hierarchy.", show_default=False)
    ],
    dictionary: Annotated[
        list[str] | None,
        typer.Option(
            "--dictionary",
            "-d",
            metavar="D",
            help="What to know meanings from: a file of chains (top concept first), of links (child, parent) or a "
            "published thesaurus, or one of addresses, countries, icd10, wordnet. May be repeated. Without any: "
            "by word vectors, where there are some, and by frequency.",
            show_default=False,
        ),
    ] = None,
    k: Annotated[int, typer.Option("--k", min=2, help="Rank by the loss that this k would cost.")] = 5,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Where to write the hierarchies as 01-….csv, 02-….csv (the form of ARX), best first, and a page.",
            show_default=False,
        ),
    ] = None,
    vectors: Annotated[
        str | None,
        typer.Option(
            "--vectors",
            metavar="FILE",
            help="Word vectors (word2vec, fastText, GloVe); `none` for none. Those installed when absent.",
            show_default=False,
        ),
    ] = None,
    corrections: Annotated[
        Path | None,
        typer.Option(
            "--corrections",
            metavar="FILE",
            help="A YAML file with `rename`, `add`, `move` and `pin`, by names as the tree shows them.",
            show_default=False,
        ),
    ] = None,
    direction: Annotated[
        int | None,
        typer.Option("--direction", metavar="N", min=1, help="Only the Nth hierarchy.", show_default=False),
    ] = None,
    paper: Annotated[bool, typer.Option("--paper", help="Compare and place values as the paper does.")] = False,
    nearly: Annotated[
        float,
        typer.Option(
            "--nearly",
            min=0.01,
            max=1.0,
            help="The share of the values that must have one reading only for one tree to hold all readings; else each "
            "is a direction.",
        ),
    ] = 0.9,
    separator: Annotated[
        str | None,
        typer.Option(
            "--separator", metavar="S", help="The cells are sets of items with this between.", show_default=False
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="The page with the trees, to open and close; DIR/report.html when absent.",
            show_default=False,
        ),
    ] = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    json: JsonOption = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
    language: LanguageOption = None,
) -> None:
    """Builds hierarchies by meaning for a column, ranks and shows them.

    Each generalizes all values in one direction. Ranked by how many values the dictionaries know, then by loss.
    """
    from tokumei.cli.bars import listener
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.pipeline.hierarchies import check_targets, find_hierarchies, write_hierarchies
    from tokumei.report.words import words_in

    check_targets(output, report, force=force)
    spoken = language_of_user(chosen=language)
    with listener(quiet=quiet, language=spoken) as progress:
        made = find_hierarchies(
            data,
            column,
            dictionaries=dictionary or (),
            k=k,
            vectors=vectors,
            corrections=corrections,
            direction=direction,
            paper=paper,
            nearly=nearly,
            separator=separator,
            encoding=encoding,
            delimiter=delimiter,
            progress=progress,
        )
    files = write_hierarchies(made, output, report=report, force=force, language=spoken)
    if json:
        print_json({**made.to_dict(), "files": [str(file) for file in files]})
    elif not quiet:
        print_text(_shown(made, files, words_in(spoken)))


def _shown(made: Hierarchies, files: Sequence[Path], words: Words) -> str:
    """The candidates as trees, and how to go on."""
    from tokumei.hierarchies.semantic import text_tree
    from tokumei.report.words.notes import worded

    head = words(
        "hierarchy_head",
        column=words("quoted", name=made.column),
        values=words.number(len(made.values)),
        records=words.number(made.records),
        missing=words("hierarchy_missing", count=words.number(made.missing)) if made.missing else "",
        k=made.k,
    )
    trees = [f"{rank}. {text_tree(candidate, language=words.language)}" for rank, candidate in made.found]
    notes = [worded(note, words.language) for note in made.notes]
    parts = ["\n".join([head, *notes, words("hierarchy_key")]), *trees]
    if files:
        parts.append("\n".join(f"  {words('wrote', file=file)}" for file in files))
    parts.append(_next(made, files, words))
    return "\n\n".join(parts)


def _next(made: Hierarchies, files: Sequence[Path], words: Words) -> str:
    """The line that a job file needs to use the best of them."""
    import json

    rank = made.found[0][0]
    tables = [file for file in files if file.suffix == ".csv"]
    if tables:
        line = f"hierarchy: {json.dumps(str(tables[0]), ensure_ascii=False)}"
    elif made.dictionaries:
        names = json.dumps(list(made.dictionaries), ensure_ascii=False)
        line = f"hierarchy: {{semantic: {names}, direction: {rank}}}"
    else:
        return words("hierarchy_write")
    return words("hierarchy_in_job", line=f"{made.column}: {{role: quasi, type: {made.kind}, {line}}}")
