from __future__ import annotations

from contest import contest_histories, published_histories
from tokumei.core.history import HistoryRecoding
from tokumei.history import anonymize
from tokumei.history.pseudonyms import pseudonyms


def release() -> HistoryRecoding:
    rows = [[f"{10000 + subject}", "2011/1/2", "x", "1.5", "3"] for subject in range(12) for _ in range(1 + subject)]
    return anonymize(contest_histories(rows), k=3)


def test_fresh_in_every_release_unless_they_are_given() -> None:
    made = release()
    first, second = (pseudonyms(made, name="customer").names for _ in range(2))
    assert first != second
    given = [f"p{subject}" for subject in range(12)]
    assert list(pseudonyms(made, name="customer", given=given).names) == given


def test_distinct_of_one_length_and_not_the_identifiers() -> None:
    names = pseudonyms(release(), name="customer").names
    assert len(set(names)) == 12
    assert {len(name) for name in names} == {6}
    assert not set(names) & {f"{10000 + subject}" for subject in range(12)}


def test_removed_records_are_absent_or_marked_throughout() -> None:
    made = release()
    column = pseudonyms(made, name="customer")
    dropped = published_histories(made, column)
    marked = published_histories(made, column, removed="mark")
    assert dropped.records == int((~made.removed).sum())
    assert marked.records == len(made.line)
    assert marked.marks().sum() == made.removed.sum()
    assert "*" not in dropped.columns["customer"].labels
