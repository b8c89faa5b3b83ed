"""Phrases on how well a release serves its rules."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "purpose": ("How well the rules are served", "ルールをどれだけ満たせるか"),
    "purpose_text": (
        "For every rule: who would get the offer from the release, against who gets it from the original. Where "
        "published values fit a rule in part only, an offer counts with the part that fits. F1 is 100% when exactly "
        "the right people get it.",
        "ルールごとに、公開データから選ばれる人と、元のデータから選ばれる人とを比べました。公開値がルールに一部だけ当て"
        "はまる場合は、その割合で数えます。対象者だけが過不足なく選ばれると F1 は 100% になります。",
    ),
    "purpose_worst": (
        "The {shown} rules that are served worst, of {count}.",
        "全 {count} 件のうち、F1 が低い {shown} 件を示します。",
    ),
    "purpose_alt": (
        "F1 by rule, from {low} for {worst} to {high} for {best}.",
        "ルールごとの F1。最低は{worst}の {low}、最高は{best}の {high}。",
    ),
    "purpose_few": (
        "A dash stands for fewer people than k, whom the report does not count out.",
        "「–」は、対象者が k 人未満のため人数を示さないことを表します。",
    ),
    "rule": ("Rule", "ルール"),
    "all_rules": ("All rules", "すべてのルール"),
    "rule_people": ("People", "対象者"),
    "rule_precision": ("Precision", "適合率"),
    "rule_recall": ("Recall", "再現率"),
    "rule_f1": ("F1", "F1 値"),
    "rule_undecided": ("Undecided", "判定不能"),
}
