"""The table of attacks, and how a release is put through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

import numpy as np

from tokumei.attacks.across_tables import AcrossTables, Everything
from tokumei.attacks.attack import SURE, Attack
from tokumei.attacks.beyond_m import BeyondM
from tokumei.attacks.determined import Determined
from tokumei.attacks.dictionaries import Dictionaries
from tokumei.attacks.fill_in_attack import FillIn
from tokumei.attacks.history_assignment import Assignment
from tokumei.attacks.history_ends import RangeEnds
from tokumei.attacks.history_goods import Goods
from tokumei.attacks.history_records import ClassOfRecords, KnownRecords
from tokumei.attacks.history_rows import Rows
from tokumei.attacks.homogeneity import Homogeneity
from tokumei.attacks.inference import Inference
from tokumei.attacks.joined_rows import JoinedRows
from tokumei.attacks.judging import Finding, judged, not_tried
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.known_text import KnownText
from tokumei.attacks.laid_over import LaidOver
from tokumei.attacks.lift import Lift
from tokumei.attacks.linkability import Linkability
from tokumei.attacks.look_up import LookUp
from tokumei.attacks.newcomers import Newcomers
from tokumei.attacks.pseudonym_order import PseudonymOrder
from tokumei.attacks.re_run import ReRun
from tokumei.attacks.report_attacks import ReportDetails, ReportDifference, ReportHash
from tokumei.attacks.row_order import RowOrder
from tokumei.attacks.ruled_out import RuledOut
from tokumei.attacks.seed_search import SeedSearch
from tokumei.attacks.set_absence import SetAbsence
from tokumei.attacks.set_presence import SetPresence
from tokumei.attacks.shadow import Shadow
from tokumei.attacks.simulation import Simulation
from tokumei.attacks.singling_out import SinglingOut
from tokumei.attacks.tight_cells import Absent, TightCells
from tokumei.attacks.whole_set import WholeSet

__all__ = ["ATTACKS", "try_attacks"]

ATTACKS: tuple[Attack, ...] = (
    RowOrder(),
    PseudonymOrder(),
    SeedSearch(),
    Dictionaries(),
    ReRun(),
    Homogeneity("homogeneity", 1.0),
    Homogeneity("nearly", SURE),
    Lift(),
    RuledOut(),
    TightCells(),
    Absent(),
    Shadow(),
    SinglingOut(),
    Linkability(),
    Inference(),
    SetAbsence(),
    SetPresence(2),
    WholeSet(),
    BeyondM(),
    KnownText(),
    LookUp(),
    Simulation(),
    FillIn(),
    Rows(),
    Goods(),
    Assignment(),
    *(KnownRecords(m) for m in (1, 3, 10)),
    ClassOfRecords(3),
    RangeEnds(),
    *(AcrossTables(m) for m in (1, 3)),
    Everything(),
    JoinedRows(),
    Determined(),
    Newcomers(),
    LaidOver(),
    ReportHash(),
    ReportDetails(),
    ReportDifference(),
)
"""Every attack, in the order of the report: a new one is a file of its own and a line here."""


def try_attacks(
    known: Known, truth: Truth, *, full: bool = False, names: Sequence[str] | None = None, seed: int = 0
) -> list[Finding]:
    """Every attack on this kind of release, judged; with `full`, those too that take long.

    One that cannot be tried is listed with what it needs. Each draws from a generator of its own, so that none changes
    what another finds.
    """
    findings: list[Finding] = []
    for attack in ATTACKS:
        if not attack.kinds & known.kinds or (names is not None and attack.name not in names):
            continue
        if attack.full and not full:
            findings.append(not_tried(attack, None, "full"))
            continue
        missing = attack.needs(known, truth)
        if missing is not None:
            findings.append(not_tried(attack, None, missing))
            continue
        for column in attack.columns(known):
            random = np.random.default_rng([seed, crc32(attack.name.encode())])
            claims = attack.guess(known, random, column)
            claims = replace(claims, control=attack.control(known, truth, claims, random))
            findings.append(judged(attack, column, claims, attack.right(known, truth, claims, column)))
    return findings
