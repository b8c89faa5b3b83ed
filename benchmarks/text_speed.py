"""How long a million texts take, and how much memory: `python -m benchmarks.text_speed [N] [K] [all|least]`."""

from __future__ import annotations

import resource
import sys
import time
from itertools import pairwise

from benchmarks.text_collections import million
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.texts import verify_texts
from tokumei.text import TextSettings, mask_texts, text_column


def main(n: int, k: int, mask: str) -> None:
    """One run; the kernels are compiled before the clock starts."""
    settings = TextSettings(n=n, k=k, mask=mask)  # type: ignore[arg-type]
    promises = [NgramAnonymity(column="text", n=n, k=k)]
    warm = mask_texts(text_column(["aab", "aab", "b"]), TextSettings(n=2, k=2))
    warm.strings()
    texts = million()
    characters = sum(map(len, texts))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    clock, work = [time.perf_counter()], [time.process_time()]
    column = text_column(texts)
    clock.append(time.perf_counter())
    masked = mask_texts(column, settings)
    clock.append(time.perf_counter())
    work.append(time.process_time())
    released = masked.strings()
    clock.append(time.perf_counter())
    share = masked.masked_characters().sum() / max(int(masked.texts.lengths.sum()), 1)
    rounds, middle = masked.facts.rounds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    del column, masked
    work.append(time.process_time())
    (found,) = verify_texts(released, promises)
    clock.append(time.perf_counter())
    work.append(time.process_time())
    coded, masking, writing, verifying = (b - a for a, b in pairwise(clock))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{len(texts):,} texts, {characters / len(texts):.1f} characters each; n = {n}, k = {k}, mask: {mask}")
    print(f"code points {coded:.1f} s, masking {masking:.1f} s ({rounds} passes), strings {writing:.1f} s")
    print(f"verified {found.holds} (smallest {found.achieved}) in {verifying:.1f} s")
    print(f"processor time {work[1] - work[0]:.1f} s until masked, {work[3] - work[2]:.1f} s verifying")
    print(f"peak memory {middle:.2f} GB masking, {peak:.2f} GB verifying, of which {before:.2f} GB the source texts")
    print(f"characters masked {share:.1%}")


if __name__ == "__main__":
    arguments = sys.argv[1:] + ["2", "5", "all"][len(sys.argv) - 1 :]
    main(int(arguments[0]), int(arguments[1]), arguments[2])
