"""Players of a rush on a hub and a spectator, each with a connection that records what it receives."""

from tantrix.gobble import Gobble
from tantrix.placement import Placement
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.gobble.open_rooms import Decide
from tantrix.server.gobble.room import COUNTDOWN_MS, RushRoom
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.gobble import (
    LayTile,
    NewRush,
    PutTileAside,
    RushCommand,
    RushSettings,
    TurnTile,
)
from tests.server.support.gobble.table import Json, RecordingOutbox, Time


class Party:
    """Players in a room and a spectator, each with a recording connection."""

    def __init__(self, hub: GobbleHub, time: Time, rush_id: str, user_ids: list[str]) -> None:
        self.hub = hub
        self.time = time
        self.id = rush_id
        self.user_ids = user_ids
        self.outboxes = [RecordingOutbox(user_id) for user_id in user_ids]
        self.spectator = RecordingOutbox(None)
        self._n_sent = 0

    @classmethod
    async def gather(cls, hub: GobbleHub, time: Time, n: int, **settings: object) -> "Party":
        agreed = RushSettings.model_validate({"handicaps": [], "limit_s": 0, **settings})
        rush_id = await hub.create(NewRush(name="P0", robots=[], settings=agreed), "o0")
        party = cls(hub, time, rush_id, [f"o{number}" for number in range(n)])
        for user_id in party.user_ids[1:]:
            assert await hub.set_up(rush_id, sits(user_id)) is None
        for outbox in (*party.outboxes, party.spectator):
            await hub.join(rush_id, outbox)
        assert await hub.set_up(rush_id, lambda room, now_ms: room.start("o0", now_ms)) is None
        time.now_ms += COUNTDOWN_MS
        return party

    async def room(self) -> RushRoom:
        return await self.hub.room(self.id)

    async def rush(self) -> Gobble:
        rush = (await self.room()).rush
        assert rush is not None
        return rush

    async def send(self, seat: int, message: RushCommand) -> Ack | Refusal:
        return await self.hub.play(self.id, message, self.user_ids[seat])

    def message_id(self) -> str:
        self._n_sent += 1
        return f"m{self._n_sent}"

    def turn(self) -> TurnTile:
        return TurnTile(type="turn", id=self.message_id())

    def aside(self) -> PutTileAside:
        return PutTileAside(type="aside", id=self.message_id())

    def lay(self, placement: Placement) -> LayTile:
        return LayTile(type="lay", id=self.message_id(), placement=str(placement))


def sits(user_id: str) -> Decide:
    return lambda room, _now_ms: room.sit(user_id.replace("o", "P"), user_id)


def public_part(message: Json) -> Json:
    """Return a message without the parts that only one seat may see."""
    events = [{key: value for key, value in e.items() if key != "tile"} for e in message["events"]]
    return {**message, "events": events, "mine": None}
