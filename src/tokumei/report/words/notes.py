"""Every note and warning in English and Japanese, by its key.

A note is made as a key with values where it arises (`tokumei.core.notes`) and becomes a sentence here and nowhere else.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from tokumei.core.notes import Note
from tokumei.report.words import LANGUAGES, Words, people_notes, words_in

__all__ = ["NOTES", "VALUES", "worded"]

NOTES: dict[str, tuple[str, str]] = {
    **people_notes.NOTES,
    # ── how a file was read ──
    "encoding": ("Read as {encoding}.", "{encoding} として読み込みました。"),
    "cp932_found": (
        "Read as CP932 (Shift_JIS): it is not UTF-8.",
        "UTF-8 ではないため、CP932（Shift_JIS）として読み込みました。",
    ),
    "euc_found": (
        "Read as EUC-JP: it is not UTF-8.",
        "UTF-8 ではないため、EUC-JP として読み込みました。",
    ),
    "written_as_source": (
        "The release is written in {encoding}, as the source is.",
        "公開データは、入力と同じ {encoding} で書き出しました。",
    ),
    "written_to_fit": (
        "The release is written in UTF-8 with a byte order mark, which Excel opens: it has characters that the "
        "source's {encoding} lacks.",
        "公開データは、Excel で開ける BOM 付き UTF-8 で書き出しました。入力の {encoding} にない文字があるためです。",
    ),
    "written_to_be_recognised": (
        "The release is written in UTF-8 with a byte order mark, which Excel opens: {encoding} as in the source would "
        "be taken for another encoding.",
        "公開データは、Excel で開ける BOM 付き UTF-8 で書き出しました。{encoding} では誤読されるおそれがあるためです。",
    ),
    "byte_order_mark": (
        "Read as UTF-8; the byte order mark was left out.",
        "UTF-8 として読み込み、BOM を除きました。",
    ),
    "delimiter": ("Fields are separated by a {delimiter}.", "項目の区切りは{delimiter}です。"),
    "plain_quotes": (
        "Quotes are read as they stand, since they do not enclose fields.",
        "引用符は項目を囲んでいないため、文字のまま読み込みました。",
    ),
    "decimal_mark": ("Numbers have a decimal {mark}.", "数値の小数点は{mark}です。"),
    "decimal_guessed": (
        "Numbers such as 1,234 and 1.234 can be read in two ways here, and were read with a decimal {mark}. Set "
        "`source.decimal` if that is wrong.",
        "1,234 や 1.234 のような数値は二通りに読めるため、小数点を{mark}とみなしました。違う場合は `source.decimal` "
        "を指定してください。",
    ),
    "dropped_columns": (
        "Columns without a role are not published (`others: drop`): {columns}.",
        "役割のない列は公開しません（`others: drop`）：{columns}。",
    ),
    "left_out_by_filter": (
        "{records} of {of} records do not meet `where` and were not read: every figure is about the others.",
        "`where` の条件を満たさない {records} 件（全 {of} 件中）は読み込んでいません。すべての数値は残りのレコードに"
        "ついてのものです。",
    ),
    "left_out_by_person": (
        "One record a person was read (`one_per`), and {records} of {of} were not: every figure is about those that "
        "were.",
        "`one_per` により一人につき 1 件だけを読み込み、{of} 件中 {records} 件は読み込んでいません。すべての数値は読み"
        "込んだレコードについてのものです。",
    ),
    # ── how a column was read ──
    "guessed_type": (
        "Column “{column}” is read as the type {type}, by its values. Set its `type` if that is wrong.",
        "列「{column}」は、値から判断して{type}として読み込みました。違う場合は `type` を指定してください。",
    ),
    "decimal_of_column": (
        "Column “{column}” has a decimal {mark}, unlike the rest of the source.",
        "列「{column}」の小数点は、ほかの列と異なり{mark}です。",
    ),
    "nan_missing": (
        "Column “{column}”: NaN is read as a missing value.",
        "列「{column}」：NaN は欠損値として扱います。",
    ),
    "date_format": (
        "Column “{column}”: dates are read as {format}.",
        "列「{column}」：日付は {format} として読み込みました。",
    ),
    "era_years": (
        "Column “{column}”: years of Japanese eras are published as years of the common era.",
        "列「{column}」：和暦の年は西暦で公開します。",
    ),
    "zones_ignored": (
        "Column “{column}”: time zones are ignored; the clock times stay as they are written.",
        "列「{column}」：時間帯は無視し、時刻は書かれたまま扱います。",
    ),
    "repeated_items": (
        "Column “{column}”: items that stand twice in their cell count once ({items}).",
        "列「{column}」：同じセルに重複する項目は一つと数えました（{items} 件）。",
    ),
    "sorted_into_categories": (
        "Column “{column}”: {values} values were sorted into {categories} categories before anything else; losses are "
        "about categories.",
        "列「{column}」：{values} 種類の値を、加工の前に {categories} 個の分類に置き換えました。損失は分類についての値"
        "です。",
    ),
    "rounded_numbers": (
        "Column “{column}”: numbers were rounded to multiples of {round} before anything else ({values} values became "
        "{rounded}); losses are about the rounded numbers.",
        "列「{column}」：加工の前に、数値を {round} の倍数に丸めました（{values} 種類が {rounded} 種類になりました）。"
        "損失は丸めた数値についての値です。",
    ),
    "rare_counted": (
        "Column “{column}”: {before} of {records} records had a value that fewer than {below} share; {after} have one "
        "now (`rare`).",
        "列「{column}」：同じ値のレコードが {below} 件に満たない値をもつレコードは、{records} 件中 {before} 件でした。"
        "`rare` の処理後は {after} 件です。",
    ),
    "levels_not_complete": (
        "There are {points} choices of one level a column, of which {tried} were judged: another may lose less.",
        "列ごとに 1 階層を選ぶ組み合わせは {points} 通りあり、そのうち {tried} 通りを調べました。損失がより小さいものが"
        "ほかにある可能性があります。",
    ),
    "applied": (
        "Values were recoded as tokumei {version} stored it for the job with the SHA-256 {job}….",
        "tokumei {version} が SHA-256 {job}… のジョブについて保存した再符号化を適用しました。",
    ),
    "without_place": (
        "{without_place} of {records} records have a value without a place in the stored recoding ({columns}), "
        "and were removed.",
        "{records} 件のうち {without_place} 件は、値の行き先が保存された再符号化にないため（列：{columns}）、"
        "削除しました。",
    ),
    "small_groups": (
        "{removed} of {records} records are in groups that would not keep the promises. They were removed.",
        "{records} 件のうち {removed} 件は、約束を満たせないグループに入ったため、削除しました。",
    ),
    "placed_by_meaning": (
        "Column “{column}”: of the values in its hierarchy by meaning, {fact} are known to the dictionaries, "
        "{inferred} were placed by likeness, {corrected} by hand, and {unplaced} could not be placed: "
        "they stand under `*`.",
        "列「{column}」：意味による階層の値のうち、{fact} 種類は辞書にあり、{inferred} 種類は類似度で推定、{corrected} "
        "種類は手で指定、{unplaced} 種類は位置が分からず `*` の直下にあります。",
    ),
    "cells_like_sets": (
        "The cells look like sets of items with “{separator}” between: a separator takes them apart.",
        "セルは「{separator}」で区切られた項目の集合のようです。区切り文字を指定すると項目に分けられます。",
    ),
    # ── what may make the release other than was meant ──
    "separator_absent": (
        "Column “{column}”: the separator “{separator}” never occurs, so that every set has one item at most. Check "
        "its `separator`.",
        "列「{column}」：区切り文字「{separator}」が一度も現れず、どの集合も項目は一つ以下です。`separator` を確認して"
        "ください。",
    ),
    "repeated_identifier": (
        "Column “{column}” has {values} values in {records} records. k counts records: where a person has several, a "
        "group can be fewer than k people. With `person` k counts people; for histories there is `subject`.",
        "列「{column}」の値は {records} 件のレコードに対して {values} 種類です。k はレコードを数えるため、一人に複数の"
        "レコードがあると、グループの人数が k 人に満たないことがあります。`person` を指定すると k は人を数えます。履歴"
        "には `subject` を使えます。",
    ),
    "few_people": (
        "{groups} of {of} groups are of fewer than k = {k} people by the column “{column}”, {one} of a single person: "
        "k counts records, and people have several.",
        "列「{column}」によれば、{of} グループのうち {groups} グループは k = {k} 人に満たず、そのうち {one} グループは"
        "一人だけです。k はレコードを数えますが、一人に複数のレコードがあります。",
    ),
    "few_left": (
        "{groups} of the {of} groups that stood in earlier releases have lost fewer than k people: laid over each "
        "other, "
        "the releases show what those had who left.",
        "過去の公開データから続く {of} グループのうち {groups} グループでは、抜けた人が k 人未満です。"
        "公開データを重ねると、"
        "抜けた人の値が分かることがあります。",
    ),
    "absence_hidden": (
        "Column “{column}”: {groups} groups publish an item less, so that no label says what its records lack.",
        "列「{column}」：ある項目がないことをラベルが示さないように、{groups} グループで項目を減らしました。",
    ),
    "all_constant": (
        "Every quasi-identifier ({columns}) has one value in all records, so that nothing had to be recoded. Check the "
        "roles in the job.",
        "どの準識別子（{columns}）も全レコードで同じ値のため、加工する必要がありませんでした。ジョブの役割を確認して"
        "ください。",
    ),
    "rare_values": (
        "Column “{column}” is published as it is, and {records} of {of} records have a value in it that fewer than {k} "
        "records share: whoever knows the value finds the record. Where others can know it, make it a "
        "quasi-identifier or leave it out.",
        "列「{column}」は元のまま公開しますが、{of} 件中 {records} 件のレコードの値は、同じ値をもつレコードが {k} 件に"
        "満たず、値を知る人に特定されるおそれがあります。他人が知り得る値であれば、"
        "準識別子にするか公開しないでください。",
    ),
    "shown_text": (
        "Column “{column}” holds free text and is published as it is, with whatever people wrote in it. Make it a "
        "quasi-identifier of the type text to mask what is rare, or leave it out.",
        "列「{column}」は自由記述で、書かれた内容がそのまま公開されます。まれな部分を伏せるには型 text の準識別子とし、"
        "そうでなければ公開しないでください。",
    ),
    "shown_beside_history": (
        "Column “{column}” is published as it is beside the histories: whoever knows a person's values in it is left "
        "with fewer than {k} candidates for {subjects} of {of} people.",
        "列「{column}」を履歴とともに元のまま公開します。この列の値を知る者には、{of} 人中 {subjects} 人について"
        "候補が {k} 人未満に絞られます。",
    ),
    "text_beside_history": (
        "The texts of column “{column}” are masked beside the histories, not equal in their lines: whoever knows a "
        "person's texts is left with fewer than {k} candidates for {subjects} of {of} people.",
        "列「{column}」のテキストは履歴の行とは別に伏せ字にし、行の中で同一にはしていません。ある人のテキストを知る者には、"
        "{of} 人中 {subjects} 人について候補が {k} 人未満に絞られます。",
    ),
    "subject_attributes": (
        "The same in all records of a person, and so recoded once for her: {columns}.",
        "一人の全レコードで同じ値の列は、人の属性として一度だけ加工します：{columns}。",
    ),
    "attribute_changes": (
        "Column “{column}” is the same in nearly all records of a person, but changes in {records} records of "
        "{subjects} people: it is recoded record by record. Correct them if it is an attribute of the person.",
        "列「{column}」は一人のほぼ全レコードで同じ値ですが、{subjects} 人の {records} レコードで異なるため、"
        "レコードごとに加工します。人の属性であれば、データを直してください。",
    ),
    "larger_clusters": (
        "Clusters have at least {size} people, more than k = {k}: a line shows as many sensitive values as it has "
        "people.",
        "機微な値の種類は行を共有する人数までしか得られないため、クラスタを k = {k} より大きい {size} 人以上に"
        "しました。",
    ),
    "hidden_values": (
        "Column {column}: {records} of {of} published cells are `*`, since the values of their lines would have told "
        "too much; lines that would not are hidden with them, so that a `*` does not tell either.",
        "列 {column}：公開する {of} セルのうち {records} セルは、同じ行を共有する人の値から推測できてしまうため "
        "`*` としました。`*` であること自体から推測されないよう、そうでない行も一緒に隠しています。",
    ),
    "removal_by_price": (
        "To remove no more records than allowed, people with as many records as each other were preferred: {removed} "
        "of {of} records are removed, where without the bound it would be {free}.",
        "削除の上限を守るため、レコード数の近い人を優先してまとめました。{of} 件中 {removed} 件を削除します"
        "（上限がなければ {free} 件）。",
    ),
    "removal_by_length": (
        "To remove no more records than allowed, people were put together by their number of records alone: {removed} "
        "of {of} records are removed, where without the bound it would be {free}. Their histories may have little else "
        "in common, so that more is lost in each record.",
        "削除の上限を守るため、レコード数だけで人をまとめました。{of} 件中 {removed} 件を削除します"
        "（上限がなければ {free} 件）。履歴の内容は似ていないことがあり、各レコードの損失は大きくなります。",
    ),
    "pseudonyms_published": (
        "Pseudonyms of {columns} are published: whoever has the key can tell whose a record is, and records of one "
        "person can be joined. The release is pseudonymised information, not anonymous.",
        "{columns}の仮名を公開します。鍵をもつ人は本人が分かり、同じ人のレコードは結び付けられます。"
        "この公開データは仮名加工"
        "情報に当たるもので、匿名ではありません。",
    ),
    "all_masked": (
        "Column “{column}”: every character is masked, since nothing is common enough to stay readable.",
        "列「{column}」：すべての文字が伏せ字です。読めるまま残せるほど共通する部分がありません。",
    ),
    "nothing_promised": (
        "Nothing is promised of “{column}”: a fixed number of passes can leave n-grams that fewer than k texts share. "
        "With `passes: 0` masking goes on until none is left.",
        "「{column}」については何も約束されません。回数を決めた処理では、k 件未満の文章にしか現れない n-gram が残ること"
        "があります。`passes: 0` では、なくなるまで伏せ字にします。",
    ),
    # ── what verification could not judge ──
    "registry_not_judged": (
        "The registry promise of “{column}” was not judged: it is about the texts before masking, which the release "
        "alone does not prove, and the job's source is not here.",
        "「{column}」の登録簿についての約束は判定していません。伏せ字にする前の文章についての約束であり、ジョブの入力が"
        "ここにないためです。",
    ),
    "level_not_judged": (
        "`at_least` and `at_most` of “{column}” were not judged: its hierarchy is made from the source, which is not "
        "in a release.",
        "「{column}」の `at_least` と `at_most` は判定していません。階層は入力から作られ、公開データからは分からない"
        "ためです。",
    ),
    "suppress_not_judged": (
        "How many records were removed was not judged: they are not marked in the release.",
        "削除されたレコードの割合は判定していません。公開データに削除の印がないためです。",
    ),
    # ── what measuring found ──
    "rows_not_aligned": (
        "The rows of the release are not side by side with the original's, so that it was not checked whether each "
        "record's values lie in what is published for it.",
        "公開データの行は元データの行と対応していないため、各レコードの値が公開値に含まれるかは確認していません。",
    ),
    "more_records": (
        "The release has {released} records, more than the original's {records}: it is not a recoding of it. Losses "
        "are means over the released records.",
        "公開データは {released} 件で、元データの {records} 件より多く、元データを加工したものではありません。損失は"
        "公開レコードの平均です。",
    ),
    "column_absent": (
        "Column “{column}” is not in the release: all of it is lost.",
        "列「{column}」は公開データにありません。すべて失われたものとします。",
    ),
    "empty_bounds": (
        "Column “{column}” is published as two bounds, which are empty for a missing value and for anything at all: "
        "both count as anything.",
        "列「{column}」は上下限の二列で公開され、欠損値も「何でもよい」も空欄です。"
        "どちらも「何でもよい」とみなします。",
    ),
    "unread_labels": (
        "Column “{column}”: {unread} of its {labels} labels cannot be read ({records} records); they count as lost.",
        "列「{column}」：公開値 {labels} 種類のうち {unread} 種類（{records} 件）は読み取れず、失われたものとします。",
    ),
    "foreign_values": (
        "Column “{column}”: what some records show ({records}) is in no record of the original.",
        "列「{column}」：元データのどのレコードにもない値を示すレコードが {records} 件あります。",
    ),
    "foreign_items": (
        "Column “{column}”: some records show items that the original does not have ({records}).",
        "列「{column}」：元データにない項目を示すレコードが {records} 件あります。",
    ),
    "uncovered_values": (
        "Column “{column}”: some records publish something that their own value is not in ({records}).",
        "列「{column}」：自身の値を含まない公開値をもつレコードが {records} 件あります。",
    ),
    "loss_of_items": (
        "Column “{column}”: rows are not side by side, so its loss is deleted items / all items, not the mean over "
        "records.",
        "列「{column}」：行が対応していないため、損失はレコードの平均ではなく、削除した項目／すべての項目です。",
    ),
    "loss_of_characters": (
        "Column “{column}”: rows are not side by side, so its loss is characters that are not readable any more / all "
        "characters, not the mean over records.",
        "列「{column}」：行が対応していないため、損失はレコードの平均ではなく、読めなくなった文字／すべての文字です。",
    ),
    "texts_longer": (
        "Column “{column}”: some records publish more readable characters than their own text has ({records}).",
        "列「{column}」：自身の文章より多くの読める文字を公開しているレコードが {records} 件あります。",
    ),
    "rules_lack_columns": (
        "How well the rules are served was not measured: the release lacks columns that rules name ({columns}).",
        "規則への適合は測っていません。規則が使う列（{columns}）が公開データにないためです。",
    ),
    "rules_not_aligned": (
        "How well the rules are served was not measured: the rows of the release are not side by side with the "
        "original's. The report of the run has it; `output.order: keep` and `output.removed: mark` keep them so.",
        "規則への適合は測っていません。公開データの行が元データの行と対応していないためです。"
        "実行時のレポートには載ります。"
        "行を対応させるには `output.order: keep` と `output.removed: mark` を使います。",
    ),
    # ── what a draft tells of the source ──
    "source_size": (
        "{source}: {records} records, {columns} columns.",
        "{source}：{records} レコード、{columns} 列。",
    ),
    "unique_records": (
        "By the quasi-identifiers ({columns}), {unique} of {records} records ({share}) are unique.",
        "準識別子（{columns}）により、{records} 件中 {unique} 件（{share}）が一意になります。",
    ),
    "unique_by_few": (
        "By {columns} alone, {share} of the records are unique.",
        "{columns}だけで、レコードの {share} が一意になります。",
    ),
    "sampled": (
        "Uniqueness was counted among {records} sampled records.",
        "一意かどうかは、抽出した {records} 件のレコードで数えました。",
    ),
}
"""Key → English and Japanese, with the note's values in braces."""

