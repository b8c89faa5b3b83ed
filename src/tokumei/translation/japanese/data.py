"""The data, and what the steps of a job make of them."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    (
        "Column {column!r}: {missing:n} of its {distinct:n} distinct values are missing from its hierarchy (first in "
        "{rows} {where}). Add a row for each of them."
    ): (
        "列{column}：{distinct} 種類の値のうち {missing} 種類が階層にありません（最初は {where} 行目）。それぞれに一行"
        "を加えてください。"
    ),
    "Column {column!r} has {own:n} records, the table {records:n}; the subject must be read from the same source.": (
        "列{column}は {own} 件、表は {records} 件です。`subject` の列は同じ入力から読み込んでください。"
    ),
    (
        "The subject column {column!r} is empty in {missing:n} of {records:n} rows. A record without a subject cannot "
        "be protected with its history: remove those rows, or give them a subject."
    ): (
        "`subject` の列{column}は、{records} 行中 {missing} 行で空です。誰のものか分からないレコードは、履歴として保護"
        "できません。その行を除くか、値を入れてください。"
    ),
    (
        "Column {name!r} is free text, for which l-diversity and t-closeness are not defined. Declare it as a "
        "category, or take it out of the privacy models."
    ): "列{name}は自由記述で、l-多様性と t-近接性は定義されません。カテゴリとして宣言するか、約束から外してください。",
    "Column {column!r} has {own:n} records, not {records:n}.": (
        "列{column}のレコードは {records} 件ではなく、{own} 件です。"
    ),
    "The job names {missing:list}, which the source does not have.{known:s}": (
        "ジョブにある{missing}が、入力にありません。{known}"
    ),
    (
        "The source has columns without a role in the job: {columns:list}. Give each a role (identifier, quasi, "
        "sensitive, keep), or set `others: drop`."
    ): (
        "入力に、ジョブで役割を与えていない列があります：{columns}。それぞれに役割（identifier、quasi、sensitive、keep"
        "）を与えるか、`others: drop` を指定してください。"
    ),
    (
        "Column {column!r} is declared as {kind:s}, but {count:n} of its values cannot be read as one (first in rows "
        "{rows}). {hint:s}"
    ): "列{column}は{kind}と宣言されていますが、{count} 件の値がそのように読めません（最初は {rows} 行目）。{hint}",
    "{purpose:s} needs an optional part: install it with `pip install 'tokumei[{extra}]'`.": (
        "{purpose}には追加の部品が必要です。`pip install 'tokumei[{extra}]'` で導入してください。"
    ),
    "A pseudonym stands beside records of two subjects: the rows are not in the original's order.": (
        "一つの仮名が二人のレコードと並んでいます。行の順序が元データと異なります。"
    ),
    "RFM needs a day, a price and a quantity; column {column!r} is a {kind:s}.": (
        "RFM には日付、価格、数量の列が必要ですが、列{column}は{kind}です。"
    ),
    (
        "The release has {released:n} rows, the original {records:n}. U compares row by row: write the release with "
        "`output.order: keep` and `output.removed: mark`, or in the contest's form."
    ): (
        "公開データは {released} 行、元データは {records} 行です。U は一行ずつ比べるので、`output.order: keep` と "
        "`output.removed: mark` を指定するか、コンテストの形式で書き出してください。"
    ),
    (
        "In {off:n} of {records:n} rows the release does not cover the values of the original: its rows stand in "
        "another order, or belong to other data. U compares row by row."
    ): (
        "{records} 行中 {off} 行で、公開値が元の値を含みません。行の順序が違うか、別のデータです。U は一行ずつ比べます"
        "。"
    ),
    "The release has none of the job's quasi-identifiers {quasi:list}: is it the release of another job?": (
        "公開データに、ジョブの準識別子{quasi}が一つもありません。別のジョブの公開データではありませんか。"
    ),
    (
        "Column {column!r}: {missing:n} of its {distinct:n} distinct items are missing from its hierarchy. Add a row "
        "for each of them."
    ): "列{column}：{distinct} 種類の項目のうち {missing} 種類が階層にありません。それぞれに一行を加えてください。",
    "Column {name!r} is published in a form that rules cannot be asked about.": (
        "列{name}は、ルールで調べられない形で公開されています。"
    ),
    "There are {originals:n} original, {published:n} published texts: they are compared row by row.": (
        "元のテキストは {originals} 件、公開テキストは {published} 件です。一件ずつ比べるため、件数をそろえてください。"
    ),
    "Column {column!r}: its dates can be read as {formats}. Give the column its `format`.": (
        "列{column}：日付が二通り以上に読めます（{formats}）。列に `format` を指定してください。"
    ),
    (
        "Column {column!r} holds values of the type {kind}, which cannot be written as texts. Turn them into texts or "
        "numbers in the source."
    ): "列{column}の値は {kind} 型で、文字列として書けません。入力の側で文字列か数値にしてください。",
    (
        "Column {column!r} is declared as {kind:s}, but its cells hold more than one value each. Declare `type: set` "
        "for lists, or take the values apart."
    ): (
        "列{column}は{kind}と宣言されていますが、一つのセルに複数の値があります。リストなら `type: set` と宣言し、そう"
        "でなければ値を分けてください。"
    ),
    (
        "Column {column!r}: {count:n} of its numbers are infinite, or too large for a number (first in rows {rows}). "
        "Leave them empty, or declare `type: category`."
    ): (
        "列{column}：{count} 件の数値が無限大か、大きすぎます（最初は {rows} 行目）。空にするか、`type: category` と宣"
        "言してください。"
    ),
    (
        "Column {name!r}: its numbers are too far apart for their difference to be a number. Correct the largest, or "
        "declare `type: category`."
    ): (
        "列{name}：数値の開きが大きすぎて、差を計算できません。最も大きい値を直すか、`type: category` と宣言してくださ"
        "い。"
    ),
    (
        "Column {name!r}: {count:n} of its distinct values look like published forms (`*`, `[a;b]`, `{{a;b}}`), so "
        "that a reader could not tell them apart. Rename them in the source."
    ): (
        "列{name}：{count} 種類の値が公開値の形（`*`、`[a;b]`、`{{a;b}}`）に見え、読む人が区別できません。入力の側で名"
        "前を変えてください。"
    ),
    (
        "Column {name!r}: {count:n} of its items contain the separator {separator!r}, so that a published set could "
        "not be read back. Give the column another `separator`."
    ): (
        "列{name}：{count} 種類の項目に区切り文字{separator}が含まれ、公開した集合を読み戻せません。列に別の "
        "`separator` を指定してください。"
    ),
    "The job does not say where to write: set `output.data`.": (
        "書き出す場所がありません。`output.data` を指定してください。"
    ),
    "Column {name!r}: {missing:n} of its values have no category. Every value needs a line in the table.": (
        "列{name}：{missing} 種類の値に分類がありません。すべての値の行が表に必要です。"
    ),
    "`columns.{name}.{setting}: {level}` is no level of the hierarchy, whose levels are 1 to {height}.": (
        "`columns.{name}.{setting}: {level}` は階層の段ではありません。段は 1 から {height} までです。"
    ),
    "`columns.{name}.ends` is too narrow for numbers as large as the column's. Take a larger width.": (
        "`columns.{name}.ends` は、この列の大きな数値に対して狭すぎます。もっと広い幅にしてください。"
    ),
    (
        "The key file {name!r} is empty or too short: a key has at least {least} characters. Remove the file, and a "
        "key is made; pseudonyms of earlier releases are then other ones."
    ): (
        "鍵ファイル{name}が空か、短すぎます。鍵は {least} 文字以上です。ファイルを消せば新しい鍵が作られますが、以前の"
        "公開データの仮名とは異なるものになります。"
    ),
    "The key file {name!r} can be read by others. Make it your own: `chmod 600 {name2}`.": (
        "鍵ファイル{name}を他人が読めます。`chmod 600 {name2}` で自分だけが読めるようにしてください。"
    ),
    "The key file {name!r} cannot be read or made: {reason:s}. Its folder must exist, and be yours.": (
        "鍵ファイル{name}を読むことも作ることもできません：{reason}。フォルダがあり、自分のものであることを確認してくだ"
        "さい。"
    ),
    "The release has none of the job's columns: is it measured against the wrong job?": (
        "公開データに、ジョブの列が一つもありません。別のジョブと比べていませんか。"
    ),
    (
        "{removed:n} records are removed, but no column can say `*` to mark them. Set `output.removed: drop` or "
        "`output.numbers: ranges`."
    ): (
        "{removed} 件を削除しますが、印の `*` を書ける列がありません。`output.removed: drop` か "
        "`output.numbers: ranges` を指定してください。"
    ),
    (
        "{marked:n} records show `*` in each column though they are not removed, so that a reader would take them for "
        "marks of removed ones. Set `output.removed: drop`, or rename `*` where it is a value of the source."
    ): (
        "削除していない {marked} 件がすべての列で `*` となり、削除の印と区別できません。`output.removed: drop` を指定す"
        "るか、入力にある値 `*` の名前を変えてください。"
    ),
    "`columns.{name}.rare` is for categories and sets, and the column is of the type {kind:s}.": (
        "`columns.{name}.rare` はカテゴリと集合のための設定ですが、この列は{kind}です。"
    ),
    "The job has no `source`, and none was given.": "ジョブに `source` がなく、データも渡されていません。",
    (
        "`output.format: pwscup2018` is for a history job that publishes four columns beside its subject: day, goods, "
        "price, quantity."
    ): (
        "`output.format: pwscup2018` は、`subject` のほかに日付、商品、価格、数量の四列を公開する履歴のジョブのためのも"
        "のです。"
    ),
    (
        "Column {column!r} looks like a column of the type {kind:s}: {why:s}. Sets and texts have promises of their "
        "own, so say which it is: `type: {type}`, or `type: category`."
    ): (
        "列{column}は{kind}のようです：{why}。集合と文章には別の約束があるため、`type: {type}` か `type: category` のど"
        "ちらかを指定してください。"
    ),
    "`method.label` names {name!r}, a {kind:s} column. A label has one value a record.": (
        "`method.label` の{name}は{kind}の列です。ラベルは一レコードに一つの値でなければなりません。"
    ),
    "Column {name!r}: `publish: ranges` is for numbers and dates.": (
        "列{name}：`publish: ranges` は数値と日付のためのものです。"
    ),
    "`columns.{name}.round` is for numbers, and the column holds values of the type {kind:s}.": (
        "`columns.{name}.round` は数値のための設定ですが、この列は{kind}です。"
    ),
    (
        "`derive.{name}`: {late:n} records have a date in {source!r} after {day}. Set `at` to a later day, or leave "
        "these records out with `where`."
    ): (
        "`derive.{name}`：{source}の日付が {day} より後のレコードが {late} 件あります。`at` を後の日にするか、`where` "
        "で除いてください。"
    ),
    (
        "{unknown:n} records do not say whose they are: {person!r} is missing. Leave them out with "
        "`where: {{{person2}: {{missing: false}}}}`."
    ): (
        "{unknown} 件は{person}が空で、誰のレコードか分かりません。`where: {{{person2}: {{missing: false}}}}` で除いて"
        "ください。"
    ),
    "No record meets `where`, so that there is nothing to release. Widen the conditions.": (
        "`where` の条件を満たすレコードがなく、公開するものがありません。条件を緩めてください。"
    ),
    "`derive.{name}`: the source has a column {name2!r} already. Give the derived one another name.": (
        "`derive.{name}`：入力に列{name2}がすでにあります。導出する列に別の名前を付けてください。"
    ),
    "`one_per.by` names {by!r}, a {kind:s} column: it takes numbers or dates.": (
        "`one_per.by` の{by}は{kind}の列です。数値か日付の列を指定してください。"
    ),
    "`--k {text}` is not of the form 2:20, 2:20:2 or 2,5,10, with k of at least 2.": (
        "`--k {text}` は 2:20、2:20:2、2,5,10 のような形で、2 以上の k を書いてください。"
    ),
    "A sweep needs at least one k, and each k must be at least 2.": (
        "k が少なくとも一つ必要で、それぞれ 2 以上にしてください。"
    ),
    "The source has {subjects:n} subjects: the largest k is that.": (
        "データの人数は {subjects} 人です。k はそれ以下にしてください。"
    ),
    "The page of a sweep must end in .html; the same as JSON is written beside it.": (
        "ページの名前は .html で終わるようにしてください。同じ内容の JSON を並べて書き出します。"
    ),
    "`seed` is for `shuffle`: nothing else here is left to chance.": (
        "`seed` は `shuffle` と組み合わせて使います。ほかに乱数を使う処理はありません。"
    ),
    "`{name}` is a list of {what:s}, not one text.": (
        "`{name}` には一つの文字列ではなく、{what}のリストを渡してください。"
    ),
    "Row {row:n} is of the type {kind!r}, not a text. Give strings or None.": (
        "{row} 行目は文字列ではなく{kind}型です。文字列か None を渡してください。"
    ),
    "The release does not keep its promises, and nothing was written. {broken:clauses}.": (
        "公開データが約束を守れないため、何も書き出していません。{broken}。"
    ),
    "The release publishes {shown!r}, which the job calls an identifier: is it the wrong job?": (
        "公開データに、ジョブでは識別子の{shown}があります。別のジョブではありませんか。"
    ),
    "The release has no column {subject!r} with the pseudonyms of the job's subjects.": (
        "公開データに、ジョブの `subject` の仮名を示す列{subject}がありません。"
    ),
    "The release lacks {column!r}, of which the job promises k^m-anonymity.": (
        "公開データに、k^m-匿名性を約束した{column}がありません。"
    ),
    "An output of the job is its own source. Give the output another name.": (
        "出力がジョブの入力そのものです。出力に別の名前を付けてください。"
    ),
    (
        "Column {column!r}: {count:n} of its dates lie outside of their era ({eras}). Correct them, or write them in "
        "the common era (西暦)."
    ): "列{column}：{count} 件の日付が元号の期間の外にあります（{eras}）。直すか、西暦で書いてください。",
    "Column {column!r} is free text, which makes up no groups.": "列{column}は自由記述で、グループを作りません。",
    "The release has no column {column!r}, which the job calls a quasi-identifier: is it the release of another job?": (
        "ジョブで準識別子の列{column}が、公開データにありません。別のジョブの公開データではありませんか。"
    ),
    "{beyond:s}. Nothing was written: raise k, publish less detail (`ends: round`, a hierarchy), or raise the limit.": (
        "{beyond}。何も書き出していません。k を上げるか、細かさを減らすか（`ends: round`、階層）、限度を上げてください"
        "。"
    ),
    (
        "The release tells more than `attack.limits.{name}: {limit}` allows: the attack {attack!r}{about:s} is right "
        "about {share} of the people beyond chance"
    ): (
        "公開データから、`attack.limits.{name}: {limit}` の限度を超えて情報が得られます。攻撃{attack}{about}は、偶然を"
        "超えて {share} の人について的中します"
    ),
    "{name!r} is no report: give the JSON file that `tokumei run` wrote beside its page.": (
        "{name}はレポートではありません。`tokumei run` がページと並べて書き出した JSON ファイルを指定してください。"
    ),
    (
        "The release has {released:n} records, the original {records:n}: a release cannot have more. Is it the release "
        "of another original?"
    ): (
        "公開データは {released} 件、元データは {records} 件です。公開データのほうが多いことはありえません。別の元デー"
        "タの公開データではありませんか。"
    ),
    (
        "Of {targets:n} records of the original {fitting:n} fit a row of the release, where {expected:n} or more "
        "should: is it the release of another original?"
    ): (
        "元データの {targets} 件のうち、公開データのいずれかの行に合うのは {fitting} 件で、"
        "{expected} 件以上のはずです。別の元データの公開データではありませんか。"
    ),
    (
        "The second release lacks {missing:list}, which the job calls quasi-identifiers: is it the release of another "
        "job?"
    ): "ジョブで準識別子の{missing}が、二つ目の公開データにありません。別のジョブの公開データではありませんか。",
    "The release lacks {missing:list}, which the job calls quasi-identifiers: is it the release of another job?": (
        "ジョブで準識別子の{missing}が、公開データにありません。別のジョブの公開データではありませんか。"
    ),
    (
        "`privacy.presence` promises that at most {share} of those who fit are in the data, but the source has "
        "{records:n} records and the population {people:n} people: the smallest possible `at_most` is {least}, for one "
        "group of all."
    ): (
        "`privacy.presence` では、当てはまる人のうちデータに含まれる割合を {share} 以下と約束していますが、入力は "
        "{records} 件、母集団は {people} 人です。全体を一つのグループにしても、`at_most` は {least} 以上になります。"
    ),
    "`privacy.k_map.k` is {k:n}, but the population has {people:n} people.": (
        "`privacy.k_map.k` は {k} ですが、母集団は {people} 人です。"
    ),
    (
        "The population {name!r} lacks {missing:list}: it needs every quasi-identifier that makes up groups, under the "
        "job's names. Its columns are {columns:list}."
    ): (
        "母集団{name}に{missing}がありません。グループを作る準識別子がすべて、ジョブと同じ名前で必要です。あるのは"
        "{columns}です。"
    ),
    (
        "No groups were found that keep what is promised of the population, however large. Lower `privacy.k_map.k`, "
        "raise `privacy.presence.at_most`, or allow removals."
    ): (
        "どれほど大きくしても、母集団についての約束を守るグループが見つかりません。`privacy.k_map.k` を下げるか、"
        "`privacy.presence.at_most` を上げるか、削除を認めてください。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    " Its columns are {names:list}.": "入力の列は{names}です。",
    "Correct the values, or declare another type.": "値を直すか、別の型を宣言してください。",
    "a value, a range `[a;b]`, a set `{{a;b}}` or `*`": "値、範囲 `[a;b]`、集合 `{{a;b}}`、`*` のいずれか",
    "Is it the release of this job?": "このジョブの公開データでしょうか。",
    "The decimal mark was taken to be {mark!r}.": "小数点は{mark}とみなしました。",
    "They were read as {format}; give the column its `format` if it is another.": (
        "{format} として読みました。違う場合は、列に `format` を指定してください。"
    ),
    "Declare `type: date`.": "`type: date` と宣言してください。",
    "Numbers with decimals are no dates.": "小数のある数値は日付ではありません。",
    "{hint:s} Correct the values, or declare another type.": "{hint}値を直すか、別の型を宣言してください。",
    "its cells are lists": "セルがリストです",
    "the source holds dates or times": "入力の値が日付か時刻です",
    "true or false": "真偽値です",
    "its values are single ones": "値が一つずつです",
    "it has no values": "値がありません",
    "the source holds numbers": "入力の値が数値です",
    "it has no more than two whole numbers, which look like codes": "二種類以下の整数で、符号のようです",
    "its values are words or codes": "値が語か符号です",
    "all values read as numbers": "すべての値が数値として読めます",
    "all values read as dates or times": "すべての値が日付か時刻として読めます",
    "many cells hold several items with {separator!r} between them, and the items return": (
        "多くのセルに{separator}で区切られた複数の項目があり、同じ項目が繰り返し現れます"
    ),
    "its values are long and mostly different": "値が長く、ほとんどが互いに異なります",
    "its numbers have leading zeros, so they are codes": "先頭に 0 のある数字で、符号のようです",
    "all values are eight digits that read as a day": "すべての値が、日付として読める 8 桁の数字です",
    "{promise:s}: {achieved} where {target} is promised": "{promise}：目標 {target} に対して {achieved} です",
    "number": "数値",
    "date": "日付",
    "category": "カテゴリ",
    "set": "集合",
    "text": "文章",
    "node of its hierarchy": "階層の節",
    "value of the column": "列の値",
    " on {column!r}": "（{column}への）",
}
"""What stands in the holes of messages."""
