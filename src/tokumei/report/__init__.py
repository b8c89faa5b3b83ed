"""The report: data first, then a page and a few lines for the terminal, in English and Japanese."""

from __future__ import annotations

from tokumei.report.notebook import attacks_brief, brief
from tokumei.report.page import render
from tokumei.report.plain import summary
from tokumei.report.public import public_of

__all__ = ["attacks_brief", "brief", "public_of", "render", "summary"]
