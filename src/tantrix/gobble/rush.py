"""A rush, which is one game of Gobble: an immutable value to which timestamped commands are applied (R6).

There are no turns: commands are judged in the order in which they arrive, each on the state left by the one
before. A command is either accepted, which returns the new value and the events it caused, or refused with a
`RushVerdict`, which changes nothing. So of two commands for one cell the second is refused, and its tile
stays in the player's hand (R6.5). Time is `at_ms`, milliseconds since the start, and never runs backwards.
"""

from dataclasses import dataclass, replace

from tantrix.gobble.commands import (
    Command,
    Ending,
    Event,
    Give,
    Lay,
    Leave,
    PlayerFinished,
    PlayerLeft,
    PutAside,
    RushEnded,
    Source,
    Tick,
    TileGiven,
    TileLaid,
    TilePutAside,
    TileTurned,
    Turn,
)
from tantrix.gobble.deal import RushDeal
from tantrix.gobble.options import GobbleRules
from tantrix.gobble.table import MIN_SIDES, RushTable, bits, fits, n_sides
from tantrix.gobble.verdicts import RefusedCommand, RushVerdict
from tantrix.placement import Placement


@dataclass(frozen=True, slots=True)
class RushPlayer:
    """What a player holds: `stock` face down, the top first; `turned`; the penalty `pile`, the oldest first.

    `dues`: the times at which tiles owed to opponents are given automatically, one per tile. `rank` is set
    once the last tile is laid, at `out_ms`; `left` once the player gives up, 1 for the first to do so.
    """

    stock: tuple[int, ...]
    turned: int | None = None
    pile: tuple[int, ...] = ()
    dues: tuple[int, ...] = ()
    rank: int | None = None
    out_ms: int | None = None
    left: int | None = None

    @property
    def is_active(self) -> bool:
        """Return whether the player still plays."""
        return self.rank is None and self.left is None

    @property
    def n_tiles(self) -> int:
        """How many tiles the player must still get rid of."""
        return len(self.stock) + len(self.pile) + (self.turned is not None)

    @property
    def n_to_give(self) -> int:
        """How many tiles could be given away: a gift comes from stock or pile (R6.4)."""
        return len(self.stock) + len(self.pile)

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles the player holds."""
        return self.stock + self.pile + (() if self.turned is None else (self.turned,))


@dataclass(frozen=True, slots=True)
class RushOutcome:
    """How a rush ended, when, and the rank of each seat; equal players share one."""

    ending: Ending
    ranks: tuple[int, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Gobble:
    """The state of a rush, including its secrets; `view.view_for` returns what a seat may see."""

    rules: GobbleRules
    players: tuple[RushPlayer, ...]
    table: RushTable
    box: tuple[int, ...] = ()
    at_ms: int = 0
    outcome: RushOutcome | None = None

    @classmethod
    def start(cls, rules: GobbleRules, deal: RushDeal) -> "Gobble":
        """Start a rush from a deal."""
        table = RushTable()
        for placement in deal.core:
            table = table.lay(placement)
        return cls(rules, tuple(RushPlayer(stock) for stock in deal.stocks), table, deal.box)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that still play."""
        return tuple(seat for seat, player in enumerate(self.players) if player.is_active)

    @property
    def due_ms(self) -> int | None:
        """The next time at which a `Tick` has something to do; None if time alone changes nothing."""
        if self.is_over:
            return None
        moments = [due for player in self.players for due in player.dues]
        moments += [self.rules.limit_ms] if self.rules.limit_ms else []
        moments += [self.at_ms + self.rules.idle_ms] if self.rules.idle_ms else []
        return min(moments, default=None)

    def play(self, command: Command, at_ms: int) -> "tuple[Gobble, tuple[Event, ...]]":
        """Return the rush after a command, and what happened.

        Raises RefusedCommand if the rules forbid it, ValueError for a seat that does not exist or a time
        before the last one.
        """
        verdict = self.verdict(command, at_ms)
        if verdict:
            raise RefusedCommand(command, verdict, at_ms)
        was_idle = self.rules.idle_ms > 0 and at_ms - self.at_ms >= self.rules.idle_ms
        after, events = _carry_out(replace(self, at_ms=at_ms), command)
        return _settle(after, events, is_idle=was_idle and not events)

    def verdict(self, command: Command, at_ms: int) -> RushVerdict:
        """Return ACCEPTED, or the first reason to refuse a command.

        Raises ValueError for a seat that does not exist or a time before the last one.
        """
        if at_ms < self.at_ms:
            raise ValueError(f"expected a moment from {self.at_ms} ms on, got {at_ms}")
        if self.is_over:
            return RushVerdict.GAME_OVER
        if isinstance(command, Tick):
            is_due = self.due_ms is not None and self.due_ms <= at_ms
            return RushVerdict.ACCEPTED if is_due else RushVerdict.NOTHING_DUE
        return self._seat_verdict(command, at_ms)

    def _seat_verdict(self, command: Turn | Lay | PutAside | Give | Leave, at_ms: int) -> RushVerdict:
        if not 0 <= command.seat < len(self.players):
            raise ValueError(f"expected a seat 0 to {len(self.players) - 1}, got {command.seat}")
        player = self.players[command.seat]
        if not player.is_active:
            return RushVerdict.PLAYER_OUT
        if self.rules.limit_ms and at_ms >= self.rules.limit_ms:
            return RushVerdict.TIME_OVER
        match command:
            case Turn():
                return _turn_verdict(player)
            case Lay():
                return self._lay_verdict(player, command.placement)
            case PutAside():
                return RushVerdict.NOTHING_TURNED if player.turned is None else RushVerdict.ACCEPTED
            case Give():
                return self._give_verdict(player, command)
            case Leave():
                return RushVerdict.ACCEPTED

    def _lay_verdict(self, player: RushPlayer, placement: Placement) -> RushVerdict:
        tile, cell = placement.tile, placement.cell
        is_penalty = tile in player.pile
        if tile != player.turned and not is_penalty:
            return RushVerdict.NOT_HELD
        if cell in self.table.laid:
            return RushVerdict.OCCUPIED
        facing = self.table.facing(cell)
        if n_sides(facing) < MIN_SIDES:  # R6.2
            return RushVerdict.TOO_FEW_SIDES
        if is_penalty and n_sides(facing) < self.rules.penalty_sides:  # R6.3
            return RushVerdict.PENALTY_ONLY_FORCED
        return RushVerdict.ACCEPTED if fits(tile, placement.rotation, facing) else RushVerdict.MISMATCH

    def _give_verdict(self, player: RushPlayer, gift: Give) -> RushVerdict:
        if not player.dues:
            return RushVerdict.NOTHING_OWED
        if gift.to == gift.seat or gift.to not in self.active:
            return RushVerdict.NO_OPPONENT
        if gift.tile is None:
            return RushVerdict.ACCEPTED if player.stock else RushVerdict.STOCK_EMPTY
        return RushVerdict.ACCEPTED if gift.tile in player.pile else RushVerdict.NOT_IN_PILE

    @property
    def is_stalled(self) -> bool:
        """Return whether no player can lay a tile, now or later.

        Only laying a tile changes what fits, and only a gift, which follows a laid tile, opens more spaces to
        a tile. So it is enough that no tile in a stock and no turned tile fits any space, and that none in a
        pile fits a space that it may fill. While a gift is owed, this can still change.
        """
        active = [player for player in self.players if player.is_active]
        if any(player.dues for player in active):
            return False
        open_tiles = bits(tile for p in active for tile in (*p.stock, p.turned) if tile is not None)
        penalties = bits(tile for player in active for tile in player.pile)
        anywhere, forced = self.table.fitting(MIN_SIDES), self.table.fitting(self.rules.penalty_sides)
        return not (open_tiles & anywhere or penalties & forced)


