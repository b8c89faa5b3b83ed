"""Phrases of the part on sets."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "sets": ("Sets", "集合"),
    "sets_text": (
        "A set publishes the items that its whole group shares; others are deleted, or generalized where there is a "
        "hierarchy. Items of removed records count as deleted.",
        "集合値の列では、グループ全員に共通する項目だけを公開し、ほかは削除（階層があれば一般化）します。削除したレコ"
        "ードの項目も削除として数えます。",
    ),
    "sets_column": ("Column {column}", "列{column}"),
    "sets_suffered": ("Items deleted most often", "削除が多い項目"),
    "sets_suffered_text": (
        "Share of the records with the item in which it was deleted. Items of fewer than {k} records are not named.",
        "その項目を持つレコードのうち、項目が削除された割合です。{k} 件未満の項目は名前を出しません。",
    ),
    "sets_suffered_alt": (
        "{item} was deleted in {share} of its records; {bars} items are shown.",
        "{item}は {share} のレコードで削除されました。{bars} 項目を示します。",
    ),
    "sets_items": ("Items in all records", "全レコードの項目数"),
    "sets_distinct": ("Different items", "項目の種類"),
    "sets_deleted": ("Deleted", "削除した項目"),
    "sets_generalized": ("Generalized", "一般化した項目"),
    "sets_item_ncp": ("Loss an item", "項目あたりの損失"),
    "sets_ncp": ("Loss a record (NCP)", "レコードあたりの損失（NCP）"),
    "sets_without": ("Released records that publish no item", "項目を公開しないレコード"),
    "sets_repeated": ("Items that stood twice in a cell", "セル内で重複した項目"),
    "sets_had": ("Records", "レコード数"),
    "sets_item": ("Item", "項目"),
    "sets_measure": ("Measure", "指標"),
    "sets_value": ("Value", "値"),
}
