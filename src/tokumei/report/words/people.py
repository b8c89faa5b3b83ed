"""Phrases of tables in which people have several records, and the job says whose each is."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "name_k_people": ("k-anonymity, in people", "k-匿名性（人数）"),
    "means_k_people": (
        "The records of every group are of at least {target} different people. Whoever knows the quasi-identifiers of "
        "one record of a person finds {target} people or more, and cannot tell which of them it is.",
        "どのグループのレコードも、{target} 人以上の別々の人のものです。ある人の一件のレコードについて準識別子を知って"
        "いても、候補は {target} 人以上残り、誰かは分かりません。",
    ),
    "means_alpha_people": (
        "In no group do more than {target} of the people have the same value of {column}.",
        "どのグループでも、{column}に同じ値をもつ人の割合は {target} 以下です。",
    ),
    "means_shares_people": (
        "Everybody weighs the same, spread evenly over the values that she has in the group.",
        "一人ひとりの重みは等しく、その人がグループ内でもつ値に均等に配分します。",
    ),
    "summary_k_people": (
        "Nobody can be narrowed down to fewer than {achieved} people by the quasi-identifiers of a record.",
        "一件のレコードの準識別子で絞り込んでも、候補は {achieved} 人より少なくなりません。",
    ),
    "figure_people": ("People", "人数"),
    "figure_smallest_people": ("Smallest group, in people", "最小グループ（人数）"),
    "figure_average_people": ("People a group", "グループの平均人数"),
    "figure_records_a_person": ("Records a person", "一人あたりのレコード"),
    "hint_most_records": ("{most} at most", "最多 {most} 件"),
    "hint_different_people": ("different people who look alike", "人が区別できません"),
    "several_known": ("Several records of one person", "一人の複数のレコード"),
    "several_known_text": (
        "People have {mean} records in the mean, and up to {most}. The promise is against somebody who knows one "
        "record of a person. Who knows several of them can look for a person who is in all of their groups, and may "
        "find fewer than {k}. Where that is to be feared, publish histories (`subject`).",
        "一人あたり平均 {mean} 件、最多 {most} 件のレコードがあります。約束は、ある人の一件のレコードを知る相手に対する"
        "ものです。複数のレコードを知る相手は、それらのグループすべてに含まれる人を探すことができ、候補が {k} 人より"
        "少なくなることがあります。それが心配な場合は、履歴（`subject`）として公開してください。",
    ),
}
