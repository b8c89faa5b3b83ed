"""Engines: sources that are read piece by piece, and clusters."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    "{place!r} cannot be written: its file system did not rename the release.": (
        "{place}に書き出せません。ファイルシステムがリリースの名前を変更できませんでした。"
    ),
    (
        "Over Spark Connect, {address!r} cannot be put in its place after it was verified. Write to a path that server "
        "and client share, or run the job on the cluster itself."
    ): (
        "Spark Connect 経由では、検証したあとで{address}に置くことができません。サーバーとクライアントが共有する"
        "パスに書き出すか、クラスターの上でジョブを実行してください。"
    ),
    "The source has two columns named {name!r}. Rename one.": (
        "入力に{name}という列が二つあります。一方の名前を変えてください。"
    ),
    (
        "`engine: {name:s}` is for `run` and `verify`, which go from files to files. Here records are held in memory: "
        "set `engine: local`, or leave it out."
    ): (
        "`engine: {name}` は、ファイルからファイルへ処理する `run` と `verify` のためのものです。ここではレコードを"
        "メモリーに置きます。`engine: local` にするか、外してください。"
    ),
    "The release does not fit the job: it publishes {names:s}, which the job does not.": (
        "リリースがジョブと合いません。ジョブが公開しない{names}があります。"
    ),
    "The job: {wrong:s}.": "ジョブ：{wrong}。",
    "The source has no records.": "入力にレコードがありません。",
    "The table {table!r} exists. Use `--force` to write over it.": (
        "テーブル{table}は既にあります。上書きするには `--force` を付けてください。"
    ),
    (
        "Spark needs a folder that the driver and all workers see: set `engine.work`, as in `engine: {{spark: …, work: "
        "/shared/tokumei}}`."
    ): (
        "Spark には、ドライバーと全ワーカーから見えるフォルダーが必要です。`engine: {{spark: …, work: "
        "/shared/tokumei}}` のように `engine.work` を指定してください。"
    ),
    "Spark reads databases over JDBC: give `source.sql` as `jdbc:postgresql://host/database`.": (
        "Spark はデータベースを JDBC で読みます。`source.sql` を `jdbc:postgresql://host/database` の形で指定して"
        "ください。"
    ),
    "Spark reads Parquet, CSV and tables: {file!r} is none. Set `engine: local`.": (
        "Spark が読めるのは Parquet、CSV、テーブルです。{file}はどれでもありません。`engine: local` にしてください。"
    ),
    "The files of the source do not have the same columns: {names:s} are not in all of them.": (
        "入力のファイルの列が揃っていません。{names}は全部のファイルにはありません。"
    ),
    (
        "The source changed while it was read: what was counted is not what stands there now. Nothing was written; run "
        "it again when nobody writes to the source."
    ): (
        "読み込みの途中で入力が変わりました。数えた内容と今の内容が違います。何も書き出していません。入力が更新されない"
        "ときに実行し直してください。"
    ),
    (
        "The output {path!r} cannot be written piece by piece: Parquet and CSV can, or a folder of Parquet files, "
        "without an ending. Name one of them, or set `engine: local`."
    ): (
        "出力{path}は少しずつ書き出せません。書き出せるのは Parquet と CSV、または拡張子のない名前の（Parquet "
        "ファイルの）フォルダーです。どれかを指定するか、`engine: local` にしてください。"
    ),
    (
        "The file {path!r} is ragged: some records have fewer fields than the header, or are blank. Correct them; "
        "`engine: local` says which they are."
    ): (
        "ファイル{path}の列数が揃っていません。ヘッダーより列の少ないレコードか空行があります。直してください。"
        "`engine: local` なら、どこかが分かります。"
    ),
    "The source cannot be read piece by piece: {why:s}": "入力を少しずつ読むことができません：{why}",
    (
        "The file {path!r} is in {encoding:s}, and only UTF-8 can be read piece by piece. Convert it, or set `engine: "
        "local`."
    ): (
        "ファイル{path}の文字コードは {encoding} です。少しずつ読めるのは UTF-8 だけです。変換するか、`engine: "
        "local` にしてください。"
    ),
    "The file {path!r} has another delimiter than {first!r}. Give them one.": (
        "ファイル{path}の区切り文字が{first}と違います。揃えてください。"
    ),
    "The file {path!r} is not a Parquet file that can be read.": (
        "ファイル{path}は、読める Parquet ファイルではありません。"
    ),
    ("The files {file!r} and {first!r} do not have the same columns{which:s}. All files of a source have the same."): (
        "ファイル{file}と{first}の列が違います{which}。一つの入力のファイルは、すべて同じ列にしてください。"
    ),
    (
        "The file {path!r} cannot be read piece by piece: Parquet and CSV can, without .gz or .zst. Convert it, or set "
        "`engine: local`."
    ): (
        "ファイル{path}は少しずつ読めません。読めるのは Parquet と CSV（.gz、.zst なし）です。変換するか、"
        "`engine: local` にしてください。"
    ),
    "There is no folder {path!r}.": "フォルダー{path}がありません。",
    "The folder {path!r} has no files that end in {endings:s}.": (
        "フォルダー{path}に、末尾が {endings} のファイルがありません。"
    ),
    (
        "Column {name!r} is of the type {one:s} in the file {file!r} and of the type {other:s} in others. Give it one "
        "type in all files."
    ): (
        "列{name}の型が、ファイル{file}では {one}、ほかのファイルでは {other} です。全ファイルで同じ型にしてください。"
    ),
    "The output {path!r} is a file, and a folder would take its place. Rename one.": (
        "出力{path}はファイルですが、フォルダーを置こうとしています。どちらかの名前を変えてください。"
    ),
    "The release has not the columns that the job publishes, and nothing was written.": (
        "リリースの列がジョブの公開する列と違います。何も書き出していません。"
    ),
    "The release has {there:n} records where {published:n} are published: nothing was written.": (
        "公開するはずのレコードは {published} 件ですが、リリースには {there} 件あります。何も書き出していません。"
    ),
    "An engine writes its release: set `output.data`, a file or a folder.": (
        "エンジンはリリースを書き出します。`output.data` にファイルかフォルダーを指定してください。"
    ),
    "A DataFrame of Spark is anonymized by Spark: leave `engine: {name:s}` out.": (
        "Spark の DataFrame は Spark で匿名化します。`engine: {name}` を外してください。"
    ),
    (
        "Not all promises can be kept by all {records:n} records together, and which of them to remove first is found "
        "in memory: set `engine: local`, or promise less."
    ): (
        "全 {records} 件を一つにしても守れない約束があります。先にどれを除くかはメモリー上で探します。`engine: "
        "local` にするか、約束を弱めてください。"
    ),
    "Spark needs a Java runtime (17 or newer), and none was found: install one, or set JAVA_HOME.": (
        "Spark には Java（17 以降）が必要ですが、見つかりません。インストールするか、JAVA_HOME を設定してください。"
    ),
    "The Spark master does not answer: is its address right, and is it running?": (
        "Spark のマスターが応答しません。アドレスは正しいですか。動いていますか。"
    ),
    "Spark does not know such a master: give `local`, `spark://host:7077`, `yarn`, …": (
        "Spark のマスターの書き方が違います。`local`、`spark://host:7077`、`yarn` などと指定してください"
    ),
    (
        "The workers of the cluster do not have tokumei: install it on them, or send a packed environment with "
        "`spark-submit --archives`."
    ): (
        "クラスターのワーカーに tokumei がありません。ワーカーにインストールするか、`spark-submit --archives` で環境を"
        "送ってください。"
    ),
    "The workers of the cluster do not have pyarrow: install `tokumei[spark]` on them.": (
        "クラスターのワーカーに pyarrow がありません。`tokumei[spark]` をインストールしてください。"
    ),
    "Driver and workers have different versions of Python: set PYSPARK_PYTHON to the same.": (
        "ドライバーとワーカーの Python の版が違います。PYSPARK_PYTHON で揃えてください。"
    ),
    "The disk of a worker, or of the working folder, is full. Make room, and run it again.": (
        "ワーカーか作業フォルダーのディスクがいっぱいです。空きを作って、実行し直してください。"
    ),
    "Spark finds nothing at the source's address.": "入力のアドレスに何もありません。",
    "The catalog has no such table, or you may not see it.": "カタログにそのテーブルがないか、見る権限がありません。",
    "The catalog does not allow it: ask for the right to read the source and to write the release.": (
        "カタログの権限がありません。入力を読む権限と、リリースを書く権限を得てください。"
    ),
    "The file system does not allow it: ask for the right to read the source and to write.": (
        "ファイルシステムの権限がありません。入力を読む権限と、書く権限を得てください。"
    ),
    "The files of the source do not have the same columns.": "入力のファイルの列が揃っていません。",
    "The files of the source do not have the same columns, or a column is of two types.": (
        "入力のファイルの列が揃っていないか、列の型がファイルによって違います。"
    ),
    "A file of the source cannot be read as the others: is a column of another type in it?": (
        "入力のファイルの一つが、ほかと同じように読めません。列の型が違っていませんか。"
    ),
    "The cluster cannot be reached: is its address right, and is it running?": (
        "クラスターに接続できません。アドレスは正しいですか。動いていますか。"
    ),
    "Spark failed ({stage:s}): {why:s}": "Spark でエラーが起きました（{stage}）：{why}",
}
PARTS: dict[str, str] = {
    '`engine` names a cluster as `{{spark: "spark://host:7077"}}`, and other engines by their names': (
        '`engine` には、クラスターなら `{{spark: "spark://host:7077"}}`、ほかはエンジンの名前を書いてください'
    ),
    "`engine.work` is for `spark`: leave it out": "`engine.work` は `spark` のための設定です。外してください",
    "`engine.pieces` is for `streaming` and `spark`: leave it out": (
        "`engine.pieces` は `streaming` と `spark` のための設定です。外してください"
    ),
    "`source.table` is a table of Spark's catalog: name the cluster, as in `engine: {{spark: local}}`": (
        "`source.table` は Spark のカタログのテーブルです。`engine: {{spark: local}}` のようにクラスターを指定して"
        "ください"
    ),
    "`source.sql`: a query is read at once: set `engine: local`, or export it to Parquet": (
        "`source.sql`：問い合わせの結果は一度に読みます。`engine: local` にするか、Parquet に書き出してください"
    ),
    "`output.data`: an engine writes files and no tables of a database: name a file or a folder": (
        "`output.data`：エンジンはデータベースの表には書き出しません。ファイルかフォルダーを指定してください"
    ),
    "texts are masked in memory: set `engine: local`, or leave the text out": (
        "テキストはメモリー上で伏せ字にします。`engine: local` にするか、テキストを外してください"
    ),
    "histories are aligned in memory: set `engine: local`": (
        "履歴はメモリー上で揃えます。`engine: local` にしてください"
    ),
    "a population is compared in memory: set `engine: local`, or leave it out": (
        "母集団とはメモリー上で比べます。`engine: local` にするか、外してください"
    ),
    "what serves a purpose is measured in memory: set `engine: local`, or leave it out": (
        "目的への役立ち方はメモリー上で測ります。`engine: local` にするか、外してください"
    ),
    "k^m-anonymity is made in memory: set `engine: local`, or leave `km` out": (
        "k^m-匿名性はメモリー上で作ります。`engine: local` にするか、`km` を外してください"
    ),
    "whole people are removed in memory: set `engine: local`, or leave `suppress_by` out": (
        "人単位の削除はメモリー上で行います。`engine: local` にするか、`suppress_by` を外してください"
    ),
    "one record a person is chosen in memory: set `engine: local`, or name a `person` alone": (
        "一人一件の選択はメモリー上で行います。`engine: local` にするか、`person` だけを指定してください"
    ),
    "a recoding for all records is made in memory: set `engine: local`, or leave it out": (
        "全レコード共通の変換はメモリー上で作ります。`engine: local` にするか、外してください"
    ),
    "rare values are put together in memory: set `engine: local`, or leave `rare` out": (
        "まれな値はメモリー上でまとめます。`engine: local` にするか、`rare` を外してください"
    ),
    "pseudonyms are drawn in memory: set `engine: local`, or leave `pseudonym` out": (
        "仮名はメモリー上で作ります。`engine: local` にするか、`pseudonym` を外してください"
    ),
    "attacks are tried in memory: set `engine: local`, or leave `attack` out": (
        "攻撃はメモリー上で試します。`engine: local` にするか、`attack` を外してください"
    ),
    "a ledger is kept in memory: set `engine: local`, or leave `ledger` out": (
        "台帳はメモリー上で扱います。`engine: local` にするか、`ledger` を外してください"
    ),
    "an engine puts rows in a new order, and marks none: set `engine: local`, or leave it out": (
        "エンジンは行を新しい順に並べ、印は付けません。`engine: local` にするか、外してください"
    ),
    "only groups by `score: ncp` are made of pieces: leave `pieces` out, or take that score": (
        "分けて作れるのは `score: ncp` のグループだけです。`pieces` を外すか、そのスコアにしてください"
    ),
}
