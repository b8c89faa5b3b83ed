"""Maeda et al.: what the paper says of its Figures 2 to 4, on as many names of establishments of Fukuoka.

The paper's own 387 names are not public. Ours are drawn from the medical institutions of Fukuoka prefecture. Where they
differ from the paper is said in docs/papers/maeda.md.
"""

from __future__ import annotations

import csv
import gzip
import random
from functools import cache

import pytest

from real_data import data_folder, needs_data
from tokumei.evaluation.text_measures import TextMeasures, measure_masks
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.registry import RegistryAnonymity
from tokumei.privacy.texts import look_up, verify_texts
from tokumei.text import TextSettings, mask_texts, text_column

pytestmark = [needs_data, pytest.mark.real]


@cache
def names() -> tuple[str, ...]:
    folder = data_folder()
    assert folder is not None
    with gzip.open(folder / "names" / "medical_institutions_jp.csv.gz", "rt", encoding="utf-8") as lines:
        fukuoka = [row["name"] for row in csv.DictReader(lines) if row["code9"].startswith("40")]
    return tuple(random.Random(0).sample(fukuoka, 387))


@cache
def measured(n: int, k: int) -> TextMeasures:
    """The paper's way: one pass, texts shorter than n unseen."""
    masked = mask_texts(text_column(names()), TextSettings(n=n, k=k, passes=1, short="pass"))
    return measure_masks(masked.own_characters(), masked.masked_characters(), masked.strings())


def test_figure_2_masking_rate_is_highest_at_2_and_falls() -> None:
    rates = [measured(n, 2).masking_rate for n in range(2, 9)]
    assert rates == sorted(rates, reverse=True)


def test_figure_2_fully_masked_grows_up_to_7() -> None:
    rates = [measured(n, 2).fully_masked for n in range(2, 8)]
    assert rates == sorted(rates)


def test_figure_2_not_masked_falls_up_to_4_and_grows_from_5() -> None:
    rates = [measured(n, 2).not_masked for n in range(2, 9)]
    assert rates[0] >= rates[1] >= rates[2] < rates[3] < rates[4] < rates[5] < rates[6]


def test_figure_3_single_characters_grow_up_to_20() -> None:
    rates = [measured(1, k).masking_rate for k in range(2, 21)]
    assert rates == sorted(rates)
    assert rates[-1] > 0.99


def test_figure_3_longer_grams_fall_with_k() -> None:
    for n in (3, 4):
        rates = [measured(n, k).masking_rate for k in range(2, 31, 4)]
        assert rates == sorted(rates, reverse=True)
    assert [
        n for n, _ in sorted({n: measured(n, 2).masking_rate for n in range(1, 5)}.items(), key=lambda one: -one[1])
    ] == [
        2,
        3,
        4,
        1,
    ]


def test_figure_4_character_masking_grows_with_k_and_up_to_n_6() -> None:
    for n in range(1, 9):
        rates = [measured(n, k).character_masking_rate for k in range(2, 31, 4)]
        assert rates == sorted(rates)
    rates = [measured(n, 2).character_masking_rate for n in range(1, 7)]
    assert rates == sorted(rates)


@pytest.mark.parametrize("k", [2, 5])
def test_least_masks_at_most_half_and_is_looked_up_more_easily(k: int) -> None:
    column = text_column(names())
    everything = mask_texts(column, TextSettings(n=2, k=k))
    least = mask_texts(column, TextSettings(n=2, k=k, mask="least"))
    assert least.masked_characters().sum() <= everything.masked_characters().sum() / 2
    alone = [(look_up(texts.strings(), names(), TextSettings()) == 1).mean() for texts in (everything, least)]
    assert alone[0] < alone[1]
    wide = mask_texts(column, TextSettings(n=2, k=k, mask="least"), registry="collection")
    checked = [NgramAnonymity(column="text", n=2, k=k), RegistryAnonymity(column="text", k=k)]
    assert all(found.holds for found in verify_texts(wide.strings(), checked, registry=names(), originals=names()))
