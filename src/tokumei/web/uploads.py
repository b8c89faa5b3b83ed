"""A file that the browser sends: written as it comes, bounded, under a name of ours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

from tokumei.errors import SourceError, listing

__all__ = ["LARGEST", "display_name", "ending_of", "receive"]

LARGEST: Final = 8 << 30
"""Bytes of an upload. What is larger is opened by its name, without a copy: `tokumei studio FILE`."""
LONGEST_NAME: Final = 120


def display_name(sent: str) -> str:
    """A file's name as it is shown and written into the job: no folders, no control characters. It is never a path."""
    name = PureWindowsPath(PurePosixPath(sent).name).name
    name = "".join(character for character in name if character.isprintable()).strip()
    return name[-LONGEST_NAME:] or "data.csv"


def ending_of(name: str) -> str:
    """The ending by which the reader knows the format, with `.gz` or `.zst` after it where the name has one."""
    from tokumei.io.sources import ENDINGS

    lower = name.lower()
    packed = next((end for end in (".gz", ".zst") if lower.endswith(end)), "")
    inner = PurePosixPath(lower.removesuffix(packed)).suffix
    if inner not in ENDINGS:
        raise SourceError(
            f"The format of {name!r} is not known by its ending. Known endings are {listing(ENDINGS)}, "
            "each also with .gz or .zst."
        )
    return inner + packed


async def receive(stream: AsyncIterator[bytes], place: Path, *, most: int = LARGEST) -> None:
    """Writes what comes to `place`; raises SourceError, and leaves nothing, where it is too much or breaks off."""
    size = 0
    try:
        with place.open("xb") as file:
            async for chunk in stream:
                size += len(chunk)
                if size > most:
                    raise SourceError(
                        f"The file is larger than {most >> 20:,} MiB. Open it by its name: `tokumei studio FILE`."
                    )
                file.write(chunk)
    except BaseException:
        place.unlink(missing_ok=True)
        raise
