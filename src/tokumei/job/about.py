"""What a release is for: words for the evidence, which the program does not judge."""

from __future__ import annotations

import datetime
from typing import Literal

from pydantic import Field

from tokumei.job.settings import Settings

__all__ = ["AboutJob", "Question"]

Question = Literal[
    "japan_1",
    "japan_2",
    "japan_3",
    "japan_4",
    "japan_5",
    "hipaa_replicable",
    "hipaa_available",
    "hipaa_distinguishable",
    "hipaa_expert",
    "gdpr_singling",
    "gdpr_linking",
    "gdpr_inference",
]
"""What the checklists of the evidence leave to people."""


class AboutJob(Settings):
    """What the release is for, who gets it and who answers for it; for the evidence."""

    purpose: str | None = None
    """What the release is used for."""
    recipient: str | None = None
    """Who gets it."""
    approver: str | None = None
    """Who answers for it; in the internal document alone."""
    date: datetime.date | str | None = None
    """When it was approved."""
    remarks: str | None = None
    """Anything else; in the internal document alone."""
    judgements: dict[Question, str] = Field(default_factory=dict)
    """Question of a checklist → what a person judged; in the internal document alone."""
