"""Phrases of attacks: what each is called and claims, what its attacker knows, what it needs, and what helps."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "attacks": ("What attackers reach", "攻撃者に分かること"),
    "attacks_text": (
        "Attackers who know something beside the release, tried on this very release and judged by the original. "
        "“Right” is the share of right claims, with its interval at 99 % confidence; by chance, or as is promised, it "
        "would be the figure beside it. “Beyond chance” is the share of all people tried.",
        "公開データのほかに何かを知っている攻撃者を想定し、この公開データそのものに対して試し、元データで"
        "正誤を判定した結果です。「的中」は主張のうち正しかったものの割合で、信頼度 99 % の区間を添えます。"
        "隣は偶然、または約束から見込まれる割合です。"
        "「偶然を超えた分」は、試した人全体に対する割合です。",
    ),
    "attacks_none": ("No attack was tried", "攻撃は試していません"),
    "attack": ("Attack", "攻撃"),
    "attack_knows": ("Knows", "知っていること"),
    "attack_tried": ("Tried", "試した数"),
    "attack_claims": ("Claims", "主張"),
    "attack_right": ("Right", "的中"),
    "attack_chance": ("By chance", "偶然なら"),
    "attack_promised": ("{share} promised", "約束 {share}"),
    "attack_leak": ("Beyond chance", "偶然を超えた分"),
    "attack_verdict": ("Verdict", "判定"),
    "attack_expected": ("{share} expected", "見込み {share}"),
    "attack_of": ("{attack}: {column}", "{column}：{attack}の攻撃"),
    "attack_help": ("What helps: {remedy}", "対策：{remedy}"),
    "attacks_not_tried": ("Not tried", "試さなかった攻撃"),
    "attacks_headline_breaks": (
        "An attack reaches more than a promise allows.",
        "約束を超えて的中する攻撃があります。",
    ),
    "attacks_headline_leaks": (
        "No attack breaks a promise; some learn more than chance where nothing is promised.",
        "約束を破る攻撃はありませんが、約束のない点で偶然以上に分かる攻撃があります。",
    ),
    "attacks_headline_chance": (
        "No attack that was tried learns more than chance.",
        "試した攻撃は、いずれも偶然以上のことを知りえませんでした。",
    ),
    "attacks_headline_none": ("No attack could be tried.", "試せた攻撃はありません。"),
    "attacks_limit": ("A limit of the job is passed.", "ジョブの上限を超えています。"),
    "attacks_beyond": ("Beyond a limit of the job: {sentence}.", "ジョブの上限を超えています：{sentence}。"),
    # ── verdicts ──
    "verdict_breaks": ("breaks a promise", "約束を破る"),
    "verdict_leaks": ("leaks", "漏れあり"),
    "verdict_chance": ("chance", "偶然の範囲"),
    "verdict_undecided": ("tried, and not decided: needs {needs}", "実施したが判定できず：{needs}が必要"),
    "verdict_not_tried": ("not tried: needs {needs}", "未実施：{needs}が必要"),
    # ── threats ──
    "threat_identity": ("Whose a row is", "誰の行か"),
    "threat_membership": ("Who is in the data", "誰がデータにいるか"),
    "threat_attribute": ("What somebody’s value is", "誰の値が何か"),
    "threat_class": ("Whose group somebody is in", "誰がどの集まりにいるか"),
    # ── attacks ──
    "attack_row-order": ("Order of the rows", "行の順序"),
    "attack_pseudonym-order": ("Order of the pseudonyms", "仮名の順序"),
    "attack_seed-search": ("Pseudonyms made again", "仮名の再現"),
    "attack_dictionaries": ("Dictionaries in the file", "ファイル内の辞書"),
    "attack_re-run": ("The program run again", "プログラムの再実行"),
    "attack_homogeneity": ("Everybody has the same value", "全員が同じ値"),
    "attack_nearly": ("Nine in ten have the same value", "9 割以上が同じ値"),
    "attack_lift": ("A value twice as likely as elsewhere", "他の 2 倍以上ありうる値"),
    "attack_ruled-out": ("After ruling out {m} value(s)", "値を {m} 個除外した後"),
    "attack_tight-cells": ("Ends and values that must be somebody’s", "誰かのものと決まる端や値"),
    "attack_absent": ("Fits no group", "どのグループにも合わない"),
    "attack_shadow": ("Likeness to the groups, learnt", "グループとの近さの学習"),
    "attack_singling-out": ("Singling out", "選び出し（シングリングアウト）"),
    "attack_linkability": ("Linkability", "連結可能性"),
    "attack_inference": ("Inference", "推測"),
    "attack_set-absence": ("An item that would have been published", "あれば公開されたはずの項目"),
    "attack_set-presence": ("Further items from {m} known ones", "既知の {m} 項目から他の項目"),
    "attack_whole-set": ("The published set is the whole", "公開された集合が全体"),
    "attack_beyond-m": ("One item more than m is known", "m より 1 項目多く知る"),
    "attack_known-text": ("The row of a known text", "既知のテキストの行"),
    "attack_look-up": ("A masked text looked up in a list", "伏せ字テキストの一覧照合"),
    "attack_simulation": ("A list masked by the same program", "一覧を同じプログラムで伏せ字化"),
    "attack_fill-in": ("Masked characters filled in", "伏せ字の穴埋め"),
    "attack_rows": ("Rows that were not changed", "変更されなかった行"),
    "attack_goods": ("Elimination by categories", "カテゴリによる消去法"),
    "attack_assignment": ("Everybody assigned at once", "全員の同時割当"),
    "attack_records": ("{m} known record(s)", "既知の記録 {m} 件"),
    "attack_class": ("The class behind {m} known records", "既知の記録 {m} 件から集まり"),
    "attack_range-ends": ("The low end of a range", "範囲の下端"),
    "attack_determined": ("Values left by two releases", "二つの公開データで残る値"),
    "attack_newcomers": ("Newcomers between two releases", "二つの公開データの間の新規分"),
    "attack_laid-over": ("Histories of two releases laid over each other", "二つの公開データの履歴の重ね合わせ"),
    "attack_report-hash": ("The hash of the source confirms guesses", "元データのハッシュによる推測の確認"),
    "attack_report-difference": ("Two reports, a few people apart", "数人違いの二つの報告書"),
    "attack_report-details": ("Seed and paths in the report", "報告書の乱数種とパス"),
    # ── what attackers know ──
    "knows_nothing": ("nothing but the release", "公開データのみ"),
    "knows_order": ("the order of the source", "元データの並び順"),
    "knows_customers": ("who the customers are", "顧客が誰か"),
    "knows_source": ("the whole source", "元データ全体"),
    "knows_quasi": ("the quasi-identifiers", "準識別子"),
    "knows_quasi-and-not": (
        "the quasi-identifiers, and a value that the person does not have",
        "準識別子と、その人が持たない値",
    ),
    "knows_population": ("everybody’s quasi-identifiers", "母集団の準識別子"),
    "knows_columns": ("some columns", "一部の列"),
    "knows_items": ("some items", "一部の項目"),
    "knows_text": ("one text", "テキスト 1 件"),
    "knows_list": ("a list of texts", "テキストの一覧"),
    "knows_records": ("all records", "すべての記録"),
    "knows_some-records": ("a few records", "一部の記録"),
    "knows_class": ("the person’s class", "その人の集まり"),
    "knows_both": ("both releases", "両方の公開データ"),
    "knows_report": ("the report", "報告書"),
    # ── what is missing ──
    "needs_people": ("people to try it on", "対象となる人"),
    "needs_truth": (
        "to know whose the rows are (try it in the run: `attack: true`)",
        "行が誰のものかの情報（実行時の `attack: true`）",
    ),
    "needs_more claims": ("more claims, to tell it from chance", "偶然と区別できるだけの主張の数"),
    "needs_program": (
        "a release that this program makes of this source",
        "この元データからこのプログラムが作る公開データ",
    ),
    "needs_derived": (
        "pseudonyms that may have been derived: numbers of one length, or hexadecimal",
        "導出された可能性のある仮名（桁数のそろった数、または 16 進数）",
    ),
    "needs_groups": ("columns with single values that make up groups", "グループを作る単一値の列"),
    "needs_sensitive": ("a sensitive column", "機微な列"),
    "needs_outsiders": (
        "a release of half of the people, which the job cannot make",
        "半数の人の公開データ（このジョブでは作れません）",
    ),
    "needs_ranges": ("a column of ranges", "範囲で公開される列"),
    "needs_full": (
        "to be asked for (`--full`, `attack: {{full: true}}`)",
        "指定（`--full`、`attack: {{full: true}}`）",
    ),
    "needs_also": ("a second release (`--also`)", "二つ目の公開データ（`--also`）"),
    "needs_readable": (
        "a second release in values of the original (give the later release with its original, the earlier one with "
        "`--also`)",
        "元データの値で読める二つ目の公開データ（新しい公開データをその元データとともに渡し、古いものを `--also` に）",
    ),
    "needs_report": ("the report (`--report`)", "報告書（`--report`）"),
    "needs_earlier report": ("an earlier report (`--also REPORT.json`)", "以前の報告書（`--also REPORT.json`）"),
    "needs_km": ("a set under k^m", "k^m の対象となる集合"),
    "needs_masks": ("texts with masks of one character each", "1 文字ずつの伏せ字"),
    "needs_items": ("a set with items", "項目のある集合"),
    "needs_columns": ("two columns or more", "2 列以上"),
    # ── what helps ──
    "remedy_shuffle": ("rows in another order (`output.order: shuffle`)", "行の並べ替え（`output.order: shuffle`）"),
    "remedy_pseudonyms": ("fresh random pseudonyms", "新しい無作為な仮名"),
    "remedy_dictionary": ("dictionaries without unused values", "未使用の値を含まない辞書"),
    "remedy_equal": (
        "texts and sets that equal those of k others (`equal: true`), and one record a person (`one_per`)",
        "テキストや集合を他の k 件と同一にする（`equal: true`）、一人 1 件にする（`one_per`）",
    ),
    "remedy_diversity": (
        "a larger k, l-diversity, (α, k), t-closeness",
        "k を大きくする、l-多様性、(α, k)、t-近接性",
    ),
    "remedy_likeness": ("β-likeness, t-closeness, a larger k", "β-類似性、t-近接性、k を大きくする"),
    "remedy_ends": (
        "ends on a grid (`ends: round`), hierarchies instead of sets of values, δ-presence",
        "目盛り上の端（`ends: round`）、値の集合の代わりに階層、δ-存在性",
    ),
    "remedy_hierarchies": (
        "hierarchies of numbers and dates, whose nodes are published in place of ranges",
        "数値や日付に階層を付け、範囲の代わりにその節点を公開する",
    ),
    "remedy_coarser": ("a larger k, less detail", "k を大きくする、粗くする"),
    "remedy_k": ("a larger k", "k を大きくする"),
    "remedy_mask": ("a larger k or n; `merge`", "k や n を大きくする、`merge`"),
    "remedy_registry": (
        "texts that equal k − 1 others (`equal: true`), or all others of their group (`within: group`)",
        "他の k − 1 件と同一のテキスト（`equal: true`）、またはグループ内で同一のテキスト（`within: group`）",
    ),
    "remedy_ledger": (
        "a ledger of releases, so that groups are kept and few newcomers are refused",
        "公開台帳によるグループの維持と、少数の新規分の拒否",
    ),
    "remedy_public-report": ("the public report in place of the internal one", "内部用ではなく公開用の報告書"),
    # ── risk ──
    "risk": ("Risk before and after", "加工前後のリスク"),
    "risk_text": (
        "How few people share a combination of quasi-identifiers, before and after. Prosecutor: somebody who is known "
        "to be in the data is looked for; the largest risk is one in the smallest group. Journalist: somebody of a "
        "population is looked for. Marketer: the share of all records that would be found.",
        "準識別子の組合せが同じ人がどれだけ少ないかを、加工の前後で示します。検察官型：データにいると分かって"
        "いる人を探します。最大リスクは最小グループの 1 人分です。記者型：母集団の誰かを探します。"
        "マーケター型：全レコードのうち見つかる割合です。",
    ),
    "risk_before": ("Before", "加工前"),
    "risk_after": ("After", "加工後"),
    "risk_unique": ("Unique records", "一意のレコード"),
    "risk_below_k": ("Records in groups below k", "k 未満のグループのレコード"),
    "risk_prosecutor_highest": ("Prosecutor: highest", "検察官型：最大"),
    "risk_prosecutor_above": ("Records above 1/k", "1/k を超えるレコード"),
    "risk_marketer": ("Marketer: records found on average", "マーケター型：平均で見つかる割合"),
    "risk_journalist_highest": ("Journalist: highest", "記者型：最大"),
    "risk_population_unique_zayatz": ("Unique in the population (Zayatz)", "母集団でも一意（Zayatz）"),
    "risk_population_unique_pitman": ("Unique in the population (Pitman)", "母集団でも一意（Pitman）"),
    "risk_population": ("Population: {size} people", "母集団：{size} 人"),
    "risk_combinations": (
        "Columns that make records unique (before): for each, the records of which it belongs to a smallest unique "
        "combination, of up to {size} columns",
        "レコードを一意にする列（加工前）：最大 {size} 列の最小一意組合せに、その列が含まれるレコード数",
    ),
    "risk_combination_size": ("{size} column(s)", "{size} 列"),
    "risk_alone_by": ("Unique by", "一意になる列数"),
    "risk_records": ("Records", "レコード"),
    "risk_column": ("Column", "列"),
}
