"""Histories: many records of a person, protected together."""

from __future__ import annotations

from tokumei.algorithms.history.anonymize import anonymize

__all__ = ["anonymize"]
