"""Tournaments on the server, from the entries to the final order."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from tantrix.competition.events.presets import preset
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE, open_folder
from tantrix.server.settings import Settings
from tantrix.server.tournaments import chat
from tantrix.server.tournaments.cache import TournamentCache, read
from tantrix.server.tournaments.service import BLOCKED, NOT_RATED
from tantrix.server.tournaments.store import TournamentStore
from tantrix.server.tournaments.tables import TournamentTables
from tantrix.server.tournaments.views import ViewCache, tournament_view
from tests.server.support.clients import become, rows, sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople
from tests.server.support.tournaments.simulated import ID, StoredEvent, begun
from tests.support.tournaments import Habits

HOUR_MS = 3_600_000
SIZES = {"open": 44, "championship": 9, "teams": 5, "correspondence": 6, "knock-out": 9, "arena": 8}
SOME_LEAVE = Habits(leaves=0.01, is_late=0.2, is_absent=0.05, returns=0.5)


def _is_over(view: Json) -> bool:
    return view["state"] == "over"


def _has_games(people: EventPeople, n: int = 1) -> bool:
    people.wait(lambda view: len(people.games_in_play(view)) >= n)
    return True


def test_three_people_play_all_against_all_to_the_end(client: TestClient, settings: Settings) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", n_rounds=3)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")

    for _ in range(3):
        assert _has_games(people)
        for game in people.games_in_play():
            people.play(game)
        n_played = rows(settings, "SELECT count(*) FROM tournament_games WHERE finished_ms IS NOT NULL")[0][0]
        people.wait(lambda view, n=n_played: _is_over(view) or len(people.games_in_play(view)) > 0)

    view = people.wait(_is_over)
    table = view["sections"][0]["standings"]
    assert sum(row["points"] for row in table) == 3 * 200
    assert [row["entrant"] for row in table] == view["places"]
    assert [row["n_games"] for row in table] == [2, 2, 2]
    assert view["secret"] is not None
    assert rows(settings, "SELECT count(*) FROM tournament_participants WHERE place IS NOT NULL") == [(3,)]


def test_players_who_prefer_the_same_colour_get_their_second_one(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    for name, second in (("Ann", "Y"), ("Bea", "B")):
        colours = {"first_preference": "G", "second_preference": second}
        assert people.become(name).post("/settings/profile", data=colours).status_code == 303
    people.create("Ann", n_rounds=1)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")

    assert _has_games(people)
    [game] = people.games_in_play()
    seats = client.get(f"/api/games/{game}").json()["game"]["seats"]
    assert {seat["name"]: seat["colour"] for seat in seats} == {"Ann": "Y", "Bea": "B"}


@pytest.mark.parametrize(
    ("preset", "options", "rules"),
    [
        ("open", {}, "RB 56 draw-return"),
        ("booklet", {}, "RB 64 random-opening"),
        ("booklet", {"tile_set": 56}, "RB 56 random-opening"),
        ("open", {"tile_set": 64, "start": "highest-in-hand"}, "RB 64 highest-in-hand"),
        ("doubles", {"tile_set": 64}, "RBRB 64 draw-return teams"),
    ],
)
def test_the_games_have_the_rules_of_the_tournament(
    client: TestClient, preset: str, options: dict[str, object], rules: str
) -> None:  # R2.3, R2.4
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset=preset, **options)
    for name, partner in (("Ann", "Cyd"), ("Bea", "Dan")):
        people.do(name, "enter", **({"members": [partner]} if preset == "doubles" else {}))
    people.do("Ann", "start")

    assert _has_games(people)
    [game] = people.games_in_play()
    found = client.get(f"/api/games/{game}").json()["game"]["rules"]
    assert found == rules


def test_an_arranged_match_begins_when_both_are_ready(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all", days=7)
    for name in people.cookies:
        people.do(name, "enter")
    view = people.do("Ann", "start")
    view = people.wait(lambda view: bool(view["sections"]))
    match = view["sections"][0]["rounds"][0]["matches"][0]["id"]
    assert people.games_in_play(view) == []

    people.do("Ann", "ready", match=match)
    assert people.code("Ann", "ready", match="1-all-9-9") == "no_match"
    people.do("Bea", "ready", match=match)

    assert _has_games(people)
    people.resign(people.games_in_play()[0], "Bea")
    view = people.wait(_is_over)
    assert [row["points"] for row in view["sections"][0]["standings"]] == [150, 0]  # gave up before turn 3


def test_an_appointment_is_proposed_accepted_and_kept(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all", days=7)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    view = people.wait(lambda view: bool(view["sections"]))
    match = view["sections"][0]["rounds"][0]["matches"][0]["id"]
    at = "2023-11-15T20:00Z"  # the clock begins on 2023-11-14 at 22:13
    assert people.code("Ann", "propose", match=match, at="2023-11-14T20:00Z") == "past_time"
    assert people.code("Bea", "accept", match=match, at=at) == "no_proposal"
    people.do("Ann", "propose", match=match, at=at)
    assert people.code("Ann", "accept", match=match, at=at) == "no_proposal"

    view = people.do("Bea", "accept", match=match, at=at)
    assert view["sections"][0]["rounds"][0]["matches"][0]["times"]["appointment_at"] == "2023-11-15T20:00:00Z"
    clock.now_ms += 22 * HOUR_MS

    assert _has_games(people)


def test_a_club_evening_is_entered_by_hand(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", preset="club-evening", n_rounds=3)
    for name in ("Paul", "Mary", "Zoë", "Jan"):
        people.do("Ann", "enter", name=name)
        assert people.code("Ann", "enter", name=name) == "entered_twice"
    people.do("Ann", "start")
    for _ in range(3):
        view = people.wait(lambda view: _is_over(view) or bool(_open_matches(view)))
        for match in _open_matches(view):
            people.do("Ann", "scores", match=match, number=1, first=20, second=11, first_penalty=1)

    view = people.wait(_is_over)

    assert sum(row["points"] for row in view["sections"][0]["standings"]) == 6 * 200
    games = [g for paired in view["sections"][0]["rounds"] for m in paired["matches"] for g in m["games"]]
    assert {tuple(game["tenths"]) for game in games} == {(150, 50)}  # 16.0 and 4.0, and a point for the clock


def _open_matches(view: Json) -> list[str]:
    rounds = [paired for section in view["sections"] for paired in section["rounds"]]
    return [match["id"] for paired in rounds for match in paired["matches"] if not match["is_over"]]


def test_a_ruling_needs_a_reason_is_listed_and_can_be_undone(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="knock-out", n_games=3)
    for name in ("Bea", "Cyd"):
        people.do(name, "enter")
    people.do("Ann", "start")
    assert _has_games(people)
    ruling = {"match": "1-main-1-1", "number": 1, "to": "first"}
    assert people.code("Bea", "award", **ruling, reason="mine") == "not_organiser"
    assert people.code("Ann", "award", **ruling) == "reason_needed"
    view = people.do("Ann", "award", **ruling, reason="a program helped")
    assert view["sections"][0]["rounds"][0]["matches"][0]["tenths"] == [150, 0]
    [listed] = [each for each in view["rulings"] if each["what"] == "rule"]
    assert (listed["by"], listed["reason"]) == ("Ann", "a program helped")

    view = people.do("Ann", "award", **{**ruling, "to": "both"}, reason="both had help")
    last = view["rulings"][-1]["sequence"]
    view = people.do("Ann", "undo", sequence=last, reason="only one had")

    assert view["sections"][0]["rounds"][0]["matches"][0]["tenths"] == [150, 0]
    assert [each["is_undone"] for each in view["rulings"]] == [False, True, False]


def test_entries_are_refused_for_a_reason(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", password="owl", most=2, countries=["NZ"])
    assert people.code("Bea", "enter", password="cat", country="NZ") == "wrong_entry_password"
    assert people.code("Bea", "enter", password="owl", country="PL") == "entry_terms"
    people.do("Bea", "enter", password="owl", country="NZ")
    people.do("Ann", "enter", country="NZ")
    assert people.code("Cyd", "enter", password="owl", country="NZ") == "tournament_full"
    assert people.code("Cyd", "withdraw") == "not_entrant"
    assert people.code("Cyd", "start") == "not_organiser"
    people.do("Ann", "start")

    assert people.code("Cyd", "enter", password="owl", country="NZ") == "entries_closed"


def test_a_tournament_is_called_by_the_form_that_it_is_played_in(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    in_loop(client, services(client).moderation.set_moderator, "Ann", True, "the test")
    people.create("Ann", is_listed=True, stages=[{"form": "round-robin"}])

    for path in (f"/tournaments/{people.id}", "/tournaments"):
        page = people.become("Ann").get(path).text
        assert "Round robin" in page
        assert "Open: Swiss" not in page


def test_options_that_contradict_each_other_are_refused(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    for wrong in (
        {"control": "fast"},
        {"starts_at": "2023-02-30T20:00Z"},
        {"starts_at": "tomorrow"},
        {"check_in_minutes": 10},
        {"low": 1800, "high": 1500},
        {"n_games": 0},
        {"preset": "marathon"},
        {"stages": [{"form": "groups"}]},
    ):
        body = {"preset": "open", "name": "x", "is_listed": False, **wrong}
        answer = become(client, people.cookies["Ann"]).post("/api/tournaments", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), wrong


def test_a_public_tournament_needs_an_organiser_with_rated_games(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    body = {"preset": "open", "name": "x"}

    answer = become(client, people.cookies["Ann"]).post("/api/tournaments", json=body)

    assert (answer.status_code, answer.json()["code"]) == (403, "more_games_needed")


def test_a_moderator_may_create_a_public_tournament_without_rated_games(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    in_loop(client, services(client).moderation.set_moderator, "Ann", True, "the test")

    assert people.create("Ann", is_listed=True)["state"] == "open"


def test_a_team_needs_its_boards(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="teams", n_boards=2)
    assert people.code("Ann", "enter", name="Owls") == "invalid"
    assert people.code("Ann", "enter", name="Owls", members=["Nobody"]) == "no_account"
    people.do("Ann", "enter", name="Owls", members=["Bea"])
    assert people.code("Cyd", "enter", name="Cats", members=["Bea"]) == "entered_twice"
    view = people.do("Cyd", "enter", name="Cats", members=["Dan"])
    assert [entrant["name"] for entrant in view["entrants"]] == ["Owls", "Cats"]


def test_nobody_is_entered_by_a_player_whom_they_have_muted(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="doubles")
    assert people.become("Bea").post("/api/players/Ann/mute").status_code == 200

    assert people.code("Ann", "enter", members=["Bea"]) == "no_partner"


def test_doubles_are_played_by_four(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="doubles")
    people.do("Ann", "enter", members=["Bea"])
    people.do("Cyd", "enter", members=["Dan"])
    people.do("Ann", "start")
    assert _has_games(people)
    [game] = people.games_in_play()

    people.play(game)

    view = people.wait(_is_over)
    assert sum(row["points"] for row in view["sections"][0]["standings"]) == 200
    seats = client.get(f"/api/games/{game}").json()["game"]["seats"]
    pairs = {frozenset((seats[at]["name"], seats[at + 2]["name"])) for at in (0, 1)}
    assert pairs == {frozenset(("Ann", "Bea")), frozenset(("Cyd", "Dan"))}


def test_a_scheduled_tournament_starts_by_itself_with_those_who_checked_in(
    client: TestClient, clock: ManualClock
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="all-play-all", starts_at="2023-11-14T23:00Z", check_in_minutes=10)
    for name in people.cookies:
        people.do(name, "enter")
    assert people.code("Ann", "check-in") == "check_in_closed"
    clock.now_ms += 40 * 60_000
    people.do("Ann", "check-in")
    people.do("Bea", "check-in")

    clock.now_ms += 10 * 60_000

    view = people.wait(lambda view: bool(view["sections"]))
    assert sorted(row["entrant"] for row in view["sections"][0]["standings"]) == ["1", "2"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"starts_at": "2023-11-14T23:00Z"}, "2023-11-14T22:50:00Z"),
        ({"starts_at": "2023-11-14T23:00Z", "check_in_minutes": 0}, None),
        ({"starts_at": "2023-11-14T23:00Z", "preset": "arena"}, None),
        ({"starts_at": "2023-11-14T23:00Z", "preset": "championship"}, None),
        ({"starts_at": "2023-11-14T23:00Z", "preset": "club-evening"}, None),
        ({}, None),
    ],
)
def test_a_live_tournament_with_a_start_has_a_check_in(
    client: TestClient, options: Json, expected: str | None
) -> None:
    people = EventPeople.gather(client, "Ann")

    assert people.create("Ann", **options)["check_in_from"] == expected


def test_who_enters_during_the_check_in_is_present(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", starts_at="2023-11-14T23:00Z")
    people.do("Ann", "enter")
    page = f"/tournaments/{people.id}"
    assert "The check-in opens:" in people.become("Ann").get(page).text
    clock.now_ms += 40 * 60_000

    view = people.do("Bea", "enter")

    assert [each["state"] for each in view["entrants"]] == ["in", "here"]
    assert 'value="check-in"' in people.become("Ann").get(page).text
    assert 'value="check-in"' not in people.become("Bea").get(page).text


def test_a_tournament_that_nobody_enters_is_cancelled(client: TestClient, clock: ManualClock) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", starts_at="2023-11-14T23:00Z")

    clock.now_ms += HOUR_MS

    assert (
        people.wait(lambda view: view["state"] == "cancelled")["rulings"][0]["reason"] == "too few entrants"
    )


def test_chat_in_a_tournament_needs_an_account(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann")
    path = f"/api/tournaments/{people.id}/chat"
    assert become(client, people.cookies["Ann"]).post(path, json={"text": "hello"}).status_code == 200
    client.cookies.clear()

    assert client.post(path, json={"text": "hello"}).json()["code"] == "signed_out"


def test_chat_in_a_tournament_refuses_empty_messages_and_too_many(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "MESSAGE_RATE", "2/3600 seconds")
    people = EventPeople.gather(client, "Ann")
    people.create("Ann")
    become(client, people.cookies["Ann"])
    path = f"/api/tournaments/{people.id}/chat"

    empty = client.post(path, json={"text": " "}).json()
    codes = [client.post(path, json={"text": "hello"}).json().get("code") for _ in range(3)]

    assert (empty["code"], empty["detail"]) == ("empty_chat_message", "The message is empty.")
    assert codes == [None, None, "too_many_chat_messages"]


def test_chat_in_a_tournament_has_an_hourly_limit(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "HOURLY_RATE", "3/hour")
    people = EventPeople.gather(client, "Ann")
    people.create("Ann")
    become(client, people.cookies["Ann"])

    answers = [client.post(f"/api/tournaments/{people.id}/chat", json={"text": "hello"}) for _ in range(4)]

    assert [answer.json().get("code") for answer in answers] == [None, None, None, "too_often"]


def test_a_tournament_can_be_followed_as_lines(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann")
    sign_up(client, "Cyd")

    assert client.head(f"/api/tournaments/{people.id}/events").status_code == 200
    assert client.get("/api/tournaments/aaaaaaaaaaaa").json()["code"] == "no_tournament"


def test_a_tournament_that_cannot_be_read_does_not_hold_up_the_others(
    client: TestClient, settings: Settings
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all")
    broken = people.id
    people.create("Ann", preset="all-play-all")
    for name in people.cookies:
        people.do(name, "enter")
    entry = "INSERT INTO tournament_log VALUES (?, 4, 0, NULL, 'nothing that any version wrote')"
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database:
        database.execute(entry, (broken,))
        database.execute("UPDATE tournaments SET state = 'running', version = 4 WHERE id = ?", (broken,))
        database.commit()

    people.do("Ann", "start")

    assert _has_games(people)


def test_a_tournament_in_conflict_with_itself_is_tried_less_and_less_and_logged_once(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all", starts_at="2023-11-14T23:00Z")
    for name in people.cookies:
        people.do(name, "enter")
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database:  # the next entry exists already
        database.execute("UPDATE tournaments SET version = version - 1 WHERE id = ?", (people.id,))
        database.commit()

    with capture_logs() as logs:
        clock.now_ms += HOUR_MS
        people.wait(lambda _view: any(log["event"] == BLOCKED for log in logs))
        broken = people.id
        people.create("Ann", preset="all-play-all")
        for name in people.cookies:
            people.do(name, "enter")
        people.do("Ann", "start")
        assert _has_games(people)

    assert [log["tournament"] for log in logs if log["event"] == BLOCKED] == [broken]


def test_ratings_that_conflict_are_logged_once_and_saved_later(
    client: TestClient, settings: Settings
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="knock-out", n_games=1, is_listed=False)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    assert _has_games(people)
    people.give_up(people.games_in_play()[0])
    people.wait(lambda view: view["state"] == "over")

    with capture_logs() as logs, closing(sqlite3.connect(settings.data_dir / DATABASE)) as database:
        database.execute(
            "CREATE TRIGGER others BEFORE UPDATE ON tournaments WHEN NEW.is_rated "
            "BEGIN SELECT RAISE(IGNORE); END"
        )
        database.execute("UPDATE tournaments SET is_listed = 1")
        database.commit()
        people.wait(lambda _view: any(log["event"] == NOT_RATED for log in logs))
        database.execute("DROP TRIGGER others")
        database.commit()
        people.wait(lambda _view: rows(settings, "SELECT is_rated FROM tournaments") == [(1,)])

    assert [log["tournament"] for log in logs if log["event"] == NOT_RATED] == [people.id]


def test_reading_step_by_step_equals_reading_at_once(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="all-play-all")
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    for _ in range(2):
        assert _has_games(people, 2)
        for game in people.games_in_play():
            people.give_up(game)
            people.look()
    people.do("Ann", "withdraw", entrant="4")
    undone = people.look()["rulings"][-1]["sequence"]
    people.do("Ann", "undo", sequence=undone, reason="Dan is back")
    step_by_step = people.wait(lambda view: len(people.games_in_play(view)) == 2)

    at_once = TournamentCache(services(client).tournament_store).find(people.id)
    view = tournament_view(at_once, services(client).accounts.name_of).model_dump(mode="json")
    assert view["sections"] == step_by_step["sections"]
    assert view["rulings"] == step_by_step["rulings"]


@pytest.mark.parametrize("name", SIZES)
def test_changes_that_are_read_one_by_one_show_the_same_as_all_at_once(name: str, tmp_path: Path) -> None:
    database = Database(open_folder(tmp_path / "data"))
    database.migrate()
    stored = StoredEvent(begun(preset(name, "Simulated"), SIZES[name], SOME_LEAVE), database)
    store, views, tables = TournamentStore(database.readers), ViewCache(_name, _no_face), TournamentTables()
    cache = TournamentCache(store)
    for _ in range(12):
        stored.save()

        found = cache.find(ID)
        view = views.view(found)
        at_once = read(store, found.row, found.stamp)

        assert found == at_once
        assert view == tournament_view(at_once, _name, _no_face)
        assert tables.find(view, "en") == TournamentTables().find(view, "en")
        now = stored.event.advance()
        if not now.is_running:
            break
        stored.save()
        cache.find(ID)
        stored.event.play_on(now)
    database.close()


def _name(user_id: str | None) -> str | None:
    return user_id


def _no_face(_user_id: str | None) -> None:
    return None
