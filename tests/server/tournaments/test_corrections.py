"""Corrections by controllers, also after the end: order, medals and ratings follow, and the log keeps all."""

import asyncio
import html
import json
import random
import re
import sqlite3
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.server.accounts.store import Account
from tantrix.server.admin.rebuild import rebuild_ratings
from tantrix.server.admin.tournaments import check_tournaments
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room
from tantrix.server.protocol.tournaments import AwardGame, EnterScores, UndoRuling
from tantrix.server.settings import Settings
from tests.server.support.clients import become, rows, sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

RATED = "SELECT tournament_id, user_id, rating, n_games FROM tournament_ratings ORDER BY 1, 2"
PLACES = (
    "SELECT name, place FROM tournament_participants JOIN accounts USING (user_id) "
    "WHERE tournament_id = '{}' ORDER BY place"
)


@pytest.fixture
def people(client: TestClient, settings: Settings) -> EventPeople:
    """Three people and a controller; Ann has enough rated games to organise public tournaments."""
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Ref")
    [(user_id,)] = rows(settings, "SELECT user_id FROM accounts WHERE name = 'Ann'")
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database, database:
        database.execute("INSERT INTO ratings VALUES ('two', ?, 25.0, 2.0, 20, 0)", (user_id,))
    return people


def _held(people: EventPeople, *names: str) -> Json:
    """Hold a public tournament in which the entrant with the lower number wins each game by 10."""
    people.create("Ann", preset="all-play-all", is_listed=True)
    people.do("Ann", "staff", names=["Ref"])
    for name in names:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    while (view := people.look())["state"] != "over":
        for match in _open_matches(view):
            scores = (25, 15) if int(match["first"]) < int(match["second"]) else (15, 25)
            _decide(people, match, *scores)
    return view


def _open_matches(view: Json) -> list[Json]:
    return [match for match in _matches(view) if not match["is_over"]]


def _matches(view: Json) -> list[Json]:
    rounds = [paired for section in view["sections"] for paired in section["rounds"]]
    return [match for paired in rounds for match in paired["matches"] if match["id"]]


def _decide(
    people: EventPeople, match: Json, first: int, second: int, reason: str = "from the sheet"
) -> Json:
    return people.do("Ref", "scores", match=match["id"], number=1, first=first, second=second, reason=reason)


def _first_ruling(view: Json) -> int:
    """Return the number of the first decision about a game."""
    return next(int(each["sequence"]) for each in view["rulings"] if each["what"] == "rule")


def _between(view: Json, first: str, second: str) -> Json:
    """Return the match between two entrants."""
    [match] = [each for each in _matches(view) if {each["first"], each["second"]} == {first, second}]
    return match


def _win_for(people: EventPeople, view: Json, winner: str, loser: str, reason: str) -> Json:
    match = _between(view, winner, loser)
    scores = (40, 5) if match["first"] == winner else (5, 40)
    return _decide(people, match, *scores, reason=reason)


def _wait_until_rated(settings: Settings) -> None:
    due = "SELECT count(*) FROM tournaments WHERE state = 'over' AND NOT is_rated"
    while rows(settings, due) != [(0,)]:
        pass


def test_a_result_is_corrected_after_the_end_and_the_mistake_stays_visible(
    client: TestClient, people: EventPeople, settings: Settings
) -> None:
    view = _held(people, "Ann", "Bea", "Cyd")
    assert view["places"] == ["1", "2", "3"]

    after = _win_for(people, view, "3", "1", "the sheet was read upside down")

    assert after["state"] == "over"
    assert after["places"][0] == "3"
    assert after["places"] == [row["entrant"] for row in after["sections"][0]["standings"]]
    assert rows(settings, PLACES.format(people.id))[0] == ("Cyd", 1)
    reasons = [ruling["reason"] for ruling in after["rulings"] if ruling["what"] == "rule"]
    assert reasons == ["from the sheet"] * 3 + ["the sheet was read upside down"]
    log = client.get(f"/tournaments/{people.id}/log").text
    assert log.count("Result decided") == 4
    assert "Final order corrected" in log
    assert [each.problems for each in check_tournaments(settings.data_dir)] == [[]]

    last = after["rulings"][-1]["sequence"]
    back = people.do("Ref", "undo", sequence=last, reason="it was the right way up")

    assert back["places"] == ["1", "2", "3"]
    assert rows(settings, PLACES.format(people.id)) == [("Ann", 1), ("Bea", 2), ("Cyd", 3)]
    decided = [each for each in back["rulings"] if each["what"] != "staff"]
    assert [each["is_undone"] for each in decided] == [False, False, False, True, False]
    assert [each.problems for each in check_tournaments(settings.data_dir)] == [[]]


