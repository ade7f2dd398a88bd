"""Tables with the same deal: nobody but their players sees them before the last of them is over."""

import re

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tantrix.deal import commitment, parse_secret
from tantrix.server.app import ROUTES
from tantrix.server.http.socket_session import UNKNOWN_GAME
from tantrix.server.settings import Settings
from tantrix.server.tournaments import service
from tantrix.server.tournaments.match_games import deal_secret
from tests.server.support.api_client import SCOPES, make_token
from tests.server.support.clients import rows, sign_up
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

ANN_AND_BEA, MATCH = ("Ann", "Bea"), "1-mirror-1-1"
LISTS = (
    *("/", "/games", "/watch", "/watch/games", "/lobby", "/archive", "/archive?mine=yes", "/api/archive"),
    *("/api/archive?mine=yes", "/archive/records", "/players/Ann", "/api/players/Ann", "/api/lobby"),
    *("/players/Ann/against/Bea", "/api/players/Ann/against/Bea", "/api/players/Ann/ratings/two"),
    *("/api/account/games", "/account/export", "/friends", "/api/account/friends", "/analysis"),
    *("/leaderboards", "/api/leaderboards/two", "/tournaments", "/api/archive/figures", "/community"),
)
OF_EVENT = ("", "/boards", "/records", "/results.csv", "/rounds/1-mirror-1", "/sheet", f"/matches/{MATCH}")


PLACEMENT = re.compile(r"\d+@-?\d+,-?\d+\^\d")


def _lists(people: EventPeople) -> list[str]:
    """Return the pages, files and answers that could show a game among others."""
    event = f"/tournaments/{people.id}"
    return [*LISTS, f"/api{event}/boards", f"/embed{event}", *(event + part for part in OF_EVENT)]


def _begin(client: TestClient, **options: object) -> tuple[EventPeople, list[str]]:
    """Begin a tournament of Ann and Bea, and return it with their first game."""
    people = EventPeople.gather(client, *ANN_AND_BEA)
    people.create("Ann", preset="mirror", **options)
    for name in ANN_AND_BEA:
        people.do(name, "enter")
    people.do("Ann", "start")
    return people, people.games_in_play(people.wait(lambda view: bool(people.games_in_play(view))))


def _play(people: EventPeople, game_id: str, n_plies: int = 56) -> Json:
    """Play a game, and return what a player is told about it then."""
    people.become("Ann")
    people.play(game_id, n_plies)
    return _look(people, "Ann", game_id)


def _look(people: EventPeople, name: str, game_id: str) -> Json:
    view: Json = people.become(name).get(f"/api/games/{game_id}").json()
    return view


def _second_game(people: EventPeople, first: str) -> str:
    view = people.wait(lambda view: any(each != first for each in people.games_in_play(view)))
    return people.games_in_play(view)[0]


def _colours(welcome: Json) -> dict[str, str]:
    return {seat["name"]: seat["colour"] for seat in welcome["game"]["seats"]}


def _game_addresses(game_id: str) -> list[str]:
    """Return all addresses of a game that can be requested."""
    fillers = {"{game_id}": game_id, "{ply}": "3", "{number}": "1"}
    found = []
    for route in ROUTES:
        path = getattr(route, "path", "")
        if "{game_id}" in path and "GET" in getattr(route, "methods", ()):
            for name, value in fillers.items():
                path = path.replace(name, value)
            found.append(path)
    return found


def test_both_games_have_the_same_tiles_and_colours_with_the_players_exchanged(client: TestClient) -> None:
    people, [first] = _begin(client)
    begun = _look(people, "Ann", first)
    _play(people, first)
    again = _look(people, "Ann", _second_game(people, first))

    assert again["position"]["hands"] == begun["position"]["hands"]
    assert again["game"]["commitment"] == begun["game"]["commitment"]
    assert again["game"]["drawn"] == begun["game"]["drawn"]
    colours = _colours(begun)
    assert _colours(again) == {"Ann": colours["Bea"], "Bea": colours["Ann"]}


