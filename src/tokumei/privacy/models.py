"""The table of promises: a new one is a file of its own and a line here.

| kind | promises |
|---|---|
| `k` | every group has at least k records |
| `distinct` | every group has at least l different sensitive values |
| `entropy` | the sensitive values of every group are as diverse as l equally frequent ones |
| `recursive` | the most frequent sensitive value of a group is not too frequent |
| `alpha` | no sensitive value makes up more than a share of a group |
| `likeness` | no sensitive value is much more likely in a group than in the whole release |
| `closeness` | sensitive values are distributed in every group nearly as in the whole release |
| `km` | any m items of a set match at least k records |
| `presence` | the records of a group are a small share of the people of a population who fit it |
| `map` | at least k people of a population fit every group |
| `suppress` | at most a share of the records is removed |
| `histories` | every history is that of at least k subjects |
| `linked` | what a person has in all tables is what at least k people have |
| `ngrams` | every n-gram that can be read stands in at least k texts |
| `registry` | every text matches at least k entries of a registry, and every original k published texts |
| `registry_released` | every text matches at least k entries of a registry |
| `equal` | every text equals at least k − 1 others |
| `rare` | every published value is shared by enough records |
| `at_least`, `top`, `bottom`, `ends`, `round`, `pseudonym` | nothing finer than a column's policy allows is published |
| `at_most` | nothing coarser than a column's policy allows is published |

A group is all released records with the same published quasi-identifiers. A missing sensitive value is a value of its
own. The first seven are kept when two groups that keep them are put together, so that one group of all records is the
test of whether anything can keep them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from tokumei.core.promise import POLICIES
from tokumei.core.text_settings import TextSettings
from tokumei.privacy.alpha_k import AlphaK
from tokumei.privacy.beta_likeness import BetaLikeness
from tokumei.privacy.distinct_diversity import DistinctDiversity
from tokumei.privacy.entropy_diversity import EntropyDiversity
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.histories import HistoryAnonymity
from tokumei.privacy.k_anonymity import KAnonymity
from tokumei.privacy.k_map import KMap
from tokumei.privacy.km_anonymity import KmAnonymity
from tokumei.privacy.linked import LinkedAnonymity
from tokumei.privacy.model import Model, TableModel
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.policy import ColumnPolicy
from tokumei.privacy.presence import Presence
from tokumei.privacy.rare_values import RareValues
from tokumei.privacy.recursive_diversity import RecursiveDiversity
from tokumei.privacy.registry import RegistryAnonymity, ReleasedRegistryAnonymity
from tokumei.privacy.suppression import Suppression
from tokumei.privacy.t_closeness import Distance, TCloseness
from tokumei.privacy.texts import TextModel

__all__ = ["DIVERSITY", "MODELS", "models_from", "text_models"]

DIVERSITY: Mapping[str, Callable[..., TableModel]] = {
    "distinct": DistinctDiversity,
    "entropy": EntropyDiversity,
    "recursive": RecursiveDiversity,
}
"""Form of l-diversity, as a job calls it → the promise, made from its column and the form's numbers."""
MODELS: Mapping[str, Callable[..., Model]] = {
    "k": KAnonymity,
    **DIVERSITY,
    "alpha": AlphaK,
    "likeness": BetaLikeness,
    "closeness": TCloseness,
    "km": KmAnonymity,
    "presence": Presence,
    "map": KMap,
    "suppress": Suppression,
    "histories": HistoryAnonymity,
    "linked": LinkedAnonymity,
    "ngrams": NgramAnonymity,
    "registry": RegistryAnonymity,
    "registry_released": ReleasedRegistryAnonymity,
    "equal": EqualTexts,
    **dict.fromkeys(sorted(POLICIES - {"rare"}), ColumnPolicy),
    "rare": RareValues,
}
"""Kind → the promise."""


class DiversitySettings(Protocol):
    """l-diversity as a job says it."""

    @property
    def form(self) -> tuple[str, tuple[float, ...]]:
        """A key of DIVERSITY, and its numbers."""


class ClosenessSettings(Protocol):
    """t-closeness as a job says it."""

    @property
    def t(self) -> float: ...
    @property
    def distance(self) -> Distance | None: ...


def models_from(
    *,
    k: int,
    l_diversity: Mapping[str, DiversitySettings] | None = None,
    t_closeness: Mapping[str, ClosenessSettings] | None = None,
    alpha_k: Mapping[str, float] | None = None,
    beta_likeness: Mapping[str, float] | None = None,
) -> tuple[TableModel, ...]:
    """The promises about groups in a job's `privacy`."""
    models: list[TableModel] = [KAnonymity(k)]
    for column, diversity in (l_diversity or {}).items():
        form, numbers = diversity.form
        models.append(DIVERSITY[form](column, *numbers))
    models += [AlphaK(column, alpha) for column, alpha in (alpha_k or {}).items()]
    models += [BetaLikeness(column, beta) for column, beta in (beta_likeness or {}).items()]
    for column, closeness in (t_closeness or {}).items():
        models.append(TCloseness(column, closeness.t, closeness.distance))
    return tuple(models)


def text_models(name: str, settings: TextSettings) -> tuple[TextModel, ...]:
    """The promises about a column of texts."""
    models: list[TextModel] = [
        NgramAnonymity(column=name, n=settings.n, k=settings.k, passes=settings.passes, short=settings.short)
    ]
    if settings.registry is not None:
        both = settings.direction == "both"
        models.append((RegistryAnonymity if both else ReleasedRegistryAnonymity)(column=name, k=settings.k))
    if settings.equal:
        models.append(EqualTexts(column=name, k=settings.k))
    return tuple(models)
