"""Several releases of the same people, and the evidence for one."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    (
        "This job promises nothing of people, so that nothing can be judged by them: name the identifier as `person`, "
        "or leave the persons out."
    ): (
        "このジョブは人について何も約束していないため、人では判定できません。識別子を `person` に指定するか、persons "
        "を外してください。"
    ),
    (
        "The release has {rows:n} rows, and {said:n} are said whose they are: give one row for each, in the order of "
        "the release."
    ): (
        "公開データは {rows} 行ですが、誰のものかが示されたのは {said} 行です。公開データと同じ順で、1 行ずつ示して"
        "ください。"
    ),
    "Column {column!r} is empty in some records. The ledger has to know whose each record is.": (
        "列{column}が空のレコードがあります。台帳には、どのレコードが誰のものかが必要です。"
    ),
    "Column {column!r}: with `ledger`, sets are published without an item hierarchy.": (
        "列{column}：`ledger` を使うとき、集合は項目の階層なしで公開します。"
    ),
    (
        "Beside the ledger {removed:n} of {records:n} records would be removed: too few people of their groups of "
        "earlier releases are here, or too few are new, and groups may not mix. `privacy.suppress` allows {suppress}; "
        "raise it to {needed}, or bring the people back."
    ): (
        "台帳に続けると、{records} 件のうち {removed} 件が削除されます。過去のグループに残る人か新しい人が少なく、"
        "グループは混ぜられません。`privacy.suppress` は {suppress} です。{needed} に上げるか、"
        "その人たちのデータを戻してください。"
    ),
    (
        "Of no group of earlier releases are k = {k:n} people here, nor so many new ones: nothing can be released "
        "beside the ledger."
    ): (
        "これまでのどのグループの人も k = {k} 人そろわず、新しい人もそれだけいません。台帳に続けて公開できるものがあり"
        "ません。"
    ),
    "The ledger {name!r} has no key: {key!r} should lie beside it. Bring it back.": (
        "台帳{name}に鍵がありません。{key}が隣にあるはずです。元に戻してください。"
    ),
    "The ledger {name!r} is broken: somebody or something has changed it. Bring back a copy.": (
        "台帳{name}が壊れています。書き換えられた跡があります。控えから元に戻してください。"
    ),
    "The ledger {name!r} is not one, or is broken. Bring back a copy that is whole.": (
        "{name}は台帳ではないか、壊れています。完全な控えを元に戻してください。"
    ),
    "The ledger {name!r} is of another job: other people, or other quasi-identifiers. Give this job its own.": (
        "台帳{name}は別のジョブのものです（人または準識別子が異なります）。このジョブには専用の台帳を指定してください。"
    ),
    "The ledger {name!r} was made with another key than {key!r}. Bring that key back.": (
        "台帳{name}は{key}とは別の鍵で作られています。その鍵を元に戻してください。"
    ),
    (
        "The release was written, but the ledger {name!r} was not: {why:s}. Run the job again with `--force` before "
        "you hand the release on."
    ): (
        "公開データは書き出しましたが、台帳{name}は書き出せませんでした（{why}）。公開データを渡す前に、`--force` を付"
        "けてジョブをもう一度実行してください。"
    ),
    (
        "{people:n} people were in no earlier release of the ledger, fewer than k = {k:n}: what this release has more "
        "than the last would be theirs. Wait until they are k, or remove them with "
        "`ledger: {{file: …, newcomers: remove}}`."
    ): (
        "これまでの公開に含まれない人が {people} 人で、k = {k} より少数です。前回との差がその人たちのデータになってしま"
        "います。k 人になるまで待つか、`ledger: {{file: …, newcomers: remove}}` で削除してください。"
    ),
    "The report {name!r} is not JSON. Give the .json that stands beside the page.": (
        "レポート{name}は JSON ではありません。ページの隣にある .json を指定してください。"
    ),
    "The report {name!r} is not the report of a run.": "{name}は実行のレポートではありません。",
    "This is not the report of a run: it has no {names:list}.": (
        "これは実行のレポートではありません。{names}がありません。"
    ),
    "This is the public report, which leaves out what the evidence needs. Give the internal one.": (
        "これは公開用のレポートで、根拠資料に必要な内容が省かれています。内部用のレポートを指定してください。"
    ),
    "`--direction` is for `--registry`: name a registry, or leave it out.": (
        "`--direction` は `--registry` のための設定です。登録簿を指定するか、これを外してください。"
    ),
    "`output.{setting:s}` must end in .html; the same as JSON is written beside it.": (
        "`output.{setting}` は .html で終わる名前にしてください。同じ内容の JSON が隣に書き出されます。"
    ),
    "`registry` names one list: `collection: true`, `file: FILE` or `texts: […]`.": (
        "`registry` には一つの一覧を指定してください：`collection: true`、`file: FILE`、または `texts: […]`。"
    ),
    (
        "At the coarsest levels that `at_most` allows, {removed:n} records are in no group that keeps the promises, "
        "and `suppress` allows the removal of {budget:n}. Allow more, or name coarser levels."
    ): (
        "`at_most` の許す最も粗い段でも、{removed} 件は約束を守れるグループに入りません。`suppress` で削除できるのは "
        "{budget} 件です。これを増やすか、もっと粗い段を指定してください。"
    ),
    "The recoding's job does not hold: {problems:clauses}": "保存された変換のジョブが正しくありません：{problems}",
    "The recoding does not say what its quasi-identifiers are published as: it was changed.": (
        "保存された変換に、準識別子の公開の形がありません。書き換えられています。"
    ),
    "The recoding {name!r} is not valid JSON. {hint:s}": "保存された変換{name}は正しい JSON ではありません。{hint}",
    "The file {name!r} is not a stored recoding. {hint:s}": "ファイル{name}は保存された変換ではありません。{hint}",
    (
        "Column {column!r} had whole numbers when the recoding was made, and has others now. Round them (`round`), or "
        "make the recoding anew."
    ): "列{column}は、変換を作ったときは整数でしたが、いまは違います。丸めるか（`round`）、変換を作り直してください。",
    "Column {column!r} is stored as sets of values, and is not a column of categories.": (
        "列{column}は値の集合として保存されていますが、カテゴリの列ではありません。"
    ),
    (
        "Of {records:n} records {placed:n} have a place in the recoding, and no group of them keeps the promises. "
        "Check that the data are of the kind that the recoding was made from, or make it anew."
    ): (
        "{records} 件のうち変換に当てはまるのは {placed} 件で、約束を守れるグループがありません。変換を作ったときと同じ"
        "種類のデータか確かめるか、変換を作り直してください。"
    ),
    "Column {column!r} is stored as ranges, and its values here are not numbers or dates.": (
        "列{column}は範囲として保存されていますが、ここの値は数値でも日付でもありません。"
    ),
    "The recoding publishes column {column!r} as nodes, but has no hierarchy for it.": (
        "保存された変換は列{column}を節として公開しますが、その階層がありません。"
    ),
    "Two outputs of the job have the same name. Give each its own.": (
        "ジョブの二つの出力が同じ名前です。別々の名前を付けてください。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    "recoding": "保存された変換",
    "A recoding is written by a job with `output.recoding`.": (
        "ジョブに `output.recoding` を指定して `tokumei run` を実行すると書き出されます。"
    ),
}
"""What stands in the holes of messages."""
