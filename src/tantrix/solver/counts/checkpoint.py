"""A long search on disk: a file of JSON lines, of which the first says what is searched.

What is in the file survives if a process is killed. A line cut off by a crash is dropped, so its part of the
search is done again.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Checkpoint:
    """The lines of a file, to which more are added; without a path there are none, and nothing is saved.

    The file stays as it is until `begin`, so that a file of another kind is not damaged. Raises OSError if it
    cannot be read or written.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        raw = path.read_bytes() if path is not None and path.exists() else b""
        self._n_bytes = raw.rfind(b"\n") + 1
        whole = raw[: self._n_bytes] or raw
        self._lines = whole.decode("utf-8", "replace").splitlines()

    @property
    def head(self) -> str | None:
        """The first line, or None if there is none yet."""
        return self._lines[0] if self._lines else None

    def parts(self) -> Iterator[Any]:
        """Yield what was added before. Raises ValueError if a line is not JSON."""
        for number, line in enumerate(self._lines[1:], 2):
            try:
                yield json.loads(line)
            except ValueError:
                raise ValueError(
                    f"expected JSON in line {number} of {self._path}, got {line[:40]!r}"
                ) from None

    def begin(self, head: object) -> None:
        """Cut off an incomplete last line, and write the first if there is no complete one."""
        if self._path is not None:
            with self._path.open("ab") as file:
                file.truncate(self._n_bytes)
            if self._n_bytes == 0:
                self.add(head)

    def add(self, part: object) -> None:
        """Append a part; it is on disk when this returns."""
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(part) + "\n")
                file.flush()
                os.fsync(file.fileno())
