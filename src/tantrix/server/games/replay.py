"""Stored games, replayed from their journals."""

import sqlalchemy as sa

from tantrix.server.cluster.uptime import Uptime
from tantrix.server.games.new_game import setup_of
from tantrix.server.games.offers.store import find_delay, find_rematch
from tantrix.server.games.room import Room, reopen_room
from tantrix.server.games.store import GameRow, GameStore
from tantrix.server.games.vacations.store import read_vacations
from tantrix.server.settings import Settings


def replayed(readers: sa.Engine, row: GameRow, settings: Settings, uptime: Uptime) -> Room:
    """Return the room of a stored game, whose clocks do not count outages of the server and vacations.

    Some milliseconds for each game. Raises SQLAlchemyError if the database does not answer.
    """
    store = GameStore(readers)
    setup = setup_of(row, store.taken_seats(row.id), settings)
    vacations = read_vacations(readers, setup.user_ids) if setup.has_vacations else {}
    room = reopen_room(setup, store.entries(row.id), uptime, find_rematch(readers, row.id), vacations)
    return room.delayed(find_delay(readers, row.id, room.version))
