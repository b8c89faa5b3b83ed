from __future__ import annotations

import numpy as np
import pytest

from contest import contest_histories, contest_published, published_histories
from contest_attacks import CONTEST_ATTACKS, attack_histories
from tokumei.attacks.judging import Finding
from tokumei.core.history import Histories
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError
from tokumei.history import anonymize
from tokumei.history.pseudonyms import pseudonyms


def log(subjects: int = 40, seed: int = 2) -> list[list[str]]:
    random = np.random.default_rng(seed)
    rows = []
    for subject in range(subjects):
        for _ in range(int(random.integers(2, 9))):
            day = f"2011/{random.integers(1, 13)}/{random.integers(1, 29)}"
            price, quantity = str(random.choice([0.85, 1.25, 9.95])), str(random.choice([1, 6, 12]))
            rows.append([f"c{subject}", day, f"g{random.integers(60)}", price, quantity])
    return rows


def run(histories: Histories, published: PublishedTable, k: int = 2) -> dict[str, Finding]:
    return {one.name: one for one in attack_histories(histories, published, k=k)}


def test_pseudonyms_alone_protect_nobody() -> None:
    rows = log()
    renamed = [[f"p{row[0]}", *row[1:]] for row in rows]
    findings = run(contest_histories(rows), contest_published(renamed))
    assert set(findings) == set(CONTEST_ATTACKS)
    for name in ("rows", "goods", "assignment", "records-10"):
        assert findings[name].hits == findings[name].claims == 40
        assert findings[name].verdict == "breaks"


@pytest.mark.parametrize("k", [2, 4])
def test_a_release_of_ours_is_not_hit_beyond_chance(k: int) -> None:
    histories = contest_histories(log(80))
    release = anonymize(histories, k=k)
    published = published_histories(release, pseudonyms(release, name="customer"), removed="mark")
    for finding in run(histories, published, k).values():
        assert finding.verdict != "breaks"
        assert finding.expected <= finding.claims / k + 1e-9


def test_one_history_left_unprotected_is_found() -> None:
    rows = [["a", "2011/1/1", "x", "1", "1"], ["b", "2011/1/1", "x", "1", "1"], ["c", "2011/5/5", "q", "9", "9"]]
    findings = run(
        contest_histories(rows), contest_published([["p1", *rows[0][1:]], ["p2", *rows[1][1:]], ["p3", *rows[2][1:]]])
    )
    assert findings["rows"].claims == findings["rows"].hits == 1
    assert findings["goods"].hits is not None
    assert findings["goods"].expected == pytest.approx(1 + 2 / 2)


def test_the_order_of_rows_is_not_used() -> None:
    rows = log()
    histories = contest_histories(rows)
    names = ("rows", "goods", "assignment")
    in_order = contest_published(rows)
    shuffled = contest_published([rows[place] for place in np.random.default_rng(1).permutation(len(rows))])
    findings = [attack_histories(histories, one, k=2, names=names, aligned=False) for one in (in_order, shuffled)]
    assert [(one.name, one.claims, one.expected) for one in findings[0]] == [
        (one.name, one.claims, one.expected) for one in findings[1]
    ]


def test_without_the_truth_the_classes_decide() -> None:
    rows = log()
    (finding,) = attack_histories(
        contest_histories(rows), contest_published(rows), k=2, names=["assignment"], aligned=False
    )
    assert finding.hits is None
    assert finding.verdict == "breaks"


def test_a_few_records_find_the_class_where_rows_are_not_changed() -> None:
    rows = log()
    (finding,) = attack_histories(contest_histories(rows), contest_published(rows), k=2, names=["class-3"])
    assert finding.verdict == "leaks"
    assert finding.baseline is not None
    assert finding.baseline < 0.1


def test_rows_of_another_original_are_refused() -> None:
    rows = log()
    swapped = [rows[0], *rows[2:], rows[1]]
    with pytest.raises(DataError, match="two subjects"):
        attack_histories(contest_histories(rows), contest_published(swapped), k=2)
