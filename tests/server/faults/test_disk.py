"""A full disk or a locked database: every command that writes is refused as documented, nothing is
acknowledged, reads still work, and the same command succeeds once the fault is gone.
"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.clients import catch_up
from tests.server.support.databases.failing import failing_disk, impatient, locked
from tests.server.support.operations import unsafe_operations
from tests.server.support.rooms import NOW
from tests.server.support.table import Json, Table, hear, of_type, person, receive_until
from tests.server.support.write_requests import (
    ELSEWHERE,
    WRITE_REQUESTS,
    WriteRequest,
    WriteScene,
    open_scene,
)

FAULTS: dict[str, Callable[[Path], AbstractContextManager[None]]] = {
    "a disk that takes nothing": lambda _folder: failing_disk(),
    "a locked database": lambda folder: locked(folder / DATABASE),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WriteScene]:
    settings = Settings(tmp_path_factory.mktemp("disk"), now_ms=itertools.count(NOW, 1000).__next__)
    settings = replace(settings, connect_writer=lambda store: impatient(store.connect_writer()))
    with open_scene(settings) as world:
        yield world


def _code(answer: Any) -> str:
    """Return the error code of an answer; HTML pages show it as text."""
    if answer.headers["content-type"] == "application/json":
        return str(answer.json()["code"])
    return "not_saved" if "could not save this" in answer.text else answer.text


def test_every_command_is_here() -> None:
    assert {write_request.operation for write_request in WRITE_REQUESTS} | ELSEWHERE == unsafe_operations()


@pytest.mark.parametrize("write_request", WRITE_REQUESTS, ids=lambda write_request: write_request.operation)
def test_a_command_that_cannot_be_saved_is_refused_and_succeeds_later(
    world: WriteScene, write_request: WriteRequest
) -> None:
    people, folder = world.people, world.settings.data_dir
    people.forget_guests()
    table = world.table()
    if write_request.by:
        people.become(write_request.by)
    path, sent = write_request.ask(world)
    client = people.become(write_request.by) if write_request.by else people.client
    cookies = dict(client.cookies)
    for name, fault in FAULTS.items():
        with fault(folder):
            refused = client.request(write_request.method, path, **sent)
            assert (refused.status_code, _code(refused)) == (503, "not_saved"), name
            assert table.look()["version"] == 0  # reads still work
        client.cookies.clear()
        client.cookies.update(cookies)

    done = client.request(write_request.method, path, **sent)

    assert done.status_code < 400, done.text
    if write_request.by:
        people.keep(write_request.by)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(
    "message",
    [
        {"type": "place", "ply": 0, "placement": "legal"},
        {"type": "resign", "seat": 0},
        {"type": "offer", "kind": "pause"},
        {"type": "abort"},
        {"type": "send_chat", "channel": "players", "text": "hi"},
    ],
    ids=lambda message: message["type"],
)
def test_a_message_that_cannot_be_saved_is_refused_and_succeeds_later(
    world: WriteScene, message: Json, fault: str
) -> None:
    ann, bob = (f"{name} {message['type']} {len(fault)}" for name in ("ann", "bob"))  # chat is rate-limited
    table = world.table(ann, bob)
    position = table.look()["position"]
    sent = {**message, "id": "one"}
    if message["type"] == "place":
        sent["placement"] = position["placements"][0]
    by = (ann, bob)[position["to_play"]] if message["type"] == "place" else ann
    with world.people.become(by).websocket_connect(table.socket) as socket:
        hear(socket)
        with FAULTS[fault](world.settings.data_dir):
            socket.send_json(sent)
            refused = receive_until(socket, lambda heard: heard.get("id") == "one")
            assert refused[-1]["code"] == "not_saved"
            assert not {"placed", "over", "chat_message", "offers"} & {heard["type"] for heard in refused}
            socket.send_json({"type": "sync", "version": 0})
            assert (
                receive_until(socket, of_type("welcome"))[-1]["version"] == 0
                if table.look()["version"]
                else True
            )
        socket.send_json(sent)
        done = receive_until(socket, lambda heard: heard.get("id") == "one")[-1]

    assert done["type"] in ("ack", "chat_sent")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_command_of_a_rush_that_cannot_be_saved_is_refused(world: WriteScene, fault: str) -> None:
    rush = world.rush()
    client = world.people.become("ada")
    assert client.post(f"/api/gobble/{rush}/start").status_code == 200
    with client.websocket_connect(f"/gobble/{rush}/socket") as socket:
        hear(socket)
        with FAULTS[fault](world.settings.data_dir):
            socket.send_json({"type": "leave", "id": "one"})
            refused = receive_until(socket, lambda heard: heard.get("id") == "one")
            assert refused[-1]["code"] == "not_saved"
            assert "rushed" not in {heard["type"] for heard in refused}
        socket.send_json({"type": "leave", "id": "one"})
        assert receive_until(socket, lambda heard: heard.get("id") == "one")[-1]["type"] == "ack"


@pytest.mark.parametrize("fault", FAULTS)
def test_ratings_that_cannot_be_saved_are_saved_later(world: WriteScene, fault: str) -> None:
    first, second = world.fresh(), world.fresh()
    assert world.people.become(first).get("/account").status_code == 200
    game = Table.open(world.people.become(first), person("R"), {"colour": "B", "kind": "open"}, rated=True)
    world.people.become(second).post(f"/api/games/{game.id}/seats", json={"seat": 1})
    with world.people.become(first).websocket_connect(game.socket) as socket:
        socket.send_json({"type": "resign", "id": "enough", "seat": 0})
        receive_until(socket, of_type("over"))
    with FAULTS[fault](world.settings.data_dir):
        assert world.people.client.get(f"/api/players/{first}").status_code == 200
    catch_up(world.people.client)

    assert world.people.client.get(f"/api/players/{first}").json()["ratings"]
