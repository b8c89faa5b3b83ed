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
        "{where:s} is ragged: some records have fewer fields than the header, or are blank. Correct them; `engine: "
        "local` with that file says which they are."
    ): (
        "{where}の列数が揃っていません。ヘッダーより列の少ないレコードか空行があります。直してください。そのファイルを"
        "`engine: local` で読めば、どこかが分かります。"
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
    "The release has not the rows that were judged, and nothing was written.": (
        "リリースの行が、検証した行と違います。何も書き出していません。"
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
    (
        "One of {blocks:n} blocks of histories cannot keep the promises by itself. Set `engine.pieces` to fewer "
        "blocks, 1 for none, or promise less."
    ): (
        "履歴を分けた {blocks} 個のブロックのうち、それだけでは約束を守れないものがあります。`engine.pieces` を小さく"
        "（1 なら分けません）するか、約束を弱めてください。"
    ),
    (
        "Spark's Java process ended before it was ready. It needs Java 17 or newer (JAVA_HOME says where that is) and "
        "room in memory; what it printed says more."
    ): (
        "Spark の Java が起動できませんでした。Java 17 以降（場所は JAVA_HOME）とメモリーの空きが必要です。詳しくは "
        "Java の出力を見てください。"
    ),
    "The Spark master does not answer: is its address right?": (
        "Spark のマスターが応答しません。アドレスは正しいですか。"
    ),
    (
        "The workers of the cluster do not have tokumei: install it on them, or send a packed environment with "
        "`spark-submit --archives`."
    ): (
        "クラスターのワーカーに tokumei がありません。ワーカーにインストールするか、`spark-submit --archives` で環境を"
        "送ってください。"
    ),
    "Spark lacks a package of Python: install `tokumei[spark]`, and for Spark Connect `pyspark[connect]` too.": (
        "Spark に必要な Python のパッケージがありません。`tokumei[spark]` を、Spark Connect なら `pyspark[connect]` も"
        "インストールしてください。"
    ),
    "The workers of the cluster do not have what tokumei needs: install `tokumei[spark]` on them.": (
        "クラスターのワーカーに tokumei の必要とするものがありません。`tokumei[spark]` をインストールしてください。"
    ),
    "Driver and workers have different versions of Python: set PYSPARK_PYTHON to the same.": (
        "ドライバーとワーカーの Python の版が違います。PYSPARK_PYTHON で揃えてください。"
    ),
    "The workers of the cluster do not have the Python that is named: set PYSPARK_PYTHON to one that they have.": (
        "指定された Python がクラスターのワーカーにありません。ワーカーにある Python を PYSPARK_PYTHON に指定して"
        "ください。"
    ),
    "The disk of a worker, or of the working folder, is full. Make room, and run it again.": (
        "ワーカーか作業フォルダーのディスクがいっぱいです。空きを作って、実行し直してください。"
    ),
    (
        "A worker's Python ended in the middle, mostly for want of memory: set `spark.executor.memoryOverhead` higher, "
        "or more `engine.pieces`."
    ): (
        "ワーカーの Python が途中で終了しました。多くはメモリー不足です。`spark.executor.memoryOverhead` を大きくする"
        "か、`engine.pieces` を増やしてください。"
    ),
    "Spark has too little memory: set `spark.executor.memory` higher.": (
        "Spark のメモリーが足りません。`spark.executor.memory` を大きくしてください。"
    ),
    (
        "The workers cannot write to the working folder: set `engine.work` to a folder that the driver and all workers "
        "may write to."
    ): (
        "ワーカーが作業フォルダーに書けません。ドライバーと全ワーカーが書けるフォルダーを `engine.work` に指定して"
        "ください。"
    ),
    "Spark finds nothing at the source's address.": "入力のアドレスに何もありません。",
    "Spark finds no file at the source's address that it can read.": (
        "入力のアドレスに、Spark の読めるファイルがありません。"
    ),
    "Spark needs a Java runtime (17 or newer), and none was found: install one, or set JAVA_HOME.": (
        "Spark には Java（17 以降）が必要ですが、見つかりません。インストールするか、JAVA_HOME を設定してください。"
    ),
    "The catalog has no such table, or you may not see it.": "カタログにそのテーブルがないか、見る権限がありません。",
    (
        "The catalog does not replace a table in one step, as those of Delta and Iceberg do: drop the old release "
        "first, or give the new one another name."
    ): (
        "このカタログは、Delta や Iceberg のようにテーブルを一度に置き換えることができません。古いリリースを先に削除"
        "するか、新しいリリースに別の名前を付けてください。"
    ),
    "The catalog does not allow it: ask for the right to read the source and to write the release.": (
        "カタログの権限がありません。入力を読む権限と、リリースを書く権限を得てください。"
    ),
    "The file system does not allow it: ask for the right to read the source and to write.": (
        "ファイルシステムの権限がありません。入力を読む権限と、書く権限を得てください。"
    ),
    "The files of the source do not have the same columns.": "入力のファイルの列が揃っていません。",
    (
        "The files of the source do not have the same columns, or a column is of two types. Give all files the same."
    ): "入力のファイルの列か、列の型が揃っていません。すべてのファイルで揃えてください。",
    (
        "A file of the source cannot be read as the others: has it other columns, a column of another type, or rows "
        "that are too short?"
    ): ("入力のファイルの一つが、ほかと同じように読めません。列か列の型が違うか、短い行がありませんか。"),
    (
        "Spark has no driver for this database: name its package, as in `spark-submit --packages "
        "org.postgresql:postgresql:42.7.4`."
    ): (
        "このデータベースのドライバーが Spark にありません。`spark-submit --packages "
        "org.postgresql:postgresql:42.7.4` のようにパッケージを指定してください。"
    ),
    "Spark knows no file system for such an address: add the package that has it, and write `s3a://` for S3.": (
        "このアドレスのファイルシステムを Spark が知りません。対応するパッケージを加えてください。S3 は `s3a://` と"
        "書きます。"
    ),
    (
        "Spark lacks a package that the job needs: name it with `spark-submit --packages`, such as that of the file "
        "system or the database."
    ): (
        "ジョブに必要なパッケージ（ファイルシステムやデータベースのものなど）が Spark にありません。`spark-submit "
        "--packages` で指定してください。"
    ),
    (
        "The cluster, or what an address of the job names, cannot be reached: is the address right, and is it running?"
    ): "クラスターか、ジョブのアドレスの先に接続できません。アドレスは正しいですか。動いていますか。",
    "Spark failed ({stage:s}): {why:s}. Its own log says more.": (
        "Spark でエラーが起きました（{stage}）：{why}。詳しくは Spark のログを見てください。"
    ),
    (
        "The working folder {path!r} cannot be written: {why:s}. Set `engine.work` to one that the driver and all "
        "workers may write to."
    ): (
        "作業フォルダー{path}に書けません（{why}）。ドライバーと全ワーカーが書けるフォルダーを `engine.work` に指定"
        "してください。"
    ),
    (
        "The driver does not see what the workers wrote to {path!r}: set `engine.work` to a folder that all of them "
        "share, or to an address such as `hdfs://…`."
    ): (
        "ワーカーが{path}に書いたものが、ドライバーから見えません。全体で共有するフォルダーか、`hdfs://…` のような"
        "アドレスを `engine.work` に指定してください。"
    ),
    "The source has two columns named {name!r}, as Spark reads names. Rename one.": (
        "Spark の読み方では、入力に{name}という列が二つあります。一方の名前を変えてください。"
    ),
    (
        "Spark gives different records of the source the same number, again and again. Convert columns of lists or "
        "records to texts, or set `engine: local`."
    ): (
        "Spark が入力の異なるレコードに同じ番号を何度も付けました。リストや構造体の列をテキストに変換するか、"
        "`engine: local` を指定してください。"
    ),
    "Spark cannot compare maps, and {name!r} holds some. Make it a text with `to_json`, or leave it out.": (
        "{name}にはマップ型の値がありますが、Spark はマップを比べられません。`to_json` でテキストにするか、外して"
        "ください。"
    ),
    "Spark writes a folder of Parquet files, which {path!r} does not look like: leave the ending out.": (
        "Spark が書き出すのは Parquet ファイルのフォルダーです。{path}から拡張子を外してください。"
    ),
    "Spark does not know such a cluster: give {forms:s}, with host and port where they belong.": (
        "Spark のクラスターの書き方が違います。{forms}のどれかで、必要ならホストとポートを付けて指定してください。"
    ),
    "For `yarn`, HADOOP_CONF_DIR must name the folder with the settings of the cluster: set it.": (
        "`yarn` では、クラスターの設定のフォルダーを HADOOP_CONF_DIR に指定してください。"
    ),
    "Nobody answers at {address!r}: is the address right, and is Spark running there?": (
        "{address}に応答がありません。アドレスは正しいですか。Spark は動いていますか。"
    ),
    "Spark reads CSV files whose first line is the header. Correct them, or convert them.": (
        "Spark が読む CSV は、一行目がヘッダーです。直すか、変換してください。"
    ),
    "Spark reads CSV files in UTF-8 whose first line is the header: leave their form out.": (
        "Spark が読む CSV は、一行目がヘッダーの UTF-8 です。形式の指定を外してください。"
    ),
    (
        "`engine.work` and `output.data` are on different disks or file systems, between which a verified release "
        "cannot be renamed: set `engine.work` to a folder near the release, or leave it out."
    ): (
        "`engine.work` と `output.data` のディスクかファイルシステムが違うため、検証したリリースを移せません。"
        "`engine.work` をリリースの近くにするか、外してください。"
    ),
}
PARTS: dict[str, str] = {
    "A file beside {path!r}": "{path}と同じフォルダーのファイル",
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
    "what the texts of a group have in common is found in memory: set `engine: local`, or `within: table`": (
        "グループ内のテキストに共通する部分はメモリー上で求めます。`engine: local` か `within: table` にしてください"
    ),
    "what kept phrases reveal is counted on one machine: set `engine: streaming`, or leave `keep` out": (
        "残す語句から読み取れるものは一台の計算機で数えます。`engine: streaming` にするか、`keep` を外してください"
    ),
    "texts are made equal, looked up and guessed in memory: set `engine: local`, or leave it out": (
        "テキストを等しくする処理、照合、推測はメモリー上で行います。`engine: local` にするか、外してください"
    ),
    "a text is masked where it stands in the source: set `engine: local`, or name the column itself": (
        "テキストは元データの列のまま伏せ字にします。`engine: local` にするか、元の列を指定してください"
    ),
    "texts of histories are masked in memory: set `engine: local`, or leave the text out": (
        "履歴のテキストはメモリー上で伏せ字にします。`engine: local` にするか、テキストを外してください"
    ),
    "values of a history are held against all that are shown: set `engine: local`, or leave the promise out": (
        "履歴の値は、公開するすべての値とメモリー上で比べます。`engine: local` にするか、この約束を外してください"
    ),
    "records are published again in memory: set `engine: local`, or leave `surplus` out": (
        "レコードの再公開はメモリー上で行います。`engine: local` にするか、`surplus` を外してください"
    ),
    "descriptions of values are read in memory: set `engine: local`, or name a `table` of categories": (
        "値の説明はメモリー上で読みます。`engine: local` にするか、分類の表を `table` で指定してください"
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
