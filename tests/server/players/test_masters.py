"""The list of masters: enough points, a place in a tournament, and enough recent games among masters."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.competition.ladder import MASTER_GAMES, MAX_MASTERS
from tantrix.server.app import create_app
from tantrix.server.database.writes import Write
from tantrix.server.players.leaderboards import master_places
from tantrix.server.ratings.ledger import ALL_TIME, RETIRED_MS, LadderEntry, RatingChange
from tantrix.server.ratings.store import Entered, MasterTally
from tantrix.server.settings import Settings
from tantrix.server.tournaments.store import Participant, TournamentRow
from tests.server.support.clients import sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services, user_id_of

NOW = 1_700_000_000_000


def _places(*masters: tuple[str, float, int], holders: str = "abcdefgh") -> list[tuple[int, str]]:
    entries = [LadderEntry(ALL_TIME, name, points, 80, NOW) for name, points, _ in masters]
    games = [MasterTally(name, n_games, NOW) for name, _, n_games in masters]
    found = master_places(sorted(entries, key=lambda each: -each.points), games, holders, NOW, lambda _: True)
    return [(each.place, each.player) for each in found]


def test_points_games_and_a_tournament_make_a_master() -> None:
    masters = ("a", 950.0, 5), ("b", 949.9, 9), ("c", 980.0, 4), ("d", 990.0, 5), ("z", 990.0, 9)

    assert _places(*masters) == [(1, "d"), (2, "a")]


def test_equal_points_share_a_place_and_only_a_hundred_are_listed() -> None:
    names = [f"p{number:03d}" for number in range(MAX_MASTERS + 5)]
    entries = [LadderEntry(ALL_TIME, name, 960.0, 80, NOW) for name in names]
    games = [MasterTally(name, 7, NOW - 5) for name in names]

    found = master_places(entries, games, names, NOW, lambda _: True)

    assert [(each.place, each.n_games, each.played_ms) for each in found] == [(1, 7, NOW - 5)] * MAX_MASTERS


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    app = create_app(replace(settings, now_ms=ManualClock()))
    with TestClient(app, follow_redirects=False) as client:
        yield client


def _game(number: int, ago_ms: int, *players: tuple[str, float | None]) -> list[Write]:
    """Return a game that cost and won nobody anything; players are given with their points before it."""
    game_id = f"g{number:011d}"
    steps = [
        (
            RatingChange(
                game_id, player, "two", number, NOW - ago_ms, 30.0, 2.0, True, 0.0, points, 0.0, points
            )
        )
        if points is not None
        else (RatingChange(game_id, player, "two", number, NOW - ago_ms, 30.0, 2.0, True))
        for player, points in players
    ]
    return [Entered(number, game_id), *steps]


def _save(client: TestClient, *writes: Write) -> None:
    in_loop(client, services(client).writer.append, *writes)


def test_the_list_its_page_and_the_profile_agree(client: TestClient) -> None:
    for name in ("Ann", "Bea", "Cyd", "Dan"):
        sign_up(client, name)
    ids = {name: user_id_of(client, name) for name in ("Ann", "Bea", "Cyd", "Dan")}
    points = {"Ann": 970.0, "Bea": 955.0, "Cyd": 960.0, "Dan": 940.0}
    event = TournamentRow(
        "cup000000000", "Cup", "open", "over", ids["Ann"], "00", None, True, 2, NOW, None, NOW, 1
    )
    places = [Participant(event.id, ids[name], at) for at, name in enumerate(("Bea", "Ann", "Dan"), 1)]
    entries = [(LadderEntry(ALL_TIME, ids[name], each, 80, NOW)) for name, each in points.items()]
    games: list[Write] = []
    for number in range(1, MASTER_GAMES + 1):
        games += _game(number, number, (ids["Ann"], 970.0), (ids["Bea"], 955.0))
        games += _game(100 + number, number, (ids["Dan"], 940.0), (ids["Cyd"], 960.0))  # Dan is no master
        games += _game(200 + number, number, ("robot:master", None), (ids["Cyd"], 960.0))
        games += _game(300 + number, RETIRED_MS + number, (ids["Ann"], 970.0), (ids["Cyd"], 960.0))
    _save(client, event, *places, *entries, *games)

    board = client.get("/api/leaderboards/masters").json()

    assert [
        (row["place"], row["player"]["name"], row["points"], row["n_games"]) for row in board["rows"]
    ] == [
        (1, "Ann", 970, MASTER_GAMES),
        (2, "Bea", 955, MASTER_GAMES),
    ]
    assert client.get("/api/players/Bea").json()["master"] == {"place": 2, "n_games": MASTER_GAMES}
    assert client.get("/api/players/Cyd").json()["master"] is None
    page = client.get("/players?list=masters").text
    assert "Master games" in page and "Ann" in page and "Cyd" not in page
    assert "5 master games" in client.get("/players/Ann").text
    client.cookies.set("tantrix_language", "ru")
    assert "Мастера" in client.get("/players").text
