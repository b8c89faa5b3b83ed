"""Phrases of the evidence: two documents for those who answer for a release, and the checklists in them."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "evidence_internal": ("Evidence of anonymization, internal", "匿名化の根拠資料（内部用）"),
    "evidence_public": ("Evidence of anonymization, for the public", "匿名化の根拠資料（公開用）"),
    "evidence_internal_text": (
        "For those who answer for the release. It says how the data were processed: keep it as carefully as the "
        "source.",
        "公開データに責任を持つ人のための資料です。加工の方法を含むため、元データと同じように厳重に保管してください。",
    ),
    "evidence_public_text": (
        "What may be shown. Counts are rounded; how the data were processed is told no further than the rules ask.",
        "公開してよい内容です。件数は丸めてあり、加工の方法は法令が求める範囲でだけ示します。",
    ),
    "evidence_draft": (
        "The words on laws are the program's, not a lawyer's. A person who knows the law should read them, fill in the "
        "blanks and decide.",
        "法令についての記述はプログラムによるもので、法律家の判断ではありません。法令に詳しい人が読み、"
        "空欄を埋めて判断して"
        "ください。",
    ),
    "evidence_blank": ("to be filled in", "記入欄"),
    "evidence_not_measured": ("not measured", "未計測"),
    # ── about ──
    "evidence_about": ("About this release", "この公開データについて"),
    "about_purpose": ("Purpose", "利用目的"),
    "about_recipient": ("Recipient", "提供先"),
    "about_approver": ("Approved by", "承認者"),
    "about_date": ("Date", "日付"),
    "about_remarks": ("Remarks", "備考"),
    "about_made": ("Made", "作成"),
    "about_records": ("Records read / released / removed", "入力・公開・削除のレコード数"),
    # ── risk, promises, attacks, loss ──
    "evidence_risk": ("Risk before and after", "加工前後のリスク"),
    "evidence_risk_text": (
        "How few records share a combination of quasi-identifiers. The highest risk is that of the person who is "
        "easiest "
        "to find, the mean risk that of a person on average.",
        "準識別子の組み合わせを共有するレコードがどれほど少ないかを示します。最大リスクは最も見つけやすい人のもの、"
        "平均リスク"
        "は平均的な人のものです。",
    ),
    "evidence_risk_unique": ("Records alone with their quasi-identifiers", "準識別子が一意のレコード"),
    "evidence_risk_below_k": ("Records in groups smaller than k", "k 件未満のグループのレコード"),
    "evidence_risk_prosecutor_highest": ("Highest risk of one person", "一人の最大リスク"),
    "evidence_risk_marketer": ("Mean risk", "平均リスク"),
    "evidence_risk_before": ("Before", "加工前"),
    "evidence_risk_after": ("After", "加工後"),
    "evidence_attacks": ("Attacks", "攻撃"),
    "evidence_attacks_none": (
        "Not tried. With `attack: true` in the job, a run tries what attackers would and puts the result here.",
        "試していません。ジョブに `attack: true` と書くと、実行時に攻撃を試し、その結果をここに示します。",
    ),
    "evidence_attacks_untried": ("Not tried.", "試していません。"),
    "evidence_attack": ("Attack", "攻撃"),
    "evidence_attack_tried": ("Tried on", "対象数"),
    "evidence_attack_right": ("Right", "的中"),
    "evidence_attack_chance": ("By chance or as promised", "偶然または約束"),
    "evidence_attack_verdict": ("Verdict", "判定"),
    "evidence_attacks_left": ("Not tried", "試さなかった攻撃"),
    "evidence_verdict_breaks": ("breaks a promise", "約束を破る"),
    "evidence_verdict_leaks": ("leaks", "漏れあり"),
    "evidence_verdict_chance": ("chance", "偶然の範囲"),
    "evidence_lost": ("What is lost", "失われる情報"),
    "evidence_lost_text": (
        "NCP, from 0 % (as in the source) to 100 % (nothing is told): {ncp} over all quasi-identifiers.",
        "NCP（0 % は元のまま、100 % は情報なし）。準識別子全体で {ncp} です。",
    ),
    "evidence_sample": ("Sample rows", "サンプル行"),
    "evidence_sample_text": (
        "What the largest groups publish, which are the least risky: every row stands for at least k records. What "
        "differs "
        "inside a group is not shown.",
        "最も安全な、最大のグループが公開する値です。どの行も k 件以上のレコードに共通です。"
        "グループの中で異なる値は示しま"
        "せん。",
    ),
    "evidence_sample_records": ("Records", "レコード数"),
    "evidence_sample_at_least": ("Records, at least", "レコード数（以上）"),
    # ── checklists ──
    "check_item": ("Item", "項目"),
    "check_columns": ("Columns", "列"),
    "check_done": ("What was done", "講じた措置"),
    "check_open": ("Left for people to judge", "人が判断すること"),
    "check_none": ("none", "なし"),
    "japan": ("Japan: anonymously processed information", "匿名加工情報の作成基準"),
    "japan_text": (
        "The five items of Article 34 of the Enforcement Rules of the Act on the Protection of Personal Information, "
        "in "
        "our own words. What the program can see stands beside each; the rest is for people.",
        "個人情報保護法施行規則第 34 条各号を、要旨で示します。プログラムから分かることを各号に記し、"
        "残りは人が判断します。",
    ),
    "japan_1": (
        "No. 1: descriptions by which a person can be identified are deleted or replaced",
        "1 号：特定の個人を識別できる記述等を削除し、または置き換える",
    ),
    "japan_2": (
        "No. 2: individual identification codes are deleted or replaced, all of them",
        "2 号：個人識別符号を、すべて削除し、または置き換える",
    ),
    "japan_3": (
        "No. 3: codes that link the data with the original are deleted or replaced",
        "3 号：元の個人情報と連結する符号を削除し、または置き換える",
    ),
    "japan_4": (
        "No. 4: peculiar descriptions are deleted or replaced",
        "4 号：特異な記述等を削除し、または置き換える",
    ),
    "japan_5": (
        "No. 5: measures that fit the nature of the database and the differences between people in it",
        "5 号：データベースの性質や、他の個人情報との差異を踏まえた措置を講ずる",
    ),
    "done_deleted": ("Deleted: {columns}.", "削除：{columns}。"),
    "done_recoded": ("Replaced by less exact values: {columns}.", "より粗い値に置き換え：{columns}。"),
    "done_masked": ("Masked where rare: {columns}.", "まれな部分を伏せ字：{columns}。"),
    "done_pseudonyms": (
        "Replaced by pseudonyms: {columns}. Records of one person stay together under one.",
        "仮名に置き換え：{columns}。同じ人の記録は同じ仮名の下にまとまります。",
    ),
    "done_shuffled": ("Rows leave in an order that tells nothing.", "行は、順序から何も分からないように並べ替えます。"),
    "done_order_kept": ("Rows keep the order of the source.", "行は元データの順序のままです。"),
    "done_removed": ("Records removed: {count}.", "削除したレコード：{count} 件。"),
    "done_k": ("No group of fewer than {k}.", "{k} 件未満のグループはありません。"),
    "done_policies": ("Bounds on detail: {names}.", "細かさの制限：{names}。"),
    "done_promises": ("Promised and verified: {names}.", "約束し、検証したこと：{names}。"),
    "done_as_is": ("Published as they are: {columns}.", "元のまま公開：{columns}。"),
    "done_warned": ("Warnings of the run: {count}; see the report.", "実行時の注意：{count} 件（レポート参照）。"),
    "open_1": (
        "Are the columns that are published free of names, addresses and other descriptions that identify, also inside "
        "texts? Is every quasi-identifier that outsiders can know declared?",
        "公開する列に、氏名・住所その他の識別できる記述が残っていないか（文章の中も含む）。"
        "外部の人が知りうる準識別子をすべて"
        "指定したか。",
    ),
    "open_2": (
        "Does any published column hold a code made from the body or given to the person by an office (passport, "
        "licence, "
        "My Number and the like)?",
        "公開する列に、身体の特徴から作られた符号や公的に割り当てられた符号（旅券、免許証、マイナンバー等）がないか。",
    ),
    "open_3": (
        "Do members of the organisation have a table that leads from published codes to people? Can it be deleted?",
        "公開する符号から本人に至る対応表が組織内に残っていないか。残す必要があるか。",
    ),
    "open_4": (
        "Is anything that remains so unusual that it points to a person, in this field and this region?",
        "残った値の中に、この分野や地域では本人を推測できるほど珍しいものがないか。",
    ),
    "open_5": (
        "Who could recognise whom: neighbours, colleagues, former recipients? Are earlier releases of the same people "
        "around?",
        "誰が誰を見分けうるか（近所、同僚、過去の提供先など）。同じ人々についての過去の公開データはないか。",
    ),
    # ── publication ──
    "items": ("Items to be published", "公表する項目"),
    "items_text": (
        "Article 43, paragraph 3 of the Act: kinds of information on individuals that the anonymously processed "
        "information contains.",
        "法第 43 条第 3 項：匿名加工情報に含まれる個人に関する情報の項目です。",
    ),
    "items_third": (
        "Article 43, paragraph 4, where it is given to others: the same items, and the way of giving it:",
        "法第 43 条第 4 項（第三者に提供する場合）：同じ項目と、提供の方法：",
    ),
    "items_told": (
        "The recipient is told that it is anonymously processed information, and that identifying people from it is "
        "not "
        "allowed.",
        "提供先に、匿名加工情報であることと、本人を識別する行為が禁じられることを明示します。",
    ),
    "items_pseudonyms": (
        "Pseudonyms that repeat are published (`pseudonym`): see whether this is pseudonymously processed information "
        "instead.",
        "繰り返し使う仮名（`pseudonym`）を公開します。仮名加工情報に当たらないか確認してください。",
    ),
    # ── safety ──
    "safety": ("Safety of the method", "加工方法等情報の安全管理"),
    "safety_text": (
        "What tells how the data were processed (Article 35 of the Rules): who may read it, where it lies, when it is "
        "deleted.",
        "加工の方法が分かるもの（規則第 35 条）です。誰が読めるか、どこに置くか、いつ消すかを決めます。",
    ),
    "safety_what": ("What", "対象"),
    "safety_where": ("Where it lies", "保管場所"),
    "safety_who": ("Who may read it", "閲覧できる人"),
    "safety_until": ("Kept until", "保管期限"),
    "safety_source": ("The source", "元データ"),
    "safety_job": ("The job file", "ジョブファイル"),
    "safety_report": ("The internal report and this document", "内部用レポートとこの資料"),
    "safety_key": ("The key of the pseudonyms of {column}", "{column}の仮名の鍵"),
    "safety_ledger": ("The ledger of releases and its key", "公開台帳とその鍵"),
    # ── abroad ──
    "hipaa": ("United States: expert determination (HIPAA)", "米国：専門家による判定（HIPAA）"),
    "hipaa_text": (
        "45 CFR 164.514(b)(1): a person with the knowledge determines that the risk is very small, and documents "
        "how. The "
        "points that such a document speaks of:",
        "45 CFR 164.514(b)(1)：十分な知識を持つ人がリスクの非常に小さいことを判定し、根拠を文書にします。"
        "文書で扱う点は次の"
        "とおりです。",
    ),
    "hipaa_replicable": ("Values that stay the same over time", "時間がたっても変わらない値"),
    "hipaa_replicable_open": (
        "Which of the quasi-identifiers can be found again at another time?",
        "準識別子のうち、別の時点でも同じ値で現れるものはどれか。",
    ),
    "hipaa_available": ("Other sources that have the same values", "同じ値を持つ他の情報源"),
    "hipaa_available_open": (
        "Which registers, lists or sites show them with names?",
        "氏名とともにそれらを示す名簿・台帳・サイトはあるか。",
    ),
    "hipaa_distinguishable": ("How far people can be told apart", "人をどこまで区別できるか"),
    "hipaa_distinguishable_open": (
        "Is the risk after processing very small for these recipients?",
        "加工後のリスクは、この提供先にとって非常に小さいと言えるか。",
    ),
    "hipaa_expert": ("The expert, and the methods", "専門家と方法"),
    "hipaa_expert_done": (
        "Methods and results: this document, the report and the job.",
        "方法と結果：この資料、レポート、ジョブ。",
    ),
    "hipaa_expert_open": ("Name, knowledge, date, for how long it holds:", "氏名、専門、日付、有効期間："),
    "gdpr": ("European Union: three tests of anonymity (GDPR)", "EU：匿名性の三つの基準（GDPR）"),
    "gdpr_text": (
        "The questions of the Article 29 Working Party (Opinion 05/2014), which recital 26 of the GDPR stands behind.",
        "GDPR 前文 26 項の考え方に基づく、第 29 条作業部会意見 05/2014 の三つの問いです。",
    ),
    "gdpr_singling": ("Singling out: can one person's record be isolated?", "選び出し：一人の記録を取り出せるか"),
    "gdpr_linking": (
        "Linkability: can two records of one person be brought together?",
        "連結：同じ人の二つの記録を結び付けられるか",
    ),
    "gdpr_inference": ("Inference: can a value be deduced with high probability?", "推測：値を高い確率で推定できるか"),
    "gdpr_singling_open": (
        "Is there anyone for whom the declared quasi-identifiers are not all that is known?",
        "指定した準識別子以外のことを知っている人はいないか。",
    ),
    "gdpr_linking_open": (
        "Which other releases, or data of the recipient, speak of the same people?",
        "同じ人々についての他の公開データや、提供先のデータはあるか。",
    ),
    "gdpr_inference_open": (
        "Which values would harm a person if they were guessed right for a group?",
        "グループ単位で推定されたとき、本人に不利益となる値はどれか。",
    ),
    "gdpr_attacks": ("Attacks on this: {names}.", "関連する攻撃：{names}。"),
    "gdpr_no_attacks": ("No attack on this was tried.", "関連する攻撃は試していません。"),
    "gdpr_unlinked": ("No code of a person is published.", "個人の符号は公開していません。"),
    # ── decision ──
    "decision": ("Decision", "判断"),
    "decision_text": (
        "The release may be handed on for the purpose above, to the recipient above:",
        "上記の目的・提供先に対して、このデータを提供してよいと判断します：",
    ),
    "decision_name": ("Name", "氏名"),
    "decision_role": ("Office", "役職"),
    "decision_date": ("Date", "日付"),
    "decision_signature": ("Signature", "署名"),
}
