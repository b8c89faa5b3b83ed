"""Phrases of masked texts."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    # ── promises ──
    "name_ngrams": ("{n}-gram k-anonymity of {column}", "{column}の {n}-グラム k-匿名性"),
    "means_ngrams": (
        "Every {n}-gram (characters in a row) that stays readable stands in at least {target} released texts, and so "
        "does every text that is shorter. What is rarer is masked.",
        "読める {n}-グラム（連続する文字）は、どれも {target} 件以上の公開テキストに現れます。それより短いテキストは、"
        "全体が {target} 件以上に共通です。これより珍しい部分は伏せ字です。",
    ),
    "means_ngrams_long": (
        "Every {n}-gram (characters in a row) that stays readable stands in at least {target} released texts. What is "
        "rarer is masked, but texts shorter than {n} characters pass as they are.",
        "読める {n}-グラム（連続する文字）は、どれも {target} 件以上の公開テキストに現れます。これより珍しい部分は伏せ"
        "字です。ただし {n} 文字より短いテキストはそのまま公開します。",
    ),
    "means_ngrams_people": (
        "Every {n}-gram (characters in a row) that stays readable stands in texts of at least {target} people, and so "
        "does every text that is shorter. What is rarer is masked.",
        "読める {n}-グラム（連続する文字）は、どれも {target} 人以上の公開テキストに現れます。それより短いテキストは、"
        "全体が {target} 人以上に共通です。これより珍しい部分は伏せ字です。",
    ),
    "means_ngrams_long_people": (
        "Every {n}-gram (characters in a row) that stays readable stands in texts of at least {target} people. What "
        "is rarer is masked, but texts shorter than {n} characters pass as they are.",
        "読める {n}-グラム（連続する文字）は、どれも {target} 人以上の公開テキストに現れます。これより珍しい部分は伏せ"
        "字です。ただし {n} 文字より短いテキストはそのまま公開します。",
    ),
    "name_registry": ("Registry k-anonymity of {column}", "{column}の名簿 k-匿名性"),
    "name_registry_released": (
        "Registry k-anonymity of the released texts of {column} (one direction)",
        "{column}の公開テキストの名簿 k-匿名性（一方向）",
    ),
    "means_registry": (
        "Whoever looks a released text up in the full list, taking a mask for anything that it may hide, finds at "
        "least {target} entries that fit; and whoever knows a text finds at least {target} released ones that it fits.",
        "伏せ字に何が入ってもよいものとして公開テキストを名簿で引くと、当てはまる項目が必ず {target} 件以上あります。"
        "逆に、元のテキストを知る人にとっても、当てはまる公開テキストは {target} 件以上あります。",
    ),
    "means_registry_released": (
        "Whoever looks a released text up in the full list, taking a mask for anything that it may hide, finds at "
        "least {target} entries that fit. This is one direction only: whoever knows a text may still find its row.",
        "伏せ字に何が入ってもよいものとして公開テキストを名簿で引くと、当てはまる項目が必ず {target} 件以上あります。"
        "これは一方向だけの約束です。元のテキストを知る人は、その行を見つけられることがあります。",
    ),
    "name_equal": ("Equal texts of {column}", "{column}の同一テキスト"),
    "means_equal": (
        "Every released text is the same as at least {less} others, character by character.",
        "公開されるどのテキストにも、一字一句同じものがほかに {less} 件以上あります。",
    ),
    "means_equal_people": (
        "Every released text is that of at least {less} other people too, character by character.",
        "公開されるどのテキストも、一字一句同じものをほかに {less} 人以上がもちます。",
    ),
    "summary_ngrams": (
        "No {n}-gram that can be read stands in fewer than {achieved} released texts.",
        "読める {n}-グラムは、いずれも {achieved} 件以上の公開テキストに現れます。",
    ),
    "summary_registry": (
        "No released text fits fewer than {achieved} entries of the list, nor any text fewer released ones.",
        "名簿で当てはまる項目が {achieved} 件に満たない公開テキストも、当てはまる公開テキストがそれに満たない"
        "元のテキストもありません。",
    ),
    "summary_registry_released": (
        "No released text fits fewer than {achieved} entries of the list.",
        "名簿で当てはまる項目が {achieved} 件に満たない公開テキストはありません。",
    ),
    "summary_equal": (
        "Every released text is shared by at least {achieved} records.",
        "どの公開テキストも {achieved} 件以上のレコードに共通です。",
    ),
    "summary_beside": (
        "By the quasi-identifiers other than texts, nobody can be narrowed down to fewer than {achieved} released "
        "records.",
        "テキスト以外の準識別子で絞り込んでも、公開レコードは {achieved} 件より少なくなりません。",
    ),
    "means_beside": (
        "This counts the quasi-identifiers other than {columns}: texts have promises of their own.",
        "ここでは{columns}以外の準識別子を数えます。テキストには別の約束があります。",
    ),
    # ── stages ──
    "stage_mask": ("masking", "伏せ字化"),
    "stage_guess": ("guessing", "推測攻撃"),
    # ── the section ──
    "texts": ("Masked texts", "伏せ字のテキスト"),
    "texts_text": (
        "A text is not masked, partly masked or all masked. Mask characters that the source had are not counted.",
        "テキストは、伏せ字なし・一部伏せ字・全部伏せ字のいずれかです。元からある伏せ字の記号は数えません。",
    ),
    "text_column": ("Column {column}", "列{column}"),
    "text_rates": ("How much is masked", "伏せ字の割合"),
    "text_rates_alt": (
        "{none} of the texts are not masked, {part} partly, {full} entirely.",
        "テキストのうち、伏せ字なしが {none}、一部が {part}、全部が {full} です。",
    ),
    "text_not_masked": ("Not masked", "伏せ字なし（非匿名化率）"),
    "text_partly": ("Partly masked", "一部伏せ字（匿名化率）"),
    "text_fully": ("All masked", "全部伏せ字（完全匿名化率）"),
    "text_characters": ("Masked characters", "伏せ字の文字（文字匿名化率）"),
    "text_measure": ("Measure", "指標"),
    "text_count": ("Texts", "テキスト数"),
    "text_empty": ("Empty texts", "空のテキスト"),
    "text_unique": ("Texts unlike all others", "ほかに同じものがないテキスト"),
    "text_smallest": ("Smallest set of equal texts", "同一テキストの最小件数"),
    "text_asked": ("What was asked, and what it took", "指定した内容と経過"),
    "text_fixpoint": (
        "Asked: what stays readable is shared by {k} texts in runs of n = {n} characters, masking again until nothing "
        "changes. Rounds needed: {rounds}.",
        "指定：読める部分は n = {n} 文字ごとに {k} 件以上に共通とし、変化がなくなるまで伏せ字を繰り返します（反復 "
        "{rounds} 回）。",
    ),
    "text_passes": (
        "Asked: n = {n} and k = {k}, and a fixed number of rounds: {passes}. That promises nothing of the n-grams; "
        "what was reached stands among the promises.",
        "指定：n = {n}、k = {k} で {passes} 回だけ伏せ字にします。回数を決めた場合、n-グラムについての約束はあり"
        "ません。達成値は約束の表に示しました。",
    ),
    "text_least": (
        "Of a rare run only as many characters are masked as break it, so that more can be read, and looked up.",
        "珍しい並びのうち、それを崩すのに必要な文字だけを伏せています。読める部分が増え、名簿でも引きやすくなります。",
    ),
    "text_equal": (
        "Texts are equal in sets of at least k: similar texts were put together, and what differs was masked.",
        "k 件以上ずつ同一のテキストにします。似たテキストをまとめ、異なる部分を伏せ字にしました。",
    ),
    "text_within": (
        "All texts of a group are published equal: what they have in common is shown in its order, and one mask stands "
        "for one character or more of what differs. A text is one more column of its group.",
        "グループのテキストはすべて同一にして公開します。共通する部分を順序どおりに残し、異なる部分は一つの伏せ字（一文字"
        "以上）にします。テキストもグループの列の一つになります。",
    ),
    "text_by_people": (
        "What one person wrote counts once, in however many texts it stands: people are counted, not texts.",
        "同じ人が書いたものは、何件のテキストに現れても一度だけ数えます。数えるのはテキストではなく人です。",
    ),
    "text_beside_instead": (
        "Beside the groups, by what is rare in runs of 2 characters, {share} of the characters would be masked; then "
        "whoever knows a text could find its row.",
        "グループとは別に、2 文字の並びの珍しさで伏せる場合、伏せ字は文字の {share} になりますが、元のテキストを知る人"
        "はその行を見つけられることがあります。",
    ),
    "text_within_instead": (
        "Equal within these groups, which were made without a look at the texts, {share} of the characters would be "
        "masked; then whoever knows a text would be left with its whole group (`within: group`, which looks at them).",
        "テキストを見ずに作ったこのグループの中で同一にする場合、伏せ字は文字の {share} になり、元のテキストを知る人に"
        "分かるのはグループまでです（`within: group` はテキストも見てグループを作ります）。",
    ),
    "text_nothing_hidden": (
        "{texts} missing or empty texts are masked too, since others of their group have one.",
        "同じグループにほかのテキストがあるため、欠損または空のテキスト {texts} 件も伏せ字にしました。",
    ),
    "text_registry": (
        "Registry k-anonymity was asked for, by the list {registry}: {widened} of the texts were masked further to "
        "reach it.",
        "名簿 k-匿名性を指定（名簿：{registry}）：そのために {widened} 件の伏せ字を広げました。",
    ),
    "text_registry_released": (
        "Registry k-anonymity was asked for in one direction, by the list {registry}: {widened} of the texts were "
        "masked further to reach it. Whoever knows a text may still find its row.",
        "名簿 k-匿名性を一方向だけ指定（名簿：{registry}）：そのために {widened} 件の伏せ字を広げました。"
        "元のテキストを知る人は、その行を見つけられることがあります。",
    ),
    "text_collection": ("of the texts themselves", "元のテキスト全体"),
    "text_resized": (
        "{resized} of the texts that are all masked were given another length, since too few have their own.",
        "全部伏せ字のテキスト {resized} 件は、同じ長さのものが少ないため、長さを変えました。",
    ),
    "text_kept": (
        "Phrases that stay readable by request: {phrases}. They left {characters} characters readable, in {texts} of "
        "the texts, that would be masked without them; verification exempts these and nothing else.",
        "指定により {phrases} 個の語句を残しています。本来は伏せ字になる {characters} 文字（{texts} 件）が、そのために"
        "読めます。検証で除外するのはこの語句だけです。",
    ),
    "text_kept_lost": (
        "{characters} characters of these phrases had to be masked all the same, for a stronger promise.",
        "より強い約束のため、これらの語句のうち {characters} 文字は伏せ字になりました。",
    ),
    "text_told_apart": (
        "{unique} of the released texts equal no other; the smallest set of equal texts has {smallest}.",
        "公開テキストの {unique} は、ほかに同じものがありません。同一テキストの最小件数は {smallest} です。",
    ),
    # ── the guessing attack ──
    "text_revealed": ("Characters that kept phrases left readable", "残す語句により読める文字"),
    "text_alone": ("Released texts that fit a single original", "元のテキストが一つに決まる公開テキスト"),
    "text_guess": ("Can it be guessed?", "推測できるか"),
    "text_guess_text": (
        "A model of which characters follow which, trained on {training} of the original texts, filled the masks of "
        "{texts} others.",
        "元のテキスト {training} 件で学習した文字の言語モデルが、別の {texts} 件の伏せ字を埋めました。",
    ),
    "text_guess_characters": ("Characters restored", "復元された文字（文字特定率）"),
    "text_guess_masks": ("Whole masks restored", "全体が復元された伏せ字"),
    "text_guess_baseline": ("Most frequent character", "最頻の文字を当てた場合"),
    "text_guess_alt": (
        "{characters} of the masked characters and {masks} of the masks were restored; always guessing the most "
        "frequent character restores {baseline}.",
        "伏せ字の文字の {characters}、伏せ字全体の {masks} が復元されました。常に最頻の文字とすると {baseline} です。",
    ),
    "text_found_alone": (
        "Looked up among the original texts, {share} of the released texts fit just one.",
        "公開テキストの {share} は、元のテキストの中で当てはまるものが一件だけです。",
    ),
    # ── limits ──
    "text_limits_text": (
        "Masking hides what is rare. It does not by itself hide what the texts say. The points below follow from the "
        "promises of this release.",
        "伏せ字は珍しい部分を隠します。テキストの内容を隠すとは限りません。以下は、このデータで約束した内容に応じた注"
        "意点です。",
    ),
    "text_beside": ("Texts beside other columns", "ほかの列と並ぶテキスト"),
    "text_beside_text": (
        "The groups are made without {columns}. A record whose masked text is unlike all others can be told apart "
        "inside its group by whoever knows the text.",
        "グループは{columns}を除いて作られます。伏せ字にした後もほかと異なるテキストを持つレコードは、そのテキストを知"
        "る人にはグループの中で区別できます。",
    ),
    "text_apart": ("Texts of common parts", "ありふれた部分の組み合わせ"),
    "text_apart_text": (
        "{columns}: a text can be the only one of its kind although each of its parts is common. The share of such "
        "texts stands above; equal texts can be asked for instead.",
        "{columns}：各部分がありふれていても、全体としては一つしかないテキストがありえます。その割合は上に示しました。"
        "同一テキストの約束を指定すれば防げます。",
    ),
    "text_lookup": ("Looking texts up", "名簿との照合"),
    "text_lookup_text": (
        "{columns}: whoever has a full list of such texts (a register of names, say) can look for the entries that "
        "fit a masked one, and often finds a single one. Registry k-anonymity prevents it.",
        "{columns}：同種のテキストの一覧（名称の名簿など）を持つ人は、伏せ字に当てはまる項目を探せます。一件に決まる"
        "ことも少なくありません。名簿 k-匿名性を指定すれば防げます。",
    ),
    "text_context": ("Guessing from what is left", "残った部分からの推測"),
    "text_context_text": (
        "{columns}: what stands beside a mask, its length, and what a reader knows of the matter can tell what is "
        "behind it.",
        "{columns}：伏せ字の前後や長さ、読み手の知識から、隠れた部分が分かることがあります。",
    ),
}
