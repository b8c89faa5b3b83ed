"""What a release is for: words for the evidence, which the program does not judge."""

from __future__ import annotations

import datetime

from tokumei.job.settings import Settings

__all__ = ["AboutJob"]


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
