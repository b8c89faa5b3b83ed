"""Identifiers replaced by pseudonyms, as a job asks: keyed, or drawn afresh."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Any

from tokumei.core.notes import Note
from tokumei.errors import JobError
from tokumei.io.values import described, replaced
from tokumei.job import Job, KeyedPseudonym

__all__ = ["key_of", "with_pseudonyms"]

DIGITS = 32
"""Hexadecimal digits of a pseudonym: 128 bits, so that two people do not get the same one."""
KEY_BYTES = 32


def with_pseudonyms(frame: Any, job: Job, notes: list[Note]) -> Any:
    """The frame with the identifiers that have `pseudonym` replaced; missing ones stay missing.

    *Promise*: who does not have the key cannot tell whose a pseudonym is, nor check a guess; with `random` nobody can,
    and no seed repeats it. The same person has the same pseudonym: the release is pseudonymised, not anonymous.
    *Reference*: H. Krawczyk et al., HMAC: keyed-hashing for message authentication, RFC 2104 (with SHA-256).
    """
    named: list[str] = []
    for name, settings in job.columns.items():
        asked = settings.setting("pseudonym")
        if asked is None:
            continue
        values = described(frame, name)
        if isinstance(asked, KeyedPseudonym):
            key = key_of(job.path(asked.key), asked.key)
            table = {value: hmac.new(key, value.encode(), hashlib.sha256).hexdigest()[:DIGITS] for value in values}
        else:
            table = {value: secrets.token_hex(DIGITS // 2) for value in values}
        frame = replaced(frame, name, table)
        named.append(name)
    if named:
        notes.append(Note("pseudonyms_published", {"columns": named}, warning=True))
    return frame


def key_of(path: Path, name: str) -> bytes:
    """The key in a file; a file that does not exist is made, with a fresh key, for its owner alone."""
    try:
        if not path.exists():
            _make(path)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise JobError(f"The key file {name!r} can be read by others. Make it your own: `chmod 600 {name}`.")
        key = path.read_bytes().strip()
    except OSError as error:
        raise JobError(
            f"The key file {name!r} cannot be read or made: {error.strerror}. Its folder must exist, and be yours."
        ) from None
    if len(key) < KEY_BYTES:
        raise JobError(
            f"The key file {name!r} is empty or too short: a key has at least {KEY_BYTES} characters. Remove the file, "
            "and a key is made; pseudonyms of earlier releases are then other ones."
        )
    return key


def _make(path: Path) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
