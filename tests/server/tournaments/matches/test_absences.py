"""Live games of a tournament to which one side or neither comes."""

import pytest
from starlette.testclient import TestClient

from tantrix.server.protocol.times import print_time
from tantrix.server.settings import Settings
from tests.server.support.clients import catch_up, rows
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

MINUTE_MS = 60_000


def _begin(client: TestClient, **options: object) -> tuple[EventPeople, str]:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", **options)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    return people, people.games_in_play()[0]


def _come(people: EventPeople, game: str, is_waiting: bool, way: str = "/api/games/") -> str:
    """Let the player whose turn it is, or the other one, come to the table; return the name."""
    people.client.cookies.clear()
    view = people.client.get(f"/api/games/{game}").json()
    name: str = view["game"]["seats"][(view["position"]["to_play"] + is_waiting) % 2]["name"]
    assert people.become(name).get(f"{way}{game}").status_code == 200
    people.client.cookies.clear()
    return name


def _forfeited(people: EventPeople) -> Json:
    view = people.wait(lambda view: view["sections"][0]["rounds"][0]["matches"][0]["games"][0]["is_over"])
    game: Json = view["sections"][0]["rounds"][0]["matches"][0]["games"][0]
    return game


def _told(people: EventPeople, name: str) -> list[str]:
    """Return the sentences of a player's notices."""
    in_loop(people.client, services(people.client).deliverer.step)
    notices = people.become(name).get("/api/account/notices").json()["notices"]
    return [each["text"] for each in notices]


@pytest.mark.parametrize("way", ["/api/games/", "/games/"])
def test_an_absent_player_loses_by_default_and_is_paused(
    client: TestClient, clock: ManualClock, way: str
) -> None:
    people, game = _begin(client, preset="knock-out", n_games=2, no_show_minutes=5)
    there = _come(people, game, is_waiting=True, way=way)

    clock.now_ms += 6 * MINUTE_MS

    assert sorted(_forfeited(people)["tenths"]) == [0, 150]
    assert people.look()["rulings"][0]["what"] == "default"
    states = {entrant["name"]: entrant["state"] for entrant in people.look()["entrants"]}
    assert states == {name: "in" if name == there else "paused" for name in ("Ann", "Bea")}
    told = {name: _told(people, name) for name in states}
    missed = "A game of yours was not played and counts as lost: Friday Fifteen."
    pausing = "You get no opponent until you come back: Friday Fifteen."
    assert {name for name in told if missed in told[name]} == {*states} - {there}
    assert {name for name in told if pausing in told[name]} == {*states} - {there}


