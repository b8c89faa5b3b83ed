"""Phrases on what the promises do not protect from."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "limits": ("What this does not protect from", "この匿名化では防げないこと"),
    "limits_text": (
        "k-anonymity hides which record is whose. It does not by itself hide what the records say. The points "
        "below follow from the promises of this release.",
        "k-匿名性は、どのレコードが誰のものかを隠します。レコードの内容を隠すとは限りません。以下は、このデータで約"
        "束した内容に応じた注意点です。",
    ),
    "homogeneity": ("Groups that agree", "グループ内で値が一致する場合"),
    "homogeneity_text": (
        "Nothing is promised about the values of {columns} inside a group. Where all members of a group have the "
        "same value, whoever recognises a person’s group learns that value, although no record can be singled out. "
        "A promise of l-diversity would prevent it.",
        "{columns}については、グループ内の値に関する約束がありません。グループの全員が同じ値を持つ場合、ある人のグ"
        "ループが分かれば、レコードを特定できなくてもその値が分かります。この列に l-多様性を設定すると防げます。",
    ),
    "none_sensitive": ("No column is called sensitive", "機微な列の指定がない場合"),
    "none_sensitive_text": (
        "No column has the role sensitive, so nothing is promised about what a recognised group reveals. If a "
        "published column holds something a person would not want known, give it that role.",
        "機微（sensitive）の役割を持つ列がないため、グループが分かったときに何が漏れるかについては約束がありません。"
        "知られたくない内容を含む列があれば、この役割を与えてください。",
    ),
    "skewness": ("Skewed and similar values", "値の偏りと類似"),
    "skewness_text": (
        "{columns}: l-diversity counts different values, not what they mean. A group may make a rare value much "
        "more likely than in the table, and values that differ in name may say the same (two diagnoses of one "
        "organ, two wages close together). t-closeness bounds the first; only a look at the values finds the "
        "second.",
        "{columns}：l-多様性は値の種類を数えますが、値の意味は見ません。あるグループでまれな値の割合が全体よりずっ"
        "と高くなることや、名前は違っても同じことを示す値（同じ臓器の二つの病名、近い金額など）がそろうことがありま"
        "す。前者は t-近接性で抑えられますが、後者は値を見て確かめるしかありません。",
    ),
    "small_steps": ("Small differences remain", "わずかな差は残ります"),
    "small_steps_text": (
        "{columns}: t-closeness lets each group differ from the whole by a distance of up to t. Within that "
        "allowance, a group still says a little about its members.",
        "{columns}：t-近接性では、各グループの分布が全体と t まで異なってもよいことになっています。その範囲で、グル"
        "ープの分布は構成員についてわずかな情報を与えます。",
    ),
    "background": ("What an attacker already knows", "攻撃者がすでに知っていること"),
    "background_text": (
        "A person who knows that somebody is in the data, and who can rule out some of the {k} or more candidates "
        "by other knowledge (“she never smoked”, “he was abroad that month”), is left with fewer.",
        "ある人がデータに含まれることを知っていて、別の知識（「たばこを吸わない」「その月は海外にいた」など）で {k}"
        " 件以上の候補の一部を除外できる人にとっては、候補はもっと少なくなります。",
    ),
    "undeclared": ("The choice of quasi-identifiers", "準識別子の選び方"),
    "undeclared_text": (
        "The promise covers the columns that were declared as quasi-identifiers ({columns}), and no others. "
        "Whether these are all that outsiders can know is a judgement that no program can make.",
        "約束の対象は、準識別子として指定した列（{columns}）だけです。外部の人が知りうる項目がこれですべてかどうか"
        "は、プログラムには判断できません。",
    ),
    "kept_columns": ("Columns published as they are", "そのまま公開する列"),
    "kept_columns_text": (
        "Published unchanged, and not counted among the quasi-identifiers: {columns}. A value that is rare there, "
        "or known to others, can single out a record inside its group.",
        "{columns}は元の値のまま公開され、準識別子に数えられていません。そこにまれな値や他人が知っている値があると、"
        "グループの中の一件が特定されることがあります。",
    ),
    "composition": ("Several releases", "複数回の公開"),
    "composition_text": (
        "Each release keeps its promise by itself. Two releases of the same people, from another month, with "
        "another k or by another body, can be laid over each other, and what they have in common may be fewer than "
        "{k} records. A ledger in the job keeps the groups of its own releases together.",
        "約束はそれぞれの公開データの中で守られます。同じ人々について、別の月、別の k、あるいは別の組織による公開デ"
        "ータが重ね合わされると、共通する候補が {k} 件より少なくなることがあります。ジョブの公開台帳（ledger）は、その"
        "ジョブの公開データの間でグループを引き継ぎます。",
    ),
    "removal": ("Removed records", "削除したレコード"),
    "removal_text": (
        "{removed} records were removed. They are safe, but the released records no longer stand for all: those "
        "with unusual combinations are missing, and figures computed from the release lean towards the usual.",
        "{removed} 件を削除しました。削除されたレコードは安全ですが、公開データは全体を代表しなくなります。珍しい組"
        "み合わせの人が抜けるため、集計値はありふれた側に偏ります。",
    ),
    "report_itself": ("This report", "このレポート自体"),
    "report_itself_text": (
        "The bars “before” are counts of the original data. Values behind fewer than {k} records are not shown, "
        "but exact totals help somebody who knows much already. Hand the report on only where such totals may be "
        "known.",
        "「加工前」の棒は元データの集計です。{k} 件未満の値は示しませんが、正確な合計は、すでに多くを知る人の手がか"
        "りになります。合計値を知られてもよい相手にだけ、このレポートを渡してください。",
    ),
    "law": ("Anonymously processed information in Japan", "匿名加工情報との関係"),
    "law_text": (
        "The guidance of Japan’s Personal Information Protection Commission on anonymously processed information "
        "(匿名加工情報) asks for more than a figure: descriptions and codes that identify a person are deleted, "
        "codes that link records to other data are deleted or replaced, peculiar entries are removed, and "
        "differences between people in the data are weighed. Beyond the data it asks to keep the method of "
        "processing safe, to publish the kinds of items contained, and not to re-identify. k-anonymity is one way "
        "to treat peculiar entries and combinations; it does not decide whether the whole is sufficient. This is "
        "an explanation, not legal advice.",
        "個人情報保護委員会の匿名加工情報に関するガイドラインは、数値目標だけでなく、特定の個人を識別できる記述や個"
        "人識別符号の削除、情報を相互に連結する符号の削除や置き換え、特異な記述の削除、データベース内の個人差などの"
        "性質を踏まえた措置を求めています。さらに、加工方法等情報の安全管理、含まれる情報の項目の公表、識別行為の禁"
        "止といった義務があります。k-匿名性は、特異な記述や組み合わせへの対処の一つであり、全体として十分かどうかを"
        "決めるものではありません。ここでの説明は法的助言ではありません。",
    ),
}
