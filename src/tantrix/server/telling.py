"""What is told of a room: welcomes, events and positions, in the words of the protocol.

All of it computes for milliseconds: it is called on threads. Positions are kept for a while, for all
at a table are shown the same ones.
"""

from collections import OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime
from threading import Lock
from typing import cast

from tantrix.deal import commitment, print_secret
from tantrix.game import Game
from tantrix.notation import print_rules
from tantrix.server.protocol import (
    ColourLetter,
    GameView,
    LaidView,
    Over,
    Placed,
    PositionView,
    SeatView,
    Welcome,
)
from tantrix.server.room import Event, Room, Setup, game_after, game_at
from tantrix.server.view import laid_view, position_view

KEPT = 512

_Key = tuple[str, int, bool]


class Teller:
    """Words for rooms, with the positions it was asked for last."""

    def __init__(self) -> None:
        self._positions: OrderedDict[_Key, PositionView] = OrderedDict()
        self._lock = Lock()

    def welcome(self, room: Room, owner: str | None) -> Welcome:
        """Show a room to one who comes in."""
        return Welcome(
            version=room.version,
            game=game_view(room.setup, owner),
            laid=[laid_view(laid) for laid in room.game.laid],
            position=self._view(room, room.game),
            secret=print_secret(room.setup.secret) if room.game.is_over else None,
        )

    def texts(self, room: Room, events: Iterable[Event]) -> list[str]:
        """Tell events, each as the text that is sent."""
        return [self._told(room, event).model_dump_json() for event in events]

    def position(self, room: Room, ply: int) -> PositionView:
        """Show a position; raises ValueError if the game has not come to this ply."""
        return self._view(room, game_at(room, ply))

    def _told(self, room: Room, event: Event) -> Placed | Over:
        game = game_after(room, event)
        view = self._view(room, game)
        if event.is_end:
            return Over(version=event.version, position=view, secret=print_secret(room.setup.secret))
        return Placed(version=event.version, ply=event.ply, laid=_last_laid(game), position=view)

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


def game_view(setup: Setup, owner: str | None) -> GameView:
    """Show what does not change while a game is played to the one who looks."""
    return GameView(
        id=setup.id,
        rules=print_rules(setup.rules),
        tile_set=setup.rules.tile_set,
        is_teams=setup.rules.teams,
        seats=[_seat_view(setup, seat, owner) for seat in range(len(setup.seats))],
        drawn=list(setup.deal.drawn),
        commitment=commitment(setup.secret),
        started_at=print_time(setup.created_ms),
    )


def print_time(ms: int) -> str:
    """Write a moment as ISO 8601 in UTC, whole seconds."""
    return datetime.fromtimestamp(ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seat_view(setup: Setup, seat: int, owner: str | None) -> SeatView:
    name, robot = setup.seats[seat].name, setup.seats[seat].robot
    return SeatView(
        seat=seat,
        colour=cast(ColourLetter, setup.rules.colours[seat].letter),
        name=name,
        kind="person" if robot is None else "robot",
        robot=robot,
        is_mine=setup.owns(owner, seat),
    )


def _last_laid(game: Game) -> LaidView:
    return laid_view(game.laid[-1])
