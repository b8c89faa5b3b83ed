"""Phrases of releases of several tables about the same people."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "name_linked": ("k-anonymity over all tables", "全テーブルを通した k-匿名性"),
    "means_linked": (
        "What a published person has in all tables together is what at least {target} people have, row by row. Whoever "
        "knows all records of a person in all tables still has {target} pseudonyms or more to choose from.",
        "公開される一人ひとりの、全テーブルを合わせた行は、{target} 人以上で行ごとに同一です。ある人の全テーブルの"
        "記録をすべて知っていても、候補となる仮名は {target} 件以上残ります。",
    ),
    "summary_linked": (
        "Over all tables together, nobody’s rows belong to fewer than {achieved} people.",
        "全テーブルを合わせても、公開された行はいずれも {achieved} 人以上に共通です。",
    ),
    "in_table": ("{promise}, table “{table}”", "{promise}（テーブル「{table}」）"),
    "table_name": ("Table", "テーブル"),
    "tables": ("Tables", "テーブル"),
    "tables_linked_text": (
        "A person has the same pseudonym in all tables. Groups are of people who have equal rows in each of them.",
        "同じ人には全テーブルで同じ仮名が付きます。グループは、どのテーブルでも同じ行をもつ人の集まりです。",
    ),
    "tables_apart_text": (
        "Nothing says which rows of two tables are of one person: each table keeps its promises by itself. Who knows "
        "records of a person in several tables can look for a person who fits all of them.",
        "二つのテーブルのどの行が同じ人のものかは分かりません。約束はテーブルごとに守られています。一人の記録を複数の"
        "テーブルで知る相手は、そのすべてに当てはまる人を探すことができます。",
    ),
    # ── what the tables together tell of a person ──
    "risk_people_text": (
        "How few people have the same rows over all tables, before and after. Prosecutor: somebody who is known to be "
        "in the data, and of whom everything in all tables is known, is looked for; the largest risk is one in the "
        "smallest group of people. Marketer: the share of all people who would be found.",
        "全テーブルを通して同じ行をもつ人がどれだけ少ないかを、加工の前後で示します。検察官型：データにいると分かって"
        "いて、全テーブルの記録がすべて知られている人を探します。最大リスクは、最も少ない人の集まりの 1 人分です。"
        "マーケター型：全員のうち見つかる割合です。",
    ),
    "risk_unique_people": ("People whose rows nobody else has", "同じ行をもつ人がほかにいない人"),
    "risk_below_k_people": ("People alike with fewer than k − 1 others", "同じ行をもつ人が k 人未満の人"),
    "risk_prosecutor_highest_people": ("Prosecutor: highest", "検察官型：最大"),
    "risk_prosecutor_above_people": ("People above 1/k", "1/k を超える人"),
    "risk_marketer_people": ("Marketer: people found on average", "マーケター型：平均で見つかる割合"),
    "together": ("Over all tables, in people", "全テーブルを通して（人数）"),
    "of_table": ("Table “{table}”", "テーブル「{table}」"),
    "evidence_risk_people_text": (
        "How few people have the same rows over all tables, which a pseudonym joins. The highest risk is that of the "
        "person who is easiest to find, the mean risk that of a person on average.",
        "仮名でつながる全テーブルを通して、同じ行をもつ人がどれほど少ないかを示します。最大リスクは最も見つけやすい人の"
        "もの、平均リスクは平均的な人のものです。",
    ),
    "evidence_risk_unique_people": ("People whose rows nobody else has", "同じ行をもつ人がほかにいない人"),
    "evidence_risk_below_k_people": ("People alike with fewer than k − 1 others", "同じ行をもつ人が k 人未満の人"),
    "evidence_risk_prosecutor_highest_people": ("Highest risk of one person", "一人の最大リスク"),
    "evidence_risk_marketer_people": ("Mean risk", "平均リスク"),
    "evidence_lost_tables_text": (
        "NCP, from 0 % (as in the source) to 100 % (nothing is told), over all quasi-identifiers: {shares}.",
        "NCP（0 % は元のまま、100 % は情報なし）。準識別子全体で、{shares}です。",
    ),
    "done_linked": (
        "One fresh pseudonym for a person in all tables; it is not the source's.",
        "全テーブルで一人に一つの新しい仮名を付与。元データのものではない。",
    ),
    "done_apart": (
        "Nothing links the tables: no pseudonym, and each is shuffled by itself.",
        "テーブル同士をつなぐものはない。仮名はなく、行の順序もテーブルごとに入れ替え。",
    ),
    "composition_apart": ("Several releases", "複数回の公開"),
    "composition_apart_text": (
        "Each release keeps its promise by itself. Two releases of the same people, from another month, with another k "
        "or by another body, can be laid over each other, and what they have in common may be fewer than {k} people. "
        "Groups are kept from one release to the next by a ledger, which linked tables have and tables apart have not.",
        "約束はそれぞれの公開データの中で守られます。同じ人々について、別の月、別の k、あるいは別の組織による公開"
        "データが重ね合わされると、共通する候補が {k} 人より少なくなることがあります。公開の間でグループを引き継ぐ"
        "公開台帳（ledger）は、つながったテーブルでは使えますが、別々のテーブルでは使えません。",
    ),
    "several_known_apart": ("Several records of one person", "一人の複数のレコード"),
    "several_known_apart_text": (
        "In one table people have {mean} records in the mean, and up to {most}; in several tables more. The promise is "
        "against somebody who knows one record of a person. Who knows several of them can look for a person who is in "
        "all of their groups, and may find fewer than {k}. Where that is to be feared, publish linked tables "
        "(`linked: true`).",
        "一つのテーブルに一人あたり平均 {mean} 件、最多 {most} 件のレコードがあり、複数のテーブルを合わせるとさらに多く"
        "なります。約束は、ある人の一件のレコードを知る相手に対するものです。複数のレコードを知る相手は、それらのグループ"
        "すべてに含まれる人を探すことができ、候補が {k} 人より少なくなることがあります。それが心配な場合は、つながった"
        "テーブル（`linked: true`）として公開してください。",
    ),
    # ── attacks across tables ──
    "attack_across": (
        "{m} known record(s) in each table, joined by the pseudonym",
        "各テーブルの既知の記録 {m} 件を仮名でつなぐ",
    ),
    "attack_across-all": (
        "Everybody assigned at once, over all tables",
        "全テーブルを通した全員の同時割当",
    ),
    "attack_joined": (
        "A row of each of two tables, taken for one person’s",
        "二つのテーブルの行を同じ人のものとみなす",
    ),
    "in_tables": ("{promise}, tables {tables}", "{promise}（テーブル{tables}）"),
    "knows_across-all": ("all records in all tables", "全テーブルのすべての記録"),
    "knows_across": ("records of a person in several tables", "複数のテーブルにある一人の記録"),
    "remedy_joining": (
        "less detail in the columns that several tables publish, or none of them (`linked: true` promises what joined "
        "tables tell)",
        "複数のテーブルで公開する列を粗くするか、公開しない（つながったテーブルについては `linked: true` が約束する）",
    ),
}
