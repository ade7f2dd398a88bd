"""Fill an empty data folder to make a site look alive: accounts, ratings, an archive, games, challenges.

python -m scripts.seed FOLDER
"""

import sys
import time
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from starlette.testclient import TestClient

from scripts.past_results import write_past
from tantrix.record import parse_record
from tantrix.robots import find
from tantrix.server.app import create_app
from tantrix.server.settings import Settings

PEOPLE = ("Ottilie", "Jan", "Мария", "Łukasz")
PASSWORD = "correct horse battery"  # of all of them
SIGN_IN = f"{', '.join(PEOPLE)} can sign in with the password: {PASSWORD}"
N_PAST = 300
N_FINISHED = 4
PLIES_IN_PLAY = (3, 26)

SEATS = ({"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"})

Cookies = dict[str, str]


def main() -> None:
    """Fill the given folder, and print who can sign in."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    seed(Path(sys.argv[1]))


def seed(folder: Path) -> None:
    """Fill a folder that is empty or does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    write_past(folder, time.time_ns() // 1_000_000, N_PAST)
    with TestClient(create_app(Settings(folder)), follow_redirects=False) as client:
        people = [sign_up(client, name) for name in PEOPLE]
        pairs = list(combinations(people, 2))
        for number, pair in enumerate(pairs[:N_FINISHED]):
            play(client, pair, number, rated=number > 0, control="15 tournament")
        for number, (pair, n_plies) in enumerate(zip(pairs[N_FINISHED:], PLIES_IN_PLAY, strict=True)):
            play(client, pair, number, n_plies, control="2 days")
        for person, control in zip(people, ("2 days", "5 days"), strict=False):
            post(client, person, "/api/challenges", {"game": {"seats": SEATS, "control": control}})
    print(SIGN_IN)


def sign_up(client: TestClient, name: str) -> Cookies:
    """Make an account and return the cookies of its browser."""
    client.cookies.clear()
    answer = client.post("/sign-up", data={"name": name, "password": PASSWORD, "next": "/"})
    if answer.status_code != 303:
        sys.exit(f"/sign-up answered {answer.status_code} to {name}: {answer.text}")
    return dict(client.cookies)


def play(
    client: TestClient, pair: tuple[Cookies, Cookies], number: int, n_plies: int = 64, **options: Any
) -> None:
    """Play a game, or its first plies, in an open room by the choices of the robot `greedy`."""
    created = post(client, pair[0], "/api/games", {"seats": SEATS, "listing": "open", **options})
    path = f"/api/games/{created['id']}"
    post(client, pair[1], f"{path}/seats", {"seat": 1})
    robot, rng = find("greedy"), Random(number)
    for ply in range(n_plies):
        game = parse_record(client.get(f"/games/{created['id']}/record").text).game()
        if game.is_over:
            break
        placement = {"id": f"ply-{ply}", "ply": ply, "placement": str(robot.choose(game, rng))}
        post(client, pair[game.to_play], f"{path}/placements", placement)


def post(client: TestClient, cookies: Cookies, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a request from somebody's browser; it must succeed."""
    client.cookies.clear()
    client.cookies.update(cookies)
    response = client.post(path, json=body)
    if not response.is_success:
        sys.exit(f"{path} answered {response.status_code} to {body}: {response.text}")
    answer: dict[str, Any] = response.json()
    return answer


if __name__ == "__main__":
    main()
