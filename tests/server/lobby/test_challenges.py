"""The lobby: challenges, invitations, pools, who receives which messages, and what never happens twice."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.lobby.challenges import AWAY_MS, INVITE_RATE_PER_PLAYER, MAX_OPEN
from tantrix.server.settings import Settings
from tantrix.server.wording.rules import rules_in_short
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.lobby_clients import WaitingRoom, begun, open_seat, seat, welcome
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json, Table, of_type, receive_until

DAYS = {"control": "3 days"}
TERMS = "no clock · casual · you: blue · standard rules"


@pytest.fixture
def hands() -> ManualClock:
    return ManualClock()


@pytest.fixture
def lobby_settings(tmp_path: Path, hands: ManualClock) -> Settings:
    return Settings(migrated_folder(tmp_path), now_ms=hands)


@pytest.fixture
def room(lobby_settings: Settings) -> Iterator[WaitingRoom]:
    with TestClient(create_app(lobby_settings), follow_redirects=False) as client:
        yield WaitingRoom(client)


def test_a_challenge_is_shown_to_all_and_accepted_by_one(room: WaitingRoom) -> None:
    challenge = room.posted("ann", game={"control": "5+3"})

    shown = room.lobby("bea")["challenges"][0]
    met = room.take("bea", challenge, name="Bea").json()

    assert (shown["id"], shown["control"], shown["role"]) == (challenge, "5+3", "none")
    assert [each["kind"] for each in shown["seats"]] == ["person", "open"]
    assert room.seats(met["url"]) == ["ann", "Bea"]
    assert room.shown("bea") == []
    assert room.take("cyd", challenge).json()["code"] == "no_challenge"


def test_exactly_one_of_many_concurrent_acceptances_wins(room: WaitingRoom) -> None:
    names = [f"guest {number}" for number in range(8)]
    for name in names:
        room.cookies(name)
    challenge = room.posted("ann")

    with ThreadPoolExecutor(len(names)) as threads:
        answers = list(threads.map(lambda name: room.take(name, challenge), names))

    assert Counter(answer.status_code for answer in answers) == {200: 1, 404: len(names) - 1}


def test_accepting_two_challenges_of_one_user_at_once_starts_one_game(room: WaitingRoom) -> None:
    challenges = [room.posted("ann") for _ in range(MAX_OPEN)]
    names = [f"guest {number}" for number in range(MAX_OPEN)]
    for name in names:
        room.cookies(name)

    with ThreadPoolExecutor(len(names)) as threads:
        answers = list(threads.map(room.take, names, challenges))

    assert sorted(answer.status_code for answer in answers) == [200, *[404] * (MAX_OPEN - 1)]
    assert room.shown("ann") == []


def test_a_game_of_three_begins_when_the_last_seat_is_taken_and_a_seat_can_be_given_up(
    room: WaitingRoom,
) -> None:
    seats = [seat("R", "ann"), open_seat("B"), open_seat("Y")]
    challenge = room.posted("ann", game={"seats": seats})

    assert room.take("bea", challenge, name="Bea").json() == {"url": None}
    assert room.take("bea", challenge).json()["code"] == "already_seated"
    assert room.ask("bea", "DELETE", f"/api/challenges/{challenge}").status_code == 200
    assert room.take("cyd", challenge, name="Cyd").json() == {"url": None}
    url = room.take("bea", challenge, name="Bea").json()["url"]

    assert room.seats(url) == ["ann", "Cyd", "Bea"]


def test_colours_are_given_as_preferred(room: WaitingRoom) -> None:
    seats = [{**seat("R", "ann"), "colour_preferences": ["G"]}, open_seat("B")]
    challenge = room.posted("ann", game={"seats": seats})

    url = room.take("bea", challenge, colour_preferences=["Y"]).json()["url"]

    game = room.client.get(f"/api{url}").json()["game"]
    assert [each["colour"] for each in game["seats"]] == ["G", "Y"]


def test_an_account_that_takes_a_seat_without_a_choice_prefers_the_colours_of_its_profile(
    room: WaitingRoom,
) -> None:
    cookie = "; ".join(f"{key}={value}" for key, value in room.cookies("BEA").items())
    colours = {"first_preference": "Y"}
    room.client.post("/settings/profile", data=colours, headers={"cookie": cookie}, follow_redirects=False)
    challenge = room.posted("ann")

    url = room.take("BEA", challenge).json()["url"]

    game = room.client.get(f"/api{url}").json()["game"]
    assert [each["colour"] for each in game["seats"]] == ["R", "Y"]


def test_with_equal_first_preferences_both_get_their_second(room: WaitingRoom) -> None:
    seats = [{**seat("R", "ann"), "colour_preferences": ["G", "Y"]}, open_seat("B")]
    challenge = room.posted("ann", game={"seats": seats})
    shown = room.lobby("bea")["challenges"][0]

    url = room.take("bea", challenge, colour_preferences=["G", "R"]).json()["url"]

    assert [(each["colour"], each["colour_preferences"]) for each in shown["seats"]] == [
        ("G", ["G", "Y"]),
        ("B", []),
    ]
    game = room.client.get(f"/api{url}").json()["game"]
    assert [each["colour"] for each in game["seats"]] == ["Y", "R"]


def test_doubles_begin_when_four_have_sat_down(room: WaitingRoom) -> None:
    seats = [seat("R", "ann"), open_seat("B"), open_seat("R"), open_seat("B")]
    challenge = room.posted("ann", game={"seats": seats, "teams": True})

    met = [room.take(name, challenge).json()["url"] for name in ("bea", "cyd", "dan")]

    assert met[:2] == [None, None]
    assert room.client.get(f"/api{met[2]}").json()["game"]["is_teams"]


def test_only_its_owner_can_withdraw_a_challenge(room: WaitingRoom) -> None:
    challenge = room.posted("ann")

    assert room.ask("bea", "DELETE", f"/api/challenges/{challenge}").json()["code"] == "no_challenge"
    assert room.ask("ann", "DELETE", f"/api/challenges/{challenge}").status_code == 200
    assert room.shown("ann") == []


def test_a_rated_game_and_a_range_of_ratings_need_an_account_that_fits(room: WaitingRoom) -> None:
    assert room.post("ann", game={"rated": True}).json()["code"] == "account_needed"
    rated = room.posted("ANN", game={"rated": True})
    strong = room.posted("ANN", low=1600)
    newcomers = room.posted("ANN", low=1400, high=1600)

    assert room.take("bea", rated).json()["code"] == "account_needed"
    assert room.take("bea", newcomers).json()["code"] == "rating_range"
    assert room.take("BEA", strong).json()["code"] == "rating_range"
    assert room.take("BEA", newcomers).json()["url"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"low": 1700, "high": 1600},
        {"game": {"seats": [seat("R"), seat("B")]}},
        {"game": {"seats": [open_seat("R"), open_seat("B")]}},
        {"game": {"seats": [seat("R"), open_seat("R")]}},
        {"game": {"control": "soon"}},
        {"to": "BEA", "low": 1500},
        {"to": "BEA", "game": {"seats": [seat("R"), open_seat("B"), open_seat("Y")]}},
    ],
)
def test_a_challenge_that_contradicts_itself_is_refused(room: WaitingRoom, wrong: Json) -> None:
    answer = room.post("ANN", **wrong)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_open_challenges_per_user_are_limited(room: WaitingRoom) -> None:
    for _ in range(MAX_OPEN):
        room.posted("ann")

    assert room.post("ann").json()["code"] == "too_many_challenges"


def test_an_invitation_is_seen_by_two_and_accepted_by_one_of_them(room: WaitingRoom) -> None:
    room.cookies("BEA")
    invitation = room.posted("ANN", to="bea")

    assert room.shown("ANN") == room.shown("BEA") == [invitation]
    assert room.shown("CYD") == room.shown("dan") == []
    assert room.take("CYD", invitation).json()["code"] == "no_challenge"
    notices = room.ask("BEA", "GET", "/api/notices").json()
    assert [each["id"] for each in notices["invitations"]] == [invitation]
    assert notices["terms"] == {invitation: TERMS}
    url = room.take("BEA", invitation).json()["url"]
    assert room.seats(url) == ["ANN", "BEA"]
    assert room.ask("ANN", "GET", "/api/notices").json() == {
        "invitations": [],
        "begun": [url],
        "terms": {url: "Your game with BEA has begun."},
    }


def test_an_invitation_is_declined(room: WaitingRoom) -> None:
    room.cookies("BEA")
    invitation = room.posted("ANN", to="BEA")

    assert room.ask("BEA", "DELETE", f"/api/challenges/{invitation}").status_code == 200

    assert room.shown("ANN") == []


def test_invitations_are_between_accounts_and_limited(room: WaitingRoom) -> None:
    room.cookies("BEA")

    assert room.post("ann", to="BEA").json()["code"] == "signed_out"
    assert room.post("ANN", to="NOBODY").json()["code"] == "no_account"
    assert room.post("ANN", to="ANN").json()["code"] == "yourself"
    for _ in range(int(INVITE_RATE_PER_PLAYER.split("/")[0])):
        room.posted("ANN", to="BEA")
    assert room.post("ANN", to="BEA").json()["code"] == "too_often"


def test_an_invitation_from_a_muted_player_never_arrives_and_its_sender_sees_no_difference(
    room: WaitingRoom,
) -> None:
    for name in ("ANN", "BEA", "CYD"):
        room.cookies(name)
    room.mute("BEA", "ANN")

    muted, heard = room.post("ANN", to="BEA"), room.post("ANN", to="CYD")

    assert muted.status_code == heard.status_code == 201
    assert {**muted.json(), "id": "", "to": ""} == {**heard.json(), "id": "", "to": ""}
    assert muted.json()["id"] in room.shown("ANN")
    assert room.shown("BEA") == []
    assert room.ask("BEA", "GET", "/api/notices").json()["invitations"] == []
    assert room.take("BEA", muted.json()["id"]).json()["code"] == "no_challenge"


def test_challenges_and_tables_of_muted_players_are_hidden_both_ways(room: WaitingRoom) -> None:
    for name in ("ANN", "BEA"):
        room.cookies(name)
    room.mute("BEA", "ANN")

    of_ann, of_bea = room.posted("ANN"), room.posted("BEA")
    table = room.ask("ANN", "POST", "/api/games", {"seats": [seat("R"), open_seat("B")], "listing": "open"})
    table_id = table.json()["id"]

    assert room.shown("BEA") == [of_bea]
    assert room.shown("ANN") == [of_ann]
    assert room.take("ANN", of_bea).json()["code"] == "no_challenge"
    assert room.take("BEA", of_ann).json()["code"] == "no_challenge"
    assert room.lobby("BEA")["waiting"] == []
    assert room.ask("BEA", "POST", f"/api/games/{table_id}/seats", {"seat": 1}).json()["code"] == "seat_taken"
    assert [each["id"] for each in room.lobby("cyd")["waiting"]] == [table_id]


def test_the_socket_announces_challenges_and_games_that_begin(room: WaitingRoom) -> None:
    room.cookies("bea")
    with room.at("ann") as ann, room.at("bea") as bea:
        version = welcome(bea)["version"]
        welcome(ann)
        challenge = room.posted("ann")
        messages = receive_until(bea, lambda heard: bool(heard.get("challenges")))
        room.take("bea", challenge)
        url = begun(ann)
        gone = receive_until(bea, lambda heard: challenge in heard.get("gone", []))

    assert messages[-1]["challenges"][0]["id"] == challenge
    changes = [each["version"] for each in [*messages, *gone] if each["type"] == "lobby_changed"]
    assert changes == list(range(version + 1, version + 1 + len(changes)))
    assert url.startswith("/games/")


def test_a_client_that_missed_messages_gets_the_whole_state(room: WaitingRoom) -> None:
    with room.at("ann") as ann:
        welcome(ann)
        challenge = room.posted("ann")
        receive_until(ann, lambda heard: bool(heard.get("challenges")))
        ann.send_json({"type": "sync", "version": 0})
        shown = welcome(ann)["lobby"]
        ann.send_json({"type": "ping", "sent_ms": 7})
        pong = receive_until(ann, of_type("pong"))[-1]

    assert [each["id"] for each in shown["challenges"]] == [challenge]
    assert shown["challenges"][0]["role"] == "owner"
    assert pong == {"type": "pong", "sent_ms": 7}


@pytest.mark.parametrize("text", ["", "{", '{"type":"place"}', '{"type":"sync"}', "x" * 5000])
def test_an_unknown_lobby_message_is_refused(room: WaitingRoom, text: str) -> None:
    with room.at("ann") as ann:
        welcome(ann)
        ann.send_text(text)
        refused = receive_until(ann, of_type("refused"))[-1]

    assert refused["code"] in ("bad_message", "too_large")


def test_two_players_waiting_in_a_pool_are_paired_and_both_notified(room: WaitingRoom) -> None:
    room.cookies("bea")
    with room.at("ann") as ann, room.at("bea") as bea:
        welcome(ann), welcome(bea)
        assert room.seek("ann", "2-3-2").json() == {"url": None}
        met = room.seek("bea", "2-3-2").json()["url"]
        assert met == begun(ann) == begun(bea)

    assert room.lobby("ann")["seek"] is None
    assert room.client.get(f"/api{met}").json()["game"]["control"] == "3+2"


def test_paired_players_get_the_colours_of_their_profiles(room: WaitingRoom) -> None:
    room.set_colours("ANN", "G", "B")
    room.set_colours("BEA", "Y")
    with room.at("ANN") as ann, room.at("BEA") as bea:
        welcome(ann), welcome(bea)
        room.seek("ANN", "2-3-2")
        met = room.seek("BEA", "2-3-2").json()["url"]

    seats = room.client.get(f"/api{met}").json()["game"]["seats"]
    assert {each["name"]: each["colour"] for each in seats} == {"ANN": "G", "BEA": "Y"}


def test_a_player_outside_the_lobby_is_not_paired(room: WaitingRoom) -> None:
    room.cookies("bea")
    with room.at("ann") as ann:
        welcome(ann)
        room.seek("bea", "2-3-2")

        assert room.seek("ann", "2-3-2").json() == {"url": None}


def test_three_players_are_paired_once_the_third_arrives(room: WaitingRoom) -> None:
    names = ("ann", "bea", "cyd")
    for name in names:
        room.cookies(name)
    with room.at("ann") as ann, room.at("bea") as bea, room.at("cyd") as cyd:
        for socket in (ann, bea, cyd):
            welcome(socket)
        met = [room.seek(name, "3-5-3").json()["url"] for name in names]

    assert met[:2] == [None, None]
    assert len(room.seats(met[2])) == 3


def test_rated_pools_are_for_accounts_and_unknown_pools_are_refused(room: WaitingRoom) -> None:
    assert room.seek("ann", "2-3-2-rated").json()["code"] == "account_needed"
    assert room.seek("ann", "2-100").json()["code"] == "no_pool"


def test_a_player_who_stopped_waiting_is_not_paired(room: WaitingRoom) -> None:
    room.cookies("bea")
    with room.at("ann") as ann, room.at("bea") as bea:
        welcome(ann), welcome(bea)
        room.seek("ann", "2-3-2")
        assert room.ask("ann", "DELETE", "/api/pairing").status_code == 200

        assert room.seek("bea", "2-3-2").json() == {"url": None}
        assert room.lobby("bea")["seek"] == "2-3-2"


def test_muted_players_wait_in_the_same_pool_without_being_paired(
    room: WaitingRoom, hands: ManualClock
) -> None:
    for name in ("ANN", "BEA", "CYD"):
        room.cookies(name)
    room.mute("BEA", "ANN")
    with room.at("ANN") as ann, room.at("BEA") as bea, room.at("CYD") as cyd:
        welcome(ann), welcome(bea), welcome(cyd)
        assert room.seek("ANN", "2-5-3-rated").json() == {"url": None}
        hands.now_ms += 1
        assert room.seek("BEA", "2-5-3-rated").json() == {"url": None}
        met = room.seek("CYD", "2-5-3-rated").json()["url"]

    assert set(room.seats(met)) == {"ANN", "CYD"}


def test_a_player_who_sits_down_to_a_live_game_leaves_challenges_and_pools(room: WaitingRoom) -> None:
    slow = room.posted("ann", game=DAYS)
    with room.at("ann") as ann, room.at("bea") as bea:
        welcome(ann), welcome(bea)
        live = room.posted("ann")
        room.posted("bea")
        receive_until(bea, lambda heard: live in [each["id"] for each in heard.get("challenges", [])])
        table = room.ask("cyd", "POST", "/api/games", {"seats": [seat("R"), open_seat("B")]}).json()["id"]
        room.seek("ann", "2-5-3")

        room.ask("ann", "POST", f"/api/games/{table}/seats", {"seat": 1})
        receive_until(bea, lambda heard: bool(heard.get("gone")))

    lobby = room.lobby("ann")
    assert sorted(each["role"] for each in lobby["challenges"]) == ["none", "owner"]
    assert slow in [each["id"] for each in lobby["challenges"] if each["role"] == "owner"]
    assert lobby["seek"] is None


def test_a_live_challenge_expires_after_its_owner_has_left(room: WaitingRoom, hands: ManualClock) -> None:
    with room.at("bea") as bea:
        welcome(bea)
        with room.at("ann") as ann:
            welcome(ann)
            slow, live = room.posted("ann", game=DAYS), room.posted("ann")
            hands.now_ms += AWAY_MS + 1
            receive_until(bea, lambda heard: live in [each["id"] for each in heard.get("challenges", [])])
        room.cookies("cyd")
        while room.lobby("cyd")["n_guests"] > 1:
            pass
        hands.now_ms += AWAY_MS - 1000
        assert set(room.shown("cyd")) == {live, slow}
        hands.now_ms += 2000
        receive_until(bea, lambda heard: live in heard.get("gone", []))

    assert room.shown("cyd") == [slow]


def test_correspondence_challenges_and_their_games_survive_restarts(lobby_settings: Settings) -> None:
    with TestClient(create_app(lobby_settings)) as client:
        before = WaitingRoom(client)
        challenge = before.posted("ANN", game=DAYS)
        before.cookies("bea")
    with TestClient(create_app(lobby_settings)) as client:
        before.client = client

        assert before.shown("bea") == [challenge]
        url = before.take("bea", challenge, name="Bea").json()["url"]
    with TestClient(create_app(lobby_settings)) as client:
        before.client = client

        assert before.seats(url) == ["ANN", "Bea"]
        assert [
            each["is_mine"] for each in before.ask("bea", "GET", f"/api{url}").json()["game"]["seats"]
        ] == [
            False,
            True,
        ]


def test_the_lobby_shows_who_is_here_and_who_plays(room: WaitingRoom) -> None:
    with room.at("ANN") as ann, room.at("bea"):
        welcome(ann)
        lobby = room.lobby("ANN")
        table = Table(room.client, room.take("ANN", room.posted("CYD")).json()["url"].split("/")[-1])
        room.client.cookies.update(room.cookies("CYD"))
        with room.client.websocket_connect(table.socket) as socket:
            socket.receive_json()
            room.client.cookies.clear()
            receive_until(ann, lambda heard: any(each["is_playing"] for each in heard.get("players", [])))
            playing = room.lobby("ANN")["players"]

    assert [(each["name"], each["points"]) for each in lobby["players"]] == [("ANN", 1500)]
    assert lobby["n_guests"] == 1
    assert lobby["me"] == {"account": "ANN", "has_session": True, "two": 1500, "many": 1500}
    assert [(each["name"], each["is_playing"]) for each in playing] == [("ANN", False), ("CYD", True)]


def test_posting_and_seeking_are_rate_limited(room: WaitingRoom) -> None:
    answers = []
    for _ in range(12):
        answers.append(room.post("ann"))
        if answers[-1].status_code == 201:
            room.ask("ann", "DELETE", f"/api/challenges/{answers[-1].json()['id']}")
    seeks = [room.seek("bea", "2-3-2").status_code for _ in range(22)]

    assert [answer.status_code for answer in answers] == [201] * 10 + [429] * 2
    assert seeks == [200] * 20 + [429] * 2


def test_the_socket_of_a_session_that_has_ended_is_dropped(room: WaitingRoom) -> None:
    with room.at("ANN") as ann:
        welcome(ann)
        room.client.cookies.update(room.cookies("ANN"))
        room.client.post("/sign-out")
        room.client.cookies.clear()
        closed = ann.receive()
        while closed["type"] != "websocket.close":
            closed = ann.receive()

    assert closed["code"] == 1013


def test_challenges_have_unique_ids(settings: Settings) -> None:
    ids = (f"{number:012x}" for number in count())
    with TestClient(create_app(replace(settings, make_id=ids.__next__))) as client:
        room = WaitingRoom(client)

        assert len({room.posted("ANN") for _ in range(3)}) == 3


def test_the_terms_name_the_unusual_rules_only() -> None:
    assert rules_in_short("RB 64 draw-return deadlock=pass", "en") == [
        "64 tiles",
        "tiles drawn for the start go back",
        "in a deadlock the turn passes",
    ]
    assert rules_in_short("RBYG 56 draw-keep", "en") == ["standard rules"]
