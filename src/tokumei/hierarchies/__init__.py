"""Hierarchies: made from intervals, calendars, prefixes, files, frequencies, or by meaning."""

from tokumei.hierarchies.arx import read_arx, write_arx
from tokumei.hierarchies.binding import bind, fitted
from tokumei.hierarchies.building import build

__all__ = ["bind", "build", "fitted", "read_arx", "write_arx"]
