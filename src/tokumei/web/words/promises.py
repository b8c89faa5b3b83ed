"""Phrases of the promises screen."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "promises_title": ("What is promised?", "何を約束しますか"),
    "promises_lead": (
        "The release is only made if every promise holds, checked on the published values.",
        "公開する値で検証し、すべての約束が守られる場合に限って公開データを作ります。",
    ),
    "k_label": ("k: records that look alike", "k：区別できないレコードの数"),
    "k_words": (
        "Every released record equals at least {others} others in all quasi-identifiers: who knows them all finds "
        "{k} people, a chance of {share}.",
        "公開されるどのレコードも、すべての準識別子が同じレコードがほかに {others} 件以上あります。すべてを知る人でも"
        " {k} 人までしか絞れません（的中率 {share}）。",
    ),
    "sensitive_title": ("Sensitive columns", "機微な列"),
    "sensitive_none": ("No column is sensitive.", "機微な列はありません。"),
    "diversity_form": ("Diversity", "多様性"),
    "form_none": ("not promised", "約束しない"),
    "form_distinct": ("at least l different values", "l 種類以上の値"),
    "form_entropy": ("entropy of l equal values", "l 種類相当のエントロピー"),
    "form_recursive": ("recursive (c, l)", "再帰的 (c, l)"),
    "form_l": ("l", "l"),
    "form_c": ("c", "c"),
    "closeness_of": ("t: distance from the whole", "t：全体の分布との距離"),
    "closeness_words": (
        "In no group is the distribution farther than t (0 to 1) from that of the whole release; empty: not promised.",
        "どのグループの分布も、全体の分布から t（0～1）より離れません。空欄なら約束しません。",
    ),
    "suppress_label": ("Records that may be removed, in percent", "削除してよいレコードの割合（%）"),
    "suppress_words": (
        "Outliers force their neighbours to lose detail; removing a few keeps more of the rest.",
        "外れたレコードは周囲の情報まで失わせます。少数を削除すると、残りの情報が多く残ります。",
    ),
    "effort_label": ("How long to look for a better release", "探索の手間"),
    "effort_fast": ("fast", "速い"),
    "effort_default": ("default", "標準"),
    "effort_best": ("best, takes minutes", "最良（数分かかる）"),
    "attack_label": ("Try attacks on the release before it is written", "書き出す前に公開データへの攻撃を試す"),
    "purpose_of": ("What the release is for", "公開データの用途"),
    "purpose_of_text": (
        "Rules say whom an offer or a question is about. Every release is then measured by them (F1), and a score can "
        "serve them.",
        "誰を対象とするかを規則で表します。公開データが規則をどれだけ満たすか（F1）を測り、規則に合わせた加工もできます。",
    ),
    "rules_none": ("There are no rules.", "規則はありません。"),
    "rule_name": ("Rule (the same name adds a condition)", "規則の名前（同じ名前なら条件を追加）"),
    "rule_add": ("Add the condition", "条件を追加"),
    "rule_remove": ("Remove the rule {name}", "規則「{name}」を削除"),
    "score_of": ("What chooses the splits", "分割の基準"),
    "score_ncp": ("the loss (ncp)", "情報損失（ncp）"),
    "score_purpose": ("the rules (purpose)", "規則（purpose）"),
    "score_tfidf": ("the rules (tfidf)", "規則（tfidf）"),
    "curve": ("What k costs", "k と情報損失"),
    "curve_text": (
        "Each point is a whole release, made and verified in the background with `effort: fast`.",
        "各点は、背景で `effort: fast` により作成・検証した公開データです。",
    ),
    "curve_start": ("Draw the curve", "曲線を描く"),
    "curve_again": ("Draw it anew", "描き直す"),
    "curve_stale": ("The job has changed since.", "その後ジョブが変更されています。"),
    "curve_best": ("Lowest sum of loss and 1/k: k = {k}", "損失と 1/k の和が最小：k = {k}"),
    "curve_use": ("Use k = {k}", "k = {k} を使う"),
    "run_now": ("Run", "実行する"),
}
