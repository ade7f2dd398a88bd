"""What is told of a room: welcomes, events and positions, in the words of the protocol.

All of it computes for milliseconds: it is called on threads. Positions are kept for a while, for all
at a table are shown the same ones.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from threading import Lock
from typing import cast

from tantrix.clock import print_control
from tantrix.deal import commitment, print_secret
from tantrix.game import Game
from tantrix.notation import print_rules
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.game import (
    ClockView,
    GameView,
    LaidView,
    Over,
    Placed,
    PositionView,
    SeatView,
    Welcome,
)
from tantrix.server.protocol.lobby import TableView
from tantrix.server.room import Event, Room, Setup, game_after, game_at
from tantrix.server.view import laid_view, position_view

KEPT = 512

NameOf = Callable[[str | None], str | None]  # the account that plays as an owner
_Key = tuple[str, int, bool]


class Teller:
    """Words for rooms, with the positions it was asked for last."""

    def __init__(self, name_of: NameOf) -> None:
        self._name_of = name_of
        self._positions: OrderedDict[_Key, PositionView] = OrderedDict()
        self._lock = Lock()

    def welcome(self, room: Room, owner: str | None, now_ms: int) -> Welcome:
        """Show a room to one who comes in."""
        return Welcome(
            version=room.version,
            game=game_view(room.setup, owner, self._name_of),
            laid=[laid_view(laid) for laid in room.game.laid],
            position=self._view(room, room.game),
            secret=print_secret(room.setup.secret) if room.game.is_over and room.setup.secret else None,
            clock=clock_view(room, now_ms),
            offers=[],
            pause_left_ms=None,
            may_abort=may_abort(room.game),
            rematch=None,
        )

    def texts(self, room: Room, events: Iterable[Event], now_ms: int) -> list[str]:
        """Tell events, each as the text that is sent."""
        return [self._told(room, event, now_ms).model_dump_json() for event in events]

    def position(self, room: Room, ply: int) -> PositionView:
        """Show a position; raises ValueError if the game has not come to this ply."""
        return self._view(room, game_at(room, ply))

    def _told(self, room: Room, event: Event, now_ms: int) -> Placed | Over:
        game = game_after(room, event)
        view, clock = self._view(room, game), clock_view(room, now_ms)
        if event.is_end:
            secret = print_secret(room.setup.secret)
            return Over(version=event.version, position=view, secret=secret, clock=clock)
        return Placed(
            version=event.version,
            ply=event.ply,
            laid=_last_laid(game),
            position=view,
            clock=clock,
            may_abort=may_abort(game),
        )

    def _view(self, room: Room, game: Game) -> PositionView:
        key = (room.setup.id, game.ply, game.is_over)
        with self._lock:
            if key in self._positions:
                self._positions.move_to_end(key)
                return self._positions[key]
        view = position_view(game)
        with self._lock:
            self._positions[key] = view
            while len(self._positions) > KEPT:
                self._positions.popitem(last=False)
        return view


def game_view(setup: Setup, owner: str | None, name_of: NameOf) -> GameView:
    """Show what does not change while a game is played to the one who looks."""
    return GameView(
        id=setup.id,
        rules=print_rules(setup.rules),
        tile_set=setup.rules.tile_set,
        is_teams=setup.rules.teams,
        seats=[_seat_view(setup, seat, owner, name_of) for seat in range(len(setup.seats))],
        drawn=[] if setup.is_waiting else list(setup.deal.drawn),
        commitment=_commitment(setup),
        started_at=print_time(setup.created_ms),
        control=None if setup.control is None else print_control(setup.control),
        is_listed=setup.listing == "open",
        is_rated=setup.is_rated,
        is_imported=setup.record is not None,
    )


def may_abort(game: Game) -> bool:
    """Tell whether fewer than two turns are complete."""
    return not game.is_over and game.turn <= 2


def _commitment(setup: Setup) -> str:
    """Return the commitment to the shuffle; what an imported record says of it, empty if nothing."""
    return commitment(setup.secret) if setup.record is None else setup.record.commitment or ""


def clock_view(room: Room, now_ms: int) -> ClockView | None:
    """Show the clock as it is now."""
    clock, up_ms, seats = room.clock, room.uptime.at(now_ms), range(len(room.setup.seats))
    if clock is None:
        return None
    return ClockView(
        left_ms=[clock.left(seat, up_ms) for seat in seats],
        running=clock.running,
        penalties=[clock.penalty(seat, up_ms) for seat in seats],
    )


def table_view(room: Room, name_of: NameOf) -> TableView:
    """Show a table as the lobby lists it, to nobody in particular."""
    setup, game = room.setup, room.game
    view = game_view(setup, None, name_of)
    return TableView(
        id=setup.id,
        url=f"/games/{setup.id}",
        seats=view.seats,
        rules=view.rules,
        control=view.control,
        is_rated=view.is_rated,
        ply=game.ply,
        n_tiles=setup.rules.tile_set,
        scores=list(game.scores),
        started_at=view.started_at,
    )


def print_time(ms: int) -> str:
    """Write a moment as ISO 8601 in UTC, whole seconds."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seat_view(setup: Setup, seat: int, owner: str | None, name_of: NameOf) -> SeatView:
    name, robot = setup.seats[seat].name, setup.seats[seat].robot
    return SeatView(
        seat=seat,
        colour=cast(ColourLetter, setup.rules.colours[seat].letter),
        name=name,
        kind="robot" if robot is not None else "open" if seat in setup.free_seats else "person",
        robot=robot,
        is_mine=setup.owns(owner, seat),
        account=name_of(setup.sitter(seat)),
        stand_in=None,
        wishes=[],
    )


def _last_laid(game: Game) -> LaidView:
    return laid_view(game.laid[-1])
