"""The roster: what each row makes, and that rows and their page agree."""

from pathlib import Path
from typing import Any

import pytest

from tantrix.robots import UnknownRobot, all_names, find, names
from tantrix.robots.adaptive import Adaptive
from tantrix.robots.beginner import Beginner
from tantrix.robots.forecast.robot import Forecast
from tantrix.robots.greedy import Greedy
from tantrix.robots.keen.robot import Keen
from tantrix.robots.roster import ROSTER, UNKNOWN_POINTS, Offered, RobotRow, has_fixed_strength, points_of
from tantrix.robots.search.flat import Flat, FlatSettings
from tantrix.robots.search.flat_endgame import WithEndgame
from tantrix.robots.search.tree import TreeSettings
from tantrix.robots.style import Style, Styled
from tantrix.robots.uniform import Uniform

LEVELS_PAGE = Path(__file__).parents[2] / "docs" / "robots" / "levels.md"
MADE = {
    "random": (Uniform, {}),
    "greedy": (Greedy, {}),
    "beginner": (Beginner, {}),
    "forecast": (Forecast, {}),
    "club": (Flat, {"settings": FlatSettings(32)}),
    "expert": (Flat, {"settings": FlatSettings(160)}),
    "master": (WithEndgame, {"n_left": 9, "max_nodes": 1_000_000}),
    "champion": (WithEndgame, {"n_left": 10, "max_nodes": 1_000_000}),
    "adaptive": (Adaptive, {}),
    "careful": (Styled, {"style": Style(forced=0.55)}),
    "looper": (Styled, {"style": Style(loop=30.0)}),
    "blocker": (Styled, {"style": Style(opponent=8.0)}),
}


@pytest.mark.parametrize("name", names())
def test_each_name_makes_its_own_kind_of_robot(name: str) -> None:
    kind, settings = MADE[name]

    robot = find(name)

    assert type(robot) is kind
    assert {setting: getattr(robot, setting) for setting in settings} == settings


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("master", TreeSettings(3000, point=0.05)),
        ("champion", TreeSettings(10_000, point=0.05, best_of=16, n_plies=8, n_deep=4)),
    ],
)
def test_the_strongest_search_a_tree_until_the_endgame(name: str, settings: TreeSettings) -> None:
    robot: Any = find(name)

    assert type(robot.robot) is Keen
    assert robot.robot.settings == settings


def test_a_retired_robot_is_known_but_plays_no_more() -> None:
    assert [name for name in all_names() if name not in names()] == ["minimax"]
    assert points_of("minimax") == 460
    with pytest.raises(UnknownRobot, match="'minimax'"):
        find("minimax")


def test_no_two_robots_share_a_name_a_label_a_face_or_the_words_beside_them() -> None:
    for facts in (
        [row.name for row in ROSTER],
        [row.label for row in ROSTER],
        [row.face for row in ROSTER],
        [row.strength for row in ROSTER if row.strength],
    ):
        assert len(set(facts)) == len(facts)


@pytest.mark.parametrize("row", ROSTER, ids=[row.name for row in ROSTER])
def test_a_row_is_whole(row: RobotRow) -> None:
    assert row.label
    assert row.summary.endswith(".")
    assert (row.strength != "") == (row.offered >= Offered.LOBBY)
    assert (row.level is None) == (row.points is None)
    assert row.face
    assert (row.make is None) == (row.offered is Offered.NOWHERE) == (row.stand_in is not None)


def test_levels_have_no_gap_and_each_has_more_points_than_the_one_before() -> None:
    rated = sorted({(row.level, row.points) for row in ROSTER if row.level and row.points})

    assert [level for level, _ in rated] == list(range(1, len(rated) + 1))
    assert sorted({points for _, points in rated}) == [points for _, points in rated]


def test_a_robot_that_adapts_or_is_unknown_has_the_fewest_points() -> None:
    assert points_of("adaptive") == points_of("somebody's") == UNKNOWN_POINTS == min(map(points_of, names()))


def test_only_the_robot_that_adapts_plays_no_rated_games() -> None:
    assert [name for name in [*names(), "somebody's"] if not has_fixed_strength(name)] == ["adaptive"]


def test_the_page_lists_the_robots_as_the_roster_has_them() -> None:
    rows = [f"| {' | '.join(_cells(row))} |" for row in ROSTER]

    assert "\n".join(rows) in LEVELS_PAGE.read_text(encoding="utf-8")


def _cells(row: RobotRow) -> list[str]:
    """Return the cells of the table of robots in `docs/robots/levels.md`."""
    level = "–" if row.level is None else str(row.level)
    points = "–" if row.points is None else f"{row.points:.0f}"
    places = {
        Offered.NOWHERE: "nowhere",
        Offered.BY_NAME: "by name",
        Offered.LOBBY: "lobby",
        Offered.START_PAGE: "start page",
    }
    return [f"`{row.name}`", row.label, level, points, places[row.offered], row.strength or "–"]
