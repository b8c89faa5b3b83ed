"""Kernels, their parts and steps: compiled leanly where numba is known, and by itself otherwise."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from tokumei.core import kernels


def summed(*, lean: bool) -> Any:
    """A kernel with a part and a step."""
    kernel, part, step = kernels.decorators(lean=lean)

    @step
    def squared(value: Any) -> Any:
        return value * value

    @part
    def of_all(values: Any) -> Any:
        total = 0.0
        for value in values:
            total += squared(value)
        return total

    def work(values: Any) -> Any:
        return of_all(values) + squared(values[0])

    return kernel(work)


@pytest.mark.parametrize("lean", [False, pytest.param(True, id="lean")])
def test_a_kernel_gives_the_same_however_it_is_compiled(lean: bool) -> None:
    if lean and not numba.__version__.startswith(kernels.KNOWN):
        pytest.skip("this version of numba is not known")
    assert summed(lean=lean)(np.array([2.0, 3.0])) == 17.0
