"""What a process has once read of the files of libraries and needs no more, given back to the system.

Linux counts the pages of a library that a process has touched as its memory until something else needs the
memory. Loading compiled functions touches half of LLVM, which then only compiling would need again, and
imports run much code once. Pages that are given back are unchanged copies of the library's file; the next use
maps them again, from memory that all processes share.
"""

import ctypes
import mmap
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_MAPS, _PAGES = Path("/proc/self/maps"), Path("/proc/self/pagemap")
_IS_PRESENT, _IS_OF_FILE = 1 << 63, 1 << 61  # bits of /proc/self/pagemap
_DONT_NEED = 4  # MADV_DONTNEED, from sys/mman.h
_ADVISE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


class Mapping(NamedTuple):
    """A part of a file in the memory of a process: its first address and its length in bytes."""

    start: int
    length: int


def give_back() -> int:
    """Give back unchanged pages of libraries, if this is Linux; return how many bytes that were."""
    with suppress(OSError, AttributeError):  # another system
        advise = _ADVISE(("madvise", ctypes.CDLL(None)))
        lines = _MAPS.read_text().splitlines()
        unchanged = [part for mapping in constants_of(lines) for part in _unchanged(mapping)]
        return sum(each.length for each in unchanged if advise(*each, _DONT_NEED) == 0)
    return 0


def constants_of(lines: Iterable[str]) -> Iterator[Mapping]:
    """Find what cannot be written of libraries in the lines of /proc/self/maps: code and constants."""
    for line in lines:
        addresses, permissions, _offset, _device, _inode, *file = line.split(maxsplit=5)
        if permissions in ("r-xp", "r--p") and file and ".so" in Path(file[0]).suffixes:
            start, end = (int(each, 16) for each in addresses.split("-"))
            yield Mapping(start, end - start)


def _unchanged(mapping: Mapping) -> Iterator[Mapping]:
    """Find the pages in memory that are as in the file; the loader may have changed some before."""
    size = mmap.PAGESIZE
    flags = array("Q")
    with _PAGES.open("rb", buffering=0) as pages:
        pages.seek(mapping.start // size * flags.itemsize)
        flags.frombytes(pages.read(mapping.length // size * flags.itemsize))
    first = None
    for number, each in enumerate([*flags, 0]):
        is_unchanged = bool(each & _IS_PRESENT and each & _IS_OF_FILE)
        if is_unchanged and first is None:
            first = number
        elif first is not None and not is_unchanged:
            yield Mapping(mapping.start + first * size, (number - first) * size)
            first = None
