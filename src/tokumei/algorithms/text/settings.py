"""What can be asked of a text column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tokumei.core.characters import stands_alone
from tokumei.errors import JobError

__all__ = ["TextSettings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSettings:
    """How the texts of a column are masked; checked when made."""

    n: int = 2
    """The length of the n-grams."""
    k: int = 2
    """How many texts must share what stays readable."""
    passes: int = 0
    """How often to count and mask; 0 means until nothing changes."""
    mask: Literal["all", "least"] = "all"
    """Mask every character of a rare n-gram, or just enough to break it."""
    mask_char: str = "*"
    """What a masked character becomes."""
    keep: tuple[str, ...] = ()
    """Phrases that stay readable."""
    equal: bool = False
    """Promise that every released text equals at least k − 1 others."""
    merge: bool = False
    """Write adjacent masks as one."""
    whitespace: Literal["remove", "keep"] = "remove"
    """Whether white space is removed before counting."""
    characters: Literal["graphemes", "points"] = "graphemes"
    """User-perceived characters, or code points."""
    short: Literal["mask", "pass"] = "mask"
    """A text shorter than n: it is one phrase that k texts must share, or (the paper's way) it passes unseen."""
    all_masked: bool = False
    """Whether a release without a single readable character is wanted, where nothing else keeps the promise."""

    def __post_init__(self) -> None:
        if self.n < 1:
            raise JobError(f"`n` is {self.n}; an n-gram has at least one character.")
        if self.k < 2:
            raise JobError(f"`k` is {self.k}; it must be at least 2: with k = 1 every text may be unique.")
        if self.passes < 0:
            raise JobError(f"`passes` is {self.passes}; give the number of passes, or 0 for until nothing changes.")
        if not stands_alone(self.mask_char):
            raise JobError(
                "`mask_char` must be one visible character that stands by itself, such as `*`: "
                "not a control, a combining mark, an emoji, a part of a flag or of a Hangul syllable."
            )
        if self.mask_char.isspace() and self.whitespace == "remove":
            raise JobError("`mask_char` is white space, which is removed: choose another, or set `whitespace: keep`.")
        for phrase in self.keep:
            if self.mask_char in phrase:
                raise JobError("`keep` has a phrase that contains the mask character: choose another `mask_char`.")
            if not phrase.strip():
                raise JobError("`keep` has an empty phrase: leave it out.")
