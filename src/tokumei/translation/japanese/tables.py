"""Several tables about the same people."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    "The job has several `tables`, and this is for a job of one: give one of them, with `source` and `columns`.": (
        "このジョブには `tables` があります。ここで扱えるのは一つのテーブルのジョブだけです。そのうちの一つを "
        "`source` と `columns` で指定してください。"
    ),
    "Table {table!r}: {rest:s}": "テーブル{table}：{rest}",
    (
        "Table {table!r}: no {k:n} people who are alike over all tables have records in it, so that nothing of it "
        "would be released. Leave the table out, or lower `privacy.k`."
    ): (
        "テーブル{table}：全テーブルで似ている {k} 人のうち、このテーブルにレコードのない人が必ずいるため、何も公開でき"
        "ません。このテーブルを外すか、`privacy.k` を小さくしてください。"
    ),
    (
        "Table {table!r}: with k = {k:n}, at least {least:n} of its records are removed, since people have different "
        "numbers of them, and those of a group publish as many rows as the one with the fewest. Raise "
        "`privacy.suppress` to at least {share}, or lower `privacy.k`."
    ): (
        "テーブル{table}：k = {k} では、少なくとも {least} 件が削除されます。人によってレコード数が違い、グループの人が"
        "公開する行は最も少ない人の行数にそろうためです。`privacy.suppress` を {share} 以上にするか、`privacy.k` を"
        "小さくしてください。"
    ),
    (
        "Table {table!r}: groups by count remove {removed:n} of its records, more than `privacy.suppress` allows. "
        "Raise it to {share}, or take `method.cluster: similar`."
    ): (
        "テーブル{table}：レコード数によるグループでは {removed} 件を削除することになり、`privacy.suppress` の上限を"
        "超えます。{share} に上げるか、`method.cluster: similar` にしてください。"
    ),
    (
        "Table {table!r}: no groups were found that remove few enough records of every table; the best remove "
        "{removed:n} of this one's. Raise `privacy.suppress` to {share}, lower `privacy.k`, or set `linked: false`."
    ): (
        "テーブル{table}：どのテーブルでも削除を上限に収めるグループは見つかりませんでした。最良のものでも、この"
        "テーブルの {removed} 件を削除します。`privacy.suppress` を {share} に上げるか、`privacy.k` を小さくするか、"
        "`linked: false` にしてください。"
    ),
    (
        "Table {table!r}: {people:n} of its {all:n} people are not in table {first!r}, which lists the people. Correct "
        "their keys, or write `strangers: drop` to leave them out or `strangers: keep` to release them too."
    ): (
        "テーブル{table}：{all} 人のうち {people} 人が、人の一覧であるテーブル{first}にありません。キーを直すか、"
        "除くなら `strangers: drop`、そのまま公開するなら `strangers: keep` と書いてください。"
    ),
    "Table {table!r}: none of its people is in table {first!r}. Do the keys match?": (
        "テーブル{table}：テーブル{first}にある人が一人もいません。キーは合っていますか。"
    ),
    (
        "The job has several tables: give a mapping with a frame or a file for each, as in `{{'patients': …, 'visits': "
        "…}}`."
    ): (
        "このジョブには複数のテーブルがあります。`{{'patients': …, 'visits': …}}` のように、テーブルごとに表か"
        "ファイルを渡してください。"
    ),
    "The job has the tables {tables:list}, and {given:list} are given: give one for each.": (
        "ジョブのテーブルは{tables}ですが、渡されたのは{given}です。テーブルごとに一つずつ渡してください。"
    ),
    (
        "Several tables are a folder with a file for each, and {path!r} is none. Give the folder, such as the job's "
        "`output.folder` for a release."
    ): (
        "複数のテーブルは、テーブルごとのファイルが入ったフォルダーで渡しますが、{path}はフォルダーではありません。公開"
        "データなら、ジョブの `output.folder` などのフォルダーを指定してください。"
    ),
    "The job does not name a `source` for table {table!r}, so that its file is not known: name it.": (
        "ジョブのテーブル{table}に `source` がないため、ファイルが分かりません。`source` を書いてください。"
    ),
    "The tables have {people:n} people: the largest k is that.": (
        "テーブルには {people} 人がいます。k の最大はこの人数です。"
    ),
    (
        "The report is not of the job's tables {tables:list}: give the report of a release of these."
    ): "レポートは、ジョブのテーブル{tables}のものではありません。これらの公開データのレポートを指定してください。",
    (
        "Whose the rows of several tables are cannot be given: linked tables say it by their pseudonyms, and those "
        "apart leave shuffled. Leave the persons out."
    ): (
        "複数のテーブルでは、どの行が誰のものかを渡すことはできません。つながったテーブルでは仮名で分かり、別々のテーブル"
        "では行の順序が変わっています。指定を外してください。"
    ),
    "The job does not say where to write its tables: set `output.folder`.": (
        "ジョブにテーブルの書き出し先がありません。`output.folder` を指定してください。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    "table {table!r}: {problem:clauses}": "テーブル{table}：{problem}",
    "`tables.{table:s}.columns` must have {person!r}, the job's `person`, with the role identifier": (
        "`tables.{table}.columns` には、ジョブの `person` である{person}を、役割 identifier で入れてください"
    ),
    "`privacy.{setting:s}` names {column!r}, which no table has": (
        "`privacy.{setting}` に指定された{column}は、どのテーブルにもありません"
    ),
    "several tables stand here; a job of one has `source` and `columns` in their place": (
        "ここには複数のテーブルを書きます。一つだけのジョブでは、代わりに `source` と `columns` を書きます"
    ),
    "the name of a table is that of its file: letters, digits, `_` and `-`": (
        "テーブルの名前はファイルの名前になります。文字、数字、`_`、`-` だけを使ってください"
    ),
    "two names of tables differ in case alone: give each a file of its own": (
        "大文字と小文字だけが違うテーブルの名前があります。別々のファイルになる名前にしてください"
    ),
    "`{page:s}` must end in .html; the same as JSON is written beside it": (
        "`{page}` は .html で終わる名前にしてください。同じ内容の JSON が隣に書き出されます"
    ),
    "`attack.population` is about one table: run that one by a job of its own": (
        "`attack.population` は一つのテーブルについての設定です。そのテーブルを別のジョブで実行してください"
    ),
    "it is about one table: run that one by a job of its own": (
        "これは一つのテーブルについての設定です。そのテーブルを別のジョブで実行してください"
    ),
    "a person has one pseudonym in all linked tables: leave `surplus` out": (
        "結び付けたテーブルでは、一人の仮名は一つです。`surplus` を外してください"
    ),
    "people get fresh pseudonyms that agree between the tables: leave `pseudonym` out": (
        "人には、全テーブルで共通の新しい仮名が付きます。`pseudonym` を外してください"
    ),
    (
        "a ledger keeps one group for a person, who stands in several groups of tables apart: set `linked: true`, or "
        "release each table by a job of its own, with `one_per`"
    ): (
        "公開台帳は一人に一つのグループを記録しますが、別々のテーブルでは一人が複数のグループに入ります。"
        "`linked: true` にするか、テーブルごとに `one_per` を付けた別のジョブで公開してください"
    ),
    (
        "linked tables have no lines of texts: leave the text out (role identifier), put it into `categories`, or set "
        "`linked: false`"
    ): (
        "つながったテーブルには文章の行がありません。文章の列を外す（役割 identifier）か、`categories` で分類に置き換え"
        "るか、`linked: false` にしてください"
    ),
    "a pseudonym could link tables that are released apart: leave it out, or set `linked: true`": (
        "仮名があると、別々に公開するテーブルがつながることがあります。これを外すか、`linked: true` にしてください"
    ),
}
"""What stands in the holes of messages."""
