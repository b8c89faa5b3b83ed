"""`tokumei vectors`: word vectors from texts of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokumei.cli.options import ForceOption, JsonOption, LanguageOption

__all__ = ["command"]


def command(
    texts: Annotated[
        Path, typer.Argument(metavar="TEXTS", help="A file with one text a line; also .gz, .zst.", show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The folder to write.", show_default=False)
    ],
    dimensions: Annotated[int, typer.Option(help="Numbers in a vector.", min=2)] = 100,
    window: Annotated[int, typer.Option(help="How many words around a word count as its company.", min=1)] = 5,
    least: Annotated[int, typer.Option(help="Words that stand in the texts less often are left out.", min=1)] = 5,
    json: JsonOption = False,
    force: ForceOption = False,
    language: LanguageOption = None,
) -> None:
    """Makes word vectors from texts of your own, for `tokumei hierarchy --vectors DIR`.

    The same texts give the same vectors. Nothing is downloaded.
    """
    from tokumei.cli.language import language_of_user
    from tokumei.cli.say import print_json, print_text
    from tokumei.errors import OutputError
    from tokumei.hierarchies.semantic.vectors import train
    from tokumei.io.texts import read_lines
    from tokumei.report.words import words_in

    if output.exists() and not force:
        raise OutputError(f"The output {str(output)!r} exists. Use `--force` to write over it.")
    count = train(read_lines(texts), output, dimensions=dimensions, window=window, least=least)
    if json:
        print_json({"words": count, "dimensions": dimensions, "folder": str(output)})
    else:
        print_text(words_in(language_of_user(chosen=language))("wrote_vectors", words=f"{count:,}", folder=output))
