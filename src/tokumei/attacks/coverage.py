"""Which records of a customer a published row can stand for: the compiled core of the attacks.

A row covers a record when every cell does: the record's number lies in the row's range, its category in the row's set.
One category column, the *index*, leads from a row's set straight to the records with one of its values.
"""

from __future__ import annotations

import numpy as np
from numba import njit

__all__ = ["customer_index", "uncovered"]


@njit(cache=True, nogil=True)
def customer_index(codes, size):
    """Chains of records with the same code: the first of each, and the next of each record; −1 ends a chain."""
    head = np.full(size, -1, np.int32)
    following = np.full(len(codes), -1, np.int32)
    for record in range(len(codes) - 1, -1, -1):
        following[record] = head[codes[record]]
        head[codes[record]] = record
    return head, following


@njit(cache=True, nogil=True)
def _covers(record, row, numbers, low, high, categories, label, offsets, codes, any_label, index):
    for column in range(numbers.shape[0]):
        x = numbers[column, record]
        if x < low[column, row] or x > high[column, row]:
            return False
    for column in range(categories.shape[0]):
        if column == index:
            continue
        shown = label[column, row]
        if any_label[column, shown]:
            continue
        found = False
        for place in range(offsets[column, shown], offsets[column, shown + 1]):
            if codes[column, place] == categories[column, record]:
                found = True
                break
        if not found:
            return False
    return True


@njit(cache=True, nogil=True)
def uncovered(own, released, size, whole, most, missing, unused):
    """missing[class]: rows of each class that cover no record of the customer; counted no further than `most` allows.

    unused[class]: records of the customer that no row covers. Where these are the `whole` of his records, a class with
    more rows cannot be his. `own` are his numbers and categories, column × record; `released` the rows of all classes.
    """
    numbers, categories = own
    low, high, label, offsets, codes, any_label, starts = released
    records = numbers.shape[1] if numbers.shape[0] else categories.shape[1]
    index = 0 if categories.shape[0] else -1
    head = np.empty(0, np.int32)
    following = np.empty(0, np.int32)
    if index == 0:
        head, following = customer_index(categories[0], size)
    touched = np.full(records, -1, np.int32)
    for group in range(len(starts) - 1):
        rows = starts[group + 1] - starts[group]
        if whole and rows > records:
            missing[group] = rows
            unused[group] = records
            continue
        lacking = 0
        used = 0
        for row in range(starts[group], starts[group + 1]):
            met = False
            if index == 0 and not any_label[0, label[0, row]]:
                shown = label[0, row]
                for place in range(offsets[0, shown], offsets[0, shown + 1]):
                    record = head[codes[0, place]]
                    while record >= 0:
                        if _covers(record, row, numbers, low, high, categories, label, offsets, codes, any_label, 0):
                            met = True
                            if touched[record] != group:
                                touched[record] = group
                                used += 1
                        record = following[record]
            else:
                for record in range(records):
                    if _covers(record, row, numbers, low, high, categories, label, offsets, codes, any_label, -1):
                        met = True
                        if touched[record] != group:
                            touched[record] = group
                            used += 1
            if not met:
                lacking += 1
                if lacking > most:
                    break
        missing[group] = lacking
        unused[group] = records - used
