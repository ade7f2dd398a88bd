"""An account and its program: a token created on the account page, used without cookies."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import httpx2

from tests.server.support.clients import sign_up
from tests.server.support.table import Json

SCOPES = ("read", "play", "challenge", "chat", "records", "tournament")


@dataclass(slots=True)
class Program:
    """A token, and the cookies of the browser that created it."""

    client: httpx2.Client
    token: str
    cookies: dict[str, str]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def ask(self, method: str, path: str, **sent: Any) -> Any:
        """Send a request with the token only."""
        self.client.cookies.clear()
        headers = {**self.headers, **sent.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **sent)

    def browse(self) -> httpx2.Client:
        """Return the account's browser."""
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies)
        return self.client

    def revoke(self) -> None:
        page = self.browse().get("/account").text
        for token in re.findall(r'name="token" value="([0-9a-f]{64})"', page):
            self.client.post("/account/tokens/revoke", data={"token": token})


def make_token(client: httpx2.Client, scopes: Iterable[str]) -> str:
    """Create a token on the page of the signed-in account."""
    form = {"name": "my program", **{f"scope-{scope}": "on" for scope in scopes}}
    page = client.post("/account/tokens", data=form)
    found = re.search(r"tantrix_[A-Za-z0-9_-]{43}", page.text)
    assert found is not None, page.text
    return found.group()


def program(client: httpx2.Client, name: str = "Anna", scopes: Iterable[str] = SCOPES) -> Program:
    """Create an account and a token with `scopes`."""
    cookies = sign_up(client, name)
    token = make_token(client, scopes)
    client.cookies.clear()
    return Program(client, token, cookies)


def game_of(program: Program, *seats: Json) -> str:
    """Open a two-player game for the program."""
    seats = seats or ({"colour": "R", "kind": "person"}, {"colour": "B", "kind": "person"})
    answer = program.ask("POST", "/api/games", json={"seats": list(seats)})
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["id"]
    return game
