"""Vacations: no time runs in a player's correspondence games while they are away."""

import json
import time

from hypothesis import given
from hypothesis import strategies as st

from tantrix.clock import DAY_MS
from tantrix.server.cluster.uptime import Outage, Uptime
from tantrix.server.games.room import Room, open_room, reopen_room
from tantrix.server.games.store import JournalEntry
from tantrix.server.games.vacations.allowance import YEAR_MS, Vacation, begin_vacation, current, days_left
from tantrix.server.games.vacations.store import check_games, delete_vacations
from tantrix.server.http.errors import Refusal
from tantrix.server.rooms.commands import RoomChange
from tests.server.support.correspondence import begin as begin_game
from tests.server.support.correspondence import look, play_turn, to_play
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.manual_clock import ManualClock
from tests.server.support.rooms import NOW, room_of
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Json

LATER = 400 * DAY_MS


def vacation(room: WaitingRoom, name: str, days: int) -> Json:
    answer = room.ask(name, "PUT", "/api/account/vacation", {"days": days})
    found: Json = answer.json()
    return found


def left_ms(room: WaitingRoom, game_id: str) -> list[int]:
    found: list[int] = room.client.get(f"/api/games/{game_id}").json()["clock"]["left_ms"]
    return found


def game_of_ann(room: WaitingRoom, control: str = "2+7 days") -> str:
    """Begin a game in which it is Ann's turn."""
    game_id = begin_game(room, control)
    if to_play(room, game_id)[0] == "BEA":
        play_turn(room, game_id)
    return game_id


def test_a_vacation_is_taken_from_the_days_of_the_last_year() -> None:
    assert days_left((), 30, LATER) == 30
    assert days_left((Vacation(LATER - DAY_MS, LATER + 9 * DAY_MS),), 30, LATER) == 20
    assert days_left((Vacation(LATER - YEAR_MS - DAY_MS, LATER - YEAR_MS + 4 * DAY_MS),), 30, LATER) == 26
    assert days_left((Vacation(0, 30 * DAY_MS),), 30, LATER) == 30


def test_only_days_that_are_left_can_be_taken_and_one_vacation_at_a_time() -> None:
    first = begin_vacation((), 20, 30, LATER)

    assert isinstance(first, Vacation)
    assert first == Vacation(LATER, LATER + 20 * DAY_MS)
    assert begin_vacation((first,), 1, 30, LATER + DAY_MS) == Refusal("on_vacation")
    assert begin_vacation((first,), 11, 30, LATER + 21 * DAY_MS) == Refusal("no_vacation_left")
    assert isinstance(begin_vacation((first,), 10, 30, LATER + 21 * DAY_MS), Vacation)


def test_a_vacation_begins_at_once_and_its_end_is_no_part_of_it() -> None:
    lasting = Vacation(10, 20)

    assert [current((lasting,), now) is not None for now in (9, 10, 19, 20)] == [False, True, True, False]


times = st.lists(st.tuples(st.integers(0, 1_000), st.integers(0, 300)), max_size=5)


@given(times, times, st.integers(0, 1_500), st.integers(0, 500))
def test_the_clock_shows_a_time_exactly_after_the_wait_for_it(
    outages: list[tuple[int, int]], vacations: list[tuple[int, int]], now: int, more: int
) -> None:
    uptime = Uptime().without(Outage(a, a + n) for a, n in outages)
    mine = uptime.without(Outage(a, a + n) for a, n in vacations)

    wait = mine.wait_ms(mine.at(now) + more, now)

    assert mine.at(now + wait) == mine.at(now) + more
    assert more == 0 or mine.at(now + wait - 1) < mine.at(now) + more


