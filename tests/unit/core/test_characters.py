"""Where user-perceived characters begin."""

from __future__ import annotations

import pytest

from tokumei.core.characters import code_characters, from_strings, stands_alone, to_strings


def characters(text: str, unit: str = "graphemes", whitespace: str = "keep") -> list[str]:
    (coded,) = code_characters([from_strings([text])], unit=unit, whitespace=whitespace)  # type: ignore[arg-type]
    starts = coded.starts if coded.starts is not None else range(len(coded.points) + 1)
    return [
        coded.points[starts[place] : starts[place + 1]].tobytes().decode("utf-32-le", "surrogatepass")
        for place in range(len(coded.symbols))
    ]


@pytest.mark.parametrize(
    "pieces",
    [
        ["a", "b"],
        ["か\u3099", "き"],
        ["e\u0301\u0323", "e"],
        ["👩\u200d👩\u200d👧\u200d👦", "x"],
        ["👍🏽", "👍"],
        ["❤\ufe0f", "❤"],
        ["🇯🇵", "🇫🇷", "🇺"],
        ["\u1100\u1161\u11a8", "\u1100"],
        ["가\u11a8", "각\u11a8", "각"],
        ["\r\n", "\n", "\r"],
        ["\ud83d\ude00", "\ude00", "\ud83d"],
        ["\u0301", "a"],
        ["a\u200d", "👩"],
        ["葛\U000e0100", "城"],
        ["ﾊ\uff9e", "ﾊ"],
        ["1\ufe0f\u20e3"],
        ["🏴\U000e0067\U000e0062\U000e007f", "🏴"],
    ],
)
def test_characters_are_what_a_reader_sees(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert characters(text) == pieces
    assert characters(text, unit="points") == list(text)


def test_a_mark_never_joins_the_text_before_its_own() -> None:
    (coded,) = code_characters([from_strings(["a", "\u0301b", "", "🇯", "🇵"])], unit="graphemes", whitespace="keep")
    assert coded.lengths.tolist() == [1, 2, 0, 1, 1]


def test_equal_characters_have_equal_symbols_across_groups() -> None:
    first, second = code_characters(
        [from_strings(["が\u3099a", None]), from_strings(["a", "が\u3099", "が"])], unit="graphemes", whitespace="keep"
    )
    assert first.symbols.tolist() == [second.symbols[1], second.symbols[0]]
    assert len(set(second.symbols.tolist())) == 3


def test_white_space_of_every_kind_is_removed() -> None:
    assert characters("a \u3000b\tc\n\u2003\xa0d", whitespace="remove") == list("abcd")


def test_strings_come_back_whole() -> None:
    texts = ["", "a\ud800", "日本🇯🇵", "\x00"]
    assert to_strings(from_strings(texts)) == texts


@pytest.mark.parametrize(
    ("character", "alone"), [("*", True), ("■", True), ("\u0301", False), ("🇯", False), ("\n", False)]
)
def test_a_mask_stands_by_itself(character: str, alone: bool) -> None:
    assert stands_alone(character) is alone
