"""Plans at a server: what it lays for a player, whom it notifies, and who can see it."""

import json
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.clock import DAY_MS
from tantrix.placement import Placement
from tantrix.server.app import create_app
from tantrix.server.database.writer import Conflict
from tantrix.server.games.plans.plan import Plan, PlanStep, parse_plan, print_plan
from tantrix.server.games.plans.store import PlanRow, check_plans, count_plan
from tantrix.server.settings import Settings
from tests.server.support.correspondence import begin, look, play_turn, to_play
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.manual_clock import ManualClock
from tests.server.support.plans import continuation, plan, planned, room_of_game
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Json


def lay(room: WaitingRoom, name: str, game_id: str, placement: str) -> Json:
    ply = look(room, game_id)["ply"]
    body = {"id": f"ply-{ply}", "ply": ply, "placement": placement}
    answer: Json = room.ask(name, "POST", f"/api/games/{game_id}/placements", body).json()
    return answer


def lay_turn(room: WaitingRoom, name: str, game_id: str) -> int:
    """Lay the tiles of a person's turn; return how many there were."""
    turn = continuation(room_of_game(room.client, game_id), 1)
    for tile in turn:
        lay(room, name, game_id, tile["placement"])
    return len(turn)


def notices(room: WaitingRoom, name: str) -> list[tuple[str, str, bool]]:
    """Return the kind, text and state of each notice of a person, newest first."""
    in_loop(room.client, services(room.client).deliverer.step)
    listed = room.ask(name, "GET", "/api/account/notices").json()["notices"]
    return [(each["kind"], each["text"], each["is_read"]) for each in listed]


def test_a_planned_turn_is_laid_as_soon_as_the_other_turn_ends(room: WaitingRoom, clock: ManualClock) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    seats = {"ANN": 0, "BEA": 1}
    line = continuation(room_of_game(room.client, game_id), 2)
    left_ms = room.client.get(f"/api/games/{game_id}").json()["clock"]["left_ms"]
    plan(room, second, game_id, line)
    clock.now_ms += DAY_MS

    n_laid = lay_turn(room, first, game_id)

    view = room.client.get(f"/api/games/{game_id}").json()
    laid = [f"{one['tile']}@{one['q']},{one['r']}^{one['rotation']}" for one in view["laid"]]
    assert laid == [tile["placement"] for tile in line] and len(line) > n_laid
    assert view["position"]["to_play"] == seats[first]
    assert view["clock"]["left_ms"][seats[second]] == left_ms[seats[second]]
    assert planned(room, second, game_id) == []


