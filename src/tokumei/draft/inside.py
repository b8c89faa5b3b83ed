"""What names people inside texts and sets: counted, never quoted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.draft.shapes import is_card, is_my_number
from tokumei.io.values import texts_with

__all__ = ["found_inside"]

_HONORIFIC = re.compile(r"([一-龠々]{1,4}|[ァ-ヶー]{2,8})(?:さん|様|氏|先生|ちゃん)")
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof)\.? [A-Z][a-z]+")
_NOBODY = re.compile(
    r"(?:客|皆|神|王|奥|患者|母|父|姉|兄|妹|弟|祖父|祖母|婆|爺|店員|職員|社員|係員|係|方|各|何|人|学校|担当|主治医)$"
)
"""Words before an honorific that name no one."""


def _my_number(digits: str) -> bool:
    return is_my_number(re.sub(r"[ -]", "", digits))


def _name(match: str) -> bool:
    named = _HONORIFIC.fullmatch(match)
    return named is None or _NOBODY.search(named.group(1)) is None


_EDGE = r"(?:^|[^0-9A-Za-z])"
_FORMS: Mapping[str, tuple[str, Callable[[str], bool] | None]] = {
    "email": (r"([A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+)", None),
    "phone": (_EDGE + r"(0\d{1,4}-\d{1,4}-\d{3,4}|0[5789]0\d{8}|\+\d{1,3}[ -]?\d[\d ()-]{6,}\d)(?:\D|$)", None),
    "my_number": (_EDGE + r"(\d{12}|\d{4}[ -]\d{4}[ -]\d{4})(?:[^0-9 -]|[ -]\D|$)", _my_number),
    "card": (_EDGE + r"(\d{14,16}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4})(?:\D|$)", is_card),
    "url": (r"(https?://[^\s]+)", None),
    "person_name": (f"({_HONORIFIC.pattern}|{_TITLE.pattern})", _name),
}
"""What is looked for → its pattern with the part that counts as group 1, and what the part must stand."""


def found_inside(texts: Any, counts: npt.NDArray[np.integer[Any]], *, names: bool = True) -> dict[str, int]:
    """What names people → how many cells hold it; `counts` says how many cells each of the distinct texts fills.

    Names are those before an honorific or after a title, so that their count is neither complete nor sure.
    """
    found: dict[str, int] = {}
    for key, (pattern, stands) in _FORMS.items():
        if key == "person_name" and not names:
            continue
        parts = re.compile(pattern)
        places = [
            place
            for place, text in texts_with(texts, pattern).items()
            if stands is None or any(stands(part[1]) for part in parts.finditer(text))
        ]
        if places:
            found[key] = int(counts[places].sum())
    return found
