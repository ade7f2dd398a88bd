"""The games that are open on this server, and access to the stored ones.

A room is opened when its game is requested: the game is replayed from its journal. It is closed when it has
not been used for a while.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from heapq import nlargest

from tantrix.clock import DAY_MS
from tantrix.server.background import Timer, on_thread
from tantrix.server.database.database import Database
from tantrix.server.games.absence import NOBODY_AWAY, Absences
from tantrix.server.games.offers.pending import parse_offers
from tantrix.server.games.offers.store import (
    GameStamp,
    find_proposals,
    read_stamps,
)
from tantrix.server.games.plans.store import StoredPlans, read_plans
from tantrix.server.games.players import GameArchive
from tantrix.server.games.replay import replayed
from tantrix.server.games.room import Room, Setup
from tantrix.server.games.store import GameRow, GameStore
from tantrix.server.games.vacations.allowance import Vacations
from tantrix.server.games.vacations.store import read_vacations
from tantrix.server.http.errors import Refusal
from tantrix.server.rooms.live_room import LiveRoom
from tantrix.server.rooms.live_rooms import LiveRooms, UnknownGame
from tantrix.server.settings import Settings

LEFT_MS = DAY_MS  # how long a room with tiles and absences is kept: absences are not stored
MAX_LEFT = 1000  # above this, the rooms unused for longest are closed


@dataclass(slots=True, eq=False)
class OpenRoom(LiveRoom[Room]):
    """An open game. Hold the lock to change the room or to send changes.

    `flag_timer` runs while a flag is due to fall or a pause is due to end. `is_closed`: the table was closed.
    `stamp`: the stamp of the stored game when it was last compared. `user_ids_elsewhere`: the players who are
    connected to other servers only.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    flag_timer: Timer = field(default_factory=Timer)
    robot: asyncio.Task[None] | None = None
    is_thinking: bool = False
    absences: Absences = NOBODY_AWAY
    is_closed: bool = False
    stamp: GameStamp | None = None
    user_ids_elsewhere: frozenset[str] = frozenset()

    @property
    def is_needed(self) -> bool:
        """Return whether there are connections, or work that is in progress or due."""
        is_busy = self.robot is not None or self.lock.locked()
        return is_busy or bool(self.outboxes) or self.flag_timer.is_running

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.room.game.is_over

    @property
    def first_user_ids(self) -> frozenset[str]:
        """The players, who are notified before spectators."""
        return self.room.setup.user_ids

    @property
    def has_absences(self) -> bool:
        """Return whether closing the room would lose the absences from a game in play."""
        return self.room.is_live and self.room.game.ply > 0 and self.absences.count

    def close(self) -> None:
        """Mark the table as closed."""
        self.is_closed = True

    def differs_from(self, stamp: GameStamp | None) -> bool:
        """Return whether the stored game is newer than the room, or deleted; remember the stamp."""
        known, self.stamp = self.stamp, stamp
        if stamp is None:
            return True
        lines = [event.version for event in self.room.events[-2:] if event.line is not None]
        is_behind = stamp.n_lines > max(lines, default=0) or stamp.n_occupants != len(
            self.room.setup.occupants
        )
        has_more = (stamp.rematch, stamp.started_ms) != (self.room.rematch, self.room.setup.started_ms)
        # A room without a stamp is a new one, in which nothing was offered or delayed.
        had = (None, 0) if known is None else (known.proposals, known.delay_ms)
        have_offers_changed = had != (stamp.proposals, stamp.delay_ms)
        return is_behind or has_more or have_offers_changed

    def set_absences(self, absences: Absences) -> bool:
        """Replace the absences; return whether they have changed."""
        has_changed, self.absences = absences != self.absences, absences
        return has_changed

    def set_elsewhere(self, user_ids: frozenset[str]) -> bool:
        """Replace the players who are connected to other servers; return whether they have changed."""
        has_changed, self.user_ids_elsewhere = user_ids != self.user_ids_elsewhere, user_ids
        return has_changed

    def run_robot(self, task: asyncio.Task[None] | None) -> None:
        """Set the task in which robots play, or None once it ends."""
        self.robot = task
        self.is_thinking = False

    def think(self, is_thinking: bool) -> None:
        """Set whether the robot to play is thinking."""
        self.is_thinking = is_thinking


