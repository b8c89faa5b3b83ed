"""The job file: settings, conditions and rules."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    "The job file {path!r} does not hold a mapping with `columns` and `privacy`.": (
        "ジョブファイル{path}に、`columns` と `privacy` が書かれていません。"
    ),
    "{where:s}: `folder`: this key is not known; paths are relative to where the job file lies.": (
        "{where}：`folder` というキーはありません。パスはジョブファイルの場所から数えます。"
    ),
    "{where:where}: {problems:clauses}": "{where}：{problems}",
    "{where:s}: it is nested too deeply to be read.": "{where}：入れ子が深すぎて読み込めません。",
    "The setting {dotted!r} does not exist: {key!r} holds a single value.": (
        "設定{dotted}はありません。{key}は一つの値です。"
    ),
    "More than one rule is called {twice:list}. Give every rule a name of its own.": (
        "同じ名前のルールがあります：{twice}。ルールごとに別の名前を付けてください。"
    ),
    "Each condition of the rules is `*`, so that they tell nobody apart. Give one rule a condition.": (
        "ルールの条件がすべて `*` で、誰も区別しません。少なくとも一つのルールに条件を書いてください。"
    ),
    "{place:s}, condition on {column!r}: {why:s}.": "{place}の、列{column}の条件：{why}。",
    "{where:s}: it holds no rules.": "{where}：ルールがありません。",
    "{where:where}: {rule:where} is not a mapping with `name` and `when`.": (
        "{where}：{rule}が、`name` と `when` を持つ組ではありません。"
    ),
    "{where:where}: {rule:where}: {problem:s}.": "{where}：{rule}：{problem}。",
    "The file of rules {path!r} does not hold a list of rules (`- {{name: …, when: …}}`).": (
        "ルールのファイル{path}に、ルールのリスト（`- {{name: …, when: …}}`）がありません。"
    ),
    "The file of rules {path!r} has no column `name`.": "ルールのファイル{path}に `name` の列がありません。",
    "The file of rules {path!r}: line {line} has more cells than the header.": (
        "ルールのファイル{path}：{line} 行目のセルが見出しより多くあります。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    "a file says itself how many people there are: leave `size` out, or `file`": (
        "人数はファイルから分かります。`size` か `file` のどちらかを外してください"
    ),
    "`publish: nodes` needs a `hierarchy`: give the column one, or leave `publish` out": (
        "`publish: nodes` には階層が必要です。列に `hierarchy` を指定するか、`publish` を外してください"
    ),
    (
        "`{name}` is for texts beside the groups: within a group all texts are published equal, and what can be read "
        "of them stands in all. Leave `{name}` out, or set `within: table`"
    ): (
        "`{name}` はグループとは別に伏せる文章のための設定です。グループ内では文章はすべて同一で、読める部分は全員に共"
        "通です。`{name}` を外すか、`within: table` にしてください"
    ),
    (
        "`shown` is for texts beside a history: within its lines all texts are published equal. Leave `shown` out, or "
        "set `within: table`"
    ): (
        "`shown` は履歴の行とは別に伏せる文章のための設定です。共有する行の中では文章はすべて同一です。`shown` を外す"
        "か、`within: table` にしてください"
    ),
    "`{name}` names a level, and there is none: give the column a `hierarchy`": (
        "`{name}` は階層の段を指しますが、階層がありません。列に `hierarchy` を指定してください"
    ),
    "`{name}` is about nodes: leave `publish: {publish}` out": (
        "`{name}` は節についての設定です。`publish: {publish}` を外してください"
    ),
    "`top` must lie above `bottom`: from there on, and up to there, values are put together": (
        "`top` は `bottom` より大きくしてください。`top` 以上の値と `bottom` 以下の値は、それぞれ一つにまとめます"
    ),
    "`at_least` is coarser than `at_most`, so that nothing could be published: exchange them": (
        "`at_least` が `at_most` より粗く、公開できる値がありません。入れ替えてください"
    ),
    "`{name}` names no level of the hierarchy: it has {levels:words}": (
        "`{name}` が階層の段と一致しません。段は {levels} です"
    ),
    "`{name}` is the number of a level here, 1 for the one above the values": (
        "ここでは `{name}` に段の番号を書きます。値のすぐ上の段が 1 です"
    ),
    "`{name}` is about ranges: leave `hierarchy` out, or take `publish: ranges`": (
        "`{name}` は範囲についての設定です。`hierarchy` を外すか、`publish: ranges` を指定してください"
    ),
    "a hierarchy is exactly one of {names:words}": "階層には {names} のうち一つだけを指定してください",
    "categories are by exactly one of {names:words}": "分類には {names} のうち一つだけを指定してください",
    "no column has the role quasi, so there is nothing to anonymize": (
        "役割が quasi の列がなく、匿名化する対象がありません"
    ),
    "`method.label` names {label!r}, which is not a column of the job": (
        "`method.label` の{label}は、ジョブの列ではありません"
    ),
    (
        "`output.removed: mark` needs a column that can say `*`, and with `output.numbers: bounds` this job has none: "
        "set `removed: drop` or `numbers: ranges`"
    ): (
        "`output.removed: mark` には `*` と書ける列が必要ですが、`output.numbers: bounds` ではそのような列がありません"
        "。`removed: drop` か `numbers: ranges` を指定してください"
    ),
    (
        "`privacy.suppress_by: person` says how records are removed where people have several: name a `person` and set "
        "`suppress`, or leave it out"
    ): (
        "`privacy.suppress_by: person` は、一人に複数のレコードがあるときの削除のしかたです。`person` と `suppress` を"
        "指定するか、外してください"
    ),
    "`one_per` needs to know whose each record is: name the identifier, as in `person: COLUMN`": (
        "`one_per` には、誰のレコードかを示す列が必要です。`person: COLUMN` の形で識別子を指定してください"
    ),
    (
        "`columns.{name}.hierarchy`: a sensitive column is published as it is; its hierarchy serves "
        "`privacy.t_closeness` with `distance: hierarchical` or `ordered` only. Set that, or leave it out"
    ): (
        "`columns.{name}.hierarchy`：機微な列は元のまま公開します。その階層が役立つのは、`privacy.t_closeness` で "
        "`distance: hierarchical` か `ordered` を使う場合だけです。そのように指定するか、階層を外してください"
    ),
    "`{where}` names {name!r}, which is not a column with {form:s}": "`{where}` の{name}は、{form}の列ではありません",
    "`privacy.l_diversity.{name}`: of texts there is no diversity, and of sets only `distinct`": (
        "`privacy.l_diversity.{name}`：文章に多様性は定義されず、集合では `distinct` だけが使えます"
    ),
    "`privacy.t_closeness.{name}`: closeness is for numbers, dates and categories": (
        "`privacy.t_closeness.{name}`：t-近接性を使えるのは数値、日付、カテゴリです"
    ),
    "`columns.{name}.constant` is for histories: name a `subject`, or leave it out": (
        "`columns.{name}.constant` は履歴のための設定です。`subject` を指定するか、これを外してください"
    ),
    "`columns.{name}.shown` is for histories: name a `subject`, or leave it out": (
        "`columns.{name}.shown` は履歴のための設定です。`subject` を指定するか、これを外してください"
    ),
    "`columns.{name}.categories.described_by` names {described_by!r}, not a column": (
        "`columns.{name}.categories.described_by` の{described_by}は列ではありません"
    ),
    "`derive.{name}`: give {name2!r} a role under `columns` (identifier: never published)": (
        "`derive.{name}`：{name2}の役割を `columns` に書いてください（公開しない場合は identifier）"
    ),
    "`{where}` names {name!r}, which is not a column of the job": "`{where}` の{name}は、ジョブの列ではありません",
    "`rules` is an empty list: name a rule, or leave it out": (
        "`rules` が空のリストです。ルールを書くか、外してください"
    ),
    "`score: {score}` needs `rules`: set them, or take another score": (
        "`score: {score}` には `rules` が必要です。ルールを指定するか、別のスコアを選んでください"
    ),
    "`score: gain` needs the column that the release should predict: set `label`": (
        "`score: gain` には、公開データで予測したい列が必要です。`label` を指定してください"
    ),
    "`encoding` is for text files such as .csv: leave it out": (
        "`encoding` は .csv などのテキストファイルのための設定です。外してください"
    ),
    "`data` is a URL of no known database: give `sqlite:///path#table`, `postgresql://…#table`": (
        "`data` の URL のデータベースは使えません。`sqlite:///path#table` か `postgresql://…#table` の形で指定してくだ"
        "さい"
    ),
    "`format: {format}` says how rows are written: leave `{fixed}` out": (
        "`format: {format}` では行の書き方が決まっています。`{fixed}` を外してください"
    ),
    "l-diversity is exactly one of {names:words}": "l-多様性には {names} のうち一つだけを指定してください",
    "k must be at least 2: with k = 1 every record may be unique": (
        "k は 2 以上にしてください。k = 1 では、どのレコードも一意になりえます"
    ),
    "a derived column is exactly one of {names:words}": "列の導出には {names} のうち一つだけを指定してください",
    "`person: random` has no order: leave `by` out": "`person: random` に順序はありません。`by` を外してください",
    "`person: {person}` needs the column that orders the records: set `by`": (
        "`person: {person}` には、レコードを並べる列が必要です。`by` を指定してください"
    ),
    "an identifier is never published, unless as a pseudonym": "識別子は、仮名のほかには公開しません",
    "a column with the role keep is published as it is": "役割が keep の列は元のまま公開します",
    "a sensitive column is published as it is": "機微な列は元のまま公開します",
    "at least one is needed here": "少なくとも一つ必要です",
    "a text is needed here": "文字列を書いてください",
    "it holds characters that are not Unicode": "Unicode にない文字があります",
    "a key is a text: put it in quotation marks": "キーは文字列です。引用符で囲んでください",
    "`intervals` are for `type: number`": "`intervals` は `type: number` のためのものです",
    "`levels` are for `type: date`": "`levels` は `type: date` のためのものです",
    "`semantic` is for `type: category` or `type: set`": (
        "`semantic` は `type: category` か `type: set` のためのものです"
    ),
    "`type` is one of {names:words}": "`type` は {names} のいずれかです",
    "a mapping is needed here": "キーと値の組を書いてください",
    "a list is needed here": "リストを書いてください",
    "this key is needed": "このキーが必要です",
    "a column is a role ({names:words}), or a mapping with `role`": (
        "列には役割（{names}）か、`role` を含む組を書いてください"
    ),
    "`role` is one of {names:words}": "`role` は {names} のいずれかです",
    "it belongs to {owners:or}": "{owners} の設定です",
    "this key is not known; perhaps `{near}` is meant": "このキーはありません。`{near}` のことでしょうか",
    "this key is not known": "このキーはありません",
    "it does not fit this column": "この列には使えません",
    "it belongs to {family} by {ways:or}": "{family} を {ways} で指定する場合の設定です",
    "`{others}` is for tables: leave it or `lines` out": (
        "`{others}` は表のための設定です。これか `lines` を外してください"
    ),
    "`{setting}` is for files that end in {names:words}: leave it out": (
        "`{setting}` は、拡張子が {names} のファイルのための設定です。外してください"
    ),
    "there is no such column. The quasi-identifiers are {quasi:list}": "その列はありません。準識別子は{quasi}です",
    "a filter can ask of free text only whether it is missing. Write `{{missing: false}}`": (
        "自由記述に使える条件は、値の有無だけです。`{{missing: false}}` と書いてください"
    ),
    "ranges are for numbers and dates. Name the values, or nodes of the hierarchy": (
        "範囲は数値と日付のためのものです。値か、階層の節の名前を書いてください"
    ),
    "the range has no end. Give `from`, `to`, `over` or `under`": (
        "範囲に端がありません。`from`、`to`、`over`、`under` のいずれかを書いてください"
    ),
    "the range is empty: its lower end lies above its upper end": "範囲が空です。下の端が上の端より大きくなっています",
    (
        "it is not a quasi-identifier, so the release keeps it or drops it whatever the rules say. Take the condition "
        "out"
    ): "準識別子ではないため、ルールがどうであれ元のまま公開されるか、公開されません。条件を外してください",
    "rules cannot ask about free text. Take the condition out": (
        "ルールでは自由記述を調べられません。条件を外してください"
    ),
    "`has` is for set columns. Write the value, or a list of values": (
        "`has` は集合の列のためのものです。値か、値のリストを書いてください"
    ),
    "`{one}` and `{other}` are two ends of one side. Keep one of them": (
        "`{one}` と `{other}` は同じ側の端です。どちらか一つにしてください"
    ),
    "`{end}: {text}` is no {kind:s}": "`{end}: {text}` は{kind}ではありません",
    "it is a set column. Write `has: […]` for the items that a record must have": (
        "集合の列です。レコードが持つべき項目を `has: […]` と書いてください"
    ),
    "no record has the items {missing:list}": "項目{missing}を持つレコードがありません",
    "{label!r} is no {where:s}": "{label}は{where}ではありません",
    "{label!r} is no {kind:s} and no node of its hierarchy": "{label}は{kind}でも階層の節でもありません",
    "rule {name!r}": "ルール{name}",
    "rule number {number}": "{number} 番目のルール",
    "the key {key!r} is not known": "キー{key}はありません",
    "the key {key!r} is needed": "キー{key}が必要です",
    "condition on {column!r}: {problem:s}": "列{column}の条件：{problem}",
    "it has no condition; a rule for everyone needs no rule": "条件がありません。全員に当てはまるルールは不要です",
    "{places:places}: {why:known}": "{places}：{why}",
    "it belongs to {owners:or}: add the type": "{owners} の設定です。型を書いてください",
    "it belongs to {owners:or}; {why:known}": "{owners} の設定です。{why}",
    "this key is not known (known are {names:words})": "このキーはありません（使えるのは {names}）",
    "the role {role} and the type {kind}": "役割が {role} で型が {kind}",
    "the role {role}": "役割が {role}",
    "The rules": "ルール",
    "Rule {name!r}": "ルール{name}",
    "phrases": "語句",
    "many texts": "テキスト",
    "`{one}` and `{other}` both say what the columns are called: leave one out": (
        "`{one}` と `{other}` はどちらも列名を決める設定です。どちらかを外してください"
    ),
    "`privacy.{promise}.{column}`: it is for numbers, dates and categories": (
        "`privacy.{promise}.{column}`：使えるのは数値、日付、カテゴリです"
    ),
    "`at_least` is the number of a level here, 1 for the one above the items": (
        "ここでは `at_least` に段の番号を書きます。項目のすぐ上の段が 1 です"
    ),
    "`at_least` names a level, and there is none: give the column a `hierarchy`": (
        "`at_least` は階層の段を指しますが、階層がありません。列に `hierarchy` を指定してください"
    ),
    "`at_least` names no level of the hierarchy: it has {levels:words}": (
        "`at_least` が階層の段と一致しません。段は {levels} です"
    ),
    "`recoding` is written as JSON: give it a name that ends in .json": (
        "`recoding` は JSON で書き出します。名前は .json で終わるようにしてください"
    ),
    "a stored column has exactly one of `level`, `nodes`, `ranges`, `values`": (
        "保存された列には `level`、`nodes`、`ranges`、`values` のうち一つだけが必要です"
    ),
}
"""What stands in the holes of messages."""