def default_receiver(rush: Gobble, giver: int) -> int | None:
    """Return the player who gets a tile whose giver did not choose in time; None if nobody else plays.

    It is the opponent with the fewest tiles or, among equals, the next in seat order after the giver: the
    player nearest to winning can best afford it, and neither chance nor the giver's delay favours anyone.
    """
    seats = len(rush.players)
    others = [seat for seat in rush.active if seat != giver]
    return min(others, key=lambda s: (rush.players[s].n_tiles, (s - giver) % seats), default=None)


def _turn_verdict(player: RushPlayer) -> RushVerdict:
    if player.turned is not None:
        return RushVerdict.ALREADY_TURNED
    return RushVerdict.ACCEPTED if player.stock else RushVerdict.STOCK_EMPTY


Step = tuple[Gobble, tuple[Event, ...]]


def _carry_out(rush: Gobble, command: Command) -> Step:
    match command:
        case Turn(seat):
            return _turn(rush, seat)
        case Lay(seat, placement):
            return _lay(rush, seat, placement)
        case PutAside(seat):
            return _put_aside(rush, seat)
        case Give(seat, to, tile):
            return _give(rush, seat, to, tile, by_time=False)
        case Leave(seat):
            return _leave(rush, seat)
        case Tick():
            return _tick(rush)


def _turn(rush: Gobble, seat: int) -> Step:
    top, *rest = rush.players[seat].stock
    return _with(rush, seat, stock=tuple(rest), turned=top), (TileTurned(seat, top),)


def _leave(rush: Gobble, seat: int) -> Step:
    n_left = sum(player.left is not None for player in rush.players)
    return _with(rush, seat, left=n_left + 1, dues=()), (PlayerLeft(seat),)


def _put_aside(rush: Gobble, seat: int) -> Step:
    player = rush.players[seat]
    assert player.turned is not None, "judged before"
    pile = (*player.pile, player.turned)
    return _with(rush, seat, turned=None, pile=pile), (TilePutAside(seat, player.turned),)


