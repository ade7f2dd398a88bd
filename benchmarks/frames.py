"""What it costs to compress the positions that a server sends, and what differences between them would save.

Run `python -m benchmarks.frames` from the repository. The positions are those of one game of `greedy`. A
difference names the fields that have changed; of lists, the entries that are gone and those that are new.
"""

import json
import sys
import time
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.reference import reference_ms
from tantrix.deal import deal, next_draw, start
from tantrix.robots import find
from tantrix.rules import Rules
from tantrix.server.games.views.position import position_text
from tantrix.server.http.frames import deflated_frame_of, frame_of

Json = dict[str, Any]

N_TIMES = 20
N_WINDOWS = 1000
PAGE_KB = 4


def positions() -> list[str]:
    """Return the texts of all positions of a game."""
    rules = Rules()
    dealt = deal(rules, bytes(32))
    game, robot, rng = start(rules, dealt), find("greedy"), Random(1)
    texts = [position_text(game)]
    while not game.is_over:
        game = game.play(robot.choose(game, rng), next_draw(dealt, game))
        texts.append(position_text(game))
    return texts


def difference(before: Json, after: Json) -> Json:
    """Return what has changed between two positions."""
    changed: Json = {}
    for name, value in after.items():
        if before.get(name) == value:
            continue
        if isinstance(value, list) and isinstance(old := before.get(name), list):
            value = {
                "gone": [n for n, each in enumerate(old) if each not in value],
                "new": [each for each in value if each not in old],
            }
        changed[name] = value
    return changed


def cost_us(function: Callable[[str], object], texts: list[str]) -> float:
    """Return the processor time of a call in microseconds."""
    began_s = time.process_time()
    for _ in range(N_TIMES):
        for text in texts:
            function(text)
    return round((time.process_time() - began_s) * 1e6 / N_TIMES / len(texts), 1)


def deflated(text: str, level: int) -> bytes:
    deflate = zlib.compressobj(level, wbits=-zlib.MAX_WBITS)
    return deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)


def window_kb() -> float:
    """Return the memory of a client's own compressor, as a connection with a context keeps it."""
    before = _resident_pages()
    kept = [zlib.compressobj(1, wbits=-zlib.MAX_WBITS) for _ in range(N_WINDOWS)]
    for each in kept:
        each.compress(bytes(5_000))
        each.flush(zlib.Z_SYNC_FLUSH)
    return round((_resident_pages() - before) * PAGE_KB / N_WINDOWS, 1)


def _resident_pages() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1])


def main() -> int:
    """Print the figures."""
    texts = positions()
    parsed = [json.loads(text) for text in texts]
    changes = [json.dumps(difference(*pair), separators=(",", ":")) for pair in pairwise(parsed)]

    def mean(sizes: list[int]) -> int:
        return round(sum(sizes) / len(sizes))

    found = {
        "bytes": {
            "plain": mean([len(frame_of(text)) for text in texts]),
            "deflated": mean([len(deflated_frame_of(text)) for text in texts]),
            "deflated at level 6": mean([len(deflated(text, 6)) for text in texts]),
            "difference": mean([len(text) for text in changes]),
            "difference, deflated": mean([len(deflated(text, 1)) for text in changes]),
        },
        "us": {
            "deflated": cost_us(deflated_frame_of.__wrapped__, texts),
            "deflated at level 6": cost_us(lambda text: deflated(text, 6), texts),
            "parsing both positions of a difference": cost_us(json.loads, texts) * 2,
        },
        "kb_a_window": window_kb(),
        "reference_ms": round(reference_ms(), 2),
    }
    print(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
