"""The countdown to a live game of a tournament, in which no clock runs."""

import time
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.competition.events.actions import SetTerms
from tantrix.competition.events.presets import preset
from tantrix.server.app import create_app
from tantrix.server.protocol.tournaments import TournamentOptions
from tantrix.server.settings import Settings
from tantrix.server.tournaments.stored_text import parse_action, print_action
from tantrix.server.tournaments.terms import terms_of
from tests.server.support.clients import rows
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

SECOND_MS = 1_000
FULL_MS = 15 * 60 * SECOND_MS


def _begin(client: TestClient, **options: object) -> tuple[EventPeople, str]:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", **{"preset": "knock-out", "countdown_seconds": None, **options})
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    return people, people.games_in_play()[0]


def _table(client: TestClient, game: str) -> Json:
    """Return a game as a spectator sees it."""
    client.cookies.clear()
    found: Json = client.get(f"/api/games/{game}").json()
    return found


def _names(client: TestClient, game: str) -> list[str]:
    return [seat["name"] for seat in _table(client, game)["game"]["seats"]]


def _left_ms(table: Json) -> int:
    left_ms: int = table["clock"]["left_ms"][table["position"]["to_play"]]
    return left_ms


def _come(people: EventPeople, game: str, *names: str) -> None:
    for name in names:
        assert people.become(name).get(f"/api/games/{game}").status_code == 200


def _until_started(client: TestClient, game: str) -> Json:
    end_s = time.monotonic() + 20
    while (table := _table(client, game))["clock"]["starts_in_ms"] is not None:
        assert time.monotonic() < end_s, table["clock"]
        time.sleep(0.02)
    return table


def test_no_clock_runs_before_the_countdown_ends(client: TestClient, clock: ManualClock) -> None:
    people, game = _begin(client)
    _come(people, game, "Ann")

    first = _table(client, game)["clock"]["starts_in_ms"]
    clock.now_ms += 119 * SECOND_MS
    before = _table(client, game)
    clock.now_ms += 11 * SECOND_MS
    after = _table(client, game)

    assert (first, before["clock"]["starts_in_ms"]) == (120 * SECOND_MS, SECOND_MS)
    assert _left_ms(before) == FULL_MS
    assert (_left_ms(after), after["clock"]["starts_in_ms"]) == (FULL_MS - 10 * SECOND_MS, None)


def test_the_clock_starts_as_soon_as_both_have_come(client: TestClient, clock: ManualClock) -> None:
    people, game = _begin(client)
    clock.now_ms += 30 * SECOND_MS
    _come(people, game, "Ann", "Bea")

    started = _until_started(client, game)
    clock.now_ms += 10 * SECOND_MS

    assert _left_ms(started) == FULL_MS
    assert _left_ms(_table(client, game)) == FULL_MS - 10 * SECOND_MS


def test_a_tile_laid_in_the_countdown_starts_no_clock(client: TestClient, clock: ManualClock) -> None:
    people, game = _begin(client)
    n_tiles = _table(client, game)["position"]["ply"]
    people.play(game, n_tiles + 1)  # by one player, who is alone at the table
    client.cookies.clear()

    clock.now_ms += 60 * SECOND_MS
    before = _table(client, game)
    clock.now_ms += 70 * SECOND_MS

    assert before["clock"]["left_ms"] == [FULL_MS, FULL_MS]
    assert _left_ms(_table(client, game)) == FULL_MS - 10 * SECOND_MS


def test_doubles_wait_for_all_four(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="doubles", countdown_seconds=None)
    people.do("Ann", "enter", members=["Bea"])
    people.do("Cyd", "enter", members=["Dan"])
    people.do("Ann", "start")
    [game] = people.games_in_play(people.wait(lambda view: bool(people.games_in_play(view))))

    _come(people, game, "Ann", "Bea", "Cyd")
    clock.now_ms += 10 * SECOND_MS
    without_one = _table(client, game)["clock"]["starts_in_ms"]
    _come(people, game, "Dan")

    assert without_one == 110 * SECOND_MS
    _until_started(client, game)


