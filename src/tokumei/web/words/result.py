"""Phrases of the result screen."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "result_title": ("Result", "結果"),
    "result_none": ("There is no result yet: run the job.", "結果はまだありません。ジョブを実行してください。"),
    "result_of": ("Result of run {number}", "実行 {number} の結果"),
    "result_other": ("Other runs", "ほかの実行"),
    "downloads": ("Take it with you", "ダウンロード"),
    "download_all": ("Everything as a zip, with the evidence", "エビデンスを含む全ファイル（zip）"),
    "download_release": ("Release", "公開データ"),
    "download_report": ("Report", "レポート"),
    "download_report_json": ("Report as JSON", "レポート（JSON）"),
    "download_internal": ("Evidence, internal", "エビデンス（内部用）"),
    "download_public": ("Evidence, for the public", "エビデンス（公開用）"),
    "open_print": ("Report alone, to print", "レポートのみ表示（印刷用）"),
    "five_title": ("In five sentences", "要点"),
    "five_promised": ("Promised, and holds", "約束と達成"),
    "five_open": ("Not protected", "守られないこと"),
    "five_lost": ("Lost, and where", "失われた情報"),
    "five_attacks": ("Attacks", "攻撃"),
    "five_people": ("Left to people", "人が判断すること"),
    "five_promised_text": ("{promises}.", "{promises}。"),
    "five_promised_none": ("Nothing is promised.", "何も約束されていません。"),
    "five_open_text": (
        "Who knows more about a person than the quasi-identifiers, or has another release of the same people, may "
        "still learn something; see “{limits}” below.",
        "準識別子以外のことを知る人や、同じ人々の別の公開データを持つ人には、なお何かがわかる可能性があります。下の"
        "「{limits}」をご覧ください。",
    ),
    "five_lost_text": (
        "{ncp} of the detail on average, most in {column} ({most}); {removed} of {records} records were removed.",
        "平均で詳しさの {ncp} が失われ、最大は「{column}」の {most} です。{records} 件中 {removed} 件を削除しました。",
    ),
    "five_attacks_text": (
        "{tried} attacks were tried: {breaks} reach more than a promise allows, {leaks} learn something that is not "
        "promised.",
        "{tried} 件の攻撃を試し、約束を超えたものは {breaks} 件、約束のない点で漏れがあったものは {leaks} 件でした。",
    ),
    "five_attacks_none": ("No attack was tried.", "攻撃は試していません。"),
    "five_people_text": (
        "Whether the roles are right, who receives the release under which terms, and whether the law allows it: the "
        "checklist below has the questions.",
        "列の役割が正しいか、誰にどのような条件で渡すか、法に適合するかは、人が判断します。下のチェックリストに項目が"
        "あります。",
    ),
    "evidence_form": ("For the evidence", "エビデンスに記載する事項"),
    "evidence_form_text": (
        "What you write here stands in the job and in the documents.",
        "ここに書いた内容は、ジョブとエビデンスに記載されます。",
    ),
    "evidence_write": ("Write it into the evidence", "エビデンスに反映する"),
    "evidence_judgement": ("Your judgement", "判断"),
    "colon": (": ", "："),
    "checklist": ("Checklist", "チェックリスト"),
    "verify_other": ("Verify another file", "別のファイルを検証"),
    "verify_other_text": (
        "Does a file, whoever made or changed it, keep the promises of this job?",
        "ほかで作成・変更されたファイルが、このジョブの約束を守っているかを調べます。",
    ),
    "verify_ok": ("{file}: every promise holds.", "{file}：すべての約束が守られています。"),
    "verify_not": ("{file}: NOT every promise holds.", "{file}：守られていない約束があります。"),
    "attack_now": ("Try the attacks now", "攻撃を試す"),
    "attack_full": ("Those too that take long", "時間のかかるものも含める"),
    "attack_text": (
        "Tries what attackers would try on this release, with the original to judge them by.",
        "この公開データに対して攻撃者が行うことを試し、元データと照らして判定します。",
    ),
    "report_in_place": ("The report", "レポート"),
}
