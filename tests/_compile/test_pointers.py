"""Arrays read by their address."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix._compile.jit import jit
from tantrix._compile.pointers import fetch, load_u8, load_u16, load_u32, load_u64

IN_PYTHON = """
import numpy as np
from tantrix._compile.pointers import load_u8, fetch, load_u32, load_u16, load_u64
for kind, read in [("uint8", load_u8), ("uint16", load_u16), ("uint32", load_u32), ("uint64", load_u64)]:
    items = np.array([3, 0, np.iinfo(kind).max], kind)
    fetch(items.ctypes.data)
    assert [int(read(items.ctypes.data, at)) for at in range(3)] == items.tolist(), kind
"""


@jit
def _bytes(address: int, n: int, found: Any) -> None:
    for at in range(n):
        found[at] = load_u8(address, at)


@jit
def _shorts(address: int, n: int, found: Any) -> None:
    for at in range(n):
        found[at] = load_u16(address, at)


@jit
def _halves(address: int, n: int, found: Any) -> None:
    for at in range(n):
        found[at] = load_u32(address, at)


@jit
def _words(address: int, n: int, found: Any) -> None:
    fetch(address)
    for at in range(n):
        found[at] = load_u64(address, at)


@pytest.mark.parametrize(
    ("kind", "read"), [("uint8", _bytes), ("uint16", _shorts), ("uint32", _halves), ("uint64", _words)]
)
@given(data=st.data())
def test_compiled_functions_read_what_is_in_the_array(kind: str, read: Any, data: st.DataObject) -> None:
    most = int(np.iinfo(kind).max)
    items = np.array(data.draw(st.lists(st.integers(0, most), max_size=20)), kind)
    found = np.zeros(len(items), np.uint64)
    read(items.ctypes.data, len(items), found)
    assert found.tolist() == items.tolist()


def test_plain_python_reads_the_same() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", IN_PYTHON], check=True, env=environment, timeout=120)
