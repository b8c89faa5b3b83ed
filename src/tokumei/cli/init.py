"""`tokumei init`: a first job file for data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import DelimiterOption, EncodingOption, ForceOption

__all__ = ["command"]


def command(
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            help="The data: csv, tsv, parquet, jsonl, xlsx; or, with `--query`, the address of a database.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="JOB",
            help="The job file to write; `-` prints it. Named after the data when absent.",
            show_default=False,
        ),
    ] = None,
    k: Annotated[int, typer.Option("--k", min=2, help="The k that the job asks for.")] = 5,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    sheet: Annotated[
        str | None, typer.Option("--sheet", help="Of an Excel file; the first when absent.", show_default=False)
    ] = None,
    query: Annotated[
        str | None,
        typer.Option("--query", help="The statement whose rows are the records of a database.", show_default=False),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Writes a first job file for data, with guesses and reasons.

    It looks at names and values, guesses the type and the role of every column, and says why in comments.
    The job runs as it is; read it before you rely on it.
    """
    import shlex

    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_text
    from tokumei.cli.summary import of_guesses
    from tokumei.draft import draft_job, write_draft

    to_screen = output is not None and str(output) == "-"
    name = "database" if query is not None else Path(data).name.split(".")[0]
    place = Path(f"{name}.job.yaml") if output is None else output
    folder = Path() if to_screen else place.parent
    made = draft_job(data, folder=folder, k=k, encoding=encoding, delimiter=delimiter, sheet=sheet, query=query)
    if to_screen:
        print_text(made.text.rstrip("\n"))
        return
    write_draft(made, place, force=force)
    print_text(of_guesses(made, language=language_of_user()))
    print_text(f"\nWrote {place}. Read and correct it, then:\n  tokumei run {shlex.quote(str(place))}")
