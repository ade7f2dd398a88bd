"""Several people at one table, each in their own browser, and the messages on their sockets."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.cluster.uptime import START_MS
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.services import services
from tests.server.support.several_clients import SeatedBrowsers, answer_to, hear, open_seat
from tests.server.support.table import Json, Table, person, place, receive_until, robot

MINUTE_MS = 60_000


class Hands:
    """A clock controlled by the tests, in milliseconds: it moves only when a test advances it."""

    def __init__(self) -> None:
        self.now_ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture(scope="module")
def hands() -> Hands:
    return Hands()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, hands: Hands) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(tmp_path_factory.mktemp("together"), now_ms=hands))) as client:
        yield client


def test_a_draw_is_offered_to_all_and_agreed(client: TestClient) -> None:
    company = SeatedBrowsers.gather(client)
    with company.at(0) as ann, company.at(1) as bea:
        assert answer_to(ann, _offer("one", "draw"))["version"] == 0
        offered = hear(bea, "offers")["offers"]
        bea.send_json({"type": "reply", "id": "yes", "kind": "draw", "accept": True})
        over = hear(ann, "over")

    assert offered == [{"kind": "draw", "by": 0, "accepted": [0], "missing": [1], "ply": None, "seat": None}]
    assert over["position"]["outcome"]["termination"] == "agreement"
    assert over["position"]["outcome"]["ranks"] == [1, 1]


def test_a_new_client_sees_the_open_proposal_which_expires_with_the_next_tile(client: TestClient) -> None:
    company = SeatedBrowsers.gather(client)
    to_play = company.table.look()["position"]["to_play"]
    with company.at(to_play) as socket:
        answer_to(socket, _offer("one", "draw"))
        welcome = company.become(1 - to_play).look()
        socket.send_json(place(welcome["position"], "tile"))
        expired = hear(socket, "offers")

    assert [offer["kind"] for offer in welcome["offers"]] == ["draw"]
    assert expired["offers"] == []


def test_a_takeback_is_an_event_and_the_same_tile_is_drawn_again(client: TestClient) -> None:
    company = SeatedBrowsers.gather(client)
    company.play_turns(3)
    before = company.table.look()
    with company.at(0) as ann, company.at(1) as bea:
        answer_to(ann, _offer("one", "takeback"))
        assert answer_to(bea, _reply("yes", "takeback"))["type"] == "ack"
        messages = hear(ann, "taken_back")
        ann.send_json({"type": "sync", "version": messages["version"] - 1})
        again = hear(ann, "taken_back")
        ann.send_json({"type": "sync", "version": messages["version"] - 2})
        afresh = hear(ann, "welcome")

    after = company.table.look()
    assert again == messages
    assert afresh["version"] == messages["version"] == before["version"] + 1
    assert after["laid"] == before["laid"][: messages["ply"]]
    assert messages["position"] == after["position"]
    company.play_turns(1)
    first = messages["ply"]
    assert company.table.look()["laid"][first]["draw"] == before["laid"][first]["draw"]


def test_a_takeback_against_a_robot_is_done_at_once(client: TestClient) -> None:
    company = SeatedBrowsers.gather(client, person("R"), robot("B", "random"))
    with company.at(0) as ann:
        position = _when_to_play(company, 0)
        ann.send_json(place(position, "tile"))
        receive_until(ann, lambda m: m["type"] == "placed" and m["laid"]["seat"] == 0)
        assert answer_to(ann, _offer("back", "takeback"))["type"] == "ack"

    now = company.table.look()["position"]
    assert (now["ply"], now["to_play"], now["hands"]) == (position["ply"], 0, position["hands"])


def _when_to_play(company: SeatedBrowsers, seat: int) -> Json:
    """Return the position once it is the seat's turn, after any robots have played."""
    with company.at(0) as socket:
        while (position := company.table.look()["position"])["to_play"] != seat:
            hear(socket, "placed")
    result: Json = position
    return result


def test_a_pause_is_agreed_on_and_ends_by_itself(client: TestClient, hands: Hands) -> None:
    company = SeatedBrowsers.gather(client, control="5+3")
    position = company.table.look()["position"]
    with company.at(0) as ann, company.at(1) as bea:
        answer_to(ann, _offer("one", "pause"))
        answer_to(bea, _reply("yes", "pause"))
        paused = hear(ann, "paused")
        hands.now_ms += 30 * MINUTE_MS
        to_play = (ann, bea)[position["to_play"]]
        refused = answer_to(to_play, place(position, "tile"))
        hands.now_ms += 30 * MINUTE_MS
        answer_to(ann, {"type": "claim", "id": "nudge", "seat": 1, "how": "end"})
        resumed = hear(bea, "resumed")

    assert paused["pause_left_ms"] == 60 * MINUTE_MS
    assert refused["code"] == "paused"
    assert resumed["clock"]["left_ms"] == [300_000, 300_000]
    assert resumed["clock"]["running"] == position["to_play"]


