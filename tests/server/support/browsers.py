"""Several browsers on one server, each with its own cookies; a table where two guests play; chat."""

import time
from collections.abc import Callable

from starlette.testclient import TestClient, WebSocketTestSession

from tests.server.support.table import Json, Table, person, receive_until

PASSWORD = "correct horse battery"
OPEN = {"colour": "B", "kind": "open"}
Cookies = dict[str, str]


class Browsers:
    """Several browsers on one server, each with its own cookies."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self._cookies: dict[str, Cookies] = {}

    def become(self, name: str) -> TestClient:
        """Make the client the browser of a person; a name in capitals has an account."""
        self.client.cookies.clear()
        if name in self._cookies:
            self.client.cookies.update(self._cookies[name])
        elif name.isupper():
            answer = self.client.post("/sign-up", data={"name": name, "password": PASSWORD})
            assert answer.status_code < 400, answer.text
            self.keep(name)
        return self.client

    def forget_guests(self) -> None:
        """Make everybody without an account a new guest, because a guest makes 30 games a minute at most."""
        self._cookies = {name: cookies for name, cookies in self._cookies.items() if name.isupper()}

    def keep(self, name: str) -> None:
        self._cookies[name] = dict(self.client.cookies)

    def said(self, name: str, game_id: str) -> list[str]:
        """Return the chat of a table as a person sees it."""
        history: Json = self.become(name).get(f"/api/games/{game_id}/chat").json()
        return [words["text"] or words["preset"] for words in history["messages"]]

    def say(self, name: str, game_id: str, channel: str, **said: str) -> Json:
        """Send a chat message on a socket; return the answer."""
        with self.become(name).websocket_connect(f"/games/{game_id}/socket") as socket:
            return say(socket, channel, **said)


def rename(people: Browsers, name: str, new: str) -> None:
    """Give an account another name; its browser stays the one of the old name."""
    form = {"name": new, "password": PASSWORD}
    answer = people.become(name).post("/account/name", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text


def table_of(people: Browsers, first: str, second: str) -> Table:
    """Start a game between two people."""
    table = Table.open(people.become(first), person("R", first), OPEN)
    people.keep(first)
    people.become(second).post(f"/api/games/{table.id}/seats", json={"seat": 1, "name": second})
    people.keep(second)
    return table


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something, half a minute at most."""
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("expected an end within half a minute")


_n_said = iter(range(10_000))


def say(socket: WebSocketTestSession, channel: str, **said: str) -> Json:
    message = {"type": "send_chat", "id": f"say-{next(_n_said)}", "channel": channel, **said}
    socket.send_json(message)
    return receive_until(socket, lambda heard: heard.get("id") == message["id"])[-1]
