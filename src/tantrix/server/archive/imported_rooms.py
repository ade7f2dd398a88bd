"""Rooms of imported games: like any finished game, but not played on this server."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tantrix.deal import Deal
from tantrix.record import Record, Seat, parse_record
from tantrix.server.archive.records import archived_record
from tantrix.server.archive.search import IMPORTED
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.archive.tables import Imported
from tantrix.server.database.writes import Write
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room, Setup
from tantrix.server.protocol.text import clean_name, visible_text
from tantrix.server.protocol.times import midnight_ms
from tantrix.server.ratings.results import GameResult, ResultSeat
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.wording.seats import player_name

MAX_NAME = 40  # characters of a name that are shown


def find_room(store: ArchiveStore, game_id: str) -> Room | None:
    """Open the room of an imported game; None if there is none. Raises UnknownGame if it is removed."""
    imported, text = store.imported(game_id), store.record(game_id)
    if imported is None:
        return None
    if text is None:
        raise UnknownGame("record_removed")
    return room_of(game_id, parse_record(visible_text(text)), imported.imported_ms)


def room_of(game_id: str, record: Record, imported_ms: int, listing: str = "private") -> Room:
    """Make the room of a valid record; the order of the bag is unknown, but no more tiles are drawn."""
    at_ms = _played_ms(record, imported_ms)
    setup = Setup(
        id=game_id,
        owner="",
        rules=record.rules,
        seats=tuple(_shown(record, seat) for seat in range(record.rules.n_seats)),
        secret=record.secret or b"",
        deal=Deal(record.hands, record.start, record.opening, record.drawn, ()),
        created_ms=at_ms,
        listing=listing,
        started_ms=at_ms,
        record=record,
    )
    return Room(setup, record.game(), ended_by=record.end.seat if record.end else None)


def import_writes(room: Room, digest: str, user_id: str, imported_ms: int) -> Sequence[Write]:
    """List the writes for an imported game: its import, its record, and a result that does not count."""
    record = room.setup.record
    assert record is not None, f"expected the room of an imported game, got {room.setup.id}"
    rows = (_uncounted(row) for row in rows_of(room, room.setup.created_ms))
    return (
        Imported(digest, room.setup.id, user_id, imported_ms),
        archived_record(room.setup.id, record),
        *rows,
    )


def _uncounted(row: GameResult | ResultSeat) -> GameResult | ResultSeat:
    if isinstance(row, GameResult):
        return replace(row, pool=IMPORTED, is_rated=False)
    return replace(row, user_id=None)


def _played_ms(record: Record, imported_ms: int) -> int:
    """Return midnight (UTC) of the record's date, or the import time if earlier or if there is no date."""
    if record.date is None:
        return imported_ms
    return min(imported_ms, midnight_ms(date.fromisoformat(record.date)))


def _shown(record: Record, seat: int) -> Seat:
    """Return a seat as it is displayed: a name on one line, and a robot only if the record names one."""
    seat_of_record = record.seats[seat] if record.seats else Seat()
    name = clean_name(seat_of_record.name)[:MAX_NAME] or player_name(seat + 1)
    return Seat(
        name, None if seat_of_record.robot is None else clean_name(seat_of_record.robot)[:MAX_NAME] or "robot"
    )
