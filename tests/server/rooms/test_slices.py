"""Thousands of connections to one room are served in slices: each gets every text once and in order."""

import asyncio
from dataclasses import dataclass, field

from tantrix.server.http.connection import Outbox
from tantrix.server.rooms.live_room import SLICE, LiveRoom


@dataclass(eq=False)
class RecordingConnection:
    """A connection that records what it received."""

    user_id: str | None = None
    token: str | None = None
    texts: list[str] = field(default_factory=list)

    def post(self, text: str) -> None:
        self.texts.append(text)

    def probe(self, now_ms: int) -> None: ...

    def drop(self) -> None: ...


class CrowdedRoom(LiveRoom[None]):
    """A room in which ann plays."""

    @property
    def first_user_ids(self) -> frozenset[str]:
        return frozenset({"ann"})


def crowd(n: int) -> tuple[CrowdedRoom, list[RecordingConnection]]:
    connections = [RecordingConnection() for _ in range(n)]
    outboxes: set[Outbox] = {*connections}
    return CrowdedRoom(None, 0, outboxes), connections


async def _until_served(room: CrowdedRoom) -> int:
    """Let the event loop run until all have received everything; return how often it ran."""
    n_runs = 0
    while room.backlog:
        await asyncio.sleep(0)
        n_runs += 1
    return n_runs


def test_a_few_connections_are_notified_at_once() -> None:
    room, connections = crowd(SLICE)

    room.post("one")

    assert [each.texts for each in connections] == [["one"]] * SLICE


def test_many_connections_are_notified_in_slices_and_the_players_first() -> None:
    async def serve() -> None:
        room, connections = crowd(3 * SLICE)
        player = RecordingConnection("ann")
        room.outboxes.add(player)
        room.post("one")
        room.post("two")
        assert player.texts == ["one", "two"]
        assert not any(each.texts for each in connections)

        assert await _until_served(room) >= 3

        assert [each.texts for each in (player, *connections)] == [["one", "two"]] * (3 * SLICE + 1)

    asyncio.run(serve())


def test_a_late_connection_gets_only_new_messages() -> None:
    async def serve() -> None:
        room, _ = crowd(3 * SLICE)
        room.post("one")
        late = RecordingConnection()
        room.outboxes.add(late)
        room.post("two")
        await _until_served(room)

        assert late.texts == ["two"]

    asyncio.run(serve())


def test_a_connection_that_caught_up_gets_nothing_twice() -> None:
    async def serve() -> None:
        room, connections = crowd(3 * SLICE)
        room.post("one")
        room.catch_up(connections[0])
        connections[0].post("welcome")
        await _until_served(room)

        assert connections[0].texts == ["one", "welcome"]

    asyncio.run(serve())
