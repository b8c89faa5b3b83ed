"""What a draft says, in English and Japanese, side by side.

Reasons complete a comment, so that they begin small and end without a full stop.
"""

from __future__ import annotations

from collections.abc import Sequence

from tokumei.draft.reason import Reason
from tokumei.report.words import LANGUAGES, words_in
from tokumei.report.words.notes import worded

__all__ = ["KINDS", "MEANINGS", "REASONS", "ROLES", "because", "said"]

Phrases = dict[str, tuple[str, str]]

MEANINGS: Phrases = {
    "diagnosis": ("a diagnosis", "診断名"),
    "thing": ("a thing or a place that goes with a person", "人に結び付く物や場所"),
    "email": ("an e-mail address", "メールアドレス"),
    "device": ("an address of a device", "機器のアドレス"),
    "official_number": ("an official number", "公的な番号"),
    "card": ("an account or a card", "口座・カード"),
    "telephone": ("a telephone number", "電話番号"),
    "account": ("an account", "アカウント"),
    "name": ("a name", "氏名"),
    "key": ("a number or a key of a record", "レコードの番号・キー"),
    "number": ("a number of a record", "レコードの番号"),
    "person": ("the person", "本人"),
    "birth": ("a birth date or year", "生年月日・生年"),
    "age": ("an age", "年齢"),
    "sex": ("a sex", "性別"),
    "postal": ("a postal code", "郵便番号"),
    "address": ("an address", "住所"),
    "place": ("a place", "場所"),
    "occupation": ("an occupation or an employer", "職業・勤務先"),
    "education": ("an education", "学歴"),
    "money": ("money of a person", "個人の収入・資産"),
    "family": ("a family", "家族"),
    "origin": ("an origin", "出自"),
    "body": ("a bodily trait", "身体の特徴"),
    "treatment": ("a treatment", "治療"),
    "amount": ("an amount", "金額"),
    "belief": ("a belief or a past that law protects", "法が守る信条・経歴"),
    "judgement": ("a judgement", "評価・意見"),
    "time": ("a time that others may have seen", "他人が見聞きし得る日時"),
    "code": ("a code", "区分・コード"),
}
"""What a column's name can mean; completes 'named like …'."""

SHAPES: Phrases = {
    "email": ("e-mail addresses", "メールアドレス"),
    "url": ("addresses of web pages", "ウェブページのアドレス"),
    "ip": ("addresses of devices", "機器のアドレス"),
    "uuid": ("machine-made keys", "機械的なキー"),
    "my_number": ("Japanese individual numbers", "マイナンバー"),
    "card": ("numbers of payment cards", "カード番号"),
    "ssn": ("social security numbers", "社会保障番号"),
    "postal": ("Japanese postal codes", "郵便番号"),
    "phone": ("telephone numbers", "電話番号"),
    "person_name": ("what reads like a name", "人名らしい語"),
}
"""What values look like, or hold."""

ROLES: Phrases = {
    "identifier": ("identifier", "識別子"),
    "quasi": ("quasi", "準識別子"),
    "sensitive": ("sensitive", "機微情報"),
    "keep": ("keep", "そのまま公開"),
}
KINDS: Phrases = {
    "number": ("number", "数値"),
    "date": ("date", "日付"),
    "category": ("category", "カテゴリ"),
    "set": ("set", "集合"),
    "text": ("text", "文章"),
}
_VALUES = {"meaning": MEANINGS, "shape": SHAPES, "role": ROLES, "type": KINDS}

