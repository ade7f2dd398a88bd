"""Tournament ratings: from finished public tournaments, once each, and the same when recomputed."""

import sqlite3
from contextlib import closing

from starlette.testclient import TestClient

from tantrix.server.admin.rebuild import rebuild_ratings
from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.clients import rows
from tests.server.support.tournament_players import EventPeople

RATED = "SELECT kind, user_id, rating, n_games FROM tournament_ratings ORDER BY tournament_id, user_id"


def test_a_public_tournament_is_rated_when_it_is_over(client: TestClient, settings: Settings) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    assert people.code_of_creating("Ann", is_listed=True) == "more_games_needed"
    _know_well(settings, "Ann")
    people.create("Ann", preset="all-play-all", is_listed=True)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    people.play(people.games_in_play()[0])
    view = people.wait(lambda view: view["state"] == "over")
    while not (found := client.get("/api/tournament-ratings").json()["ratings"]):
        pass

    points = {row["entrant"]: row["points"] for row in view["sections"][0]["standings"]}
    entrants = {each["name"]: each["id"] for each in view["entrants"]}
    best = found[0]["name"]
    assert points[entrants[best]] == max(points.values())
    assert sum(each["points"] for each in found) == 2 * 1850
    assert {each["n_games"] for each in found} == {1}
    assert {each["place"] for each in found} == {None}
    assert client.get("/api/tournament-ratings?kind=doubles").json()["ratings"] == []
    assert best in client.get("/tournaments/ratings").text
    medals = client.get(f"/players/{best}/tournaments").text
    assert "Friday Fifteen" in medals and "of 2" in medals
    assert "Friday Fifteen" in client.get(f"/players/{best}").text
    before = rows(settings, RATED)
    rebuild_ratings(settings.data_dir)
    assert rows(settings, RATED) == before


def test_a_pair_is_seeded_by_its_ratings_in_doubles(client: TestClient, settings: Settings) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="doubles")
    accounts = dict(rows(settings, "SELECT name, user_id FROM accounts"))
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database, database:
        for name, kind, rating in (
            ("Ann", "doubles", 1950.0),
            ("Bea", "doubles", 1750.0),
            ("Ann", "single", 2850.0),
            ("Bea", "single", 850.0),
        ):
            row = (people.id, kind, accounts[name], rating, 36, 0)
            database.execute("INSERT INTO tournament_ratings VALUES (?, ?, ?, ?, ?, ?)", row)

    view = people.do("Ann", "enter", members=["Bea"])

    assert view["entrants"][0]["rating"] == 1850
    people.create("Ann", preset="all-play-all")
    assert people.do("Ann", "enter")["entrants"][0]["rating"] == 2850


def test_the_players_page_leads_to_both_lists(client: TestClient) -> None:
    page = client.get("/players").text

    assert 'href="/tournaments/ratings"' in page and 'href="/tournaments/ratings?kind=doubles"' in page


def test_a_private_tournament_is_not_made_public_by_a_newcomer(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann")
    options = {"preset": "open", "name": "x", "is_listed": True}

    assert people.code("Ann", "edit", options=options) == "more_games_needed"


def _know_well(settings: Settings, name: str) -> None:
    """Give an account twenty rated games."""
    [(user_id,)] = rows(settings, f"SELECT user_id FROM accounts WHERE name = '{name}'")
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database, database:
        database.execute("INSERT INTO ratings VALUES ('two', ?, 25.0, 2.0, 20, 0)", (user_id,))
