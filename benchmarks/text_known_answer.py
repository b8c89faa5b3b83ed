"""Who knows one answer finds its row: `python -m benchmarks.text_known_answer`, on the survey's free answers.

The attacker knows one answer in full, takes the published texts that it fits, a mask standing for what it may hide, and
names a row among those that show most of it. Prints a table in Markdown with the 99 % interval (Clopper, Pearson).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
from scipy.stats import beta

from benchmarks.text_collections import survey_answers
from tokumei.core.text_settings import RegistrySettings
from tokumei.text import COLLECTION, TextSettings, mask_texts, text_column

__all__ = ["TRIED", "found_rows", "interval"]

K = 5
TRIED = 1_000


def main() -> None:
    """Both directions and one, with masks of one character and of runs."""
    column, texts = survey_answers()
    print(f"Answers of {column!r}: {len(texts):,} texts, k = {K}, chance 1/k = {1 / K:.0%}.\n")
    print("| registry | masks | masked | its row is found | 99 % interval |")
    print("|---|---|---:|---:|---:|")
    for direction in ("released", "both"):
        for merge in (False, True):
            registry = RegistrySettings(collection=True, direction=direction)  # type: ignore[arg-type]
            least: dict[str, Any] = {"mask": "least"} if direction == "released" else {}
            settings = TextSettings(n=2, k=K, merge=merge, registry=registry, **least)
            masked = mask_texts(text_column(texts), settings, registry=COLLECTION)
            found = found_rows(masked.originals(), masked.strings(), runs=merge)
            low, high = interval(found, TRIED)
            share = masked.masked_characters().sum() / masked.own_characters().sum()
            print(
                f"| {direction} | {'merged' if merge else 'one by one'} | {share:.1%} | {found / TRIED:.1%} "
                f"| {low:.1%} – {high:.1%} |",
                flush=True,
            )


def found_rows(originals: list[str | None], published: list[str | None], *, runs: bool) -> float:
    """Expected hits of TRIED guesses."""
    sizes = Counter(text for text in published if text)
    any_one = ".+" if runs else "."
    patterns = [
        (text, size, re.compile("".join(any_one if one == "*" else re.escape(one) for one in text), re.DOTALL))
        for text, size in sizes.items()
    ]
    filled = [row for row, text in enumerate(originals) if text]
    hits = 0.0
    for row in np.random.default_rng(0).choice(filled, TRIED, replace=False).tolist():
        fits = [(text, size) for text, size, form in patterns if form.fullmatch(originals[row] or "")]
        most = max((_readable(text) for text, _ in fits), default=0)
        best = {text: size for text, size in fits if _readable(text) == most}
        hits += 1 / sum(best.values()) if published[row] in best else 0.0
    return hits


def _readable(text: str) -> int:
    return len(text) - text.count("*")


def interval(hits: float, tried: int) -> tuple[float, float]:
    """The 99 % interval of a share (Clopper, Pearson)."""
    return float(beta.ppf(0.005, hits, tried - hits + 1)), float(beta.ppf(0.995, hits + 1, tried - hits))


if __name__ == "__main__":
    main()
