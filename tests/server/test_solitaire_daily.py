"""The solitaire of the day: the same for all, judged by the server, the first try in the table."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.gobble.table import FORCED_SIDES, Table
from tantrix.hexes import ORIGIN, Cell
from tantrix.placement import Placement
from tantrix.server.puzzle_daily import FIRST_DAY
from tantrix.server.solitaire_daily import length_played, stack_of

DAYS = st.integers(0, 2000).map(lambda n: FIRST_DAY + timedelta(days=n))
ADDRESS = "/api/solitaire/daily"


def play(day: date, seed: int) -> list[Placement]:
    """Play a day's solitaire at random by the rules until no tile is left, or the next one fits nowhere."""
    rng, table, laid = Random(seed), Table(), list[Placement]()
    for tile in stack_of(day).pool:
        ways = sorted(table.placements(tile, FORCED_SIDES)) or sorted(table.placements(tile, 1))
        if laid and not ways:
            break
        laid.append(rng.choice(ways) if laid else Placement(tile, ORIGIN, 0))
        table = table.lay(laid[-1])
    return laid


def enter(client: TestClient, laid: list[Placement], name: str = "Ann") -> Any:
    return client.post(ADDRESS, json={"placements": [str(one) for one in laid], "name": name})


def day_of(client: TestClient) -> date:
    return date.fromisoformat(client.get(ADDRESS).json()["day"])


@given(DAYS)
def test_a_day_has_one_stack_and_the_next_another(day: date) -> None:
    assert stack_of(day) == stack_of(day)
    assert stack_of(day).name != stack_of(day + timedelta(days=1)).name


@given(DAYS, st.integers(0, 1000))
def test_whoever_plays_by_the_rules_has_a_length(day: date, seed: int) -> None:
    laid = play(day, seed)

    assert 1 <= length_played(stack_of(day), laid) <= len(laid)


@given(DAYS, st.integers(0, 1000), st.data())
def test_a_tile_out_of_its_order_or_place_is_refused(day: date, seed: int, data: st.DataObject) -> None:
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
    day = day_of(client)
    first, second = (play(day, seed) for seed in (1, 2))
    reached = length_played(stack_of(day), first)

    assert enter(client, first).json()["mine"] == reached
    again = enter(client, second).json()

    assert again["mine"] == reached
    assert again["rows"] == [{"name": "Ann", "length": reached, "is_mine": True}]


def test_the_best_come_first(client: TestClient) -> None:
    day = day_of(client)
    for seed in range(5):
        client.cookies.clear()
        enter(client, play(day, seed), f"Player {seed}")

    rows = client.get(ADDRESS).json()["rows"]

    assert len(rows) == 5
    assert [row["length"] for row in rows] == sorted((row["length"] for row in rows), reverse=True)


def test_what_was_not_played_by_the_rules_is_refused(client: TestClient) -> None:
    day = day_of(client)

    answer = enter(client, play(day, 3)[:2])

    assert answer.status_code == 422
    assert client.get(ADDRESS).json()["rows"] == []


def test_the_way_to_the_day_leads_to_its_stack_with_the_table(client: TestClient) -> None:
    answer = client.get("/solitaire/daily")

    assert answer.url.path == stack_of(day_of(client)).url
    assert "tantrix-solitaire-table" in answer.text
