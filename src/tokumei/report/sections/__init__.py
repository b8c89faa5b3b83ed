"""The parts of the page, in their order.

A section is a function of the report and the words that gives markup, or nothing where its data are absent. A new kind
of job adds a file with its section and a file of phrases, and a line in each of the two tables (`SECTIONS` here,
`PARTS` in `words`).
"""

from __future__ import annotations

from collections.abc import Callable

from tokumei.report.markup import Html
from tokumei.report.schema import Report
from tokumei.report.sections import (
    attacks,
    columns,
    figures,
    groups,
    history,
    ledger,
    limits,
    meaning,
    notes,
    promises,
    provenance,
    purpose,
    risk,
    sets,
    settings,
    sweep,
    tables,
    text,
    verdict,
)
from tokumei.report.words import Words

__all__ = ["SECTIONS", "Section"]

Section = Callable[[Report, Words], Html]

SECTIONS: tuple[Section, ...] = (
    verdict.section,
    notes.mind,
    figures.section,
    promises.section,
    notes.section,
    tables.section,
    risk.section,
    attacks.section,
    groups.section,
    purpose.section,
    sets.section,
    text.section,
    history.section,
    ledger.section,
    sweep.section,
    columns.section,
    meaning.section,
    limits.section,
    settings.section,
    provenance.section,
)
