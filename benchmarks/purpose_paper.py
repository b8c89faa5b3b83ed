"""The simulation of Arai, Kono, Babaguchi 2015 (Tables 7 to 13) over many draws, and how well each release serves.

    python -m benchmarks.purpose_paper                       # 100 draws, tables on standard output
    python -m benchmarks.purpose_paper --plots docs/papers   # and two plots
    python -m benchmarks.purpose_paper --six-heights         # 190 cm as a ten of its own

Criteria: prec (Prec Mondrian), tfidf (the paper's), ncp (this project's default), purpose (this project's for rules).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tests.arai_people import COLUMNS, RULES, draw

from tokumei.core.recoding import Nodes
from tokumei.evaluation.loss import loss_of
from tokumei.evaluation.recommendation import recommendation
from tokumei.partition.top_down import TopDown

Figures = npt.NDArray[np.float64]
SCORES = ("prec", "tfidf", "ncp", "purpose")
FIGURES = ("F1", "undecided", "Prec", "NCP")
COLOURS = {"prec": "#b8b8b8", "tfidf": "#e0a030", "ncp": "#7fb2d9", "purpose": "#1f6f4a"}
PAPER = {"prec": [0.382] * 5, "tfidf": [0.365, 0.351, 0.343, 0.367, 0.382]}
"""Table 13, by rule."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=100)
    parser.add_argument("--six-heights", action="store_true")
    parser.add_argument("--plots", type=Path)
    asked = parser.parse_args()
    found, kept = simulate(asked.draws, six_heights=asked.six_heights)
    print(f"{asked.draws} draws of 100 people, k = 2; mean ± standard deviation over draws\n")
    for place, figure in enumerate(FIGURES):
        print(f"| {figure} | " + " | ".join(SCORES) + " |\n|---|" + "---|" * len(SCORES))
        for rule, asks in enumerate(RULES):
            cells = (f"{np.nanmean(one):.3f} ± {np.nanstd(one):.3f}" for one in found[rule, :, :, place])
            print(f"| {rule + 1} {asks.name} | " + " | ".join(cells) + " |")
        print()
    print("| kept for people (tfidf) | " + " | ".join(COLUMNS) + " |\n|---|" + "---|" * len(COLUMNS))
    for row, name in enumerate(("Prec Mondrian", *(f"rule {rule + 1}" for rule in range(len(RULES))))):
        print(f"| {name} | " + " | ".join(f"{share:.1%}" for share in kept[row].mean(axis=0)) + " |")
    if asked.plots:
        plot(asked.plots / "arai-prec.svg", "Prec by rule, mean over draws; red: the paper", found[..., 2], 0.6, PAPER)
        plot(asked.plots / "arai-f1.svg", "F1 of the recommendation by rule, mean over draws", found[..., 0], 1.0, {})


def simulate(draws: int, *, six_heights: bool = False) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Rule × score × draw × figure; and criterion (Prec, rules by tfidf) × draw × column → share that is kept."""
    found = np.full((len(RULES), len(SCORES), draws, len(FIGURES)), np.nan)
    kept = np.zeros((1 + len(RULES), draws, len(COLUMNS)))
    for number in range(draws):
        drawn = draw(number, six_heights=six_heights)
        for rule in range(len(RULES)):
            rules = drawn.rules(rule + 1)
            for place, score in enumerate(SCORES):
                if score == "ncp":
                    release = TopDown(k=2).recode(drawn.table, drawn.problem.dimensions)
                else:
                    release = TopDown(k=2, score=score).recode(drawn.table, drawn.problem.dimensions, rules=rules)
                quality, loss = recommendation(drawn.table, release, rules).rules[0], loss_of(release)
                f1 = np.nan if quality.f1 is None else quality.f1
                found[rule, place, number] = f1, quality.undecided, loss.prec, loss.ncp
                if score == "tfidf" or (score == "prec" and rule == 0):
                    row = rule + 1 if score == "tfidf" else 0
                    for column, one in enumerate(release.columns.values()):
                        assert isinstance(one, Nodes)
                        kept[row, number, column] = (one.levels() < one.hierarchy.height).mean()
    return found, kept


def plot(
    path: Path, title: str, values: npt.NDArray[np.float64], top: float, marks: dict[str, Sequence[float]]
) -> None:
    """Grouped bars with their spread (one standard deviation), by rule."""
    bar, gap, height, left, above = 22, 30, 240, 46, 46
    group = bar * len(SCORES) + gap
    width = left + group * len(RULES) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {above + height + 44}" '
        f'font-family="sans-serif" font-size="12" role="img"><title>{title}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/><text x="{left}" y="16" font-size="13">{title}</text>'
    ]
    for place, score in enumerate(SCORES):
        x = left + place * 90
        parts.append(f'<rect x="{x}" y="24" width="11" height="11" fill="{COLOURS[score]}"/>')
        parts.append(f'<text x="{x + 16}" y="34">{score}</text>')
    for step in range(6):
        y = above + height * (1 - step / 5)
        parts.append(f'<line x1="{left}" x2="{width - 6}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{top * step / 5:.2f}</text>')
    for rule, asks in enumerate(RULES):
        start = left + gap / 2 + rule * group
        for place, score in enumerate(SCORES):
            mean, spread = np.nanmean(values[rule, place]), np.nanstd(values[rule, place])
            x, y = start + place * bar, above + height * (1 - mean / top)
            low, high = (above + height * (1 - min(max(mean + sign * spread, 0), top) / top) for sign in (-1, 1))
            parts.append(
                f'<rect x="{x + 2:.1f}" y="{y:.1f}" width="{bar - 4}" height="{height * mean / top:.1f}" '
                f'fill="{COLOURS[score]}"><title>{score}: {mean:.3f} ± {spread:.3f}</title></rect>'
                f'<line x1="{x + bar / 2}" x2="{x + bar / 2}" y1="{low:.1f}" y2="{high:.1f}" stroke="#333"/>'
            )
            if score in marks:
                y = above + height * (1 - marks[score][rule] / top)
                parts.append(
                    f'<line x1="{x}" x2="{x + bar}" y1="{y:.1f}" y2="{y:.1f}" stroke="#c00" stroke-width="2"/>'
                )
        middle = start + bar * len(SCORES) / 2
        parts.append(f'<text x="{middle}" y="{above + height + 18}" text-anchor="middle">rule {rule + 1}</text>')
        parts.append(f'<text x="{middle}" y="{above + height + 34}" text-anchor="middle">{asks.name}</text>')
    path.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
