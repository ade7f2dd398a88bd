"""The exhibition of robots: when it goes on, who lays its tiles, and what it costs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from starlette.testclient import TestClient

from tantrix.robots import Robot, find
from tantrix.server.app import create_app
from tantrix.server.cluster.bus import MemoryBus
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.cluster.leases import SingleServer
from tantrix.server.settings import Settings
from tantrix.server.watch.exhibition import PAUSE_S, REST, WATCHED_MS, Exhibition
from tantrix.server.watch.replays import KEPT_MS
from tests.server.support.clients import sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.several_clients import answer_to
from tests.server.support.table import Json


def pip(_name: str) -> Robot:
    """Return the quickest robot in place of any other; worker processes import this function."""
    return find("random")


class OtherServer(SingleServer):
    """A server whose leases are all held by another one."""

    async def holds(self, _game_id: str) -> bool:
        return False


@dataclass
class ExhibitionHall:
    """A server with an exhibition whose steps a test makes, and whose clock it sets."""

    client: TestClient
    clock: ManualClock

    @property
    def exhibition(self) -> Exhibition:
        return services(self.client).exhibition

    def step(self) -> None:
        in_loop(self.client, self.exhibition.step)

    def tables(self) -> list[Json]:
        """List the games in play, once the lobby rereads its tables."""
        self.clock.now_ms += 2_001
        found: list[Json] = self.client.get("/api/lobby").json()["in_play"]
        return found


@pytest.fixture
def hall(settings: Settings, clock: ManualClock) -> Iterator[ExhibitionHall]:
    with TestClient(create_app(replace(settings, now_ms=clock, find_robot=pip))) as client:
        yield ExhibitionHall(client, clock)


def test_nothing_is_played_while_nobody_watches(hall: ExhibitionHall) -> None:
    hall.step()

    assert hall.tables() == []


def test_the_two_strongest_robots_lay_one_tile_a_step_while_somebody_watches(hall: ExhibitionHall) -> None:
    hall.client.get("/watch")
    for _ in range(3):
        hall.step()

    (table,) = hall.tables()
    assert sorted(seat["robot"] for seat in table["seats"]) == ["expert", "master"]
    assert (table["ply"], table["is_rated"], table["control"]) == (3, False, None)
    assert table["url"] in hall.client.get("/watch").text


def test_the_game_stands_still_when_the_last_spectator_has_left_and_goes_on_later(
    hall: ExhibitionHall,
) -> None:
    hall.client.get("/watch/games")
    hall.step()
    hall.clock.now_ms += WATCHED_MS + 1
    hall.step()
    stood = hall.tables()[0]["ply"]

    hall.clock.now_ms += 8 * 3_600_000
    hall.client.get("/watch")
    hall.step()

    assert (stood, [table["ply"] for table in hall.tables()]) == (1, [2])


def test_a_spectator_at_the_table_keeps_it_going_and_makes_no_robot_hurry(hall: ExhibitionHall) -> None:
    hall.client.get("/watch")
    hall.step()
    (table,) = hall.tables()

    with hall.client.websocket_connect(f"{table['url']}/socket") as socket:
        socket.receive_json()
        for _ in range(3):
            hall.clock.now_ms += WATCHED_MS + 1
            hall.step()

    assert hall.tables()[0]["ply"] == 4


def test_no_outsider_changes_stops_or_joins_the_exhibition(hall: ExhibitionHall) -> None:
    sign_up(hall.client, "exhibition")  # also the name of the owner of these games
    hall.client.get("/watch")
    hall.step()
    (table,) = hall.tables()
    address = table["url"]
    before = hall.client.get(f"/api{address}").json()
    placement = before["position"]["placements"][0]
    messages = [
        {"type": "place", "ply": 1, "placement": placement},
        *({"type": "resign", "seat": seat} for seat in (0, 1)),
        {"type": "abort"},
        *({"type": "offer", "kind": kind} for kind in ("draw", "takeback", "pause", "rematch")),
        *({"type": "claim", "seat": seat, "how": how} for seat in (0, 1) for how in ("end", "robot")),
        *({"type": "return", "seat": seat} for seat in (0, 1)),
    ]

    with hall.client.websocket_connect(f"{address}/socket") as socket:
        socket.receive_json()
        answers = [answer_to(socket, {**each, "id": f"m{number}"}) for number, each in enumerate(messages)]
    sent = {
        "seat": hall.client.post(f"/api{address}/seats", json={"seat": 0, "name": "Eve"}),
        "close": hall.client.delete(f"/api{address}"),
        "place": hall.client.post(
            f"/api{address}/placements", json={"id": "1", "ply": 1, "placement": placement}
        ),
        "plan": hall.client.put(f"/api{address}/plan", json={"ply": 1, "lines": []}),
        "command": hall.client.post(f"/api{address}/commands", json={"type": "resign", "id": "2", "seat": 0}),
    }

    assert [answer["type"] for answer in answers] == ["refused"] * len(messages)
    assert {name for name, answer in sent.items() if answer.status_code < 400} == set()
    assert hall.client.get(f"/api{address}").json()["version"] == before["version"]
    hall.step()
    assert [(each["url"], each["ply"]) for each in hall.tables()] == [(address, 2)]


def test_a_game_that_is_over_is_followed_by_another_and_counts_for_no_rating(hall: ExhibitionHall) -> None:
    hall.client.get("/watch")
    hall.step()
    first = hall.tables()[0]["id"]
    while hall.client.get(f"/api/games/{first}").json()["position"]["outcome"] is None:
        hall.step()

    hall.step()

    assert first not in [table["id"] for table in hall.tables()]
    assert [table["ply"] for table in hall.tables()] == [1]
    assert services(hall.client).ratings.n_rated() == 0
    hall.clock.now_ms += KEPT_MS
    assert f"/games/{first}" in hall.client.get("/watch").text  # a replay of the week


def test_only_the_server_with_the_lease_plays_and_hears_of_spectators_elsewhere(hall: ExhibitionHall) -> None:
    found = services(hall.client)
    bus = MemoryBus()
    elsewhere = Cluster(False, bus, OtherServer(), found.cluster.heartbeats)

    async def step_elsewhere() -> None:
        other = Exhibition(found.settings, found.hub, elsewhere, is_busy=lambda: True)
        await other.step()

    in_loop(hall.client, step_elsewhere)

    assert hall.tables() == []


class SlowClock(ManualClock):
    """A clock that moves by five seconds whenever it is read."""

    def __call__(self) -> int:
        self.now_ms += 5_000
        return self.now_ms


def test_robots_rest_nine_times_as_long_as_they_think(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, now_ms=SlowClock(), find_robot=pip))) as client:
        exhibition = services(client).exhibition
        assert exhibition.pause_s == PAUSE_S
        client.get("/watch")

        in_loop(client, exhibition.step)

        assert exhibition.pause_s >= REST * 5
