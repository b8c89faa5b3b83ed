"""Every cell of the table of capabilities: a yes runs and keeps its promises, a no is refused before data are read."""

from __future__ import annotations

from typing import Any

import pytest

import tokumei
from conformance.cells import ASKED, BASES, CELLS, LIMITS, job_for
from conformance.effects import EFFECTS
from conformance.oracles import covered, keeps_its_promises, released, rows_of, selected
from conformance.tables import BLOCKS, KINDS, PEOPLE, with_nulls
from tokumei.job import load
from tokumei.job.capabilities import FEATURES, MECHANISMS, features_of, mechanisms_of

WRONG: dict[tuple[str, str], str] = {}
"""Cells that say yes and are not true → what happens. To be emptied, not filled."""

BY_THE_MODELS: dict[tuple[str, str], str] = {
    ("km", "publish"): "belongs to",
    ("text", "publish"): "belongs to",
    ("text", "hierarchy"): "belongs to",
    ("text", "item_hierarchy"): "belongs to",
    ("text", "km"): "not a column with the role quasi and the type set",
}
"""What a column of the mechanism does not have at all: the models refuse it before the table is asked."""


DATA = {
    "suppress": BLOCKS,
    "suppress_by": BLOCKS,
    "text": BLOCKS,
    "within": with_nulls(BLOCKS),
    "km": BLOCKS,
    "null": with_nulls(PEOPLE),
}
"""Feature → the table that shows it; else the plain one."""


class Unread:
    """A source that must not be looked at."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return object.__getattribute__(self, name)
        raise AssertionError(f"the data were read ({name})")


def _cell(mechanism: str, feature: str) -> Any:
    return MECHANISMS[mechanism].cells[feature]


YES = [cell for cell in CELLS if _cell(*cell[:2]).possible]
NO = [cell for cell in CELLS if not _cell(*cell[:2]).possible and not _cell(*cell[:2]).elsewhere]
ELSEWHERE = [cell for cell in CELLS if _cell(*cell[:2]).elsewhere]
LIMITED = [(*cell, limit) for cell in YES for limit in _cell(*cell[:2]).limits]


def test_no_cell_is_left_out() -> None:
    assert BASES.keys() == MECHANISMS.keys()
    assert ASKED.keys() == FEATURES.keys()
    judged = [{cell[:2] for cell in cells} for cells in (YES, NO, ELSEWHERE)]
    assert sum(len(cells) for cells in judged) == len(set.union(*judged)) == len(MECHANISMS) * len(FEATURES)
    assert LIMITS.keys() == {limit.feature for *_, limit in LIMITED}
    assert BY_THE_MODELS.keys() <= judged[1]


def test_no_cell_is_known_to_be_wrong() -> None:
    assert WRONG == {}


def _persons(before: list[dict[str, Any]], after: list[dict[str, Any]], job: dict[str, Any]) -> list[str] | None:
    """Whose the released rows are, where promises are about people."""
    if "person" not in job or "one_per" in job:
        return None
    return [old["person"] for old, new in zip(before, after, strict=True) if released([new], job)]


@pytest.mark.parametrize(("mechanism", "feature", "form"), YES)
def test_a_yes_keeps_its_promises(mechanism: str, feature: str, form: str) -> None:
    job = job_for(mechanism, ASKED[feature][form])
    assert mechanism in mechanisms_of(load(job))
    table = DATA.get(feature, PEOPLE)
    data = table.select(name for name in table.columns if name in job["columns"])
    release = tokumei.anonymize(data, job)
    before, after = selected(rows_of(data), job), rows_of(release.data)
    shown = released(after, job)
    keeps_its_promises(shown, job, _persons(before, after, job))
    assert release.report["verified"]
    assert tokumei.verify(release.data, job).ok
    assert len(shown) == release.report["released"]
    for old, new in zip(before, after, strict=True):
        assert all(covered(name, old[name], new[name]) for name in job["columns"] if name in KINDS)
    if feature in EFFECTS:
        assert EFFECTS[feature](before, after, release.report, job)


@pytest.mark.parametrize(("mechanism", "feature", "form"), NO)
def test_a_no_is_refused_before_data_are_read(mechanism: str, feature: str, form: str) -> None:
    said = BY_THE_MODELS.get((mechanism, feature), _cell(mechanism, feature).why_not)
    with pytest.raises(tokumei.JobError) as refusal:
        tokumei.anonymize(Unread(), job_for(mechanism, ASKED[feature][form]))
    assert said in str(refusal.value)
    assert refusal.value.exit_status == 2


@pytest.mark.parametrize(("mechanism", "feature", "form"), ELSEWHERE)
def test_what_is_made_elsewhere_is_asked_of_another_mechanism(mechanism: str, feature: str, form: str) -> None:
    job = load(job_for(mechanism, ASKED[feature][form]))
    assert feature not in (features_of(job, mechanism) if mechanism in mechanisms_of(job) else {})
    others = [name for name in mechanisms_of(job) if name != mechanism or feature == "several"]
    assert others
    assert all(_cell(other, feature).possible for other in others if feature in features_of(job, other))


@pytest.mark.parametrize(("mechanism", "feature", "form", "limit"), LIMITED)
def test_a_limit_is_refused_before_data_are_read(mechanism: str, feature: str, form: str, limit: Any) -> None:
    with pytest.raises(tokumei.JobError) as refusal:
        tokumei.anonymize(Unread(), job_for(mechanism, ASKED[feature][form], LIMITS[limit.feature]))
    assert limit.why in str(refusal.value)
