"""The parts of a record as text: tags, entries with comments and variations, and errors that say where.

`docs/library/notation.md` has the grammar. The reader tolerates extra spaces, any line endings, a byte order
mark and missing ply numbers; errors name line and column, both counted from 1.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.tiles import check_tile

MAX_DEPTH = 32  # how deep variations may be nested

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*+)"\s*\]', re.ASCII)
# A comment without an end must not swallow the next record, so no line of one begins a record.
_COMMENT = re.compile(
    r"""\{((?:[^}\\\n]|\\.|\n(?![ \t]*\[\s*(?:Tantrix|Rules)\s*"))*+)\}""", re.DOTALL | re.ASCII
)
_NUMBER = re.compile(r"(\d{1,3})\s*\.", re.ASCII)
_PLACEMENT = re.compile(r"(\d{1,2})\s*@\s*(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*\^\s*([0-5])(?!\d)", re.ASCII)
_DRAW = re.compile(r"\+\s*(\d{1,2})(?!\d)", re.ASCII)
_TIME = re.compile(r"(-?)(\d{1,6}):([0-5]\d)(?:\.(\d{1,3}))?(?!\d)", re.ASCII)
_RESULT = re.compile(r"\*|\d{1,3}(?:\s*-\s*\d{1,3})+(?!\d)", re.ASCII)
_TAG_LINE = re.compile(r'[ \t]*\[\s*(\w+)\s*"', re.ASCII)
_SPACE = re.compile(r"\s*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_UNESCAPED = {"n": "\n", "r": "\r"}


class RecordError(ValueError):
    """A record that cannot be read or replayed; `line` and `column` say where."""

    def __init__(self, problem: str, location: "Location") -> None:
        super().__init__(f"line {location.line}, column {location.column}: {problem}")
        self.problem = problem
        self.line = location.line
        self.column = location.column

    def __reduce__(self) -> tuple[type["RecordError"], tuple[str, "Location"]]:
        return RecordError, (self.problem, Location(self.line, self.column))


class Location(NamedTuple):
    """A place in a text, line and column counted from 1; values that were not read from text have 1, 1."""

    line: int = 1
    column: int = 1


class Tag(NamedTuple):
    """A fact about a game: a name and a value."""

    name: str
    value: str
    location: Location = Location()


@dataclass(frozen=True, slots=True)
class Variation:
    """An alternative to an entry, and how the game could have continued."""

    entries: tuple["Entry", ...] = ()
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A placement, the tile drawn after it, the time its seat had left, and comments on it.

    `left_ms` is None where no clock ran, negative where time was overstepped (R8.1).
    """

    placement: Placement
    draw: int | None = None
    left_ms: int | None = None
    comments: tuple[str, ...] = ()
    variations: tuple[Variation, ...] = ()
    location: Location = field(default=Location(), compare=False, repr=False)


def print_tag(name: str, value: str) -> str:
    """Write a tag as `[Name "value"]`, always on one line."""
    return f'[{name} "{_escaped(value, chr(34))}"]'


def print_comment(comment: str) -> str:
    """Write a comment in braces, always on one line."""
    return "{" + _escaped(comment, "}") + "}"


def print_entry(entry: Entry, number: int) -> str:
    """Write an entry on one line; `number` is its ply: how many tiles lie once it is played."""
    parts = [f"{number}. {entry.placement}"]
    if entry.draw is not None:
        parts.append(f"+{entry.draw}")
    if entry.left_ms is not None:
        parts.append(print_time_left(entry.left_ms))
    parts += map(print_comment, entry.comments)
    parts += (_print_variation(variation, number) for variation in entry.variations)
    return " ".join(parts)


def print_time_left(left_ms: int) -> str:
    """Write a time as minutes and seconds, `14:32` or `14:32.050`; a negative one has a minus."""
    seconds, ms = divmod(abs(left_ms), 1000)
    sign = "-" if left_ms < 0 else ""
    return f"{sign}{seconds // 60}:{seconds % 60:02}" + (f".{ms:03}" if ms else "")


class RecordReader:
    """Read the parts of records one after the other from a text."""

    def __init__(self, text: str) -> None:
        self._text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._ends = [found.start() for found in re.finditer("\n", self._text)]
        self._at = 0

    @property
    def is_done(self) -> bool:
        """Return whether nothing but space is left."""
        self._skip()
        return self._at == len(self._text)

    @property
    def is_at_tag(self) -> bool:
        """Return whether a tag comes next, even an invalid one."""
        return self._next_is("[")

    @property
    def location(self) -> Location:
        """Where the next part begins."""
        self._skip()
        return self._location(self._at)

    def error(self, problem: str) -> RecordError:
        """Return an error that quotes the next part."""
        location = self.location
        found = self._text[self._at : self._at + 20].split("\n")[0]
        return RecordError(f"{problem}, got {found!r}" if found else f"{problem}, got the end", location)

    def skip_record(self, begin: Location) -> None:
        """Go on at the record after the one that begins at a location, or at the end if there is none.

        A line begins a record with the tag `Tantrix`, with the first tag of the record before it, or with any
        tag where the line above is no tag.
        """
        first = self._first_tag(begin.line)
        follows_tag = True
        for line in range(begin.line + 1, len(self._ends) + 2):
            name = self._first_tag(line)
            if name and (name in ("Tantrix", first) or not follows_tag):
                self._at = self._begin(line)
                return
            text = self._text[self._begin(line) : self._end(line)].lstrip()
            follows_tag = text.startswith("[") if text else follows_tag
        self._at = len(self._text)

    def read_tags(self) -> tuple[Tag, ...]:
        """Read all tags that follow; a second `Tantrix` tag begins another record."""
        tags: list[Tag] = []
        while self._next_is("["):
            location, before = self.location, self._at
            found = self._take(_TAG)
            if found is None:
                raise self.error('expected a tag like [Name "value"]')
            if found[1] == "Tantrix" and any(tag.name == "Tantrix" for tag in tags):
                self._at = before
                break
            tags.append(Tag(found[1], _unescaped(found[2]), location))
        return tuple(tags)

    def read_variation(self, number: int, depth: int = 0) -> Variation:
        """Read all comments and entries that follow; `number` is the ply of the first entry."""
        comments = self._comments()
        entries: list[Entry] = []
        while entry := self._entry(number + len(entries), depth):
            entries.append(entry)
        return Variation(tuple(entries), comments)

    def read_result(self) -> str | None:
        """Read `*` or scores like `23-17` if they come next."""
        found = self._take(_RESULT)
        return "".join(found[0].split()) if found else None

    def _entry(self, number: int, depth: int) -> Entry | None:
        location, before = self.location, self._at
        numbered = self._take(_NUMBER)
        if numbered and int(numbered[1]) != number:
            raise RecordError(f"expected ply {number}, got {numbered[1]}", location)
        start = self.location
        found = self._take(_PLACEMENT)
        if found is None:
            if numbered:
                raise self.error("expected a placement like 12@3,-1^4")
            self._at = before
            return None
        placement = _placement(found, start)
        draw, left_ms = self._draw(), self._left_ms()
        comments, variations = self._remarks(number, depth)
        return Entry(placement, draw, left_ms, comments, variations, start)

    def _draw(self) -> int | None:
        location = self.location
        found = self._take(_DRAW)
        return _tile(found[1], location) if found else None

    def _left_ms(self) -> int | None:
        found = self._take(_TIME)
        if found is None:
            return None
        left_ms = (int(found[2]) * 60 + int(found[3])) * 1000 + int((found[4] or "0").ljust(3, "0"))
        return -left_ms if found[1] else left_ms

    def _remarks(self, number: int, depth: int) -> tuple[tuple[str, ...], tuple[Variation, ...]]:
        comments: list[str] = []
        variations: list[Variation] = []
        while self._next_is("{") or self._next_is("("):
            comments += self._comments()
            if self._next_is("("):
                variations.append(self._enclosed(number, depth + 1))
        return tuple(comments), tuple(variations)

    def _enclosed(self, number: int, depth: int) -> Variation:
        if depth > MAX_DEPTH:
            raise self.error(f"expected variations at most {MAX_DEPTH} deep")
        self._at += 1
        variation = self.read_variation(number, depth)
        if not self._next_is(")"):
            raise self.error("expected a placement or the ) of a variation")
        self._at += 1
        return variation

    def _comments(self) -> tuple[str, ...]:
        comments = []
        while self._next_is("{"):
            found = self._take(_COMMENT)
            if found is None:
                raise self.error("expected a comment that ends with }")
            comments.append(_unescaped(found[1]))
        return tuple(comments)

    def _next_is(self, character: str) -> bool:
        self._skip()
        return self._text.startswith(character, self._at)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self._skip()
        found = pattern.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at

    def _first_tag(self, line: int) -> str | None:
        found = _TAG_LINE.match(self._text, self._begin(line))
        return found[1] if found else None

    def _begin(self, line: int) -> int:
        return self._ends[line - 2] + 1 if line > 1 else 0

    def _end(self, line: int) -> int:
        return self._ends[line - 1] if line <= len(self._ends) else len(self._text)

    def _location(self, at: int) -> Location:
        line = bisect_left(self._ends, at)
        return Location(line + 1, at - self._begin(line + 1) + 1)


def _print_variation(variation: Variation, number: int) -> str:
    parts = [print_comment(comment) for comment in variation.comments]
    parts += print_entries(variation.entries, number)
    return f"({' '.join(parts)})"


def print_entries(entries: Iterable[Entry], number: int) -> list[str]:
    """Write entries one after the other; `number` is the ply of the first."""
    return [print_entry(entry, number + n) for n, entry in enumerate(entries)]


def _placement(found: re.Match[str], location: Location) -> Placement:
    tile, q, r, rotation = found.groups()
    return Placement(_tile(tile, location), Cell(int(q), int(r)), int(rotation))


def _tile(digits: str, location: Location) -> int:
    try:
        check_tile(int(digits))
    except ValueError as error:
        raise RecordError(str(error), location) from error
    return int(digits)


def _escaped(text: str, end: str) -> str:
    text = text.replace("\\", "\\\\").replace(end, "\\" + end)
    return text.replace("\n", "\\n").replace("\r", "\\r")


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: _UNESCAPED.get(found[1], found[1]), text)
