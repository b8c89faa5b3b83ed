"""Settings → loss and release, as they were recorded.

Algorithms that carry a paper's name (`median`, `prec`, `takahashi`, `tfidf`, texts, histories by `count` and `sort`)
equal their records to the digit for ever. `ncp`, `purpose`, `gain`, k^m and the other ways of histories are our own:
they may change, but only for less loss. `make golden` records anew, prints what changed, and refuses a change of the
first and a loss of the second that rose in the mean of its family, unless it is meant (`make golden ARGS=--accept`).

The first were accepted anew once, since two rules changed under them: a missing set is a value of its own (`takahashi`
with sets: 12 losses counted more strictly, 6 releases other), and ties no longer follow the order of the source
(`count` with `sort`: 4 releases other). Groups of texts alone are now counted, which changed no release.
"""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from golden.combinations import EXACT, SETTINGS, record, recorded
from golden.record import differs, refusals
from golden.tables import write_hierarchies

RECORDED = recorded()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hierarchies")
    write_hierarchies(made)
    return made


@pytest.mark.parametrize("name", SETTINGS)
def test_loss_and_release_are_as_recorded(name: str, folder: Path) -> None:
    new, old = record(SETTINGS[name], folder), RECORDED[name]
    assert new["loss"] == pytest.approx(old["loss"], abs=1e-9, rel=0)
    assert new["columns"] == pytest.approx(old["columns"], abs=1e-9, rel=0)
    assert (new["groups"], new["removed"]) == (old["groups"], old["removed"])
    assert new["release"] == old["release"]


def test_every_setting_is_recorded_and_nothing_else() -> None:
    assert list(RECORDED) == list(SETTINGS)


@pytest.mark.parametrize("figure", ["loss", "groups", "removed", "release"])
def test_a_change_of_a_papers_algorithm_is_refused(figure: str) -> None:
    name = next(name for name, setting in SETTINGS.items() if setting.family in EXACT)
    changed = copy.deepcopy(RECORDED)
    changed[name][figure] = "other" if figure == "release" else changed[name][figure] - 1e-6
    assert differs(RECORDED[name], changed[name])
    assert refusals(RECORDED, RECORDED) == []
    assert len(refusals(RECORDED, changed)) == 1


@pytest.mark.parametrize(("change", "refused"), [(0.01, 1), (-0.01, 0)])
def test_our_own_may_change_for_less_loss_only(change: float, refused: int) -> None:
    name = next(name for name, setting in SETTINGS.items() if setting.family == "ncp")
    changed = copy.deepcopy(RECORDED)
    changed[name]["loss"] += change
    changed[name]["release"] = "other"
    assert len(refusals(RECORDED, changed)) == refused
