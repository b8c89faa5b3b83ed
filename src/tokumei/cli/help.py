"""`--help` in Japanese: the same pages as in English, with the words of the catalogue, wrapped by cells.

Pages are laid out by whatever draws them in English, which counts a kanji as one cell and breaks lines at spaces only.
So a Japanese page has a formatter of its own; what it is given to write is still English.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tokumei.core.text_width import padded, width

__all__ = ["JapaneseHelp", "spoken_in", "wrapped"]

_EXTRAS = re.compile(r"(.*?)(?:  \[([^\[\]]*)\])?", flags=re.DOTALL)
"""A help text, and what stands in brackets after it: the default, the range, whether it is needed."""
_NOT_FIRST = "、。）」』］：；！？ー…ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.)]"
"""What does not begin a line."""
_NOT_LAST = "（「『［"
"""What does not end one."""
_UNBROKEN = re.compile(r"`[^`]*`|[!-_a-~…–]+|\s+|.", flags=re.DOTALL)
"""What no line is broken in: a setting in backticks, a word of Latin letters; every other character is its own."""


def spoken_in(command: Any, language: str) -> Any:
    """The command, with its help in the language."""
    if language == "ja":
        command.context_class = type("JapaneseContext", (command.context_class,), {"formatter_class": JapaneseHelp})
        for below in getattr(command, "commands", {}).values():
            spoken_in(below, language)
    return command


class JapaneseHelp:
    """Writes a page of help; the methods are those that commands call to describe themselves."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        columns = shutil.get_terminal_size().columns
        self.width = width or max(min(columns, max_width or 80) - 2, 50)
        self.current_indent = 0
        self._step = indent_increment
        self._parts: list[str] = []

    def write(self, string: str) -> None:
        """Adds a text as it is."""
        self._parts.append(string)

    def indent(self) -> None:
        """What follows stands further right."""
        self.current_indent += self._step

    def dedent(self) -> None:
        """What follows stands further left."""
        self.current_indent -= self._step

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that says how to call."""
        del prefix
        self._write_wrapped(f"{_said('Usage')}: {prog} {args}".rstrip(), indent=0)

    def write_heading(self, heading: str) -> None:
        """The name of a section."""
        self.write(f"{' ' * self.current_indent}{_said(heading)}:\n")

    def write_paragraph(self) -> None:
        """An empty line between parts."""
        if self._parts:
            self.write("\n")

    def write_text(self, text: str) -> None:
        """Paragraphs of a command's description."""
        paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
        for place, paragraph in enumerate(paragraphs):
            if place:
                self.write("\n")
            self._write_wrapped(_said(paragraph), indent=self.current_indent)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Options, arguments or commands, each with what it means."""
        left = min(max(width(first) for first, _ in rows), col_max) + col_spacing
        for first, second in rows:
            lines = wrapped(_meaning(second), self.width - self.current_indent - left)
            below = "\n" + " " * (self.current_indent + left)
            head = padded(first, left) if width(first) <= left - col_spacing else first + below
            self.write(f"{' ' * self.current_indent}{head}{below.join(lines)}".rstrip() + "\n")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """A heading, and what stands under it."""
        self.write_paragraph()
        self.write_heading(name)
        with self.indentation():
            yield

    @contextmanager
    def indentation(self) -> Iterator[None]:
        """A part that stands further right."""
        self.indent()
        try:
            yield
        finally:
            self.dedent()

    def getvalue(self) -> str:
        """The page."""
        return "".join(self._parts)

    def _write_wrapped(self, text: str, *, indent: int) -> None:
        lines = wrapped(text, self.width - indent)
        self.write("".join(f"{' ' * indent}{line}\n" for line in lines))


def wrapped(text: str, cells: int) -> list[str]:
    """Lines of at most so many cells, or one full stop more; broken between Japanese characters, or at spaces."""
    lines = [""]
    for piece in _UNBROKEN.findall(text):
        line = lines[-1]
        if width(line + piece) <= cells or (piece in _NOT_FIRST and width(line) <= cells):
            lines[-1] = line + piece
            continue
        kept = line.rstrip(_NOT_FIRST)[:-1] if piece in _NOT_FIRST else line
        kept = kept.rstrip(_NOT_LAST)
        lines[-1:] = [kept, f"{line.removeprefix(kept)}{piece}".lstrip()]
    return [line.rstrip() for line in lines]


def _meaning(text: str) -> str:
    found = _EXTRAS.fullmatch(text)
    assert found is not None
    said, extras = _said(found[1]), found[2]
    if extras is None:
        return said
    for english, japanese in (("default: ", "既定値："), ("required", "必須"), ("; ", "、")):
        extras = extras.replace(english, japanese)
    return f"{said}［{extras}］"


def _said(text: str) -> str:
    """The Japanese of a text of the help; a list of commands may have cut it short."""
    from tokumei.translation.japanese.help import HELP

    if text in HELP or not text.endswith("..."):
        return HELP.get(text, text)
    begun = text.removesuffix("...").rstrip()
    return next((japanese for english, japanese in HELP.items() if english.startswith(begun)), text)