def test_a_rematch_is_a_single_new_game_with_seats_moved_by_one(client: TestClient) -> None:
    seats = (person("R", "Ann"), open_seat("B"), robot("Y"))
    company = SeatedBrowsers.gather(client, *seats, control="10", listing="open")
    with company.at(0) as ann, company.at(1) as bea:
        answer_to(ann, {"type": "abort", "id": "enough"})
        answer_to(ann, _offer("one", "rematch"))
        bea.send_json(_reply("yes", "rematch"))
        urls = {hear(ann, "rematch")["url"], hear(bea, "rematch")["url"]}

    (url,) = urls
    after = Table(client, url.rpartition("/")[2])
    seen = [_seats_of(company.become(n).client, after) for n in (0, 1)]
    assert company.table.look()["rematch"] == url
    assert [seat["name"] for seat in seen[0]] == ["Greedy", "Ann", "Bea"]
    assert [seat["colour"] for seat in seen[0]] == ["R", "B", "Y"]
    assert [[seat["is_mine"] for seat in seats] for seats in seen] == [
        [False, True, False],
        [False, False, True],
    ]
    game = after.look()["game"]
    assert (game["control"], game["is_listed"]) == ("10", True)


def _seats_of(client: TestClient, table: Table) -> list[Json]:
    seats: list[Json] = client.get(f"/api/games/{table.id}").json()["game"]["seats"]
    return seats


def test_an_aborted_game_is_in_its_record_and_has_no_winner(client: TestClient) -> None:
    company = SeatedBrowsers.gather(client)
    with company.at(1) as bea:
        assert company.table.look()["may_abort"]
        assert answer_to(bea, {"type": "abort", "id": "oh"})["type"] == "ack"

    record = company.table.client.get(f"/games/{company.table.id}/record").text
    assert '[Termination "aborted"]' in record


def test_the_absent_are_counted_down_and_a_robot_may_play_on(client: TestClient, hands: Hands) -> None:
    company = SeatedBrowsers.gather(client)
    with company.at(0) as ann:
        with company.at(1):
            receive_until(ann, lambda m: m["type"] == "presence" and m["is_here"] == [True, True])
        left = receive_until(ann, lambda m: m["type"] == "presence" and m["away"])[-1]
        assert left["away"] == [{"seat": 1, "away_ms": 0, "n_absences": 0, "claimable_in_ms": 5 * MINUTE_MS}]
        hands.now_ms += 5 * MINUTE_MS - 1
        claim = {"type": "claim", "seat": 1, "how": "robot"}
        assert answer_to(ann, claim | {"id": "early"})["code"] == "not_claimable"
        hands.now_ms += 1
        assert answer_to(ann, claim | {"id": "now"})["type"] == "ack"
        with company.at(1) as bea:
            seat = company.table.look()["game"]["seats"][1]
            assert (seat["stand_in"], seat["is_mine"]) == ("forecast", True)
            assert answer_to(bea, {"type": "return", "id": "back", "seat": 1})["type"] == "ack"
            changed = hear(ann, "seat_changed")
            while changed["stand_in"] is not None:
                changed = hear(ann, "seat_changed")

    assert changed["seat"] == 1
    assert company.table.look()["game"]["seats"][1]["stand_in"] is None


def test_the_waiting_player_may_end_the_game(client: TestClient, hands: Hands) -> None:
    company = SeatedBrowsers.gather(client)
    with company.at(0) as ann:
        hands.now_ms += 5 * MINUTE_MS
        ann.send_json({"type": "claim", "id": "end", "seat": 1, "how": "end"})
        over = hear(ann, "over")

    assert over["position"]["outcome"]["termination"] == "abandoned"
    assert over["position"]["outcome"]["ranks"] == [1, 2]


def test_an_absence_continues_while_nobody_is_at_the_table(client: TestClient, hands: Hands) -> None:
    """An unused room is closed after ten minutes; this one still knows since when Bea has been away."""
    company, hub = SeatedBrowsers.gather(client), services(client).hub
    with company.at(0):
        company.play_turns(1)
    hands.now_ms += 60 * MINUTE_MS
    hub.evict()
    with company.at(0) as ann:
        assert answer_to(ann, {"type": "claim", "id": "end", "seat": 1, "how": "end"})["type"] == "ack"


@pytest.mark.parametrize(("n_turns", "minutes"), [(0, 10), (1, 24 * 60)])
def test_a_table_that_all_have_left_is_closed_after_a_day_at_the_latest(
    client: TestClient, hands: Hands, n_turns: int, minutes: int
) -> None:
    hands.now_ms += 25 * 60 * MINUTE_MS
    services(client).hub.evict()  # tables of other tests
    company, hub = SeatedBrowsers.gather(client), services(client).hub
    with company.at(0):
        company.play_turns(n_turns)
    hands.now_ms += minutes * MINUTE_MS
    hub.evict()
    n_open = hub.n_open
    hands.now_ms += 1
    hub.evict()

    assert hub.n_open == n_open - 1


