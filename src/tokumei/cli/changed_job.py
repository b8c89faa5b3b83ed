"""A job with settings changed on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tokumei.job import Job, TablesJob

__all__ = ["changed_job", "settings"]


def changed_job(path: Path, pairs: Sequence[str] | None, k: int | None = None) -> Job | TablesJob:
    """The job of a file, with the settings of `--set` and `--k` in place of its own."""
    from tokumei.job import load_any, with_settings

    changed = settings(pairs or [], k)
    job = load_any(path)
    return with_settings(job, changed) if changed else job


def settings(pairs: Sequence[str], k: int | None = None) -> dict[str, Any]:
    """Dotted names and their values from `NAME=VALUE` words; `--k` is short for `privacy.k`."""
    from tokumei.core.files import read_yaml
    from tokumei.errors import JobError

    changed: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not all(name.strip().split(".")) or ":/" in name:  # a URL may hold a `=` and a password
            raise JobError("A `--set` is not of the form NAME=VALUE, as in `--set privacy.k=10`.")
        changed[name.strip()] = read_yaml(text, f"value of `--set {name.strip()}`")
    if k is not None:
        changed["privacy.k"] = k
    return changed