@given(st.integers(0, 20), st.integers(1, 10), st.integers(0, 10), st.integers(1, 30), st.data())
def test_an_early_end_leaves_the_past_as_it_was(
    start: int, days: int, spent: int, later: int, data: st.DataObject
) -> None:
    planned, now = Outage(start, start + days), start + min(spent, days)
    ended = Outage(start, now)

    at = data.draw(st.integers(0, now))

    assert Uptime((planned,)).at(at) == Uptime((ended,)).at(at)
    assert Uptime((ended,)).at(now + later) == Uptime((ended,)).at(now) + later


turns = st.lists(st.tuples(st.integers(0, 3 * DAY_MS), st.booleans()), min_size=1, max_size=8)


@given(turns, st.integers(0, 6 * DAY_MS), st.integers(1, 10 * DAY_MS))
def test_a_game_replayed_from_its_journal_has_the_same_clocks(
    waits: list[tuple[int, bool]], from_ms: int, for_ms: int
) -> None:
    vacations = {"bea": (Vacation(NOW + from_ms, NOW + from_ms + for_ms),)}
    room: Room = open_room(room_of("ann", "bea", control="2+7 days").setup, vacations=vacations)
    entries: list[JournalEntry] = []
    now_ms = NOW
    for wait_ms, _ in waits:
        now_ms += wait_ms
        if room.game.is_over or room.fallen(now_ms) is not None:
            break
        answer = room.lay(room.game.placements()[0], now_ms)
        assert isinstance(answer, RoomChange)
        entries += [write for write in answer.writes if isinstance(write, JournalEntry)]
        room = answer.room

    again = reopen_room(room.setup, entries, vacations=vacations)

    assert (again.clock, again.events) == (room.clock, room.events)
    assert again.due_in_ms(now_ms) == room.due_in_ms(now_ms)


def test_no_time_runs_for_a_player_on_vacation(room: WaitingRoom, clock: ManualClock) -> None:
    game_id = game_of_ann(room)
    clock.now_ms += DAY_MS

    view = vacation(room, "ANN", 10)
    clock.now_ms += 10 * DAY_MS - 1
    during = room.client.get(f"/api/games/{game_id}").json()
    clock.now_ms += DAY_MS + 1

    seat = 0
    assert (view["n_days_left"], view["n_days"]) == (20, 30)
    assert during["clock"]["left_ms"][seat] == 8 * DAY_MS
    assert during["clock"]["running"] is None
    assert during["game"]["seats"][seat]["away_until"] == view["until"]
    assert left_ms(room, game_id)[seat] == 7 * DAY_MS


def test_the_time_of_the_others_goes_on(room: WaitingRoom, clock: ManualClock) -> None:
    game_id = game_of_ann(room)
    play_turn(room, game_id)
    vacation(room, "ANN", 5)

    clock.now_ms += DAY_MS

    assert left_ms(room, game_id)[1] == 8 * DAY_MS


def test_a_turn_that_begins_during_a_vacation_counts_from_its_end(
    room: WaitingRoom, clock: ManualClock
) -> None:
    game_id = game_of_ann(room)
    play_turn(room, game_id)
    vacation(room, "ANN", 5)
    clock.now_ms += DAY_MS
    play_turn(room, game_id)

    clock.now_ms += 5 * DAY_MS

    assert to_play(room, game_id)[0] == "ANN"
    assert left_ms(room, game_id)[0] == 8 * DAY_MS


def test_the_list_is_sorted_by_the_deadline_with_and_without_the_vacation(
    room: WaitingRoom, clock: ManualClock
) -> None:
    game_of_ann(room)
    clock.now_ms += DAY_MS
    vacation(room, "ANN", 10)
    during = room.ask("ANN", "GET", "/api/account/correspondence").json()["games"][0]
    clock.now_ms += 4 * DAY_MS
    ended = room.ask("ANN", "DELETE", "/api/account/vacation").json()

    after = room.ask("ANN", "GET", "/api/account/correspondence").json()["games"][0]

    assert during["left_ms"] == 18 * DAY_MS
    assert after["left_ms"] == 8 * DAY_MS
    assert (ended["until"], ended["n_days_left"]) == (None, 26)


