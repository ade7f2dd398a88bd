"""What a seat or a spectator may see of a rush: the table, all penalty piles, and its own turned tile.

Robots and browsers receive nothing else. Penalty piles lie face up (R6.3). Nobody sees a stock, not even
their own, and only the player who turned a tile sees it.
"""

from dataclasses import dataclass

from tantrix.gobble.options import GobbleRules
from tantrix.gobble.rush import Gobble, RushOutcome, RushPlayer
from tantrix.gobble.table import RushTable


@dataclass(frozen=True, slots=True)
class Holding:
    """What a player holds, as everyone sees it; `dues` are those of `rush.RushPlayer`."""

    n_stock: int
    pile: tuple[int, ...]
    has_turned: bool
    dues: tuple[int, ...]
    rank: int | None
    has_left: bool

    @property
    def n_tiles(self) -> int:
        """How many tiles the player must still get rid of."""
        return self.n_stock + len(self.pile) + self.has_turned

    @property
    def is_active(self) -> bool:
        """Return whether the player still plays."""
        return self.rank is None and not self.has_left


@dataclass(frozen=True, slots=True)
class View:
    """A rush as a seat sees it; `seat` is None for a spectator, who has no tiles."""

    rules: GobbleRules
    seat: int | None
    turned: int | None
    pile: tuple[int, ...]
    holdings: tuple[Holding, ...]
    table: RushTable
    at_ms: int
    outcome: RushOutcome | None


def view_for(rush: Gobble, seat: int | None) -> View:
    """Return the view of a rush for a seat or a spectator."""
    player = RushPlayer(()) if seat is None else rush.players[seat]
    holdings = tuple(holding(player) for player in rush.players)
    return View(rush.rules, seat, player.turned, player.pile, holdings, rush.table, rush.at_ms, rush.outcome)


def holding(player: RushPlayer) -> Holding:
    """Return what everyone may see of a player's tiles."""
    return Holding(
        len(player.stock),
        player.pile,
        player.turned is not None,
        player.dues,
        player.rank,
        player.left is not None,
    )
