"""Several releases, evidence, and registries of texts."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    "`registry` names one list: `collection: true`, `file: FILE` or `texts: […]`.": (
        "`registry` には名簿を一つだけ指定します：`collection: true`、`file: FILE`、`texts: […]` のいずれか。"
    ),
    "`--direction` is for `--registry`: name a registry, or leave it out.": (
        "`--direction` は `--registry` と組み合わせて使います。名簿を指定するか、外してください。"
    ),
    "Column {name!r}: with `ledger`, sets are published without an item hierarchy.": (
        "列{name}：`ledger` を使うときは、集合を要素の階層なしで公開します。"
    ),
    "This is the public report, which leaves out what the evidence needs. Give the internal one.": (
        "これは公開用レポートで、根拠資料に必要な内容がありません。内部用のレポートを指定してください。"
    ),
    "This is not the report of a run: it has no {names}.": "これは実行のレポートではありません。{names}がありません。",
    "The report {path!r} is not JSON. Give the .json that stands beside the page.": (
        "レポート{path}は JSON ではありません。ページと同じ場所にある .json を指定してください。"
    ),
    "The report {path!r} is not the report of a run.": "{path}は実行のレポートではありません。",
    "The ledger {name!r} has no key: {key!r} should lie beside it. Bring it back.": (
        "公開台帳{name}の鍵がありません。同じ場所に{key}を戻してください。"
    ),
    (
        "The release was written, but the ledger {path!r} was not: {reason:s}. Run the job again with `--force` before "
        "you hand the release on."
    ): (
        "公開データは書き出しましたが、公開台帳{path}は書き込めませんでした：{reason}。提供する前に、`--force` を付けて"
        "ジョブを再実行してください。"
    ),
    "Column {name!r} is empty in some records. The ledger has to know whose each record is.": (
        "列{name}が空のレコードがあります。公開台帳には、各レコードが誰のものかが必要です。"
    ),
    (
        "{people:n} people were in no earlier release of the ledger, fewer than k = {k:n}: what this release has more "
        "than the last would be theirs. Wait until they are k, or remove them with `ledger: {{file: …, newcomers: "
        "remove}}`."
    ): (
        "公開台帳にこれまで公開されたことのない人が {people} 人いますが、k = {k} より少ないため、"
        "前回との差がその人たちの"
        "ものと分かります。k 人になるまで待つか、`ledger: {{file: …, newcomers: remove}}` で除いてください。"
    ),
    "The ledger {name!r} is not one, or is broken. Bring back a copy that is whole.": (
        "{name}は公開台帳ではないか、壊れています。壊れていない控えに戻してください。"
    ),
    "The ledger {name!r} was made with another key than {key!r}. Bring that key back.": (
        "公開台帳{name}は、{key}とは別の鍵で作られています。元の鍵に戻してください。"
    ),
    "The ledger {name!r} is broken: somebody or something has changed it. Bring back a copy.": (
        "公開台帳{name}が書き換えられているか、壊れています。控えに戻してください。"
    ),
    ("The ledger {name!r} is of another job: other people, or other quasi-identifiers. Give this job its own."): (
        "公開台帳{name}は別のジョブ（別の人々や準識別子）のものです。このジョブには専用の台帳を指定してください。"
    ),
    (
        "Of no group of earlier releases are k = {k:n} people here, nor so many new ones: nothing can be released "
        "beside "
        "the ledger."
    ): ("過去のどのグループも k = {k} 人が残っておらず、新しい人も足りません。公開台帳の下では何も公開できません。"),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {"ledger": "公開台帳", "report": "レポート"}
"""What stands in the holes of others."""
