"""What a kernel borrows is not counted, and nothing is lost by that: no array is freed too soon, and none stays."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys
from numba.core.runtime.context import NRTContext

from tokumei.core import kernels

pytestmark = pytest.mark.skipif(
    not numba.__version__.startswith(kernels.KNOWN), reason="this version of numba is not known"
)


class Inner(NamedTuple):
    """A tuple within a tuple."""

    first: np.ndarray
    second: np.ndarray


class Held(NamedTuple):
    """What a kernel is handed."""

    values: np.ndarray
    table: np.ndarray
    inner: Inner


def functions(kernel: Any, part: Any, step: Any) -> list[Any]:
    """Kernels that take some arrays and a number, and hand back what they were handed, or something new, or both."""

    @part
    def given_back(held, number):
        return held.inner if number > 0 else Inner(held.values, held.values)

    @part
    def chosen(held, number):
        values = held.values
        if number == 1:
            values = held.inner.first
        elif number == 2:
            values = held.values + 1.0
        return values

    @step
    def swapped(pair):
        one, other = pair
        return other, one

    @kernel
    def returned_field(held, number):
        return held.inner.second

    @kernel
    def returned_whole(held, number):
        return held

    @kernel
    def returned_view(held, number):
        rows = held.table
        return rows[number][1:]

    @kernel
    def sometimes_new(held, number):
        return chosen(held, number), chosen(held, 2)

    @kernel
    def passed_through(held, number):
        inner = given_back(held, number)
        first, second = swapped((inner.first, inner.second))
        return swapped(swapped((first, second)))

    @kernel
    def in_turns(held, number):
        now, then = held.values, np.zeros(held.values.shape[0])
        for _ in range(3 + number):
            now, then = then, now
            then = then + held.inner.first
        return now, then

    @kernel
    def in_a_loop(held, number):
        total, best = 0.0, held.values
        for row in range(held.table.shape[0]):
            line = held.table[row]
            if line[0] > best[0]:
                best = line
            total += best[0] + held.inner[0][0] + held[2][-1][0]
        return total

    @kernel
    def replaced(held, number):
        for _ in range(number):
            held = Held(held.inner.first, held.table, Inner(held.values, held.inner.second + 1.0))
        return held

    @kernel
    def listed(held, number):
        return [each * 2.0 for each in held.values], held.values * held.inner.first - held.inner.second

    return [
        returned_field, returned_whole, returned_view, sometimes_new, passed_through, in_turns, in_a_loop, replaced,
        listed,
    ]  # fmt: skip


def as_it_is(function: Any) -> Any:
    return function


PLAIN = functions(as_it_is, as_it_is, as_it_is)
LEAN = functions(*kernels.decorators(lean=True))


def held() -> Held:
    rows = np.arange(12.0).reshape(3, 4)
    return Held(np.arange(4.0), rows, Inner(np.arange(4.0) + 10.0, np.arange(4.0) + 20.0))


def arrays(value: Any) -> Iterator[np.ndarray]:
    """All arrays in a tuple of tuples."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from arrays(each)


def as_lists(value: Any) -> Any:
    return [as_lists(each) for each in value] if isinstance(value, (tuple, list, np.ndarray)) else float(value)


@contextmanager
def nothing_left() -> Iterator[None]:
    """Whatever is allocated within is freed within."""
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    yield
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(
    ("plain", "lean"), [pytest.param(*both, id=both[0].__name__) for both in zip(PLAIN, LEAN, strict=True)]
)
def test_every_reference_is_counted_that_has_to_be(
    plain: Callable[..., Any], lean: Callable[..., Any], number: int
) -> None:
    expected = as_lists(plain(held(), number))
    lean(held(), number)  # compiled
    with nothing_left():
        given = held()
        before = [sys.getrefcount(each) for each in arrays(given)]
        for _ in range(3):
            result = lean(given, number)
            assert as_lists(result) == expected
            del result
        assert [sys.getrefcount(each) for each in arrays(given)] == before
        result = lean(given, number)
        del given
        filled = [np.full(4, np.nan) for _ in range(50)]  # takes the place of what was freed too soon
        assert as_lists(result) == expected
        del result, filled


def test_what_is_borrowed_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernels.part
    def summed(held, number):
        total, inner = 0.0, held.inner
        for place in range(number):
            if total > held.values[place]:
                inner = held.inner
            total += inner.first[place]
        return total

    counted: list[Any] = []
    monkeypatch.setattr(NRTContext, "incref", lambda self, builder, typ, value: counted.append(typ))
    monkeypatch.setattr(NRTContext, "decref", lambda self, builder, typ, value: counted.append(typ))
    summed.compile((numba.typeof(held()), numba.int64))
    assert [typ for typ in counted if isinstance(typ, (numba.types.Array, numba.types.BaseTuple))] == []
