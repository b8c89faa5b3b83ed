"""What a report says of texts, whoever masked them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tokumei.core.text_settings import TextSettings

if TYPE_CHECKING:
    from tokumei.evaluation.text_measures import TextMeasures
    from tokumei.text import MaskingFacts

__all__ = ["NO_TEXTS", "TextsElsewhere", "text_figures"]


@dataclass(frozen=True, eq=False)
class TextsElsewhere:
    """What is known of texts that an engine masked beside the groups: no text is at hand where the report is made."""

    texts: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    """Column → its figures."""
    losses: Mapping[str, float] = field(default_factory=dict)
    """Column → its mean loss over all records of the source."""
    sizes: npt.NDArray[np.int64] | None = None
    """How many records publish the same, where nothing makes groups."""
    sample: Sequence[dict[str, Any]] = ()
    """Texts that many records share, where nothing makes groups."""


NO_TEXTS = TextsElsewhere()


def text_figures(settings: TextSettings, measures: TextMeasures, facts: MaskingFacts) -> dict[str, Any]:
    """What was asked of a column of texts, what it took, and what can be read."""
    registry = settings.listed if settings.listed is None or isinstance(settings.listed, str) else "given"
    return {
        "n": settings.n,
        "k": settings.k,
        "mask": settings.mask,
        "passes": settings.passes,
        **({} if registry is None else {"registry": registry, "direction": settings.direction}),
        **({"keep": len(settings.keep)} if settings.keep else {}),
        "equal": settings.equal,
        "merge": settings.merge,
        **measures.as_dict(),
        **{name: getattr(facts, name) for name in facts.__slots__},
    }
