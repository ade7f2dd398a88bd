"""A robot that plays on a Tantrix server through its API (docs/server/api.md). Needs only Python.

python robot_client.py http://127.0.0.1:8064 --games 20      (the token in the variable TANTRIX_TOKEN)
python robot_client.py http://127.0.0.1:8064 --tournament abcdefghijkm
"""

import argparse
import json
import os
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
PAUSE_S = 1


class Server:
    """A server, called with one token."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request and return the answer; wait and retry if the server says so."""
        while True:
            try:
                with self._open(method, path, body) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers["Retry-After"]))

    def follow(self, path: str) -> Iterator[Json]:
        """Yield the messages of a stream as they arrive; an empty line is only a keep-alive."""
        with self._open("GET", path) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)

    def _open(self, method: str, path: str, body: Json | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, self._headers, method=method)
        return urllib.request.urlopen(request, timeout=60)


def choose(position: Json) -> str:
    """Choose the placement that touches the most tiles."""
    sides = {f"{s['q']},{s['r']}": 6 - s["facing"].count(".") for s in position["spaces"]}
    placements: list[str] = position["placements"]
    return max(placements, key=lambda text: sides.get(text.split("@")[1].split("^")[0], 0))


def lay(server: Server, turn: Json) -> None:
    """Lay a tile; someone else may have ended the game in the meantime."""
    game, ply = turn["game"], turn["ply"]
    position = server.ask("GET", f"/api/games/{game}/positions/{ply}")
    message = {"id": f"version-{turn['version']}", "ply": ply, "placement": choose(position)}
    try:
        server.ask("POST", f"/api/games/{game}/placements", message)
    except urllib.error.HTTPError as error:
        if error.code != 409:
            raise


def become_robot(server: Server) -> str:
    """Mark the account as a robot's, and return its name."""
    account = server.ask("GET", "/api/account")
    if not account["is_robot"]:
        server.ask("POST", "/api/account/robot")
    name: str = account["name"]
    return name


def play(server: Server, n_games: int, opponent: str) -> Counter[str]:
    """Play games against one of the server's robots, one after the other; count the results."""
    become_robot(server)
    seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "robot", "robot": opponent}]
    results: Counter[str] = Counter()
    mine: set[str] = set()
    while results.total() < n_games:
        if not mine:
            mine.add(server.ask("POST", "/api/games", {"seats": seats})["id"])
        for event in server.follow("/api/account/events"):
            if event["type"] == "your_turn":
                lay(server, event)
            elif event["type"] == "game_finished" and event["game"] in mine:
                mine.remove(event["game"])
                best = min(event["ranks"])
                is_drawn, has_won = event["ranks"].count(best) > 1, event["ranks"][0] == best
                results["drawn" if is_drawn else "won" if has_won else "lost"] += 1
            if results.total() == n_games:
                break
            if not mine:
                mine.add(server.ask("POST", "/api/games", {"seats": seats})["id"])
    return results


def take_part(server: Server, tournament: str) -> int | None:
    """Enter a live tournament, play it to its end, and return the place; None without one."""
    name, path = become_robot(server), f"/api/tournaments/{tournament}"
    server.ask("POST", f"{path}/commands", {"type": "enter"})
    while True:
        view = server.ask("GET", path)
        mine = next(entrant["id"] for entrant in view["entrants"] if name in entrant["accounts"])
        if view["state"] in ("over", "cancelled"):
            return view["places"].index(mine) + 1 if mine in view["places"] else None
        if not is_playing(view, mine):
            time.sleep(PAUSE_S)
            continue
        for event in server.follow("/api/account/events"):
            if event["type"] == "your_turn":
                lay(server, event)
            elif event["type"] == "game_finished":
                break


def is_playing(view: Json, entrant: str) -> bool:
    """Tell whether a game of an entrant is in play."""
    rounds = (drawn for section in view["sections"] for drawn in section["rounds"])
    matches = (match for drawn in rounds for match in drawn["matches"])
    mine = (match for match in matches if entrant in (match["first"], match["second"]))
    return any(game["url"] and not game["is_over"] for match in mine for game in match["games"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Play games by the API.")
    parser.add_argument("address")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--tournament", help="the id at the end of its address")
    options = parser.parse_args()
    server = Server(options.address, os.environ["TANTRIX_TOKEN"])
    if options.tournament:
        print("place", take_part(server, options.tournament))
        return
    results = play(server, options.games, options.opponent)
    print(", ".join(f"{results[word]} {word}" for word in ("won", "drawn", "lost")))


if __name__ == "__main__":
    main()
