"""Texts within groups: equal in each group, true of every text, and one more label of the group."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.core.text_settings import TextSettings
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.texts import verify_texts
from tokumei.text import likeness_of, mask_within, text_column

WORDS = ["", "*", "あ", "いう", "う*え", "pain", "no pain", "night"]
TEXTS = st.one_of(st.none(), st.lists(st.sampled_from(WORDS), max_size=4).map("".join), st.text("あいう*", max_size=6))
RECORDS = st.lists(st.tuples(TEXTS, st.integers(-1, 3)), min_size=1, max_size=24)
SETTINGS = TextSettings(k=2, equal=True, merge=True)


def _fits(text: str | None, published: str | None) -> bool:
    """Whether a text is what a published one stands for, white space left out; a mask alone is anything."""
    if published is None or published == "*" or not text:
        return published == "*" or (published or None) == (text or None)
    plain = re.sub(r"\s", "", text)
    return re.fullmatch(".+".join(map(re.escape, published.split("*"))), plain, re.DOTALL) is not None


@settings(deadline=None)
@given(RECORDS)
def test_the_texts_of_a_group_are_published_equal_and_fit_what_is_published(
    records: list[tuple[str | None, int]],
) -> None:
    texts, groups = zip(*records, strict=True)
    masked = mask_within(text_column(texts), SETTINGS, np.array(groups, dtype=np.int32))
    published = masked.strings()
    shown: dict[int, set[str | None]] = {}
    for text, group, one in zip(texts, groups, published, strict=True):
        if group >= 0:
            shown.setdefault(group, set()).add(one)
            assert _fits(text, one)
    assert all(len(labels) == 1 for labels in shown.values())
    losses = masked.losses()
    for row, (text, group) in enumerate(records):
        alone = [other for other, own in records if own == group]
        if group >= 0 and len(set(alone)) == 1:
            assert losses[row] == 0, "nothing is masked where all texts are the same"
        assert 0 <= losses[row] <= 1
        assert group >= 0 or losses[row] == 1
        del text


@settings(deadline=None)
@given(RECORDS)
def test_a_tree_of_likeness_is_a_tree_in_which_nodes_lose_more_than_those_below(
    records: list[tuple[str | None, int]],
) -> None:
    texts = [text for text, _ in records]
    column = likeness_of(text_column(texts), SETTINGS)
    tree = column.hierarchy
    assert tree is not None
    plain = ["".join(text.split()) if text else text for text in texts]
    for one, code in zip(plain, column.codes.tolist(), strict=True):
        assert [other == one for other in plain] == [other == code for other in column.codes.tolist()]
    assert (tree.path[:, 0] == np.arange(len(tree.path))).all()
    assert (tree.path[:, -1] == tree.root).all()
    assert (np.diff(tree.loss[tree.path], axis=1) >= 0).all()
    for node in np.unique(tree.path):
        under = np.flatnonzero((tree.path == node).any(axis=1))
        assert (np.diff(under) == 1).all(), "the leaves of a node stand side by side"


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from("ab"), TEXTS), min_size=6, max_size=40), st.integers(2, 3))
def test_k_holds_with_the_text_among_the_labels_and_every_n_gram_is_as_frequent(
    rows: list[tuple[int, str, str | None]], k: int
) -> None:
    frame = pl.DataFrame(rows, schema={"age": pl.Int64, "sex": pl.String, "memo": pl.String}, orient="row")
    job = {
        "columns": {
            "age": {"role": "quasi", "type": "number"},
            "sex": {"role": "quasi", "type": "category"},
            "memo": {"role": "quasi", "type": "text", "within": "group"},
        },
        "privacy": {"k": k},
        "output": {"order": "keep"},
    }
    release = tokumei.anonymize(frame, job)
    assert min(Counter(release.data.rows()).values()) >= k
    assert tokumei.verify(release.data, job).ok
    published = release.data["memo"].to_list()
    assert all(_fits(own[2], one) for own, one in zip(rows, published, strict=True))
    for n in (1, 2, 3):
        promises = verify_texts(published, [NgramAnonymity(column="memo", n=n, k=k)], TextSettings(n=n, k=k))
        assert all(promise.holds for promise in promises)
    measured = tokumei.measure(frame, release.data, job)
    assert measured["loss"]["columns"]["memo"] == release.report["loss"]["columns"]["memo"]
    assert measured["groups"] == release.report["groups"]
