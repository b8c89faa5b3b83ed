"""What the program says in English, said in Japanese where a person reads it.

Errors are raised in English wherever they arise, and stay English in Python. Whoever shows one to a person (the command
line, a page) asks here for it in that person's language. A sentence is recognised by its template, as it stands in
`japanese/`; what no template knows stays as it is.
"""

from __future__ import annotations

from functools import cache

from tokumei.translation.templates import Catalogue

__all__ = ["catalogue", "translated"]


def translated(text: str, language: str) -> str:
    """A sentence that the program made in English, in the language of the reader."""
    return text if language != "ja" else catalogue().translated(text)


@cache
def catalogue() -> Catalogue:
    """The templates of all parts of the program; compiled when the first sentence is translated, not before."""
    from tokumei.translation import japanese

    return Catalogue(japanese.SENTENCES, japanese.PARTS)
