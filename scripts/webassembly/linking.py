"""From a WebAssembly object to a module: with a single object there is nothing to relocate.

LLVM has numbered functions, types and addresses as they are in the object itself, so what is missing are the
exports. What only a linker reads is left out. The format: webassembly.github.io/spec, and "Linking" in
WebAssembly/tool-conventions.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

HEADER = b"\0asm\x01\0\0\0"
CUSTOM, EXPORT = 0, 7
_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)  # of the sections of a module
_SYMBOLS = 8  # the subsection of `linking` with the names
_FUNCTION = 0
_UNDEFINED, _NAMED = 0x10, 0x40


class ModuleSection(NamedTuple):
    """A section of an object or module."""

    kind: int
    content: bytes


class Reader:
    """Reads numbers and names from bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def number(self) -> int:
        """Read an unsigned LEB128 number."""
        value, shift = 0, 0
        while True:
            byte = self.content[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def take(self, length: int) -> bytes:
        """Read some bytes."""
        self.at += length
        return self.content[self.at - length : self.at]

    def name(self) -> str:
        """Read a text with its length before it."""
        return self.take(self.number()).decode()

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.content)


def linked(code: bytes, names: Collection[str]) -> bytes:
    """Return the module of an object that exports the functions with these names."""
    sections = list(_sections(code))
    functions = _functions(sections)
    missing = sorted(set(names) - functions.keys())
    if missing:
        raise ValueError(f"expected functions {missing} in the object, got {sorted(functions)}")
    entries = [_text(name) + bytes([_FUNCTION]) + _number(functions[name]) for name in sorted(names)]
    kept = [section for section in sections if section.kind != CUSTOM]
    kept.append(ModuleSection(EXPORT, _number(len(entries)) + b"".join(entries)))
    kept.sort(key=lambda section: _ORDER.index(section.kind))
    return HEADER + b"".join(bytes([kind]) + _number(len(content)) + content for kind, content in kept)


def _sections(code: bytes) -> Iterator[ModuleSection]:
    reader = Reader(code)
    if reader.take(len(HEADER)) != HEADER:
        raise ValueError(f"expected a WebAssembly object, got {code[:8]!r}")
    while not reader.is_done:
        kind = reader.number()
        yield ModuleSection(kind, reader.take(reader.number()))


def _functions(sections: list[ModuleSection]) -> dict[str, int]:
    """Return the numbers of the functions by their names, from the symbols of the object."""
    for section in sections:
        reader = Reader(section.content)
        if section.kind == CUSTOM and reader.name() == "linking":
            reader.number()  # the version
            while not reader.is_done:
                kind, content = reader.number(), reader.take(reader.number())
                if kind == _SYMBOLS:
                    return dict(_named(Reader(content)))
    raise ValueError("expected an object with symbols")


def _named(reader: Reader) -> Iterator[tuple[str, int]]:
    """Yield the defined functions among the symbols."""
    for _ in range(reader.number()):
        kind, flags = reader.number(), reader.number()
        if kind == 1:  # data
            reader.name()
            if not flags & _UNDEFINED:
                for _word in range(3):
                    reader.number()
        elif kind == 3:  # section
            reader.number()
        else:
            index = reader.number()
            if not flags & _UNDEFINED or flags & _NAMED:
                name = reader.name()
                if kind == _FUNCTION and not flags & _UNDEFINED:
                    yield name, index


def _number(value: int) -> bytes:
    """Write an unsigned LEB128 number."""
    found = bytearray()
    while value >= 128:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def _text(text: str) -> bytes:
    return _number(len(text)) + text.encode()
