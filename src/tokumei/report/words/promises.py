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
    "vacuous": ("promises nothing here", "この条件では何も約束しません"),
    "vacuous_ungrouped": (
        "No quasi-identifier makes groups here, so all records are one group. What would hold of every group says "
        "nothing that the whole column of {column} does not say.",
        "グループを作る準識別子がないため、全レコードが一つのグループになります。グループごとの約束は、{column}の列全体"
        "について言えること以上の意味を持ちません。",
    ),
    "vacuous_hidden": (
        "Every cell of the column is `*`, so that nothing is shown of which it could be true.",
        "列のすべてのセルが `*` のため、約束の対象となる値がありません。",
    ),
    "vacuous_passes": (
        "Masking stops after a fixed number of passes ({passes}), whether or not every {n}-gram that can be read "
        "stands in {target} released texts. What was reached is shown. Without a fixed number, masking goes on until "
        "the promise holds.",
        "伏せ字の回数を {passes} 回に固定したため、読める {n}-グラムが {target} 件以上の公開テキストに現れるとは限りま"
        "せん。達成値は結果を示すだけです。回数を固定しなければ、約束が成り立つまで伏せ字を繰り返します。",
    ),
    "verdict_none": ("Nothing is promised", "約束はありません"),
    "verdict_none_text": (
        "Under the settings of this release nothing is promised about the people in it, so nothing can be kept. What "
        "was done, and what it left, stands below.",
        "この設定では、データに含まれる人についての約束が何もありません。行った処理とその結果は以下のとおりです。",
    ),
    "name_k": ("k-anonymity", "k-匿名性"),
    "name_distinct": ("Distinct l-diversity of {column}", "{column}の l-多様性（種類数）"),
    "name_entropy": ("Entropy l-diversity of {column}", "{column}の l-多様性（エントロピー）"),
    "name_recursive": ("Recursive (c, l)-diversity of {column}", "{column}の再帰的 (c, l)-多様性"),
    "name_closeness": ("t-closeness of {column}", "{column}の t-近接性"),
    "name_alpha": ("(α, k)-anonymity of {column}", "{column}の (α, k)-匿名性"),
    "name_likeness": ("β-likeness of {column}", "{column}の β-類似性"),
    "name_km": ("k^m-anonymity of {column}", "{column}の k^m-匿名性"),
    "name_presence": ("δ-presence", "δ-存在性"),
    "name_map": ("k-map", "k-map（母集団での k-匿名性）"),
    "name_suppress": ("Removed records", "削除するレコードの割合"),
    "name_at_most": ("Coarseness of {column}", "{column}の粗さ"),
    "name_at_least": ("Detail of {column}", "{column}の細かさ"),
    "name_top": ("Upper end of {column}", "{column}の上限"),
    "name_bottom": ("Lower end of {column}", "{column}の下限"),
    "name_ends": ("Ends of the ranges of {column}", "{column}の範囲の端"),
    "name_round": ("Rounding of {column}", "{column}の丸め"),
    "name_rare": ("Rare values of {column}", "{column}のまれな値"),
    "name_pseudonym": ("Pseudonyms of {column}", "{column}の仮名"),
    "means_broken": ("This does not hold: {promise}", "次の約束が守られていません：{promise}"),
    "means_k": (
        "Every released record shares its quasi-identifiers with at least {less} others. Whoever knows these facts "
        "about a person finds {target} records or more, and cannot tell which one it is.",
        "公開されるどのレコードにも、準識別子がすべて同じレコードがほかに {less} 件以上あります。ある人についてこれ"
        "らを知っていても、候補は {target} 件以上残り、どれが本人かは分かりません。",
    ),
    "means_distinct": (
        "Every group holds at least {target} different values of {column}, so finding a person’s group does not "
        "settle the value.",
        "どのグループにも{column}の値が {target} 種類以上あり、グループが分かっても値は一つに決まりません。",
    ),
    "means_entropy": (
        "In every group the values of {column} are spread at least as evenly as {target} equally frequent values "
        "would be.",
        "どのグループでも、{column}の値は {target} 種類が同じ頻度で現れる場合と同等以上に散らばっています。",
    ),
    "means_recursive": (
        "In every group the most frequent value of {column} occurs less than {c} times as often as the {l}-th most "
        "frequent and all rarer ones together.",
        "どのグループでも、{column}の最頻値の件数は、頻度が {l} 番目以下の値を合わせた件数の {c} 倍より少ないです。",
    ),
    "means_closeness": (
        "In no group is the distribution of {column} further than {target} from that of the whole table (0: the "
        "same, 1: as far as can be). The smaller this distance, the less a person’s group tells beyond what the "
        "table as a whole does.",
        "どのグループでも、{column}の分布と表全体の分布との距離は {target} 以下です（0 は同じ、1 は最大）。この距離"
        "が小さいほど、グループが分かっても、表全体から分かること以上の情報は得られにくくなります。",
    ),
    "means_alpha": (
        "In no group does a value of {column} make up more than {target} of the records.",
        "どのグループでも、{column}の同じ値が占める割合は {target} 以下です。",
    ),
    "means_likeness": (
        "In no group is a value of {column} more than 1 + {target} times as frequent as in the whole table; frequent "
        "values may gain less.",
        "どのグループでも、{column}の各値の割合は、表全体での割合の 1 + {target} 倍以下です。頻度の高い値では、"
        "さらに小さく抑えます。",
    ),
    "means_km": (
        "Whoever knows up to {m} items of a person’s {column} still finds at least {target} matching records.",
        "ある人の{column}の項目を {m} 個まで知られても、それに合うレコードは {target} 件以上あります。",
    ),
    "means_presence": (
        "The records of a group are at most {target} of the people in {population} who fit it: whoever knows them all "
        "cannot say with more certainty that one of them is in the data.",
        "グループのレコード数は、それに合う母集団（{population}）の人の {target} 以下です。全員を知っていても、ある人が"
        "データに含まれるとは、それ以上の確かさでは言えません。",
    ),
    "means_map": (
        "At least {target} people in {population} fit every group.",
        "どのグループにも、母集団（{population}）の {target} 人以上が当てはまります。",
    ),
    "means_suppress": (
        "At most {target} of the records were left out to reach the other promises.",
        "ほかの約束を守るために削除したレコードは、全体の {target} 以下です。",
    ),
    "means_at_most": (
        "No published value of {column} is coarser than {at_most}. The figures are records that publish a coarser one.",
        "{column}の公開値は、どれも {at_most} より粗くありません。数値は、より粗い値のレコードの件数です。",
    ),
    "means_at_least": (
        "No published value of {column} is finer than {at_least}. The figures are records that publish a finer one.",
        "{column}の公開値は、どれも {at_least} より細かくありません。数値は、より細かい値のレコードの件数です。",
    ),
    "means_top": (
        "Values of {column} from {top} on are published as one. The figures are records that tell more.",
        "{column}の {top} 以上の値は、一つにまとめて公開します。数値は、それより詳しく公開するレコードの件数です。",
    ),
    "means_bottom": (
        "Values of {column} up to {bottom} are published as one. The figures are records that tell more.",
        "{column}の {bottom} 以下の値は、一つにまとめて公開します。数値は、それより詳しく公開するレコードの件数です。",
    ),
    "means_ends": (
        "The ranges of {column} begin and end on a grid ({ends}), not with somebody’s own value. The figures are "
        "records whose range ends elsewhere.",
        "{column}の範囲は目盛り（{ends}）の上で始まり、終わります。端が誰かの値そのものであることはありません。数値は、端が"
        "目盛りにないレコードの件数です。",
    ),
    "means_round": (
        "Every number of {column} is a multiple of {round}. The figures are records with another number.",
        "{column}の数値はどれも {round} の倍数です。数値は、そうでない値をもつレコードの件数です。",
    ),
    "means_rare": (
        "Every value of {column} that is published stands in at least {target} records.",
        "公開される{column}の値は、どれも {target} 件以上のレコードにあります。",
    ),
    "means_pseudonym": (
        "In place of {column} pseudonyms are published. The figures are records with something else.",
        "{column}の代わりに仮名を公開します。数値は、仮名でないレコードの件数です。",
    ),
    "summary_k": (
        "Nobody can be narrowed down to fewer than {achieved} released records by the quasi-identifiers.",
        "準識別子で絞り込んでも、公開レコードは {achieved} 件より少なくなりません。",
    ),
    # ── what could not be judged ──
}
