"""Sentences recognised by their templates, and said again by those of another language.

A template is the text of an f-string with names for its holes. What stands in a hole is kept to the letter, except that
quotes become those of the other language. How a hole is written says what it may hold:

| hole | holds |
|---|---|
| `{name}` | anything |
| `{name!r}` | one quoted name |
| `{name:n}` | a number |
| `{name:list}` | quoted names: `'a', 'b' and 3 more` |
| `{name:words}` | words with commas between |
| `{name:or}` | settings in backticks, with `or` between |
| `{name:s}` | part of a sentence, which is translated where it is known |
| `{name:known}` | part of a sentence, which must be known |
| `{name:where}` | what a message is about: `The job file 'a.yaml'`; it must be known |
| `{name:places}` | settings of a job by their dotted names, in backticks |
| `{name:clauses}` | several clauses with `; ` or `. ` between, each translated where it is known |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter

__all__ = ["Catalogue", "Template", "shape"]

_QUOTED = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_HOLDS: dict[str, str] = {
    "": ".*?",
    "r": _QUOTED,
    "n": r"-?\d[\d,]*(?:\.\d+)?",
    "list": rf"(?:{_QUOTED}(?:, {_QUOTED})*(?: (?:and|or) {_QUOTED})?(?: and \d+ more)?|none)",
    "words": r"[^\s,;`]+?(?:, [^\s,;`]+?)*",
    "or": "`[^`]+`(?: or `[^`]+`)*",
    "s": ".*?",
    "known": ".+?",
    "where": rf"(?:The [a-z ]+?(?: {_QUOTED})?|[Rr]ule (?:{_QUOTED}|number \d+))",
    "places": r"`[^`]+`(?:, `[^`]+`)*",
    "clauses": ".+",
}
"""Kind of a hole → the pattern of what it holds."""
_OPEN = (":s}", ":known}", ":clauses}")
"""How a template ends whose last hole has a full stop of its own."""
_MORE = re.compile(r" and (\d+) more$")
_BETWEEN = re.compile(r"(; |\. )")


@dataclass(frozen=True, slots=True)
class Template:
    """One template with its translation."""

    source: str
    target: str
    pattern: re.Pattern[str]
    """A group for each hole, in their order; the full stop at the end may be missing, or belong to the last hole."""
    holes: tuple[tuple[str, str], ...]
    """Name and kind of each hole, in their order."""
    weight: int
    """How many characters are the template's own."""

    @classmethod
    def of(cls, source: str, target: str) -> Template:
        """A pair of a catalogue, compiled."""
        pattern, holes, weight = "", [], 0
        for literal, name, spec, conversion in Formatter().parse(source.removesuffix(".")):
            pattern += re.escape(literal)
            weight += len(literal)
            if name is not None:
                kind = conversion or spec or ""
                holes.append((name, kind))
                pattern += f"({_HOLDS[kind]})"
        stop = "" if source.endswith(_OPEN) else r"\.?"
        return cls(source, target, re.compile(pattern + stop, re.DOTALL), tuple(holes), weight)


class Catalogue:
    """Templates of whole sentences, and of parts that stand in their holes."""

    def __init__(self, sentences: Mapping[str, str], parts: Mapping[str, str]) -> None:
        self._sentences = _compiled(sentences)
        self._all = _compiled({**parts, **sentences})
        self._fillers: dict[str, Callable[[str], str | None]] = {
            "": str,
            "n": str,
            "r": _quoted,
            "list": _listed,
            "words": lambda text: text.replace(", ", "、"),
            "or": lambda text: text.replace(" or ", " か "),
            "s": self._part,
            "known": self._known,
            "where": self._known,
            "places": lambda text: text.replace("`, `", "`、`"),
            "clauses": self._clauses,
        }

    def translated(self, text: str) -> str:
        """The sentence in the other language; as it is, where no template knows it."""
        return self._by(self._sentences, text) or text

    def _by(self, templates: tuple[Template, ...], text: str) -> str | None:
        """By the template that has most characters in common with it."""
        for template in templates:
            found = template.pattern.fullmatch(text)
            if found is None:
                continue
            filled = {
                name: self._fillers[kind](held)
                for (name, kind), held in zip(template.holes, found.groups(), strict=True)
            }
            if None not in filled.values():
                said = template.target.format(**filled)
                return said if text.endswith((".", "?")) else said.removesuffix("。")
        return None

    def _known(self, text: str) -> str | None:
        return self._by(self._all, text)

    def _part(self, text: str) -> str:
        return (self._known(text) if text else None) or text

    def _clauses(self, text: str) -> str:
        """The longest run of clauses that is known, then the longest after it: a clause may hold a `; ` of its own."""
        pieces = _BETWEEN.split(text)
        said: list[str] = []
        first = 0
        while first < len(pieces):
            for last in range(len(pieces), first, -2):
                known = self._known("".join(pieces[first:last]))
                if known is not None or last == first + 1:
                    said.append((known or pieces[first].removesuffix(".")).removesuffix("。"))
                    first = last + 1
                    break
        return "。".join(said) + ("。" if text.endswith(".") else "")


def shape(source: str) -> str:
    """A template with nothing said of its holes, to compare two by."""
    parts = Formatter().parse(source.removesuffix("."))
    return "".join(literal + ("" if name is None else "\0") for literal, name, _, _ in parts)


def _compiled(pairs: Mapping[str, str]) -> tuple[Template, ...]:
    templates = [Template.of(source, target) for source, target in pairs.items()]
    return tuple(sorted(templates, key=lambda template: -template.weight))


def _quoted(text: str) -> str:
    return f"「{text[1:-1]}」"


def _listed(text: str) -> str:
    if text == "none":
        return "なし"
    more = _MORE.search(text)
    names = "、".join(_quoted(name) for name in re.findall(_QUOTED, text if more is None else text[: more.start()]))
    return names if more is None else f"{names}、ほか{more[1]}件"
