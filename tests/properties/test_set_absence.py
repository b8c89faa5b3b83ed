"""`absence: hide`: no label says what its records lack, and nothing else of a release changes for the worse."""

from __future__ import annotations

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei

SETS = st.lists(st.sets(st.sampled_from("abcd"), max_size=3), min_size=2, max_size=14)


def job(absence: str, k: int) -> dict[str, object]:
    return {
        "columns": {"items": {"role": "quasi", "type": "set", "absence": absence}},
        "privacy": {"k": k},
        "output": {"order": "keep"},
    }


@settings(deadline=None, max_examples=150)
@given(SETS, st.integers(2, 3))
def test_a_label_beside_the_same_with_an_item_more_has_a_record_with_the_item(sets: list[set[str]], k: int) -> None:
    frame = pl.DataFrame({"items": [",".join(sorted(one)) for one in sets]})
    if len(sets) < k:
        return
    shown, hidden = (tokumei.anonymize(frame, job(absence, k)) for absence in ("show", "hide"))
    had: dict[frozenset[str], set[str]] = {}
    for own, cell in zip(sets, hidden.data["items"].to_list(), strict=True):
        label = frozenset(cell.split(",")) if cell else frozenset()
        assert label <= own
        had.setdefault(label, set()).update(own)
    assert all(item in had[label - {item}] for label in had for item in label if label - {item} in had)
    assert hidden.report["loss"]["ncp"] >= shown.report["loss"]["ncp"] - 1e-12
    assert hidden.report["verified"]
