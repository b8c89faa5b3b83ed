"""The same facts in the order of other laws: expert determination (HIPAA), and the three tests of anonymity (GDPR)."""

from __future__ import annotations

from tokumei.core.promise import Promise
from tokumei.report.evidence.forms import (
    Check,
    Document,
    checklist,
    columns_of,
    named_promises,
    part,
    published_columns,
)
from tokumei.report.markup import Html
from tokumei.report.reading import attack_name
from tokumei.report.sections.promises import promise_name
from tokumei.report.words import Words

__all__ = ["gdpr", "gdpr_checks", "hipaa", "hipaa_checks"]

SINGLING = frozenset({"k", "histories", "linked", "equal", "registry", "km"})
INFERENCE = frozenset({"distinct", "entropy", "recursive", "closeness", "ngrams"})


def hipaa(report: Document, words: Words) -> Html:
    """What the document of an expert speaks of."""
    return part("hipaa", words, checklist(hipaa_checks(report, words), report, words))


def hipaa_checks(report: Document, words: Words) -> list[Check]:
    """The same, item by item."""
    quasi = words("comma").join(columns_of(report, role="quasi"))
    promises = named_promises(report, words, policies=False)
    done = [words("done_promises", names=words("comma").join(promises))] if promises else []
    published = words("comma").join(published_columns(report))
    rows: list[tuple[str, str, list[str]]] = [
        ("hipaa_replicable", quasi, []),
        ("hipaa_available", quasi, []),
        ("hipaa_distinguishable", quasi, done),
        ("hipaa_expert", published, [words("hipaa_expert_done")]),
    ]
    return [Check(key, columns, sentences, words(f"{key}_open")) for key, columns, sentences in rows]


def gdpr(report: Document, words: Words) -> Html:
    """Singling out, linkability, inference."""
    return part("gdpr", words, checklist(gdpr_checks(report, words), report, words))


def gdpr_checks(report: Document, words: Words) -> list[Check]:
    """The same, item by item."""
    quasi = words("comma").join(columns_of(report, role="quasi"))
    codes = columns_of(report, published=("pseudonyms",))
    sensitive = [*columns_of(report, role="sensitive"), *columns_of(report, role="keep")]
    linking = [words("done_pseudonyms", columns=words.names(codes))] if codes else [words("gdpr_unlinked")]
    if report.get("tables"):
        linking = [words("done_linked" if report.get("linked") else "done_apart")]
    singled = [*_promised(report, words, SINGLING), _attacked(report, words, "identity", "membership")]
    inferred = [*_promised(report, words, INFERENCE), _attacked(report, words, "attribute")]
    rows: list[tuple[str, str, list[str]]] = [
        ("gdpr_singling", quasi, singled),
        ("gdpr_linking", words("comma").join(codes), [*linking, _attacked(report, words, "class")]),
        ("gdpr_inference", words("comma").join(sensitive), inferred),
    ]
    return [Check(key, columns, sentences, words(f"{key}_open")) for key, columns, sentences in rows]


def _promised(report: Document, words: Words, kinds: frozenset[str]) -> list[str]:
    promises = [Promise.from_dict(promise) for promise in report.get("promises", [])]
    names = [promise_name(promise, words) for promise in promises if promise.kept and promise.kind in kinds]
    return [words("done_promises", names=words("comma").join(names))] if names else []


def _attacked(report: Document, words: Words, *threats: str) -> str:
    tried = [
        f"{attack_name(one, words)}: {words.known('evidence_verdict_' + one['verdict'], one['verdict'])}"
        for one in report.get("attacks") or []
        if one.get("threat") in threats and one.get("verdict") != "not tried"
    ]
    return words("gdpr_attacks", names="; ".join(tried)) if tried else words("gdpr_no_attacks")
