"""How a job reaches its promises."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from tokumei.job.rules import Rules
from tokumei.job.settings import Settings

__all__ = ["MethodJob"]


class MethodJob(Settings):
    """How to reach the promises."""

    algorithm: Literal["top-down"] = "top-down"
    """How tables are partitioned."""
    recoding: Literal["local", "column", "level"] = "local"
    """Each group by itself (local), or one partition of a column's values for all records: any (column), one level a
    column (level)."""
    score: Literal["ncp", "median", "prec", "takahashi", "tfidf", "purpose", "gain"] = "ncp"
    """What chooses the splits: the loss (ncp), medians, levels kept (prec), rules (tfidf, purpose), a label (gain)."""
    effort: Literal["fast", "default", "best"] = "default"
    """How long to look for a release that loses less."""
    rules: Rules | None = None
    """What tfidf, purpose and histories serve, and what every release is measured by: rules, or a file of them."""
    label: str | None = None
    """The column that score gain helps to predict, and by which a history keeps records apart."""
    cluster: Literal["count", "similar"] = "similar"
    """Histories: how subjects are put together."""
    match: Literal["sort", "assign"] = "assign"
    """Histories: how their records are put side by side."""
    surplus: Literal["remove", "again"] = "remove"
    """Histories: records without a partner are removed, or put side by side again, under a further pseudonym."""

    @model_validator(mode="after")
    def _whole(self) -> MethodJob:
        if self.rules == ():
            raise ValueError("`rules` is an empty list: name a rule, or leave it out")
        if self.score in ("tfidf", "purpose") and self.rules is None:
            raise ValueError(f"`score: {self.score}` needs `rules`: set them, or take another score")
        if self.score == "gain" and self.label is None:
            raise ValueError("`score: gain` needs the column that the release should predict: set `label`")
        return self
