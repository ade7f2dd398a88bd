"""Solitaire: a stack shuffled by the number in its name, and the best known table."""

from collections import Counter

import pytest
from starlette.testclient import TestClient

from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.puzzles.hints import faults_of
from tantrix.solver.boards.tables import best_known
from tantrix.solver.checker import faults
from tantrix.solver.goal import parse_goal
from tantrix.tiles import GAME_SET, edges, links


def test_the_best_known_table_has_all_tiles_and_its_stated_score() -> None:
    # R7.4: all 56 tiles, the total of the four colours; counted here by hand of links, not by the search.
    best = best_known()

    assert faults(parse_goal("1-56 holes:allow"), best.solution) == []
    assert Counter(placement.tile for placement in best.solution) == Counter(GAME_SET)
    assert sum(best_of(best.solution, colour) for colour in "RYGB") == best.score >= 215


def best_of(laid: tuple[Placement, ...], letter: str) -> int:
    """Follow every line of a colour; return the points of the best one, loops counting double."""
    cells = {placement.cell: placement for placement in laid if letter in edges(placement.tile)}
    best = 0
    for cell in cells:
        ways = [walk(cells, cell, way, letter) for way in range(2)]
        if ways[0][1]:
            best = max(best, 2 * ways[0][0])
        best = max(best, ways[0][0] + ways[1][0] - 1)
    return best


def walk(cells: dict[Cell, Placement], start: Cell, way: int, letter: str) -> tuple[int, bool]:
    step = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    placement, n = cells[start], 1
    leaving = ends(placement, letter)[way]
    while True:
        cell = Cell(placement.cell.q + step[leaving][0], placement.cell.r + step[leaving][1])
        if cell == start:
            return n, True
        if cell not in cells:
            return n, False
        placement, n = cells[cell], n + 1
        first, second = ends(placement, letter)
        leaving = second if first == (leaving + 3) % 6 else first


def ends(placement: Placement, letter: str) -> tuple[int, int]:
    return next(
        (link.a, link.b)
        for link in links(placement.tile, placement.rotation)
        if str(link.colour.letter) == letter
    )


def test_the_best_known_table_is_public(client: TestClient) -> None:
    puzzle = client.get("/api/puzzles/solitaire-56").json()
    shown = client.get("/api/puzzles/solitaire-56/solutions").json()

    assert (puzzle["mode"], puzzle["n_to_lay"], puzzle["target"]) == ("sum", 56, best_known().score)
    assert faults_of(PUZZLES["solitaire-56"].goal, list(map(Placement.parse, shown["solutions"][0]))) == []


def test_a_stack_without_a_number_is_shuffled_again_each_time(client: TestClient) -> None:
    addresses = {
        client.get("/puzzles/solitaire-red-line", follow_redirects=False).headers["location"]
        for _ in range(4)
    }

    assert len(addresses) == 4
    assert all(client.get(address).status_code == 200 for address in addresses)


@pytest.mark.parametrize("colour", ["red", "yellow", "blue"])
@pytest.mark.parametrize("kind", ["line", "loop"])
def test_the_number_of_a_stack_names_its_order(client: TestClient, colour: str, kind: str) -> None:
    shown = client.get(f"/api/puzzles/solitaire-{colour}-{kind}-77").json()
    again = client.get(f"/api/puzzles/solitaire-{colour}-{kind}-77").json()
    other = client.get(f"/api/puzzles/solitaire-{colour}-{kind}-78").json()

    assert shown == again and shown["tiles"] != other["tiles"]
    assert sorted(shown["tiles"]) == list(range(1, 15))
    assert shown["mode"] == "stack"
    assert shown["strands"] == [{"colour": colour[0].upper(), "is_loop": kind == "loop", "is_of_all": True}]
    assert shown["edges"] == [edges(tile) for tile in shown["tiles"]]


@pytest.mark.parametrize(
    "name", ["solitaire-green-line-1", "solitaire-red-line-x", "solitaire-red-line-01", "solitaire-56-1"]
)
def test_an_unknown_stack_is_not_found(client: TestClient, name: str) -> None:
    assert client.get(f"/puzzles/{name}").status_code == 404
