"""Frames that our clients never send, on every socket: nothing breaks, and no other user is affected.

Every answer is a valid protocol message.
"""

import asyncio
import json
import logging
import resource
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from pydantic import TypeAdapter
from starlette.routing import WebSocketRoute

from tantrix.server.app import create_app
from tantrix.server.protocol.analysis import ANALYSIS_SERVER_MESSAGE
from tantrix.server.protocol.game import SERVER_MESSAGE
from tantrix.server.protocol.gobble import GOBBLE_SERVER_MESSAGE
from tantrix.server.protocol.lobby import LOBBY_SERVER_MESSAGE
from tantrix.server.protocol.notices import NOTICE_SERVER_MESSAGE
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.in_process import InProcessSocket
from tests.server.support.mutations import mutated

Json = dict[str, Any]

N_FRAMES = 100_000
AT_ONCE = 24  # frames between two pings; more answers than fit a queue would drop the client
A_TABLE = 1_000  # frames per table, because some of them end the game
DROPPED = 1013  # the only close code allowed for an accepted client
GROWN_BYTES = 48 * 1024 * 1024  # includes the rooms that were opened

GAME: tuple[Json, ...] = (
    {"type": "place", "id": "a", "ply": 0, "placement": "1@0,0^0"},
    {"type": "place", "id": "b", "ply": 1, "placement": "12@1,-1^4"},
    {"type": "resign", "id": "c", "seat": 0},
    {"type": "offer", "id": "d", "kind": "draw"},
    {"type": "offer", "id": "e", "kind": "takeback"},
    {"type": "reply", "id": "f", "kind": "draw", "accept": False},
    {"type": "abort", "id": "g"},
    {"type": "claim", "id": "h", "seat": 1, "how": "robot"},
    {"type": "return", "id": "i", "seat": 1},
    {"type": "sync", "version": 0},
    {"type": "ping", "sent_ms": 5},
    {"type": "echo", "nonce": 1},
    {"type": "send_chat", "id": "j", "channel": "players", "text": "hello"},
    {"type": "send_chat", "id": "k", "channel": "spectators", "preset": "thanks"},
    {"type": "read_chat"},
)
GOBBLE: tuple[Json, ...] = (
    {"type": "turn", "id": "a"},
    {"type": "lay", "id": "b", "placement": "12@1,-1^4"},
    {"type": "aside", "id": "c"},
    {"type": "give", "id": "d", "to": 1, "tile": 3},
    {"type": "leave", "id": "e"},
    {"type": "sync", "version": 0},
    {"type": "ping", "sent_ms": 5},
)
ANALYSIS: tuple[Json, ...] = (
    {"type": "analyse", "game": "abcdefghijkm"},
    {"type": "suggest_at", "id": "a", "game": "abcdefghijkm", "ply": 3},
    {"type": "suggest_for", "id": "b", "position": "RB 56 draw-keep; 1@0,0^0"},
    {"type": "stop"},
    {"type": "ping", "sent_ms": 5},
)
LOBBY: tuple[Json, ...] = ({"type": "sync", "version": 0}, {"type": "ping", "sent_ms": 5})
BELL = LOBBY


@dataclass(frozen=True, slots=True)
class Socket:
    """A socket: the messages to send on it, its answers, and its share of the frames."""

    path: str
    messages: tuple[Json, ...]
    answers: "TypeAdapter[Any]"
    share: float
    needs_account: bool = False


SOCKETS = (
    Socket("/games/{}/socket", GAME, SERVER_MESSAGE, 0.5),
    Socket("/gobble/{}/socket", GOBBLE, GOBBLE_SERVER_MESSAGE, 0.2),
    Socket("/analysis/socket", ANALYSIS, ANALYSIS_SERVER_MESSAGE, 0.1),
    Socket("/lobby/socket", LOBBY, LOBBY_SERVER_MESSAGE, 0.1),
    Socket("/notices/socket", BELL, NOTICE_SERVER_MESSAGE, 0.1, needs_account=True),
)


