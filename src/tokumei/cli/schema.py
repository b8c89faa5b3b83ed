"""`tokumei schema`: the job file's JSON schema."""

from __future__ import annotations

__all__ = ["command"]


def command() -> None:
    """Prints the JSON schema of the job file.

    Editors use it to complete and check job files.
    """
    from tokumei.cli.say import print_json
    from tokumei.job import schema

    print_json(schema())
