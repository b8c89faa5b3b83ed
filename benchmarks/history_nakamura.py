"""Tables 4 to 14, Figures 1 and 2 of Nakamura and Kikuchi: `python -m benchmarks.history_nakamura [FOLDER] [--best]`.

Writes the page nakamura.md, its figures and all points as CSV into FOLDER (docs/papers). Without the contest's data
(TOKUMEI_DATA) it runs on the made-up log of examples/shop_log.py. `--best` adds a line for `effort: best`, which takes
minutes. Needs matplotlib.
"""

from __future__ import annotations

import csv
import os
import runpy
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import tokumei
from benchmarks.purchases import NAMES, frame_of, histories_in, job
from tokumei.attacks.intervals import hits_allowed
from tokumei.core.history import Histories
from tokumei.evaluation.history.rfm import rfm_change
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize
from tokumei.history.categories import gift_shop

Sweep = dict[str, Any]
"""What `tokumei.sweep` gives: the best k, and the points."""
ROOT = Path(__file__).resolve().parents[1]
KS = range(2, 21)
CONTEST_ATTACKS = ("rows", "goods", "assignment", "records-1", "records-3", "records-10")
PRINTED = (2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 17, 20)
TABLE_9 = dict(
    zip(PRINTED, (0.348, 0.472, 0.542, 0.583, 0.615, 0.641, 0.680, 0.718, 0.748, 0.780, 0.807, 0.833), strict=True)
)
TABLE_13 = dict(
    zip(PRINTED, (0.324, 0.447, 0.517, 0.558, 0.590, 0.617, 0.655, 0.694, 0.725, 0.758, 0.785, 0.812), strict=True)
)
TABLE_10 = {
    "household goods": 1233,
    "kitchen": 534,
    "decoration": 471,
    "clothing": 271,
    "furniture": 201,
    "stationery": 161,
    "children": 150,
    "garden": 50,
    "living": 45,
    "handicraft": 36,
    "unknown": 34,
    "bath": 22,
    "pets": 11,
    "laundry": 9,
    "first aid": 8,
    "other": 6,
    "cosmetics": 5,
    "sports": 4,
    "instruments": 2,
}


@dataclass(frozen=True)
class Log:
    """A purchase log in the contest's form, and what its goods are called."""

    name: str
    frame: pl.DataFrame
    descriptions: dict[str, str]
    real: bool


def main(folder: Path, *, slow: bool) -> None:
    """Runs everything and writes the page."""
    folder.mkdir(parents=True, exist_ok=True)
    log = contest_log() or made_up_log()
    stem = "nakamura" if log.real else "nakamura-shop-log"
    histories = histories_in(log.frame)
    goods = [value for value in log.frame["goods"].unique(maintain_order=True) if value]
    table = gift_shop().sort({code: log.descriptions.get(code.upper(), "") for code in goods})
    sorted_goods = log.frame.with_columns(pl.col("goods").replace(table))
    sweeps = {
        "paper": swept(log.frame, paper=True),
        "paper, categories": swept(sorted_goods, paper=True),
        "tokumei": swept(log.frame, attacks=True),
        "tokumei, categories": swept(sorted_goods),
    }
    figure_1(table, folder / f"{stem}-categories.svg")
    figure_2(sweeps, folder / f"{stem}-sweep.svg")
    write_points(sweeps, folder / f"{stem}-points.csv")
    page = "\n".join(written(log, histories, table, sweeps, stem, slow=slow)) + "\n"
    (folder / f"{stem}.md").write_text(page, encoding="utf-8")
    print(page)