class NotBegun(Refusal):
    """The table is still waiting for players, so there is no position to show."""

    def __init__(self) -> None:
        super().__init__("not_begun")


def check_still_open(live: OpenRoom) -> None:
    """Raise UnknownGame if the table was closed while a request waited for its lock."""
    if live.is_closed:
        raise UnknownGame


class OpenRooms(LiveRooms[OpenRoom]):
    """The open games by id. `ready` is set once games can be played."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        archive: GameArchive,
        on_open: Callable[[OpenRoom], None],
    ) -> None:
        super().__init__(settings.play_ms, database.readers, on_open)
        self.ready = asyncio.Event()
        self._settings = settings
        self._store = GameStore(database.readers)
        self._archive = archive

    def add(self, room: Room) -> OpenRoom:
        """Add an open room."""
        return self._insert(room.setup.id, OpenRoom(room, self._settings.play_ms()))

    def forget(self, live: OpenRoom) -> None:
        """Close and remove a room whose table was closed."""
        live.close()
        self._remove(live.room.setup.id)

    def read(self, game_id: str) -> Room:
        """Return a game's room as stored, without opening it; raises UnknownGame."""
        row = self._store.game(game_id)
        if row is not None:
            return self._reopened(row)
        imported = self._archive.room(game_id)
        if imported is None:
            raise UnknownGame
        return imported

    def vacations_of(self, setup: Setup) -> Vacations:
        """Return the vacations that count in a game, as stored. Raises SQLAlchemyError."""
        return read_vacations(self._readers, setup.user_ids) if setup.has_vacations else {}

    def plans_of(self, game_id: str) -> StoredPlans:
        """Return what the players of a game have planned. Raises SQLAlchemyError."""
        return read_plans(self._readers, game_id)

    def stamps(self, game_ids: Collection[str]) -> dict[str, GameStamp]:
        """Return the stamps of stored games. Raises SQLAlchemyError."""
        return read_stamps(self._readers, game_ids)

    async def compare(self) -> list[OpenRoom]:
        """List the rooms that another server has changed, with one query. Raises SQLAlchemyError."""
        rooms = {live.room.setup.id: live for live in self if live.room.setup.record is None}
        stamps = await on_thread("compare", lambda: self.stamps(rooms))
        # A room that is being changed at this moment is reread anyway if the change fails.
        compared = [live for live in rooms.values() if not live.lock.locked()]
        return [live for live in compared if live.differs_from(stamps.get(live.room.setup.id))]

    async def _read(self, game_id: str) -> OpenRoom:
        await self.ready.wait()
        # The stamp first, so that a change in between shows when the room is compared.
        stamps = await asyncio.to_thread(self.stamps, [game_id]) if self.is_shared else {}
        room = await asyncio.to_thread(self.read, game_id)
        return OpenRoom(room, self._settings.play_ms(), stamp=stamps.get(game_id))

    def _still_needed(self, idle: Collection[OpenRoom]) -> Collection[OpenRoom]:
        """Keep rooms with absent players: absences are not stored."""
        after_ms = self._settings.play_ms() - LEFT_MS
        left = [live for live in idle if live.has_absences and live.used_ms >= after_ms]
        return set(nlargest(MAX_LEFT, left, key=lambda live: live.used_ms))

    def _reopened(self, row: GameRow) -> Room:
        room = replayed(self._readers, row, self._settings, self.uptime)
        proposals = find_proposals(self._readers, row.id)
        if proposals is None or proposals.version != room.version:
            return room
        offers, declined = parse_offers(proposals.offers)
        return replace(room, offers=offers, declined=declined)
