"""One spelling: the form in which values and concepts are compared, never the one that is published."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["is_japanese", "normalized"]

_LONG_VOWEL = re.compile("(?<=[ぁ-ゖァ-ヺー])-")
_FINAL_LONG_VOWEL = re.compile("(?<=[ァ-ヺー]{2}[ァ-ヺ])ー(?![ァ-ヺー])")
_KANJI = "[\u4e00-\u9fff\u3400-\u4dbf々〆]"
_KE_IN_NAME = re.compile(f"(?<={_KANJI})[ヶケがガ](?={_KANJI})")
_KA_COUNTER = re.compile("(?<=[0-9一二三四五六七八九十数])[ヶケヵカ](?=[月年国所箇日村])")
_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ｦ-ﾟ]")
_KE = frozenset("ヶケヵカがガ")
_SPACE_IN_JAPANESE = re.compile(f"(?<={_JAPANESE.pattern}) (?={_JAPANESE.pattern})")
_HYPHEN_IN_WORDS = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")

_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−─━﹘﹣－⁃˗", "-"),
        **dict.fromkeys("·•‧∙⋅･", "・"),
        **dict.fromkeys("髙", "高"),
        **dict.fromkeys("﨑嵜", "崎"),
        **dict.fromkeys("濵濱", "浜"),
        **dict.fromkeys("邊邉", "辺"),
        "齋": "斎",
        "德": "徳",
        "桒": "桑",
        "冨": "富",
        "舘": "館",
        "&": " and ",
        "_": " ",
    }
)
"""What Unicode leaves apart although people write both."""
_SHORT_FORMS = {"(株)": "株式会社", "(有)": "有限会社", "(医)": "医療法人", "(社)": "社団法人"}


@lru_cache(maxsize=1 << 18)
def normalized(text: str) -> str:
    """The text as it is compared: width, case, dashes, dots, long vowels, spaces and common variants made one.

    >>> normalized("霞ヶ関") == normalized("霞が関"), normalized("㈱ｱｲｽ") == normalized("株式会社アイス")
    (True, True)
    """
    if text.isascii():
        return _spaced(text.casefold().translate(_CHARACTERS))
    text = unicodedata.normalize("NFKC", text).casefold().translate(_CHARACTERS)
    if "-" in text:
        text = _LONG_VOWEL.sub("ー", text)
    if "(" in text:
        for short, full in _SHORT_FORMS.items():
            text = text.replace(short, full)
    if not _KE.isdisjoint(text):
        text = _KE_IN_NAME.sub("が", _KA_COUNTER.sub("か", text))
    if "ー" in text:
        text = _FINAL_LONG_VOWEL.sub("", text)
    text = _spaced(text)
    return _SPACE_IN_JAPANESE.sub("", text) if " " in text else text


def _spaced(text: str) -> str:
    if "-" in text:
        text = _HYPHEN_IN_WORDS.sub(" ", text)
    return " ".join(text.split())


def is_japanese(text: str) -> bool:
    """Whether the text has a Japanese character in it."""
    return _JAPANESE.search(text) is not None