REASONS: Phrases = {
    # ── what a column is ──
    "named": ("named like {meaning}", "列名が{meaning}を思わせる"),
    "shaped": ("the values look like {shape}", "値が{shape}の形をしている"),
    "empty": ("it is empty", "値がない"),
    "constant": ("it is the same in every record", "すべてのレコードで同じ値"),
    "free_text": (
        "free text can say anything; `{{role: quasi, type: text}}` would publish it masked; `within: group` would mask "
        "much more, and who knows a text would not find its row",
        "自由記述には何でも書ける。`{{role: quasi, type: text}}` とすれば、まれな文字を伏せて公開する。`within: group` "
        "を加えれば、文章を知る人にもその行は分からないが、伏せ字はずっと増える",
    ),
    "address_of_one": (
        "named like an address, and it points to single persons",
        "列名が住所を思わせ、一人ひとりを指している",
    ),
    "nearly_unique": ("it tells nearly every record from the others", "ほとんどのレコードを互いに区別する"),
    "serial": ("its numbers follow one another, one a record", "レコードごとの通し番号になっている"),
    "unknown": ("nothing says that others could not know it", "他人が知り得ないとは言えない"),
    "recognises": (
        "as a set of items it also recognises people, so it is recoded",
        "項目の組み合わせからも個人がわかるため、加工する",
    ),
    "needed": (
        "a job needs at least one quasi-identifier, and this seemed {role}",
        "準識別子が一つは必要なため、{role}と見られるこの列を充てた",
    ),
    "unreadable": (
        "it cannot be recoded as it is (try `tokumei run` with role quasi)",
        "このままでは加工できない（役割を quasi にして `tokumei run` を試すと理由がわかる）",
    ),
    "not_read": ("CHECK: it cannot be read as a {type}. {problem}", "要確認：{type}として読めない。{problem}"),
    "day_and_month": (
        "CHECK the order of day and month in `format`",
        "要確認：`format` の日と月の順",
    ),
    "holds": ("{cells} of its cells hold {shape}", "{cells} 個のセルに{shape}が含まれる"),
    # ── how many values ──
    "no_values": ("no values", "値なし"),
    "all_different": ("every value is different", "値がすべて異なる"),
    "one_value": ("1 different value", "値は 1 種類"),
    "values": ("{distinct} different values", "値は {distinct} 種類"),
    "values_share": (
        "{distinct} different values ({share} of the records)",
        "値は {distinct} 種類（レコード数の {share}）",
    ),
    "empty_cells": ("{empty} empty", "空欄 {empty} 件"),
    "items": (
        "cells hold several items with {separator} between them",
        "セルに {separator} で区切られた複数の項目がある",
    ),
    # ── what is proposed for it ──
    "grid": (
        "ranges end on a grid, not with the value of a person",
        "範囲の端は誰かの値ではなく切りのよい値にする",
    ),
    "nodes": (
        "rare values join first; a hierarchy of your own says more",
        "まれな値から順にまとめる。意味のある階層を用意すれば情報がより多く残る",
    ),
    "tails": ("what few have is put together at the ends", "少数の人しか持たない端の値はまとめる"),
    "to_the_day": ("times are cut to the day", "時刻は日に丸める"),
    "left_out": ("{column} says it already; left out", "{column}からわかるため公開しない"),
    "levels_above": (
        "a ready hierarchy with {columns} above it, in {file}",
        "{columns}が上位の区分になる。そのまま階層として {file} に書いた",
    ),
    "pooled": (
        "{values} values that are rare (below {k}) are put together as “{other}”, by {file}",
        "{k} に満たないまれな値 {values} 種類を {file} で「{other}」にまとめる",
    ),
    "rounded": ("exact figures point to records: rounded", "細かい数値はレコードを指すため丸める"),
    "in_a_history": (
        "published recoded, since in a history it could tell people apart",
        "履歴では個人を区別し得るため加工する",
    ),
    "not_in_a_history": (
        "texts of k people have little in common: left out",
        "k 人の文章に共通する部分はわずかなので公開しない",
    ),
    # ── the parts of the file ──
    "opening": (
        "Drafted by `tokumei init`. These are guesses from names and values: read and correct them.",
        "`tokumei init` による下書きです。列名と値からの推測なので、読んで直してください。",
    ),
    "roles": (
        "Roles: identifier (never published); quasi (others could know it: published recoded); sensitive (what others\n"
        "must not learn: published as it is, and made diverse); keep (published as it is).",
        "役割：identifier（公開しない）、quasi（他人が知り得る。加工して公開）、sensitive（知られてはならない。そのまま\n"
        "公開し、グループの中で多様にする）、keep（そのまま公開）。",
    ),
    "proposals": (
        "Proposals; `tokumei init --advise` writes them into the job:",
        "提案（`tokumei init --advise` を付けると、次のとおりに書きます）：",
    ),
    "or": ("or: {setting}", "または：{setting}"),
    "others": (
        "a column that is not named above stops the job; `drop` leaves it out",
        "上に名前のない列があれば止まる。`drop` なら公開しない",
    ),
    "subject": (
        "protects all records of a person together: {people} people have {records} records",
        "一人の全レコードをまとめて守る。{people} 人が {records} 件を持つ",
    ),
    "person": (
        "every group has at least k people: {people} people have {records} records",
        "どのグループにも k 人以上がいる。{people} 人が {records} 件を持つ",
    ),
    "one_per": ("or, to read one record of each person: {setting}", "一人 1 件だけ読むなら：{setting}"),
    "no_person": ("records that do not say whose they are are not read", "誰のものかわからないレコードは読まない"),
    "k": (
        "every record is the same as at least {others} others in all quasi-identifiers",
        "どのレコードも、すべての準識別子が同じレコードがほかに {others} 件以上ある",
    ),
    "l_diversity": (
        "in every group of equal records, so many different values",
        "同じに見えるレコードのグループごとに、値が何種類あるか",
    ),
    "t_closeness": (
        "in every group, numbers distributed nearly as in the whole release",
        "どのグループの数値の分布も、全体の分布からこれ以上離れない",
    ),
    "suppress": ("the share of the records that may be removed", "削除してよいレコードの割合"),
    # ── what is printed ──
    "column_word": ("column", "列"),
    "role_word": ("role", "役割"),
    "type_word": ("type", "型"),
    "because_word": ("because", "理由"),
    "applied": ("Done in the job:", "ジョブに反映した提案："),
    "wrote": (
        "\nWrote {places}. Read and correct it, then:",
        "\n{places} を書きました。読んで直してから、次を実行してください：",
    ),
    # ── proposals ──
    "say_the_same": ("{columns} say the same: keep one", "{columns}は同じことを言っている。一つだけ残す"),
    "ready_hierarchy": (
        "{columns} are a ready hierarchy: publish the first along the others, and leave these out",
        "{columns}はそのまま階層になる。先頭の列をその階層で公開し、残りは公開しない",
    ),
    "pool_rare": (
        "{column} has {values} values that are rare (below {k}): put them together as “{other}” (`categories`)",
        "{column}には {k} に満たないまれな値が {values} 種類ある。「{other}」にまとめる（`categories`）",
    ),
    "round_exact": (
        "{column} is published as it is, with figures that few records share: `round: {width}`",
        "{column}はそのまま公開され、少数のレコードにしかない数値がある：`round: {width}`",
    ),
    "several_records": (
        "{people} people in {column} have {records} records, and k counts records unless the job names them: "
        "`{setting}`",
        "{column}の {people} 人が {records} 件を持つ。人を指定しなければ k はレコードを数える：`{setting}`",
    ),
    "cut_times": (
        "{column} has times: publish days (`format`)",
        "{column}には時刻がある。日までを公開する（`format`）",
    ),
}
"""Key → English and Japanese, with the reason's values in braces."""


def said(reason: Reason, language: str) -> str:
    """A reason or a part of the file in words."""
    at = LANGUAGES.index(words_in(language).language)
    values = {
        name: _VALUES[name][value][at] if name in _VALUES and value in _VALUES[name] else value
        for name, value in reason.values.items()
    }
    return worded({"key": reason.key, "values": values}, language, phrases=REASONS)


def because(reasons: Sequence[Reason], language: str) -> str:
    """Reasons in a row."""
    return ("; " if language == "en" else "；").join(said(one, language) for one in reasons)
