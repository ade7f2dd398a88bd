"""Hostile strings (script injection and the like) for every field in which people write."""

import json
from pathlib import Path

_FILE = Path(__file__).parents[1] / "data" / "hostile.txt"


def hostile_strings() -> list[str]:
    """Return all of them, at most 200 characters each; a script that runs calls `tantrixHurt`."""
    lines = _FILE.read_text("ascii").splitlines()
    return [json.loads(line) for line in lines if not line.startswith("//")]
