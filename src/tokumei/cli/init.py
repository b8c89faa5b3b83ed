"""`tokumei init`: a first job file for data, with advice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tokumei.cli.options import DelimiterOption, EncodingOption, ForceOption, Language

if TYPE_CHECKING:
    from tokumei.draft import Draft

__all__ = ["command"]


def command(
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            help="The data: csv, tsv, parquet, jsonl, xlsx, xls, ods; or, with `--query`, the address of a database.",
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
        str | None, typer.Option("--sheet", help="Of a workbook; the first when absent.", show_default=False)
    ] = None,
    header_row: Annotated[
        int | None,
        typer.Option(
            "--header-row",
            min=1,
            help="The row with the names of the columns, where titles stand above it.",
            show_default=False,
        ),
    ] = None,
    no_header: Annotated[
        bool, typer.Option("--no-header", help="There is no header: the columns are called column_1, column_2, …")
    ] = False,
    query: Annotated[
        str | None,
        typer.Option("--query", help="The statement whose rows are the records of a database.", show_default=False),
    ] = None,
    advise: Annotated[
        bool,
        typer.Option(
            "--advise", help="Write the proposals into the job, and the hierarchies that they need beside it."
        ),
    ] = False,
    language: Annotated[
        Language | None,
        typer.Option(
            "--language",
            metavar="en|ja",
            help="Of reasons and comments; that of the terminal when absent.",
            show_default=False,
        ),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Writes a first job file for data, with guesses, reasons and proposals.

    It looks at names and values, guesses the type and the role of every column, and says why in comments. It proposes
    what to do about columns that say the same, rare values, exact figures and people with several records; with
    `--advise` the job does so. The job runs as it is; read it before you rely on it.
    """
    import shlex

    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_text
    from tokumei.draft import draft_job
    from tokumei.draft.reason import Reason
    from tokumei.draft.words import said
    from tokumei.errors import JobError, OutputError

    spoken = language_of_user() if language is None else language.value
    if no_header and header_row is not None:
        raise JobError("`--no-header` and `--header-row` contradict each other: leave one of them out.")

    to_screen = output is not None and str(output) == "-"
    name = "database" if query is not None else Path(data).name.split(".")[0]
    place = Path(f"{name}.job.yaml") if output is None else output
    folder = Path() if to_screen else place.parent
    made = draft_job(
        data,
        folder=folder,
        k=k,
        encoding=encoding,
        delimiter=delimiter,
        sheet=sheet,
        header=not no_header,
        header_row=header_row,
        query=query,
        advise=advise,
        language=spoken,
    )
    if to_screen:
        if made.files:
            raise OutputError(
                f"The advice needs files beside the job ({', '.join(made.files)}): name the job with `-o`, or leave "
                "`--advise` out."
            )
        print_text(made.text.rstrip("\n"))
        return
    made.write(place, force=force)
    print_text(_told(made, spoken))
    print_text(said(Reason("wrote", {"places": ", ".join([str(place), *made.files])}), spoken))
    print_text(f"  tokumei run {shlex.quote(str(place))}")


def _told(made: Draft, language: str) -> str:
    """What is made of every column, and what is proposed."""
    from tokumei.cli.say import aligned
    from tokumei.draft.reason import Reason
    from tokumei.draft.words import because, said
    from tokumei.report.words.notes import worded

    heading = [said(Reason(key), language) for key in ("column_word", "role_word", "type_word", "because_word")]
    rows = [(one.name, one.role.value, one.kind.value, because(one.reasons, language)) for one in made.guesses]
    proposals = [f"  {said(one, language)}" for one in made.proposals]
    if proposals:
        proposals.insert(0, said(Reason("applied" if made.advised else "proposals"), language))
    return "\n".join([*(worded(note, language) for note in made.remarks), aligned([tuple(heading), *rows]), *proposals])
