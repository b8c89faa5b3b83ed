"""Models refuse what makes no sense, and say what would be possible where a table cannot keep them."""

from __future__ import annotations

import dataclasses
import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, Kind, NumberColumn, Role, SetColumn
from tokumei.core.promise import POLICIES
from tokumei.core.table import Table
from tokumei.errors import Infeasible, JobError
from tokumei.privacy.alpha_k import AlphaK
from tokumei.privacy.beta_likeness import BetaLikeness
from tokumei.privacy.compilation import feasible, sensitive_columns
from tokumei.privacy.distinct_diversity import DistinctDiversity
from tokumei.privacy.diversity import levelled
from tokumei.privacy.entropy_diversity import EntropyDiversity, largest_entropy_size
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.histories import HistoryAnonymity
from tokumei.privacy.k_anonymity import KAnonymity
from tokumei.privacy.k_map import KMap
from tokumei.privacy.km_anonymity import KmAnonymity
from tokumei.privacy.linked import LinkedAnonymity
from tokumei.privacy.models import MODELS, models_from
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.policy import ColumnPolicy
from tokumei.privacy.presence import Presence
from tokumei.privacy.rare_values import RareValues
from tokumei.privacy.recursive_diversity import RecursiveDiversity
from tokumei.privacy.registry import RegistryAnonymity, ReleasedRegistryAnonymity
from tokumei.privacy.suppression import Suppression
from tokumei.privacy.t_closeness import TCloseness


def table(*counts: int) -> Table:
    """A sensitive column `ill` whose values occur so often."""
    codes = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    values = tuple(f"v{code}" for code in range(len(counts)))
    return Table((CategoryColumn(name="ill", role=Role.SENSITIVE, codes=codes, values=values),), len(codes))


@pytest.mark.parametrize(
    "make",
    [
        lambda: KAnonymity(1),
        lambda: KAnonymity(0),
        lambda: KAnonymity(True),
        lambda: KAnonymity(2.5),
        lambda: DistinctDiversity("ill", 1),
        lambda: EntropyDiversity("ill", 1.0),
        lambda: EntropyDiversity("ill", float("nan")),
        lambda: RecursiveDiversity("ill", 0.0, 2),
        lambda: RecursiveDiversity("ill", 1.0, 1),
        lambda: TCloseness("ill", 0.0),
        lambda: TCloseness("ill", 1.1),
        lambda: TCloseness("ill", 0.1, "nearest"),
        lambda: Suppression(-0.1),
        lambda: Suppression(1.1),
    ],
)
def test_senseless_models_are_refused(make: object) -> None:
    with pytest.raises(JobError):
        make()  # type: ignore[operator]


def test_models_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        KAnonymity(2).k = 3  # type: ignore[misc]


def test_every_model_has_its_promise_and_caveats_on_its_page() -> None:
    for model in MODELS.values():
        for part in ("*Promise*", "*Caveats*", "*Reference*"):
            assert part in (model.__doc__ or ""), model


def test_the_table_is_keyed_by_what_promises_call_themselves() -> None:
    made = (
        KAnonymity(2),
        DistinctDiversity("ill", 2),
        EntropyDiversity("ill", 2),
        RecursiveDiversity("ill", 2, 2),
        AlphaK("ill", 0.5),
        BetaLikeness("ill", 1),
        Presence(population="register.csv", at_most=0.5),
        KMap(population="register.csv", k=5),
        TCloseness("ill", 0.1),
        KmAnonymity("ill", 2, 2),
        Suppression(0.1),
        HistoryAnonymity(2),
        LinkedAnonymity(2),
        NgramAnonymity(column="note", n=2, k=2),
        RegistryAnonymity(column="note", k=2),
        ReleasedRegistryAnonymity(column="note", k=2),
        EqualTexts(column="note", k=2),
        *(ColumnPolicy("ill", kind, {}, lambda labels: [False] * len(labels)) for kind in POLICIES - {"rare"}),
        RareValues("ill", 5),
    )
    assert {model.kind: type(model) for model in made} == dict(MODELS)


def test_a_job_becomes_models() -> None:
    diversity = {
        "ill": SimpleNamespace(form=("distinct", (3,))),
        "cost": SimpleNamespace(form=("recursive", (2.0, 3))),
    }
    models = models_from(k=5, l_diversity=diversity, t_closeness={"cost": SimpleNamespace(t=0.2, distance=None)})
    assert models == (
        KAnonymity(5),
        DistinctDiversity("ill", 3),
        RecursiveDiversity("cost", 2.0, 3),
        TCloseness("cost", 0.2),
    )
    assert sensitive_columns(models) == ("ill", "cost")