@pytest.fixture
def watched(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> tuple[EventPeople, list[str]]:
    """A public match whose first game is over, and whose second one is in play; Cyd only looks on."""
    monkeypatch.setattr(service, "RATED_GAMES", 0)
    people, [first] = _begin(client, is_listed=True)
    people.cookies["Cyd"] = sign_up(client, "Cyd")
    _play(people, first)
    second = _second_game(people, first)
    _play(people, second, 8)
    return people, [first, second]


def _placements(client: TestClient, game_id: str) -> set[str]:
    return set(PLACEMENT.findall(client.get(f"/games/{game_id}/record").text))


def test_nobody_else_sees_anything_of_a_deal_before_it_is_over(
    watched: tuple[EventPeople, list[str]], client: TestClient
) -> None:
    people, games = watched
    token = make_token(people.become("Cyd"), SCOPES)
    placements = _placements(people.become("Ann"), games[0])
    addresses = [address for game_id in games for address in _game_addresses(game_id)]
    addresses.append(f"/analysis?game={games[0]}")
    assert len(addresses) > 25
    assert len(placements) == 56

    for headers in ({}, {"Authorization": f"Bearer {token}"}, None):
        client = people.become("Cyd")
        if headers is not None:
            client.cookies.clear()
        for address in addresses:
            assert client.get(address, headers=headers).status_code == 403, (address, headers)
        for address in _lists(people):
            text = client.get(address, headers=headers, follow_redirects=True).text
            assert not any(game_id in text for game_id in games), (address, headers)
            assert placements.isdisjoint(PLACEMENT.findall(text)), (address, headers)


def test_a_socket_of_somebody_else_is_refused(watched: tuple[EventPeople, list[str]]) -> None:
    people, games = watched
    for game_id in games:
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            people.become("Cyd").websocket_connect(f"/games/{game_id}/socket"),
        ):
            pass
        assert refused.value.code == UNKNOWN_GAME


def test_a_player_sees_the_own_tables_but_no_secret_and_no_analysis(
    watched: tuple[EventPeople, list[str]],
) -> None:
    people, games = watched
    ann = people.become("Ann")

    assert all(ann.get(f"/games/{game_id}").status_code == 200 for game_id in games)
    assert ann.get(f"/api/games/{games[0]}").json()["secret"] is None
    assert "Secret" not in ann.get(f"/games/{games[0]}/record").text
    assert games[0] not in ann.get("/account/export").text
    assert ann.get(f"/analysis?game={games[0]}").status_code == 403
    for file in ("picture.svg", "picture.png", "picture.gif"):
        assert ann.get(f"/games/{games[0]}/{file}").headers["Cache-Control"] == "no-store"
    assert ann.get(f"/api/games/{games[0]}/positions/5").headers["Cache-Control"] == "no-store"


def test_everybody_sees_the_games_once_both_are_over(
    watched: tuple[EventPeople, list[str]], client: TestClient, settings: Settings
) -> None:
    people, games = watched
    _play(people, games[1])
    view = people.wait(lambda view: view["state"] == "over")
    client.cookies.clear()

    for game_id in games:
        told = client.get(f"/api/games/{game_id}").json()
        assert commitment(parse_secret(told["secret"])) == told["game"]["commitment"]
        assert parse_secret(told["secret"]) == deal_secret(view["secret"], f"{MATCH}/1/1")
    found = {
        address for address in _lists(people) if games[0] in client.get(address, follow_redirects=True).text
    }
    assert {"/archive", "/api/archive", "/api/players/Ann", f"/tournaments/{people.id}"} <= found
    assert _placements(client, games[0]) <= set(PLACEMENT.findall(client.get("/archive/records").text))
    assert rows(settings, "SELECT DISTINCT listing FROM games") == [("open",)]
    assert rows(settings, "SELECT DISTINCT listing FROM results") == [("open",)]


def test_the_page_of_the_match_compares_what_was_made_of_the_tiles(
    watched: tuple[EventPeople, list[str]],
) -> None:
    people, games = watched
    address = f"/tournaments/{people.id}/matches/{MATCH}"
    assert "The same tiles" not in people.become("Ann").get(address).text
    _play(people, games[1])
    view = people.wait(lambda view: view["state"] == "over")
    [match] = view["sections"][0]["rounds"][0]["matches"]
    seat, (score, _), (_, other) = (
        match["games"][0]["first_seat"],
        *(game["scores"] for game in match["games"]),
    )
    first = next(each["name"] for each in view["entrants"] if each["id"] == match["first"])

    page = people.become(first).get(address).text

    colour = ("Red", "Blue")[seat]
    assert f"{colour}: you made {score}. With the same tiles others made {other}." in page
    assert all(f"/games/{game_id}/picture.svg" in page for game_id in games)


