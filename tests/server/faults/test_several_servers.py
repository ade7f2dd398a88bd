"""Several servers on one database: races, game leases, and events from one server to another."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from tantrix.server.app import create_app
from tantrix.server.cluster.leases import LEASE_MS, Leases
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.games.absence import AWAY_MS
from tantrix.server.lobby import lobby
from tantrix.server.settings import Settings
from tests.server.support.cluster.several_servers import Serve, servers_on
from tests.server.support.correspondence import begin, to_play
from tests.server.support.external_servers import free_port, new_database, redis_server
from tests.server.support.lobby_clients import WaitingRoom, begun, welcome
from tests.server.support.manual_clock import ManualClock
from tests.server.support.plans import continuation, plan_at, room_of_game
from tests.server.support.several_clients import SeatedBrowsers, answer_to, hear
from tests.server.support.table import Json, Table, of_type, place, receive_until, robot

Apart = tuple[WaitingRoom, WaitingRoom, WebSocketTestSession, WebSocketTestSession]


@pytest.fixture
def database(postgres: str) -> str:
    return new_database(postgres)


@pytest.fixture
def serve(tmp_path: Path, database: str) -> Iterator[Serve]:
    """Start servers on one database, by default with the PostgreSQL bus."""
    with servers_on(database, tmp_path) as start:
        yield start


def at(table: Table, client: TestClient) -> Table:
    """Return the same table on another server, for the same person."""
    client.cookies.update(dict(table.client.cookies))
    return Table(client, table.id)


def until_ply(table: Table, ply: int) -> Json:
    """Wait until a server sees a game reach `ply`."""
    while (welcome := table.look())["position"]["ply"] < ply:
        pass
    return welcome


def test_a_game_is_played_on_two_servers_alternately(serve: Serve) -> None:
    one = Table.open(serve())
    two = at(one, serve())

    for ply in range(8):
        table = (one, two)[ply % 2]
        until_ply(table, ply)
        table.play(1)

    assert until_ply(one, 8)["position"] == two.look()["position"]
    assert two.look()["position"]["ply"] == 8


def test_a_spectator_at_one_server_sees_placements_made_at_another(serve: Serve) -> None:
    one = Table.open(serve())
    two = at(one, serve())
    with one.client.websocket_connect(one.socket) as spectator:
        spectator.receive_json()
        for ply in range(1, 6):
            two.play(1)
            assert receive_until(spectator, of_type("placed"))[-1]["ply"] == ply


def test_one_of_two_concurrent_placements_on_two_servers_is_refused(serve: Serve) -> None:
    one = Table.open(serve())
    two = at(one, serve())
    for ply in range(6):
        placements = until_ply(one, ply)["position"]["placements"]
        until_ply(two, ply)
        answers = at_once(
            partial(one.post, f"one-{ply}", ply, placements[0]),
            partial(two.post, f"two-{ply}", ply, placements[-1]),
        )

        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert until_ply(one, ply + 1)["laid"] == until_ply(two, ply + 1)["laid"]
        assert len(one.look()["laid"]) == ply + 1


def at_once(*works: Callable[[], Any]) -> list[Any]:
    with ThreadPoolExecutor(len(works)) as threads:
        return [begun.result() for begun in [threads.submit(work) for work in works]]


def test_a_game_is_claimed_whose_other_player_has_left_another_server(serve: Serve) -> None:
    clock = ManualClock()
    one = SeatedBrowsers.gather(serve(now_ms=clock))
    two = SeatedBrowsers(Table(serve(now_ms=clock), one.table.id), one.cookies)
    claim = {"type": "claim", "seat": 1, "how": "end"}
    with one.at(0) as ann:
        with two.at(1):
            both = receive_until(ann, lambda m: m["type"] == "presence" and m["is_here"] == [True, True])[-1]
        receive_until(ann, lambda m: m["type"] == "presence" and bool(m["away"]))
        clock.now_ms += AWAY_MS - 1
        early = answer_to(ann, claim | {"id": "early"})
        clock.now_ms += 1
        ann.send_json(claim | {"id": "now"})

        assert (both["away"], early["code"]) == ([], "not_claimable")
        assert hear(ann, "over")["position"]["outcome"]["ranks"] == [1, 2]


def test_a_message_sent_again_to_another_server_changes_nothing(serve: Serve) -> None:
    one = Table.open(serve())
    two = at(one, serve())
    placement = one.look()["position"]["placements"][0]

    first, again = one.post("same", 0, placement), two.post("same", 0, placement)

    assert first.json() == again.json()
    assert len(until_ply(two, 1)["laid"]) == 1


def test_a_robot_plays_on_at_another_server_when_its_own_has_stopped(
    tmp_path: Path, database: str, serve: Serve
) -> None:
    settings = Settings(tmp_path / "stops", database=database)
    with TestClient(create_app(settings)) as client:
        table = Table.open(client, {"colour": "R", "kind": "person"}, robot("B"))
        while table.look()["position"]["to_play"] == 1:
            pass
        cookies = dict(client.cookies)
    two = Table(serve(), table.id)
    two.client.cookies.update(cookies)
    with two.client.websocket_connect(two.socket) as socket:
        position = socket.receive_json()["position"]
        for _ in range(4):
            while position["to_play"] == 0 and not position["outcome"]:
                socket.send_json(place(position, f"ply-{position['ply']}"))
                position = receive_until(socket, of_type("placed"))[-1]["position"]
            while position["to_play"] == 1 and not position["outcome"]:
                position = receive_until(socket, of_type("placed"))[-1]["position"]

    assert position["ply"] >= 8


def test_play_continues_without_the_bus_and_both_servers_catch_up_afterwards(
    tmp_path: Path, serve: Serve
) -> None:
    port = free_port()
    address = f"redis://127.0.0.1:{port}/0"
    with ExitStack() as running:
        running.enter_context(redis_server(tmp_path, port))
        one = Table.open(serve(address))
        two = at(one, serve(address))
        with one.client.websocket_connect(one.socket) as spectator:
            spectator.receive_json()
            two.play(1)
            receive_until(spectator, of_type("placed"))
            running.close()  # Redis is down
            two.play(3)
            running.enter_context(redis_server(tmp_path, port))
            heard = receive_until(spectator, lambda message: message.get("ply") == 4)
            assert [m["ply"] for m in heard if m["type"] == "placed"] == [2, 3, 4]
            two.play(1)
            receive_until(spectator, lambda message: message.get("ply") == 5)


Work = Callable[[ManualClock, Callable[[str], Leases], Writer], Coroutine[Any, Any, None]]


@pytest.fixture
def migrated(any_migrated: Path | str) -> Iterator[Database]:
    migrated = Database(any_migrated)
    yield migrated
    migrated.close()


def with_leases(migrated: Database, work: Work) -> None:
    writer, clock = Writer(migrated.connect_writer), ManualClock()

    async def run() -> None:
        await work(clock, lambda name: Leases(name, clock, migrated.readers, writer), writer)

    try:
        asyncio.run(run())
    finally:
        writer.close()


def test_one_server_holds_a_game_until_its_lease_expires(migrated: Database) -> None:
    async def work(clock: ManualClock, lease: Callable[[str], Leases], _writer: Writer) -> None:
        one, two = lease("one"), lease("two")

        assert await one.holds("game")
        assert not await two.holds("game")
        clock.now_ms += LEASE_MS - 1
        assert not await two.holds("game")
        clock.now_ms += 2
        assert await two.holds("game")
        assert not await one.holds("game")

    with_leases(migrated, work)


def test_a_renewed_lease_does_not_expire(migrated: Database) -> None:
    async def work(clock: ManualClock, lease: Callable[[str], Leases], _writer: Writer) -> None:
        one, two = lease("one"), lease("two")
        assert await one.holds("game")
        for _ in range(5):
            clock.now_ms += LEASE_MS - 1
            await one.renew()
            assert not await two.holds("game")
            assert await one.holds("game")
        await one.end()
        clock.now_ms += LEASE_MS
        assert await two.holds("game")

    with_leases(migrated, work)


def test_a_server_that_was_cut_off_notices_that_another_has_taken_its_lease(migrated: Database) -> None:
    async def work(clock: ManualClock, lease: Callable[[str], Leases], _writer: Writer) -> None:
        one, two = lease("one"), lease("two")
        assert await one.holds("game")
        clock.now_ms += LEASE_MS + 1  # which `one` could not write
        assert await two.holds("game")

        await one.renew()

        assert not await one.holds("game")
        assert await two.holds("game")

    with_leases(migrated, work)


def test_a_server_that_was_asleep_is_refused_by_its_fencing_token(migrated: Database) -> None:
    async def work(clock: ManualClock, lease: Callable[[str], Leases], writer: Writer) -> None:
        one, two = lease("one"), lease("two")
        assert await one.holds("game")
        asleep = one.fencing("game")
        await writer.append(*asleep)
        clock.now_ms += LEASE_MS + 1
        assert await two.holds("game")

        with pytest.raises(Conflict):
            await writer.append(*asleep)
        await writer.append(*two.fencing("game"))

    with_leases(migrated, work)


def test_only_one_of_two_servers_gets_a_lease(migrated: Database) -> None:
    async def work(clock: ManualClock, lease: Callable[[str], Leases], _writer: Writer) -> None:
        for game in ("first", "second"):
            servers = [lease(f"server-{n}") for n in range(8)]
            for _ in range(2):  # a new lease, and one that has expired
                held = await asyncio.gather(*(server.holds(game) for server in servers))
                assert sum(held) == 1
                clock.now_ms += LEASE_MS + 1

    with_leases(migrated, work)


def test_a_challenge_accepted_at_two_servers_at_once_is_one_game(serve: Serve) -> None:
    one = WaitingRoom(serve())
    two = one.at_another(serve())
    for name in ("ann", "bea", "cyd"):
        one.cookies(name)
    for _ in range(4):
        challenge = one.posted("ann")
        with ThreadPoolExecutor(2) as threads:
            at_one = threads.submit(one.take, "bea", challenge)
            at_two = threads.submit(two.take, "cyd", challenge)
        assert sorted((at_one.result().status_code, at_two.result().status_code)) == [200, 404]


def test_a_plan_saved_at_one_server_while_the_other_player_plays_at_another_is_kept_or_refused(
    serve: Serve,
) -> None:
    one = WaitingRoom(serve())
    two = one.at_another(serve())
    for _ in range(3):
        game_id = begin(one)
        first, second = to_play(one, game_id)
        line = continuation(room_of_game(one.client, game_id), 2)
        opening = {"id": "opening", "ply": 0, "placement": line[0]["placement"]}
        to_play(two, game_id)  # opens the game there
        with ThreadPoolExecutor(2) as threads:
            placed = threads.submit(one.ask, first, "POST", f"/api/games/{game_id}/placements", opening)
            saved = threads.submit(plan_at, two, second, game_id, 0, line)

        assert placed.result().status_code == 200
        code = saved.result().json().get("code", "saved")
        assert code in ("saved", "your_turn", "stale_ply")
        assert room_of_game(one.client, game_id).game.ply == (len(line) if code == "saved" else 1)


@contextmanager
def apart(serve: Serve) -> Iterator[Apart]:
    """Connect ann to one server's lobby and bea to another's; yield both waiting rooms and sockets."""
    one = WaitingRoom(serve())
    two = one.at_another(serve())
    one.cookies("bea")
    with one.at("ann") as ann, two.at("bea") as bea:
        welcome(ann)
        welcome(bea)
        yield one, two, ann, bea


def test_a_private_message_written_at_one_server_reaches_a_page_at_another(serve: Serve) -> None:
    one = WaitingRoom(serve())
    two = one.at_another(serve())
    cookie = "; ".join(f"{key}={value}" for key, value in one.cookies("BEA").items())
    with two.client.websocket_connect("/notices/socket", headers={"cookie": cookie}) as bell:
        before = bell.receive_json()["n_messages"]
        sent = {"id": "one", "text": "hello from afar"}
        assert one.ask("ANN", "POST", "/inbox/BEA/messages", sent).status_code == 200
        receive_until(bell, lambda heard: heard.get("n_messages") == 1)

        assert before == 0
        assert "hello from afar" in two.ask("BEA", "GET", "/inbox/ANN/lines").text


def test_a_player_waiting_at_one_server_learns_of_an_acceptance_at_another(serve: Serve) -> None:
    with apart(serve) as (one, two, ann, bea):
        challenge = one.posted("ann")
        message = receive_until(bea, lambda heard: bool(heard.get("challenges")))[-1]
        url = two.take("bea", challenge).json()["url"]

        assert message["challenges"][0]["id"] == challenge
        assert begun(ann) == url


def test_two_players_waiting_on_two_servers_are_paired_once(serve: Serve) -> None:
    with apart(serve) as (one, two, ann, bea):
        one.seek("ann", "2-3-2")
        two.seek("bea", "2-3-2")

        assert begun(ann) == begun(bea)
    assert len(one.ask("ann", "GET", "/api/notices").json()["begun"]) == 1


def test_a_table_and_a_message_in_the_lobby_of_one_server_are_seen_at_another(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "READ_S", 1e6)  # no reading in turn helps
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"}]
    message = {"type": "send_chat", "id": "m", "channel": "spectators", "text": "hello"}
    with apart(serve) as (one, _, _, bea):
        table = one.ask("ann", "POST", "/api/games", {"seats": seats, "listing": "open"}).json()["id"]
        shown = receive_until(bea, lambda heard: bool(heard.get("waiting")))[-1]["waiting"]
        one.ask("ANN", "POST", "/api/lobby/chat", message)
        receive_until(bea, lambda heard: heard.get("n_chat") == 1)

    assert [each["url"] for each in shown] == [f"/games/{table}"]
