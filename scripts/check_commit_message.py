#!/usr/bin/env python
"""Check the first lines of the commit message in a file; Git runs this as a hook.

With `--history`, check those of all commits since the rule is kept, and count how many say why in a body.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MAX_LENGTH = 72
SINCE = "2026-11-30"
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


def history(folder: Path, since: str) -> list[str]:
    """Return the messages of the commits of a repository since a day, but for merges; none outside of Git."""
    command = ["git", "log", "-z", "--no-merges", "--format=%B", f"--since={since}T00:00"]
    log = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    return [message for message in log.split("\0") if message.strip()]


def main() -> None:
    """Exit with a line for each fault, or quietly if there is none."""
    if sys.argv[1] != "--history":
        sys.exit("\n".join(faults(Path(sys.argv[1]).read_text("utf-8"))) or None)
    messages = history(Path(__file__).parent, SINCE)
    n_reasons = sum(len(message.strip().splitlines()) > 1 for message in messages)
    print(f"{len(messages)} commits since {SINCE}, {n_reasons} with a body")
    sys.exit("\n".join(fault for message in messages for fault in faults(message)) or None)


if __name__ == "__main__":
    main()