def test_a_correction_changes_the_ratings_from_that_tournament_on(
    people: EventPeople, settings: Settings, clock: ManualClock
) -> None:
    first = _held(people, "Ann", "Bea", "Cyd")
    wrong_id = people.id
    clock.now_ms += 60_000
    _held(people, "Ann", "Bea")
    _wait_until_rated(settings)
    before = rows(settings, RATED)
    later_id, people.id = people.id, wrong_id

    _win_for(people, first, "3", "1", "swapped")

    _wait_until_rated(settings)
    after = rows(settings, RATED)
    assert [row[:2] for row in after] == [row[:2] for row in before]
    for tournament_id in (wrong_id, later_id):
        assert [row for row in after if row[0] == tournament_id] != [
            row for row in before if row[0] == tournament_id
        ]
    rebuild_ratings(settings.data_dir)
    assert rows(settings, RATED) == after


def test_a_correction_that_changes_no_result_keeps_the_ratings(
    people: EventPeople, settings: Settings
) -> None:
    _held(people, "Ann", "Bea")
    _wait_until_rated(settings)

    people.do("Ann", "staff", names=["Bea"])

    assert rows(settings, "SELECT is_rated, n_unrated FROM tournaments") == [(1, 0)]


def test_a_correction_needs_a_reason_a_right_and_a_result(people: EventPeople) -> None:
    view = _held(people, "Ann", "Bea", "Cyd")
    match = _between(view, "1", "2")["id"]
    scores = {"match": match, "number": 1, "first": 9, "second": 8}
    ruling = _first_ruling(view)
    version = view["version"]

    assert people.code("Ref", "scores", **scores) == "reason_needed"
    assert people.code("Bea", "scores", **scores, reason="I won") == "not_organiser"
    assert people.code("Ref", "scores", **{**scores, "number": 2}, reason="again") == "no_match"
    assert people.code("Ref", "scores", **{**scores, "first": 97}, reason="many") == "invalid"
    assert people.code("Ref", "undo", sequence=ruling) == "reason_needed"
    assert people.code("Ref", "undo", sequence=ruling, reason="nobody knows") == "invalid"  # leaves it open
    assert people.code("Ref", "undo", sequence=1, reason="the terms") == "no_ruling"
    assert people.code("Ref", "adjust", entrant="9", tenths=5, reason="who") == "no_entrant"
    assert people.code("Ann", "withdraw", entrant="2") == "tournament_not_running"
    assert people.look()["version"] == version


def test_points_are_adjusted_after_the_end_and_the_same_correction_counts_once(people: EventPeople) -> None:
    _held(people, "Ann", "Bea", "Cyd")

    after = people.do("Ref", "adjust", entrant="3", tenths=500, reason="an unpunished delay")
    again = people.do("Ref", "adjust", entrant="3", tenths=500, reason="an unpunished delay")

    assert after["places"][0] == "3"
    assert again["version"] == after["version"]
    assert {row["entrant"]: row["adjusted"] for row in after["sections"][0]["standings"]}["3"] == 500
    page = re.sub("<[^>]*>", "", people.client.get(f"/tournaments/{people.id}").text)
    assert "Points by rulings: Cyd (+50.0)" in " ".join(page.split())


