"""The list of correspondence games, most urgent first."""

import pytest

from tantrix.clock import DAY_MS, HOUR_MS, MINUTE_MS
from tantrix.server.protocol.notices import Bell
from tantrix.server.wording.time_controls import time_left_label
from tests.server.support.correspondence import begin, play_turn, to_play
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Json


def correspondence(room: WaitingRoom, name: str) -> Json:
    found: Json = room.ask(name, "GET", "/api/account/correspondence").json()
    return found


def urls(room: WaitingRoom, name: str) -> list[str]:
    return [game["url"].removeprefix("/games/") for game in correspondence(room, name)["games"]]


def begin_for_ann(room: WaitingRoom, control: str) -> str:
    """Begin a game in which it is Ann's turn."""
    game_id = begin(room, control)
    if to_play(room, game_id)[0] == "BEA":
        play_turn(room, game_id)
    return game_id


def test_games_that_wait_for_me_come_first_and_then_those_with_the_least_time(room: WaitingRoom) -> None:
    long, short, passed = (begin_for_ann(room, control) for control in ("7 days", "3 days", "1 days"))
    play_turn(room, passed)

    of_ann, of_bea = correspondence(room, "ANN"), correspondence(room, "BEA")

    assert urls(room, "ANN") == [short, long, passed]
    assert urls(room, "BEA") == [passed, short, long]
    assert (of_ann["n_waiting"], of_bea["n_waiting"]) == (2, 1)
    assert [game["others"] for game in of_ann["games"]] == [["BEA"]] * 3


def test_the_time_that_is_left_runs_until_the_turn_passes(room: WaitingRoom, clock: ManualClock) -> None:
    game_id = begin_for_ann(room, "3 days")
    clock.now_ms += DAY_MS
    (waiting,) = correspondence(room, "ANN")["games"]
    play_turn(room, game_id)

    (passed,) = correspondence(room, "ANN")["games"]

    assert waiting["is_my_turn"] and waiting["left_ms"] == 2 * DAY_MS
    assert not passed["is_my_turn"] and passed["left_ms"] == 3 * DAY_MS


def test_live_and_finished_games_are_not_in_the_list(room: WaitingRoom) -> None:
    room.cookies("BEA")
    room.take("BEA", room.posted("ANN", game={"control": "10"}, to="BEA"))
    body = {"type": "resign", "id": "resign", "seat": 0}
    room.ask("ANN", "POST", f"/api/games/{begin(room)}/commands", body)

    assert correspondence(room, "ANN") == {"games": [], "n_waiting": 0}


def test_the_page_of_my_games_leads_to_the_most_urgent(room: WaitingRoom) -> None:
    begin_for_ann(room, "7 days")
    short = begin_for_ann(room, "1 days")

    shown = room.ask("ANN", "GET", "/games").text

    assert f'href="/games/{short}">2 games wait for you</a>' in shown
    assert "24 hours left" in shown
    assert "7 days left" in shown


def test_the_bell_counts_the_same_waiting_games_as_the_list(room: WaitingRoom) -> None:
    games = [begin_for_ann(room, "3 days") for _ in range(3)]
    play_turn(room, games[0])
    assert (bell(room, "ANN").n_waiting, bell(room, "BEA").n_waiting) == (2, 1)
    assert (correspondence(room, "ANN")["n_waiting"], correspondence(room, "BEA")["n_waiting"]) == (2, 1)


def bell(room: WaitingRoom, name: str) -> Bell:
    return in_loop(room.client, services(room.client).notices.bell_of, user_id_of(room.client, name))


def test_a_short_list_has_the_most_urgent_games_and_counts_all_that_wait(room: WaitingRoom) -> None:
    games = [begin_for_ann(room, f"{days} days") for days in (7, 3, 2)]
    play_turn(room, games[2])

    short = room.ask("ANN", "GET", "/api/account/correspondence?limit=1").json()

    assert [game["url"] for game in short["games"]] == [f"/games/{games[1]}"]
    assert short["n_waiting"] == 2


def test_later_pages_of_correspondence_games_go_on_where_the_first_one_ends(room: WaitingRoom) -> None:
    soon, later, last = (begin_for_ann(room, f"{days} days") for days in (1, 3, 7))

    shown = room.ask("ANN", "GET", "/games?correspondence=1").text
    beyond = room.ask("ANN", "GET", "/games?correspondence=3").text

    assert f"/games/{soon}" not in shown
    assert 0 < shown.index(f"/games/{later}") < shown.index(f"/games/{last}")
    assert "More games" not in shown
    assert "No more games." in beyond


def test_the_list_of_correspondence_games_needs_a_session(room: WaitingRoom) -> None:
    assert room.client.get("/api/account/correspondence").json()["code"] == "signed_out"


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (3 * DAY_MS - 1, "2 days left"),
        (2 * DAY_MS - 1, "47 hours left"),
        (HOUR_MS, "1 hour left"),
        (HOUR_MS - 1, "59 minutes left"),
        (MINUTE_MS - 1, "0 minutes left"),
    ],
)
def test_time_left_is_said_in_the_largest_unit_that_is_fair(ms: int, words: str) -> None:
    assert time_left_label(ms, "en") == words
