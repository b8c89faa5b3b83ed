"""The evidence: two documents from one report, for those who answer for a release and for everybody else."""

from __future__ import annotations

from tokumei.report.evidence.page import AUDIENCES, checks_of, evidence_page

__all__ = ["AUDIENCES", "checks_of", "evidence_page"]
