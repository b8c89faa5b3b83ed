"""Phrases of the page of hierarchies by meaning."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "trees_kind": ("Hierarchies by meaning", "意味による階層"),
    "trees_title": ("Hierarchies of {column}", "{column}の階層"),
    "trees_key": (
        "Values without a sign stand in a dictionary. ≈ is inferred from the neighbour named, ✎ corrected by hand, ? "
        "not "
        "placed: published as * only.",
        "印のない値は辞書にあります。≈ は示した近い値からの推定、✎ は手による指定、? は位置が決まらず * "
        "としてだけ公開される値"
        "です。",
    ),
    "trees_counts": (
        "{fact} values by fact, {inferred} inferred, {corrected} corrected, {unplaced} not placed. Loss of the column "
        "alone at k = {k}: {loss}.",
        "事実 {fact} 件、推定 {inferred} 件、手による指定 {corrected} 件、位置なし {unplaced} 件。この列だけを k = "
        "{k} とした"
        "ときの損失：{loss}。",
    ),
}