def _lay(rush: Gobble, seat: int, placement: Placement) -> Step:
    player, sides = rush.players[seat], rush.table.sides(placement.cell)
    source = Source.STOCK if placement.tile == player.turned else Source.PILE
    player = _without(player, placement.tile)
    gifts = _gifts(rush, player, sides)
    dues = (*player.dues, *(rush.at_ms + rush.rules.choose_ms for _ in range(gifts)))
    after = replace(_put_back(rush, seat, replace(player, dues=dues)), table=rush.table.lay(placement))
    laid = TileLaid(seat, placement, source, sides, rush.rules.gifts(sides))
    return after, (laid,)


def _without(player: RushPlayer, tile: int) -> RushPlayer:
    if tile == player.turned:
        return replace(player, turned=None)
    return replace(player, pile=tuple(other for other in player.pile if other != tile))


def _gifts(rush: Gobble, player: RushPlayer, sides: int) -> int:
    """Return how many tiles a player gives for a filled space, limited by tiles and recipients (R6.4)."""
    n_others = len(rush.active) - 1
    return min(rush.rules.gifts(sides), player.n_to_give - len(player.dues)) if n_others else 0


def _give(rush: Gobble, seat: int, to: int, tile: int | None, by_time: bool) -> Step:
    giver = rush.players[seat]
    source = Source.STOCK if tile is None else Source.PILE
    given = giver.stock[0] if tile is None else tile
    left = (
        replace(giver, stock=giver.stock[1:], dues=giver.dues[1:])
        if tile is None
        else replace(_without(giver, tile), dues=giver.dues[1:])
    )
    after = _put_back(rush, seat, left)
    # To the bottom of the stock: a tile from a pile has been seen, so it must not be turned next.
    after = _with(after, to, stock=(*after.players[to].stock, given))
    return after, (TileGiven(seat, to, given, source, by_time),)


def _tick(rush: Gobble) -> Step:
    """Give the tiles that are due, oldest debt first, then end the rush if it has reached a limit."""
    events: tuple[Event, ...] = ()
    while (due := _next_due(rush)) is not None:
        giver = rush.players[due]
        to = default_receiver(rush, due)
        assert to is not None, "nobody owes a tile to nobody"
        rush, given = _give(rush, due, to, giver.pile[0] if giver.pile else None, by_time=True)
        events += given
    return rush, events


def _next_due(rush: Gobble) -> int | None:
    dues = [(player.dues[0], seat) for seat, player in enumerate(rush.players) if player.dues]
    due_ms, seat = min(dues, default=(rush.at_ms + 1, -1))
    return seat if due_ms <= rush.at_ms else None


def _settle(rush: Gobble, events: tuple[Event, ...], is_idle: bool) -> Step:
    """Finish the players without tiles, drop debts that cannot be paid, and end the rush if it is over."""
    finished: list[Event] = []
    for seat in rush.active:
        player = rush.players[seat]
        if player.n_tiles == 0:
            rank = 1 + sum(other.rank is not None for other in rush.players)
            rush = _with(rush, seat, rank=rank, out_ms=rush.at_ms, dues=())
            finished.append(PlayerFinished(seat, rank))  # R6.5
        elif len(player.dues) > player.n_to_give:
            rush = _with(rush, seat, dues=player.dues[: player.n_to_give])
    ending = _ending(rush, is_idle)
    if ending is None:
        return rush, (*events, *finished)
    ranks = _ranks(rush)
    outcome = RushOutcome(ending, ranks, rush.at_ms)
    players = tuple(replace(player, dues=()) for player in rush.players)
    return replace(rush, outcome=outcome, players=players), (*events, *finished, RushEnded(ending, ranks))


def _ending(rush: Gobble, is_idle: bool) -> Ending | None:
    if len(rush.active) <= (1 if len(rush.players) > 1 else 0):
        return Ending.PLAYED_OUT
    if is_idle or rush.is_stalled:
        return Ending.STALLED
    if rush.rules.limit_ms and rush.at_ms >= rush.rules.limit_ms:
        return Ending.TIME
    return None


def _ranks(rush: Gobble) -> tuple[int, ...]:
    """Rank finished players in order, then those still playing by tiles left, then leavers, last first."""
    places = [_place(player) for player in rush.players]
    return tuple(1 + sum(other < place for other in places) for place in places)


def _place(player: RushPlayer) -> tuple[int, int]:
    if player.rank is not None:
        return (0, player.rank)
    if player.left is not None:
        return (2, -player.left)
    return (1, player.n_tiles)


def _with(rush: Gobble, seat: int, **changes: object) -> Gobble:
    return _put_back(rush, seat, replace(rush.players[seat], **changes))  # type: ignore[arg-type]


def _put_back(rush: Gobble, seat: int, player: RushPlayer) -> Gobble:
    players = (*rush.players[:seat], player, *rush.players[seat + 1 :])
    return replace(rush, players=players)
