"""One loop through more tiles than `growth.py` can take: a first loop of some, the others spliced in."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

from tantrix.solver.answer import Solution
from tantrix.solver.goal import Goal, is_plain_loop
from tantrix.solver.loops.growth import MAX_TILES, Grower
from tantrix.solver.loops.splicing import Splicer
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.tiles import TABLE, Colour, links

_FIRST, _MORE, _SPREAD = 24, 10, 6  # tiles in the first loop, and in a splice from and by
_FORMS, _TRIES = 20, 3000


def is_large_loop(goal: Goal) -> bool:
    """Return whether a goal is one loop through all of more tiles than `growth.py` takes."""
    return len(goal.tiles) > MAX_TILES and is_plain_loop(goal) and not goal.held


def try_parts(goal: Goal, seed: int) -> Iterator[tuple[Solution | None, int]]:
    """Try split after split; yield after each step the loop, if it has all tiles, and the nodes it took."""
    for attempt in count():
        yield from _steps(goal, Random(f"{seed}/{attempt}"))


def _steps(goal: Goal, rng: Random) -> Iterator[tuple[Solution | None, int]]:
    """Yield the result and the nodes of each step; only the last step can yield a complete loop."""
    colour = goal.strands[0].colour
    first, *others = parts(goal.tiles, colour, rng)
    part = replace(goal, tiles=first)
    if why_unsolvable(part):
        yield None, 0
        return
    grower = Grower(part, rng.randrange(2**32))
    loop = grower.find(_FORMS)
    yield None, grower.nodes
    if loop is None:
        return
    splicer = Splicer(loop, colour, rng.randrange(2**32))
    for number, more in enumerate(others, 1):
        before = splicer.nodes
        is_taken = splicer.take_up(more, _TRIES)
        is_whole = is_taken and number == len(others)
        yield splicer.loop() if is_whole else None, splicer.nodes - before
        if not is_taken:
            return


def parts(tiles: Sequence[int], colour: Colour, rng: Random) -> list[tuple[int, ...]]:
    """Split tiles into parts that each pass the parity rule and have about the same mixture as the whole."""
    ordered = [tile for _, tile in sorted(_spread(tiles, rng))]
    made: list[tuple[int, ...]] = []
    part: list[int] = []
    wanted, odd = _FIRST, 0
    for tile in ordered:
        part.append(tile)
        odd ^= _parities(tile, colour)
        if len(part) >= wanted and not odd:
            made.append(tuple(part))
            part, wanted = [], _MORE + rng.randrange(_SPREAD)
    if part:
        made[-1:] = [(*made[-1], *part)] if made else [tuple(part)]
    return made


def _spread(tiles: Sequence[int], rng: Random) -> Iterator[tuple[float, int]]:
    """Yield a place from 0 to 1 for each tile, so that tiles of a kind are spread evenly."""
    for tile, copies in Counter(tiles).items():
        for at in range(copies):
            yield (at + rng.random()) / copies, tile


@cache
def _parities(tile: int, colour: Colour) -> int:
    """Return one bit for each other colour that crosses this one on the tile."""
    link = next(link for link in links(tile) if link.colour == colour)
    between = TABLE[tile - 1][link.a + 1 : link.b]
    return sum((between.count(other.letter) & 1) << other for other in Colour if other != colour)