def test_only_who_was_to_play_at_a_board_of_a_team_is_told_of_a_no_show(
    client: TestClient, clock: ManualClock
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Dan", "Eve")
    people.create("Ann", preset="teams", form="knock-out", n_boards=2, n_games=1, days=0, no_show_minutes=5)
    people.do("Ann", "enter", name="Owls", members=["Bea"])
    people.do("Dan", "enter", name="Cats", members=["Eve"])
    people.do("Ann", "start")
    people.wait(lambda view: len(people.games_in_play(view)) == 2)
    deserted, other = people.games_in_play()
    absent = {*_seats(people, deserted)} - {_come(people, deserted, is_waiting=True)}
    people.play(other, 6)

    clock.now_ms += 6 * MINUTE_MS
    people.wait(lambda view: len(people.games_in_play(view)) == 1)

    missed = "A game of yours was not played and counts as lost: Friday Fifteen."
    assert {name for name in people.cookies if missed in _told(people, name)} == absent


def test_who_misses_a_second_game_is_told_to_be_out(client: TestClient, clock: ManualClock) -> None:
    people, game = _begin(client, preset="knock-out", n_games=2, no_show_minutes=5)
    out = "You are out, as you missed several games: Friday Fifteen."
    there = _come(people, game, is_waiting=True)
    clock.now_ms += 6 * MINUTE_MS
    _forfeited(people)
    [absent] = people.cookies.keys() - {there}
    first = _told(people, absent)

    people.do(absent, "pause", is_paused=False)
    people.wait(lambda view: bool(people.games_in_play(view)))
    people.become(there).get(f"/api/games/{people.games_in_play()[0]}")
    clock.now_ms += 6 * MINUTE_MS
    people.wait(lambda view: any(each["state"] == "withdrawn" for each in view["entrants"]))

    assert out not in first
    assert out in _told(people, absent)


@pytest.mark.parametrize("has_the_first_turn", [False, True])
def test_a_game_to_which_neither_comes_or_begins_gives_nobody_anything(
    client: TestClient, clock: ManualClock, settings: Settings, has_the_first_turn: bool
) -> None:
    people, game = _begin(client, preset="knock-out", n_games=2, no_show_minutes=5)
    if has_the_first_turn:  # and is there, but lets the time for it pass
        _come(people, game, is_waiting=False)

    clock.now_ms += 6 * MINUTE_MS

    outcome = _forfeited(people)
    assert (outcome["is_played"], outcome["tenths"]) == (False, [0, 0])
    assert {entrant["state"] for entrant in people.look()["entrants"]} == {"paused"}
    catch_up(client)
    assert rows(settings, "SELECT count(*) FROM results") == [(0,)]


@pytest.mark.parametrize("has_come", [True, False])
def test_a_flag_that_falls_before_the_third_turn_is_a_default(
    client: TestClient, clock: ManualClock, has_come: bool
) -> None:
    people, game = _begin(client, preset="all-play-all", control="3", no_show_minutes=60)
    if has_come:
        _come(people, game, is_waiting=True)

    clock.now_ms += 4 * MINUTE_MS

    outcome = _forfeited(people)
    assert (outcome["is_played"], sorted(outcome["tenths"])) == (False, [0, 150 * has_come])


def test_who_has_laid_a_tile_need_not_be_there_when_the_other_does_not_come(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    people, game = _begin(client, preset="open", n_rounds=1, no_show_minutes=5)
    first = _come(people, game, is_waiting=False)
    while people.client.get(f"/api/games/{game}").json()["position"]["to_play"] == _seat(people, game, first):
        people.play(game, _ply(people, game) + 1)

    clock.now_ms += 6 * MINUTE_MS

    assert sorted(_forfeited(people)["tenths"]) == [0, 150]
    catch_up(client)
    assert rows(settings, "SELECT is_rated FROM results") == [(0,)]
    assert '[Forfeit "yes"]' in people.client.get(f"/tournaments/{people.id}/records").text
    for page in ("", "/matches/1-all-1-1", "/rounds/1-all-1"):
        assert "forfeit" in people.client.get(f"/tournaments/{people.id}{page}").text


def _ply(people: EventPeople, game: str) -> int:
    ply: int = people.client.get(f"/api/games/{game}").json()["position"]["ply"]
    return ply


def _seats(people: EventPeople, game: str) -> list[str]:
    return [each["name"] for each in people.client.get(f"/api/games/{game}").json()["game"]["seats"]]


def _seat(people: EventPeople, game: str, name: str) -> int:
    seats = people.client.get(f"/api/games/{game}").json()["game"]["seats"]
    return next(seat["seat"] for seat in seats if seat["name"] == name)


def test_who_has_not_come_is_called_until_the_game_is_lost(client: TestClient, clock: ManualClock) -> None:
    people, game = _begin(client, preset="knock-out", no_show_minutes=5)
    there = _come(people, game, is_waiting=True)

    called = {name: _called_until(people, name) for name in people.cookies}

    [late] = people.cookies.keys() - {there}
    assert called == {there: None, late: print_time(clock.now_ms + 5 * MINUTE_MS)}
    _come(people, game, is_waiting=False)
    assert _called_until(people, late) is None


def test_a_game_of_a_tournament_is_called_only_as_a_match(client: TestClient) -> None:
    people, _game = _begin(client, preset="all-play-all", no_show_minutes=5)

    for name in people.cookies:
        assert people.become(name).get("/api/notices").json()["begun"] == []


def _called_until(people: EventPeople, name: str) -> str | None:
    until: str | None = people.become(name).get("/api/account/match").json()["match"]["called_until"]
    return until


def test_the_page_says_before_a_pause_what_becomes_of_the_games(client: TestClient) -> None:
    people, _game = _begin(client, preset="all-play-all", no_show_minutes=7)

    page = people.become("Bea").get(f"/tournaments/{people.id}").text

    assert "at least 7 min; then it is forfeited" in page
