"""The same facts in the order of other laws: expert determination (HIPAA), and the three tests of anonymity (GDPR)."""

from __future__ import annotations

from tokumei.core.promise import Promise
from tokumei.report.evidence.forms import Document, checklist, columns_of, named_promises, part, published_columns
from tokumei.report.markup import Html
from tokumei.report.reading import attack_name
from tokumei.report.sections.promises import promise_name
from tokumei.report.words import Words

__all__ = ["gdpr", "hipaa"]

SINGLING = frozenset({"k", "histories", "equal", "registry", "km"})
INFERENCE = frozenset({"distinct", "entropy", "recursive", "closeness", "ngrams"})


def hipaa(report: Document, words: Words) -> Html:
    """What the document of an expert speaks of."""
    quasi = words("comma").join(columns_of(report, role="quasi"))
    promises = named_promises(report, words, policies=False)
    done = [words("done_promises", names=words("comma").join(promises))] if promises else []
    rows = [
        (words("hipaa_replicable"), quasi, [], words("hipaa_replicable_open")),
        (words("hipaa_available"), quasi, [], words("hipaa_available_open")),
        (words("hipaa_distinguishable"), quasi, done, words("hipaa_distinguishable_open")),
        (
            words("hipaa_expert"),
            words("comma").join(published_columns(report)),
            [words("hipaa_expert_done")],
            words("hipaa_expert_open"),
        ),
    ]
    return part("hipaa", words, checklist(rows, words))


def gdpr(report: Document, words: Words) -> Html:
    """Singling out, linkability, inference."""
    quasi = words("comma").join(columns_of(report, role="quasi"))
    codes = columns_of(report, published=("pseudonyms",))
    sensitive = [*columns_of(report, role="sensitive"), *columns_of(report, role="keep")]
    linking = [words("done_pseudonyms", columns=words.names(codes))] if codes else [words("gdpr_unlinked")]
    rows = [
        (
            words("gdpr_singling"),
            quasi,
            [*_promised(report, words, SINGLING), _attacked(report, words, "identity", "membership")],
            words("gdpr_singling_open"),
        ),
        (
            words("gdpr_linking"),
            words("comma").join(codes),
            [*linking, _attacked(report, words, "class")],
            words("gdpr_linking_open"),
        ),
        (
            words("gdpr_inference"),
            words("comma").join(sensitive),
            [*_promised(report, words, INFERENCE), _attacked(report, words, "attribute")],
            words("gdpr_inference_open"),
        ),
    ]
    return part("gdpr", words, checklist(rows, words))


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
