"""Rare values are put together or left out, and identifiers leave as pseudonyms: nothing of them is named."""

from __future__ import annotations

import os
import random
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei

ILLS = ["flu"] * 8 + ["cold"] * 5 + ["gout", "gout", "plague"]
PEOPLE = pl.DataFrame(
    {
        "card": [f"card-{number % 9}" for number in range(16)],
        "age": list(range(16)),
        "ill": ILLS,
        "ills": [f"{ill},flu" for ill in ILLS],
    }
)
KEPT = {"card": "identifier", "age": {"role": "quasi", "type": "number"}, "ill": "keep", "ills": "keep"}


def job_of(output: dict[str, Any] | None = None, **columns: Any) -> dict[str, Any]:
    return {"columns": {**KEPT, **columns}, "privacy": {"k": 2}, "output": {"order": "keep", **(output or {})}}


def rare(do: str, below: int = 4, **settings: Any) -> dict[str, Any]:
    return {"role": "sensitive", "type": "category", "rare": {"below": below, "do": do}, **settings}


def counts(release: tokumei.Release) -> dict[str, int]:
    (note,) = [note["values"] for note in release.report["notes"] if note["key"] == "rare_counted"]
    return note


@pytest.mark.parametrize(("language", "word"), [("en", "other"), ("ja", "その他")])
def test_rare_values_are_published_together(language: str, word: str) -> None:
    job = job_of(ill=rare("pool", below=3), output={"language": language})
    release = tokumei.anonymize(PEOPLE, job)
    assert Counter(release.data["ill"]) == {"flu": 8, "cold": 5, word: 3}
    assert counts(release) == {"column": "ill", "below": 3, "before": 3, "after": 0, "records": 16}
    assert "plague" not in str(release.report)
    assert tokumei.verify(release.data, job).ok


def test_what_is_still_rare_together_is_joined_by_the_next_rarest() -> None:
    release = tokumei.anonymize(PEOPLE, job_of(ill=rare("pool", below=4)))
    assert Counter(release.data["ill"]) == {"flu": 8, "other": 8}


def test_rare_values_are_left_out() -> None:
    job = job_of(ill=rare("remove"))
    release = tokumei.anonymize(PEOPLE, job)
    assert Counter(release.data["ill"]) == {"flu": 8, "cold": 5, None: 3}
    assert tokumei.verify(release.data, job).ok
    assert [one.kind for one in tokumei.verify(PEOPLE.drop("card").with_columns(age=pl.lit("*")), job).broken] == [
        "rare"
    ]


def test_rare_values_are_only_counted() -> None:
    release = tokumei.anonymize(PEOPLE, job_of(ill=rare("keep")))
    assert release.data["ill"].to_list() == ILLS
    assert counts(release)["before"] == counts(release)["after"] == 3
    assert all(promise["kind"] != "rare" for promise in release.report["promises"])


@pytest.mark.parametrize("lists", [False, True])
def test_rare_items_of_sets_are_treated_one_by_one(lists: bool) -> None:
    data = PEOPLE.with_columns(pl.col("ills").str.split(",")) if lists else PEOPLE
    column = {"role": "sensitive", "type": "set", "rare": {"below": 3, "do": "pool"}}
    job = job_of(ills=column)
    release = tokumei.anonymize(data, job)
    cells = release.data["ills"].list.join(",") if lists else release.data["ills"]
    assert Counter(cells) == {"flu": 8, "cold,flu": 5, "flu,other": 3}
    assert tokumei.verify(release.data, job).ok


@settings(max_examples=40, deadline=None)
@given(
    ills=st.lists(st.sampled_from(["a", "b", "c", "d", "other", None]), min_size=4, max_size=30),
    below=st.integers(2, 6),
    do=st.sampled_from(["pool", "remove"]),
)
def test_no_published_value_is_rare(ills: list[str | None], below: int, do: str) -> None:
    if not any(ills):
        return
    frame = pl.DataFrame({"age": range(len(ills)), "ill": ills}, schema={"age": pl.Int64, "ill": pl.String})
    job = {
        "columns": {"age": KEPT["age"], "ill": rare(do, below)},
        "privacy": {"k": 2},
        "output": {"order": "keep"},
    }
    after = tokumei.anonymize(frame, job).data["ill"].to_list()
    before_counts, after_counts = Counter(ills), Counter(ill for ill in after if ill is not None)
    assert all(count >= below for count in after_counts.values())
    for old, new in zip(ills, after, strict=True):
        if old is not None and before_counts[old] >= below and do == "remove":
            assert new == old
        assert new in (old, None, "other")


