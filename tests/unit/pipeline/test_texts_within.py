"""`within: group`: a text is one more label of its group."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import tokumei
from tokumei.job import load
from tokumei.job.capabilities import mechanisms_of

K = 4
PLACES = ["東京駅", "大阪城", "福井城", "金沢駅", "長野駅"]
ENDS = ["に行った", "で食べた", "が好き", "は遠い", "を見た"]


def _frame(records: int = 200) -> pl.DataFrame:
    random = np.random.default_rng(0)
    place, end, more = (random.integers(0, 5, records) for _ in range(3))
    memo = [f"{PLACES[one]}{ENDS[other]}{'ね' * third}" for one, other, third in zip(place, end, more, strict=True)]
    return pl.DataFrame(
        {
            "age": random.integers(20, 60, records),
            "memo": [None if row % 9 == 0 else text for row, text in enumerate(memo)],
            "sick": random.choice(["flu", "cold", "cough"], records),
        }
    )


def _job(*, memo: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "columns": {
            "age": {"role": "quasi", "type": "number"},
            "memo": {"role": "quasi", "type": "text", **({"within": "group"} if memo is None else memo)},
            "sick": "sensitive",
        },
        "privacy": {"k": K},
        "output": {"order": "keep"},
        **more,
    }


def _attack(release: tokumei.Release, name: str) -> dict[str, Any]:
    return next(one for one in release.report["attacks"] if one["name"] == name)


def test_who_knows_a_text_finds_its_row_at_most_once_in_k_times() -> None:
    frame = _frame()
    within, beside = (tokumei.anonymize(frame, _job(memo=memo, attack=True)) for memo in (None, {"n": 2}))
    known, before = _attack(within, "known-text"), _attack(beside, "known-text")
    assert known["rate"][0] <= 1 / K
    assert known["verdict"] == "chance"
    assert known["hits"] <= before["hits"]
    assert _attack(within, "re-run")["verdict"] not in ("breaks", "leaks")


def test_a_person_who_is_alone_with_a_text_is_not_alone_in_the_release() -> None:
    frame = _frame()
    frame[5, "memo"] = "誰も知らない話"
    release = tokumei.anonymize(frame, _job())
    alike = release.data.filter(pl.struct("age", "memo") == release.data.select("age", "memo")[5].to_struct())
    assert alike.height >= K


def test_every_promise_of_a_group_counts_the_text() -> None:
    privacy = {"k": K, "l_diversity": {"sick": {"distinct": 2}}, "t_closeness": {"sick": 0.6}, "suppress": 0.02}
    job = _job(privacy=privacy)
    release = tokumei.anonymize(_frame(), job)
    groups = release.data.group_by("age", "memo").agg(pl.len(), pl.col("sick").n_unique().alias("sicknesses"))
    assert groups["len"].min() >= K
    assert groups["sicknesses"].min() >= 2
    assert release.report["groups"] == groups.height
    assert [promise["kind"] for promise in release.report["promises"]][:3] == ["k", "distinct", "closeness"]


def test_a_release_that_tells_texts_of_a_group_apart_is_not_called_kept() -> None:
    job = _job()
    broken = tokumei.anonymize(_frame(), job).data
    broken[0, "memo"] = "東京*"
    assert not tokumei.verify(broken, job).ok


def test_a_missing_text_beside_others_is_masked_too_and_loses_everything() -> None:
    frame = pl.DataFrame({"age": [1, 1, 9, 9], "memo": [None, "あい", "うえ", "うえ"], "sick": list("abab")})
    release = tokumei.anonymize(frame, _job(privacy={"k": 2}))
    assert release.data["memo"].to_list() == ["*", "*", "うえ", "うえ"]
    assert release.report["loss"]["columns"]["memo"] == 0.5


def test_the_partition_looks_at_the_texts() -> None:
    """Where other columns do not matter, groups are of like texts: much less is masked than without a look."""
    frame = _frame().with_columns(age=pl.lit(30))
    within, beside = (tokumei.anonymize(frame, _job(memo=memo)) for memo in (None, {"n": 2}))
    texts = within.report["text"]["memo"]
    assert texts["within"] == "group"
    assert texts["character_masking_rate"] < 0.5
    assert beside.report["text"]["memo"]["other_way"] == 1.0, "all records are one group, which has nothing in common"
    assert texts["other_way"] == beside.report["text"]["memo"]["character_masking_rate"]


def test_a_weight_makes_texts_lose_less() -> None:
    light, heavy = (
        tokumei.anonymize(_frame(), _job(memo={"within": "group", "weight": weight})).report["loss"]["columns"]["memo"]
        for weight in (0.1, 9.0)
    )
    assert heavy < light


def test_texts_alone_can_be_grouped() -> None:
    job = {"columns": {"memo": {"role": "quasi", "type": "text", "within": "group"}}, "privacy": {"k": K}}
    assert mechanisms_of(load(job)) == ["ncp"]
    release = tokumei.anonymize(_frame().select("memo"), job)
    assert release.data["memo"].value_counts()["count"].min() >= K
    assert release.report["promises"][0]["kind"] == "k"


def test_the_order_of_the_source_does_not_matter() -> None:
    frame = _frame()
    order = np.random.default_rng(1).permutation(frame.height)
    one, other = (tokumei.anonymize(data, _job()).data.select("age", "memo") for data in (frame, frame[order]))
    assert one[order].equals(other)


def test_groups_of_k_people_publish_equal_texts() -> None:
    frame = _frame().with_columns(patient=pl.Series([f"p{row % 60}" for row in range(200)]))
    job = _job(person="patient")
    job["columns"]["patient"] = "identifier"
    release = tokumei.anonymize(frame, job)
    people = release.data.with_columns(frame["patient"]).group_by("age", "memo").agg(pl.col("patient").n_unique())
    assert people["patient"].min() >= K
    with pytest.raises(tokumei.JobError, match="`within: group`"):
        load({**job, "columns": {**job["columns"], "memo": {"role": "quasi", "type": "text"}}})


@pytest.mark.parametrize(
    "setting", [{"n": 3}, {"k": 9}, {"registry": "collection"}, {"equal": True}, {"merge": False}, {"keep": ["駅"]}]
)
def test_settings_of_texts_beside_groups_are_refused(setting: dict[str, Any]) -> None:
    (name,) = setting
    with pytest.raises(tokumei.JobError, match=f"`{name}` is for texts beside the groups"):
        load(_job(memo={"within": "group", **setting}))


def test_the_default_can_be_said() -> None:
    assert load(_job(memo={"within": "table"})).grouped == load(_job(memo={})).grouped == ["age"]
    with pytest.raises(tokumei.JobError, match="leave `weight` out"):
        load(_job(memo={"within": "table", "weight": 2}))
