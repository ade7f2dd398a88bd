"""The host of a Gobble room goes away: who is here longest follows, and only a gift gives the room back."""

from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.gobble.hub import ASKED_MS, GobbleHub
from tantrix.server.gobble.room import COUNTDOWN_MS
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.gobble import NewRush, RushHostView
from tantrix.server.rooms.attendance import OWNER_AWAY_MS
from tests.server.support.gobble.players import sits
from tests.server.support.gobble.table import RecordingOutbox, Time, open_hub, rush_settings
from tests.server.support.table import stranger

pytestmark = pytest.mark.anyio


class Gathering:
    """A room of o0 with o1 and o2 in it, all connected; o2 came before o1."""

    def __init__(self, hub: GobbleHub, time: Time, rush_id: str) -> None:
        self.hub = hub
        self.time = time
        self.id = rush_id
        self.outboxes = {name: RecordingOutbox(name) for name in ("o0", "o1", "o2")}

    @classmethod
    async def gather(
        cls, hub: GobbleHub, time: Time, names: Collection[str] = ("o0", "o2", "o1")
    ) -> "Gathering":
        here = cls(hub, time, await hub.create(NewRush(name="P0"), "o0"))
        for name in ("o1", "o2"):
            assert await hub.set_up(here.id, sits(name)) is None
        for name in names:
            await here.arrive(name)
        return here

    async def arrive(self, name: str) -> None:
        await self.hub.join(self.id, self.outboxes[name])
        await self.time.settle()
        await self.time.advance(1)

    async def leave(self, name: str) -> None:
        self.hub.leave(self.id, self.outboxes[name])
        await self.time.settle()

    async def wait(self, ms: int) -> RushHostView:
        await self.time.advance(ms)
        await self.time.settle()
        return await self.host()

    async def host(self) -> RushHostView:
        return (await self.hub.welcome(self.id, None)).room.host


async def test_after_a_minute_the_player_who_is_here_longest_is_the_host(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time)
        present = await room.host()
        await room.leave("o0")
        away = await room.host()
        just_before = await room.wait(OWNER_AWAY_MS - 1)
        after = await room.wait(1)
        await room.arrive("o0")
        back = await room.wait(10 * OWNER_AWAY_MS)
        welcomes = [outbox.of_type("rush_welcome")[-1]["room"] for outbox in room.outboxes.values()]

    assert present == RushHostView(seat=0, name="P0", is_here=True, passes_in_ms=None)
    assert away == RushHostView(seat=0, name="P0", is_here=False, passes_in_ms=OWNER_AWAY_MS)
    assert just_before == RushHostView(seat=0, name="P0", is_here=False, passes_in_ms=1)
    assert after == back == RushHostView(seat=2, name="P2", is_here=True, passes_in_ms=None)
    assert [each["host"]["seat"] for each in welcomes] == [2, 2, 2]
    assert [each["is_owner"] for each in welcomes] == [False, False, True]


async def test_a_host_who_comes_back_within_the_minute_stays(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time)
        for _ in range(3):
            await room.leave("o0")
            await room.wait(OWNER_AWAY_MS - 5)
            await room.arrive("o0")
        host = await room.wait(OWNER_AWAY_MS)

    assert (host.seat, host.is_here) == (0, True)


