"""What tasks do, in processes of their own: each function takes a listener and plain data, and gives plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tokumei.web.tasks import Telling

__all__ = ["run", "sweep"]

KS = (2, 3, 5, 7, 10, 15, 20, 30, 50)
"""What the curve over k is made of."""


def run(telling: Telling, *, job: str, title: str) -> dict[str, Any]:
    """Runs the job file of a run in its folder, and writes the evidence beside the release.

    Reports say the name of the file that the person chose, and not where its copy lies.
    """
    from tokumei.job import load
    from tokumei.pipeline import anonymize
    from tokumei.pipeline.evidencing import evidence

    asked = load(job)
    release = anonymize(None, asked, progress=telling)
    telling.stage("write")
    report = release.report
    report["title"] = Path(title).name
    if "path" in report["source"]:
        report["source"]["path"] = Path(title).name
    report["job"] = {**report["job"], "source": title}
    release.write_outputs(force=True)
    evidence(report).write(Path(job).parent / "evidence", force=True)
    return {"verified": report["verified"]}


def sweep(telling: Telling, *, job: str) -> dict[str, Any]:
    """What each k costs."""
    from tokumei.job import load
    from tokumei.pipeline.sweeping import sweep as over_k

    asked = load(job)
    return over_k(asked, KS, attacks=False, progress=telling)
