"""Phrases of every page: its head, its five steps, its foot."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "studio": ("studio", "スタジオ"),
    "skip": ("Skip to the content", "本文へ移動"),
    "steps": ("Steps", "手順"),
    "step_data": ("Data", "データ"),
    "step_columns": ("Columns", "列"),
    "step_promises": ("Promises", "約束"),
    "step_runs": ("Runs", "実行と比較"),
    "step_result": ("Result", "結果"),
    "language": ("Language", "言語"),
    "all_files": ("All files", "ファイル一覧"),
    "next_columns": ("Next: columns", "次へ：列"),
    "next_promises": ("Next: promises", "次へ：約束"),
    "save": ("Save", "保存"),
    "saved": ("Saved.", "保存しました。"),
    "stays": (
        "Everything stays on this machine. Copies lie in {folder}, readable by you alone, and are removed when the "
        "studio ends (Ctrl-C in its terminal).",
        "すべてこのコンピューターの中で処理します。コピーは {folder} に置き（読めるのは本人だけ）、スタジオの終了時"
        "（端末で Ctrl-C）に削除します。",
    ),
    "job_file": ("The job file so far", "ここまでのジョブファイル"),
    "job_file_text": (
        "Every click is a line of this file. `tokumei run` on it gives the same release.",
        "操作はすべてこのファイルの行になります。`tokumei run` で実行すれば同じ公開データが得られます。",
    ),
    "download_job": ("Download job.yaml", "job.yaml をダウンロード"),
    "problem": ("This job cannot run yet.", "このジョブはまだ実行できません。"),
    "not_there": ("There is no such page.", "このページはありません。"),
    "not_there_text": (
        "Perhaps the file was closed, or the studio was started anew since.",
        "ファイルが閉じられたか、スタジオが起動し直された可能性があります。",
    ),
    "went_wrong": ("This could not be done.", "処理できませんでした。"),
    "working": ("Working …", "処理中…"),
    "lost": (
        "The studio does not answer. Perhaps it was stopped; what you chose is in its job file.",
        "スタジオが応答しません。停止された可能性があります。",
    ),
}
