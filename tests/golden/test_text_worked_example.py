"""The worked example of Maeda et al., Tables 1 to 4."""

from __future__ import annotations

import pytest

from tokumei.core.characters import code_characters, from_strings
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.texts import verify_texts
from tokumei.text import TextSettings, mask_texts, text_column
from tokumei.text.counting import Batch, count_grams

# The paper prints 福島 in one column of Table 1, but all its n-grams are of 福井.
TEXTS = ["福岡県福岡市早通区新谷3", "福岡県北九州市早瀬区新垣5", "福井県福井市瀬区新垣"]
RARE = {
    "岡市",
    "早通",
    "通区",
    "新谷",
    "谷3",
    "県北",
    "北九",
    "九州",
    "州市",
    "早瀬",
    "垣5",
    "福井",
    "井県",
    "井市",
    "市瀬",
}
KEPT = {"福岡": 2, "岡県": 2, "県福": 2, "市早": 2, "瀬区": 2, "新垣": 2, "区新": 3}


def test_counts_are_those_of_table_2() -> None:
    (texts,) = code_characters([from_strings(TEXTS)], unit="graphemes", whitespace="remove")
    nothing = texts.symbols < 0
    # With k = 1 nothing is rare, so that every count can be read.
    batch = Batch.of(texts, nothing, nothing)
    grams = count_grams([batch], n=2, k=1)
    grams.rename(batch)
    counts: dict[str, int] = {}
    for number, text in enumerate(TEXTS):
        for place in range(len(text) - 1):
            counts[text[place : place + 2]] = int(grams.counts[batch.ids[texts.offsets[number] + place]])
    assert counts == {**dict.fromkeys(RARE, 1), **KEPT}


def test_one_pass_is_table_4() -> None:
    masked = mask_texts(text_column(TEXTS), TextSettings(n=2, k=2, passes=1))
    assert masked.strings() == ["福岡県福********", "福岡*******区新**", "*******区新垣"]


def test_one_pass_does_not_keep_the_promise_and_the_fixpoint_does() -> None:
    promises = [NgramAnonymity(column="text", n=2, k=2)]
    once = mask_texts(text_column(TEXTS), TextSettings(n=2, k=2, passes=1))
    (found,) = verify_texts(once.strings(), promises)
    assert (found.holds, found.achieved) == (False, 1)
    whole = mask_texts(text_column(TEXTS), TextSettings(n=2, k=2))
    (found,) = verify_texts(whole.strings(), promises)
    assert found.holds


@pytest.mark.parametrize("mask", ["all", "least"])
def test_least_breaks_the_rare_grams_with_fewer_masks(mask: str) -> None:
    settings = TextSettings(n=2, k=2, mask=mask)  # type: ignore[arg-type]
    released = mask_texts(text_column(TEXTS), settings).strings()
    assert not any(rare in (text or "") for rare in RARE for text in released)
    expected = {
        "all": ["福***********", "*************", "*******区**"],
        "least": ["福岡県福岡*早*区新*3", "福岡県*九*市**区新垣*", "福*県福*市*区新垣"],
    }
    assert released == expected[mask]
