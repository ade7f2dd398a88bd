"""The users who are online, at any server of the database, and the games that they play.

Each server looks every two seconds who is connected to it. One of several servers writes what has changed to
a table, which all of them read; the rows of a server count as long as it has heartbeats.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import attempt
from tantrix.server.cluster.heartbeats import FRESH_MS, SERVERS
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.database.writes import Write

LOOK_S = 2.0
LINGER_MS = 15_000  # users who go from one page to the next stay online
PER_DELETION = 500

RoomsElsewhere = Callable[[Collection[str]], Awaitable[Mapping[str, Mapping[str, int]]]]
Places = Mapping[str, str]
"""The users who are connected, each with the address of the public game that they play, or an empty text.

Rooms follow as words like `room@since_ms`: other servers see who is in a room, and nobody else is told.
"""


@dataclass(frozen=True, slots=True)
class _OnlineUser(Row):
    """A user comes online at a server, or goes to another place there."""

    user_id: str
    server: str
    place: str


_ONLINE = table_of(_OnlineUser, "online_users", key=("user_id", "server"))


def _delete_users(user_ids: tuple[str, ...], server: str) -> sa.Delete:
    """Delete the rows of some users of a server."""
    return _ONLINE.delete().where(_ONLINE.c.user_id.in_(user_ids), _ONLINE.c.server == server)


def _delete_users_of_dead_servers() -> sa.Delete:
    """Delete the rows of servers that are no longer listed."""
    return _ONLINE.delete().where(_ONLINE.c.server.not_in(sa.select(SERVERS.c.id)))


class OnlineUsers:
    """Who is online. `server` is this server's name, None if no other server uses the database.

    `sources` are the parts of this server to which users are connected.
    """

    def __init__(
        self,
        server: str | None,
        now_ms: Callable[[], int],
        readers: sa.Engine,
        writer: Writer,
        sources: Iterable[Callable[[], Places]],
    ) -> None:
        self._server = server
        self._now_ms = now_ms
        self._readers = readers
        self._writer = writer
        self._sources = tuple(sources)
        self._here: dict[str, str] = {}
        self._seen_ms: dict[str, int] = {}
        self._written: dict[str, str] = {}
        self._has_cleaned = False

    async def among(self, user_ids: Collection[str]) -> dict[str, str]:
        """Return those of some users who are online, with the public game that each plays, or an empty text.

        Raises SQLAlchemyError.
        """
        here = {user_id: self._here[user_id] for user_id in user_ids if user_id in self._here}
        if self._server is not None and user_ids:
            here = _merged((await asyncio.to_thread(self._read, user_ids), here))
        return {user_id: _public(place) for user_id, place in here.items()}

    async def rooms_elsewhere(self, user_ids: Collection[str]) -> dict[str, dict[str, int]]:
        """Return in which rooms of other servers some users are, by room and user, with since when.

        Raises SQLAlchemyError.
        """
        rooms: defaultdict[str, dict[str, int]] = defaultdict(dict)
        if self._server is not None and user_ids:
            for user_id, place in (await asyncio.to_thread(self._read, user_ids)).items():
                for room, since in (word.split("@") for word in place.split() if "@" in word):
                    rooms[room][user_id] = int(since)
        return rooms

    async def run(self) -> None:
        """Look again and again who is online, until cancelled."""
        while True:
            await attempt(self.step, "online users not written", NotSaved, SQLAlchemyError)
            await asyncio.sleep(LOOK_S)

    async def step(self) -> None:
        """Find the users connected here, and save the changes for the other servers. Raises NotSaved."""
        now_ms, connected = self._now_ms(), _merged(source() for source in self._sources)
        recent = {user_id: ms for user_id, ms in self._seen_ms.items() if ms > now_ms - LINGER_MS}
        self._seen_ms = {**recent, **dict.fromkeys(connected, now_ms)}
        self._here = {**dict.fromkeys(self._seen_ms, ""), **connected}
        if self._server is not None:
            await self._write(self._server, dict(self._here))

    async def _write(self, server: str, here: dict[str, str]) -> None:
        gone = [user_id for user_id, place in self._written.items() if here.get(user_id) != place]
        come = [user_id for user_id, place in here.items() if self._written.get(user_id) != place]
        writes: list[Write] = [] if self._has_cleaned else [_delete_users_of_dead_servers()]
        for first in range(0, len(gone), PER_DELETION):
            writes.append(_delete_users(tuple(gone[first : first + PER_DELETION]), server))
        writes += [_OnlineUser(user_id, server, here[user_id]) for user_id in come]
        if writes:
            await self._writer.append(*writes)
        self._written, self._has_cleaned = here, True

    def _read(self, user_ids: Collection[str]) -> dict[str, str]:
        is_alive = SERVERS.c.alive_ms > self._now_ms() - FRESH_MS
        query = (
            sa.select(_ONLINE.c.user_id, _ONLINE.c.place)
            .join(SERVERS, SERVERS.c.id == _ONLINE.c.server)
            .where(_ONLINE.c.user_id.in_(user_ids), _ONLINE.c.server != self._server, is_alive)
        )
        with self._readers.connect() as connection:
            return _merged({user_id: place} for user_id, place in connection.execute(query))


def _merged(found: Iterable[Places]) -> dict[str, str]:
    """Return all users of several sources; a game that somebody plays counts more than another page."""
    merged: dict[str, str] = {}
    for places in found:
        merged.update({user_id: _joined(place, merged.get(user_id, "")) for user_id, place in places.items()})
    return merged


def _joined(place: str, other: str) -> str:
    """Return the public game of one of two places, and the rooms of both."""
    rooms = {word for word in (*place.split(), *other.split()) if "@" in word}
    return " ".join(filter(None, (_public(place) or _public(other), *sorted(rooms))))


def _public(place: str) -> str:
    return next((word for word in place.split() if "@" not in word), "")
