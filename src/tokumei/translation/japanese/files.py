"""Files, databases and frames: what is read and written."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    "{where:s} has half of a pair of surrogates (`\\ud83d`, say), which is no character. Remove it.": (
        "{where}に、サロゲートの片割れ（`\\ud83d` など）があります。文字ではないので、取り除いてください。"
    ),
    "{where:s} is not valid UTF-8 {place:s}. Correct it, or give its `encoding`.": (
        "{where}は正しい UTF-8 ではありません（{place}）。修正するか、`encoding` を指定してください。"
    ),
    "{where:s} has a character that YAML does not allow (line {line:n}). Remove it.": (
        "{where}の {line} 行目に、YAML で使えない文字があります。取り除いてください。"
    ),
    "{where:s} is not valid YAML{problem:s}.": "{where}は正しい YAML ではありません{problem}。",
    "{where:s} is nested too deep to be read.": "{where}は入れ子が深すぎて読み込めません。",
    "{where:s} is not valid YAML: a number, a date or a tag in it has no meaning.": (
        "{where}は正しい YAML ではありません。意味をなさない数値、日付、またはタグがあります。"
    ),
    "There is no {what:s} {name!r}.": "{what}{name}が見つかりません。",
    "The {what:s} {name!r} is a folder, not a file.": "{what}{name}はファイルではなく、フォルダです。",
    "There is no permission to read the {what:s} {name!r}.": "{what}{name}を読む権限がありません。",
    "The {what:s} {name!r} is not a whole gzip file.": "{what}{name}は完全な gzip ファイルではありません。",
    "The {what:s} {name!r} cannot be read: {reason:s}.": "{what}{name}を読み込めません：{reason}。",
    "A URL stands where a {what:s} is named. A database is given as `source: {{sql: URL, query: …}}`.": (
        "{what}を書く場所に URL があります。データベースは `source: {{sql: URL, query: …}}` の形で指定します。"
    ),
    "No {what:s} can be called {name!r}. Correct the name.": "{name}は{what}の名前に使えません。名前を直してください。",
    "{where:s} is not valid {encoding} {place:s}. Correct it, or give another `encoding`.": (
        "{where}は正しい {encoding} ではありません（{place}）。修正するか、別の `encoding` を指定してください。"
    ),
    "{where:s} is not text in {encoding}. Give another `encoding`.": (
        "{where}は {encoding} のテキストではありません。別の `encoding` を指定してください。"
    ),
    "The {what:s} {name!r} is not a whole zstd file.": "{what}{name}は完全な zstd ファイルではありません。",
    "{where:s} has a header and no records.": "{where}は見出しだけで、レコードがありません。",
    "{where:s} ends its first line in a carriage return and others in a line feed. Save it with one line end.": (
        "{where}は、1 行目の改行が CR で、ほかの行は LF です。改行をそろえて保存してください。"
    ),
    "`delimiter` must be one ASCII character, and neither a quote nor a line break.": (
        "`delimiter` には、引用符と改行以外の ASCII 一文字を指定してください。"
    ),
    "`names` has half of a surrogate pair, which is no character. Correct it.": (
        "`names` に、文字ではないサロゲートの片割れがあります。直してください。"
    ),
    (
        "{where:s} is not well-formed CSV{place:s}: a quoted field is not closed, or a quote inside a field is not "
        "doubled."
    ): (
        "{where}は正しい CSV ではありません{place}。引用符が閉じられていないか、項目の中の引用符が二重になっていません"
        "。"
    ),
    "{where:s} is not well-formed CSV: {error}.": "{where}は正しい CSV ではありません：{error}。",
    (
        "{where:s} is ragged: record {number:n} has {fields:n} fields where the header has {width:n} (delimiter "
        "{delimiter!r}). Correct the row, or give the `delimiter`."
    ): (
        "{where}の項目数がそろっていません。見出しは {width} 項目、{number} 件目のレコードは {fields} 項目です（区切り"
        "文字は{delimiter}）。行を直すか、`delimiter` を指定してください。"
    ),
    "{where:s} has no sheet {sheet!r}. Its sheets are {names:list}.": (
        "{where}にシート{sheet}はありません。あるのは{names}です。"
    ),
    "{where:s}: sheet {sheet!r} is empty.": "{where}：シート{sheet}は空です。",
    "An Excel sheet holds {most:n} records, and the release has {records:n}. Write CSV or Parquet.": (
        "Excel のシートに入るのは {most} 件まで、公開データは {records} 件です。CSV か Parquet で書き出してください。"
    ),
    "{where:s} is not an Excel workbook that can be read.": "{where}は読み込める Excel ブックではありません。",
    "There are no texts.": "テキストがありません。",
    "The frame has no records.": "データフレームにレコードがありません。",
    "{broken:n} texts hold halves of surrogate pairs, which are no characters. Correct them.": (
        "{broken} 件のテキストに、文字ではないサロゲートの片割れがあります。直してください。"
    ),
    "Column {name!r} of the pandas frame holds values of several types. Give it one type, such as str.": (
        "pandas の列{name}に、複数の型の値があります。str など一つの型にそろえてください。"
    ),
    "A frame of type {name!r} is not known. Give a polars, pandas or Arrow frame, or a path.": (
        "{name}型のデータフレームは扱えません。polars、pandas、Arrow のデータフレームか、パスを渡してください。"
    ),
    "The Arrow table cannot be read: {name}.": "Arrow の表を読み込めません：{name}。",
    "{where:s} has more than one column named {twice:list}. Give every column its own name.": (
        "{where}に、同じ名前の列が複数あります：{twice}。列ごとに別の名前を付けてください。"
    ),
    "{where:s} has no name for column {names}. Give every column a name.": (
        "{where}の {names} 列目に名前がありません。すべての列に名前を付けてください。"
    ),
    "The release would have two columns named {twice!r}. Rename the source's, or set `output.numbers: ranges`.": (
        "公開データに{twice}という列が二つできてしまいます。入力の列名を変えるか、`output.numbers: ranges` を指定してく"
        "ださい。"
    ),
    "The release does not have {names:list}, which the job publishes. Is it the release of another job?": (
        "ジョブで公開するはずの{names}が、公開データにありません。別のジョブの公開データではありませんか。"
    ),
    "{path!r} is a table: name the column that holds the texts (`--column NAME`).": (
        "{path}は表です。テキストの入った列を指定してください（`--column NAME`）。"
    ),
    "The file {path!r} is empty.": "ファイル{path}は空です。",
    (
        "The format of {path!r} is not known by its ending. Known endings are {endings:list}, each also with .gz or "
        ".zst."
    ): "{path}の形式が拡張子から分かりません。使える拡張子は{endings}です（.gz、.zst を付けることもできます）。",
    "The file {path!r} has columns and no records.": "ファイル{path}には列だけがあり、レコードがありません。",
    "The file {path!r} has half of a surrogate pair in line {line:n}, which is no character. Correct it.": (
        "ファイル{path}の {line} 行目に、文字ではないサロゲートの片割れがあります。直してください。"
    ),
    "{path!r} is not a whole Parquet file.": "{path}は完全な Parquet ファイルではありません。",
    "The file {path!r} is not JSON lines{problem:s}.": "ファイル{path}は JSON Lines ではありません{problem}。",
    "The database URL {problem:s}; known are `sqlite:///path` and `postgresql://host/database`.": (
        "データベースの URL が{problem}。使えるのは `sqlite:///path` と `postgresql://host/database` です。"
    ),
    "`output.data`: a database as the output needs its table: `URL#table`.": (
        "`output.data`：出力がデータベースの場合は、表も指定してください（`URL#table`）。"
    ),
    "The query gives no records.": "クエリの結果にレコードがありません。",
    "An SQLite URL has the form `sqlite:///path` (four slashes for an absolute path).": (
        "SQLite の URL は `sqlite:///path` の形です（絶対パスではスラッシュが四つになります）。"
    ),
    "There is no database file {path!r}.": "データベースのファイル{path}がありません。",
    "Column {name!r} holds binary data. Leave it out of the query.": (
        "列{name}はバイナリデータです。クエリから外してください。"
    ),
    "The query has half of a surrogate pair, which is no character. Correct it.": (
        "クエリに、文字ではないサロゲートの片割れがあります。直してください。"
    ),
    "The database {path!r} refuses the query: {error}.": "データベース{path}がクエリを受け付けません：{error}。",
    "The query gives no table. Use a `select` statement.": (
        "クエリの結果が表ではありません。`select` 文を使ってください。"
    ),
    "The table {table!r} exists. Use `--force` to replace it.": (
        "表{table}はすでにあります。置き換えるには `--force` を付けてください。"
    ),
    "The database {path!r} holds texts that are not valid UTF-8. Correct them.": (
        "データベース{path}に、正しい UTF-8 ではない文字列があります。直してください。"
    ),
    "The table {table!r} cannot be written to {path!r}: {error}.": "表{table}を{path}に書き出せません：{error}。",
    "Texts with line breaks cannot be written as lines. Write a table (.csv), or remove the white space.": (
        "改行を含むテキストは、行として書き出せません。表（.csv）で書き出すか、空白を取り除いてください。"
    ),
    "The release cannot be written: {reason:s}.": "公開データを書き出せません：{reason}。",
    "{where!r} needs two columns: the value, its category.": "{where}には、値とその分類の二列が必要です。",
    "{where!r} gives some values two categories. A value has one line.": (
        "{where}では、一つの値に二つの分類があります。一つの値は一行にしてください。"
    ),
    "The disk is full: {path!r} could not be written. Make room, or write to another disk.": (
        "ディスクに空きがなく、{path}を書き出せませんでした。空きを作るか、別のディスクに書き出してください。"
    ),
    "There is no permission to write {path!r}.": "{path}に書き込む権限がありません。",
    "Two outputs would be written to {target!r}. Give each its own name.": (
        "二つの出力が同じ{target}に書かれます。別々の名前を付けてください。"
    ),
    "There is no permission to write in the folder {folder!r}.": "フォルダ{folder}に書き込む権限がありません。",
    "The output {target!r} is a folder. Give the name of a file.": (
        "出力先{target}はフォルダです。ファイル名を指定してください。"
    ),
    "The output {target!r} cannot be written: {above!r} is not a folder.": (
        "出力先{target}に書き出せません。{above}はフォルダではありません。"
    ),
    "No file can be called {target!r}. Give the output another name.": (
        "{target}はファイル名に使えません。出力に別の名前を付けてください。"
    ),
    "`output.encoding`: {encoding!r} is not known. Try 'utf-8' or 'cp932'.": (
        "`output.encoding`：{encoding}は使えません。'utf-8' か 'cp932' を試してください。"
    ),
    (
        "The release has characters that {encoding} cannot write. Set `output.encoding: utf-8-sig`, which Excel opens "
        "too, or leave it out."
    ): (
        "公開データに、{encoding} では書けない文字があります。Excel でも開ける `output.encoding: utf-8-sig` を指定する"
        "か、この設定を外してください。"
    ),
    "An Excel file is packed already: leave out the ending after .xlsx.": (
        "Excel ファイルはすでに圧縮されています。.xlsx の後の拡張子を外してください。"
    ),
    "The disk is full: {path!r} could not be written.": "ディスクに空きがなく、{path}を書き出せませんでした。",
    "The database {where:s} cannot be reached. Is the server running, and is the URL right?": (
        "データベース{where}に接続できません。サーバーが動いているか、URL が正しいかを確認してください。"
    ),
    "The database {where:s} refuses: {told} (SQLSTATE {state}).": (
        "データベース{where}が受け付けません：{told}（SQLSTATE {state}）。"
    ),
    "The encoding {encoding!r} is not known. Try 'utf-8', 'cp932' or 'euc-jp'.": (
        "文字コード{encoding}は使えません。'utf-8'、'cp932'、'euc-jp' を試してください。"
    ),
    "{where:s} has {columns:n} columns, and `names` has {names:n}. Name all of them.": (
        "{where}は {columns} 列ですが、`names` は {names} 個です。すべての列に名前を付けてください。"
    ),
    (
        "{where:s} seems to have titles above its header. If row {number:n} holds the names of the columns, write "
        "`source: {{file: …, header_row: {row}}}` (`--header-row {option}` for `init`); if the first row does, write "
        "`header_row: 1`."
    ): (
        "{where}は、見出しの上に表題があるようです。列名が {number} 行目にあるなら "
        "`source: {{file: …, header_row: {row}}}`（`init` では `--header-row {option}`）、1 行目にあるなら "
        "`header_row: 1` と書いてください。"
    ),
    (
        "{where:s} seems to have no header: its first row looks like a record. If so, write "
        "`source: {{file: …, header: false}}` (`--no-header` for `init`), and the columns are called column_1, "
        "column_2, …; or name them with `names: […]`. If the first row does hold names, write `header_row: 1`."
    ): (
        "{where}には見出しがなく、1 行目がレコードのようです。その場合は `source: {{file: …, header: false}}`（`init` "
        "では `--no-header`）と書くと、列名は column_1、column_2、… になります。`names: […]` で名付けることもできます。"
        "1 行目が列名なら `header_row: 1` と書いてください。"
    ),
    "{where:s} has {rows:n} rows, and `header_row` is {number:n}. Set it to the row of the names.": (
        "{where}は {rows} 行ですが、`header_row` は {number} です。列名のある行を指定してください。"
    ),
    "Files that end in {ending} are read, and not written. Write .xlsx or .csv.": (
        "拡張子が {ending} のファイルは読み込み専用です。.xlsx か .csv で書き出してください。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    "report": "レポート",
    "ledger": "台帳",
    "at byte {byte:n} (line {line:n})": "{byte} バイト目、{line} 行目",
    " (line {line:n})": "（{line} 行目）",
    " near line {line_num:n}": "（{line_num} 行目付近）",
    "Reading Excel files": "Excel ファイルの読み込み",
    "Writing Excel files": "Excel ファイルの書き出し",
    "pandas frames": "pandas のデータフレーム",
    "The studio": "スタジオ",
    "Arrow tables": "Arrow の表",
    ": its lines do not fit together": "：行の形がそろっていません",
    ": line {number:n} is not an object": "：{number} 行目がオブジェクトではありません",
    ": line {number:n} is not valid UTF-8": "：{number} 行目が正しい UTF-8 ではありません",
    ": line {number:n} is nested too deeply": "：{number} 行目の入れ子が深すぎます",
    ": line {number:n} is not valid JSON": "：{number} 行目が正しい JSON ではありません",
    "starts with {scheme!r}": "{scheme}で始まっています",
    "is none": "正しい形ではありません",
    "{name!r}": "{name}",
    "of the URL": "（URL で指定したもの）",
    "The result of the query": "クエリの結果",
    "The frame": "データフレーム",
    "The {what:s} {name!r}": "{what}{name}",
    "The hierarchy of column {column!r}": "列{column}の階層",
    "The {what:s}": "{what}",
    "job": "ジョブ",
    "job file": "ジョブファイル",
    "file": "ファイル",
    "file of rules": "ルールのファイル",
    "hierarchy file": "階層のファイル",
    "hierarchy": "階層",
    "vectors file": "ベクトルのファイル",
    "dictionary": "辞書",
    "corrections": "修正の指定",
    "corrections file": "修正のファイル",
    "file of categories": "分類のファイル",
    "list of the gift shop": "贈答品店の一覧",
    "value of `--set {name}`": "`--set {name}` の値",
    " (line {line:n}): {said:s}": "（{line} 行目：{said}）",
    "The file {name!r}, sheet {sheet!r},": "ファイル{name}のシート{sheet}",
}
"""What stands in the holes of messages."""