def test_the_distance_follows_the_kind_unless_it_is_said() -> None:
    assert TCloseness("x", 0.1).distance_for(Kind.DATE) == "ordered"
    assert TCloseness("x", 0.1).distance_for(Kind.CATEGORY) == "equal"
    assert TCloseness("x", 0.1, "ordered").distance_for(Kind.CATEGORY) == "ordered"


def test_k_above_the_table_says_the_largest_possible() -> None:
    with pytest.raises(Infeasible, match="the table has 3 records; the largest possible k is 3"):
        feasible([KAnonymity(4)], table(2, 1))
    feasible([KAnonymity(3)], table(2, 1))


def test_distinct_above_the_column_says_the_largest_possible() -> None:
    with pytest.raises(Infeasible, match=r"'ill' has 2 different values .* largest possible l is 2"):
        feasible([DistinctDiversity("ill", 3)], table(5, 1))
    feasible([DistinctDiversity("ill", 2)], table(5, 1))


def test_a_missing_value_is_a_value() -> None:
    column = NumberColumn(
        name="cost", role=Role.SENSITIVE, codes=np.array([0, 1], dtype=np.int32), values=np.array([7]), has_null=True
    )
    feasible([DistinctDiversity("cost", 2)], Table((column,), 2))


def test_entropy_above_the_table_says_the_largest_possible() -> None:
    with pytest.raises(Infeasible, match=r"even the whole table reaches only 1\.754"):  # exp(H(3/4, 1/4)) = 1.7548
        feasible([EntropyDiversity("ill", 1.8)], table(3, 1))
    feasible([EntropyDiversity("ill", 1.754)], table(3, 1))
    feasible([EntropyDiversity("ill", 4)], table(7, 7, 7, 7))


def test_removals_can_make_entropy_possible() -> None:
    feasible([EntropyDiversity("ill", 2)], table(6, 2), suppress=0.5)
    with pytest.raises(Infeasible, match="without 3 records"):
        feasible([EntropyDiversity("ill", 2)], table(6, 2), suppress=0.49)


def test_recursive_that_the_table_fails_says_the_smallest_c() -> None:
    with pytest.raises(Infeasible, match=r"needs a c above 2 with l = 2"):
        feasible([RecursiveDiversity("ill", 2, 2)], table(6, 2, 1))
    feasible([RecursiveDiversity("ill", 2.01, 2)], table(6, 2, 1))
    with pytest.raises(Infeasible, match="largest possible l is 3"):
        feasible([RecursiveDiversity("ill", 9, 4)], table(6, 2, 1))


def test_closeness_is_never_infeasible() -> None:
    feasible([TCloseness("ill", 1e-6)], table(6, 2, 1))


def test_levelling_is_the_best_use_of_removals() -> None:
    for counts in itertools.product(range(1, 6), repeat=3):
        for spare in range(4):
            rests = [
                rest
                for rest in itertools.product(*(range(count + 1) for count in counts))
                if 0 <= sum(counts) - sum(rest) <= spare and sum(rest)
            ]
            best = max(largest_entropy_size(np.array(rest), 0) for rest in rests)
            assert largest_entropy_size(np.array(counts), spare) == pytest.approx(best)
            level = np.sort(levelled(np.array(counts), spare))[::-1]
            ratios = [sorted(rest, reverse=True) for rest in rests]
            least = min(rest[0] / sum(rest[1:]) for rest in ratios if sum(rest[1:]))
            assert level[0] / level[1:].sum() == pytest.approx(least)


def test_sets_have_distinct_diversity_only() -> None:
    ills = SetColumn(
        name="ills",
        role=Role.SENSITIVE,
        offsets=np.array([0, 2, 3], dtype=np.int64),
        items=np.array([0, 1, 1], dtype=np.int32),
        values=("flu", "asthma"),
        null=np.zeros(2, dtype=bool),
    )
    sets = Table((ills,), 2)
    feasible([DistinctDiversity("ills", 2)], sets)
    with pytest.raises(Infeasible):
        feasible([DistinctDiversity("ills", 3)], sets)
    with pytest.raises(JobError, match="'ills' is a set"):
        feasible([EntropyDiversity("ills", 2)], sets)
