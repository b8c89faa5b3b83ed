"""The texts of `--help`, word for word as the commands have them."""

from __future__ import annotations

__all__ = ["HELP"]

HELP: dict[str, str] = {
    "Usage": "使い方",
    "Arguments": "引数",
    "Options": "オプション",
    "Commands": "コマンド",
    "Show this message and exit.": "この説明を表示して終わります。",
    "Turns personal data into data that can be handed on, and proves what it promises.": (
        "個人データを、人に渡せるデータに加工し、約束が守られていることを示します。"
    ),
    "Begin with `tokumei demo`, or with `tokumei init DATA` on a file of yours.": (
        "まず `tokumei demo` を、または手元のファイルで `tokumei init DATA` を試してください。"
    ),
    "Print the version and leave.": "バージョンを表示して終わります。",
    "Of what is said here; that of the terminal, or of the job's report, when absent.": (
        "ここで表示する言語。省略すると、端末の言語、またはジョブのレポートの言語になります。"
    ),
    "The job file to write; `-` prints it. Named after the data when absent.": (
        "書き出すジョブファイル。`-` なら画面に表示します。省略するとデータの名前から決めます。"
    ),
    "The k that the job asks for.": "ジョブに書く k。",
    "Of a text file; detected when absent.": "テキストファイルの文字コード。省略すると自動で判別します。",
    "Between fields; detected when absent.": "項目の区切り文字。省略すると自動で判別します。",
    "The statement whose rows are the records of a database.": "データベースから読み込むレコードを返す文。",
    "Replace files that exist.": "すでにあるファイルを置き換えます。",
    "Anonymizes, verifies, and writes the release and report.": (
        "匿名化して検証し、公開データとレポートを書き出します。"
    ),
    "Nothing is written when a promise does not hold.": "守られない約束があれば、何も書き出しません。",
    "The job file (YAML).": "ジョブファイル（YAML）。",
    "In place of the job's `privacy.k`.": "ジョブの `privacy.k` の代わりに使う k。",
    (
        "In place of a setting of the job, by its dotted name (`--set method.effort=best`); the value is read as YAML. "
        "May be repeated."
    ): (
        "ジョブの設定の代わりに使う値を、ドットでつないだ名前で指定します（`--set method.effort=best`）。値は YAML とし"
        "て読みます。繰り返し指定できます。"
    ),
    "Print one JSON document instead of text; an error is one too.": (
        "文章の代わりに一つの JSON を出力します。エラーも JSON になります。"
    ),
    "No progress and no notes.": "進み具合と注意を表示しません。",
    "Checks the promises of a job on a released file, or on the folder of several tables.": (
        "公開されたファイル、または複数のテーブルのフォルダーで、ジョブの約束を確かめます。"
    ),
    (
        "It needs nothing but that and the job. Where the job names a `person`, the file does not say whose its "
        "rows are: give `--persons`, or only records are judged. Exit status 1 when a promise does not hold, or "
        "nothing is promised."
    ): (
        "必要なのはそれとジョブだけです。ジョブに `person` がある場合、どの行が誰のものかはファイルから分かりませ"
        "ん。`--persons` を渡さなければ、レコードだけを判定します。守られない約束があるか、何も約束されていないと、終了"
        "コードは 1 です。"
    ),
    "Whose the rows are: a table with the job's `person` column, a row for each of the release, in its order.": (
        "どの行が誰のものか。ジョブの `person` の列をもつ表で、公開データと同じ順に 1 行ずつ並べます。"
    ),
    "The released file, or the folder of several tables.": "公開されたファイル、または複数のテーブルのフォルダー。",
    "The job file (YAML) that the release was made by.": "公開データを作ったジョブファイル（YAML）。",
    "Measures what a release lost, whoever made it.": (
        "公開データで失われた情報を測ります。誰が作ったものでも測れます。"
    ),
    "The original data, or the folder of several tables.": "元データ。複数のテーブルではそのフォルダー。",
    "The released file, or folder of tables, whoever made it.": (
        "公開されたファイル、またはテーブルのフォルダー。誰が作ったものでもかまいません。"
    ),
    "Shows the trade of risk against utility over k, with the best k marked.": (
        "k ごとのリスクと有用性を示し、最良の k に印を付けます。"
    ),
    "Nothing of the data is published: for each k the release is made, measured and thrown away.": (
        "データは何も公開しません。k ごとに公開データを作り、測り、捨てます。"
    ),
    "The k's: 2:20, 2:20:2 or 2,5,10.": "試す k（2:20、2:20:2、2,5,10 のように書きます）。",
    "Also write a page with the picture.": "図の入ったページも書き出します。",
    "For histories: run the attacks at each k.": "履歴の場合、k ごとに攻撃も試します。",
    "The original data, or the folder of several tables: what the attacker knows.": (
        "元データ（攻撃者の知識とみなします）。複数のテーブルではそのフォルダー。"
    ),
    "Builds hierarchies by meaning for a column, ranks and shows them.": (
        "列の値の階層を意味によって作り、順位を付けて示します。"
    ),
    "Each generalizes all values in one direction. Ranked by how many values the dictionaries know, then by loss.": (
        "それぞれ、すべての値を一つの方向に一般化します。辞書にある値の多さ、次に損失の順に並べます。"
    ),
    "The column whose values need a hierarchy.": "階層を作る列。",
    (
        "What to know meanings from: a file of chains (top concept first), of links (child, parent) or a published "
        "thesaurus, or one of addresses, countries, icd10, wordnet. May be repeated. Without any: by word vectors, "
        "where there are some, and by frequency."
    ): (
        "意味を知るための辞書。連鎖のファイル（上の概念から順に）、親子の組（子、親）のファイル、公開されている類語辞書"
        "、または addresses、countries、icd10、wordnet のいずれか。繰り返し指定できます。省略すると、単語ベクトル（あれ"
        "ば）と頻度で作ります。"
    ),
    "Rank by the loss that this k would cost.": "この k での損失の順に並べます。",
    "Where to write the hierarchies as 01-….csv, 02-….csv (the form of ARX), best first, and a page.": (
        "階層を 01-….csv、02-….csv（ARX の形式）として良い順に、ページとともに書き出すフォルダ。"
    ),
    "Word vectors (word2vec, fastText, GloVe); `none` for none. Those installed when absent.": (
        "単語ベクトル（word2vec、fastText、GloVe）。`none` なら使いません。省略すると導入済みのものを使います。"
    ),
    "A YAML file with `rename`, `add`, `move` and `pin`, by names as the tree shows them.": (
        "`rename`、`add`、`move`、`pin` を書いた YAML ファイル。名前は木に表示されるとおりに書きます。"
    ),
    "Only the Nth hierarchy.": "N 番目の階層だけ。",
    "Compare and place values as the paper does.": "論文の方法で値を比べ、位置を決めます。",
    (
        "The share of the values that must have one reading only for one tree to hold all readings; else each is a "
        "direction."
    ): (
        "読みが一つだけの値がこの割合以上なら、すべての読みを一つの木にまとめます。そうでなければ、読みごとに一つの方向"
        "になります。"
    ),
    "The cells are sets of items with this between.": "セルが項目の集合の場合の区切り文字。",
    "The page with the trees, to open and close; DIR/report.html when absent.": (
        "開閉できる木のページ。省略すると DIR/report.html。"
    ),
    "Masks what is rare in texts, one a line or in a column.": (
        "一行一件または表の列の文章で、まれな部分を伏せ字にします。"
    ),
    (
        "Every n-gram that stays readable stands in at least k of the released texts; other promises can be added. The "
        "lines keep their order. Without `-o` the masked texts go to standard output, and what was done to standard "
        "error."
    ): (
        "読めるまま残る n-gram は、どれも k 件以上の公開テキストに現れます。ほかの約束も加えられます。行の順序は変わり"
        "ません。`-o` がなければ、伏せ字にしたテキストを標準出力に、処理の内容を標準エラー出力に書きます。"
    ),
    "A file with one text a line; or a table.": "一行に一件のテキストファイル、または表。",
    "The length of the n-grams, in characters.": "n-gram の長さ（文字数）。",
    "How many texts must share what stays readable.": "読めるまま残る部分を共有するテキストの件数。",
    "The release: lines, or a table by its ending. Standard output when absent.": (
        "公開データ（行、または拡張子で決まる表）。省略すると標準出力。"
    ),
    "FILE is a table and this column holds the texts; only it is published.": (
        "FILE が表の場合の、テキストの列。この列だけを公開します。"
    ),
    "How often to count and mask: 0, until nothing changes; 1, as in the paper, which promises less.": (
        "数えて伏せ字にする回数。0 は変化がなくなるまで、1 は論文の方法で、約束が弱くなります。"
    ),
    "All of a rare n-gram, or just enough to break it.": "まれな n-gram の全体か、崩すのに必要な文字だけか。",
    "A phrase that stays readable; the report counts what it revealed. May be repeated.": (
        "読めるまま残す語句。それで読めるようになった文字数をレポートに示します。繰り返し指定できます。"
    ),
    "What a masked character becomes.": "伏せ字に使う文字。",
    "Write adjacent masks as one, which hides how long the rest was.": (
        "続く伏せ字を一つにまとめ、隠した長さが分からないようにします。"
    ),
    "Whether white space is removed before counting.": "数える前に空白を取り除くかどうか。",
    "Characters as people see them, or code points.": "人の目に見える文字か、符号位置か。",
    "A text shorter than n is one phrase that k texts must share, or passes as it is (the paper's way).": (
        "n より短いテキストを、k 件に共通すべき一つの語句とするか、そのまま公開するか（論文の方法）。"
    ),
    (
        "Promise too that every released text, as a pattern, matches k texts of FILE itself (`collection`) or of "
        "another file of lines, and that every text of FILE fits k released ones."
    ): (
        "公開テキストを型紙とみなしたとき、FILE 自身（`collection`）または別のファイルの k 件以上に当てはまり、FILE の"
        "どのテキストも公開テキストの k 件以上に当てはまることも約束します。"
    ),
    "Of `--registry`; `released` promises the first alone, which does not hide whose row a text is.": (
        "`--registry` の向き。`released` は一つ目だけを約束し、どの行が誰のテキストかは隠しません。"
    ),
    "Of the documents; the report's when absent.": "資料の言語。省略するとレポートの言語になります。",
    "The first has everything and the checklists of laws, with blanks for people; the second is what may be shown.": (
        "一つ目には全内容と法令のチェックリスト（人が記入する欄つき）が、二つ目には見せてよい内容だけが入ります。"
    ),
    "The internal report of a run, as JSON.": "実行の内部用レポート（JSON）。",
    "Where to write the documents.": "資料の書き出し先。",
    "Writes the evidence of a release: internal.html, public.html.": (
        "公開データの根拠資料 internal.html と public.html を書き出します。"
    ),
    "Promise too that every released text equals at least k − 1 others.": (
        "公開テキストが、ほかの k − 1 件以上と同じであることも約束します。"
    ),
    "Give the texts in another order; otherwise they keep theirs.": (
        "テキストの順序を変えます。指定しなければ元の順序のままです。"
    ),
    "Makes `--shuffle` repeatable.": "`--shuffle` を再現できるようにします。",
    "A report for people (.html); the same as JSON is written beside it.": (
        "人が読むレポート（.html）。同じ内容の JSON を並べて書き出します。"
    ),
    "Of what is said and of the report; that of the terminal when absent.": (
        "表示とレポートの言語。省略すると端末の言語になります。"
    ),
    "Try to guess what is masked and to look the texts up, and report how often that works.": (
        "伏せ字の推測と元のテキストとの照合を試み、成功の割合を報告します。"
    ),
    "Accept that everything is masked where there are fewer than k texts.": (
        "テキストが k 件に満たない場合に、すべて伏せ字になることを承諾します。"
    ),
    "Of FILE; detected when absent.": "FILE の文字コード。省略すると自動で判別します。",
    "Makes word vectors from texts of your own, for `tokumei hierarchy --vectors DIR`.": (
        "手元のテキストから単語ベクトルを作ります（`tokumei hierarchy --vectors DIR` で使います）。"
    ),
    "The same texts give the same vectors. Nothing is downloaded.": (
        "同じテキストからは同じベクトルができます。何もダウンロードしません。"
    ),
    "A file with one text a line; also .gz, .zst.": "一行に一件のテキストファイル（.gz、.zst も可）。",
    "The folder to write.": "書き出すフォルダ。",
    "Numbers in a vector.": "ベクトルの次元数。",
    "How many words around a word count as its company.": "前後の何語までを文脈とみなすか。",
    "Words that stand in the texts less often are left out.": "テキストに現れる回数がこれより少ない語は除きます。",
    "Writes examples with made-up data and runs them.": "架空のデータの例を書き出して実行します。",
    "Write a made-up register of inpatients in Japanese (.xlsx, .csv) instead, to try `init` on.": (
        "例の代わりに、`init` を試すための架空の入院台帳（.xlsx、.csv）を書き出します。"
    ),
    "Where to write the examples.": "例を書き出すフォルダ。",
    "Prints the JSON schema of the job file.": "ジョブファイルの JSON スキーマを表示します。",
    "Editors use it to complete and check job files.": "エディタでジョブファイルの補完と検査に使えます。",
    (
        "It looks at names and values, guesses the type and the role of every column, and says why in comments. It "
        "proposes what to do about columns that say the same, rare values, exact figures and people with several "
        "records; with `--advise` the job does so. The job runs as it is; read it before you rely on it."
    ): (
        "列名と値から、すべての列の型と役割を推測し、理由をコメントに書きます。同じ内容の列、まれな値、正確な数値、複数"
        "のレコードを持つ人への対処も提案し、`--advise` を付けるとジョブに取り入れます。ジョブはそのまま実行できますが"
        "、使う前に必ず読んでください。"
    ),
    "Of a workbook; the first when absent.": "ブックのシート。省略すると最初のシート。",
    "Of reasons and comments; that of the terminal when absent.": (
        "理由とコメントの言語。省略すると端末の言語になります。"
    ),
    "The data: csv, tsv, parquet, jsonl, xlsx, xls, ods.": "データ（csv、tsv、parquet、jsonl、xlsx、xls、ods）。",
    "The data: csv, tsv, parquet, jsonl, xlsx, xls, ods; or, with `--query`, the address of a database.": (
        "データ（csv、tsv、parquet、jsonl、xlsx、xls、ods）。`--query` を付けた場合はデータベースのアドレス。"
    ),
    "The row with the names of the columns, where titles stand above it.": "表題の下に列名がある場合の、列名の行。",
    "There is no header: the columns are called column_1, column_2, …": (
        "見出しのないファイル。列名は column_1、column_2、… になります。"
    ),
    "Write the proposals into the job, and the hierarchies that they need beside it.": (
        "提案をジョブに取り入れ、必要な階層を並べて書き出します。"
    ),
    "Writes a first job file for data, with guesses, reasons and proposals.": (
        "データを見て、推測、理由、提案を付けた最初のジョブを書きます。"
    ),
    "A second release of (partly) the same people, or the JSON report of one.": (
        "同じ人々を（一部でも）含むもう一つの公開データ、またはその JSON のレポート。"
    ),
    "Exit status 1 when an attack reaches more than a promise allows, or than a limit of the job.": (
        "攻撃が約束やジョブの限度を超えて成功すると、終了コードは 1 です。"
    ),
    "The report that is handed out with the release, as JSON.": "公開データとともに渡すレポート（JSON）。",
    "Tries what attackers try on a release, and judges it by the original.": (
        "公開データに攻撃を試み、元データに照らして判定します。"
    ),
    "Try what takes long, too.": "時間のかかる攻撃も試します。",
    "A file with the same columns as the job's.": "ジョブと同じ列を持つファイル。",
    "Recodes other data as a stored recoding says, verifies, and writes.": (
        "保存した変換で別のデータを加工し、検証して書き出します。"
    ),
    "The report as HTML; beside the release when absent.": (
        "レポート（HTML）。省略すると公開データと並べて書き出します。"
    ),
    "The share of the records that may be removed; any when absent.": (
        "削除してよいレコードの割合。省略すると制限しません。"
    ),
    "Values without a place in the recoding, and groups that would not keep the promises, are removed and counted.": (
        "変換に当てはまらない値と、約束を守れないグループは、削除して数えます。"
    ),
    "What `output.recoding` of a job wrote.": "ジョブの `output.recoding` で書き出したファイル。",
    "Where the release goes.": "公開データの書き出し先。",
    # ── studio ──
    "Opens the tool as a local page, in Japanese and English.": "日本語と英語の画面をこのコンピューターで開きます。",
    "The first line is the address, with a token made for this start. Nothing leaves this machine. Copies lie in a "
    "folder that only you can read, which is removed at the end; Ctrl-C ends it.": (
        "1 行目に、起動ごとに作るトークン付きのアドレスを表示します。データが外部に送られることはありません。コピーは"
        "本人だけが読めるフォルダに置き、終了時（Ctrl-C）に削除します。"
    ),
    "A file to open at once; it is not copied.": "すぐに開くファイル。コピーはしません。",
    "Where to listen; 0 takes any that is free.": "待ち受けるポート。0 なら空いているもの。",
    "Where to listen; anything but this machine itself lets others in.": (
        "待ち受けるアドレス。このコンピューター以外を指定すると、ほかからも届きます。"
    ),
    "Print the address, and open no browser.": "アドレスを表示するだけで、ブラウザを開きません。",
}
"""English → Japanese; paragraphs of a command, and what each of its options means."""
