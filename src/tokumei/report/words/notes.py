"""Notes of a run in Japanese: the sentences that readers and the pipeline write, by their shape.

A note is written in English where it arises, for logs. The Japanese page shows its translation; a note that is not here
stays in English rather than being lost.
"""

from __future__ import annotations

import re

__all__ = ["NOTES", "in_japanese"]

NAME = r"(?P<name>'[^']*'|\"[^\"]*\")"

NOTES: tuple[tuple[str, str], ...] = (
    (r"Fields are separated by a comma\.", "項目の区切りはカンマです。"),
    (r"Fields are separated by a semicolon\.", "項目の区切りはセミコロンです。"),
    (r"Fields are separated by a tab\.", "項目の区切りはタブです。"),
    (r"Fields are separated by a (?P<mark>.+)\.", "項目の区切りは {mark} です。"),
    (r"Read as UTF-8; the byte order mark was left out\.", "UTF-8 として読み込み、BOM を除きました。"),
    (r"Read as CP932 \(Shift_JIS\): it is not UTF-8\.", "UTF-8 ではないため、CP932（Shift_JIS）として読み込みました。"),
    (r"Read as (?P<codec>\S+)\.", "{codec} として読み込みました。"),
    (r"Quotes are read as they stand, .*", "引用符は項目を囲んでいないため、文字のまま読み込みました。"),
    (r"Numbers have a decimal comma \(1\.234,56\)\.", "数値の小数点はカンマです（1.234,56）。"),
    (r"Numbers have a decimal point\.", "数値の小数点はピリオドです。"),
    (
        r"Numbers such as 1,234 and 1\.234 .*taken to be '(?P<mark>.)'\..*",
        "1,234 や 1.234 は二通りに読めるため、小数点を「{mark}」とみなしました。"
        "違う場合は `source.decimal` を指定してください。",
    ),
    (
        rf"Column {NAME}: (?P<count>[\d,]+) items stand twice .*",
        "列 {name}：同じセルに重複する項目 {count} 件は一つと数えました。",
    ),
    (rf"Column {NAME}: .*time zones? (is|are) ignored.*", "列 {name}：時間帯は無視し、時刻は書かれたまま扱います。"),
    (rf"Column {NAME}: years of Japanese eras .*", "列 {name}：和暦の年は西暦で公開します。"),
    (rf"Column {NAME}: dates are read as (?P<form>.+)\.", "列 {name}：日付は {form} として読み込みました。"),
    (rf"Column {NAME}: the decimal mark is '(?P<mark>.)' here.*", "列 {name}：この列の小数点は「{mark}」です。"),
    (rf"Column {NAME}: NaN is read as a missing value\.", "列 {name}：NaN は欠損値として扱います。"),
    (
        rf"Column {NAME}: the separator (?P<mark>'.*') never occurs.*",
        "列 {name}：区切り文字 {mark} が一度も現れません。どの集合も項目は一つ以下です。",
    ),
    (
        rf"Column {NAME} has (?P<values>[\d,]+) values in (?P<records>[\d,]+) records\..*",
        "列 {name} の値は {records} 件のレコードに対して {values} 種類です。"
        "k はレコードを数えるため、一人に複数のレコードがあると、グループの人数が k 人に満たないことがあります。"
        "履歴には `subject` を使えます。",
    ),
    (
        rf"Column {NAME}: (?P<values>[\d,]+) values were sorted into (?P<kinds>[\d,]+) categories .*",
        "列 {name}：{values} 種類の値を、加工の前に {kinds} 個の分類に置き換えました。損失は分類についての値です。",
    ),
    (rf"Column {NAME} is read as number: .*", "列 {name} は数値として読み込みました。"),
    (rf"Column {NAME} is read as date: .*", "列 {name} は日付として読み込みました。"),
    (rf"Column {NAME} is read as category: .*", "列 {name} はカテゴリとして読み込みました。"),
    (
        r"Columns without a role are not published \(`others: drop`\): (?P<names>.+)\.",
        "役割のない列は公開しません（`others: drop`）：{names}。",
    ),
    (r"Every character is masked: .*", "すべての文字が伏せ字です。読めるまま残せるほど共通する部分がありません。"),
)
"""Shape of an English note → Japanese sentence."""

_COMPILED = tuple((re.compile(shape, re.DOTALL), sentence) for shape, sentence in NOTES)


def in_japanese(note: str) -> str:
    """The note in Japanese, or as it is where its shape is not known."""
    for shape, sentence in _COMPILED:
        found = shape.fullmatch(note)
        if found is not None:
            return sentence.format(**found.groupdict())
    return note
