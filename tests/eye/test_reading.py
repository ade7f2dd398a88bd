"""A reading becomes a game, a goal, a check of a puzzle, and lines."""

import pytest

from tantrix.eye.reading import Reading, ReadTile
from tantrix.game import Game, best_line
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.rules import Rules
from tantrix.solver import parse_goal, solve
from tantrix.solver.held_groups import mismatches
from tantrix.tiles import Colour, edges


def seen(text: str, group: int = 0, is_whole: bool = True) -> ReadTile:
    placement = Placement.parse(text)
    shown = edges(placement.tile, placement.rotation)
    return ReadTile(0, 0, 50, 0, shown, placement, group, 0.99, is_whole, ())


def solved(text: str) -> tuple[ReadTile, ...]:
    return tuple(seen(str(placement)) for placement in solve(parse_goal(text)).solution)


@pytest.fixture(scope="module")
def loop() -> tuple[ReadTile, ...]:
    return solved("1-10 loop:Y")


def test_a_loop_is_found_and_counts_twice(loop):
    yellow = Reading(loop).lines()[Colour.YELLOW]

    assert yellow.is_loop
    assert yellow.score == 20


def test_the_lines_of_a_reading_are_those_of_its_game(loop):
    reading = Reading(loop)
    game = reading.game(Rules(), [(), ()])

    assert isinstance(game, Game)
    assert [line.score for line in reading.lines()] == [line.score for line in game.lines()]


def test_a_right_solution_of_a_puzzle_has_no_faults_and_a_turned_tile_has(loop):
    strands = parse_goal("1-10 loop:Y").strands
    wrong = (seen(str(loop[0].placement._replace(rotation=(loop[0].placement.rotation + 1) % 6))), *loop[1:])

    assert Reading(loop).puzzle_faults(strands) == []
    assert Reading(wrong).puzzle_faults(strands) != []
    assert tuple(mismatches([tile.placement for tile in wrong])) != ()


def test_the_goal_has_all_whole_tiles(loop):
    reading = Reading((*loop, seen("20@0,0^0", 1), seen("21@0,0^0", 2, is_whole=False)))

    assert reading.goal().tiles == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20)
    assert reading.loose() == (20,)


def test_a_reading_with_a_tile_twice_is_not_checked(loop):
    reading = Reading((*loop, seen(f"{loop[0].number}@0,0^0", 1)))

    assert Reading(loop).is_checked()
    assert reading.repeated() == (loop[0].number,)
    assert not reading.is_checked()


def test_a_contact_of_two_colours_ends_a_line():
    lower = Placement(1, Cell(0, 0), 0)  # YYBRBR
    upper = next(Placement(2, Cell(1, 0), turn) for turn in range(6) if edges(2, turn)[3] == "B")

    laid = {placement.cell: placement for placement in (lower, upper)}

    line = best_line(laid, Colour.YELLOW)

    assert tuple(mismatches([lower, upper])) == ((Cell(0, 0), 0),)
    assert line.score == 1
    assert best_line(laid, Colour.GREEN).score == 0