def contest_log() -> Log | None:
    """The contest's data with the descriptions of Online Retail, where they are."""
    data = Path(os.environ.get("TOKUMEI_DATA", ROOT.parent / "shared" / "data"))
    if not (data / "pwscup2018" / "T.csv.gz").exists():
        return None
    retail = pl.read_parquet(data / "online_retail" / "online_retail.parquet")
    named = retail.filter(pl.col("Description").is_not_null() & (pl.col("UnitPrice") > 0))
    code = pl.col("StockCode").str.to_uppercase()
    most = named.group_by(code, "Description").len().sort(["len", "Description"], descending=True)
    first = most.group_by("StockCode", maintain_order=True).first()
    descriptions = dict(zip(first["StockCode"].to_list(), first["Description"].to_list(), strict=True))
    contest = pl.read_csv(data / "pwscup2018" / "T.csv.gz", has_header=False, new_columns=NAMES, infer_schema=False)
    return Log("the data of PWS Cup 2018", contest, descriptions, real=True)


def made_up_log() -> Log:
    """The log of examples/shop_log.py, without its areas."""
    made: dict[str, Any] = runpy.run_path(str(ROOT / "examples" / "shop_log.py"))
    rows = [[row[0], row[2], *row[3:]] for row in made["shop_log"]()]
    return Log("the made-up log of examples/shop_log.py", frame_of(rows), made["goods"](), real=False)


def swept(frame: pl.DataFrame, *, paper: bool = False, attacks: bool = False) -> Sweep:
    """All k's by one method."""
    ks = [k for k in KS if k <= frame["customer"].n_unique()]
    way = {"cluster": "count", "match": "sort"} if paper else {}
    return tokumei.sweep(job(2, **way), ks, source=frame, attacks=attacks)


def best(found: Sweep) -> dict[str, Any]:
    """The point of the best k."""
    return next(point for point in found["points"] if point["k"] == found["best"])


def written(
    log: Log,
    histories: Histories,
    table: dict[str, str],
    sweeps: dict[str, Sweep],
    stem: str,
    *,
    slow: bool,
) -> Iterable[str]:
    """The page, line by line."""
    yield from opening(log, histories)
    yield from tables_4_to_8(log, histories)
    yield "\n## Table 9: utility, safety and total of the paper's algorithm\n"
    yield from utilities(sweeps["paper"], TABLE_9 if log.real else {})
    yield "\n## Table 10 and Figure 1: goods by category\n"
    yield "Sorted by machine from the goods' descriptions, with the keywords of `gift_shop.yaml`; the paper's counts"
    yield "are its author's, by hand."
    yield f"\n![Goods by category]({stem}-categories.svg)\n"
    counts = Counter(table.values())
    yield from markdown(
        ["category", "goods", "paper"], [[name, counts.get(name, 0), there] for name, there in TABLE_10.items()]
    )
    yield "\n## Tables 11 and 12: the worked example with categories\n"
    yield from worked_example(categories=True)
    yield "\n## Tables 13 and 14: utility on categories\n"
    yield "Another domain than goods, so its U stands apart. Table 14 of the paper prints .583 at k = 5 where its"
    yield "Table 13 has .558."
    yield ""
    yield from utilities(sweeps["paper, categories"], TABLE_13 if log.real else {})
    yield "\n## Figure 2: utility and total over k\n"
    yield f"![Utility and total over k]({stem}-sweep.svg)\n"
    yield (
        f"All points: [{stem}-points.csv]({stem}-points.csv). Best k by total: "
        + ", ".join(f"{name} {found['best']} ({best(found)['total']:.3f})" for name, found in sweeps.items())
        + "."
    )
    yield "\n## Beyond the paper\n"
    yield from steps(histories, slow=slow)
    yield "\n## Attacks on tokumei's release\n"
    yield from attacked(log.frame)
    yield "\n## Recency, frequency, monetary value at k = 6\n"
    yield from customers(histories)


def opening(log: Log, histories: Histories) -> Iterable[str]:
    """What this page is."""
    yield "# Nakamura, Kikuchi: k-anonymity of purchase histories\n"
    yield "中村 幸輝, 菊池 浩明: 匿名加工データにおける一般化加工手法 k-匿名化の安全性評価,"
    yield "商品カテゴリー化による安全性の向上.\n"
    yield "Written by `python -m benchmarks.history_nakamura`; how tokumei treats histories is in"
    yield "[Histories](../histories.md).\n"
    yield f"Data: {log.name}: {histories.table.records:,} records of {histories.subjects:,} customers, "
    yield f"{histories.table['goods'].size:,} goods. U is the contest's utility, lower is better; total = U + 1/k."  # type: ignore[union-attr]


