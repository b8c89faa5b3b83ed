"""Phrases of the part on hierarchies by meaning."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "meaning": ("Hierarchies by meaning", "意味による階層"),
    "meaning_text": (
        "A fact stands in a dictionary. What no dictionary has was placed by likeness, and should be looked at. What "
        "was not placed stands directly under *.",
        "「事実」は辞書にある値です。辞書にない値は類似度で推定したものなので、確認してください。位置が決まらない値は "
        "* の直下にあります。",
    ),
    "meaning_column": ("Column {column}", "列{column}"),
    "meaning_direction": ("Direction: {direction}", "一般化の方向：{direction}"),
    "meaning_join": (
        "{direction}: several directions in one tree, so that published values do not all point one way.",
        "{direction}：複数の方向を合わせた木で、公開する値の方向は一つではありません。",
    ),
    "meaning_way": ("How placed", "位置の決め方"),
    "meaning_values": ("Values", "値の種類"),
    "meaning_value": ("Value", "値"),
    "meaning_reason": ("By", "根拠"),
    "meaning_fact": ("Fact", "事実（辞書にある）"),
    "meaning_inferred": ("Inferred", "推定"),
    "meaning_corrected": ("Corrected by hand", "手で指定"),
    "meaning_unplaced": ("Not placed", "位置なし"),
    "meaning_like": ("like {neighbour}", "{neighbour}に類似"),
    "meaning_known": ("in the dictionaries: {place}", "辞書での位置：{place}"),
    "meaning_more": ("{count} more are in the JSON report.", "ほか {count} 件は JSON の報告にあります。"),
    "meaning_rare": (
        "{count} more values that are inferred or not placed have fewer than {k} records, and are not named.",
        "ほかに推定または位置なしの値が {count} 種類ありますが、{k} 件未満のため名前を出しません。",
    ),
}
