"""Following players, who sees that they are here, and what becomes of it when players part."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tantrix.server.friends import service as friends_service
from tantrix.server.settings import Settings
from tests.server.support.clients import rows
from tests.server.support.lobby_clients import PASSWORD, WaitingRoom
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json


def follow(room: WaitingRoom, name: str, other: str) -> Any:
    room.cookies(other)
    return room.ask(name, "PUT", f"/api/players/{other}/follow")


def friends(room: WaitingRoom, name: str) -> Json:
    found: Json = room.ask(name, "GET", "/api/account/friends").json()
    return found


def here(room: WaitingRoom, name: str) -> list[str]:
    return [friend["name"] for friend in friends(room, name)["here"]]


def look(room: WaitingRoom) -> None:
    """Let the server look who is connected."""
    in_loop(room.client, services(room.client).online.step)


@contextmanager
def in_lobby(room: WaitingRoom, name: str) -> Iterator[None]:
    with room.at(name) as socket:
        socket.receive_json()
        look(room)
        yield


def show_to(room: WaitingRoom, name: str, viewers: str) -> None:
    cookie = "; ".join(f"{key}={value}" for key, value in room.cookies(name).items())
    answer = room.client.post("/settings/profile", data={"seen_by": viewers}, headers={"cookie": cookie})
    assert answer.status_code < 400


def test_a_followed_player_is_listed_while_here(room: WaitingRoom) -> None:
    follow(room, "ANN", "BEA")
    before = here(room, "ANN")

    with in_lobby(room, "BEA"):
        (bea,) = friends(room, "ANN")["here"]

    assert before == []
    assert (bea["name"], bea["is_friend"], bea["is_followed"], bea["playing"]) == ("BEA", False, True, None)


def test_players_who_follow_each_other_are_friends_and_listed_first(room: WaitingRoom) -> None:
    for name in ("BEA", "CYD"):
        follow(room, "ANN", name)
    follow(room, "CYD", "ANN")

    with in_lobby(room, "BEA"), in_lobby(room, "CYD"):
        found = friends(room, "ANN")

    assert [(one["name"], one["is_friend"]) for one in found["here"]] == [("CYD", True), ("BEA", False)]
    assert (found["n_following"], found["n_followers"]) == (2, 1)


def test_a_player_at_an_open_table_is_shown_with_the_game(room: WaitingRoom) -> None:
    follow(room, "ANN", "BEA")
    challenge = room.posted("BEA", game={"listing": "open"})
    game = room.ask("CYD", "POST", f"/api/challenges/{challenge}/seats", {}).json()["url"]
    cookie = "; ".join(f"{key}={value}" for key, value in room.cookies("BEA").items())

    with room.client.websocket_connect(f"{game}/socket", headers={"cookie": cookie}) as socket:
        socket.receive_json()
        look(room)
        (bea,) = friends(room, "ANN")["here"]

    assert bea["playing"] == game


@pytest.mark.parametrize(
    ("viewers", "fan_sees", "friend_sees", "is_in_lobby"),
    [("", True, True, True), ("friends", False, True, False), ("nobody", False, False, False)],
)
def test_everybody_decides_who_sees_that_they_are_here(
    room: WaitingRoom, viewers: str, fan_sees: bool, friend_sees: bool, is_in_lobby: bool
) -> None:
    for name in ("FAN", "ANN"):
        follow(room, name, "BEA")
    follow(room, "BEA", "ANN")
    show_to(room, "BEA", viewers)

    with in_lobby(room, "BEA"):
        seen = [here(room, name) == ["BEA"] for name in ("FAN", "ANN")]
        on_profile = [
            room.ask(name, "GET", "/api/players/BEA/follow").json()["is_here"] for name in ("FAN", "ANN")
        ]
        listed = [player["name"] for player in room.ask("FAN", "GET", "/api/lobby").json()["players"]]

    assert seen == on_profile == [fan_sees, friend_sees]
    assert ("BEA" in listed) is is_in_lobby


def test_followers_are_listed_and_can_be_followed_back(room: WaitingRoom) -> None:
    follow(room, "BEA", "ANN")

    page = room.ask("ANN", "GET", "/friends?list=followers").text

    assert "/players/BEA/follow" in page
    assert "/players/BEA/unfollow" not in page


def test_unfollowing_removes_a_player_from_the_list(room: WaitingRoom) -> None:
    follow(room, "ANN", "BEA")

    room.ask("ANN", "DELETE", "/api/players/BEA/follow")

    assert friends(room, "ANN")["n_following"] == 0


def test_following_twice_counts_once(room: WaitingRoom) -> None:
    answers = [follow(room, "ANN", "BEA").status_code for _ in range(2)]

    assert answers == [200, 200]
    assert friends(room, "ANN")["n_following"] == 1


def test_muting_ends_following_on_both_sides_and_prevents_it(room: WaitingRoom) -> None:
    follow(room, "ANN", "BEA")
    follow(room, "BEA", "ANN")

    room.ask("ANN", "POST", "/api/players/BEA/mute")

    assert [friends(room, name)["n_following"] for name in ("ANN", "BEA")] == [0, 0]
    assert follow(room, "BEA", "ANN").json()["code"] == "no_contact"
    assert follow(room, "ANN", "BEA").json()["code"] == "no_contact"


def test_nobody_follows_themselves_or_more_than_the_limit(
    room: WaitingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends_service, "MAX_FOLLOWED", 1)
    follow(room, "ANN", "BEA")

    assert follow(room, "ANN", "CYD").json()["code"] == "too_many_followed"
    assert follow(room, "BEA", "BEA").json()["code"] == "yourself"


def test_a_long_list_has_pages(
    room: WaitingRoom, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends_service, "PER_PAGE", 1)
    for name in ("CYD", "BEA"):
        clock.now_ms += 1
        follow(room, "ANN", name)

    pages = [room.ask("ANN", "GET", f"/friends?page={page}").text for page in (1, 2)]

    assert ["/players/BEA/unfollow" in page for page in pages] == [True, False]
    assert ["/players/CYD/unfollow" in page for page in pages] == [False, True]


def test_follows_are_exported_and_go_with_the_account(room: WaitingRoom, settings: Settings) -> None:
    follow(room, "ANN", "BEA")
    follow(room, "BEA", "ANN")
    exported = room.ask("ANN", "GET", "/account/export").json()["following"]

    cookie = "; ".join(f"{key}={value}" for key, value in room.cookies("ANN").items())
    room.client.post("/account/close", data={"password": PASSWORD}, headers={"cookie": cookie})

    assert [one["name"] for one in exported] == ["BEA"]
    assert rows(settings, "SELECT * FROM follows") == []
