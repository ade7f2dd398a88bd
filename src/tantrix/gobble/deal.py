"""The deal of a rush: the core, and the tiles of each player in order, derived from a secret (R6.1).

The algorithm `tantrix-gobble-1`: the 56 tiles are shuffled by the secret as in `tantrix-deal-1`. The first
tile lies at the origin. Each further tile of the core is the first of the rest that fits a space: any space
beside the first tile, and from the third tile on one with two sides or more. Its placements, in the order of
cells and rotations, are numbered; the numbers are shuffled by SHA-256(secret + "core" + how many tiles lie),
and the first is taken. What remains is shuffled again, by SHA-256(secret + "stocks"); otherwise the first
seat would get the tiles that fitted nowhere. Then the players are dealt their tiles from the front, in seat
order; the others stay in the box.
"""

import hashlib
from dataclasses import dataclass

from tantrix.deal import shuffle
from tantrix.gobble.options import GobbleRules
from tantrix.gobble.table import MIN_SIDES, RushTable
from tantrix.hexes import ORIGIN
from tantrix.placement import Placement
from tantrix.tiles import GAME_SET

ALGORITHM = "tantrix-gobble-1"


@dataclass(frozen=True, slots=True)
class RushDeal:
    """`core`: tiles on the table, in order; `stocks`: each player's, the top first; `box`: not in play."""

    core: tuple[Placement, ...]
    stocks: tuple[tuple[int, ...], ...]
    box: tuple[int, ...] = ()


def deal_rush(rules: GobbleRules, secret: bytes) -> RushDeal:
    """Deal a rush. Raises ValueError if the secret is not 32 bytes long."""
    rest = list(shuffle(secret, GAME_SET))
    core = _core(rules.n_core, rest, secret)
    rest = list(shuffle(hashlib.sha256(secret + b"stocks").digest(), sorted(rest)))
    stocks = []
    for number in rules.dealt:
        stocks.append(tuple(rest[:number]))
        del rest[:number]
    return RushDeal(core, tuple(stocks), tuple(rest))


def _core(size: int, rest: list[int], secret: bytes) -> tuple[Placement, ...]:
    """Take the tiles of the core out of the rest."""
    first = Placement(rest.pop(0), ORIGIN, 0)
    core, table = [first], RushTable().lay(first)
    while len(core) < size:
        least = 1 if len(core) == 1 else MIN_SIDES
        fitting = table.fitting(least)
        tile = next(tile for tile in rest if fitting >> tile & 1)
        placements = sorted(table.placements(tile, least))
        purpose = hashlib.sha256(secret + b"core" + bytes([len(core)])).digest()
        chosen = placements[shuffle(purpose, range(len(placements)))[0]]
        rest.remove(tile)
        core.append(chosen)
        table = table.lay(chosen)
    return tuple(core)
