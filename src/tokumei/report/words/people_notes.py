"""Notes on whose the records are: what could not be judged of people, and people whom a list does not have."""

from __future__ import annotations

__all__ = ["NOTES"]

NOTES: dict[str, tuple[str, str]] = {
    "people_not_judged": (
        "How many people are in a group was not judged: the release does not say whose its rows are. Records were "
        "counted, which says less than the job promises. Give `--persons` with the column “{person}”.",
        "グループに何人いるかは判定していません。公開データからは、どの行が誰のものか分からないためです。数えたのはレコー"
        "ドで、ジョブの約束より弱い判定です。列「{person}」を `--persons` で渡してください。",
    ),
    "people_not_judged_apart": (
        "How many people are in a group was not judged: the release does not say whose its rows are. Records were "
        "counted, which says less than the job promises. `run` has judged people before it wrote the tables.",
        "グループに何人いるかは判定していません。公開データからは、どの行が誰のものか分からないためです。数えたのはレコー"
        "ドで、ジョブの約束より弱い判定です。人数は、`run` がテーブルを書き出す前に判定しています。",
    ),
    "pseudonyms_not_people": (
        "Pseudonyms were counted, not people: the job allows a person several, and the release does not say which are "
        "one person's. Give `--persons` with the column “{subject}”.",
        "数えたのは仮名で、人数ではありません。このジョブでは一人が複数の仮名を持つことがあり、"
        "公開データからはどれが同じ人のものか分かりません。列「{subject}」を `--persons` で渡してください。",
    ),
    "several_pseudonyms": (
        "{several} of {people} people are published under several pseudonyms, {pseudonyms} in all: the records without "
        "a partner were put side by side again. Who counts pseudonyms counts too many people, each with too few "
        "records.",
        "相手の見つからないレコードを組み直したため、{people} 人中 {several} 人が複数の仮名で公開されています"
        "（仮名は計 {pseudonyms}）。仮名を数えると、人数は多すぎ、一人当たりのレコードは少なすぎることになります。",
    ),
    "strangers_drop": (
        "{people} people are not in table “{first}”, which lists the people: they were left out, with {records} "
        "records.",
        "人の一覧であるテーブル「{first}」にない {people} 人を、{records} 件のレコードとともに除きました。",
    ),
    "strangers_keep": (
        "{people} people are not in table “{first}”, which lists the people; they have {records} records here.",
        "人の一覧であるテーブル「{first}」にない人が {people} 人おり、ここに {records} 件のレコードがあります。",
    ),
    "removal_by_numbers": (
        "To remove no more records than allowed, people with as many records of every table were put together first: "
        "{removed} of {of} records are removed, where without the bound it would be {free}. What else they have may "
        "differ, so that more is lost in each record.",
        "削除の上限を守るため、どのテーブルでもレコード数が同じ人を優先してまとめました。{of} 件中 {removed} 件を削除"
        "します（上限がなければ {free} 件）。ほかの内容は似ていないことがあり、各レコードの損失は大きくなります。",
    ),
    "people_not_aligned": (
        "How many people are in a group was not measured: the rows of the release are not side by side with the "
        "original's. The report of the run has it; `output.order: keep` and `output.removed: mark` keep them so.",
        "グループに何人いるかは測っていません。公開データの行が元データの行と対応していないためです。実行時のレポートに"
        "は載ります。行を対応させるには `output.order: keep` と `output.removed: mark` を使います。",
    ),
    "people_not_aligned_apart": (
        "How many people are in a group was not measured: the release does not say whose its rows are. The report of "
        "the run has it.",
        "グループに何人いるかは測っていません。公開データからは、どの行が誰のものか分からないためです。実行時のレポートに"
        "は載ります。",
    ),
}
"""Key → the sentence in English and Japanese."""
