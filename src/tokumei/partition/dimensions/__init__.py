"""Dimensions: the quasi-identifiers as the compiled kernels see them, one file a kind.

| kind | a row has | a group publishes | it loses | it is cut |
|---|---|---|---|---|
| ORDERED | a rank | a range | width / the column's; 1 when null is mixed with values | between ranks |
| TREE | a leaf | the lowest node over it | leaves under the node / leaves, 0 for a leaf | a node against the rest |
| VALUES | a rank | the set of its values | values / values of the column, 0 for one | frequent against rare |
| tokens | the tokens that it can show | those that all rows have | what the others are worth | by a token |

Ranks of ORDERED follow the values, with null last; ranks of TREE are leaves in depth-first order, so that for both the
smallest and the largest rank of a group say what it publishes. Tokens are a set's items, or nodes above them
(`tokens`). A condition of a rule is a VALUES dimension of two values that publishes nothing (`flags`).

Every kind has its loss and its cuts in its own file; `losses` and `scores.ncp` choose by kind. All losses are times the
column's weight.
"""

from __future__ import annotations

from tokumei.partition.dimensions.single import ORDERED, TREE, VALUES, Dimension, Dimensions, stack

__all__ = ["ORDERED", "TREE", "VALUES", "Dimension", "Dimensions", "stack"]