def test_each_board_of_a_simul_waits_for_its_own_guest(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Host", "Ann", "Bea")
    people.create("Host", preset="simul", countdown_seconds=None)
    for name in ("Ann", "Bea"):
        people.do(name, "enter")
    people.do("Host", "start")
    games = people.games_in_play(people.wait(lambda view: len(people.games_in_play(view)) == 2))
    mine, other = sorted(games, key=lambda game: "Ann" not in _names(client, game))

    _come(people, mine, "Host", "Ann")
    _come(people, other, "Host")
    _until_started(client, mine)
    clock.now_ms += 20 * SECOND_MS

    assert _table(client, other)["clock"]["starts_in_ms"] == 100 * SECOND_MS
    clock.now_ms += 100 * SECOND_MS
    assert _table(client, other)["clock"]["starts_in_ms"] is None


def test_a_game_by_appointment_waits_for_both_at_its_hour(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all", days=7, countdown_seconds=None)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    view = people.wait(lambda view: bool(view["sections"]))
    match = view["sections"][0]["rounds"][0]["matches"][0]["id"]
    at = "2023-11-15T20:00Z"  # the clock begins on 2023-11-14 at 22:13
    people.do("Ann", "propose", match=match, at=at)
    people.do("Bea", "accept", match=match, at=at)
    clock.now_ms += 22 * 60 * 60 * SECOND_MS
    game = people.games_in_play(people.wait(lambda view: bool(people.games_in_play(view))))[0]

    _come(people, game, "Ann")
    alone = _table(client, game)["clock"]["starts_in_ms"]
    _come(people, game, "Bea")

    assert alone == 120 * SECOND_MS
    _until_started(client, game)


def test_a_restart_keeps_the_countdown_and_forgets_who_had_come(
    settings: Settings, clock: ManualClock
) -> None:
    timed = replace(settings, now_ms=clock, wait=clock.wait)
    with TestClient(create_app(timed)) as client:
        people, game = _begin(client)
        _come(people, game, "Ann")
    clock.now_ms += 20 * SECOND_MS

    with TestClient(create_app(timed)) as client:
        after = _table(client, game)["clock"]["starts_in_ms"]
        people.client = client
        _come(people, game, "Bea")
        alone = _table(client, game)["clock"]["starts_in_ms"]
        _come(people, game, "Ann")
        _until_started(client, game)

    assert after == alone == 100 * SECOND_MS


def test_a_player_who_resigns_in_the_countdown_has_not_played(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    people, game = _begin(client, n_games=1)

    people.give_up(game)
    clock.now_ms += 121 * SECOND_MS
    view = people.wait(lambda view: not people.games_in_play(view))

    over = view["sections"][0]["rounds"][0]["matches"][0]["games"][0]
    assert (sorted(over["tenths"]), over["is_played"]) == ([0, 150], False)
    assert rows(settings, "SELECT count(*) FROM results WHERE started_ms > finished_ms") == [(0,)]


def test_nobody_waits_for_a_player_who_withdraws_in_the_countdown(
    client: TestClient, clock: ManualClock
) -> None:
    people, _game = _begin(client, n_games=1)

    people.do("Bea", "withdraw")
    view = people.wait(lambda view: not people.games_in_play(view))

    names = {each["id"]: each["name"] for each in view["entrants"]}
    match = view["sections"][0]["rounds"][0]["matches"][0]
    assert {names[match["first"]]: match["tenths"][0], names[match["second"]]: match["tenths"][1]} == {
        "Ann": 150,
        "Bea": 0,
    }


def test_the_first_turn_may_take_its_time_from_the_end_of_the_countdown(
    client: TestClient, clock: ManualClock
) -> None:
    people, game = _begin(client, no_show_minutes=1)

    clock.now_ms += 150 * SECOND_MS
    time.sleep(1.5)  # the server looks every second
    in_time = people.games_in_play()
    clock.now_ms += 31 * SECOND_MS

    assert in_time == [game]
    people.wait(lambda view: not people.games_in_play(view))


@pytest.mark.parametrize(
    ("kind", "seconds"),
    [
        *(("open", 120), ("knock-out", 120), ("championship", 120), ("simul", 120), ("arena", 15)),
        *(("gobble-cup", 20), ("puzzle-race", 0), ("correspondence", 0), ("club-evening", 0)),
    ],
)
def test_each_kind_of_live_tournament_has_its_usual_countdown(kind: str, seconds: int) -> None:
    options = TournamentOptions.model_validate({"preset": kind, "name": "Countdown"})

    assert terms_of(options).countdown_ms == seconds * SECOND_MS
    assert terms_of(options.model_copy(update={"countdown_seconds": 7})).countdown_ms == 7 * SECOND_MS


def test_stored_terms_name_a_countdown_only_if_there_is_one() -> None:
    old = SetTerms(preset("open", "Before"))
    new = SetTerms(replace(old.terms, countdown_ms=120_000))

    assert "countdown" not in print_action(old)
    assert parse_action(print_action(old)) == old
    assert parse_action(print_action(new)) == new
