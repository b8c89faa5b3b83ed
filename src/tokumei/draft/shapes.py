"""What the values of a column look like, whatever it is called. Nothing here is ever shown: only counts leave."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Shape", "is_card", "is_my_number", "shape_of"]

MOST = 0.9
"""The share of the cells that must have a shape."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A form that most values have."""

    name: str
    """The key of its words in `tokumei.draft.words`."""
    fits: Callable[[str], object]


def _matches(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).fullmatch


def is_my_number(text: str) -> bool:
    """A Japanese individual number: twelve digits, the last one a check digit (weights 2…7, modulo 11)."""
    if not re.fullmatch(r"\d{12}", text):
        return False
    digits = [int(sign) for sign in reversed(text[:11])]
    rest = sum(digit * (place + 2 if place < 6 else place - 4) for place, digit in enumerate(digits)) % 11
    return int(text[11]) == (0 if rest <= 1 else 11 - rest)


def is_card(text: str) -> bool:
    """A payment card: 14 to 16 digits whose Luhn sum is a multiple of ten."""
    digits = re.sub(r"[ -]", "", text)
    if not re.fullmatch(r"\d{14,16}", digits):
        return False
    doubled = [int(sign) * (1 + place % 2) for place, sign in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0


SHAPES: tuple[Shape, ...] = (
    Shape("email", _matches(r"[^@\s]+@[^@\s]+\.[^@\s.]+")),
    Shape("url", _matches(r"(?i)https?://\S+")),
    Shape("ip", _matches(r"\d{1,3}(\.\d{1,3}){3}|(?i:[0-9a-f]{2}([:-][0-9a-f]{2}){5})")),
    Shape("uuid", _matches(r"(?i)[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}|[0-9a-f]{32,128}")),
    Shape("my_number", is_my_number),
    Shape("card", is_card),
    Shape("ssn", _matches(r"\d{3}-\d{2}-\d{4}")),
    Shape("postal", _matches(r"〒?\s?\d{3}-\d{4}")),
    Shape(
        "phone",
        _matches(r"0\d{1,4}-\d{1,4}-\d{3,4}|0[5789]0\d{8}|\+\d{1,3}[ -]?[\d ()-]{7,}|\(?\d{3}\)?[ -]\d{3}-\d{4}"),
    ),
)


def shape_of(values: Sequence[str], counts: Sequence[int]) -> Shape | None:
    """The form that at least nine of ten filled cells have, or None."""
    total = sum(counts)
    plain = [unicodedata.normalize("NFKC", value).strip() for value in values]
    for shape in SHAPES:
        fitting = sum(count for value, count in zip(plain, counts, strict=True) if shape.fits(value))
        if total and fitting >= MOST * total:
            return shape
    return None