def tables_4_to_8(log: Log, histories: Histories) -> Iterable[str]:
    """Customers by count, and the worked example."""
    yield "\n## Table 4: customers by their number of records\n"
    counts = np.sort(histories.counts)[::-1]
    yield "With k = 3, each three in a row are a cluster. Most and fewest records: "
    yield f"{', '.join(f'{count:,}' for count in counts[:6])}, …, {', '.join(map(str, counts[-3:].tolist()))}."
    if log.real:
        yield "The paper's Table 4: 4,289, 1,601, 1,119, 1,066, 915, 799, …, 1, 1, 1."
    yield "\n## Tables 5 to 8: the worked example\n"
    yield "Records are sorted by price, then quantity, in descending order (Table 5), those without a partner become a"
    yield "row of `*` (Table 6), and the first records of three customers (Table 7) are published as one (Table 8).\n"
    yield from worked_example(categories=False)


def worked_example(*, categories: bool) -> Iterable[str]:
    """Tables 7 and 8, or 11 and 12."""
    goods = ("kitchen", "furniture", "furniture") if categories else ("10252", "89213", "83769")
    rows = [
        ["12415", "2011/8/5", goods[0], "300", "1"],
        ["12388", "2011/9/21", goods[1], "180", "24"],
        ["15005", "2011/9/11", goods[2], "250", "12"],
    ]
    published = tokumei.anonymize(frame_of(rows), job(k=3, cluster="count", match="sort")).data
    yield from markdown(
        [*NAMES, "published as", *NAMES[1:]],
        [[*row, "", *shown[1:]] for row, shown in zip(rows, published.iter_rows(), strict=True)],
    )


def utilities(found: Sweep, paper: dict[int, float]) -> Iterable[str]:
    """U, safety and total of every k, beside the paper's U."""
    head = ["k", "U", *(["paper's U"] if paper else []), "1/k", "total", "records removed"]
    rows = []
    for point in found["points"]:
        k = point["k"]
        there = [f"{paper[k]:.3f}" if k in paper else ""] if paper else []
        figures = [f"{point[name]:.3f}" for name in ("utility", "safety", "total")]
        rows.append([k, figures[0], *there, *figures[1:], f"{point['removed']:.1%}"])
    yield from markdown(head, rows)
    yield f"\nBest k: {found['best']} (total {best(found)['total']:.3f})."


def steps(histories: Histories, *, slow: bool) -> Iterable[str]:
    """What each step beyond the paper is worth."""
    ways: dict[str, dict[str, Any]] = {
        "`cluster: count, match: sort`: the paper": {"cluster": "count", "match": "sort"},
        "`cluster: count, match: assign`": {"cluster": "count"},
        "`cluster: similar, match: sort`": {"match": "sort"},
        "`effort: fast`": {"effort": "fast"},
        "the default: `cluster: similar, match: assign`": {},
    }
    if slow:
        ways["`effort: best`"] = {"effort": "best"}
    ks = [k for k in (2, 3, 6, 10) if k <= histories.subjects]
    rows = []
    for name, way in ways.items():
        found = [utility(anonymize(histories, k=k, **way)) for k in ks]
        rows.append([name, *(f"{one.total:.4f} ({one.removed:.1%})" for one in found)])
    yield from markdown(["U (records removed)", *(f"k = {k}" for k in ks)], rows)


def attacked(frame: pl.DataFrame) -> Iterable[str]:
    """Every attack at three k's."""
    rows = []
    for k in (2, 3, 6):
        release = tokumei.anonymize(frame, job(k=k))
        for one in tokumei.attack(frame, release, job(k=k))["attacks"]:
            if one["name"] not in CONTEST_ATTACKS:
                continue
            interval = f"{one['rate'][0]:.3f} to {one['rate'][1]:.3f}"
            verdict = "more than chance" if one["verdict"] == "breaks" else "no more than chance"
            allowed = hits_allowed(one["claims"])
            rows.append([k, *(one[name] for name in ("name", "claims", "hits")), allowed, f"{1 / k:.3f}"])
            rows[-1] += [interval, verdict]
    yield from markdown(["k", "attack", "guesses", "hits", "R(n)", "1/k", "rate of hits, 99 %", ""], rows)


