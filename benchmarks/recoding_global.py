"""Loss of global recoding on `adult`, by column and by level, beside ARX: `python -m benchmarks.recoding_global`.

Every release is measured alike, from the file that was written, removed records as lost in every column. ARX runs where
Java is installed and `TOKUMEI_ARX` holds the class path of its program; without it, its row is left out.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.adult_table import folder, job, measuring_job
from benchmarks.measuring import in_fresh_process, machine, of_command
from benchmarks.pages import PAGE, rewrite_block, table

KS = (5, 10)
SHARES = (0.0, 0.05)
SETTINGS = {
    "tokumei, level": ("level", "all nodes"),
    "tokumei, column": ("column", "all nodes"),
    "tokumei, column, age as ranges": ("column", "nodes"),
    "tokumei, column, age as ranges, categories as sets": ("column", "sets"),
}
"""What a row is called → recoding and form."""
POLICY = PAGE.with_name("policy.md")


@dataclass(frozen=True)
class Run:
    """One release, as it was measured."""

    ncp: float
    removed: float
    """Share of the records."""
    groups: int
    cpu: float
    """CPU seconds of the whole process."""

    @property
    def cell(self) -> str:
        """The loss; what was removed where that was allowed."""
        return f"{100 * self.ncp:.1f}" + (f" ({100 * self.removed:.1f})" if self.removed else "")


def tokumei_run(recoding: str, form: str, k: int, share: float, output: str) -> None:
    """One run of tokumei, in a process of its own."""
    import tokumei

    asked = job(k, form=form, data=output, removed="mark")
    asked["method"] = {"recoding": recoding}
    if share:
        asked["privacy"]["suppress"] = share
    tokumei.run(asked, force=True)


def measured(output: Path, k: int, share: float, cpu: float) -> Run:
    """The file that a tool wrote, measured against the source; refuses one that does not keep its k."""
    import tokumei

    asked = measuring_job(k)
    asked["privacy"]["suppress"] = max(share, 1e-9)  # rows of `*` are removed records
    asked["output"] = {"removed": "mark"}
    if not all(promise.holds for promise in tokumei.verify(output, asked).promises if promise.kind == "k"):
        raise RuntimeError(f"{output.name} does not keep k = {k}.")
    report = tokumei.measure(None, output, asked)
    return Run(report["loss"]["ncp"], report["removed"] / report["records"], report["groups"], cpu)


def arx_runs(classes: str, scratch: Path) -> Iterator[tuple[int, float, Run]]:
    """ARX's optimum over the lattice, by its loss measure."""
    for tree in folder().glob("adult_hierarchy_*.csv"):
        shutil.copyfile(tree, scratch / tree.name)
    (scratch / "adult.csv").write_bytes(gzip.decompress((folder() / "adult.csv.gz").read_bytes()))
    program = Path(__file__).with_name("recoding_arx.java")
    for k in KS:
        for share in SHARES:
            output = scratch / f"arx-{k}-{share}.csv"
            command = ["java", "-cp", classes, str(program), str(scratch), str(k), str(share), str(output)]
            yield k, share, measured(output, k, share, of_command(command).cpu)


def page(runs: dict[str, dict[tuple[int, float], Run]]) -> str:
    """The block of the pages."""
    cases = [(k, share) for k in KS for share in SHARES]
    head = ["", *(f"k = {k}, " + (f"up to {share:.0%} removed" if share else "none removed") for k, share in cases)]
    losses = [[name, *(own[case].cell for case in cases)] for name, own in runs.items()]
    seconds = [[name, *(f"{own[case].cpu:.1f}" for case in cases)] for name, own in runs.items()]
    arx = "" if any("ARX" in name for name in runs) else " ARX was not at hand."
    return "\n\n".join(
        [
            f"`python -m benchmarks recoding_global`; {machine('tokumei', 'numpy', 'numba')}.{arx}",
            "NCP in % over all nine columns (age by its range), removed records as lost in each; in brackets how many "
            "% were removed:",
            table(head, losses),
            "CPU seconds of the whole process:",
            table(head, seconds),
        ]
    )


def main() -> None:
    """Runs everything, prints as it goes, rewrites the blocks of both pages."""
    runs: dict[str, dict[tuple[int, float], Run]] = {}
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        classes = os.environ.get("TOKUMEI_ARX")
        if classes:
            runs["ARX, global recoding"] = {(k, share): run for k, share, run in arx_runs(classes, scratch)}
            print(runs, flush=True)
        output = scratch / "release.csv"
        for recoding, form in SETTINGS.values():
            in_fresh_process(tokumei_run, recoding, form, 5000, 0.0, str(output))  # compiles
        for title, (recoding, form) in SETTINGS.items():
            for k in KS:
                for share in SHARES:
                    work = in_fresh_process(tokumei_run, recoding, form, k, share, str(output))
                    run = measured(output, k, share, work.whole_cpu)
                    runs.setdefault(title, {})[k, share] = run
                    print(f"{title:52} k={k:<3} {share:.2f} {run.cell:14} {run.cpu:.1f} s", flush=True)
    text = page(runs)
    rewrite_block("recoding_global", text)
    rewrite_block("recoding_global", text, POLICY)


if __name__ == "__main__":
    main()
