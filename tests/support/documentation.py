"""The pages for readers, and the code blocks in them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path.relative_to(ROOT)
    for pattern in ("*.md", "docs/**/*.md", "docs/**/*.rst", "research/**/*.md", "src/**/*.md")
    for path in ROOT.glob(pattern)
)
WIDTH = 110
_FENCE = re.compile(r" *```+ *([\w+-]*)")
_ONE_SPAN = re.compile(r" *`[^`]+`[.,;:)]*")
_MAY_BE_WIDE = re.compile(r"\||    |#|<img |!\[|<!--")  # tables, code, headings, pictures


class Block(NamedTuple):
    """A fenced block of a page: its language, the number of its first line, and its text."""

    language: str
    line: int
    text: str


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    language, begin, lines = None, 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if language is None and fence:
            language, begin, lines = fence[1], number + 1, []
        elif language is not None and fence:
            yield Block(language, begin, "\n".join(lines) + "\n")
            language = None
        else:
            lines.append(line)


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page that are in no fenced block and no session, with their numbers."""
    inside = in_session = False
    for number, line in enumerate(text.splitlines(), 1):
        in_session = line.startswith(">>>") or (in_session and line != "")
        if _FENCE.match(line):
            inside = not inside
        elif not inside and not in_session:
            yield number, line


def long_lines(text: str) -> list[int]:
    """Return the numbers of the lines of prose that are too wide; a code span is not broken."""
    return [
        number
        for number, line in prose(text)
        if len(line) > WIDTH and not _MAY_BE_WIDE.match(line) and not _ONE_SPAN.fullmatch(line)
    ]
