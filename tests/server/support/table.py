"""A game on a server, as a client program sees it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

Json = dict[str, Any]


def person(colour: str, name: str = "") -> Json:
    return {"colour": colour, "kind": "person", "name": name}


def robot(colour: str, name: str = "greedy") -> Json:
    return {"colour": colour, "kind": "robot", "robot": name}


PEOPLE = (person("R"), person("B"))


@dataclass(slots=True)
class Table:
    """A game and the client that started it."""

    client: TestClient
    id: str

    @classmethod
    def open(cls, client: TestClient, *seats: Json, **options: Any) -> "Table":
        answer = client.post("/api/games", json={"seats": list(seats or PEOPLE), **options})
        assert answer.status_code == 201, answer.text
        return cls(client, answer.json()["id"])

    @property
    def socket(self) -> str:
        return f"/games/{self.id}/socket"

    def look(self) -> Json:
        welcome: Json = self.client.get(f"/api/games/{self.id}").json()
        return welcome

    def post(self, message_id: str, ply: int, placement: str) -> Any:
        body = {"id": message_id, "ply": ply, "placement": placement}
        return self.client.post(f"/api/games/{self.id}/placements", json=body)

    def play(self, n_plies: int) -> None:
        """Play the first legal placement `n_plies` times, for people at all seats."""
        for _ in range(n_plies):
            position = self.look()["position"]
            ply = position["ply"]
            assert self.post(f"play-{ply}", ply, position["placements"][0]).status_code == 200

    def resign(self, seat: int = 0) -> None:
        with self.client.websocket_connect(self.socket) as socket:
            socket.send_json({"type": "resign", "id": "resign", "seat": seat})
            receive_until(socket, of_type("ack"))

    def play_out(self) -> Json:
        while not (welcome := self.look())["position"]["outcome"]:
            self.play(1)
        return welcome


@contextmanager
def stranger(client: TestClient) -> Iterator[TestClient]:
    """Yield the client without its session: as a user without a game."""
    mine = dict(client.cookies)
    client.cookies.clear()
    yield client
    client.cookies.clear()
    client.cookies.update(mine)


def place(position: Json, message_id: str, nth: int = 0) -> Json:
    """Build the message for a legal placement in a position."""
    return {
        "type": "place",
        "id": message_id,
        "ply": position["ply"],
        "placement": position["placements"][nth],
    }


def hear(socket: WebSocketTestSession) -> Any:
    """Receive the next message, skipping presence messages, which may arrive at any time."""
    message = socket.receive_json()
    return hear(socket) if message["type"] == "presence" else message


def receive_until(socket: WebSocketTestSession, is_it: Callable[[Json], bool]) -> list[Json]:
    """Receive messages up to and including the first that `is_it` accepts."""
    heard: list[Json] = []
    while not heard or not is_it(heard[-1]):
        heard.append(socket.receive_json())
    return heard


def of_type(name: str) -> Callable[[Json], bool]:
    return lambda message: message["type"] == name
