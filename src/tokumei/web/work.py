"""What tasks do, in processes of their own: each function takes a listener and plain data, and gives plain data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.web.tasks import Telling, Told, sentence_of

if TYPE_CHECKING:
    from tokumei.pipeline import Made
    from tokumei.pipeline.reading import Prepared

__all__ = ["SIDE_BY_SIDE", "attack", "run", "side_by_side", "sweep", "verify"]

SIDE_BY_SIDE = "side-by-side.json"
SHOWN, MEMBERS = 6, 12
"""So many records are shown before and after, and so many of one group."""

KS = (2, 3, 5, 7, 10, 15, 20, 30, 50)
SUBJECT_KS = (2, 3, 4, 5, 7, 10)
"""What the curve over k is made of, for tables and for histories."""


def run(telling: Telling, *, job: str, title: str) -> dict[str, Any]:
    """Runs the job file of a run in its folder, and writes the evidence beside the release.

    Reports say the name of the file that the person chose, and not where its copy lies.
    """
    from tokumei.job import load
    from tokumei.pipeline import Stopwatch, make, released
    from tokumei.pipeline.evidencing import evidence
    from tokumei.pipeline.reading import prepare

    asked, watch = load(job), Stopwatch()
    with watch("read"):
        prepared = prepare(None, asked, telling, ledger=True)
    made = make(prepared, telling, watch=watch)
    release = released(prepared, made, telling, watch)
    telling.stage("write")
    report = release.report
    report["title"] = Path(title).name
    if "path" in report["source"]:
        report["source"]["path"] = Path(title).name
    report["job"] = {**report["job"], "source": title}
    release.write_outputs(force=True)
    evidence(report).write(Path(job).parent / "evidence", force=True)
    shown = json.dumps(side_by_side(prepared, made), ensure_ascii=False)
    (Path(job).parent / SIDE_BY_SIDE).write_text(shown, encoding="utf-8")
    return {"verified": report["verified"]}


def side_by_side(prepared: Prepared, made: Made) -> dict[str, Any]:
    """Some records before and after, and one group: for whoever has the source anyway, never a part of the release."""
    import numpy as np

    names = [name for name in prepared.names if name in prepared.frame.columns and name in made.frame.columns]
    record = made.record()
    row = np.full(prepared.table.records, -1, dtype=np.int64)
    row[record] = np.arange(len(record))
    records = np.unique(np.linspace(0, len(row) - 1, num=min(SHOWN, len(row))).astype(np.int64))
    before, after = prepared.frame.select(names), made.frame.select(names)

    def pair(place: int) -> dict[str, Any]:
        published = None if row[place] < 0 else [_cell(value) for value in after.row(int(row[place]))]
        return {"before": [_cell(value) for value in before.row(place)], "after": published}

    histories = made.outcome.histories
    group = made.outcome.recoding.group
    if histories is not None:
        group = histories.cluster[histories.histories.subject]
    first = int(group[records[0]]) if len(group) else -1
    members: list[int] = np.flatnonzero(group == first)[:MEMBERS].tolist() if first >= 0 else []
    return {
        "names": names,
        "records": [pair(int(place)) for place in records],
        "group": [pair(place) for place in members],
    }


def _cell(value: Any) -> str:
    return "" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def verify(telling: Telling, *, release: str, job: str, title: str) -> dict[str, Any]:
    """Whether a file keeps the promises of a job; what is wrong with it is said under its own name."""
    from tokumei import pipeline

    telling.stage("verify")
    try:
        return pipeline.verify(release, job).to_dict()
    except Exception as error:
        raise Told(sentence_of(error).replace(repr(release), repr(title))) from None


def attack(telling: Telling, *, release: str, job: str, full: bool) -> dict[str, Any]:
    """What attackers reach on a release."""
    from tokumei import pipeline

    telling.stage("attack")
    return pipeline.attack(None, release, job, full=full).to_dict()


def sweep(telling: Telling, *, job: str) -> dict[str, Any]:
    """What each k costs."""
    from tokumei.job import load
    from tokumei.pipeline.sweeping import sweep as over_k

    asked = load(job)
    return over_k(asked, KS if asked.subject is None else SUBJECT_KS, progress=telling)
