"""Kernels of an earlier run: loaded without what compiling needs, and fit for all that kernels are used for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from tokumei.core import kernels

pytestmark = pytest.mark.skipif(
    not numba.__version__.startswith(kernels.KNOWN), reason="this version of numba keeps kernels its own way"
)

MODULE = """
import numpy as np
from tokumei.core.kernels import kernel

@kernel
def doubled(values):
    made = np.empty(len(values), dtype=values.dtype)
    for place in range(len(values)):
        if values[place] < 0:
            raise ValueError("less than nothing")
        made[place] = 2 * values[place]
    return made, np.sort(values).sum()

@kernel
def quadrupled(values):
    return doubled(doubled(values)[0])[0]
"""
CALL = "import numpy as np, sys, made; given = np.array([3.0, 1.0])\n"


def said(folder: Path, code: str) -> str:
    """What a new process prints that keeps its kernels in a folder."""
    (folder / "made.py").write_text(MODULE, encoding="utf-8")
    found = os.pathsep.join([str(folder), *sys.path])
    environment = {**os.environ, "PYTHONPATH": found, "NUMBA_CACHE_DIR": str(folder / "kept")}
    command = [sys.executable, "-c", CALL + code]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, env=environment).stdout


def test_a_kept_kernel_gives_the_same_and_loads_nothing_that_compiles(tmp_path: Path) -> None:
    code = "print(made.doubled(given), 'numba.np.arraymath' in sys.modules, made.doubled.stats.cache_hits.total())"
    first, second = said(tmp_path, code).split(") "), said(tmp_path, code).split(") ")
    assert first[0] == second[0]
    assert first[-1].split() == ["True", "0"]
    assert second[-1].split() == ["False", "1"]


def test_a_kept_kernel_becomes_part_of_one_that_is_compiled_after_it(tmp_path: Path) -> None:
    said(tmp_path, "made.doubled(given)")
    assert said(tmp_path, "made.doubled(given); print(made.quadrupled(given).tolist())").split() == ["[12.0,", "4.0]"]


def test_a_kernel_is_compiled_anew_where_a_file_has_changed_that_it_calls(tmp_path: Path) -> None:
    package = tmp_path / "sample" / "sums"
    package.mkdir(parents=True)
    (tmp_path / "sample" / "__init__.py").touch()
    called = "from tokumei.core.kernels import kernel, part\n@part\ndef more(number):\n    return number + {}\n"
    calling = "from sample.sums.called import kernel, more\n@kernel\ndef much(number):\n    return more(number)\n"
    (package / "calling.py").write_text(calling, encoding="utf-8")
    code = "from sample.sums.calling import much; print(much(1), much.stats.cache_hits.total())"
    (package / "called.py").write_text(called.format(1), encoding="utf-8")
    assert [said(tmp_path, code), said(tmp_path, code)] == ["2 0\n", "2 1\n"]
    (package / "called.py").write_text(called.format(5), encoding="utf-8")
    assert said(tmp_path, code) == "6 0\n"


def test_a_kept_kernel_still_raises(tmp_path: Path) -> None:
    code = "try:\n    made.doubled(-given)\nexcept ValueError as error:\n    print(error)"
    assert said(tmp_path, code) == said(tmp_path, code) == "less than nothing\n"


def test_what_numba_has_kept_by_itself_is_written_anew(tmp_path: Path) -> None:
    plain = "import tokumei.core.kernels as k, numba; k.kernel = numba.njit(cache=True, nogil=True)\n"
    (tmp_path / "sitecustomize.py").write_text(plain, encoding="utf-8")
    expected = said(tmp_path, "print(made.doubled(given))")
    (tmp_path / "sitecustomize.py").unlink()
    assert said(tmp_path, "print(made.doubled(given))") == expected
