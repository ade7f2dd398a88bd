"""Analyses on the server: of finished games, of set-up positions, and who may not request what."""

import asyncio
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from tantrix.game import Game
from tantrix.notation import parse_position, print_position
from tantrix.record import parse_record
from tantrix.robots import Robot, find
from tantrix.rules import Rules
from tantrix.server.analysis.game_analysis import MAX_ANALYSES, GameAnalysisQueue
from tantrix.server.analysis.positions import fresh
from tantrix.server.analysis.suggestions import MAX_OF_CLIENT, SuggestionService
from tantrix.server.app import create_app
from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.settings import Settings
from tests.server.support.table import Json, Table, of_type, person, receive_until, stranger
from tests.support.computing import UNHURRIED

SOCKET = "/analysis/socket"


def find_greedy(_name: str) -> Robot:
    return find("greedy")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Replace every robot, whatever its name, with one that judges in no time."""
    return replace(settings, find_robot=find_greedy)


@pytest.fixture
def played(table: Table) -> Table:
    table.play_out()
    return table


@pytest.fixture
def socket(client: TestClient) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect(SOCKET) as opened:
        yield opened


def analyse(socket: WebSocketTestSession, game_id: str) -> list[Json]:
    socket.send_json({"type": "analyse", "game": game_id})
    return receive_until(socket, lambda message: message["type"] in ("analysed", "refused"))


def is_last(message: Json) -> bool:
    return message["type"] == "refused" or (message["type"] == "suggested" and message["is_done"])


def suggestions(socket: WebSocketTestSession, position: str) -> list[Json]:
    socket.send_json({"type": "suggest_for", "id": "one", "position": position})
    return receive_until(socket, is_last)


def record_of(table: Table) -> str:
    return table.client.get(f"/games/{table.id}/record").text


# Whole games.


def test_a_finished_game_is_analysed_with_progress(played: Table, socket: WebSocketTestSession) -> None:
    *progress, last = analyse(socket, played.id)

    assert {message["type"] for message in progress} == {"analysing"}
    assert (progress[0]["done"], progress[0]["ahead"]) == (0, 0)
    assert last["type"] == "analysed"
    found = last["analysis"]
    assert found["is_complete"]
    assert [step["ply"] for step in found["steps"]] == list(range(1, found["n_plies"] + 1))
    assert found["tracks"][0]["points"][-1] == [found["n_plies"], found["margins"][0]]


def test_an_analysis_says_what_each_choice_did_and_what_the_best_one_would_have_done(
    played: Table, socket: WebSocketTestSession
) -> None:
    steps = analyse(socket, played.id)[-1]["analysis"]["steps"]

    choices = [(step["placement"], step["choice"]) for step in steps if step["choice"]]
    assert all(choice["reasons"] for _, choice in choices)
    for placement, choice in choices:
        assert bool(choice["best_reasons"]) == (placement != choice["best"]["placement"])


def test_an_analysis_is_stored(played: Table, socket: WebSocketTestSession) -> None:
    first = analyse(socket, played.id)[-1]

    again = analyse(socket, played.id)

    assert again == [first]


def test_anybody_with_the_id_may_read_the_analysis(played: Table) -> None:
    with stranger(played.client) as other, other.websocket_connect(SOCKET) as socket:
        assert analyse(socket, played.id)[-1]["type"] == "analysed"


def test_a_game_in_play_is_not_analysed_for_anyone(table: Table) -> None:
    table.play(3)

    with table.client.websocket_connect(SOCKET) as socket:
        refused = analyse(socket, table.id)[-1]
        socket.send_json({"type": "suggest_at", "id": "now", "game": table.id, "ply": 2})
        also_refused = socket.receive_json()

    assert (refused["code"], refused["id"]) == ("game_in_play", table.id)
    assert "once it is over" in refused["detail"]
    assert (also_refused["code"], also_refused["id"]) == ("game_in_play", "now")


def test_a_table_that_waits_for_players_is_not_analysed(
    client: TestClient, socket: WebSocketTestSession
) -> None:
    table = Table.open(client, person("R"), {"colour": "B", "kind": "open"})

    refused = analyse(socket, table.id)[-1]
    socket.send_json({"type": "suggest_at", "id": "now", "game": table.id, "ply": 0})

    assert (refused["code"], refused["id"]) == ("not_begun", table.id)
    assert socket.receive_json()["code"] == "not_begun"


def test_the_table_of_a_game_in_play_is_refused_in_every_format(
    table: Table, socket: WebSocketTestSession
) -> None:
    table.play(3)
    text = print_position(parse_record(record_of(table)).game())

    assert suggestions(socket, text)[-1]["code"] == "game_in_play"
    assert table.client.post("/api/analysis/study", json={"position": text}).json()["code"] == "game_in_play"
    answer = table.client.post("/api/analysis/record", json={"record": record_of(table)})
    assert (answer.status_code, answer.json()["code"]) == (409, "game_in_play")
    assert table.client.get(f"/analysis?game={table.id}").status_code == 409


def test_a_game_that_nobody_began_has_nothing_to_analyse(table: Table, socket: WebSocketTestSession) -> None:
    with table.client.websocket_connect(table.socket) as game:
        game.receive_json()
        game.send_json({"type": "resign", "id": "up", "seat": 0})
        receive_until(game, of_type("ack"))

    assert analyse(socket, table.id)[-1]["code"] == "nothing_laid"


def test_an_unknown_game_is_refused(socket: WebSocketTestSession) -> None:
    assert analyse(socket, "aaaabbbbcccc")[-1]["code"] == "unknown_game"


class Mailbox:
    """A connection that keeps its messages."""

    def __init__(self, user_id: str) -> None:
        self.user_id: str | None = user_id
        self.messages: list[str] = []

    def post(self, text: str) -> None:
        self.messages.append(text)


@pytest.mark.anyio
async def test_a_session_has_one_game_in_the_queue(settings: Settings, played: Table) -> None:
    pool = WorkerPool(UNHURRIED)
    queue, record = GameAnalysisQueue(settings, pool), parse_record(record_of(played))
    mine, theirs = Mailbox("me"), Mailbox("another")

    assert queue.ask("first", record, mine, "me", "en") is None
    assert queue.ask("first", record, theirs, "another", "en") is None
    refusal = queue.ask("second", record, mine, "me", "en")
    assert queue.ask("second", record, theirs, "another", "en") is None
    await queue.close()
    await pool.close()

    assert refusal
    assert refusal.code == "busy"
    assert '"ahead":1' in theirs.messages[-1]


@pytest.mark.anyio
async def test_the_queue_is_limited(settings: Settings, played: Table) -> None:
    pool = WorkerPool(UNHURRIED)
    queue, record = GameAnalysisQueue(settings, pool), parse_record(record_of(played))

    answers = [
        queue.ask(f"game {n}", record, Mailbox(f"session {n}"), f"client {n}", "en")
        for n in range(MAX_ANALYSES)
    ]
    await queue.close()
    await pool.close()

    assert answers[0] is None
    assert answers[-1]
    assert answers[-1].code == "busy"


@pytest.mark.anyio
async def test_guests_of_one_address_share_the_budget_for_thoughts(settings: Settings, played: Table) -> None:
    pool, record = WorkerPool(UNHURRIED), parse_record(record_of(played))
    queue, suggestions = GameAnalysisQueue(settings, pool), SuggestionService(settings, pool)
    guests, spender = [Mailbox(f"session {n}") for n in range(MAX_OF_CLIENT + 1)], Mailbox("spender")
    pool.analysis_budgets.charge("spent", 2 * UNHURRIED.client_analysis_s)

    answers = [suggestions.ask("x", record.game(20), guest, "10.0.0.1", "en") for guest in guests]
    assert queue.ask("game", record, spender, "spent", "ru") is None
    while "over_budget" not in spender.messages[-1]:
        await asyncio.sleep(0)
    await suggestions.close()
    await queue.close()
    await pool.close()

    assert answers[:-1] == [None] * MAX_OF_CLIENT
    assert answers[-1] and answers[-1].code == "busy"
    assert not pool.budgets.is_spent("spent")
    assert Refusal("over_budget").sentence_in("ru") in spender.messages[-1]


# Suggestions.


def test_suggestions_for_a_position_come_best_first(socket: WebSocketTestSession) -> None:
    game = fresh(Rules(), bytes(32))

    last = suggestions(socket, print_position(game))[-1]

    margins = [judged["margin"] for judged in last["judged"]]
    assert last["is_done"]
    assert last["n_placements"] == len(game.placements())
    assert {judged["placement"] for judged in last["judged"]} <= set(map(str, game.placements()))
    assert last["judged"][0]["line"][0] == last["judged"][0]["placement"]
    assert len(margins) <= 12


def test_suggestions_at_a_ply_of_a_finished_game(played: Table, socket: WebSocketTestSession) -> None:
    game = parse_record(record_of(played)).game(20)

    socket.send_json({"type": "suggest_at", "id": "x", "game": played.id, "ply": 20})

    last = receive_until(socket, is_last)[-1]
    assert last["id"] == "x"
    assert last["judged"][0]["placement"] in set(map(str, game.placements()))


def test_no_suggestion_is_made_after_the_end_or_beyond_the_current_ply(
    played: Table, socket: WebSocketTestSession
) -> None:
    n_plies = played.look()["position"]["ply"]
    codes = []

    for ply in (n_plies, n_plies + 1, 64):
        socket.send_json({"type": "suggest_at", "id": f"ply-{ply}", "game": played.id, "ply": ply})
        codes.append(socket.receive_json()["code"])

    assert codes[0] == "GAME_OVER"
    assert set(codes[1:]) <= {"unknown_ply"}


@pytest.mark.parametrize(
    "message, code",
    [
        ("{", "bad_message"),
        ('{"type": "no"}', "bad_message"),
        ('{"type": "analyse", "game": "short"}', "bad_message"),
        ('{"type": "suggest_for", "id": "a", "position": "what is this"}', "invalid"),
        ('{"type": "suggest_for", "id": "a", "position": "RB; 1@0,0^0 2@5,5^0; 3 / 4; 1"}', "invalid"),
        ("x" * 5000, "too_large"),
    ],
)
def test_unreadable_input_is_refused(socket: WebSocketTestSession, message: str, code: str) -> None:
    socket.send_text(message)

    assert socket.receive_json()["code"] == code


def test_a_stop_ends_the_suggestion_and_a_ping_is_answered(socket: WebSocketTestSession) -> None:
    socket.send_json({"type": "stop"})
    socket.send_json({"type": "ping", "sent_ms": 5})

    assert socket.receive_json() == {"type": "pong", "sent_ms": 5}


def test_a_new_challenge_ends_the_one_before(settings: Settings) -> None:
    with (
        TestClient(create_app(settings)) as client,
        client.websocket_connect(SOCKET) as socket,
    ):
        for n in range(3):
            position = print_position(fresh(Rules(), bytes([n] * 32)))
            socket.send_json({"type": "suggest_for", "id": f"query-{n}", "position": position})
        heard = receive_until(socket, lambda message: message["id"] == "query-2" and is_last(message))

    ids = [message["id"] for message in heard]
    assert ids == sorted(ids)


# The analysis board.


def try_out(client: TestClient, position: str, placement: str, draw: int | None) -> Any:
    body = {"position": position, "placement": placement, "draw": draw}
    return client.post("/api/analysis/placement", json=body)


def test_a_game_can_be_tried_out_to_its_end(client: TestClient) -> None:
    game, rng = fresh(Rules(), bytes(32)), random.Random(1)
    text = print_position(game)

    while not game.is_over:
        placement = rng.choice(list(game.placements()))
        draw = rng.choice(sorted(game.bag)) if game.bag else None
        game = game.play(placement, draw)
        answer = try_out(client, text, str(placement), draw).json()
        text = answer["text"]
        assert same_table(parse_position(text), game)
    assert answer["position"]["scores"] == list(game.scores)
    assert answer["position"]["phase"] == "over"


def same_table(game: Game, other: Game) -> bool:
    return (
        {laid.placement for laid in game.laid} == {laid.placement for laid in other.laid}
        and game.hands == other.hands
        and (game.is_over or game.to_play == other.to_play)
        and game.phase == other.phase
    )


def test_an_illegal_placement_is_answered_with_its_verdict(client: TestClient) -> None:
    game = fresh(Rules(), bytes(32))
    draw = min(game.bag)

    off = try_out(client, print_position(game), f"{game.hands[game.to_play][0]}@5,5^0", draw)
    not_held = try_out(client, print_position(game), f"{draw}@0,0^0", draw)

    assert (off.status_code, off.json()["code"]) == (422, "DETACHED")
    assert (not_held.status_code, not_held.json()["code"]) == (422, "NOT_IN_HAND")


@pytest.mark.parametrize("draw", [None, 1, 64])
def test_a_draw_that_the_bag_cannot_give_is_refused(client: TestClient, draw: int | None) -> None:
    game = parse_position("RB 56 draw-keep; -; 1 2 3 4 5 6 / 7 8 9 10 11 12; 1")

    answer = try_out(client, print_position(game), str(game.placements()[0]), draw)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert "draw" in answer.json()["errors"][0]


def test_a_record_becomes_a_line_of_positions(played: Table) -> None:
    record = parse_record(record_of(played))

    study = played.client.post("/api/analysis/record", json={"record": record_of(played)}).json()

    assert study["n_before"] == 0
    assert len(study["texts"]) == len(record.entries) + 1
    assert study["texts"][20] == print_position(record.game(20))
    assert [seat["colour"] for seat in study["game"]["seats"]] == ["R", "B"]
    assert all(seat["is_mine"] for seat in study["game"]["seats"])


@pytest.mark.parametrize(
    "path, field, text, message",
    [
        ("record", "record", "no record", "expected"),
        ("position", "position", f"RB; -; {' '.join(map(str, range(1, 51)))} / 51; 1", "12 tiles in a hand"),
        ("study", "position", "RB; -; 1 / 1; 1", "tile 1 twice"),
        ("position", "position", ";;;", "expected"),
    ],
)
def test_invalid_texts_are_answered_with_the_error(
    client: TestClient, path: str, field: str, text: str, message: str
) -> None:
    answer = client.post(f"/api/analysis/{path}", json={field: text})

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert message in answer.json()["errors"][0]


def test_the_page_begins_with_a_deal_or_at_a_ply_of_a_game(played: Table) -> None:
    fresh_page = played.client.get("/analysis")
    game_page = played.client.get(f"/analysis?game={played.id}&ply=12")

    assert fresh_page.status_code == 200
    assert 'data-ply="0"' in fresh_page.text
    assert 'data-ply="12"' in game_page.text
    assert f'data-game-url="/games/{played.id}"' in game_page.text


@pytest.mark.parametrize(
    ("query", "rules"),
    [
        ("", "RB 56 draw-keep"),
        ("?seats=3&tile_set=64&start=random-opening", "RBY 64 random-opening"),
        ("?seats=4&forced_sides=exactly-three", "RBYG 56 draw-keep forced=exactly-three"),
        ("?seats=doubles&deadlock=pass", "RBRB 56 draw-keep teams deadlock=pass"),
    ],
)
def test_a_deal_follows_the_requested_rules(client: TestClient, query: str, rules: str) -> None:
    text = client.get(f"/analysis{query}").text

    assert study_in(text)["game"]["rules"] == rules


def study_in(text: str) -> Any:
    return json.loads(text.split('id="study">')[1].split("</script>")[0])


def test_a_deal_with_impossible_rules_is_refused(client: TestClient) -> None:
    assert client.get("/analysis?seats=5").status_code == 422


def test_own_finished_games_are_offered_to_those_who_played_them(played: Table) -> None:
    link = f'href="/analysis?game={played.id}"'

    assert link in played.client.get("/analysis").text
    with stranger(played.client) as somebody:
        assert link not in somebody.get("/analysis").text


def test_the_page_begins_with_a_position_in_its_address(client: TestClient) -> None:
    position = "RB; 1@0,0^0 2@-1,0^3; 20 30 / 40; 2"

    found = client.get("/analysis", params={"position": position})
    refused = client.get("/analysis", params={"position": "RB; 1@0,0^0 2@1,0^0; 20 / 20; 2"})

    assert "1@0,0^0" in found.text
    assert found.status_code == 200
    assert refused.status_code == 422
