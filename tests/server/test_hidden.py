"""What the bag holds next must not show in anything that is sent: the same game with the rest of the bag in
another order sends the same bytes, up to the first draw that differs (R2.2)."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from tantrix.deal import Deal, commitment, deal
from tantrix.rules import Rules
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.table import Json, Table, of_type, person, place, receive_until, robot, stranger

N_DRAWS = 12  # that the two games have in common


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("opponent", [person("B"), robot("B")], ids=["people", "robot"])
def test_nothing_that_is_sent_depends_on_tiles_not_yet_drawn(
    tmp_path: Path, opponent: Json, seed: int
) -> None:
    secrets = [random.Random(f"{seed} {n}").randbytes(32) for n in range(2)]

    sent = [
        _everything_sent(_settings(tmp_path / str(n), seed, secret), opponent)
        for n, secret in enumerate(secrets)
    ]

    assert sent[0] == sent[1]
    assert len(sent[0]) > N_DRAWS


def test_the_bag_does_differ_after_that(tmp_path: Path) -> None:
    draws = []
    for n in range(2):
        settings = _settings(tmp_path / str(n), 1, bytes([n] * 32))
        with TestClient(create_app(settings)) as client:
            table = Table.open(client)
            table.play(N_DRAWS + 20)
            draws.append([laid["draw"] for laid in table.look()["laid"]])

    assert draws[0][:N_DRAWS] == draws[1][:N_DRAWS]
    assert draws[0] != draws[1]


def _settings(data_dir: Path, seed: int, secret: bytes) -> Settings:
    """Deal as `seed` says, but let the secret shuffle what comes after the first draws."""

    def dealt(rules: Rules, secret: bytes) -> Deal:
        common = deal(rules, random.Random(seed).randbytes(32))
        rest = list(common.bag[N_DRAWS:])
        random.Random(secret).shuffle(rest)
        return replace(common, bag=(*common.bag[:N_DRAWS], *rest))

    return Settings(
        data_dir,
        now_ms=lambda: 1_700_000_000_000,  # a clock that ran would tell when the server was busy
        make_secret=lambda: secret,
        make_id=lambda: "abcdefghijkm",
        make_rng=lambda: random.Random(seed),
        deal=dealt,
        longest_stream_s=0,
    )


def _everything_sent(settings: Settings, opponent: Json) -> list[str]:
    """Play a while; return what a player and a spectator are sent, save what tells when a robot answered."""
    live, told = [], []
    with TestClient(create_app(settings)) as client:
        table = Table.open(client, person("R"), opponent)
        with client.websocket_connect(table.socket) as socket:
            message = socket.receive_json()
            while not _is_enough(message["position"], opponent):
                if opponent["kind"] == "person" or message["position"]["to_play"] == 0:
                    socket.send_json(place(message["position"], f"ply-{message['position']['ply']}"))
                heard = receive_until(socket, of_type("placed"))
                message = heard[-1]
                events = [
                    message for message in heard if message["type"] != "presence"
                ]  # told when there is time
                live += events if opponent["kind"] == "person" else []
            told = _told_again(socket, message["version"])
        pages = [_told(client.get(path).text) for path in _paths(table.id, message["version"])]
        with stranger(client) as spectator:
            pages += [_told(spectator.get(path).text) for path in _paths(table.id, message["version"])]
    known = commitment(settings.make_secret())
    return [re.sub(known, "COMMITMENT", text) for text in (*map(json.dumps, (*live, *told)), *pages)]


def _is_enough(position: Json, opponent: Json) -> bool:
    """Stop on the person's turn, or a robot would play on meanwhile."""
    assert position["ply"] <= N_DRAWS
    return bool(position["ply"] >= N_DRAWS - 6 and (opponent["kind"] == "person" or position["to_play"] == 0))


def _told_again(socket: WebSocketTestSession, version: int) -> list[Json]:
    socket.send_json({"type": "sync", "version": 0})
    return [m for m in receive_until(socket, lambda m: m.get("version") == version) if m["type"] == "placed"]


def _paths(game_id: str, ply: int) -> list[str]:
    files = [f"/games/{game_id}", f"/games/{game_id}/record", f"/games/{game_id}/picture.svg"]
    streams = [
        f"/api/games/{game_id}/events",
        f"/api/games/{game_id}/events?version=1",
        "/api/account/events",
    ]
    return [*files, *streams, *(f"/api/games/{game_id}/positions/{past}" for past in range(ply + 1))]


def _told(text: str) -> str:
    """Return what was sent, without who is here: that is told when there is time."""
    return "\n".join(line for line in text.splitlines() if not line.startswith('{"type":"presence"'))
