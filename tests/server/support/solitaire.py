"""The daily solitaire, played at random."""

from datetime import date
from random import Random

from starlette.testclient import TestClient

from tantrix.gobble.table import FORCED_SIDES, RushTable
from tantrix.hexes import ORIGIN
from tantrix.placement import Placement
from tantrix.server.puzzles.daily.puzzle import stack_of

DAILY, OPEN = "/api/solitaire/daily", "/api/solitaire/open"  # paths


def play(day: date, seed: int) -> list[Placement]:
    """Play the solitaire of a day with random legal placements until the next tile fits nowhere."""
    rng, table, laid = Random(seed), RushTable(), list[Placement]()
    for tile in stack_of(day).pool:
        ways = sorted(table.placements(tile, FORCED_SIDES)) or sorted(table.placements(tile, 1))
        if laid and not ways:
            break
        laid.append(rng.choice(ways) if laid else Placement(tile, ORIGIN, 0))
        table = table.lay(laid[-1])
    return laid


def day_shown(client: TestClient) -> date:
    return date.fromisoformat(client.get(DAILY).json()["day"])
