"""Histories: many records of a person, protected together."""

from __future__ import annotations

from tokumei.history.anonymize import anonymize

__all__ = ["anonymize"]
