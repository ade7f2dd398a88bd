"""Several people in the lobby of one server, each in their own browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tests.server.support.table import Json, of_type, receive_until

PASSWORD = "correct horse battery"
Cookies = dict[str, str]


class WaitingRoom:
    """People by name; a name in capitals has an account."""

    def __init__(self, client: TestClient, cookies: dict[str, Cookies] | None = None) -> None:
        self.client = client
        self._cookies = {} if cookies is None else cookies

    def at_another(self, client: TestClient) -> "WaitingRoom":
        """Return the same people on another server of the same database."""
        return WaitingRoom(client, self._cookies)

    def cookies(self, name: str) -> Cookies:
        """Return a person's session, which is opened on first use."""
        if name not in self._cookies:
            self.client.cookies.clear()
            if name.isupper():
                self.client.post("/sign-up", data={"name": name, "password": PASSWORD})
            else:
                self.client.post("/api/games", json={"seats": [seat("R"), seat("B")]})
            self._cookies[name] = dict(self.client.cookies)
            self.client.cookies.clear()
        return self._cookies[name]

    def ask(self, name: str, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request as a person; several may run at the same time."""
        cookie = "; ".join(f"{key}={value}" for key, value in self.cookies(name).items())
        return self.client.request(method, path, json=body, headers={"cookie": cookie})

    @contextmanager
    def at(self, name: str) -> Iterator[WebSocketTestSession]:
        """Open the lobby socket for a person; the welcome is not read yet."""
        cookie = "; ".join(f"{key}={value}" for key, value in self.cookies(name).items())
        with self.client.websocket_connect("/lobby/socket", headers={"cookie": cookie}) as socket:
            yield socket

    def post(self, name: str, /, **options: Any) -> Any:
        """Post a challenge for a person; its game's options are those of `game`."""
        game = {"seats": [seat("R", name), open_seat("B")], **options.pop("game", {})}
        return self.ask(name, "POST", "/api/challenges", {"game": game, **options})

    def posted(self, name: str, /, **options: Any) -> str:
        answer = self.post(name, **options)
        assert answer.status_code == 201, answer.text
        challenge_id: str = answer.json()["id"]
        return challenge_id

    def take(self, name: str, challenge_id: str, /, **fields: Any) -> Any:
        return self.ask(name, "POST", f"/api/challenges/{challenge_id}/seats", fields)

    def seek(self, name: str, pool: str) -> Any:
        return self.ask(name, "PUT", "/api/pairing", {"pool": pool})

    def set_colours(self, name: str, first: str, second: str = "") -> None:
        """Set the preferred colours in the profile of a person's account."""
        fields = {"first_preference": first, "second_preference": second}
        cookie = "; ".join(f"{key}={value}" for key, value in self.cookies(name).items())
        answer = self.client.post("/settings/profile", data=fields, headers={"cookie": cookie})
        assert answer.status_code == 303, answer.text

    def mute(self, name: str, whom: str) -> None:
        assert self.ask(name, "POST", f"/api/players/{whom}/mute").status_code == 200

    def lobby(self, name: str) -> Json:
        lobby: Json = self.ask(name, "GET", "/api/lobby").json()
        return lobby

    def shown(self, name: str) -> list[str]:
        """Return the ids of the challenges that a person sees."""
        return [challenge["id"] for challenge in self.lobby(name)["challenges"]]

    def seats(self, url: str) -> list[str]:
        """Return the players at the seats of a game."""
        game = self.client.get(f"/api{url}").json()["game"]
        return [each["name"] for each in game["seats"]]


def seat(colour: str, name: str = "") -> Json:
    return {"colour": colour, "kind": "person", "name": name}


def open_seat(colour: str) -> Json:
    return {"colour": colour, "kind": "open"}


def welcome(socket: WebSocketTestSession) -> Json:
    heard: Json = receive_until(socket, of_type("lobby_welcome"))[-1]
    return heard


def begun(socket: WebSocketTestSession) -> str:
    """Wait until a game begins, and return its address."""
    url: str = receive_until(socket, of_type("begun"))[-1]["url"]
    return url