def test_points_are_adjusted_by_three_games_at_most(people: EventPeople) -> None:
    _held(people, "Ann", "Bea", "Cyd")
    people.do("Ref", "adjust", entrant="3", tenths=500, reason="a delay")

    refused = people.ask("Ref", "adjust", entrant="3", tenths=200, reason="another delay")

    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert "At most 60 points" in str(refused.json())
    people.do("Ref", "adjust", entrant="3", tenths=-200, reason="it was shorter")


def test_a_controller_who_plays_decides_nothing_about_their_own_result(people: EventPeople) -> None:
    view = _held(people, "Ann", "Bea")
    match = _between(view, "1", "2")["id"]
    ruling = _first_ruling(view)
    scores = {"match": match, "number": 1, "first": 40, "second": 5}
    adjusted = people.do("Ref", "adjust", entrant="1", tenths=-10, reason="late")["rulings"][-1]["sequence"]

    own = [
        people.code("Ann", "scores", **scores, reason="me"),
        people.code("Ann", "award", match=match, number=1, to="first", reason="me"),
        people.code("Ann", "adjust", entrant="1", tenths=10, reason="me"),
        people.code("Ann", "undo", sequence=ruling, reason="me"),
        people.code("Ann", "undo", sequence=adjusted, reason="me"),
    ]

    assert own == ["own_game"] * 5
    people.do("Ann", "adjust", entrant="2", tenths=10, reason="help with the clocks")
    people.do("Ref", "scores", **scores, reason="the sheet")


def test_the_controllers_page_corrects_results_after_the_end(people: EventPeople) -> None:
    view = _held(people, "Ann", "Bea", "Cyd")
    match = _between(view, "1", "3")
    browser = become(people.client, people.cookies["Ref"])  # type: ignore[arg-type]
    path = f"/tournaments/{people.id}"
    assert f'href="{path}/control"' in browser.get(path).text
    page = browser.get(f"{path}/control").text
    assert f'value="{match["id"]} 1 1"' in page
    assert "Cancel the tournament" not in page and "Replace a player" not in page

    to = "second" if match["first"] == "1" else "first"
    form = {"type": "award", "game": f"{match['id']} 1 1", "to": to, "reason": ""}
    answer = browser.post(f"{path}/control", data=form)
    assert "Give a reason" in html.unescape(answer.text)
    answer = browser.post(f"{path}/control", data={**form, "reason": "Ann had left"})

    assert answer.status_code == 303
    after = people.look()
    assert after["rulings"][-1]["reason"] == "Ann had left"
    browser = become(people.client, people.cookies["Ref"])  # type: ignore[arg-type]
    undo = {"type": "undo", "sequence": str(_first_ruling(view)), "reason": "wrong sheet"}
    refused = browser.post(f"{path}/control", data=undo)
    alert = re.search(r'role="alert"[^>]*>([^<]*)<', refused.text)
    assert alert is not None and "enter another one instead" in html.unescape(alert[1])


def test_a_decision_that_closed_its_table_is_replaced_but_not_undone(people: EventPeople) -> None:
    first, other = _begun(people)["sections"][0]["rounds"][0]["matches"]
    people.do("Ref", "award", match=first["id"], number=1, to="first", reason="a program helped")
    sequence = people.look()["rulings"][-1]["sequence"]
    people.wait(lambda view: len(people.games_in_play(view)) == 1)  # its table is closed

    in_its_round = people.ask("Ref", "undo", sequence=sequence, reason="it did not")
    people.do("Ref", "award", match=other["id"], number=1, to="first", reason="gone")
    people.wait(lambda view: len(view["sections"][0]["rounds"]) == 2)
    later = people.code("Ref", "undo", sequence=sequence, reason="it did not")
    people.do("Ref", "scores", match=first["id"], number=1, first=12, second=10, reason="as it stood")

    assert (in_its_round.status_code, later) == (422, "invalid")
    assert "enter another one instead" in in_its_round.text
    again = people.look()["rulings"][-1]["sequence"]
    people.do("Ref", "undo", sequence=again, reason="the first decision stands")
    assert people.look()["sections"][0]["rounds"][0]["matches"][0]["tenths"] == [150, 0]