def customers(histories: Histories) -> Iterable[str]:
    """RFM before and after."""
    rows = []
    for name, way in (("paper", {"cluster": "count", "match": "sort"}), ("tokumei", {})):
        found = rfm_change(anonymize(histories, k=6, **way), day="day", price="price", quantity="quantity")  # type: ignore[arg-type]
        for part in ("recency", "frequency", "monetary"):
            one = getattr(found, part)
            figures = f"{one.before:,.1f}", f"{one.after:,.1f}", f"{one.error:,.1f}", f"{one.rank_correlation:.3f}"
            rows.append([name, part, *figures, f"{one.same_class:.0%}"])
    yield from markdown(
        ["release", "", "mean before", "after", "mean difference", "rank correlation", "same fifth"], rows
    )


def figure_1(table: dict[str, str], place: Path) -> None:
    """Goods by category as bars, beside the paper's."""
    plt = _plots()
    counts = Counter(table.values())
    figure, axes = plt.subplots(figsize=(9, 4))
    x = np.arange(len(TABLE_10))
    axes.bar(x - 0.2, [counts.get(name, 0) for name in TABLE_10], 0.4, label="by machine")
    axes.bar(x + 0.2, list(TABLE_10.values()), 0.4, label="paper, by hand")
    axes.set_xticks(x, list(TABLE_10), rotation=60, ha="right")
    axes.set_ylabel("goods")
    axes.legend()
    figure.tight_layout()
    figure.savefig(place, metadata={"Date": None})


def figure_2(sweeps: dict[str, Sweep], place: Path) -> None:
    """Utility, safety and total over k."""
    plt = _plots()
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5))
    for name, found in sweeps.items():
        points, chosen = found["points"], best(found)
        ks = [point["k"] for point in points]
        left.plot(ks, [point["utility"] for point in points], marker=".", label=name)
        line = right.plot(ks, [point["total"] for point in points], marker=".", label=name)[0]
        ring = {"marker": "o", "markersize": 10, "fillstyle": "none", "color": line.get_color()}
        right.plot([chosen["k"]], [chosen["total"]], **ring)
    left.plot(list(KS), [1 / k for k in KS], linestyle=":", color="grey", label="1/k")
    for axes, title in ((left, "utility U (lower is better)"), (right, "total U + 1/k (best k ringed)")):
        axes.set_title(title)
        axes.set_xlabel("k")
        axes.set_xticks(list(KS))
        axes.grid(alpha=0.3)
        axes.legend()
    figure.tight_layout()
    figure.savefig(place, metadata={"Date": None})


def write_points(sweeps: dict[str, Sweep], place: Path) -> None:
    """Every point as a line."""
    with place.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["method", "k", "utility", "safety", "total", "removed", "assignment attack"])
        for name, found in sweeps.items():
            for one in found["points"]:
                hit = "" if one["attack"] is None else f"{one['attack']:.4f}"
                figures = [f"{one[figure]:.4f}" for figure in ("utility", "safety", "total", "removed")]
                writer.writerow([name, one["k"], *figures, hit])


def markdown(head: Sequence[object], rows: Iterable[Sequence[object]]) -> Iterable[str]:
    """A table."""
    for number, row in enumerate([head, *rows]):
        yield "| " + " | ".join(map(str, row)) + " |"
        if number == 0:
            yield "|" + "---|" * len(head)


def _plots() -> Any:
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "tokumei"
    from matplotlib import pyplot as plt

    return plt


if __name__ == "__main__":
    folders = [Path(name) for name in sys.argv[1:] if name != "--best"]
    main(folders[0] if folders else ROOT / "docs" / "papers", slow="--best" in sys.argv)
