"""Two servers on one database and one bus: a round is paired once, and each of its games begins once."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.external_servers import new_database, redis_server
from tests.server.support.tournament_players import EventPeople

NAMES = ("Ann", "Bea", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")
N_ROUNDS = 5


@pytest.fixture
def servers(tmp_path: Path, postgres: str) -> Iterator[tuple[TestClient, TestClient]]:
    with ExitStack() as stack:
        database, bus = new_database(postgres), stack.enter_context(redis_server(tmp_path))
        apps = [create_app(Settings(tmp_path / name, database=database, bus=bus)) for name in ("one", "two")]
        one, two = [stack.enter_context(TestClient(app, follow_redirects=False)) for app in apps]
        yield one, two


def test_only_one_of_two_servers_draws_each_round(servers: tuple[TestClient, TestClient]) -> None:
    one, two = servers
    people = EventPeople.gather(one, *NAMES)
    people.create("Ann", n_rounds=N_ROUNDS)
    for name in NAMES:
        people.do(name, "enter")
    others = EventPeople(two, people.cookies, people.id)
    others.wait_until_known()
    others.do("Ann", "start")

    for number in range(1, N_ROUNDS + 1):
        people.wait(lambda view: len(people.games_in_play(view)) == len(NAMES) // 2)
        games = people.games_in_play()
        for at, game in enumerate(games):
            (people, others)[(at + number) % 2].give_up(game)

    view = others.wait(lambda view: view["state"] == "over")
    rounds = [paired["id"] for paired in view["sections"][0]["rounds"]]
    assert rounds == [f"1-swiss-{number}" for number in range(1, N_ROUNDS + 1)]
    urls = [
        game["url"]
        for paired in view["sections"][0]["rounds"]
        for match in paired["matches"]
        for game in match["games"]
    ]
    assert len(urls) == len(set(urls)) == N_ROUNDS * len(NAMES) // 2
    assert people.look()["places"] == view["places"]


def test_the_clock_starts_once_both_have_come_each_to_another_server(
    servers: tuple[TestClient, TestClient],
) -> None:
    one, two = servers
    people = EventPeople.gather(one, *NAMES[:2])
    people.create("Ann", preset="knock-out", countdown_seconds=600)
    for name in NAMES[:2]:
        people.do(name, "enter")
    others = EventPeople(two, people.cookies, people.id)
    others.wait_until_known()
    others.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    game = f"/api/games/{people.games_in_play()[0]}"

    assert people.become("Ann").get(game).json()["clock"]["starts_in_ms"] > 500_000
    assert others.become("Bea").get(game).status_code == 200
    end_s = time.monotonic() + 20
    while any(each.get(game).json()["clock"]["starts_in_ms"] is not None for each in servers):
        assert time.monotonic() < end_s
        time.sleep(0.05)
