"""In which encoding a release of text is written, and what that encoding cannot say."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import polars as pl

from tokumei.core.files import as_utf8
from tokumei.core.notes import Note
from tokumei.errors import OutputError, SourceError
from tokumei.io.flat import flat

__all__ = ["Answer", "answer_to", "encodable", "fits"]

UTF8 = "utf-8"
WITH_MARK = "utf-8-sig"
"""UTF-8 with a byte order mark, by which Excel knows it."""
CP932 = "cp932"
_LIKE_CP932 = frozenset({"cp932", "shift_jis"})
_SELDOM = frozenset({"euc_jp", "iso2022_jp"})
"""Japanese encodings that the programs of an office take for another one."""
_SAMPLE = 20_000
"""So many records show whether a reader would recognise the encoding."""


@dataclass(frozen=True, slots=True)
class Answer:
    """In which encoding a release answers its source, and the note that says so, if one has to."""

    encoding: str
    note: Note | None = None


def answer_to(source: str | None, frame: pl.DataFrame) -> Answer:
    """The encoding of a release whose job names none, so that what opens the source opens the release too.

    CP932 for a source in it; UTF-8 with a mark where a character does not fit, where nobody would recognise the CP932,
    and for other Japanese encodings; else UTF-8.
    """
    if source is None:
        return Answer(UTF8)
    name = codecs.lookup(source).name
    if name not in _LIKE_CP932 | _SELDOM:
        return Answer(UTF8)
    if name in _LIKE_CP932 and not fits(frame, CP932):
        return Answer(WITH_MARK, Note("written_to_fit", {"encoding": source.upper()}))
    if name in _SELDOM or not _recognised(frame):
        return Answer(WITH_MARK, Note("written_to_be_recognised", {"encoding": source.upper()}))
    return Answer(CP932, Note("written_as_source", {"encoding": source.upper()}))


def fits(frame: pl.DataFrame, encoding: str) -> bool:
    """Whether an encoding has every character of a frame's names and texts."""
    try:
        "".join(frame.columns).encode(encoding)
        for column in frame:
            while isinstance(column.dtype, (pl.List, pl.Array)):
                column = column.explode(keep_nulls=True, empty_as_null=False)
            texts = column.unique().cast(pl.String).drop_nulls()
            "".join(texts.to_list()).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _recognised(frame: pl.DataFrame) -> bool:
    """Whether our own reader finds out that a frame was written in CP932; `verify` has nothing but the file."""
    content = flat(frame.head(_SAMPLE), {}).write_csv().encode(CP932)
    try:
        return content.isascii() or as_utf8(content, None, "", [])[1] == CP932
    except SourceError:
        return False


@contextmanager
def encodable(encoding: str) -> Iterator[None]:
    """What is wrong with an encoding, as one sentence."""
    try:
        yield
    except LookupError:
        raise OutputError(f"`output.encoding`: {encoding!r} is not known. Try 'utf-8' or 'cp932'.") from None
    except UnicodeEncodeError:
        raise OutputError(
            f"The release has characters that {encoding} cannot write. Set `output.encoding: utf-8-sig`, which Excel "
            "opens too, or leave it out."
        ) from None
