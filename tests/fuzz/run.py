"""Runs random cases for as long as asked, and prints for each failure what reproduces it.

python tests/fuzz/run.py --seconds 600 --seed 1
python tests/fuzz/run.py --job 4711 --input 13
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.cases import run_input, run_job
from fuzz.inputs import input_case
from fuzz.jobs import job_case

STRIDE = 1_000_000
"""Cases of two seeds do not meet."""


def main() -> int:
    """0 where nothing was found."""
    asked = _arguments()
    if asked.job is not None or asked.input is not None:
        return _one(asked.job, asked.input)
    end, number, seen = time.monotonic() + asked.seconds, asked.seed * STRIDE, Counter[str]()
    outcomes: Counter[str] = Counter()
    while time.monotonic() < end:
        for way, run, make in (("job", run_job, job_case), ("input", run_input, input_case)):
            with tempfile.TemporaryDirectory() as folder:
                outcome = run(make(number), Path(folder))
            outcomes[f"{way}: {outcome.kind}"] += 1
            for said in outcome.wrong:
                sort = f"{way} {said[:60]}"
                seen[sort] += 1
                if seen[sort] <= 3:
                    print(f"--{way} {number}: {said}\n    {make(number).job}", flush=True)
        number += 1
    print(", ".join(f"{count:,} {kind}" for kind, count in sorted(outcomes.items())))
    for sort, count in seen.most_common():
        print(f"{count:6} {sort}")
    return 1 if seen else 0


def _one(job: int | None, source: int | None) -> int:
    """One case by its number, with its traceback."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        outcome = run_job(job_case(job), Path(folder)) if job is not None else None
        if source is not None:
            outcome = run_input(input_case(source), Path(folder))
    assert outcome is not None
    print((job_case(job) if job is not None else input_case(source or 0)).job)
    print(outcome.kind)
    for said in outcome.wrong:
        print(said)
        failed = 1
    if outcome.error is not None:
        traceback.print_exception(outcome.error)
    return failed


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--job", type=int, help="one random job, by its number")
    parser.add_argument("--input", type=int, help="one malformed input, by its number")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
