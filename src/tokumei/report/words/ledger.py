"""Phrases of the part on several releases of the same people."""

from __future__ import annotations

__all__ = ["PHRASES"]

PHRASES: dict[str, tuple[str, str]] = {
    "ledger": ("Beside earlier releases", "過去の公開データとの関係"),
    "ledger_text": (
        "This is release {release} of these people by the job's ledger. Who stood together in earlier releases stands "
        "together here, and nobody else with them: laid over each other, the releases leave no fewer people than one.",
        "ジョブの公開台帳によれば、この人々についての {release} 回目の公開です。"
        "過去に同じグループだった人はここでも同じグルー"
        "プで、ほかの人は加わりません。公開データを重ねても、候補の人数は一つのときより少なくなりません。",
    ),
    "ledger_first_text": (
        "This is the first release of these people by the job's ledger. Later ones keep its groups.",
        "ジョブの公開台帳によれば、この人々についての最初の公開です。次回以降はこのグループを引き継ぎます。",
    ),
    "ledger_people": ("People published", "公開した人数"),
    "ledger_kept_groups": ("Groups kept", "引き継いだグループ"),
    "ledger_newcomers": ("People who are new", "新しい人"),
    "ledger_returning_removed": (
        "Groups of which too few people are left: removed",
        "残った人が少なすぎるため削除したグループ",
    ),
    "ledger_smallest_together": (
        "Fewest people that two releases leave together",
        "公開データを重ねたときに残る最小の人数",
    ),
    "ledger_few_left": ("Groups that fewer than k people left", "抜けた人が k 人未満のグループ"),
}