def test_a_table_is_not_closed_for_a_decision_that_is_undone_meanwhile(people: EventPeople) -> None:
    view = _begun(people)
    match, number = view["sections"][0]["rounds"][0]["matches"][0]["id"], view["version"] + 1
    undo = UndoRuling(type="undo", sequence=number, reason="wrong table")
    tournaments, loop = services(people.client).tournaments, in_loop(people.client, asyncio.get_running_loop)
    referee, undone = _account(people.client, "Ref"), list[int]()

    def undo_first(_room: Room, _at_ms: int) -> list[Write]:
        if not undone:
            undone.append(number)
            work = tournaments.do(people.id, undo, referee)
            asyncio.run_coroutine_threadsafe(work, loop).result()
        return []

    services(people.client).hub.events.ending.add(undo_first)
    people.do("Ref", "award", match=match, number=1, to="first", reason="gone")
    people.wait(lambda _view: bool(undone))

    people.wait(lambda view: view["rulings"][-1]["what"] == "undo")
    people.play(people.games_in_play()[0])
    people.wait(lambda view: sum(view["sections"][0]["rounds"][0]["matches"][0]["tenths"]) == 200)


def _begun(people: EventPeople) -> Json:
    """Begin a knock-out of four with one game a match; return it."""
    people.cookies["Dan"] = sign_up(people.client, "Dan")
    people.create("Ref", preset="knock-out", n_games=1)
    for name in ("Ann", "Bea", "Cyd", "Dan"):
        people.do(name, "enter")
    people.do("Ref", "start")
    return people.wait(lambda view: len(people.games_in_play(view)) == 2)


def test_a_decision_is_not_undone_while_its_table_is_being_closed(people: EventPeople) -> None:
    match = _begun(people)["sections"][0]["rounds"][0]["matches"][0]["id"]
    tournaments, referee = services(people.client).tournaments, _account(people.client, "Ref")
    award = AwardGame(type="award", match=match, number=1, to="first", reason="gone")

    async def decide_and_undo() -> bool:
        found = await tournaments.do(people.id, award, referee)
        await asyncio.sleep(random.random() * 0.03)
        undo = UndoRuling(type="undo", sequence=found.row.version, reason="wrong table")
        try:
            await tournaments.do(people.id, undo, referee)
        except InvalidValue:
            return False
        return True

    while in_loop(people.client, decide_and_undo):
        assert len(people.games_in_play()) == 2

    people.wait(lambda view: len(people.games_in_play(view)) == 1)
    assert people.look()["sections"][0]["rounds"][0]["matches"][0]["tenths"] == [150, 0]


def _account(client: TestClient, name: str) -> Account:
    account = services(client).accounts.find(user_id_of(client, name))
    assert account is not None
    return account


def test_a_cancellation_by_mistake_is_undone(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all")
    for name in ("Ann", "Bea"):
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    view = people.do("Ann", "cancel", reason="wrong button")
    assert view["state"] == "cancelled"
    [ruling] = view["rulings"]
    assert ruling["may_undo"]
    browser = become(client, people.cookies["Ann"])  # type: ignore[arg-type]
    assert f"{people.id}/control" in browser.get(f"/tournaments/{people.id}").text

    view = people.do("Ann", "undo", sequence=ruling["sequence"], reason="I meant another tournament")

    assert (view["state"], view["secret"]) == ("running", None)
    people.give_up(people.games_in_play()[0])
    people.wait(lambda view: view["state"] == "over")


def test_the_servers_own_cancellation_cannot_be_undone(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", starts_at="2030-01-01T00:00:00Z")
    clock.now_ms = 1_900_000_000_000  # in 2030
    view = people.wait(lambda view: view["state"] == "cancelled")

    assert not view["rulings"][-1]["may_undo"]
    sequence = view["rulings"][-1]["sequence"]
    assert people.code("Ann", "undo", sequence=sequence, reason="wait") == "no_ruling"


def test_an_undone_withdrawal_brings_back_the_bar_of_the_next_match(
    client: TestClient, settings: Settings
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="all-play-all", days=7)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    view = people.do("Ann", "withdraw", entrant="2")
    here = f"SELECT count(*) FROM tournament_participants WHERE tournament_id = '{people.id}'"
    assert rows(settings, here) == [(3,)]

    people.do("Ann", "undo", sequence=view["rulings"][-1]["sequence"], reason="it was Cyd")

    assert rows(settings, here) == [(4,)]
    assert people.become("Bea").get("/api/account/match").json()["match"] is not None


@pytest.mark.parametrize("preset", ["arena", "gobble-cup"])
def test_points_are_adjusted_in_an_arena_and_a_cup(client: TestClient, preset: str) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset=preset)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))

    view = people.do("Ann", "adjust", entrant="2", tenths=30, reason="a broken table")

    points = {row["entrant"]: row["points"] for row in view["sections"][0]["standings"]}
    assert points == {"1": 0, "2": 30}