def test_replies_go_on_until_the_plan_ends(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    line = continuation(room_of_game(room.client, game_id), 4)
    plan(room, second, game_id, line)

    n_laid = lay_turn(room, first, game_id)
    n_second = look(room, game_id)["ply"] - n_laid
    left = planned(room, second, game_id)
    lay_turn(room, first, game_id)

    assert left == [line[n_laid + n_second :]]
    assert look(room, game_id)["ply"] == len(line)
    assert to_play(room, game_id)[0] == first


def test_two_plans_reply_to_each_other(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    line = continuation(room_of_game(room.client, game_id), 5)
    opening = continuation(room_of_game(room.client, game_id), 1)
    plan(room, second, game_id, line[: len(continuation(room_of_game(room.client, game_id), 4))])
    user_id = user_id_of(room.client, first)
    of_first = Plan(tuple([tuple(PlanStep(Placement.parse(one["placement"]), one["draw"]) for one in line)]))
    in_loop(
        room.client, services(room.client).writer.append, PlanRow(game_id, user_id, print_plan(of_first), 0)
    )

    for tile in opening:
        lay(room, first, game_id, tile["placement"])

    assert look(room, game_id)["ply"] == len(line)
    assert look(room, game_id)["turn"] == 6


def test_only_the_player_whose_turn_it_is_now_is_told_and_only_once(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    plan(room, second, game_id, continuation(room_of_game(room.client, game_id), 2))
    notices(room, first)
    room.ask(first, "POST", "/api/account/notices/read", {"url": f"/games/{game_id}"})

    lay_turn(room, first, game_id)

    turn = ("turn", f"It is your turn in the game with {second}.")
    assert [kind for kind, _text, _read in notices(room, second)].count("turn") == 0
    assert [(*one[:2], one[2]) for one in notices(room, first)].count((*turn, False)) == 1


def test_what_was_not_foreseen_ends_the_plan_and_passes_the_turn(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    plan(room, second, game_id, continuation(room_of_game(room.client, game_id), 2, nth=1))

    lay_turn(room, first, game_id)

    assert to_play(room, game_id)[0] == second
    assert planned(room, second, game_id) == []
    assert ("turn", f"It is your turn in the game with {first}.", False) in notices(room, second)


def test_a_plan_that_cannot_be_carried_out_is_reported_with_the_turn(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    (tile,) = continuation(room_of_game(room.client, game_id), 1)
    impossible = parse_plan(f"1. {tile['placement']} 2. {tile['placement']}")
    user_id = user_id_of(room.client, second)
    in_loop(
        room.client, services(room.client).writer.append, PlanRow(game_id, user_id, print_plan(impossible), 0)
    )

    lay_turn(room, first, game_id)

    text = f"It is your turn in the game with {first}: your plan could not be carried out."
    assert [one for one in notices(room, second) if one[0] == "turn"] == [("turn", text, False)]


def test_the_time_of_the_other_player_begins_anew_and_they_are_reminded(
    room: WaitingRoom, clock: ManualClock
) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    plan(room, second, game_id, continuation(room_of_game(room.client, game_id), 2))
    clock.now_ms += 2 * DAY_MS - 1000

    lay_turn(room, first, game_id)
    clock.now_ms += DAY_MS
    early = [kind for kind, _text, _read in notices(room, first)]
    clock.now_ms += DAY_MS

    assert "reminder" not in early
    assert "reminder" in [kind for kind, _text, _read in notices(room, first)]


def test_a_message_that_is_sent_again_after_a_restart_lays_nothing_twice(
    settings: Settings, clock: ManualClock
) -> None:
    with TestClient(create_app(replace(settings, now_ms=clock))) as client:
        room = WaitingRoom(client)
        game_id = begin(room)
        first, second = to_play(room, game_id)
        line = continuation(room_of_game(client, game_id), 2)
        plan(room, second, game_id, line)
        (only,) = continuation(room_of_game(client, game_id), 1)
        answer = lay(room, first, game_id, only["placement"])
    with TestClient(create_app(replace(settings, now_ms=clock))) as client:
        again = room.at_another(client)
        body = {"id": "ply-0", "ply": 0, "placement": only["placement"]}

        repeated = again.ask(first, "POST", f"/api/games/{game_id}/placements", body).json()

        assert repeated == answer == {"type": "ack", "id": "ply-0", "version": 1}
        assert look(again, game_id)["ply"] == len(line)


def test_nobody_else_sees_a_plan(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    line = continuation(room_of_game(room.client, game_id), 2)
    paths = (f"/api/games/{game_id}", f"/games/{game_id}", f"/games/{game_id}/record", "/account/export")
    before = [room.ask(first, "GET", path).text for path in paths]

    plan(room, second, game_id, line)

    assert planned(room, second, game_id) == [line]
    assert planned(room, first, game_id) == []
    stranger = room.ask("CYD", "GET", f"/api/games/{game_id}/plan")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_your_seat")
    assert room.client.get(f"/api/games/{game_id}/plan").json()["code"] == "signed_out"
    reply = line[-1]["placement"]
    after = [room.ask(first, "GET", path).text for path in paths]
    assert [text.count(reply) for text in after] == [text.count(reply) for text in before]
    exported = json.loads(room.ask(second, "GET", "/account/export").text)
    assert exported["game_plans"][0]["game"] == game_id and reply in exported["game_plans"][0]["lines"][0]


def test_plans_are_deleted_with_the_game(room: WaitingRoom) -> None:
    game_id = begin(room)
    _first, second = to_play(room, game_id)
    plan(room, second, game_id, continuation(room_of_game(room.client, game_id), 2))

    body = {"type": "resign", "id": "resign", "seat": 0}
    assert room.ask("ANN", "POST", f"/api/games/{game_id}/commands", body).status_code == 200

    assert json.loads(room.ask(second, "GET", "/account/export").text)["game_plans"] == []
    assert plan(room, second, game_id, [{"placement": "1@0,0^0", "draw": None}])["code"] == "GAME_OVER"


def test_a_plan_is_made_for_the_current_position_while_others_play(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    line = continuation(room_of_game(room.client, game_id), 2)
    path = f"/api/games/{game_id}/plan"

    assert plan(room, first, game_id, line)["code"] == "your_turn"
    assert room.ask(second, "PUT", path, {"ply": 5, "lines": [line]}).json()["code"] == "stale_ply"
    assert plan(room, second, game_id, line[:1])["code"] == "plan_without_reply"
    assert plan(room, second, game_id, [line[0], line[0]])["code"] == "NOT_IN_HAND"
    nonsense = [{"placement": "nonsense", "draw": None}]
    assert plan(room, second, game_id, nonsense)["code"] == "invalid"
    assert (
        plan(
            room, second, game_id, [{**line[0], "draw": int(line[0]["placement"].split("@")[0])}, *line[1:]]
        )["code"]
        == "invalid"
    )
    assert plan(room, second, game_id, line * 20)["code"] == "invalid"
    assert planned(room, second, game_id) == []


def test_a_plan_has_room_for_fifty_tiles(room: WaitingRoom) -> None:
    game_id = begin(room)
    _first, second = to_play(room, game_id)
    game = room_of_game(room.client, game_id)
    lines = [continuation(game, 4, nth) for nth in range(24)]

    refused = plan(room, second, game_id, *lines)

    assert sum(map(len, lines)) > 50
    assert refused["code"] == "plan_too_large"
    assert "50" in refused["detail"]


def test_a_plan_is_for_correspondence_games_only(room: WaitingRoom) -> None:
    game_id = begin(room, "10")
    _first, second = to_play(room, game_id)

    assert plan(room, second, game_id)["code"] == "correspondence_only"


def test_an_empty_plan_deletes_the_old_one(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    plan(room, second, game_id, continuation(room_of_game(room.client, game_id), 2))

    plan(room, second, game_id)
    lay_turn(room, first, game_id)

    assert to_play(room, game_id)[0] == second


def test_a_line_shows_the_position_that_it_leads_to(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    (tile,) = continuation(room_of_game(room.client, game_id), 1)
    unknown = {"placement": tile["placement"], "draw": None}
    path = f"/api/games/{game_id}/plan/position"

    named = room.ask(second, "POST", path, {"ply": 0, "lines": [[tile]]}).json()
    any_draw = room.ask(second, "POST", path, {"ply": 0, "lines": [[unknown]]}).json()
    now = room.ask(second, "POST", path, {"ply": 0, "lines": []}).json()

    seat = 0 if first == "ANN" else 1
    assert [len(each["position"]["hands"][seat]) for each in (now, any_draw, named)] == [6, 5, 6]
    assert [len(each["laid"]) for each in (now, any_draw, named)] == [0, 1, 1]
    assert named["position"]["placements"] and named["position"]["to_play"] == 1 - seat


def test_a_change_that_has_not_seen_the_last_plan_is_decided_again(room: WaitingRoom) -> None:
    game_id = begin(room)
    append = services(room.client).writer.append

    in_loop(room.client, append, check_plans(game_id, 0))
    in_loop(room.client, append, count_plan(game_id, 0))

    with pytest.raises(Conflict):
        in_loop(room.client, append, check_plans(game_id, 0))
    play_turn(room, game_id)
    with pytest.raises(Conflict):
        in_loop(room.client, append, count_plan(game_id, 0))
