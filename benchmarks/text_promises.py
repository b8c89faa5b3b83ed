"""What the promises cost and what an attacker restores, on the real collections: `python -m benchmarks.text_promises`.

Prints two tables in Markdown. Every release is verified on its published texts before a figure of it is printed.
"""

from __future__ import annotations

from typing import Any

from benchmarks.text_collections import collections
from tokumei.attacks.fill_in import guess_masks
from tokumei.core.text_settings import RegistrySettings
from tokumei.evaluation.text_measures import measure_masks
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.registry import ReleasedRegistryAnonymity
from tokumei.privacy.texts import TextModel, look_up, verify_texts
from tokumei.text import COLLECTION, TextSettings, mask_texts, text_column

RELEASED = RegistrySettings(collection=True, direction="released")
WAYS: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    ("paper, one pass", {"passes": 1, "short": "pass"}, None),
    ("all", {}, None),
    ("least", {"mask": "least"}, None),
    ("all + released registry", {"registry": RELEASED}, COLLECTION),
    ("least + released registry", {"mask": "least", "registry": RELEASED}, COLLECTION),
    ("least + released registry, merged", {"mask": "least", "merge": True, "registry": RELEASED}, COLLECTION),
    ("equal", {"equal": True}, None),
    ("equal, merged", {"equal": True, "merge": True}, None),
)


def main() -> None:
    """Every collection at (2, 2) and (2, 5)."""
    print("| collection | n, k | masking | masked | unmasked | all masked | unique | alone in a look-up |")
    print("|---|---|---|---:|---:|---:|---:|---:|")
    attacked: list[str] = []
    for name, texts in collections().items():
        column = text_column(texts)
        for n, k in ((2, 2), (2, 5)):
            for way, options, registry in WAYS:
                settings = TextSettings(n=n, k=k, **options)
                masked = mask_texts(column, settings, registry=registry)
                published = masked.strings()
                promises: list[TextModel] = [
                    NgramAnonymity(column="text", n=n, k=k),
                    *([ReleasedRegistryAnonymity(column="text", k=k)] if registry is not None else []),
                    *([EqualTexts(column="text", k=k)] if settings.equal else []),
                ]
                reading = TextSettings(merge=settings.merge)
                found = verify_texts(published, promises, reading, registry=texts)
                if not all(one.holds for one in found) and settings.passes == 0:
                    raise SystemExit(f"{name}, {way}: {found}")
                measures = measure_masks(masked.own_characters(), masked.masked_characters(), published)
                lonely = (look_up(published, texts, reading) == 1).sum() / measures.texts
                print(
                    f"| {name} | {n}, {k} | {way} | {measures.character_masking_rate:.1%} | {measures.not_masked:.1%} "
                    f"| {measures.fully_masked:.1%} | {measures.unique:.1%} | {lonely:.1%} |",
                    flush=True,
                )
                if registry is None and not settings.equal:
                    guesses = guess_masks(texts, published)
                    attacked.append(
                        f"| {name} | {n}, {k} | {way} | {guesses.texts:,} | {guesses.character_rate:.1%} "
                        f"| {guesses.mask_rate:.1%} | {guesses.baseline_rate:.1%} |"
                    )
    print("\n| collection | n, k | masking | texts attacked | characters restored | whole masks restored | baseline |")
    print("|---|---|---|---:|---:|---:|---:|")
    print("\n".join(attacked))


if __name__ == "__main__":
    main()
