"""A sample engine (docs/robots/engine.md), which plays where most tiles touch. Use it as engine:COMMAND."""

import sys

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def cell(placement: str) -> tuple[int, int]:
    """Read the cell of a placement such as 12@3,-1^4."""
    q, r = placement.split("@")[1].split("^")[0].split(",")
    return int(q), int(r)


taken: set[tuple[int, int]] = set()
legal: list[str] = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tantrix":
        print("name sample\nready", flush=True)
    elif word == "position":
        taken = {cell(text) for text in rest.split(";")[1].split() if "@" in text}
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        touching = [sum((q + a, r + b) in taken for a, b in STEPS) for q, r in map(cell, legal)]
        print("best", legal[touching.index(max(touching))], flush=True)
    elif word == "quit":
        break
