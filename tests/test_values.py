"""Values of the library: they take numbers of NumPy, never change, and arrive whole in other processes."""

import copy
import json
import pickle
from dataclasses import FrozenInstanceError
from math import cos, dist, radians, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix import ORIGIN, Cell, Game, IllegalPlacement, Placement, Rules, Verdict
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.deal import deal
from tantrix.gobble.record import RushRecordError
from tantrix.gobble.verdicts import RefusedCommand, RushVerdict
from tantrix.hexes import cell_at, centre, neighbours
from tantrix.pictures import draw as pictures
from tantrix.record import Record
from tantrix.record.entries import Location, RecordError
from tantrix.robots import BrokenRobot, UnknownRobot
from tantrix.robots.engine.client import EngineError
from tantrix.solver.goal import parse_goal

HANDS = ((1, 2, 3, 4, 5, 6), (15, 16, 17, 18, 19, 20))
GAME = Game.start(Rules(), HANDS)
CELLS = st.builds(Cell, st.integers(-30, 30), st.integers(-30, 30))


def test_numbers_of_numpy_are_as_good_as_others():
    hands = [np.array(hand) for hand in HANDS]
    placement = Placement(np.int64(1), Cell(np.int8(0), np.int16(0)), np.uint8(0))

    rules = Rules(colours=np.array([0, 3]), tile_set=np.int64(56), hand_size=np.int32(6))
    game = Game.start(rules, hands, np.int64(0)).play(placement, draw=np.int64(40))

    assert game == Game.start(Rules(), HANDS).play("1@0,0^0", draw=40)
    assert "np." not in f"{game.laid}{game.hands}{rules}"
    assert json.loads(json.dumps([game.hands, game.laid, rules.colours, rules.hand_size]))


@pytest.mark.parametrize("draw", [True, 40.0, "40", np.bool_(True), np.float64(40), None])
def test_what_is_no_number_is_no_draw(draw: Any):
    with pytest.raises(ValueError, match="expected a draw out of the 44 tiles of the bag"):
        Game.start(Rules(), HANDS).play("1@0,0^0", draw=draw)


@pytest.mark.parametrize(
    "value",
    [GAME, GAME.rules, Record(Rules(), HANDS, ()), deal(Rules(), bytes(32)), parse_goal("1-10 loop:Y")],
    ids=repr,
)
@pytest.mark.parametrize("name", ["ply", "rules", "n_seats", "nonsense"])
def test_an_assignment_to_a_value_is_refused_in_words(value: Any, name: str):
    refused = f"cannot assign to '{name}': {type(value).__name__} values never change"

    with pytest.raises(FrozenInstanceError, match=refused):
        setattr(value, name, 3)
    with pytest.raises(FrozenInstanceError, match=refused):
        delattr(value, name)
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    assert hash(copy.copy(value)) == hash(value)


@pytest.mark.parametrize(
    "error",
    [
        IllegalPlacement(Placement(1, ORIGIN, 0), Verdict.OCCUPIED, 3),
        RecordError("a problem", Location(2, 3)),
        RushRecordError("a problem", 4),
        RefusedCommand("a command", RushVerdict.NOTHING_DUE, 5),
        InvalidValue("expected {n} of {braces}", "rounds", n=6, braces="{x}"),
        UnknownRobot("nobody"),
        BrokenRobot("nobody"),
        EngineError("late"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_arrives_whole_from_another_process(error: Exception):
    for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))


@given(CELLS, st.floats(0, 0.499), st.floats(0, 360))
def test_every_point_near_the_centre_of_a_cell_lies_in_it(cell: Cell, distance: float, degrees: float):
    x, y = centre(cell)
    point = x + distance * cos(radians(degrees)), y + distance * sin(radians(degrees))

    assert cell_at(*point) == cell
    assert pictures.cell_at(*(100 * number for number in point)) == cell


@given(st.floats(-40, 40), st.floats(-40, 40))
def test_the_cell_of_a_point_is_the_nearest(x: float, y: float):
    found = cell_at(x, y)

    def away(cell: Cell) -> float:
        return dist((x, y), centre(cell))

    assert all(away(found) <= away(near) + 1e-9 for near in neighbours(found))