def test_a_check_finds_medals_and_lists_that_do_not_follow_from_the_log(
    people: EventPeople, settings: Settings
) -> None:
    _held(people, "Ann", "Bea", "Cyd")
    [(cyd,)] = rows(settings, "SELECT user_id FROM accounts WHERE name = 'Cyd'")
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database, database:
        database.execute("UPDATE tournament_participants SET place = 1 WHERE user_id = ?", (cyd,))
        database.execute("UPDATE tournaments SET state = 'cancelled', n_entrants = 4")

    [checked] = check_tournaments(settings.data_dir)

    assert checked.problems == [
        "state: the log gives 'over', not 'cancelled'",
        "n_entrants: the log gives 3, not 4",
        f"place of account {cyd}: the log gives 3, not 1",
    ]


def test_a_check_finds_outcomes_that_do_not_follow_from_the_games(
    people: EventPeople, settings: Settings
) -> None:
    people.create("Ann", preset="all-play-all")
    for name in ("Ann", "Bea"):
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    game = people.games_in_play()[0]
    people.play(game)
    people.wait(lambda view: view["state"] == "over")
    assert [each.problems for each in check_tournaments(settings.data_dir)] == [[]]

    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database, database:
        [(outcome,)] = database.execute("SELECT outcome FROM tournament_games").fetchall()
        changed = json.dumps({**json.loads(outcome), "tenths": [199, 1]})
        database.execute("UPDATE tournament_games SET outcome = ?", (changed,))

    [checked] = check_tournaments(settings.data_dir)
    found = [each for each in checked.problems if each.startswith("game 1 of match 1-all-1-1")]
    assert len(found) == 1
    assert outcome in found[0]
    assert game in found[0]


def test_nobody_is_listed_in_a_tournament_that_the_last_entrant_has_left(
    people: EventPeople, settings: Settings
) -> None:
    people.create("Ann", preset="all-play-all")
    people.do("Bea", "enter")

    people.do("Bea", "withdraw")

    assert rows(settings, PLACES.format(people.id)) == []
    assert [each.problems for each in check_tournaments(settings.data_dir)] == [[]]


def test_twenty_rulings_at_the_same_moment_are_all_carried_out(
    client: TestClient, people: EventPeople, settings: Settings
) -> None:
    view = _held(people, "Ann", "Bea", "Cyd")
    match = _between(view, "1", "2")["id"]
    tournaments, referee = services(client).tournaments, user_id_of(client, "Ref")

    async def rule() -> None:
        account = services(client).accounts.find(referee)
        assert account is not None
        rulings = [
            EnterScores(type="scores", match=match, number=1, first=n, second=0, reason=f"ruling {n}")
            for n in range(1, 21)
        ]
        await asyncio.gather(*(tournaments.do(people.id, each, account) for each in rulings))

    in_loop(client, rule)

    reasons = {ruling["reason"] for ruling in people.look()["rulings"]}
    assert {f"ruling {n}" for n in range(1, 21)} <= reasons
    assert [each.problems for each in check_tournaments(settings.data_dir)] == [[]]
