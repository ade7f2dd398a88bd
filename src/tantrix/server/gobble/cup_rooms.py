"""Rooms of Gobble whose players are seated together, such as the tables of a cup."""

from collections.abc import Sequence
from typing import NamedTuple

from tantrix.gobble import Tick
from tantrix.server.database.writes import Write
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.gobble.new_room import rush_row
from tantrix.server.gobble.results import result_of
from tantrix.server.gobble.room import RushRoom, RushSeat, RushSetup
from tantrix.server.gobble.store import StoredRushPlayer
from tantrix.server.protocol.gobble import RushSettings
from tantrix.server.settings import Settings

LIMIT_S = 600  # the time limit of a table


class EndedTable(NamedTuple):
    """The end of a table: the rank of each seat, which seats never acted, and when the end was noticed."""

    ranks: tuple[int, ...]
    idle: tuple[bool, ...]
    at_ms: int


class CupTables:
    """Sets up tables, and finds out how they ended."""

    def __init__(self, hub: GobbleHub, settings: Settings) -> None:
        self._hub = hub
        self._settings = settings

    def table(
        self, players: Sequence[tuple[str, str]], starts_ms: int, is_listed: bool
    ) -> tuple[str, list[Write]]:
        """Set up a rated table for accounts, given by id and name; return its id and the writes to save.

        The countdown to `starts_ms` runs as soon as the table is saved; no player has to start it.
        """
        setup = RushSetup(
            id=self._settings.make_id(),
            owner=players[0][0],
            secret=self._settings.make_secret(),
            created_ms=self._settings.play_ms(),
            seats=tuple(RushSeat(name, user_id) for user_id, name in players),
            settings=RushSettings(handicaps=[], limit_s=LIMIT_S, rated=True),
            listing="open" if is_listed else "linked",
            started_ms=starts_ms,
        )
        seated = [StoredRushPlayer(setup.id, seat, user_id) for seat, (user_id, _name) in enumerate(players)]
        return setup.id, [rush_row(setup), *seated]

    async def ended(self, table_id: str) -> EndedTable | None:
        """Return how a table ended; None while it is in play. Opens its room, so that its clock runs."""
        room = await self._hub.room(table_id)
        return end_of(room, self._settings.play_ms()) if room.is_over else None


def end_of(room: RushRoom, at_ms: int) -> EndedTable:
    """Return the end of a finished rush. A player who is left when all others have gone is not idle."""
    seats, acted = result_of(room).seats, _acted(room)
    n_there = sum(not seat.has_left for seat in seats)
    idle = tuple(number not in acted and n_there > 1 for number in range(len(seats)))
    return EndedTable(tuple(seat.rank for seat in seats), idle, at_ms)


def _acted(room: RushRoom) -> set[int]:
    """Return the seats that gave at least one command."""
    commands = (moment.stamped.command for moment in room.moments if moment.stamped is not None)
    return {command.seat for command in commands if not isinstance(command, Tick)}
