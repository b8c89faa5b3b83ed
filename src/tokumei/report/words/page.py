"""Phrases of the page itself: headings, figures, pictures, settings."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    # ── small words ──
    "yes": ("yes", "はい"),
    "no": ("no", "いいえ"),
    "comma": (", ", "、"),
    "quoted": ("“{name}”", "「{name}」"),
    "and_more": ("{names} and {count} more", "{names}、ほか{count}件"),
    "seconds": ("{value} s", "{value} 秒"),
    # ── head ──
    "kind": ("Anonymization report", "匿名化レポート"),
    "untitled": ("Anonymized release", "匿名化データ"),
    "made": ("Made {date}", "作成 {date}"),
    "made_by": ("tokumei {version}", "tokumei {version}"),
    "contents": ("Contents", "目次"),
    "verdict_kept": ("Every promise is kept", "すべての約束が守られています"),
    "verdict_broken": ("A promise is not kept", "守られていない約束があります"),
    "verdict_unknown": ("Not verified", "検証されていません"),
    "verdict_kept_text": (
        "Each promise was checked on the published values themselves, independently of the method that made them.",
        "公開される値そのものを使い、加工の手順とは独立に、約束を一つずつ検証しました。",
    ),
    "verdict_broken_text": (
        "Do not hand this release on. The promises that do not hold are marked below.",
        "このデータを提供しないでください。守られていない約束は下の表に示しています。",
    ),
    "verdict_unknown_text": (
        "This report carries no result of a verification. Treat the data as if nothing were promised.",
        "このレポートには検証結果がありません。何も約束されていないデータとして扱ってください。",
    ),
    "worst_breaks": (
        "Worst risk known: {attack} reaches more than a promise allows, {share} of the people beyond chance.",
        "判明している最大のリスク：「{attack}」の攻撃が約束を超え、偶然を除いて {share} の人について的中しました。",
    ),
    "worst_leaks": (
        "Worst risk known: {attack} is right for {share} of the people beyond chance, where nothing is promised.",
        "判明している最大のリスク：約束のない点で、「{attack}」の攻撃が偶然を除いて {share} の人について的中しました。",
    ),
    "worst_group": (
        "Worst risk known: who is easiest to find is one of {smallest} records, a risk of {share}.",
        "判明している最大のリスク：最も見つけやすい人でも {smallest} 件のうちの一人で、リスクは {share} です。",
    ),
    "worst_people": (
        "Worst risk known: who is easiest to find is one of {smallest} people, a risk of {share}.",
        "判明している最大のリスク：最も見つけやすい人でも {smallest} 人のうちの一人で、リスクは {share} です。",
    ),
    "worst_shown_beside_history": (
        "Worst risk known: who knows a person's values in “{column}” too is left with fewer than {k} candidates for "
        "{subjects} of {of} people.",
        "判明している最大のリスク：列「{column}」の値も知る者には、{of} 人中 {subjects} 人について候補が {k} 人未満に"
        "絞られます。",
    ),
    "worst_text_beside_history": (
        "Worst risk known: who knows a person's texts in “{column}” too is left with fewer than {k} candidates for "
        "{subjects} of {of} people.",
        "判明している最大のリスク：列「{column}」のテキストも知る者には、{of} 人中 {subjects} 人について候補が {k} 人"
        "未満に絞られます。",
    ),
    "worst_few_people": (
        "Worst risk known: {groups} of {of} groups are of fewer than {k} people, {one} of a single person.",
        "判明している最大のリスク：{of} グループのうち {groups} グループは {k} 人に満たず、"
        "うち {one} グループは一人だけです。",
    ),
    "worst_untried": (" No attack was tried.", "攻撃は試していません。"),
    # ── key figures ──
    "figures": ("Key figures", "主な数値"),
    "figure_records": ("Records read", "入力レコード"),
    "figure_released": ("Released", "公開レコード"),
    "figure_removed": ("Removed", "削除レコード"),
    "figure_groups": ("Groups", "グループ数"),
    "figure_smallest": ("Smallest group", "最小グループ"),
    "figure_average": ("Average group", "平均グループ"),
    "figure_ncp": ("Information lost (NCP)", "情報損失（NCP）"),
    "figure_prec": ("Precision (Prec)", "精度（Prec）"),
    "figure_discernibility": ("Discernibility", "識別不能性コスト"),
    "figure_seconds": ("Time", "所要時間"),
    "hint_share": ("{share} of the records", "全体の {share}"),
    "hint_smallest": ("records that look alike", "件が区別できません"),
    "hint_average": ("records a group", "件／グループ"),
    "hint_ncp": ("0% nothing lost, 100% everything", "0% は損失なし、100% は全損失"),
    "hint_prec": ("100% is the original detail", "100% で元の詳しさ"),
    "hint_discernibility": ("sum of squared group sizes", "グループ人数の二乗の和"),
    "hint_stage": ("longest: {stage}", "最長：{stage}"),
    "stage_count": ("counting", "集計"),
    "stage_read": ("reading", "読み込み"),
    "stage_deal": ("dealing into blocks", "ブロック分け"),
    "stage_partition": ("partitioning", "分割"),
    "stage_anonymize": ("anonymizing", "匿名化"),
    "stage_refine": ("refining", "改善"),
    "stage_recode": ("recoding", "値の変換"),
    "stage_publish": ("publishing", "公開値の作成"),
    "stage_verify": ("verifying", "検証"),
    "stage_measure": ("measuring", "評価"),
    "stage_write": ("writing", "書き出し"),
    "stage_report": ("report", "レポート"),
    "stage_total": ("total", "合計"),
    # ── pictures ──
    "as_table": ("Show as table", "表で見る"),
    "sizes": ("Groups by size", "グループの大きさ"),
    "sizes_text": (
        "A group is a set of records that publish the same quasi-identifiers. Groups just above the promised size "
        "lose least.",
        "準識別子の公開値がすべて同じレコードの集まりがグループです。約束した人数をわずかに上回るグループほど、情報"
        "の損失が小さくなります。",
    ),
    "sizes_alt": (
        "{groups} groups; the smallest has {smallest} records, and most have {common}.",
        "グループは {groups} 個。最小は {smallest} 件、最も多いのは {common} 件のグループです。",
    ),
    "size": ("Records in the group", "グループのレコード数"),
    "groups": ("Groups", "グループ数"),
    "records": ("Records", "レコード数"),
    "loss": ("Information lost by column", "列ごとの情報損失"),
    "loss_text": (
        "NCP: how much of the column’s whole range, or of its values, a published value covers on average. Removed "
        "records count as 100%.",
        "NCP は、公開値が列全体の範囲（または値の種類）のどれだけを覆うかの平均です。削除したレコードは 100% と数え"
        "ます。",
    ),
    "loss_alt": (
        "From {most} with {high} down to {least} with {low}.",
        "最大は{most}の {high}、最小は{least}の {low} です。",
    ),
    "column": ("Column", "列"),
    "ncp": ("NCP", "NCP"),
    "all_columns": ("All quasi-identifiers", "準識別子全体"),
    # ── columns ──
    "columns": ("Columns before and after", "列ごとの分布（加工前後）"),
    "columns_text": (
        "How the released records were distributed before, and how a reader of the release would see them: a "
        "published range or set counts evenly for each of the column’s values that it covers. Removed records "
        "count in neither.",
        "公開したレコードの加工前の分布と、公開値から読み取れる分布です。公開された範囲や集合は、それが覆う元の値に"
        "均等に割り振ります。削除したレコードはどちらにも含みません。",
    ),
    "columns_pooled": (
        "Values that stand for fewer than {k} records are pooled into “other values” and not named.",
        "{k} 件未満の値は「その他の値」にまとめ、名前を出しません。",
    ),
    "before": ("Before", "加工前"),
    "after": ("After", "加工後"),
    "other": ("other values", "その他の値"),
    "missing": ("no value", "値なし"),
    "value": ("Value", "値"),
    "paired_alt": (
        "Records by value before and after, in {bars} bars.",
        "値ごとのレコード数を加工前後で比べた {bars} 本の棒グラフです。",
    ),
    "plain_alt": ("Records by value, in {bars} bars.", "値ごとのレコード数を示す {bars} 本の棒グラフです。"),
    "only_rare": (
        "Every value stands for fewer than {k} records, so none is shown.",
        "どの値も {k} 件未満のため、表示しません。",
    ),
    "distinct": ("{before} values, {after} published", "元の値 {before} 種・公開値 {after} 種"),
    "distinct_short": ("Values → published", "値の種類（元 → 公開）"),
    "role": ("Role", "役割"),
    "type": ("Type", "型"),
    "published": ("Published as", "公開の形"),
    "role_identifier": ("identifier", "識別子"),
    "role_quasi": ("quasi-identifier", "準識別子"),
    "role_sensitive": ("sensitive", "機微"),
    "role_keep": ("kept", "そのまま公開"),
    "type_number": ("number", "数値"),
    "type_date": ("date", "日付"),
    "type_category": ("category", "カテゴリ"),
    "type_set": ("set", "集合"),
    "type_text": ("text", "文章"),
    "published_ranges": ("ranges", "範囲"),
    "published_nodes": ("hierarchy nodes", "階層の節"),
    "published_values": ("sets of values", "値の集合"),
    "published_items": ("kept items", "残した項目"),
    "published_text": ("masked text", "伏せ字の文章"),
    "published_as is": ("as it is", "元のまま"),
    "published_not published": ("not published", "非公開"),
    # ── notes, settings, provenance ──
    "mind": ("Mind", "ご注意"),
    "notes": ("How it was read", "読み込みについて"),
    "settings": ("Settings", "設定"),
    "settings_text": (
        "What the job says; all else is as by default.",
        "ジョブに書かれた設定です。それ以外は既定値です。",
    ),
    "setting": ("Setting", "項目"),
    "chosen": ("Value", "値"),
    "provenance": ("Provenance", "来歴"),
    "provenance_text": (
        "A file that gives the same SHA-256 is the file this report speaks of, to the last byte.",
        "SHA-256 が一致すれば、このレポートの対象と 1 バイトも違わないファイルです。",
    ),
    "provenance_public": (
        "Who has the internal report can check with its key that a file is the one this report speaks of.",
        "内部用レポートの鍵を持つ人は、ファイルがこのレポートの対象であることを確かめられます。",
    ),
    "hmac": ("HMAC of the SHA-256", "SHA-256 の HMAC"),
    "public_kind": ("Anonymization report, for the public", "匿名化レポート（公開用）"),
    "file": ("File", "ファイル"),
    "source": ("Source", "入力"),
    "report_page": ("Report", "レポート"),
    "public_report_page": ("Public report", "公開用レポート"),
    "release": ("Release", "公開データ"),
    "sha256": ("SHA-256", "SHA-256"),
    "stages": ("Time by stage", "段階ごとの時間"),
    "stage": ("Stage", "段階"),
    "time": ("Seconds", "秒"),
    "footer": (
        "Made by tokumei {version}, without a network. This page loads nothing from elsewhere.",
        "tokumei {version} がネットワークを使わずに作成しました。このページは外部から何も読み込みません。",
    ),
}