def test_rare_values_of_numbers_are_refused() -> None:
    with pytest.raises(tokumei.JobError, match=r"`columns\.ill\.rare` is for categories and sets"):
        tokumei.anonymize(PEOPLE.with_columns(ill=pl.col("age")), job_of(ill={**rare("pool"), "type": "number"}))
    with pytest.raises(tokumei.JobError, match=r"columns\.ill\.rare\.do"):
        tokumei.anonymize(PEOPLE, job_of(ill=rare("hide")))


def keyed(path: Path) -> Any:
    return job_of(card={"role": "identifier", "pseudonym": {"key": str(path)}})


def test_a_key_gives_the_same_pseudonyms_again(tmp_path: Path) -> None:
    job = keyed(tmp_path / "card.key")
    first, again = (tokumei.anonymize(PEOPLE, job).data["card"].to_list() for _ in range(2))
    assert first == again
    assert len(set(first)) == 9
    assert all(len(one) == 32 for one in first)
    other = tokumei.anonymize(PEOPLE, keyed(tmp_path / "other.key")).data["card"].to_list()
    assert not set(first) & set(other)


def test_the_key_is_its_owners_and_is_never_told(tmp_path: Path) -> None:
    release = tokumei.anonymize(PEOPLE, keyed(tmp_path / "card.key"))
    key = (tmp_path / "card.key").read_text(encoding="ascii").strip()
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "card.key").stat().st_mode) == 0o600
    assert key not in str(release.report)
    assert not any("card-" in cell for cell in release.data["card"])
    assert [note["key"] for note in release.report["warnings"]].count("pseudonyms_published") == 1
    (column,) = [one for one in release.report["columns"] if one["name"] == "card"]
    assert column["published"] == "pseudonyms"


def test_random_pseudonyms_are_drawn_afresh_whatever_the_seed() -> None:
    job = {**job_of(card={"role": "identifier", "pseudonym": "random"}), "seed": 3}
    first, again = (tokumei.anonymize(PEOPLE, job).data["card"].to_list() for _ in range(2))
    assert len(set(first)) == len(set(again)) == 9
    assert not set(first) & set(again)


def test_a_name_in_the_place_of_a_pseudonym_breaks_the_promise() -> None:
    job = job_of(card={"role": "identifier", "pseudonym": "random"})
    release = tokumei.anonymize(PEOPLE, job)
    assert tokumei.verify(release.data, job).ok
    leaked = release.data.with_columns(card=PEOPLE["card"])
    assert [one.kind for one in tokumei.verify(leaked, job).broken] == ["pseudonym"]


def test_a_key_file_that_cannot_serve_is_refused(tmp_path: Path) -> None:
    with pytest.raises(tokumei.JobError, match="Its folder must exist"):
        tokumei.anonymize(PEOPLE, keyed(tmp_path / "nowhere" / "card.key"))
    empty = tmp_path / "empty.key"
    empty.touch(mode=0o600)
    with pytest.raises(tokumei.JobError, match="is empty or too short"):
        tokumei.anonymize(PEOPLE, keyed(empty))
    shared = tmp_path / "shared.key"
    shared.write_text("k" * 64, encoding="ascii")
    shared.chmod(0o644)
    if os.name == "posix":
        with pytest.raises(tokumei.JobError, match="can be read by others"):
            tokumei.anonymize(PEOPLE, keyed(shared))


@pytest.mark.parametrize("do", ["pool", "remove"])
@pytest.mark.parametrize("tree", [{}, {"hierarchy": {"prefixes": [1]}}])
@pytest.mark.parametrize("km", [False, True])
def test_no_item_of_a_quasi_set_is_published_by_few(do: str, tree: dict[str, Any], km: bool) -> None:
    rng = random.Random(3)
    items = ["a1", "a1", "a2", "a2", "b1", "b1", "b2", "c1"]
    cells = [",".join(sorted(set(rng.choices(items, k=2)))) for _ in range(90)]
    cells[:3] = ["z9", "a1,z9", "b1,z8"]
    column = {"role": "quasi", "type": "set", "rare": {"below": 12, "do": do}, **tree}
    privacy = {"k": 3, **({"km": {"column": "ills", "m": 2}} if km else {})}
    job = {"columns": {"ills": column}, "privacy": privacy}
    release = tokumei.anonymize(pl.DataFrame({"ills": cells}), job)
    shown = Counter(item for cell in release.data["ills"] for item in (cell.split(",") if cell else ()))
    assert shown
    assert min(shown.values()) >= 12
    assert not {"z8", "z9"} & set(shown)
    assert tokumei.verify(release.data, job).ok