def test_a_hundred_thousand_mutated_frames_break_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    grown = asyncio.run(_attack(tmp_path, N_FRAMES))

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert grown < GROWN_BYTES


def test_every_socket_gets_its_share(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path))
    known = {route.path for route in _socket_routes(app.routes)}

    assert {path.replace("{game_id}", "{}").replace("{rush_id}", "{}") for path in known} == {
        socket.path for socket in SOCKETS
    }
    assert sum(socket.share for socket in SOCKETS) == pytest.approx(1)


async def _attack(folder: Path, n_frames: int) -> int:
    """Send `n_frames` frames; return how many bytes the process grows by after the first fifth of them."""
    # The clock advances by one second at each reading, so that no rate limit applies.
    app = create_app(Settings(migrated_folder(folder), now_ms=count(1_700_000_000_000, 1000).__next__))
    rng, done, before = Random(16), 0, 0
    async with app.router.lifespan_context(app):
        await app.state.services.hub.ready.wait()
        account = await _sign_up(app)
        while done < n_frames:
            if before == 0 and done >= n_frames / 5:
                before = _resident()
            done += await _attack_a_table(app, account, rng, min(A_TABLE, n_frames - done))
    return _resident() - before


async def _attack_a_table(app: FastAPI, account: str, rng: Random, n_frames: int) -> int:
    """Send frames on all sockets of a new game and a new rush, while another user watches."""
    game_id, rush_id, cookie = await _open(app)
    done = 0
    async with AsyncExitStack() as lines:
        bystander = await lines.enter_async_context(InProcessSocket(app, f"/games/{game_id}/socket"))
        await bystander.hear("welcome")
        for socket in SOCKETS:
            path = socket.path.format(rush_id if "gobble" in socket.path else game_id)
            by = account if socket.needs_account else cookie
            line = await lines.enter_async_context(InProcessSocket(app, path, by))
            for n in range(0, round(n_frames * socket.share), AT_ONCE):
                for _ in range(AT_ONCE):
                    line.send(mutated(rng, rng.choice(socket.messages)))
                done += AT_ONCE
                await _is_well(line, socket.answers, 2**40 + n)
                await _is_well(bystander, SERVER_MESSAGE, 2**40 + n)
            assert line.closed is None
        assert bystander.closed is None
    return done


async def _is_well(line: InProcessSocket, answers: "TypeAdapter[Any]", nonce: int) -> None:
    """Send a ping; every message received before the answer must be valid in the protocol."""
    line.send(json.dumps({"type": "ping", "sent_ms": nonce}))
    heard = await line.hear("pong", sent_ms=nonce)
    assert heard and heard[-1] == {"type": "pong", "sent_ms": nonce}, line.closed
    for message in heard:
        answers.validate_json(json.dumps(message))


async def _open(app: FastAPI) -> tuple[str, str, str]:
    """Open a two-player game in one browser and a running rush; return their ids and the browser's cookie."""
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        seats = [{"kind": "person", "colour": colour} for colour in "RB"]
        game = (await client.post("/api/games", json={"seats": seats})).json()["id"]
        rush = (await client.post("/api/gobble", json={"robots": ["calm"]})).json()["id"]
        started = await client.post(f"/api/gobble/{rush}/start")
        assert started.status_code == 200, started.text
        return game, rush, _cookie(client)


async def _sign_up(app: FastAPI) -> str:
    """Create an account; return the cookie of its browser."""
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        form = {"name": "Ann", "password": "correct horse battery", "next": "/"}
        assert (await client.post("/sign-up", data=form)).status_code == 303
        return _cookie(client)


def _cookie(client: httpx2.AsyncClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def _socket_routes(routes: Iterable[Any]) -> Iterator[Any]:
    """Find the socket routes among routes and their nested routers."""
    for route in routes:
        if isinstance(route, WebSocketRoute):
            yield route
        yield from _socket_routes(getattr(route, "routes", ()) or ())


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
