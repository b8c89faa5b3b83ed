"""Phrases of what commands tell at a terminal, besides the summary of a report."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    # ── verify ──
    "all_hold": ("Every promise holds in {release}.", "{release} では、すべての約束が守られています。"),
    "all_judged_hold": (
        "Every promise that was judged holds in {release}.",
        "{release} では、判定したすべての約束が守られています。",
    ),
    "not_all_hold": (
        "NOT every promise holds in {release}: {broken}.",
        "{release} には、守られていない約束があります：{broken}。",
    ),
    "none_promised": ("Nothing is promised in {release}.", "{release} については、何も約束されていません。"),
    "state_kept": ("kept", "達成"),
    "state_broken": ("BROKEN", "未達成"),
    "state_nothing": ("nothing", "約束なし"),
    # ── sweep ──
    "sweep_column_total": ("total", "和"),
    "sweep_column_removed": ("removed", "削除"),
    "sweep_column_hits": ("hits", "的中率"),
    "sweep_mark": ("best", "最良"),
    # ── hierarchy ──
    "hierarchy_head": (
        "Column {column}: {values} values in {records} records{missing}; k = {k}.",
        "列{column}：{records} 件に {values} 種類の値{missing}、k = {k}。",
    ),
    "hierarchy_missing": (" (and {count} without one)", "（ほかに値なしが {count} 件）"),
    "hierarchy_key": (
        "≈ inferred, with the neighbour it was placed by   ✎ corrected   ? not placed",
        "≈ 推定（近い値を示します）   ✎ 手で指定   ? 位置なし",
    ),
    "hierarchy_in_job": ("In a job:  {line}", "ジョブでの書き方：  {line}"),
    "hierarchy_write": (
        "Write it with `-o DIR` to use it in a job.",
        "ジョブで使うには、`-o DIR` を付けて書き出してください。",
    ),
    "wrote": ("wrote {file}", "書き出しました：{file}"),
    # ── vectors, demo ──
    "wrote_vectors": (
        "Wrote vectors of {words} words to {folder}.",
        "{words} 語のベクトルを {folder} に書き出しました。",
    ),
    "demo_next": (
        "Open a report in a browser; change {job} and run it again:",
        "レポートをブラウザで開いてください。{job} を書き換えて、もう一度実行できます：",
    ),
    "register_next": ("Wrote {file}. Then:\n  {call}", "{file} を書き出しました。次に進むには：\n  {call}"),
    # ── studio ──
    "studio_folder": (
        "Copies lie in {folder}, for you alone, and are removed at the end.",
        "コピーは {folder} に置きます（読めるのは本人だけ）。終了時に削除します。",
    ),
    "studio_stop": ("Stop with Ctrl-C.", "Ctrl-C で終了します。"),
    "studio_ended": ("The studio has ended; its copies are removed.", "スタジオを終了し、コピーを削除しました。"),
    "studio_open_to_others": (
        "WARNING: the studio listens on {host}, where other machines may reach it. Whoever has the address with its "
        "token sees your data, and the way there is not encrypted.",
        "警告：スタジオは {host} で待ち受けており、ほかのコンピューターから届くおそれがあります。トークン付きの"
        "アドレスを知る人はデータを見ることができ、通信は暗号化されません。",
    ),
    # ── stages of a bar that no report has ──
    "stage_code": ("coding", "符号化"),
    "stage_hierarchies": ("hierarchies", "階層"),
    "stage_sweep": ("sweep", "k ごとの実行"),
    "stage_attack": ("attacking", "攻撃の試行"),
    "stage_cluster": ("clustering", "クラスタリング"),
    "stage_align": ("aligning", "整列"),
    "stage_settle": ("settling", "調整"),
    "stage_exchange": ("exchanging", "交換"),
    "stage_equal texts": ("equal texts", "同一テキスト"),
    "stage_registry": ("registry", "名簿"),
    "stage_grams": ("{n}-grams", "{n}-グラム"),
}