def test_a_cancelled_event_opens_its_games(watched: tuple[EventPeople, list[str]]) -> None:
    people, games = watched
    people.do("Ann", "cancel", reason="storm")

    assert all(people.become("Cyd").get(f"/api/games/{game_id}").status_code == 200 for game_id in games)


@pytest.mark.parametrize(
    ("options", "field"), [({"n_games": 3}, "n_games"), ({"is_by_hand": True}, "is_by_hand")]
)
def test_a_mirror_match_needs_pairs_of_games_on_the_server(
    client: TestClient, options: dict[str, object], field: str
) -> None:
    people = EventPeople.gather(client, "Ann")

    assert people.code_of_creating("Ann", preset="mirror", **options) == "invalid"


@pytest.fixture
def evening(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> tuple[EventPeople, dict[str, list[str]]]:
    """A duplicate round of two tables, the first of which is over; with the people at each game."""
    monkeypatch.setattr(service, "RATED_GAMES", 0)
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="duplicate", is_listed=True)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    view = people.wait(lambda view: len(people.games_in_play(view)) == 2)
    names = {each["id"]: each["name"] for each in view["entrants"]}
    tables = {
        match["games"][0]["url"].removeprefix("/games/"): [names[match["first"]], names[match["second"]]]
        for match in view["sections"][0]["rounds"][0]["matches"]
    }
    first = next(iter(tables))
    people.become(tables[first][0])
    people.play(first)
    return people, tables


def test_a_player_who_has_finished_sees_nothing_of_another_table(
    evening: tuple[EventPeople, dict[str, list[str]]],
) -> None:
    people, tables = evening
    (first, finished), (second, playing) = tables.items()
    people.become(playing[0])
    people.play(second, 6)

    for name, game_id in ((finished[0], second), (playing[0], first)):
        client = people.become(name)
        for address in _game_addresses(game_id):
            assert client.get(address).status_code == 403, (name, address)
        for address in _lists(people):
            assert game_id not in client.get(address, follow_redirects=True).text, (name, address)
    matches = people.look()["sections"][0]["rounds"][0]["matches"]
    assert [(match["tenths"], match["games"][0]["scores"]) for match in matches] == [([0, 0], None)] * 2
    assert all(row["points"] == 0 for row in people.look()["sections"][0]["standings"])
    assert "once the other tables are done" in people.become("Ann").get(f"/tournaments/{people.id}").text


def test_all_tables_of_a_duplicate_round_have_the_same_tiles_and_count_beside_each_other(
    evening: tuple[EventPeople, dict[str, list[str]]],
) -> None:
    people, tables = evening
    second, playing = list(tables.items())[1]
    dealt = [_look(people, names[0], game_id)["game"]["commitment"] for game_id, names in tables.items()]
    people.become(playing[0])
    people.play(second)

    view = people.wait(lambda view: len(view["sections"][0]["rounds"]) == 2)

    assert len(set(dealt)) == 1
    matches = view["sections"][0]["rounds"][0]["matches"]
    assert all(sum(match["tenths"]) == 200 for match in matches)
    # Both tables laid the first legal placement each time, so they played the same game.
    assert [match["tenths"] for match in matches] == [[100, 100]] * 2
    page = people.become("Ann").get(f"/tournaments/{people.id}/matches/{matches[0]['id']}").text
    assert all(f"/games/{game_id}/picture.svg" in page for game_id in tables)


def test_two_boards_of_teams_play_the_same_tiles_with_the_seats_exchanged(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="duplicate-teams", n_boards=2, n_games=1, days=0)
    people.do("Ann", "enter", name="Lions", members=["Bea"])
    people.do("Cyd", "enter", name="Tigers", members=["Dan"])
    people.do("Ann", "start")
    view = people.wait(lambda view: len(people.games_in_play(view)) == 2)
    [match] = view["sections"][0]["rounds"][0]["matches"]
    one, two = (
        _look(people, game["players"][0], game["url"].removeprefix("/games/")) for game in match["games"]
    )

    assert one["position"]["hands"] == two["position"]["hands"]
    assert one["game"]["commitment"] == two["game"]["commitment"]
    lions = _colours(one) | _colours(two)
    assert {lions["Ann"], lions["Bea"]} == {"R", "B"}
    assert people.become("Bea").get(match["games"][0]["url"]).status_code == 403