def test_a_player_without_a_socket_is_not_away_while_playing(client: TestClient, hands: Hands) -> None:
    company = SeatedBrowsers.gather(client)
    with company.at(0) as ann:
        hands.now_ms += 4 * MINUTE_MS
        position = company.table.look()["position"]
        company.become(1).post("sign-of-life", position["ply"], "1@9,9^0")
        hands.now_ms += 4 * MINUTE_MS
        answer = answer_to(ann, {"type": "claim", "id": "end", "seat": 1, "how": "end"})

    assert answer["code"] == "not_claimable"


def test_a_restart_of_the_server_does_not_count_as_an_absence(tmp_path: Path, hands: Hands) -> None:
    settings = Settings(migrated_folder(tmp_path), now_ms=hands)
    with TestClient(create_app(settings)) as client:
        company = SeatedBrowsers.gather(client)
        with company.at(0):
            hands.now_ms += 4 * MINUTE_MS
    (tmp_path / "alive").write_text(str(hands.now_ms))
    hands.now_ms += 60 * MINUTE_MS

    with TestClient(create_app(replace(settings))) as client:
        company = SeatedBrowsers(Table(client, company.table.id), company.cookies)
        with company.at(0) as ann:
            hands.now_ms += START_MS + 5 * MINUTE_MS - 1
            early = answer_to(ann, {"type": "claim", "id": "early", "seat": 1, "how": "end"})
            hands.now_ms += 1
            late = answer_to(ann, {"type": "claim", "id": "late", "seat": 1, "how": "end"})

    assert (early["type"], late["type"]) == ("refused", "ack")


def test_offers_survive_a_restart(tmp_path: Path, hands: Hands) -> None:
    settings = Settings(migrated_folder(tmp_path), now_ms=hands)
    with TestClient(create_app(settings)) as client:
        company = SeatedBrowsers.gather(client)
        with company.at(0) as ann:
            answer_to(ann, _offer("one", "draw"))

    with TestClient(create_app(replace(settings))) as client:
        company = SeatedBrowsers(Table(client, company.table.id), company.cookies)
        with company.at(1) as bea:
            bea.send_json(_reply("yes", "draw"))
            assert hear(bea, "over")["position"]["outcome"]["termination"] == "agreement"


def test_a_slow_connection_gets_back_the_time_that_the_server_measured(
    client: TestClient, hands: Hands
) -> None:
    company = SeatedBrowsers.gather(client, control="10")
    position = company.table.look()["position"]
    to_play = position["to_play"]
    with company.at(to_play) as socket:
        probe = hear(socket, "probe")
        hands.now_ms += 300
        socket.send_json({"type": "echo", "nonce": probe["nonce"]})
        socket.send_json({"type": "ping", "sent_ms": 1})
        hear(socket, "pong")
        hands.now_ms += 1_700
        answer_to(socket, place(position, "tile"))
        clock = company.table.look()["clock"]

    assert clock["left_ms"][to_play] == 600_000 - 2_000 + 300


def test_colours_follow_the_preferences_once_all_seats_are_taken(client: TestClient) -> None:
    client.cookies.clear()
    table = Table.open(client, person("R", "Ann") | {"colour_preferences": ["G", "Y"]}, open_seat("B"))
    waiting = table.look()["game"]["seats"][0]["colour_preferences"]
    client.cookies.clear()
    client.post(f"/api/games/{table.id}/seats", json={"seat": 1, "colour_preferences": ["G", "R"]})

    game = table.look()["game"]
    assert waiting == ["G", "Y"]
    assert [seat["colour"] for seat in game["seats"]] == ["Y", "R"]
    assert [seat["colour_preferences"] for seat in game["seats"]] == [[], []]
    assert game["rules"].startswith("YR")


def test_the_colour_chosen_in_the_form_is_a_preference(client: TestClient) -> None:
    client.cookies.clear()
    form = {"kind_0": "me", "colour_0": "R", "second_preference": "G", "kind_1": "open", "colour_1": "B"}
    page = client.post("/games", data=form, follow_redirects=False).headers["location"]
    table = Table(client, page.rpartition("/")[2])
    preferred = table.look()["game"]["seats"][0]["colour_preferences"]
    client.cookies.clear()
    client.post(f"{page}/seats", data={"seat": "1", "first_preference": "R", "second_preference": "Y"})

    assert preferred == ["R", "G"]
    assert [seat["colour"] for seat in table.look()["game"]["seats"]] == ["G", "Y"]


def _offer(message_id: str, kind: str) -> Json:
    return {"type": "offer", "id": message_id, "kind": kind}


def _reply(message_id: str, kind: str, accept: bool = True) -> Json:
    return {"type": "reply", "id": message_id, "kind": kind, "accept": accept}


def test_a_game_that_is_over_is_closed_after_a_minute(client: TestClient, hands: Hands) -> None:
    hub = services(client).hub
    over, in_play = Table.open(client), Table.open(client)
    over.resign()
    hands.now_ms += MINUTE_MS + 1
    hub.evict()
    closed, still_open = not hub.is_open(over.id), hub.is_open(in_play.id)

    assert closed and still_open
    assert over.look()["position"]["outcome"]["termination"] == "resignation"
