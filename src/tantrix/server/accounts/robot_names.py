"""The names of robots in all languages, which nobody else may use."""

import os
import re
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import get_ident

from tantrix._compile.jit import cache_folder
from tantrix.robots import all_names
from tantrix.server.accounts.names import skeleton
from tantrix.server.wording.robots import labels_everywhere, style_names


def is_robot_name(name: str) -> bool:
    """Return whether a name looks like a robot's, with or without a number after it."""
    plain = re.sub(r"\W*\d+\W*$", "", name)
    return not {skeleton(name), skeleton(plain)}.isdisjoint(robot_skeletons())


@cache
def robot_skeletons() -> frozenset[str]:
    """Return the skeletons of the names of all robots, in every language.

    They are cached on disk, because the tables of look-alike letters take 20 ms to read, and 8 MB. The first
    call still reads all catalogues: a server makes it in advance, on a thread.
    """
    labels = sorted({*all_names(), *style_names(), *frozenset().union(*labels_everywhere().values())})
    digest = sha256("\n".join(labels).encode()).hexdigest()[:16]
    file = cache_folder(Path(__file__)) / f"{digest}.txt"
    with suppress(OSError):
        return frozenset(file.read_text(encoding="utf-8").split("\n"))
    skeletons = frozenset(skeleton(label) for label in labels)
    _keep(file, "\n".join(sorted(skeletons)).encode())
    return skeletons


def _keep(path: Path, content: bytes) -> None:
    """Write a file of the cache in one step, if there is room for it."""
    with suppress(OSError):  # for example the disk is full
        beside = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}")
        beside.write_bytes(content)
        beside.replace(path)
