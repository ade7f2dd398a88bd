#!/usr/bin/env python
"""Check the first lines of the commit message in a file; Git runs this as a hook."""

import sys
from collections.abc import Iterator
from pathlib import Path

MAX_LENGTH = 72
GENERATED = ("fixup! ", "squash! ", "amend! ", "Revert ", "Merge ")  # by Git, from a first line that passed


def faults(message: str) -> Iterator[str]:
    """Say what is wrong with the first two lines of a commit message, if anything is."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    first, second = [*lines, "", ""][:2]
    if not first.strip():
        yield "expected a first line that says what is different for the reader, got none"
    elif len(first) > MAX_LENGTH and not first.startswith(GENERATED):
        yield f"expected a first line of at most {MAX_LENGTH} characters, got {len(first)}: {first!r}"
    if second.strip():
        yield f"expected an empty second line, got {second!r}"


def main() -> None:
    """Exit with a line for each fault, or quietly if there is none."""
    sys.exit("\n".join(faults(Path(sys.argv[1]).read_text("utf-8"))) or None)


if __name__ == "__main__":
    main()
