"""What becomes of a game when a player's account is closed or banned.

A game that has hardly begun is aborted. Otherwise the player has left it: with two sides it ends as if they
had resigned, and in a game of a tournament the side that stayed chooses as after any departure (R8.2); with
more players a robot plays on, so that the others can finish. At a table that still waits, the seat becomes
free again.
"""

from dataclasses import replace

from tantrix.game import Termination
from tantrix.record import Seat
from tantrix.server.games.agreements import STAND_IN
from tantrix.server.games.journal_lines import Ended, StandIn
from tantrix.server.games.room import Room, RoomAnswer
from tantrix.server.games.store import free_seat
from tantrix.server.http.errors import Refusal
from tantrix.server.rooms.commands import RoomChange


def depart(room: Room, user_id: str, now_ms: int) -> RoomAnswer:
    """Let a user leave a game, one seat at a time; return a refusal once they hold no seat."""
    if room.setup.is_waiting:
        return _stand_up(room, user_id)
    mine = room.seats_of(user_id)
    if room.game.is_over or not mine:
        return Refusal("not_your_seat")
    seat = min(mine)
    if room.may_abort:
        return room.change(Ended(Termination.ABORTED), now_ms)
    has_more_sides = len(room.setup.seats) > 2 and not room.setup.rules.teams
    if has_more_sides and room.setup.match_id is None and room.seats_of_people - mine:
        return room.change(StandIn(seat, STAND_IN), now_ms)
    return room.leave(seat, Termination.RESIGNATION, now_ms)


def _stand_up(room: Room, user_id: str) -> RoomAnswer:
    setup = room.setup
    taken = [seat for seat, occupant in setup.occupants if occupant == user_id]
    if not taken:
        return Refusal("not_your_seat")
    seats = (Seat("", None) if n in taken else seat for n, seat in enumerate(setup.seats))
    free = replace(
        setup,
        seats=tuple(seats),
        occupants=tuple(each for each in setup.occupants if each[0] not in taken),
        colour_preferences=tuple(each for each in setup.colour_preferences if each[0] not in taken),
    )
    return RoomChange(replace(room, setup=free), tuple(free_seat(setup.id, seat) for seat in taken))
