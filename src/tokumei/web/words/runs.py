"""Phrases of the screen of runs."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "runs_title": ("Run and compare", "実行と比較"),
    "runs_lead": (
        "Each run stays as a card. Change something, run again, and put them side by side.",
        "実行の結果はカードとして残ります。設定を変えて再度実行し、並べて比べられます。",
    ),
    "run_again": ("Run the job as it is now", "現在のジョブを実行"),
    "runs_none": ("Nothing was run yet.", "まだ実行していません。"),
    "run_number": ("Run {number}", "実行 {number}"),
    "run_running": ("running", "実行中"),
    "run_done": ("done", "完了"),
    "run_failed": ("not possible", "実行不可"),
    "run_cancelled": ("cancelled", "中止"),
    "run_stage": ("Stage: {stage}", "段階：{stage}"),
    "run_starting": ("starting", "準備中"),
    "run_patience": (
        "The first run on a machine compiles, which can take half a minute.",
        "このコンピューターでの最初の実行ではコンパイルを行うため、30 秒ほどかかることがあります。",
    ),
    "run_progress": ("Progress of run {number}", "実行 {number} の進み具合"),
    "cancel": ("Cancel", "中止する"),
    "cancel_run": ("Cancel run {number}", "実行 {number} を中止する"),
    "see_result": ("See the result", "結果を見る"),
    "see_result_of": ("See the result of run {number}", "実行 {number} の結果を見る"),
    "see_column": ("Go to the column {column}", "列「{column}」へ"),
    "changed_since": ("Changed since run {number}", "実行 {number} からの変更"),
    "changed_first": ("The first run.", "最初の実行です。"),
    "changed_nothing": ("Nothing was changed.", "変更はありません。"),
    "card_k": ("k", "k"),
    "card_loss": ("Lost (NCP)", "情報損失（NCP）"),
    "card_removed": ("Removed", "削除"),
    "card_groups": ("Groups", "グループ数"),
    "card_seconds": ("Time", "所要時間"),
    "card_attacks": ("Attacks", "攻撃"),
    "card_attacks_none": ("not tried", "未実施"),
    "card_attacks_found": ("{breaks} break, {leaks} leak, of {tried}", "{tried} 件中 違反 {breaks}・漏れ {leaks}"),
    "compare": ("Side by side", "比較"),
    "compare_choose": ("Compare run {number}", "実行 {number} を比較"),
    "compare_now": ("Put side by side", "並べて比べる"),
    "compare_need": ("Two runs that are done can be compared here.", "完了した実行が 2 件あれば、ここで比べられます。"),
    "compare_loss": ("Information lost by column", "列ごとの情報損失"),
    "compare_spread": ("Distributions laid over each other", "分布の重ね合わせ"),
    "compare_original": ("original", "元データ"),
    "compare_rows": ("The same records before and after", "同じレコードの加工前後"),
    "compare_rows_text": (
        "Some records of the source, and what each run publishes in their place. For your eyes: it says which row is "
        "whose.",
        "元データのレコードと、各実行での公開値です。どの行が誰のものかがわかるため、取り扱いに注意してください。",
    ),
    "compare_rows_show": ("Show records", "レコードを表示する"),
    "one_group": ("One group as a table", "グループの例"),
    "one_group_text": (
        "Records that publish the same: what each was, and what all of them become.",
        "同じ公開値になるレコードの、元の値と公開値です。",
    ),
    "published_word": ("Published", "公開値"),
    "purpose_f1": ("Purpose (F1)", "用途の達成度（F1）"),
    "original": ("Original", "元の値"),
}
