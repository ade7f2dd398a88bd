"""Files that are written completely or not at all, whenever the process or the machine stops."""

import os
from collections.abc import Iterable
from pathlib import Path


def atomic_write(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file, or replace it, in one step; it is on disk when this returns.

    Until then the file is as it was. Its parts are first written beside it, to a name that ends with `.new`.
    Raises OSError if it cannot be written.
    """
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
