"""Small columns of every kind."""

from __future__ import annotations

import numpy as np

from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, Role


def numbers(values, *, null=False, dtype=None):
    array = np.array(values, dtype=dtype)
    distinct, codes = np.unique(array, return_inverse=True)
    codes = np.append(codes, len(distinct)) if null else codes
    return NumberColumn(name="n", role=Role.QUASI, codes=codes.astype(np.int32), values=distinct, has_null=null)


def dates(texts, *, form="%Y-%m-%d"):
    moments = np.array(texts, dtype="datetime64[us]").astype(np.int64)
    distinct, first, codes = np.unique(moments, return_index=True, return_inverse=True)
    labels = tuple(texts[place] for place in first)
    return DateColumn(
        name="d", role=Role.QUASI, codes=codes.astype(np.int32), values=distinct, labels=labels, format=form
    )


def categories(values, *, null=False):
    distinct = sorted(set(values), key=lambda value: (-values.count(value), value))
    codes = [distinct.index(value) for value in values] + ([len(distinct)] if null else [])
    return CategoryColumn(
        name="c", role=Role.QUASI, codes=np.array(codes, dtype=np.int32), values=tuple(distinct), has_null=null
    )


def labels_over(hierarchy, value):
    return [hierarchy.labels[node] for node in hierarchy.path[hierarchy.leaf_of[value]]]
