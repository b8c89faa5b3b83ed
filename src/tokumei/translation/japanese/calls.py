"""The command line: wrong calls, what the system refuses, the examples."""

from __future__ import annotations

__all__ = ["SENTENCES"]

SENTENCES: dict[str, str] = {
    "A `--set` is not of the form NAME=VALUE, as in `--set privacy.k=10`.": (
        "`--set` は NAME=VALUE の形で書いてください（例：`--set privacy.k=10`）。"
    ),
    (
        "tokumei failed in a way it should not ({name}). Set TOKUMEI_DEBUG=1 to see where; what you then see may quote "
        "values of your data."
    ): (
        "想定外のエラーが起きました（{name}）。TOKUMEI_DEBUG=1 を設定すると発生箇所を表示しますが、データの値が含まれる"
        "ことがあります。"
    ),
    "Stopped; nothing was written.": "中止しました。何も書き出していません。",
    "The memory of this machine does not suffice for these data.": "このデータを処理するには、メモリが足りません。",
    "The system refused{where}: {reason:s}.": "システムに拒否されました{where}：{reason}。",
    "`--seed` is for `--shuffle`: nothing else here is left to chance.": (
        "`--seed` は `--shuffle` と組み合わせて使います。ほかに乱数を使う処理はありません。"
    ),
    "`--register` writes one file, and no examples: leave DIR out.": (
        "`--register` は台帳だけを書き出します。DIR は指定しないでください。"
    ),
    "The output {target!r} exists. Use `--force` to write over it.": (
        "出力先{target}はすでにあります。上書きするには `--force` を付けてください。"
    ),
    "The environment variable TOKUMEI_THREADS must be a whole number of at least 1, or empty.": (
        "環境変数 TOKUMEI_THREADS には、1 以上の整数を指定するか、空にしてください。"
    ),
    "{folder!r} is a file; name a folder for the examples.": (
        "{folder}はファイルです。例を書き出すフォルダを指定してください。"
    ),
    "The folder {folder!r} is not empty. Use `--force` to write the examples into it.": (
        "フォルダ{folder}は空ではありません。そこに例を書き出すには `--force` を付けてください。"
    ),
    "The examples cannot be written into {folder!r}: {reason:s}.": "例を{folder}に書き出せません：{reason}。",
    "{place!r} is a folder; name a file for the job.": "{place}はフォルダです。ジョブのファイル名を指定してください。",
    "{place!r} exists. Use `--force` to replace it, or `-o` to write elsewhere.": (
        "{place}はすでにあります。置き換えるには `--force` を、別の場所に書くには `-o` を使ってください。"
    ),
    "{place!r} cannot be written: {reason:s}.": "{place}に書き込めません：{reason}。",
    "The report has no language {language!r}. It is written in {names}.": (
        "{language}で書かれたレポートはありません。en か ja を指定してください。"
    ),
    "This first run compiles the kernels and keeps them, which can take half a minute.": (
        "最初の実行では計算部分をコンパイルして保存します。30 秒ほどかかることがあります。"
    ),
    "The advice needs files beside the job ({files}): name the job with `-o`, or leave `--advise` out.": (
        "提案にはジョブと並べて置くファイル（{files}）が必要です。`-o` でジョブの名前を指定するか、`--advise` を外して"
        "ください。"
    ),
    "`--no-header` and `--header-row` contradict each other: leave one of them out.": (
        "`--no-header` と `--header-row` は同時に使えません。どちらかを外してください。"
    ),
    "The studio cannot listen on port {port:s} of {host:s}: {reason:s}. Choose another with `--port`.": (
        "スタジオは {host} のポート {port} で待ち受けられません：{reason}。`--port` で別のポートを指定してください。"
    ),
    "The form is too long.": "入力が長すぎます。",
    "The file is larger than {size:s} MiB. Open it by its name: `tokumei studio FILE`.": (
        "ファイルが {size} MiB を超えています。`tokumei studio FILE` のように名前で開いてください。"
    ),
    "The process that did this ended before its work was done; perhaps the memory did not suffice.": (
        "処理が途中で終了しました。メモリが足りなかった可能性があります。"
    ),
    "tokumei failed in a way it should not ({name}).": "tokumei の予期しない誤りです（{name}）。",
}
"""Whole messages: English template → Japanese."""
