"""Streams of lines: the same as over the socket, from any version on, with the same things hidden."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from tantrix.server.accounts import creation_limits
from tantrix.server.accounts.sessions import user_id_of
from tantrix.server.accounts.token_store import end_token
from tantrix.server.app import create_app
from tantrix.server.cluster.bus import MemoryBus
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writes import write_all
from tantrix.server.event_stream.events import AccountEvents
from tantrix.server.http import line_streams as streams
from tantrix.server.http.connection import QUEUED, Connection
from tantrix.server.settings import Settings
from tests.server.support.api_client import Program, game_of, make_token, program
from tests.server.support.clients import PASSWORD
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json, Table, receive_until, robot
from tests.server.support.threaded_server import listening


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, max_stream_s=0)  # a stream sends what there is, and ends


def _lines(answer: Any) -> list[Json]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines() if line]


def _history(answer: Any) -> list[Json]:
    """Return the lines without presence, which is sent when the server notices a closed socket."""
    return [line for line in _lines(answer) if line["type"] != "presence"]


def test_a_stream_carries_the_same_as_the_socket(client: TestClient) -> None:
    table = Table.open(client)
    table.play(5)

    with client.websocket_connect(table.socket) as socket:
        welcome = socket.receive_json()
        socket.send_json({"type": "sync", "version": 2})
        events = [m for m in receive_until(socket, lambda m: m.get("version") == 5) if "version" in m]

    assert _history(client.get(f"/api/games/{table.id}/events")) == [welcome]
    assert _history(client.get(f"/api/games/{table.id}/events?version=2")) == events
    assert _history(client.get(f"/api/games/{table.id}/events?version=5")) == []


@pytest.mark.parametrize("version", [6, 1_000_000])
def test_an_unknown_version_is_answered_with_the_whole_game(client: TestClient, version: int) -> None:
    table = Table.open(client)

    (welcome,) = _history(client.get(f"/api/games/{table.id}/events?version={version}"))

    assert welcome["type"] == "welcome"


def test_head_of_a_stream_is_answered_at_once(client: TestClient, settings: Settings) -> None:
    endless = replace(settings, max_stream_s=3600, data_dir=settings.data_dir / "x")
    with TestClient(create_app(endless)) as live:
        table = Table.open(live)

        assert live.head(f"/api/games/{table.id}/events").status_code == 200
        assert live.head("/api/account/events").status_code == 200


def test_a_stream_of_an_unknown_game_is_refused(client: TestClient) -> None:
    answer = client.get("/api/games/abcdefghijkm/events")

    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")


def test_there_are_no_events_without_a_session(client: TestClient) -> None:
    answer = client.get("/api/account/events")

    assert (answer.status_code, answer.json()["code"]) == (403, "signed_out")


def test_an_accounts_stream_begins_with_its_unfinished_games(client: TestClient) -> None:
    mine = program(client)
    over, going = game_of(mine), game_of(mine)
    other = program(client, "Bea")
    mine.ask("POST", f"/api/games/{over}/commands", json={"type": "resign", "id": "a", "seat": 0})

    lines = _lines(mine.ask("GET", "/api/account/events"))

    assert [(m["type"], m["game"]) for m in lines] == [("game_started", going), ("your_turn", going)]
    assert (lines[0]["my_seats"], lines[1]["ply"], lines[1]["version"]) == ([0, 1], 0, 0)
    assert _lines(other.ask("GET", "/api/account/events")) == []


def test_a_stream_carries_what_another_server_has_written(client: TestClient) -> None:
    mine = program(client)
    state = services(client)
    connection = Connection("somebody")
    first = game_of(mine)
    user_id = in_loop(client, state.hub.table, first).setup.owner
    # not subscribed to games on this server
    events = AccountEvents(state.hub, state.lobby, MemoryBus())
    in_loop(client, events.join, user_id, connection)

    second = game_of(mine)
    mine.ask("POST", f"/api/games/{first}/commands", json={"type": "resign", "id": "a", "seat": 0})
    in_loop(client, events.read_all)
    in_loop(client, events.read_all)

    lines = [json.loads(in_loop(client, connection.next)) for _ in range(5)]
    assert [(m["type"], m["game"]) for m in lines] == [
        ("game_started", first),
        ("your_turn", first),
        ("game_finished", first),
        ("game_started", second),
        ("your_turn", second),
    ]


def test_a_stream_may_begin_with_many_games(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation_limits, "USER_RATE", "1000/minute")
    mine = program(client)
    games = [game_of(mine) for _ in range(QUEUED // 2 + 1)]

    lines = _lines(mine.ask("GET", "/api/account/events"))

    assert [m["game"] for m in lines if m["type"] == "your_turn"] == games


def test_own_games_are_listed(client: TestClient) -> None:
    mine = program(client)
    game = game_of(mine)

    listed = mine.ask("GET", "/api/account/games").json()["games"]

    assert [each["id"] for each in listed] == [game]


def test_every_message_of_a_page_can_also_be_sent_by_http(client: TestClient) -> None:
    mine = program(client)
    game = game_of(mine)
    commands = f"/api/games/{game}/commands"

    paused = mine.ask("POST", commands, json={"type": "offer", "id": "a", "kind": "pause"})
    refused = mine.ask("POST", commands, json={"type": "return", "id": "b", "seat": 0})
    resigned = mine.ask("POST", commands, json={"type": "resign", "id": "c", "seat": 0})
    again = mine.ask("POST", commands, json={"type": "resign", "id": "c", "seat": 0})

    assert paused.json() == {"type": "ack", "id": "a", "version": 1}
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_seat")
    assert resigned.json() == again.json() == {"type": "ack", "id": "c", "version": 2}


def test_chat_messages_can_be_sent_by_http(client: TestClient) -> None:
    mine = program(client)
    game = game_of(mine)
    say = {"type": "send_chat", "id": "a", "channel": "players", "text": "good luck"}

    answer = mine.ask("POST", f"/api/games/{game}/chat", json=say)
    history = mine.ask("GET", f"/api/games/{game}/chat").json()

    assert answer.json() == {"type": "chat_sent", "id": "a", "number": 1}
    assert [said["text"] for said in history["messages"]] == ["good luck"]


# What follows must truly stream.


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = Settings(tmp_path_factory.mktemp("streams"), keep_alive_s=0.05)
    with listening(create_app(settings)) as address:
        yield address


class _Following:
    """A stream that is read by a thread."""

    def __init__(self, address: str, path: str, token: str) -> None:
        self.lines: list[Json] = []
        self.n_empty = 0
        self._news = threading.Condition()
        self.thread = threading.Thread(target=self._read, args=(address, path, token), daemon=True)
        self.thread.start()

    def until(self, is_it: Any) -> None:
        with self._news:
            assert self._news.wait_for(lambda: is_it(self)), self.lines

    def _read(self, address: str, path: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        with httpx2.stream("GET", address + path, headers=headers, timeout=None) as answer:
            for line in answer.iter_lines():
                with self._news:
                    self.n_empty += not line
                    self.lines += [json.loads(line)] if line else []
                    self._news.notify_all()


@contextmanager
def _player(address: str, name: str) -> Iterator[Program]:
    with httpx2.Client(base_url=address, timeout=None) as client:
        assert client.post("/sign-up", data={"name": name, "password": PASSWORD}).status_code == 303
        cookies = dict(client.cookies)
        yield Program(client, make_token(client, ["read", "play", "challenge"]), cookies)


def test_a_game_is_followed_as_it_is_played(address: str) -> None:
    with _player(address, "Follower") as mine:
        game = game_of(mine, {"colour": "R", "kind": "person"}, robot("B"))
        game_stream = _Following(address, f"/api/games/{game}/events", mine.token)
        own_stream = _Following(address, "/api/account/events", mine.token)
        game_stream.until(lambda s: s.lines)
        position = game_stream.lines[0]["position"]
        own_stream.until(lambda s: any(m["type"] == "game_started" for m in s.lines))
        if position["to_play"] == 0:
            body = {"id": "a", "ply": position["ply"], "placement": position["placements"][0]}
            mine.ask("POST", f"/api/games/{game}/placements", json=body)
        game_stream.until(lambda s: any(m["type"] == "placed" for m in s.lines))
        game_stream.until(lambda s: s.n_empty > 0)
        mine.ask("POST", f"/api/games/{game}/commands", json={"type": "resign", "id": "b", "seat": 0})
        game_stream.until(lambda s: s.lines[-1]["type"] == "over")
        own_stream.until(lambda s: s.lines[-1]["type"] == "game_finished")

        versions = [m["version"] for m in game_stream.lines if "version" in m]
        assert versions == list(range(versions[0], versions[-1] + 1))


@pytest.mark.parametrize("closes", ["Asking", "Asked"])
def test_a_challenge_that_is_withdrawn_or_declined_is_told_to_both(address: str, closes: str) -> None:
    with _player(address, f"Asking{closes}") as mine, _player(address, f"Asked{closes}") as other:
        streams = [_Following(address, "/api/account/events", each.token) for each in (mine, other)]
        for stream in streams:
            stream.until(lambda s: s.n_empty > 0)
        seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"}]
        body = {"game": {"seats": seats}, "to": f"Asked{closes}"}
        challenge = mine.ask("POST", "/api/challenges", json=body).json()["id"]
        streams[1].until(lambda s: s.lines)

        (mine if closes == "Asking" else other).ask("DELETE", f"/api/challenges/{challenge}")

        closed = {"type": "challenge_closed", "challenge": challenge}
        for stream in streams:
            stream.until(lambda s: s.lines and s.lines[-1] == closed)
        assert [m["type"] for m in streams[1].lines] == ["challenged", "challenge_closed"]
        assert streams[0].lines == [closed]


def test_offers_of_a_draw_and_of_a_rematch_are_told_to_both(address: str) -> None:
    with _player(address, "Offering") as mine, _player(address, "Offered") as other:
        open_seat = {"colour": "B", "kind": "open"}
        game = game_of(mine, {"colour": "R", "kind": "person"}, open_seat)
        other.ask("POST", f"/api/games/{game}/seats", json={"seat": 1})
        streams = [_Following(address, "/api/account/events", each.token) for each in (mine, other)]
        for stream in streams:
            stream.until(lambda s: s.lines)

        def send(player: Program, **message: Any) -> None:
            answer = player.ask("POST", f"/api/games/{game}/commands", json=message)
            assert answer.status_code == 200, answer.text

        def offered(stream: _Following) -> list[str] | None:
            heard = [line for line in stream.lines if line["type"] == "game_offers" and line["game"] == game]
            return [offer["kind"] for offer in heard[-1]["offers"]] if heard else None

        def told(*kinds: str) -> None:
            for stream in streams:
                stream.until(lambda s: offered(s) == [*kinds])

        send(mine, type="offer", id="a", kind="draw")
        told("draw")
        send(other, type="resign", id="b", seat=1)
        told()
        send(other, type="offer", id="c", kind="rematch")
        told("rematch")


def test_a_revoked_token_ends_its_streams(address: str) -> None:
    with _player(address, "Revoked") as mine:
        stream = _Following(address, "/api/account/events", mine.token)
        stream.until(lambda s: s.n_empty > 0)

        mine.revoke()

        stream.thread.join()  # it ends


def test_a_token_that_was_revoked_elsewhere_loses_its_streams(tmp_path: Path) -> None:
    app = create_app(Settings(migrated_folder(tmp_path), keep_alive_s=0.05))
    with listening(app) as address, _player(address, "Elsewhere") as mine:
        stream = _Following(address, "/api/account/events", mine.token)
        stream.until(lambda s: s.n_empty > 0)

        database = Database(tmp_path / DATABASE)  # as another server or the command line does it
        with database.connect_writer() as connection, connection.begin():
            write_all(connection, [end_token(user_id_of(mine.token), 1)])
        database.close()

        stream.thread.join()  # it ends


def test_a_client_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "END_S", 0.01)
    done = []

    async def answer() -> None:
        connection = streams.LineConnection("somebody")
        lines = streams.LineStreams(keep_alive_s=60, max_s=60)

        async def join() -> None:
            for number in range(QUEUED + 1):
                connection.post(str(number))

        async def take_nothing(message: Message) -> None:
            if message["type"] == "http.response.body":
                await asyncio.Event().wait()

        async def receive() -> Message:
            await asyncio.Event().wait()
            raise AssertionError("nothing comes")

        lines = lines.answer(connection, join, lambda: done.append("left"), False)
        await lines({"type": "http", "asgi": {"spec_version": "2.3"}}, receive, take_nothing)

    asyncio.run(asyncio.wait_for(answer(), 600))

    assert done == ["left"]


def test_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    app = create_app(Settings(migrated_folder(tmp_path), keep_alive_s=0.05))
    with listening(app) as address, _player(address, "Stopped") as mine:
        stream = _Following(address, "/api/account/events", mine.token)
        stream.until(lambda s: s.n_empty > 0)

    stream.thread.join()  # it ends
