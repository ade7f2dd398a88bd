"""The goal of a first game: the picture of a line, for a player alone with robots."""

import re

import pytest

from tantrix.hexes import neighbour, opposite
from tantrix.placement import Placement
from tantrix.server.games.views.goal import goal_of, line_picture
from tantrix.server.protocol.game import GameView, SeatView
from tantrix.tiles import edges


def seat(number: int, robot: str | None, *, is_mine: bool = False) -> SeatView:
    return SeatView(
        seat=number,
        colour="RB"[number],
        name="",
        kind="robot" if robot else "person",
        robot=robot,
        is_mine=is_mine,
        account=None,
        stand_in=None,
        colour_preferences=[],
    )


def game(*seats: SeatView, is_rated: bool = False) -> GameView:
    return GameView(
        id="game",
        rules="",
        tile_set=56,
        is_teams=False,
        seats=list(seats),
        drawn=[],
        commitment="",
        started_at="",
        control=None,
        is_listed=False,
        is_rated=is_rated,
    )


ME, ROBOT, OTHER = seat(0, None, is_mine=True), seat(1, "gentle"), seat(1, None)


@pytest.mark.parametrize("letter", "RYGB")
def test_the_picture_shows_a_line_of_four_tiles_that_match(letter: str) -> None:
    text = re.search("<desc>(.*)</desc>", line_picture(letter))
    assert text
    laid = {one.cell: one for one in map(Placement.parse, text[1].split())}

    pairs = [
        (edges(one.tile, one.rotation)[edge], edges(other.tile, other.rotation)[opposite(edge)])
        for one in laid.values()
        for edge in range(6)
        if (other := laid.get(neighbour(one.cell, edge)))
    ]

    assert pairs == [(letter, letter)] * 6  # three seams, each seen from both sides
    assert len({one.tile for one in laid.values()}) == 4


def test_the_goal_is_for_a_player_alone_with_robots_in_a_game_that_does_not_count() -> None:
    goal = goal_of(game(ME, ROBOT))

    assert goal and goal[0] == "R"
    assert goal_of(game(ME, OTHER)) is None
    assert goal_of(game(seat(0, None), ROBOT)) is None
    assert goal_of(game(ME, ROBOT, is_rated=True)) is None
