"""`tokumei schema`: the job file's JSON schema."""

from __future__ import annotations

from tokumei.cli.options import LanguageOption

__all__ = ["command"]


def command(language: LanguageOption = None) -> None:
    """Prints the JSON schema of the job file.

    Editors use it to complete and check job files.
    """
    from tokumei.cli.say import print_json
    from tokumei.job import schema

    del language  # of an error, should there be one; the schema has one language
    print_json(schema())
