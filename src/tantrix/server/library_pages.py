"""Code of libraries that a process has run once and needs no more, given back to the system.

Linux counts the pages of a library that a process has touched as its memory until something else needs the
memory. Loading compiled functions touches half of LLVM, 50 MB, which then only compiling would need again.
Pages that are given back are unchanged copies of the library's file; the next use reads them again.
"""

import ctypes
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

COMPILER = "libllvmlite"
_MAPS = Path("/proc/self/maps")
_DONT_NEED = 4  # MADV_DONTNEED, from sys/mman.h
_ADVISE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


class Mapping(NamedTuple):
    """A part of a file in the memory of a process: its first address and its length in bytes."""

    start: int
    length: int


def give_back(library: str = COMPILER) -> int:
    """Give back the code of a library, if this is Linux; return how many bytes are mapped."""
    with suppress(OSError, AttributeError):  # another system
        lines = _MAPS.read_text().splitlines()
        advise = _ADVISE(("madvise", ctypes.CDLL(None)))
        return sum(each.length for each in code_of(library, lines) if advise(*each, _DONT_NEED) == 0)
    return 0


def code_of(library: str, lines: Iterable[str]) -> Iterator[Mapping]:
    """Find the code of a library in the lines of /proc/self/maps.

    Only code: it cannot be written, so nothing is lost. Constants may have been changed by the loader.
    """
    for line in lines:
        addresses, permissions, *_, file = line.split()
        if permissions == "r-xp" and Path(file).name.startswith(library):
            start, end = (int(each, 16) for each in addresses.split("-"))
            yield Mapping(start, end - start)
