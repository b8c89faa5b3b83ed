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
}
