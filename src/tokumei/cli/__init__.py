"""The command line: a job in, an exit status out."""

from __future__ import annotations

from tokumei.cli.program import main

__all__ = ["main"]
