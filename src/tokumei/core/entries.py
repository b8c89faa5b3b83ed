"""One entry of a recoded column by itself, so that its label costs nothing but itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tokumei.core.recoding import ItemNodes, ItemSets, Nodes, Ranges, Recoded, ValueSets
from tokumei.core.rows import gather

__all__ = ["label_of"]

ONLY = np.zeros(1, dtype=np.int32)


def label_of(recoded: Recoded, entry: int) -> str | None:
    """What the records of an entry publish; None for an empty field.

    *Cost*: that of one label; all of them for a kind of column that is not listed here.
    """
    one = np.array([entry])
    if isinstance(recoded, Ranges):
        recoded = replace(recoded, entry=ONLY, low=recoded.low[one], high=recoded.high[one])
    elif isinstance(recoded, Nodes):
        recoded = replace(recoded, entry=ONLY, node=recoded.node[one])
    elif isinstance(recoded, ValueSets):
        offsets, codes = gather(recoded.offsets, recoded.codes, one)
        recoded = replace(recoded, entry=ONLY, offsets=offsets, codes=codes)
    elif isinstance(recoded, ItemSets):
        offsets, items = gather(recoded.offsets, recoded.items, one)
        recoded = replace(recoded, entry=ONLY, offsets=offsets, items=items, null=recoded.null[one])
    elif isinstance(recoded, ItemNodes):
        offsets, nodes = gather(recoded.offsets, recoded.nodes, one)
        recoded = replace(recoded, entry=ONLY, offsets=offsets, nodes=nodes, null=recoded.null[one])
    else:
        labels, place = recoded.labels()
        return labels[place[entry]]
    labels, place = recoded.labels()
    return labels[place[0]]
