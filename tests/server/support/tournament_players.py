"""People with accounts who play a tournament through the API of a server."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests.server.support.clients import sign_up
from tests.server.support.table import Json

WAIT_S = 240  # a ceiling for a slow machine, below the time that a test has


@dataclass(slots=True)
class EventPeople:
    """A tournament, and the cookies of its people by name; the first of them organises it."""

    client: httpx2.Client
    cookies: dict[str, Json] = field(default_factory=dict)
    id: str = ""

    @classmethod
    def gather(cls, client: httpx2.Client, *names: str) -> "EventPeople":
        return cls(client, {name: sign_up(client, name) for name in names})

    def wait_until_known(self) -> None:
        """Wait until the server knows the accounts, which another server may have written to the database."""
        for name in self.cookies:
            while self.become(name).get("/api/account").json()["name"] is None:
                time.sleep(0.05)

    def create(self, name: str, /, **options: Any) -> Json:
        """Create a tournament; unless the options say otherwise, its clocks start at once."""
        body = {"preset": "open", "name": "Friday Fifteen", "is_listed": False, "countdown_seconds": 0}
        answer = self.become(name).post("/api/tournaments", json=body | options)
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]
        view: Json = answer.json()
        return view

    def code_of_creating(self, name: str, /, **options: Any) -> str:
        """Return the error code for creating a tournament."""
        body = {"preset": "open", "name": "Friday Fifteen", "is_listed": False, **options}
        answer = self.become(name).post("/api/tournaments", json=body)
        assert answer.status_code >= 400, answer.text
        code: str = answer.json()["code"]
        return code

    def ask(self, who: str, kind: str, /, **fields: Any) -> Any:
        body = {"type": kind, **fields}
        return self.become(who).post(f"/api/tournaments/{self.id}/commands", json=body)

    def do(self, who: str, kind: str, /, **fields: Any) -> Json:
        answer = self.ask(who, kind, **fields)
        assert answer.status_code == 200, answer.text
        view: Json = answer.json()
        return view

    def code(self, who: str, kind: str, /, **fields: Any) -> str:
        """Return the error code of a refused request."""
        answer = self.ask(who, kind, **fields)
        assert answer.status_code >= 400, answer.text
        code: str = answer.json()["code"]
        return code

    def look(self) -> Json:
        view: Json = self.client.get(f"/api/tournaments/{self.id}").json()
        return view

    def wait(self, until: Callable[[Json], bool]) -> Json:
        """Return the tournament once it meets a condition."""
        end_s = time.monotonic() + WAIT_S
        while not until(view := self.look()):
            assert time.monotonic() < end_s, view
            time.sleep(0.05)
        return view

    def match_of(self, *names: str) -> str:
        """Return the id of the match between two entrants."""
        view = self.look()
        wanted = {each["id"] for each in view["entrants"] if each["name"] in names}
        matches: list[Json] = [
            match
            for section in view["sections"]
            for paired in section["rounds"]
            for match in paired["matches"]
        ]
        found: str = next(match["id"] for match in matches if {match["first"], match["second"]} == wanted)
        return found

    def games_in_play(self, view: Json | None = None) -> list[str]:
        """Return the addresses of the games that are in play."""
        return [
            game["url"].removeprefix("/games/")
            for section in (view or self.look())["sections"]
            for paired in section["rounds"]
            for match in paired["matches"]
            for game in match["games"]
            if game["url"] and not game["is_over"]
        ]

    def play(self, game_id: str, n_plies: int = 56) -> None:
        """Play a game until it has `n_plies` tiles or is over, the first legal placement each time."""
        while True:
            view = self.client.get(f"/api/games/{game_id}").json()
            position = view["position"]
            if position["phase"] == "over" or position["ply"] >= n_plies:
                return
            seat = view["game"]["seats"][position["to_play"]]
            if seat["stand_in"] is not None or seat["robot"] is not None:
                time.sleep(0.02)
                continue
            name = seat["name"]
            body = {
                "id": f"p{position['ply']}",
                "ply": position["ply"],
                "placement": position["placements"][0],
            }
            answer = self.become(name).post(f"/api/games/{game_id}/placements", json=body)
            assert answer.status_code == 200, answer.text

    def become(self, name: str) -> httpx2.Client:
        """Return the client as the browser of one of the people."""
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies[name])
        return self.client

    def give_up(self, game_id: str) -> None:
        """Let the player of the first seat resign."""
        self.resign(game_id, self.client.get(f"/api/games/{game_id}").json()["game"]["seats"][0]["name"])

    def resign(self, game_id: str, name: str) -> None:
        self.become(name)
        seats = self.client.get(f"/api/games/{game_id}").json()["game"]["seats"]
        seat = next(each["seat"] for each in seats if each["name"] == name)
        body = {"type": "resign", "id": "bye", "seat": seat}
        assert self.client.post(f"/api/games/{game_id}/commands", json=body).status_code == 200
