"""The experiment of Maeda et al. on real collections: `python -m benchmarks.text_maeda [FOLDER]`.

Writes one figure a collection (their Figures 2, 3 and 4 side by side) and all rates as CSV into FOLDER, and prints what
their text says of the curves beside what ours do. Needs matplotlib.
"""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.text_collections import collections
from tokumei.text import TextSettings, mask_texts, text_column

GRAMS = range(1, 9)
KS = range(2, 31)


@dataclass(frozen=True)
class Rates:
    """The paper's four rates at one (n, k)."""

    not_masked: float
    fully_masked: float
    masking: float
    characters: float


def rates(texts: list[str]) -> dict[tuple[int, int], Rates]:
    """One pass, texts shorter than n unseen: the paper's way."""
    column = text_column(texts)
    found: dict[tuple[int, int], Rates] = {}
    for n in GRAMS:
        for k in KS:
            masked = mask_texts(column, TextSettings(n=n, k=k, passes=1, short="pass"))
            own, hidden = masked.own_characters(), masked.masked_characters()
            filled = own > 0
            none = float((hidden[filled] == 0).mean())
            full = float((hidden[filled] == own[filled]).mean())
            found[n, k] = Rates(none, full, 1 - none - full, float(hidden.sum() / own.sum()))
    return found


def draw(name: str, found: dict[tuple[int, int], Rates], place: Path) -> None:
    """Figures 2, 3 and 4 in one row."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "tokumei"
    from matplotlib import pyplot as plt

    figure, (second, third, fourth) = plt.subplots(1, 3, figsize=(13, 4), sharey=True)
    grams = [n for n in GRAMS if n > 1]
    for label, field, marker in (
        ("masking rate", "masking", "o"),
        ("not masked", "not_masked", "s"),
        ("fully masked", "fully_masked", "^"),
    ):
        second.plot(grams, [getattr(found[n, 2], field) for n in grams], marker=marker, label=label)
    second.set(title="Figure 2: k = 2", xlabel="n", ylabel="share of texts", ylim=(-0.02, 1.02))
    for axes, field, title in (
        (third, "masking", "Figure 3: masking rate"),
        (fourth, "characters", "Figure 4: character masking rate"),
    ):
        for n in GRAMS:
            axes.plot(
                list(KS), [getattr(found[n, k], field) for k in KS], label=f"n = {n}", color=plt.cm.viridis(n / 8)
            )
        axes.set(title=title, xlabel="k")
    for axes in (second, fourth):
        axes.legend(fontsize=8)
    figure.suptitle(name)
    figure.tight_layout()
    figure.savefig(place, metadata={"Date": None})
    plt.close(figure)


def claims(found: dict[tuple[int, int], Rates]) -> dict[str, bool]:
    """What the paper says of its curves, checked on ours."""
    masking = {n: np.array([found[n, k].masking for k in KS]) for n in GRAMS}
    characters = {n: np.array([found[n, k].characters for k in KS]) for n in GRAMS}
    at_two = [found[n, 2] for n in GRAMS]
    grow, fall = (np.diff(masking[1])[:18] >= 0).all(), (np.diff(masking[1])[18:] <= 0).all()
    two = 2 + int(masking[2].argmax())
    return {
        "masking rate at k = 2 is highest at n = 2": int(np.argmax([one.masking for one in at_two[1:]])) == 0,
        "masking rate at k = 2 falls from n = 3 on": all(
            at_two[n].masking <= at_two[n - 1].masking for n in range(2, 8)
        ),
        "fully masked grows up to n = 7": all(
            at_two[n].fully_masked >= at_two[n - 1].fully_masked for n in range(2, 7)
        ),
        "fully masked falls at n = 8": at_two[7].fully_masked < at_two[6].fully_masked,
        "not masked falls up to n = 4": all(at_two[n].not_masked <= at_two[n - 1].not_masked for n in range(2, 4)),
        "not masked grows from n = 5 on": all(at_two[n].not_masked >= at_two[n - 1].not_masked for n in range(4, 8)),
        "n = 1: masking rate grows up to k = 20": bool(grow),
        "n = 1: masking rate falls after k = 20": bool(fall and masking[1][-1] < masking[1][18]),
        f"n = 2: masking rate is highest at k = 4 (here at {two})": two == 4,
        "n = 2: masking rate falls from there on": bool((np.diff(masking[2])[two - 2 :] <= 1e-12).all()) and two < 30,
        "n ≥ 3: masking rate falls with k": all((np.diff(masking[n]) <= 1e-12).all() for n in range(3, 9)),
        "masking rate at k = 2 orders n = 2, 3, 4, 1": at_two[1].masking
        > at_two[2].masking
        > at_two[3].masking
        > at_two[0].masking,
        "character masking rate grows with k": all((np.diff(characters[n]) >= -1e-12).all() for n in GRAMS),
        "character masking rate grows with n up to 4": all(
            (characters[n + 1] >= characters[n]).all() for n in range(1, 4)
        ),
        "character masking rate grows with n up to 8": all(
            (characters[n + 1] >= characters[n]).all() for n in range(1, 8)
        ),
    }


def main(folder: Path) -> None:
    """All collections."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "maeda-rates.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["collection", "n", "k", "not_masked", "fully_masked", "masking_rate", "character_masking_rate"])
        for name, texts in collections().items():
            found = rates(texts)
            for (n, k), one in found.items():
                values = (one.not_masked, one.fully_masked, one.masking, one.characters)
                table.writerow([name, n, k, *(f"{value:.4f}" for value in values)])
            draw(f"{name} ({len(texts):,} texts)", found, folder / f"maeda-{name.lower().replace(' ', '-')}.svg")
            print(name)
            for claim, holds in claims(found).items():
                print(f"  {'yes' if holds else 'no ':3} {claim}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "docs" / "papers")
