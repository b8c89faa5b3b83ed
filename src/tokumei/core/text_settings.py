"""What can be asked of a column of texts: written once, for the job file, the command, Python and the algorithm."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from tokumei.core.characters import stands_alone
from tokumei.errors import JobError

__all__ = ["COLLECTION", "LONGEST", "RegistrySettings", "TextSettings"]

COLLECTION = "collection"
"""The registry that is the column itself, before masking."""
LONGEST = 1_000
"""The longest n-grams that can be asked for."""


def _said(default: Any, words: str, **limits: Any) -> Any:
    """A setting with its default, its words for the documents, and the limits that the job file checks."""
    return field(default=default, metadata={"words": words, **limits})


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrySettings:
    """The registry of a text column, where the direction is said too; the job file's `RegistryJob` has its words."""

    collection: bool = False
    file: str | None = None
    texts: tuple[str | None, ...] | None = None
    direction: Literal["both", "released"] = "both"

    def __post_init__(self) -> None:
        if [self.collection, self.file is not None, self.texts is not None].count(True) != 1:
            raise JobError("`registry` names one list: `collection: true`, `file: FILE` or `texts: […]`.")

    @property
    def listed(self) -> str | tuple[str | None, ...]:
        """Where the texts are: `collection`, the name of a file, or the texts."""
        if self.texts is not None:
            return self.texts
        return COLLECTION if self.file is None else self.file


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSettings:
    """How the texts of a column are masked; checked when made."""

    n: int = _said(2, "The length of the n-grams, in characters.", ge=1, le=LONGEST)
    k: int = _said(5, "How many texts must share what stays readable.", ge=2)
    passes: int = _said(
        0, "How often to count and mask: 0, until nothing changes; 1, as in the paper, which promises less.", ge=0
    )
    mask: Literal["all", "least"] = _said("all", "Mask every character of a rare n-gram, or just enough to break it.")
    mask_char: str = _said("*", "What a masked character becomes.", min_length=1, max_length=1)
    keep: tuple[str, ...] = _said((), "Phrases that stay readable; the report counts what they revealed.")
    registry: str | tuple[str | None, ...] | RegistrySettings | None = _said(  # noqa: RUF009
        None,
        "Promise too that every released text, as a pattern, matches k texts of the column itself (`collection`), of a "
        "file of lines, or of a list, and that every text of the column fits k released ones. "
        "`{collection: true, direction: released}` promises the first alone.",
    )
    equal: bool = _said(False, "Promise too that every released text equals at least k − 1 others.")
    merge: bool = _said(False, "Write adjacent masks as one, which hides how long the rest was.")
    whitespace: Literal["remove", "keep"] = _said("remove", "Whether white space is removed before counting.")
    characters: Literal["graphemes", "points"] = _said("graphemes", "Characters as people see them, or code points.")
    short: Literal["mask", "pass"] = _said(
        "mask",
        "A text shorter than n: one phrase that k texts must share, or (the paper's way) it passes unseen.",
    )
    all_masked: bool = _said(
        False, "Accept a release without a readable character, where nothing else keeps the promise."
    )

    guess: bool = _said(False, "Try to guess what is masked and to look the texts up, and report how often that works.")

    @property
    def listed(self) -> str | tuple[str | None, ...] | None:
        """The registry without its direction."""
        return self.registry.listed if isinstance(self.registry, RegistrySettings) else self.registry

    @property
    def direction(self) -> Literal["both", "released"]:
        """In which directions a registry is looked up."""
        return self.registry.direction if isinstance(self.registry, RegistrySettings) else "both"

    @property
    def hides_rows(self) -> bool:
        """Whether a text is promised to fit k rows: texts are made equal, or a registry is looked up both ways."""
        return self.equal or (self.registry is not None and self.direction == "both")

    def __post_init__(self) -> None:
        if not 1 <= self.n <= LONGEST:
            raise JobError(f"`n` is {self.n}; an n-gram has from 1 to {LONGEST:,} characters.")
        if self.k < 2:
            raise JobError(f"`k` is {self.k}; it must be at least 2: with k = 1 every text may be unique.")
        if self.passes < 0:
            raise JobError(f"`passes` is {self.passes}; give the number of passes, or 0 for until nothing changes.")
        if self.hides_rows:
            self._refuse_without_effect()
        if self.guess and self.merge:
            raise JobError("`guess` compares texts character by character, and `merge` hides how many there were.")
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

    def _refuse_without_effect(self) -> None:
        """How rare n-grams are masked is no question where texts are made equal."""
        for name, value in (("mask", self.mask), ("passes", self.passes), ("short", self.short)):
            if value != type(self).__dataclass_fields__[name].default:
                raise JobError(
                    f"`{name}: {value}` says how rare n-grams are masked, and with `equal` or a `registry` in both "
                    f"directions none is left: leave `{name}` out, or set `direction: released` of the registry."
                )
