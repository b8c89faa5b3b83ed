"""Corrections by hand: a small YAML file that is applied on every run.

```yaml
rename: {warm colour: warm}          # a node or a group gets another name
add:    {citrus: fruit}              # a new node, under a node or under "*"
move:   {orange: citrus}             # a value or a node goes under another node, or under "*"
pin:    [orange]                     # a value stands alone under "*"; a node is kept even with a single child
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tokumei.core.files import read_yaml
from tokumei.core.hierarchy import ROOT, Hierarchy
from tokumei.errors import JobError, listing

__all__ = ["Corrections", "corrected", "read_corrections"]


@dataclass(frozen=True)
class Corrections:
    """What a person wants otherwise; names are those that the tree shows."""

    rename: Mapping[str, str] = field(default_factory=dict)
    add: Mapping[str, str] = field(default_factory=dict)
    move: Mapping[str, str] = field(default_factory=dict)
    pin: Sequence[str] = ()

    def missing(self, names: set[str]) -> list[str]:
        """The names that must exist and do not."""
        known = names | set(self.add) | {ROOT}
        asked = [*self.rename, *self.add.values(), *self.move, *self.move.values(), *self.pin]
        return list(dict.fromkeys(name for name in asked if name not in known))


def read_corrections(source: str | Path | Mapping[str, Any] | Corrections | None) -> Corrections | None:
    """Corrections from a YAML file or a mapping, checked."""
    if source is None or isinstance(source, Corrections):
        return source
    name = "The corrections" if isinstance(source, Mapping) else f"The corrections file {str(source)!r}"
    content: Any = source if isinstance(source, Mapping) else read_yaml(Path(source), "corrections file")
    content = {} if content is None else content
    if not isinstance(content, Mapping) or set(content) - {"rename", "add", "move", "pin"}:
        raise JobError(f"{name} may hold `rename`, `add`, `move` and `pin`, and nothing else.")
    for key in ("rename", "add", "move"):
        if not isinstance(content.get(key) or {}, Mapping):
            raise JobError(f"{name}: `{key}` is a mapping from a name to a name.")
    pin = content.get("pin") or []
    if not isinstance(pin, (list, tuple)):
        raise JobError(f"{name}: `pin` is a list of names.")
    maps = {key: {str(a): str(b) for a, b in (content.get(key) or {}).items()} for key in ("rename", "add", "move")}
    return Corrections(**maps, pin=tuple(str(one) for one in pin))


def check(corrections: Corrections, trees: Sequence[Hierarchy]) -> None:
    """Raises JobError where a name is in none of the trees."""
    missing = corrections.missing({label for tree in trees for label in tree.labels})
    if missing:
        raise JobError(
            f"The corrections name {listing(missing)}, which no hierarchy has. "
            "Names must be as the tree shows them; a new node is made with `add`."
        )


def corrected(tree: Hierarchy, corrections: Corrections) -> tuple[Hierarchy, frozenset[str]]:
    """The tree with the corrections that concern it, and the values whose place they changed.

    Raises JobError where a node would come under itself.
    """
    labels = set(tree.labels) | set(corrections.add)
    parents = {tree.labels[node]: tree.labels[tree.parent[node]] for node in range(len(tree.labels) - 1)}
    before = dict(parents)
    parents.update({new: above for new, above in corrections.add.items() if above in labels})
    parents.update({one: above for one, above in corrections.move.items() if one in labels and above in labels})
    leaves = set(tree.leaves)
    parents.update({one: ROOT for one in corrections.pin if one in leaves})
    _check_cycles(parents)
    changed = frozenset(leaf for leaf in leaves if _way(leaf, parents) != _way(leaf, before))
    names = {old: new for old, new in corrections.rename.items() if old in labels and old not in leaves}
    chains = [[leaf, *(names.get(label, label) for label in _way(leaf, parents))] for leaf in tree.leaves]
    return Hierarchy.from_chains(chains), changed


def _way(leaf: str, parents: Mapping[str, str]) -> list[str]:
    way = []
    above = parents.get(leaf, ROOT)
    while above != ROOT:
        way.append(above)
        above = parents.get(above, ROOT)
    return way


def _check_cycles(parents: Mapping[str, str]) -> None:
    for start in parents:
        node, seen = start, {start}
        while (node := parents.get(node, ROOT)) != ROOT:
            if node in seen:
                raise JobError("The corrections put a node under itself. Move its parent first, or move it elsewhere.")
            seen.add(node)
