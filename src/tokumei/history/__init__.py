"""Histories: many records of a person, protected together."""

from __future__ import annotations

from tokumei.history.anonymize import anonymize
from tokumei.history.diverse import Diversity
from tokumei.history.prepared import Aim

__all__ = ["Aim", "Diversity", "anonymize"]
