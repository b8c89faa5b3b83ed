"""Masking of texts: options, odd input, and what the report is told."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tokumei.core.text_settings import RegistrySettings
from tokumei.errors import Infeasible, JobError
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.registry import RegistryAnonymity, ReleasedRegistryAnonymity
from tokumei.privacy.texts import verify_texts
from tokumei.text import MaskedTexts, TextSettings, mask_texts, text_column

RELEASED = RegistrySettings(collection=True, direction="released")


def masked(texts: list[str | None], **options: Any) -> MaskedTexts:
    return mask_texts(text_column(texts), TextSettings(**options))


def released(texts: list[str | None], **options: Any) -> list[str | None]:
    return masked(texts, **options).strings()


def test_a_repeated_phrase_counts_once_in_a_text() -> None:
    assert released(["ababab", "xy", "xy"], n=2, k=2) == ["******", "xy", "xy"]


def test_short_texts_are_one_phrase() -> None:
    assert released(["ab", "ab", "cd", "abcde", "abcde"], n=3, k=2) == ["ab", "ab", "**", "abcde", "abcde"]
    # A longer text that contains it does not hide a short one.
    assert released(["ab", "abcd", "abcd"], n=3, k=2) == ["**", "abcd", "abcd"]


def test_short_texts_pass_as_in_the_paper() -> None:
    assert released(["ab", "cdef", "cdef"], n=3, k=2, passes=1, short="pass") == ["ab", "cdef", "cdef"]


def test_n_longer_than_every_text() -> None:
    assert released(["ab", "ab", "abc"], n=9, k=2) == ["ab", "ab", "***"]


def test_empty_and_missing_texts_stay_what_they_are() -> None:
    assert released([None, "", " \u3000", "ab", "ab"], n=2, k=2) == [None, "", "", "ab", "ab"]
    assert released([], n=2, k=2) == []
    assert released([None, None], n=2, k=2) == [None, None]


def test_white_space_can_be_kept() -> None:
    assert released(["a b", "a b"], n=2, k=2, whitespace="keep") == ["a b", "a b"]
    assert released(["a b", "ab"], n=2, k=2, whitespace="keep") == ["***", "**"]
    assert released(["a b", "ab"], n=2, k=2) == ["ab", "ab"]


def test_more_k_than_texts_is_refused_unless_asked_for() -> None:
    with pytest.raises(Infeasible, match=r"2 texts .* fewer than k = 3"):
        released(["secret", "secret"], n=2, k=3)
    assert released(["abc", "abc"], n=2, k=3, all_masked=True) == ["***", "***"]


def test_messages_never_quote_a_text() -> None:
    with pytest.raises(Infeasible) as refused:
        released(["secret"], n=2, k=2)
    assert "secret" not in str(refused.value)


def test_mask_characters_of_the_source_are_not_counted_as_masked() -> None:
    texts: list[str | None] = ["a*b", "a*b", "**", "xy*z"]
    found = masked(texts, n=2, k=2)
    # Between masks, single characters are no 2-gram; `xy` is, and stands in one text only.
    assert found.strings() == ["a*b", "a*b", "**", "***z"]
    assert found.masked_characters().tolist() == [0, 0, 0, 2]
    assert found.own_characters().tolist() == [2, 2, 0, 3]
    assert verify_texts(found.strings(), [NgramAnonymity(column="text", n=2, k=2)])[0].holds


def test_another_mask_character() -> None:
    assert released(["a*b", "a*b", "qq"], n=2, k=2, mask_char="■") == ["a*b", "a*b", "■■"]


def test_merged_masks_hide_the_length() -> None:
    texts: list[str | None] = ["abXYZcd", "abQcd", "abcd", "abcd"]
    assert released(texts, n=2, k=2) == ["abXYZcd".replace("bXYZc", "*****"), "a***d", "abcd", "abcd"]
    assert released(texts, n=2, k=2, merge=True) == ["a*d", "a*d", "abcd", "abcd"]


def test_kept_phrases_stay_and_are_counted() -> None:
    texts: list[str | None] = ["千早病院", "原土井病院", "香椎医院"]
    found = masked(texts, n=2, k=2, keep=("病院",))
    assert found.strings() == ["**病院", "***病院", "****"]
    # 早病 and 井病 are rare, so that 病 would have been masked in both.
    assert (found.facts.revealed_texts, found.facts.revealed_characters) == (2, 2)
    alone = masked(["千早病院", "香椎医院", "香椎医院"], n=2, k=2, keep=("病院",))
    assert alone.strings() == ["**病院", "香椎医院", "香椎医院"]
    promises = [NgramAnonymity(column="text", n=2, k=2)]
    reading = TextSettings(keep=("病院",))
    assert verify_texts(alone.strings(), promises, reading)[0].holds
    assert not verify_texts(alone.strings(), [NgramAnonymity(column="text", n=2, k=2)])[0].holds


def test_overlapping_kept_phrases_are_kept_together() -> None:
    found = released(["大病院長殿", "甲乙丙丁"], n=3, k=2, keep=("病院", "院長"))
    assert found == ["*病院長*", "****"]
    assert verify_texts(found, [NgramAnonymity(column="text", n=3, k=2)], TextSettings(keep=("病院", "院長")))[0].holds


def test_least_masks_the_last_character_that_is_not_kept() -> None:
    assert released(["abcd", "xy", "xy"], n=2, k=2, mask="least") == ["a*c*", "xy", "xy"]
    assert released(["abcd", "xy", "xy"], n=2, k=2, mask="least", keep=("bc",)) == ["*bc*", "xy", "xy"]


def test_characters_are_masked_whole() -> None:
    family = "👩\u200d👩\u200d👧"
    assert released([family + "か\u3099🇯🇵", "x", "x"], n=1, k=2) == ["***", "x", "x"]
    assert released([family, "x", "x"], n=1, k=2, characters="points") == ["*****", "x", "x"]


def test_lone_surrogates_go_in_and_come_out() -> None:
    assert released(["\ud800a", "\ud800a", "\udc00b"], n=2, k=2) == ["\ud800a", "\ud800a", "**"]


def test_registry_widens_masks() -> None:
    texts: list[str | None] = ["abcd", "abce", "abcf", "xbcd"]
    settings = TextSettings(n=1, k=2, registry=RELEASED)
    plain = mask_texts(text_column(texts), settings)
    assert plain.strings() == ["abcd", "abc*", "abc*", "*bcd"]
    wide = mask_texts(text_column(texts), settings, registry="collection")
    # `abcd` takes its nearest neighbour; then `d` stands in one text only and is masked there too.
    assert wide.strings() == ["abc*", "abc*", "abc*", "*bc*"]
    assert wide.facts.widened_texts == 1
    named = mask_texts(text_column(texts), settings, registry=["abzz", "abyy", "zzzz"])
    assert named.strings() == ["ab**", "ab**", "ab**", "*b**"]


def test_registry_gives_lonely_lengths_another() -> None:
    texts: list[str | None] = ["abc", "abc", "abcdefgh"]
    found = mask_texts(text_column(texts), TextSettings(n=2, k=2, registry=RELEASED), registry="collection")
    assert found.strings() == ["abc", "abc", "***"]
    assert found.facts.resized_texts == 1
    for registry in (RELEASED, "collection"):
        with pytest.raises(Infeasible, match="merge"):
            mask_texts(
                text_column(["a", "bb", "ccc"]), TextSettings(n=1, k=2, registry=registry), registry="collection"
            )
    assert verify_texts(found.strings(), [ReleasedRegistryAnonymity(column="text", k=2)], registry=texts)[0].holds


def test_a_registry_in_both_directions_leaves_no_text_alone() -> None:
    """`abc` fits its own release only where one direction is promised: whoever knows it finds its row."""
    texts: list[str | None] = ["abc", "abd", "abx", "aby", "zbc"]
    one, both = (
        mask_texts(text_column(texts), TextSettings(n=1, k=2, registry=registry), registry="collection").strings()
        for registry in (RELEASED, "collection")
    )
    models = [RegistryAnonymity(column="text", k=2)]
    (found,) = verify_texts(one, models, registry=texts, originals=texts)
    assert (found.holds, found.achieved) == (False, 1)
    (found,) = verify_texts(both, models, registry=texts, originals=texts)
    assert (found.holds, found.achieved) == (True, 2)
    assert min(Counter(both).values()) == 2


def test_registry_masks_kept_phrases_last_but_masks_them() -> None:
    texts: list[str | None] = ["ab病院", "ab医院"]
    found = mask_texts(
        text_column(texts), TextSettings(n=1, k=2, keep=("病院",), registry=RELEASED), registry="collection"
    )
    assert found.strings() == ["ab*院", "ab*院"]
    assert found.facts.kept_lost == 1


def test_equal_texts() -> None:
    texts: list[str | None] = ["abcd", "abce", "wxyz", "wxyy", "qqqqqqqq", None, ""]
    found = masked(texts, n=2, k=2, equal=True)
    assert found.strings()[:2] in (["abc*", "abc*"], ["****", "****"])
    assert verify_texts(found.strings(), [EqualTexts(column="text", k=2)])[0].holds
    assert found.strings()[5:] == [None, ""]
    with pytest.raises(Infeasible):
        masked(["a"], n=2, k=2, equal=True, all_masked=True)


def test_equal_texts_by_what_they_have_in_common() -> None:
    # Every mask hides at least one character of each: 赤 in the first, and だ with き in the last.
    found = masked(["車は赤い", "車はとても赤い", "猫が好き", "犬が好きだ"], n=2, k=2, equal=True, merge=True)
    assert found.strings() == ["車は*い", "車は*い", "*が好*", "*が好*"]
    longer = masked(["車は今日赤い", "車はとても赤い", "猫が好き", "犬が好き"], n=2, k=2, equal=True, merge=True)
    assert longer.strings() == ["車は*赤い", "車は*赤い", "*が好き", "*が好き"]


def test_a_recoded_column_tells_labels_and_losses() -> None:
    found = masked(["abcd", "abcd", None, "abxx"], n=2, k=2)
    labels, place = found.labels()
    assert [labels[number] for number in place[found.entry]] == ["abcd", "abcd", None, "a***"]
    assert found.losses().tolist() == [0.0, 0.0, 0.0, 0.75]
    assert found.name == "text"
    assert found.originals() == ["abcd", "abcd", None, "abxx"]


def test_arguments_are_not_changed() -> None:
    column = text_column(["abcd", "abxx", "ab*"])
    before = (column.points.copy(), column.offsets.copy())
    mask_texts(column, TextSettings(n=2, k=2, keep=("cd",)), registry="collection")
    assert np.array_equal(column.points, before[0])
    assert np.array_equal(column.offsets, before[1])


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"n": 0}, "`n`"),
        ({"k": 1}, "`k`"),
        ({"passes": -1}, "`passes`"),
        ({"mask_char": "\u0301"}, "`mask_char`"),
        ({"mask_char": "ab"}, "`mask_char`"),
        ({"mask_char": "🇯"}, "`mask_char`"),
        ({"mask_char": " "}, "white space"),
        ({"keep": ("a*b",)}, "`keep`"),
        ({"keep": (" ",)}, "`keep`"),
    ],
)
def test_wrong_settings_are_named(options: dict[str, Any], word: str) -> None:
    with pytest.raises(JobError, match=word):
        TextSettings(**options)


def test_a_registry_is_not_a_file_name() -> None:
    with pytest.raises(JobError, match="registry"):
        mask_texts(text_column(["a", "a"]), TextSettings(), registry="names.txt")


def test_a_long_registry_is_searched_around_each_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokumei.text.registry._REACH", 3)
    texts: list[str | None] = [f"{number:04d}" for number in range(0, 4000, 7)]
    found = mask_texts(text_column(texts), TextSettings(n=1, k=3, registry=RELEASED), registry="collection")
    promises = [NgramAnonymity(column="text", n=1, k=3), ReleasedRegistryAnonymity(column="text", k=3)]
    assert all(one.holds for one in verify_texts(found.strings(), promises, registry=texts))
    # Neighbours in the order share their beginnings.
    assert sum((text or "")[0] != "*" for text in found.strings()) > len(texts) / 2