def test_a_player_who_cannot_go_on_vacation_gets_a_reason(room: WaitingRoom) -> None:
    game_of_ann(room)
    first, again = vacation(room, "ANN", 7), vacation(room, "ANN", 1)
    too_long = vacation(room, "BEA", 31)

    assert first["until"] is not None
    assert (again["code"], too_long["code"]) == ("on_vacation", "no_vacation_left")
    assert room.client.get("/api/account/vacation").json()["code"] == "signed_out"


def test_the_flag_falls_when_the_time_after_the_vacation_is_used_up(
    room: WaitingRoom, clock: ManualClock
) -> None:
    game_id = game_of_ann(room, "2 days")
    vacation(room, "ANN", 10)
    clock.now_ms += 12 * DAY_MS - 1
    open_due(room)
    assert look(room, game_id)["outcome"] is None
    clock.now_ms += 1

    open_due(room)

    while look(room, game_id)["outcome"] is None:
        time.sleep(0.05)
    assert look(room, game_id)["outcome"]["termination"] == "time"


def test_a_game_read_again_during_a_vacation_has_the_same_clocks(
    room: WaitingRoom, clock: ManualClock
) -> None:
    game_id = game_of_ann(room)
    clock.now_ms += DAY_MS
    vacation(room, "ANN", 10)
    clock.now_ms += DAY_MS
    hub = services(room.client).hub

    again = in_loop(room.client, hub.stored_room, game_id)

    live = in_loop(room.client, hub.room, game_id)
    assert (again.clock, again.vacations) == (live.clock, live.vacations)
    assert left_ms(room, game_id) == [8 * DAY_MS, 9 * DAY_MS]


def test_a_reminder_moves_with_the_vacation(room: WaitingRoom, clock: ManualClock) -> None:
    game_of_ann(room, "3 days")
    planned = reminders(room)
    vacation(room, "ANN", 10)
    during = reminders(room)
    clock.now_ms += DAY_MS
    room.ask("ANN", "DELETE", "/api/account/vacation")

    assert [at - before for at, before in zip(during, planned, strict=True)] == [10 * DAY_MS]
    assert [at - before for at, before in zip(reminders(room), planned, strict=True)] == [DAY_MS]


def test_the_vacation_is_exported_and_goes_with_the_account(room: WaitingRoom) -> None:
    game_id = game_of_ann(room)
    until = vacation(room, "ANN", 3)["until"]
    exported = json.loads(room.ask("ANN", "GET", "/account/export").text)
    user_id = user_id_of(room.client, "ANN")

    in_loop(room.client, services(room.client).writer.append, check_games(user_id))
    in_loop(room.client, services(room.client).writer.append, delete_vacations(user_id))
    open_due(room)

    assert [each["until"] for each in exported["vacations"]] == [until]
    assert room.client.get(f"/api/games/{game_id}").json()["clock"]["running"] == 0
    found = in_loop(room.client, services(room.client).hub.correspondence_of, user_id)
    assert found[0].left_ms == 9 * DAY_MS


def test_the_page_of_the_games_begins_and_ends_a_vacation(room: WaitingRoom) -> None:
    game_of_ann(room)
    assert "You have 30 days of 30 a year left." in room.ask("ANN", "GET", "/games").text

    vacation(room, "ANN", 7)

    shown = room.ask("ANN", "GET", "/games").text
    assert "You are on vacation until" in shown
    assert "End vacation" in shown


def open_due(room: WaitingRoom) -> None:
    in_loop(room.client, services(room.client).hub.open_due)


def reminders(room: WaitingRoom) -> list[int]:
    """List when Ann is to be reminded."""
    user_id = user_id_of(room.client, "ANN")
    with services(room.client).database.readers.connect() as connection:
        rows = connection.exec_driver_sql("SELECT user_id, at_ms FROM notices WHERE kind = 'reminder'").all()
    return [row.at_ms for row in rows if row.user_id == user_id]
