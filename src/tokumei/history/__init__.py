"""Histories: many records of a person, protected together."""

from __future__ import annotations

from tokumei.history.anonymize import anonymize
from tokumei.history.diverse import Diversity

__all__ = ["Diversity", "anonymize"]
