"""Promises, texts and histories."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    (
        "With `at_most` of {names:list}, {removed:n} of {records:n} records are in no group that keeps the promises, "
        "and `suppress` allows the removal of {budget:n}. Allow more, or name a coarser level."
    ): (
        "{names}の `at_most` により、{records} 件中 {removed} 件は約束を守れるグループに入りません。`suppress` で削除で"
        "きるのは {budget} 件です。これを増やすか、もっと粗い段を指定してください。"
    ),
    "`n` is {n}; an n-gram has from 1 to {most:n} characters.": (
        "`n` は {n} ですが、n-gram の文字数は 1 から {most} までです。"
    ),
    "`k` is {k}; it must be at least 2: with k = 1 every text may be unique.": (
        "`k` は {k} ですが、2 以上にしてください。k = 1 では、どのテキストも一意になりえます。"
    ),
    "`passes` is {passes}; give the number of passes, or 0 for until nothing changes.": (
        "`passes` は {passes} ですが、回数か、変化がなくなるまで繰り返す 0 を指定してください。"
    ),
    (
        "`{name}: {value}` says how rare n-grams are masked, and with `equal` or a `registry` in both directions none "
        "is left: leave `{name}` out, or set `direction: released` of the registry."
    ): (
        "`{name}: {value}` はまれな n-gram の伏せ方を決めますが、`equal` や両方向の `registry` では"
        "まれな n-gram が残りません。"
        "`{name}` を外すか、`registry` に `direction: released` を指定してください。"
    ),
    "`guess` compares texts character by character, and `merge` hides how many there were.": (
        "`guess` はテキストを一文字ずつ比べますが、`merge` は文字数を隠します。どちらかを外してください。"
    ),
    (
        "`mask_char` must be one visible character that stands by itself, such as `*`: not a control, a combining "
        "mark, an emoji, a part of a flag or of a Hangul syllable."
    ): (
        "`mask_char` には、`*` のように単独で見える一文字を指定してください。制御文字、結合文字、絵文字、旗やハングルの"
        "一部は使えません。"
    ),
    "`mask_char` is white space, which is removed: choose another, or set `whitespace: keep`.": (
        "`mask_char` が空白ですが、空白は取り除かれます。別の文字にするか、`whitespace: keep` を指定してください。"
    ),
    "`keep` has a phrase that contains the mask character: choose another `mask_char`.": (
        "`keep` の語句に伏せ字の記号が含まれています。別の `mask_char` を選んでください。"
    ),
    "`keep` has an empty phrase: leave it out.": "`keep` に空の語句があります。取り除いてください。",
    "`privacy.k` must be at least 2: with k = 1 every history may be unique.": (
        "`privacy.k` は 2 以上にしてください。k = 1 では、どの履歴も一意になりえます。"
    ),
    (
        "The data have {subjects:n} subjects, fewer than k = {k:n}, so no history can be hidden among k. Lower "
        "`privacy.k` to at most {most:n}, or add subjects."
    ): (
        "データの人数は {subjects} 人で k = {k} より少なく、k 人の中に履歴を隠せません。`privacy.k` を {most} 以下にす"
        "るか、人数を増やしてください。"
    ),
    "{where:s}: it needs a list `categories`, each with a name and keywords.": (
        "{where}：リスト `categories` が必要です。各項目に名前とキーワードを書いてください。"
    ),
    "{where:s}: it has keys that are not known: {keys:list}.": "{where}：使えないキーがあります：{keys}。",
    "{where:s}: a category has a `name`, `keywords` and `examples`, and nothing else.": (
        "{where}：分類に書けるのは `name`、`keywords`、`examples` だけです。"
    ),
    "A history job needs a column with the role quasi.": "履歴のジョブには、役割が quasi の列が必要です。",
    (
        "Column {column!r}: {missing:n} of its {distinct:n} distinct values are missing from its hierarchy. Add a row "
        "for each of them."
    ): "列{column}：{distinct} 種類の値のうち {missing} 種類が階層にありません。それぞれに一行を加えてください。",
    (
        "Column {column!r} is a {kind:s}. A history takes numbers, dates, categories and sets: give the column another "
        "type, or leave it out."
    ): (
        "列{column}は{kind}です。履歴で使えるのは数値、日付、カテゴリ、集合です。別の型にするか、この列を外してくださ"
        "い。"
    ),
    (
        "With `method.surplus: again`, {share:s} of the records are removed at the least that was tried, more than "
        "`privacy.suppress` allows. Raise it to that, or lower `privacy.k`."
    ): (
        "`method.surplus: again` では、試した中で最も少なくても {share} のレコードが削除され、"
        "`privacy.suppress` の上限を超えます。上限をその値まで上げるか、`privacy.k` を下げてください。"
    ),
    (
        "Clusters by count remove {share:s} of the records, more than `privacy.suppress` allows. Raise it, or take "
        "`method.cluster: similar`."
    ): (
        "レコード数によるクラスタでは {share} のレコードが削除され、`privacy.suppress` の上限を超えます。上限を上げるか"
        "、`method.cluster: similar` を選んでください。"
    ),
    (
        "With k = {k:s}, the histories' lengths alone remove {share:s} of the records: members of a cluster publish as "
        "many rows as the shortest of them. Raise `privacy.suppress` to at least that, or lower `privacy.k`."
    ): (
        "k = {k} では、履歴の長さの違いだけで {share} のレコードを削除することになります。クラスタの全員が、最も短い履"
        "歴と同じ行数を公開するためです。`privacy.suppress` をその値以上にするか、`privacy.k` を下げてください。"
    ),
    (
        "Lines of {size:s} different sensitive values need as many subjects, and the data have {subjects:s}: ask for "
        "at most that many values, or add subjects."
    ): (
        "{size} 種類の機微な値を示すには同じ数の人が必要ですが、データには {subjects} 人しかいません。値の種類をその数"
        "以下にするか、人を増やしてください。"
    ),
    (
        "No line of the histories shows values of column {column!r} that keep what is promised of it: a line has as "
        "many as a cluster has subjects. Raise `privacy.k`, ask for less, or leave the promise out."
    ): (
        "列{column}についての約束を守って値を示せる行がありません。一つの行にある値は、クラスタの人数までです。"
        "`privacy.k` を上げるか、条件を緩めるか、この約束を外してください。"
    ),
    (
        "Column {column!r} is declared `constant`, but changes in {records:s} records of {subjects:s} subjects. "
        "Correct them, or leave `constant` out."
    ): (
        "列{column}は `constant` と宣言されていますが、{subjects} 人の {records} レコードで値が変わっています。データを"
        "直すか、`constant` を外してください。"
    ),
    "The promise {promise!r} needs a column with the role sensitive. The sensitive columns are {columns:list}.": (
        "約束{promise}には、役割が sensitive の列が必要です。機微な列は{columns}です。"
    ),
    (
        "Column {column!r} is free text, for which {form:s} is not defined. Declare it as a category, or take it out "
        "of `privacy`."
    ): "列{column}は自由記述で、{form}は定義されません。カテゴリとして宣言するか、`privacy` から外してください。",
    "Column {column!r} is a set, for which only distinct l-diversity is defined. Replace {form:s} in `privacy`.": (
        "列{column}は集合で、使えるのは l-多様性（種類数）だけです。`privacy` の{form}を置き換えてください。"
    ),
    (
        "{asked:s}, but column {column!r} has {different:n} different values in the whole table; the largest possible "
        "l is {most:n}."
    ): "{asked}が、列{column}の値は表全体で {different} 種類です。l は {most} 以下にしてください。",
    "Entropy l-diversity of {column!r}: l must be a number above 1.": (
        "{column}の l-多様性（エントロピー）：l は 1 より大きい数にしてください。"
    ),
    (
        "Column {column!r} is promised entropy l-diversity with l = {l}, but even {rest:s} reaches only {best}: that "
        "is the largest possible l."
    ): (
        "列{column}に l-多様性（エントロピー、l = {l}）を約束していますが、{rest}でも {best} にしか届きません。l はそれ"
        "以下にしてください。"
    ),
    (
        "Not all promises can be kept by all {records:n} records, and no rest that keeps them was found though "
        "{spare:n} records may be removed. Raise `privacy.suppress`, lower k or l, or promise less."
    ): (
        "{records} 件すべてで全部の約束を守ることはできず、{spare} 件まで削除しても、守れる残りが見つかりませんでした。"
        "`privacy.suppress` を上げるか、k や l を下げるか、約束を減らしてください。"
    ),
    (
        "The release has {nameless:n} rows without a pseudonym in column {subject!r}. A row that is not removed needs "
        "one, or its history cannot be judged."
    ): (
        "公開データの {nameless} 行で、列{subject}に仮名がありません。削除していない行には仮名が必要で、なければ履歴を"
        "判定できません。"
    ),
    "k = {k:n} people, but the table has the records of {people:n}; the largest possible k is {most:n}.": (
        "k = {k} 人ですが、表にあるのは {people} 人のレコードです。k は {most} 以下にしてください。"
    ),
    (
        "{name:s} is promised with {target} over people, but all people as one group reach {reached:s}, and groups are "
        "made by dividing it. Promise what it reaches, or read one record a person with `one_per`."
    ): (
        "{name}を人について {target} と約束していますが、全員を一つのグループとしても {reached} です。グループはそれ"
        "を分けて作ります。達成できる値にするか、`one_per` で一人 1 件だけを読み込んでください。"
    ),
    "k = {k:n}, but the table has {records:n} records; the largest possible k is {most:n}.": (
        "k = {k} ですが、表は {records} 件です。k は {most} 以下にしてください。"
    ),
    "k^m-anonymity of {column!r}: k must be at least 2 and m at least 1.": (
        "{column}の k^m-匿名性：k は 2 以上、m は 1 以上にしてください。"
    ),
    "{setting} must be a whole number of at least {least}: {why:s}.": (
        "{setting} は {least} 以上の整数にしてください：{why}。"
    ),
    (
        "Column {column!r} is declared as {kind:s}, but {unread:n} of its {labels:n} different values in the release "
        "cannot be read as one. Is the release verified against the wrong job?"
    ): (
        "列{column}は{kind}と宣言されていますが、公開データの {labels} 種類の値のうち {unread} 種類がそのように読めませ"
        "ん。別のジョブで検証していませんか。"
    ),
    "A promise names the column {column!r}, of which the type is not known.": (
        "約束にある列{column}の型が分かりません。"
    ),
    "{asked:s}, but even {rest:s} needs a c above {least} with l = {l}. Choose a larger c or a smaller l.": (
        "{asked}が、{rest}でも l = {l} では {least} より大きい c が必要です。c を大きくするか、l を小さくしてください。"
    ),
    "Recursive (c, l)-diversity of {column!r}: c must be a number above 0.": (
        "{column}の再帰的 (c, l)-多様性：c は 0 より大きい数にしてください。"
    ),
    "`suppress` is the share of the records that may be removed: a number from 0 to 1.": (
        "`suppress` は削除してよいレコードの割合です。0 から 1 までの数を指定してください。"
    ),
    "t-closeness of {name!r} has the hierarchical distance, but the column has no hierarchy.": (
        "{name}の t-近接性に階層の距離（hierarchical）を指定していますが、この列に階層がありません。"
    ),
    (
        "{unknown:n} of the values that the release has in {name!r} are not in the column's hierarchy. Is it verified "
        "against the wrong job?"
    ): "公開データの{name}にある {unknown} 種類の値が、列の階層にありません。別のジョブで検証していませんか。",
    "t-closeness of {column!r}: t must lie above 0 and at most at 1.": (
        "{column}の t-近接性：t は 0 より大きく 1 以下にしてください。"
    ),
    "t-closeness of {column!r}: the distance is one of equal, ordered, hierarchical.": (
        "{column}の t-近接性：距離は equal、ordered、hierarchical のいずれかです。"
    ),
    (
        "t-closeness of {name!r} has the hierarchical distance, but the column has no hierarchy. Give it one, or "
        "choose the distance equal or ordered."
    ): (
        "{name}の t-近接性に階層の距離（hierarchical）を指定していますが、この列に階層がありません。階層を与えるか、距"
        "離を equal か ordered にしてください。"
    ),
    "{wrong:s} It lacks {missing:list}; its columns are {there:list}.": (
        "{wrong}{missing}がありません。あるのは{there}です。"
    ),
    "{wrong:s} It publishes {shown:list}, which the job calls an identifier.": (
        "{wrong}ジョブでは識別子の{shown}が公開されています。"
    ),
    "{wrong:s} It publishes {unknown:list}, which the job does not publish.": (
        "{wrong}ジョブで公開しないはずの{unknown}があります。"
    ),
    "The release has no records, so that there is nothing to verify.": (
        "公開データにレコードがなく、検証するものがありません。"
    ),
    "The release has only marks of removed records, so that there is nothing to verify.": (
        "公開データが削除の印だけで、検証するものがありません。"
    ),
    "`registry` is `collection` or a list of texts; read the file of texts first.": (
        "`registry` には `collection` かテキストのリストを渡してください。ファイルは先に読み込んでください。"
    ),
    (
        "Column {name!r} has {filled:n} texts that are not empty, fewer than k = {k}: everything would be masked. "
        "Lower k, or accept that with `all_masked: true` (`--all-masked`)."
    ): (
        "列{name}の空でないテキストは {filled} 件で k = {k} より少なく、すべて伏せ字になります。k を下げるか、"
        "`all_masked: true`（`--all-masked`）で承諾してください。"
    ),
    (
        "Column {name!r} has texts of {people:n} people, fewer than k = {k}: everything would be masked. Lower k, or "
        "accept that with `all_masked: true`."
    ): (
        "列{name}のテキストがある人は {people} 人で k = {k} より少なく、すべて伏せ字になります。k を下げるか、"
        "`all_masked: true` で承諾してください。"
    ),
    "There are {filled:n} texts, fewer than k = {k}: no text can equal {k2} others. Lower k.": (
        "テキストは {filled} 件で k = {k} より少なく、ほかの {k2} 件と同じにできません。k を下げてください。"
    ),
    (
        "No {k} texts of the registry have the same length, so no masked text can match {k2} of them. Lower k, or set "
        "`merge: true`, which hides the lengths."
    ): (
        "名簿に同じ長さのテキストが {k} 件なく、伏せ字にしたテキストが {k2} 件に当てはまりません。k を下げるか、長さを"
        "隠す `merge: true` を指定してください。"
    ),
    "The registry has {filled:n} texts, fewer than k = {k}: no text can match {k2} of them.": (
        "名簿のテキストは {filled} 件で k = {k} より少なく、{k2} 件に当てはまるテキストがありません。"
    ),
    "(α, k)-anonymity of {column!r}: α must be a number between 0 and 1.": (
        "{column}の (α, k)-匿名性：α は 0 から 1 までの数にしてください。"
    ),
    (
        "Column {column!r} is promised (α, k)-anonymity with α = {alpha}, but {rest:s} has a value with a share of "
        "{share}: α must be no smaller than that."
    ): (
        "列{column}に (α, k)-匿名性（α = {alpha}）を約束していますが、{rest}には割合が {share} の値があります。α はそれ"
        "以上にしてください。"
    ),
    "β-likeness of {column!r}: β must be a number above 0.": "{column}の β-類似性：β は 0 より大きい数にしてください。",
    "δ-presence: `at_most` must be a number between 0 and 1.": (
        "δ-存在性：`at_most` は 0 から 1 までの数にしてください。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    "distinct l-diversity": "l-多様性（種類数）",
    "Column {column!r} is promised distinct l-diversity with l = {l}": (
        "列{column}に l-多様性（種類数、l = {l}）を約束しています"
    ),
    "with l = 1 a group may have a single sensitive value": (
        "l = 1 では、グループ内の機微な値が一つでもよいことになります"
    ),
    "the table without {records:s}, the most that may be removed,": "削除できる最大の {records}を除いた表",
    "the whole table": "表全体",
    "1 record": "1 件",
    "{count:n} records": "{count} 件",
    "entropy l-diversity": "l-多様性（エントロピー）",
    "with k = 1 every text may be unique": "k = 1 では、どのテキストも一意になりえます",
    "with k = 1 every history may be unique": "k = 1 では、どの履歴も一意になりえます",
    "with k = 1 every record may be unique": "k = 1 では、どのレコードも一意になりえます",
    "it is the length of the n-grams": "n-gram の長さです",
    "with k = 1 every n-gram may be unique": "k = 1 では、どの n-gram も一意になりえます",
    "a value that one record has is the rarest there is": "1 件だけの値が最もまれです",
    "recursive (c, {l})-diversity": "再帰的 (c, {l})-多様性",
    "Column {column!r} is promised recursive ({c}, {l})-diversity": (
        "列{column}に再帰的 ({c}, {l})-多様性を約束しています"
    ),
    "with l = 1 the most frequent value is compared with itself": "l = 1 では、最頻値をそれ自身と比べることになります",
    "with k = 1 a text may match a single entry": "k = 1 では、名簿の一項目だけに当てはまるテキストがありえます",
    "The release does not fit the job: is it verified against the wrong job?": (
        "公開データがジョブと合いません。別のジョブで検証していませんか。"
    ),
    "k-anonymity": "k-匿名性",
    "k-anonymity of histories": "履歴の k-匿名性",
    "k^m-anonymity of {column}": "「{column}」の k^m-匿名性",
    "distinct l-diversity of {column}": "「{column}」の l-多様性（種類数）",
    "entropy l-diversity of {column}": "「{column}」の l-多様性（エントロピー）",
    "recursive (c, {l})-diversity of {column}": "「{column}」の再帰的 (c, {l})-多様性",
    "t-closeness of {column}": "「{column}」の t-近接性",
    "equal texts of {column}": "「{column}」の同一テキスト",
    "registry k-anonymity of {column}": "「{column}」の名簿 k-匿名性",
    "{n:n}-gram k-anonymity of {column}": "「{column}」の {n}-グラム k-匿名性",
    "rare values of {column}": "「{column}」のまれな値",
    "removed records": "削除するレコードの割合",
    "at_least of {column}": "「{column}」の `at_least`",
    "at_most of {column}": "「{column}」の `at_most`",
    "top of {column}": "「{column}」の `top`",
    "bottom of {column}": "「{column}」の `bottom`",
    "ends of {column}": "「{column}」の `ends`",
    "round of {column}": "「{column}」の `round`",
    "pseudonym of {column}": "「{column}」の仮名",
    "with k = 1 somebody may be the only one": "k = 1 では、当てはまる人が一人だけのことがあります",
    "(α, k)-anonymity": "(α, k)-匿名性",
    "β-likeness": "β-類似性",
    "(α, k)-anonymity of {column}": "「{column}」の (α, k)-匿名性",
    "β-likeness of {column}": "「{column}」の β-類似性",
    "k-map": "k-map（母集団での k-匿名性）",
    "δ-presence": "δ-存在性",
}
"""What stands in the holes of messages."""
