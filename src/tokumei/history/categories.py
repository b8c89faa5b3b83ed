"""Goods sorted into categories: by a table, or by machine from what they are called.

The paper sorts 3,253 goods into 19 categories by hand. Here a category has keywords and, if one likes, examples, and a
description decides for itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import log
from pathlib import Path
from typing import Any

from tokumei.core.files import read_yaml
from tokumei.errors import JobError, listing

__all__ = ["BUILT_IN", "Categories", "Category", "gift_shop", "load_categories"]

_WORD = re.compile(r"[^\W\d_]+")
_LIKE = 0.6
"""How alike a description and an example must be, from 0 to 1, where no keyword decides."""


@dataclass(frozen=True)
class Category:
    """A category and the words that lead to it."""

    name: str
    keywords: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Categories:
    """Categories, and where goods go that none of them claims."""

    categories: tuple[Category, ...]
    otherwise: str
    """For a description that no category claims."""
    unknown: str
    """For goods without a description."""

    def sort(self, descriptions: Mapping[str, str]) -> dict[str, str]:
        """Goods → category.

        The keyword that ends last in the description decides, the longer one of two that end together: the head of an
        English name stands at its end. Without a keyword, the example that shares the most rare words decides.
        """
        keywords = self._keywords()
        likeness = _Likeness(self.categories)
        return {goods: self._one(text, keywords, likeness) for goods, text in descriptions.items()}

    def _one(self, text: str, keywords: Mapping[tuple[str, ...], str], likeness: _Likeness) -> str:
        words = _words(text)
        if not words:
            return self.unknown
        longest = max((len(phrase) for phrase in keywords), default=0)
        for end in range(len(words), 0, -1):
            for start in range(max(end - longest, 0), end):
                found = keywords.get(tuple(words[start:end]))
                if found is not None:
                    return found
        return likeness.nearest(words) or self.otherwise

    def _keywords(self) -> dict[tuple[str, ...], str]:
        found: dict[tuple[str, ...], str] = {}
        for category in self.categories:
            for keyword in category.keywords:
                phrase = tuple(_words(keyword))
                if phrase:
                    found.setdefault(phrase, category.name)
        return found


class _Likeness:
    """Examples compared by the words they share, rare words counting more."""

    def __init__(self, categories: Sequence[Category]) -> None:
        self._examples = [(category.name, set(_words(text))) for category in categories for text in category.examples]
        seen = Counter(word for _, words in self._examples for word in words)
        self._weight = {word: 1 + log(len(self._examples) / count) for word, count in seen.items()}

    def nearest(self, words: Sequence[str]) -> str | None:
        """The category of the nearest example, if it is near enough."""
        own = set(words)
        best, name = _LIKE, None
        for category, example in self._examples:
            shared = sum(self._weight[word] for word in own & example)
            whole = sum(self._weight.get(word, 1.0) for word in own | example)
            if whole and shared / whole >= best:
                best, name = shared / whole, category
        return name


def load_categories(source: str | Path) -> Categories:
    """Categories from a YAML file: `otherwise`, `unknown`, and `categories` with `name`, `keywords`, `examples`."""
    return _checked(read_yaml(Path(source), "file of categories"), f"The file of categories {str(source)!r}")


def gift_shop() -> Categories:
    """The paper's nineteen categories, with keywords for English descriptions."""
    text = files("tokumei.history").joinpath("gift_shop.yaml").read_text(encoding="utf-8")
    return _checked(read_yaml(text, "list of the gift shop"), "The list of the gift shop")


BUILT_IN = {"gift-shop": gift_shop}
"""Lists of categories that come with tokumei."""


def _checked(content: Any, name: str) -> Categories:
    if not isinstance(content, dict) or not isinstance(content.get("categories"), list):
        raise JobError(f"{name}: it needs a list `categories`, each with a name and keywords.")
    unknown_keys = set(content) - {"otherwise", "unknown", "categories"}
    if unknown_keys:
        raise JobError(f"{name}: it has keys that are not known: {listing(sorted(unknown_keys))}.")
    categories = []
    for entry in content["categories"]:
        if not isinstance(entry, dict) or set(entry) - {"name", "keywords", "examples"} or "name" not in entry:
            raise JobError(f"{name}: a category has a `name`, `keywords` and `examples`, and nothing else.")
        words, examples = (tuple(map(str, entry.get(key) or ())) for key in ("keywords", "examples"))
        categories.append(Category(str(entry["name"]), words, examples))
    return Categories(tuple(categories), str(content.get("otherwise", "other")), str(content.get("unknown", "unknown")))


def _words(text: str) -> list[str]:
    """Words in small letters and in the singular, as far as dropping an s can make it."""
    found = _WORD.findall(text.lower().replace("'", ""))
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in found]
