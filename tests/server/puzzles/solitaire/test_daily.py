"""The solitaire of the day: the same for everybody, judged by the server, and only the first try counts."""

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.gobble.table import RushTable
from tantrix.hexes import ORIGIN, Cell
from tantrix.placement import Placement
from tantrix.server.app import create_app
from tantrix.server.puzzles.daily.puzzle import FIRST_DAY, stack_of
from tantrix.server.puzzles.solitaire.judge import length_played, points_of
from tantrix.server.settings import Settings
from tantrix.solver.boards.tables import best_known
from tests.server.support.solitaire import DAILY, OPEN, day_shown, play

DAYS = st.integers(0, 2000).map(lambda n: FIRST_DAY + timedelta(days=n))


def enter(client: TestClient, laid: list[Placement], name: str = "Ann") -> Any:
    """Lay tile after tile; return the answer to the last one, or to the first that is refused."""
    for n in range(1, len(laid) + 1):
        answer = send(client, laid[:n], name)
        if answer.status_code != 200:
            break
    return answer


def send(client: TestClient, laid: list[Placement], name: str = "Ann") -> Any:
    return client.post(DAILY, json={"placements": [str(one) for one in laid], "name": name})


@limits(max_examples=30, deadline=None)
@given(DAYS)
def test_a_day_has_one_stack_and_the_next_another(day: date) -> None:
    assert stack_of(day) == stack_of(day)
    assert stack_of(day).name != stack_of(day + timedelta(days=1)).name


@limits(max_examples=30, deadline=None)
@given(DAYS, st.integers(0, 1000))
def test_play_by_the_rules_has_a_length(day: date, seed: int) -> None:
    laid = play(day, seed)

    assert 1 <= length_played(stack_of(day), laid) <= len(laid)


@limits(max_examples=30, deadline=None)
@given(DAYS, st.integers(0, 1000), st.data())
def test_a_tile_out_of_order_or_place_is_refused(day: date, seed: int, data: st.DataObject) -> None:
    laid = play(day, seed)
    at = data.draw(st.integers(1, max(1, len(laid) - 1))) if len(laid) > 1 else 0
    moved = laid[at]._replace(cell=Cell(40, 40))
    swapped = [*laid[:at], *laid[at + 1 :], laid[at]] if at + 1 < len(laid) else laid[:at]

    for wrong in ([*laid[:at], moved, *laid[at + 1 :]], swapped) if at else ():
        with pytest.raises(ValueError, match=r"expected|breaks|still fits"):
            length_played(stack_of(day), wrong)


def test_a_line_is_counted_from_end_to_end() -> None:
    day = FIRST_DAY
    puzzle = stack_of(day)
    longest = max(length_played(puzzle, play(day, seed)) for seed in range(60))

    assert 3 <= longest <= 14


def test_the_first_try_counts(client: TestClient) -> None:
    day = day_shown(client)
    first, second = (play(day, seed) for seed in (1, 2))
    reached = length_played(stack_of(day), first)

    assert enter(client, first).json()["mine"] == reached
    again = enter(client, second)
    shown = client.get(DAILY).json()

    assert again.status_code == 422
    assert shown["mine"] == reached
    assert shown["rows"] == [{"name": "Ann", "result": reached, "is_mine": True, "is_guest": True}]


def test_the_next_tile_is_told_when_the_last_one_lies(client: TestClient) -> None:
    laid, puzzle = play(day_shown(client), 1), stack_of(day_shown(client))

    def known() -> list[list[int]]:
        page = client.get(puzzle.url).text
        shown = re.search(r'id="puzzle">(.*?)</script>', page)
        assert shown
        return [
            client.get(DAILY).json()["tiles"],
            client.get(f"/api/puzzles/{puzzle.name}").json()["tiles"],
            json.loads(shown[1])["tiles"],
        ]

    assert known() == [[laid[0].tile]] * 3
    for n in range(1, 4):
        assert send(client, laid[:n]).json()["tiles"] == list(puzzle.pool[: n + 1])
        assert known() == [list(puzzle.pool[: n + 1])] * 3


def test_a_tile_that_lies_is_not_taken_back(client: TestClient) -> None:
    laid = play(day_shown(client), 1)
    for n in (1, 2):
        send(client, laid[:n])
    moved = [laid[0], laid[1]._replace(cell=Cell(-laid[1].cell.q, -laid[1].cell.r))]

    refused = [send(client, other).status_code for other in (laid[:1], moved, laid[:4], laid[1:])]

    assert refused == [422] * 4
    assert send(client, laid[:2]).json()["laid"] == [str(one) for one in laid[:2]]


def test_the_whole_play_at_once_is_no_first_try(client: TestClient) -> None:
    assert send(client, play(day_shown(client), 1)).status_code == 422


def test_the_stack_of_a_coming_day_is_not_shown(client: TestClient) -> None:
    day = day_shown(client)
    tomorrow, yesterday = (stack_of(day + timedelta(days=n)).name for n in (1, -1))

    assert client.get(f"/puzzles/{tomorrow}").status_code == 404
    assert client.get(f"/api/puzzles/{tomorrow}").status_code == 404
    assert len(client.get(f"/api/puzzles/{yesterday}").json()["tiles"]) == 14


