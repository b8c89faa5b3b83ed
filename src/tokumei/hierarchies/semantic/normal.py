"""One spelling: the form in which values and concepts are compared, never the one that is published."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["is_japanese", "normalized"]

_DASHES = re.compile("[‐‑‒–—―−─━﹘﹣－⁃˗]")
_DOTS = re.compile("[·•‧∙⋅･]")
_LONG_VOWEL = re.compile("(?<=[ぁ-ゖァ-ヺー])-")
_FINAL_LONG_VOWEL = re.compile("(?<=[ァ-ヺ]{2}[ァ-ヺ])ー(?![ァ-ヺー])")
_KANJI = "[\u4e00-\u9fff\u3400-\u4dbf々〆]"
_KE_IN_NAME = re.compile(f"(?<={_KANJI})[ヶケがガ](?={_KANJI})")
_KA_COUNTER = re.compile("(?<=[0-9一二三四五六七八九十数])[ヶケヵカ](?=[月年国所箇日村])")
_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ｦ-ﾟ]")
_KE = frozenset("ヶケヵカがガ")
_SPACE_IN_JAPANESE = re.compile(f"(?<={_JAPANESE.pattern}) (?={_JAPANESE.pattern})")
_HYPHEN_IN_WORDS = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")

_TABLE = {
    "髙": "高",
    "﨑": "崎",
    "嵜": "崎",
    "濵": "浜",
    "濱": "浜",
    "邊": "辺",
    "邉": "辺",
    "齋": "斎",
    "德": "徳",
    "桒": "桑",
    "冨": "富",
    "舘": "館",
    "(株)": "株式会社",
    "(有)": "有限会社",
    "(医)": "医療法人",
    "(社)": "社団法人",
    "&": " and ",
}
"""What Unicode leaves apart although people write both."""
_FROM_TABLE = re.compile("|".join(re.escape(text) for text in _TABLE))


@lru_cache(maxsize=1 << 18)
def normalized(text: str) -> str:
    """The text as it is compared: width, case, dashes, dots, long vowels, spaces and common variants made one.

    >>> normalized("霞ヶ関") == normalized("霞が関"), normalized("㈱ｱｲｽ") == normalized("株式会社アイス")
    (True, True)
    """
    if text.isascii():
        return _spaced(_and(text.casefold()))
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _DOTS.sub("・", _DASHES.sub("-", text))
    if "-" in text:
        text = _LONG_VOWEL.sub("ー", text)
    text = _FROM_TABLE.sub(lambda match: _TABLE[match.group()], text)
    if _KE.intersection(text):
        text = _KE_IN_NAME.sub("が", _KA_COUNTER.sub("か", text))
    if "ー" in text:
        text = _FINAL_LONG_VOWEL.sub("", text)
    text = _spaced(text)
    return _SPACE_IN_JAPANESE.sub("", text) if " " in text else text


def _spaced(text: str) -> str:
    if "-" in text:
        text = _HYPHEN_IN_WORDS.sub(" ", text)
    return " ".join(text.replace("_", " ").split())


def _and(text: str) -> str:
    return text.replace("&", " and ") if "&" in text else text


def is_japanese(text: str) -> bool:
    """Whether the text has a Japanese character in it."""
    return _JAPANESE.search(text) is not None
