"""The paper's measures, and guessing."""

from __future__ import annotations

import pytest

from tokumei.attacks.fill_in import CharacterModel, guess_masks
from tokumei.core.characters import from_strings
from tokumei.core.text_settings import TextSettings
from tokumei.evaluation.text_measures import TextMeasures, measure_masks, readable_characters


def measured(originals: list[str | None], published: list[str | None]) -> TextMeasures:
    (_, own), (_, shown) = readable_characters([from_strings(originals), from_strings(published)], TextSettings())
    return measure_masks(own, own - shown, published)


def test_measures_are_the_papers() -> None:
    found = measured(["福岡県", "福岡市", "abcd", "x", None, ""], ["福岡県", "福*市", "****", "x", None, ""])
    assert (found.texts, found.empty) == (4, 2)
    assert (found.not_masked, found.fully_masked, found.masking_rate) == (0.5, 0.25, 0.25)
    assert found.character_masking_rate == 5 / 11
    assert (found.unique, found.smallest_equal) == (1.0, 1)


def test_masks_of_the_source_are_no_masks() -> None:
    found = measured(["a*b", "***"], ["a**", "***"])
    assert (found.characters, found.masked_characters) == (2, 1)
    assert (found.not_masked, found.fully_masked, found.masking_rate) == (0.5, 0.0, 0.5)


def test_merged_masks_count_what_they_hide() -> None:
    found = measured(["abcdef", "abcdef"], ["a*f", "a*f"])
    assert found.character_masking_rate == 4 / 6
    assert (found.unique, found.smallest_equal) == (0.0, 2)


def test_probabilities_add_up_to_one() -> None:
    model = CharacterModel([[1, 2, 3], [1, 2, 4], [1, 1]], order=3)
    # Four characters, the end of a text, and one that was never seen.
    for context in ((), (1,), (1, 2), (9, 9)):
        assert sum(model.probability(sign, context) for sign in (1, 2, 3, 4, -2, 77)) == pytest.approx(1.0)


def test_both_sides_of_a_mask_are_used() -> None:
    training = ["医療法人病院", "医療法人医院", "医療法人病院", "大学病院"]
    found = guess_masks(["医療法人病院", "大学病院"], ["医療**病院", "大*病院"], training=training)
    assert (found.masked_characters, found.restored_characters) == (3, 3)
    assert (found.masks, found.restored_masks, found.restored_texts) == (2, 2, 2)
    assert found.character_rate == found.mask_rate == 1.0


def test_the_baseline_is_the_most_frequent_character() -> None:
    found = guess_masks(["abab", "zz"], ["a*a*", "**"], training=["bbbbb", "a"])
    assert (found.baseline_characters, found.masked_characters) == (2, 4)
    assert found.baseline_rate == 0.5


def test_without_training_text_the_other_half_trains() -> None:
    texts = ["福岡県福岡市"] * 10
    found = guess_masks(texts, ["福*県福岡市"] * 10)
    assert (found.texts, found.training_texts) == (5, 5)
    assert found.character_rate == 1.0


def test_what_is_not_aligned_is_left_out() -> None:
    found = guess_masks(["abcd", "a*"], ["a*", "a*"], training=["abcd"])
    assert found.texts == 0
    assert found.character_rate == 0.0