def test_guests_follow_after_accounts(client: TestClient) -> None:
    day = day_shown(client)
    plays = sorted(
        (play(day, seed) for seed in range(20)), key=lambda laid: length_played(stack_of(day), laid)
    )
    enter(client, plays[-1], "Guest")
    client.cookies.clear()
    client.post("/sign-up", data={"name": "Member", "password": "correct horse battery"})

    rows = enter(client, plays[0]).json()["rows"]

    assert [(row["name"], row["is_guest"]) for row in rows] == [("Member", False), ("Guest", True)]
    assert rows[0]["result"] < rows[1]["result"]


def test_guests_of_one_address_do_not_fill_the_table(client: TestClient) -> None:
    day = day_shown(client)
    answers = []
    for _ in range(12):
        client.cookies.clear()
        answers.append(send(client, play(day, 1)[:1], "").status_code)

    assert answers == [200] * 10 + [429] * 2  # at the first tile


def test_the_best_results_come_first(client: TestClient) -> None:
    day = day_shown(client)
    for seed in range(5):
        client.cookies.clear()
        enter(client, play(day, seed), f"Player {seed}")

    rows = client.get(DAILY).json()["rows"]

    assert len(rows) == 5
    assert [row["result"] for row in rows] == sorted((row["result"] for row in rows), reverse=True)


def test_play_against_the_rules_is_refused(client: TestClient) -> None:
    day = day_shown(client)

    laid = play(day, 3)
    send(client, laid[:1])

    answer = send(client, [laid[0], laid[1]._replace(cell=Cell(40, 40))])

    assert answer.status_code == 422
    assert client.get(DAILY).json()["rows"] == []


def test_the_best_table_of_all_tiles_is_worth_what_the_solver_says() -> None:
    known = best_known()

    assert points_of(known.solution) == known.score


@limits(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_a_table_of_all_tiles_must_be_connected_and_obey_the_golden_rule(seed: int) -> None:
    rng, known = Random(seed), list(best_known().solution)
    one, other = rng.sample(range(len(known)), 2)
    rng.shuffle(known)
    doubled = [*known[:one], known[other], *known[one + 1 :]]
    on_top = [*known[:one], known[one]._replace(cell=known[other].cell), *known[one + 1 :]]
    far_away = [*known[:one], known[one]._replace(cell=Cell(60, 60)), *known[one + 1 :]]

    assert points_of(known) == best_known().score
    for wrong in (known[1:], doubled, on_top, far_away):
        with pytest.raises(ValueError, match=r"expected|lies on|touches"):
            points_of(wrong)


def test_the_best_table_of_all_tiles_of_a_day_counts(client: TestClient) -> None:
    best, worse = best_known().solution, laid_at_random(3)
    answers = [
        client.post(OPEN, json={"placements": [str(one) for one in laid], "name": "Ann"}).json()
        for laid in (worse, best, worse)
    ]

    assert [answer["mine"] for answer in answers] == [points_of(worse), points_of(best), points_of(best)]
    assert [row["result"] for row in answers[-1]["rows"]] == [points_of(best)]
    assert client.get(DAILY).json()["rows"] == []


def laid_at_random(seed: int) -> list[Placement]:
    """Place all 56 tiles at random so that touching edges match."""
    rng = Random(seed)
    table, left = RushTable().lay(Placement(1, ORIGIN, 0)), list(range(2, 57))
    while left:
        ways = [way for tile in left for way in table.placements(tile, 1)]
        table = table.lay(rng.choice(ways))
        left = [tile for tile in left if tile not in {one.tile for one in table.laid.values()}]
    return list(table.laid.values())


def test_past_days_keep_their_tables(settings: Settings) -> None:
    then_ms, now_ms = (1_800_000_000_000 + n * 24 * 3600 * 1000 for n in (0, 1))
    with TestClient(create_app(replace(settings, now_ms=lambda: then_ms))) as client:
        day = day_shown(client)
        enter(client, play(day, 1))
    with TestClient(create_app(replace(settings, now_ms=lambda: now_ms))) as client:
        past = client.get(DAILY, params={"day": day.isoformat()}).json()
        present = client.get(DAILY).json()
        shown = client.get("/solitaire/days", params={"day": day.isoformat()}).text
        today = client.get("/solitaire/days").text

    assert (past["is_today"], [row["name"] for row in past["rows"]]) == (False, ["Ann"])
    assert (present["is_today"], present["rows"]) == (True, [])
    assert "Ann" in shown
    assert "Ann" not in today
    assert f"?day={day.isoformat()}" in today
    assert f"?day={present['day']}" in shown


@pytest.mark.parametrize("day", ["2025-12-31", "2999-01-01", "2026-02-30", "yesterday"])
def test_a_future_or_impossible_day_has_no_table(client: TestClient, day: str) -> None:
    for address in (DAILY, OPEN, "/solitaire/days"):
        assert client.get(address, params={"day": day}).status_code == 422


def test_a_guest_with_the_name_of_an_account_is_listed_as_a_guest(client: TestClient) -> None:
    client.post("/sign-up", data={"name": "Ann", "password": "correct horse battery"})
    client.cookies.clear()

    rows = enter(client, play(day_shown(client), 1), "A.n.n").json()["rows"]

    assert [row["name"] for row in rows] == ["Guest"]


def test_the_daily_address_leads_to_the_stack_with_its_table(client: TestClient) -> None:
    answer = client.get("/solitaire/daily")

    assert answer.url.path == stack_of(day_shown(client)).url
    assert "tantrix-solitaire-results" in answer.text