async def test_a_host_who_asks_over_the_api_only_is_not_away(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time, ("o1", "o2"))
        for _ in range(4):
            await hub.welcome(room.id, "o0")
            await room.wait(OWNER_AWAY_MS // 2)
        kept = await room.host()
        lost = await room.wait(OWNER_AWAY_MS)

    assert (kept.seat, lost.seat) == (0, 1)


async def test_the_minute_counts_only_while_somebody_is_here_who_could_follow(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time, ())
        spectator = RecordingOutbox(None)
        await hub.join(room.id, spectator)
        alone = await room.wait(5 * OWNER_AWAY_MS)
        await room.arrive("o1")
        begun = await room.wait(OWNER_AWAY_MS - 2)
        over = await room.wait(1)

    assert (alone.seat, alone.is_here, alone.passes_in_ms) == (0, False, None)
    assert (begun.seat, over.seat) == (0, 1)


async def test_a_host_is_replaced_in_a_rush_in_play_and_for_good(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time)
        await hub.set_up(room.id, lambda rush, now_ms: rush.start("o0", now_ms))
        await room.wait(COUNTDOWN_MS)
        await room.leave("o0")
        host = await room.wait(OWNER_AWAY_MS)
        version = (await hub.room(room.id)).version
    async with open_hub(tmp_path, time, settings=rush_settings(tmp_path, time, seed=2)) as hub:
        stored = (await hub.room(room.id)).setup.owner

    assert (host.seat, stored, version) == (2, "o2", 0)


async def test_after_a_restart_the_minute_begins_again_and_equal_times_count_in_seat_order(
    tmp_path: Path,
) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time)
        await room.leave("o0")
        await room.wait(OWNER_AWAY_MS - 1)
    async with open_hub(tmp_path, time, settings=rush_settings(tmp_path, time, seed=2)) as hub:
        again = Gathering(hub, time, room.id)
        for name in ("o2", "o1"):
            await hub.join(room.id, again.outboxes[name])
        before = await again.wait(OWNER_AWAY_MS - 1)
        after = await again.wait(1)

    assert (before.seat, after.seat) == (0, 1)


async def test_the_host_can_be_given_to_a_person_only_and_only_by_the_host(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time)
        await hub.set_up(room.id, lambda rush, _now_ms: rush.add_robot("calm", "o0"))
        answers = [
            await hub.set_up(room.id, lambda rush, _now_ms, by=by, seat=seat: rush.give_host(seat, by))
            for by, seat in (("o1", 1), (None, 1), ("o0", 3), ("o0", 7), ("o0", 1), ("o0", 0), ("o1", 0))
        ]
        host = await room.host()

    codes = [answer.code if isinstance(answer, Refusal) else answer for answer in answers]
    assert codes == ["not_owner", "not_owner", "no_person", "no_person", None, "not_owner", None]
    assert host.seat == 0


async def test_the_presence_of_a_host_at_another_server_counts(tmp_path: Path) -> None:
    time, there = Time(), dict[str, dict[str, int]]()

    async def elsewhere(_user_ids: Collection[str]) -> Mapping[str, Mapping[str, int]]:
        return there

    async with open_hub(tmp_path, time, elsewhere=elsewhere) as hub:
        room = await Gathering.gather(hub, time, ("o1",))
        there[room.id] = {"o0": 1, "o2": 1}
        await hub.compare()
        here = await room.wait(2 * OWNER_AWAY_MS)
        del there[room.id]["o0"]
        await hub.compare()
        after = await room.wait(OWNER_AWAY_MS)

    assert (here.seat, here.is_here) == (0, True)
    assert (after.seat, after.is_here) == (2, True)  # longest here of all, at the other server


async def test_a_host_who_only_sends_requests_is_here_for_other_servers(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        room = await Gathering.gather(hub, time, ("o1",))
        await hub.welcome(room.id, "o2")
        others = set(hub.places())
        await hub.welcome(room.id, "o0")
        asked = hub.places()
        await time.advance(ASKED_MS)
        later = set(hub.places())

    assert others == later == {"o1"}
    assert asked["o0"].strip().startswith(f"{room.id}@")


def test_a_room_is_given_to_another_person_over_the_api(client: TestClient) -> None:
    rush_id = client.post("/api/gobble", json={"name": "Ann"}).json()["id"]
    with stranger(client):
        client.post(f"/api/gobble/{rush_id}/seats", json={"name": "Bo"})
        refused = client.post(f"/api/gobble/{rush_id}/host", json={"seat": 1})
    given = client.post(f"/api/gobble/{rush_id}/host", json={"seat": 1})
    start = client.post(f"/api/gobble/{rush_id}/start")

    assert (refused.status_code, refused.json()["code"]) == (403, "not_owner")
    assert given.status_code == 200
    assert given.json()["room"]["host"]["name"] == "Bo"
    assert [seat["is_owner"] for seat in given.json()["room"]["seats"]] == [False, True]
    assert start.json()["code"] == "not_owner"
