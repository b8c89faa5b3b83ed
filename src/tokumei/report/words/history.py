"""Phrases of histories and of sweeps over k."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "name_histories": ("k-anonymity of histories", "履歴の k-匿名性"),
    "means_histories": (
        "Every published history is that of at least {target} people, row by row. Whoever knows all records of a "
        "person still has {target} pseudonyms or more to choose from.",
        "公開されるどの履歴も、{target} 人以上で行ごとに同一です。ある人の記録をすべて知っていても、候補となる仮名は "
        "{target} 件以上残ります。",
    ),
    "summary_histories": (
        "No published history belongs to fewer than {achieved} people.",
        "公開された履歴はいずれも {achieved} 人以上に共通です。",
    ),
    "hint_smallest_people": ("people with one history", "人の履歴が同一です"),
    "hint_average_people": ("people a group", "人／グループ"),
    "sizes_people_text": (
        "A group is the people who publish the same history. What they publish loses least where groups are just as "
        "large "
        "as was promised.",
        "同じ履歴を公開する人の集まりがグループです。約束した人数をわずかに上回るグループほど、"
        "情報の損失が小さくなります。",
    ),
    "sizes_people_alt": (
        "{groups} groups; the smallest has {smallest} people, and most have {common}.",
        "グループは {groups} 個。最小は {smallest} 人、最も多いのは {common} 人のグループです。",
    ),
    "size_people": ("People in the group", "グループの人数"),
    "people": ("People", "人数"),
    "published_pseudonyms": ("fresh pseudonyms", "新しい仮名"),
    "history": ("Histories", "履歴"),
    "history_text": (
        "All records of a person are protected together: the published history of each person equals that of at least "
        "{others} others. U is the mean error of a cell, 0 for an unchanged one and 1 for a hidden one.",
        "一人の記録はまとめて保護されます。公開される各人の履歴は、少なくとも他の{others}人の履歴と同一です。"
        "Uはセルの平均誤差で、変更なしが0、非公開が1です。",
    ),
    "history_parts_text": (
        "The rows of each pseudonym equal those of at least {others} other people. A person may have several "
        "pseudonyms, each with a part of the records. U is the mean error of a cell, 0 for an unchanged one and 1 for "
        "a hidden one.",
        "各仮名の行は、少なくとも他の{others}人の行と同一です。一人が複数の仮名を持ち、記録が分かれていることがあります。"
        "Uはセルの平均誤差で、変更なしが0、非公開が1です。",
    ),
    "history_subjects": ("People", "人数"),
    "history_published": ("People published", "公開された人数"),
    "history_pseudonyms": ("Pseudonyms", "仮名の数"),
    "history_clusters": ("Clusters", "クラスタ数"),
    "history_utility": ("Utility U (lower is better)", "有用性U（小さいほど良い）"),
    "history_removed": ("Records removed", "削除された記録"),
    "history_columns": ("U by column", "列ごとのU"),
    "history_columns_alt": ("U by column; the highest is {highest}.", "列ごとのU。最大は{highest}です。"),
    "rfm": ("Recency, frequency, monetary value", "RFM（最終購買日・頻度・金額）"),
    "rfm_text": (
        "What shops compute of their customers, before and after. A hidden cell counts as the column's mean.",
        "店舗が顧客について計算する指標の加工前後の比較です。非公開のセルは列の平均とみなします。",
    ),
    "rfm_part": ("Value", "指標"),
    "rfm_before": ("Before", "加工前"),
    "rfm_after": ("After", "加工後"),
    "rfm_error": ("Mean difference", "平均差"),
    "rfm_rank": ("Rank correlation", "順位相関"),
    "rfm_same": ("In the same fifth", "同じ五分位"),
    "recency": ("Recency (days)", "最終購買からの日数"),
    "frequency": ("Frequency (records)", "購買回数"),
    "monetary": ("Monetary value", "購買金額"),
    "sweep": ("Risk against utility", "リスクと有用性"),
    "sweep_text": (
        "For each k: what the release loses ({measure}), the risk 1/k, and their sum. The lowest sum marks the best k.",
        "kごとの損失（{measure}）、リスク1/k、両者の和です。和が最小のkが最良です。",
    ),
    "sweep_alt": (
        "Loss, risk and their sum over k; the best k is {best}.",
        "kに対する損失・リスク・和。最良のkは{best}です。",
    ),
    "sweep_best": ("best k = {best}", "最良 k = {best}"),
    "sweep_total": ("sum", "和"),
    "sweep_risk": ("risk 1/k", "リスク 1/k"),
    "sweep_attack": ("hits of the attack", "攻撃の的中率"),
}
