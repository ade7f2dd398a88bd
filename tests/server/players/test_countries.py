"""The table of countries, and the players of each."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.players.countries import N_BEST, CountryRow, country_rows
from tantrix.server.players.leaderboards import LeaderboardPlace
from tantrix.server.ratings.ledger import PlayerRating
from tantrix.server.settings import Settings
from tests.server.support.clients import sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services, user_id_of

NOW = 1_700_000_000_000

lists = st.lists(st.tuples(st.sampled_from(["PL", "NZ", "", "DE"]), st.integers(500, 2500)), max_size=30)


def table(*players: tuple[str, int]) -> list[CountryRow]:
    """Return the countries of players by country and points; an empty text is no country."""
    places = [
        LeaderboardPlace(number, str(number), points, 50, 30, 0)
        for number, (_country, points) in enumerate(players)
    ]
    return country_rows(places, lambda player: players[int(player)][0] or None)


def test_the_best_five_of_a_country_count() -> None:
    (row,) = table(*(("PL", points) for points in (1000, 1800, 1700, 1600, 1500, 1400)))

    assert row == CountryRow("PL", 1, 6, 1600)


def test_a_country_with_fewer_than_five_players_comes_last_without_a_place() -> None:
    rows = table(("NZ", 2400), *[("PL", 1500)] * 5, *[("DE", 1600)] * 5)

    assert [(row.country, row.place) for row in rows] == [("DE", 1), ("PL", 2), ("NZ", None)]


@given(lists)
def test_every_player_with_a_country_is_counted_once(players: list[tuple[str, int]]) -> None:
    rows = table(*players)

    assert sum(row.n_players for row in rows) == sum(bool(country) for country, _ in players)
    assert len({row.country for row in rows}) == len(rows)
    assert all((row.place is not None) == (row.n_players >= N_BEST) for row in rows)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(replace(settings, now_ms=ManualClock()))) as client:
        yield client


def test_the_pages_list_countries_and_the_players_of_each(client: TestClient) -> None:
    for name, country, mean in (
        ("Ann", "PL", 31.0),
        ("Bea", "PL", 30.0),
        ("Cyd", "NZ", 29.0),
        ("Dan", "", 28.0),
    ):
        sign_up(client, name)
        client.post("/settings/profile", data={"country": country})
        rating = PlayerRating("two", user_id_of(client, name), mean, 1.0, 40, NOW)
        in_loop(client, services(client).writer.append, rating)

    countries, poland = client.get("/countries").text, client.get("/countries/PL").text

    assert re.findall(r'<a href="/countries/([A-Z]+)">([^<]+)</a>', countries) == [
        ("PL", "Poland"),
        ("NZ", "New Zealand"),
    ]
    assert re.findall(r'href="/players/(\w+)"', poland.partition("<table")[2]) == ["Ann", "Bea"]


def test_a_profile_leads_to_the_players_of_its_country(client: TestClient) -> None:
    sign_up(client, "Ann")
    client.post("/settings/profile", data={"country": "PL"})

    assert '<a href="/countries/PL">Poland</a>' in client.get("/players/Ann").text


@pytest.mark.parametrize("code", ["QQ", "EU", "pl", "POL"])
def test_an_unknown_country_has_no_page(client: TestClient, code: str) -> None:
    assert client.get(f"/countries/{code}").status_code in (404, 422)