VALUES: dict[str, dict[str, tuple[str, str]]] = {
    "delimiter": {
        ",": ("comma", "カンマ"),
        ";": ("semicolon", "セミコロン"),
        "\t": ("tab", "タブ"),
        "|": ("bar", "縦棒"),
    },
    "mark": {",": ("comma (1.234,56)", "カンマ（1.234,56）"), ".": ("point (1,234.56)", "ピリオド（1,234.56）")},
    "type": {"number": ("number", "数値"), "date": ("date", "日付"), "category": ("category", "カテゴリ")},
}
"""Values that have words of their own, by the name under which a note has them."""


HIDDEN = frozenset({"Cc", "Cf", "Cn", "Cs", "Zl", "Zp"})
"""Unicode's categories of characters that are not seen."""


def worded(note: Note | Mapping[str, Any], language: str, *, phrases: Mapping[str, tuple[str, str]] = NOTES) -> str:
    """The sentence of a note, or of its plain form in a report, after the name of its table where there are several.

    The result is plain text, not escaped.
    """
    plain = note.to_dict() if isinstance(note, Note) else note
    words = words_in(language)
    values = {name: _written(name, value, words) for name, value in plain["values"].items()}
    said = phrases[plain["key"]][LANGUAGES.index(words.language)].format(**values)
    return f"{plain['table']}: {said}" if "table" in plain else said


def _written(name: str, value: Any, words: Words) -> str:
    if isinstance(value, str):
        known = VALUES.get(name, {}).get(value)
        return _visible(value) if known is None else known[LANGUAGES.index(words.language)]
    if isinstance(value, float):
        return words.percent(value, 0)
    if isinstance(value, (list, tuple)):
        return words.names([_visible(name) for name in value])
    return words.value(value)


def _visible(text: str) -> str:
    """A name with its control characters written out: it could steer a terminal, or end a comment."""
    return "".join(
        sign.encode("unicode_escape").decode() if unicodedata.category(sign) in HIDDEN else sign for sign in text
    )
