"""A table of several people, each with their own browser cookies, in one test client."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from starlette.testclient import TestClient, WebSocketTestSession

from tests.server.support.table import Json, Table, of_type, person, receive_until

NAMES = ("Ann", "Bea", "Cyd", "Dan")


@dataclass(slots=True)
class SeatedBrowsers:
    """A game and the cookies of each seated person, in the order of the seats."""

    table: Table
    cookies: list[Json]

    @classmethod
    def gather(cls, client: TestClient, *seats: Json, **options: object) -> "SeatedBrowsers":
        """Open a table as the first person; others, each in another browser, take its open seats."""
        seats = seats or (person("R", "Ann"), open_seat("B"))
        client.cookies.clear()
        table = Table.open(client, *seats, **options)
        cookies = [dict(client.cookies)]
        for seat, choice in enumerate(seats):
            if choice["kind"] == "open":
                client.cookies.clear()
                seating = {"seat": seat, "name": NAMES[seat]}
                assert client.post(f"/api/games/{table.id}/seats", json=seating).status_code == 200
                cookies.append(dict(client.cookies))
        return cls(table, cookies)

    def become(self, n: int | None) -> Table:
        """Switch to the browser of the n-th person; None is a person without a seat."""
        self.table.client.cookies.clear()
        self.table.client.cookies.update({} if n is None else self.cookies[n])
        return self.table

    @contextmanager
    def at(self, n: int | None) -> Iterator[WebSocketTestSession]:
        """Open a socket for the n-th person and read its first message."""
        table = self.become(n)
        with table.client.websocket_connect(table.socket) as socket:
            socket.receive_json()
            yield socket

    def play_turns(self, n_turns: int) -> None:
        """Lay tiles until `n_turns` more turns are complete, for people only."""
        welcome = self.table.look()
        last = welcome["position"]["turn"] + n_turns
        while (position := welcome["position"])["turn"] < last:
            self.become(position["to_play"])
            message_id = f"version-{welcome['version']}"
            placed = self.table.post(message_id, position["ply"], position["placements"][0])
            assert placed.status_code == 200
            welcome = self.table.look()


def open_seat(colour: str) -> Json:
    return {"colour": colour, "kind": "open"}


def answer_to(socket: WebSocketTestSession, message: Json) -> Json:
    """Send a message and return its acknowledgement or refusal, skipping any messages before it."""
    socket.send_json(message)
    return receive_until(
        socket, lambda heard: heard["type"] in ("ack", "refused") and heard["id"] == message["id"]
    )[-1]


def hear(socket: WebSocketTestSession, name: str) -> Json:
    """Receive messages up to the next one of a type and return that one."""
    return receive_until(socket, of_type(name))[-1]
