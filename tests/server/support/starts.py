"""A program that is started twice with one folder for what it keeps on the disk."""

import os
import subprocess
import sys
from pathlib import Path


def words_of_two_starts(program: str, folder: Path) -> tuple[list[str], list[str]]:
    """Return the words that a program prints at its first and at its second start."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    )
    return first, second
