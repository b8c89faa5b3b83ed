"""Hierarchies: made from intervals, calendars, prefixes, files, frequencies, or by meaning."""

from tokumei.hierarchies.arx import read_arx, write_arx
from tokumei.hierarchies.building import build

__all__ = ["build", "read_arx", "write_arx"]
