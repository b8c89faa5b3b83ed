"""Phrases that say in plain words what each promise means."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "promises": ("What was promised", "約束したこと"),
    "promise": ("Promise", "約束"),
    "target": ("Promised", "目標"),
    "achieved": ("Achieved", "達成値"),
    "holds": ("Kept", "判定"),
    "kept": ("kept", "達成"),
    "broken": ("not kept", "未達成"),
    "name_k": ("k-anonymity", "k-匿名性"),
    "name_l_distinct": ("Distinct l-diversity of {column}", "{column}の l-多様性（種類数）"),
    "name_l_entropy": ("Entropy l-diversity of {column}", "{column}の l-多様性（エントロピー）"),
    "name_l_recursive": ("Recursive (c, l)-diversity of {column}", "{column}の再帰的 (c, l)-多様性"),
    "name_t": ("t-closeness of {column}", "{column}の t-近接性"),
    "name_km": ("k^m-anonymity of {column}", "{column}の k^m-匿名性"),
    "name_removed": ("Removed records", "削除するレコードの割合"),
    "name_text": ("Masking of {column}", "{column}の伏せ字"),
    "means_broken": ("This does not hold: {promise}", "次の約束が守られていません：{promise}"),
    "means_k": (
        "Every released record shares its quasi-identifiers with at least {less} others. Whoever knows these facts "
        "about a person finds {target} records or more, and cannot tell which one it is.",
        "公開されるどのレコードにも、準識別子がすべて同じレコードがほかに {less} 件以上あります。ある人についてこれ"
        "らを知っていても、候補は {target} 件以上残り、どれが本人かは分かりません。",
    ),
    "means_l_distinct": (
        "Every group holds at least {target} different values of {column}, so finding a person’s group does not "
        "settle the value.",
        "どのグループにも{column}の値が {target} 種類以上あり、グループが分かっても値は一つに決まりません。",
    ),
    "means_l_entropy": (
        "In every group the values of {column} are spread at least as evenly as {target} equally frequent values "
        "would be.",
        "どのグループでも、{column}の値は {target} 種類が同じ頻度で現れる場合と同等以上に散らばっています。",
    ),
    "means_l_recursive": (
        "In no group does the most frequent value of {column} outweigh the rarer ones by more than the agreed factor.",
        "どのグループでも、{column}の最頻値がほかの値に対して、決めた倍率を超えて多くなることはありません。",
    ),
    "means_t": (
        "In no group is the distribution of {column} further than {target} from that of the whole table (0: the "
        "same, 1: as far as can be). The smaller this distance, the less a person’s group tells beyond what the "
        "table as a whole does.",
        "どのグループでも、{column}の分布と表全体の分布との距離は {target} 以下です（0 は同じ、1 は最大）。この距離"
        "が小さいほど、グループが分かっても、表全体から分かること以上の情報は得られにくくなります。",
    ),
    "means_km": (
        "Whoever knows a few items of a person’s {column} still finds at least as many matching records as promised.",
        "ある人の{column}の項目をいくつか知られても、それに合うレコードは約束した件数以上あります。",
    ),
    "means_removed": (
        "At most {target} of the records were left out to reach the other promises.",
        "ほかの約束を守るために削除したレコードは、全体の {target} 以下です。",
    ),
    "summary_k": (
        "Nobody can be narrowed down to fewer than {achieved} released records by the quasi-identifiers.",
        "準識別子で絞り込んでも、公開レコードは {achieved} 件より少なくなりません。",
    ),
}
