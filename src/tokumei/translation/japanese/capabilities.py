"""What a mechanism cannot do, from the table of capabilities."""

from __future__ import annotations

__all__ = ["PARTS"]

PARTS: dict[str, str] = {
    "groups that are kept publish what they did, and not what the others do: leave `ledger` out, or `recoding`": (
        "引き継いだグループは、ほかのグループと別の値を公開します。`ledger` か `recoding` を外してください"
    ),
    "a ledger has to know whose each record is: name the identifier as `person`": (
        "台帳には、どのレコードが誰のものかが必要です。識別子を `person` に指定してください"
    ),
    "texts are masked anew in every release: leave `ledger` out, or the text": (
        "テキストは公開のたびに伏せ字にし直します。`ledger` かテキストを外してください"
    ),
    "what is made beside groups is made anew in every release: leave `ledger` out": (
        "グループの外で作るものは、公開のたびに作り直します。`ledger` を外してください"
    ),
    "groups that are kept may have to be coarser: leave `ledger` out, or `at_most`": (
        "引き継いだグループは、もっと粗くなることがあります。`ledger` か `at_most` を外してください"
    ),
    "deleting items from some records can break k^m-anonymity: leave `absence` out, or `km`": (
        "一部のレコードから項目を削ると、k^m-匿名性が崩れることがあります。`absence` か `km` を外してください"
    ),
    "groups that are kept publish items, not nodes: leave `ledger` out, or the hierarchy": (
        "引き継いだグループは、ノードではなく項目を公開します。`ledger` か階層を外してください"
    ),
    "k^m-anonymity is made anew in every release: leave `ledger` out, or `km`": (
        "k^m-匿名性は公開のたびに作り直します。`ledger` か `km` を外してください"
    ),
    "groups that are kept cannot follow the whole: leave `ledger` out, or `beta_likeness`": (
        "引き継いだグループは、全体の分布に合わせられません。`ledger` か `beta_likeness` を外してください"
    ),
    "groups that are kept cannot follow a population: leave `ledger` out, or `presence`": (
        "引き継いだグループは、母集団に合わせられません。`ledger` か `presence` を外してください"
    ),
    "groups that are kept cannot follow a population: leave `ledger` out, or `k_map`": (
        "引き継いだグループは、母集団に合わせられません。`ledger` か `k_map` を外してください"
    ),
    "groups that are kept cannot follow the whole: leave `ledger` out, or `t_closeness`": (
        "引き継いだグループは、全体の分布に合わせられません。`ledger` か `t_closeness` を外してください"
    ),
    "a node of an item hierarchy says less than an item: leave `absence` out, or the hierarchy": (
        "項目の階層のノードは、項目より少ないことしか言いません。`absence` か階層を外してください"
    ),
    "beside a history only its subject has a pseudonym, which is a fresh one where nothing is said: leave it out": (
        "履歴で仮名になるのは `subject` の列だけです（指定がなければ毎回新しい仮名）。この設定を外してください"
    ),
    "nothing weighs one column's loss against another's here: leave `weight` out": (
        "ここでは列の損失どうしを重みで比べません。`weight` を外してください"
    ),
    "TF-IDF counts rules, not losses: leave `weight` out, or take `score: purpose`": (
        "TF-IDF は損失ではなくルールを数えます。`weight` を外すか、`score: purpose` を選んでください"
    ),
    "a history publishes what its aligned records have in common: leave it out": (
        "履歴では、そろえたレコードに共通する部分を公開します。この設定を外してください"
    ),
    "`cluster` and `match` are for histories: name a `subject`, or leave them out": (
        "`cluster` と `match` は履歴のための設定です。`subject` を指定するか、これらを外してください"
    ),
    "histories have a mechanism of their own": "履歴には専用の方法があります",
    "`label` is what `score: gain` helps to predict: take that score, or leave `label` out": (
        "`label` は `score: gain` で予測したい列です。そのスコアを選ぶか、`label` を外してください"
    ),
    "texts are masked beside the groups": "文章は、グループとは別に伏せ字にします",
    "columns that are neither texts beside groups nor under `km` make up groups": (
        "グループは、別に伏せ字にする文章と `km` の列を除く列で作ります"
    ),
    (
        "all children of a node are opened at once, and some texts are like no other: leave `within: group` out, or "
        "take `score: ncp`"
    ): (
        "節の子を一度に開きますが、ほかに似たもののない文章もあります。`within: group` を外すか、`score: ncp` を選んで"
        "ください"
    ),
    "texts within groups make up groups, like other columns": "グループ内の文章は、ほかの列と同じくグループを作ります",
    (
        "a population is held against what groups publish, and it has no texts: leave `within: group` out, or this "
        "promise"
    ): "母集団はグループの公開値と比べますが、母集団に文章はありません。`within: group` か、この約束を外してください",
    (
        "what texts have in common differs from group to group, and here values are put together for all: leave "
        "`recoding` out, or `within: group`"
    ): (
        "文章の共通部分はグループごとに異なりますが、この方法では値を全レコード共通にまとめます。`recoding` か "
        "`within: group` を外してください"
    ),
    "it has one way only: leave `effort` out, or take `score: ncp`": (
        "方法は一つだけです。`effort` を外すか、`score: ncp` を選んでください"
    ),
    "a range that is open or widened is written as one: leave `output.numbers` out, or this setting": (
        "開いた範囲や広げた範囲は一つの値として書き出します。`output.numbers` か、この設定を外してください"
    ),
    "records that are removed can make other values rare: leave `suppress` out, or `rare`": (
        "レコードを削除すると、ほかの値がまれになることがあります。`suppress` か `rare` を外してください"
    ),
    "a set under k^m publishes items or nodes: leave `publish` out": (
        "k^m の対象の集合は、項目か節を公開します。`publish` を外してください"
    ),
    "k^m-anonymity removes items, not records: leave `suppress` out": (
        "k^m-匿名性で削除するのは項目で、レコードではありません。`suppress` を外してください"
    ),
    "nothing is split where the set under `km` is the only column to protect: leave `score` out": (
        "保護する列が `km` の集合だけなので、分割するものがありません。`score` を外してください"
    ),
    "k^m-anonymity has one way only: leave `effort` out": "k^m-匿名性の方法は一つだけです。`effort` を外してください",
    "rules ask about groups, and nothing is grouped here: leave `rules` out": (
        "ルールはグループについてのもので、このジョブではグループを作りません。`rules` を外してください"
    ),
    "each text column is masked by itself": "文章の列は、一列ずつ伏せ字にします",
    "a text has no hierarchy": "文章に階層はありません",
    "a text has no items": "文章に項目はありません",
    "a text is published masked: leave `publish` out": "文章は伏せ字で公開します。`publish` を外してください",
    "`km` is for sets": "`km` は集合のための設定です",
    "masking hides characters and removes no record: leave `suppress` out": (
        "伏せ字は文字を隠すだけで、レコードを削除しません。`suppress` を外してください"
    ),
    "nothing is split where only texts are protected: leave `score` out": (
        "保護する列が文章だけなので、分割するものがありません。`score` を外してください"
    ),
    "masking has one way only: leave `effort` out": "伏せ字の方法は一つだけです。`effort` を外してください",
    "rules cannot ask about free text: leave `rules` out": (
        "ルールでは自由記述を調べられません。`rules` を外してください"
    ),
    "a history removes records, which can make other values rare: leave `rare` out": (
        "履歴ではレコードを削除するため、ほかの値がまれになることがあります。`rare` を外してください"
    ),
    "a history names its people by `subject`: leave `person` out": (
        "履歴では、人を `subject` で指定します。`person` を外してください"
    ),
    "a history protects all records of a subject together: leave `one_per` out": (
        "履歴では、一人の全レコードをまとめて保護します。`one_per` を外してください"
    ),
    (
        "beside a history a text can tell its people apart, whatever is masked: leave `within: table` out, so that the "
        "texts of a line are published equal, or accept that with `shown: true`"
    ): (
        "履歴とともに公開する文章は、どう伏せても人を区別できてしまうことがあります。`within: table` を外して、共有する"
        "行の文章を同一にするか、`shown: true` で承知のうえ公開してください"
    ),
    (
        "the texts of a history are counted by the people who have them, neither made equal nor looked up in a "
        "registry: leave this out, or `within: table`"
    ): (
        "履歴の文章は、それをもつ人の数で数えます。同一にすることも、名簿で引くこともしません。この設定か "
        "`within: table` を外してください"
    ),
    (
        "a text beside a history takes no part in putting its people together: leave its `weight` out, or "
        "`within: table`"
    ): (
        "履歴の行とは別に伏せる文章は、人をまとめるときに使いません。その `weight` か `within: table` を外してください"
    ),
    "lines differ by their members, not by an item: leave `absence` out": (
        "共有する行の違いは構成員によるもので、項目の有無によるものではありません。`absence` を外してください"
    ),
    "a population has no histories to compare with: leave `{setting}` out": (
        "母集団には比べられる履歴がありません。`{setting}` を外してください"
    ),
    "a set of a history stands in lines that k people share, whatever is known: leave `km` out": (
        "履歴の集合は、何を知っていても k 人が共有する行に公開されます。`km` を外してください"
    ),
    "`surplus` is for histories: name a `subject`, or leave it out": (
        "`surplus` は履歴のための設定です。`subject` を指定するか、これを外してください"
    ),
    (
        "a column that is published as it is, or a text beside the lines, could tell which pseudonyms are one "
        "person's: leave it out, or `surplus: again`"
    ): (
        "元のまま公開する列や、行とは別に伏せ字にするテキストから、どの仮名が同じ人のものか分かるおそれがあります。"
        "その列か `surplus: again` を外してください"
    ),
    "a person has several pseudonyms here, which are fresh ones: leave `pseudonym` out": (
        "ここでは一人が複数の仮名を持ち、いずれも新しく作られます。`pseudonym` を外してください"
    ),
    "a ledger keeps one group for a person: leave `ledger` out, or `surplus: again`": (
        "台帳は一人につき一つのグループを記録します。`ledger` か `surplus: again` を外してください"
    ),
    "clusters that are kept remove what they must: leave `ledger` out, or `suppress`": (
        "維持するクラスタでは必要な分だけ削除されます。`ledger` か `suppress` を外してください"
    ),
    "clusters that are kept cannot be made diverse: leave `ledger` out, or the promise of values": (
        "維持するクラスタの値は多様にできません。`ledger` か、値についての約束を外してください"
    ),
    "a history publishes nodes with a hierarchy, ranges and sets without: leave `publish` out": (
        "履歴では、階層があれば節を、なければ範囲と集合を公開します。`publish` を外してください"
    ),
    (
        "beside a history a column that is published as it is can tell its people apart: make it a quasi-identifier, "
        "or accept that with `shown: true`"
    ): (
        "履歴のほかに元のまま公開する列があると、人を区別できることがあります。準識別子にするか、`shown: true` で承諾し"
        "てください"
    ),
    "histories are aligned, not split: leave `score` and `algorithm` out": (
        "履歴は分割せず、そろえます。`score` と `algorithm` を外してください"
    ),
    "`cluster: count` with `match: sort` is the paper's way, and has one only: leave `effort` out": (
        "`cluster: count` と `match: sort` は論文の方法で、一通りしかありません。`effort` を外してください"
    ),
    (
        "`cluster: count` with `match: sort` looks at counts and numbers alone, and cannot be made for a purpose: "
        "leave it out, or take another `cluster` or `match`"
    ): (
        "`cluster: count` と `match: sort` の組み合わせは、件数と数値だけを見る方法で、ほかの目的に合わせられません。"
        "この設定を外すか、`cluster` か `match` を変えてください"
    ),
    (
        "texts are masked by records, whoever wrote them: set `one_per`, mask them `within: group`, or leave the text "
        "out"
    ): (
        "テキストは、誰が書いたかによらずレコード単位で伏せ字にします。`one_per` か `within: group` を指定するか、"
        "テキストを外してください"
    ),
    "a history protects all records of a subject together: leave `suppress_by` out": (
        "履歴は一人の全レコードをまとめて保護します。`suppress_by` を外してください"
    ),
    "k^m-anonymity counts records, not people: set `one_per`, or leave `km` out": (
        "k^m-匿名性は人ではなくレコードを数えます。`one_per` を指定するか、`km` を外してください"
    ),
    "a ledger keeps the group of a person, who must have one record: set `one_per`": (
        "台帳は人のグループを引き継ぐため、一人 1 件にする必要があります。`one_per` を指定してください"
    ),
    (
        "the paper removes records where it splits by an item, and this job has no set: leave `suppress` out, or take "
        "`score: ncp`"
    ): (
        "論文の方法では項目で分割するときにレコードを削除しますが、このジョブには集合がありません。`suppress` を外すか"
        "、`score: ncp` を選んでください"
    ),
    "a population is compared with groups, and nothing is grouped here: leave it out": (
        "母集団はグループと比べますが、このジョブではグループを作りません。この設定を外してください"
    ),
    (
        "a population is held against what groups publish, and a hierarchy by frequency or meaning is made from the "
        "source: take one from a file, or leave this promise out"
    ): (
        "母集団はグループの公開値と比べますが、頻度や意味による階層は入力から作られます。ファイルの階層を使うか、この約"
        "束を外してください"
    ),
    (
        "a hierarchy by frequency or meaning is made of the source's values, which would be stored: name a "
        "file that holds it"
    ): (
        "頻度や意味による階層は入力の値から作られ、それが保存されてしまいます。ファイルに書き出し、その名前を指定してく"
        "ださい"
    ),
    "a recoding by column or level is a mechanism of its own": "列ごと、段ごとの変換には専用の方法があります",
    "a score chooses the splits of groups, and here values are put together for all: leave it out": (
        "スコアはグループの分割を選ぶものですが、ここでは全レコードで値をまとめます。この設定を外してください"
    ),
    "histories are aligned, each with those like it: leave `recoding` out": (
        "履歴は似たものどうしでそろえます。`recoding` を外してください"
    ),
    "nothing is grouped by single values here: leave `recoding` out": (
        "ここでは集合以外の列でグループを作りません。`recoding` を外してください"
    ),
    "one partition of the values for all records is of single values: leave `recoding` out, or promise the set `km`": (
        "全レコードに共通の値のまとめ方は、集合以外の列のためのものです。`recoding` を外すか、集合に `km` を約束してく"
        "ださい"
    ),
    "only a recoding by column or level can be applied to other data: set `method.recoding`": (
        "別のデータに適用できるのは、列ごと、段ごとの変換だけです。`method.recoding` を指定してください"
    ),
    "ranges that end with values of the source would store these: set `ends` of the column, or give it a `hierarchy`": (
        "範囲の端が入力の値だと、それが保存されてしまいます。列に `ends` か `hierarchy` を指定してください"
    ),
    "records that are removed where it is applied can make other values rare: leave `rare` out": (
        "適用先でレコードを削除すると、ほかの値がまれになることがあります。`rare` を外してください"
    ),
    "the best levels are looked for among all: leave `effort` out": (
        "最良の段はすべての中から探します。`effort` を外してください"
    ),
    "what a history publishes is of its own records: leave `output.recoding` out": (
        "履歴の公開値は、その履歴のレコードだけのものです。`output.recoding` を外してください"
    ),
}
"""What stands in the holes of messages."""
