"""The levels of puzzles, and their pictures."""

import re
from datetime import date, timedelta
from itertools import combinations
from math import dist

import pytest

from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.puzzles.daily.puzzle import puzzle_of
from tantrix.server.puzzles.daily.worker_calls import make_daily_goal
from tantrix.server.puzzles.difficulty import (
    ENOUGH_PEOPLE,
    PuzzleLevel,
    level_of,
    levels_word,
    minutes_text,
    usual_ms,
)
from tantrix.server.puzzles.home import badges, month_hexagons, packs
from tantrix.server.puzzles.pictures import picture, picture_of
from tantrix.solver import SolveMode, parse_goal, solve


def test_more_tiles_take_longer_until_people_have_shown_otherwise() -> None:
    small, large = PUZZLES["discovery-3"], PUZZLES["discovery-30"]

    assert usual_ms(small) < usual_ms(large)
    assert usual_ms(large, (ENOUGH_PEOPLE - 1, 1_000)) == usual_ms(large)
    assert usual_ms(large, (ENOUGH_PEOPLE, 1_000)) == 1_000
    assert level_of(usual_ms(small)) is PuzzleLevel.EASY
    assert level_of(usual_ms(large)) is PuzzleLevel.HARD


def test_a_pack_shows_the_usual_time_of_its_puzzles() -> None:
    discovery = next(pack for pack in packs("en") if pack.group.name == "discovery")

    assert discovery.usual in {card.usual for card in discovery.cards}
    assert all(pack.usual.startswith("about ") for pack in packs("en"))


def test_a_pack_names_the_levels_from_its_easiest_to_its_hardest_puzzle() -> None:
    found = {pack.group.name: (pack.levels, {card.level for card in pack.cards}) for pack in packs("en")}

    assert found["discovery"] == ("Easy to hard", {"easy", "medium", "hard"})
    assert all(levels.lower() in present for levels, present in found.values() if len(present) == 1)


@pytest.mark.parametrize(
    ("levels", "word"),
    [
        ("hard", "Hard"),
        ("medium easy medium", "Easy to medium"),
        ("hard easy", "Easy to hard"),
        ("hard medium", "Medium to hard"),
    ],
)
def test_a_range_of_levels_begins_with_the_easiest(levels: str, word: str) -> None:
    assert levels_word(map(PuzzleLevel, levels.split()), "en") == word


def test_usual_times_are_rounded() -> None:
    assert [minutes_text(ms, "en") for ms in (1_000, 34_000, 58_000, 200_000)] == [
        "about 10 s",
        "about 30 s",
        "about 1 min",
        "about 3 min",
    ]


@pytest.mark.parametrize("day", [date(2026, 11, 23) + timedelta(days=n) for n in range(7)], ids=str)
def test_a_badge_certifies_exactly_one_solution_where_counting_finds_one(day: date) -> None:
    puzzle = puzzle_of(day, parse_goal(make_daily_goal(day)))

    names = [name for name, _ in badges(puzzle, "en")]

    assert ("proven" in names) == (solve(puzzle.goal, SolveMode.COUNT).count == 1) == (day.weekday() == 6)


@pytest.mark.parametrize(
    "name", [name for name, one in PUZZLES.items() if one.goal.shape is None and not one.pool]
)
def test_a_picture_shows_as_many_tiles_as_its_puzzle_has(name: str) -> None:
    puzzle = PUZZLES[name]

    n_tiles = 16 if puzzle.mode == "sum" else len(puzzle.goal.tiles)

    assert str(picture_of(puzzle)).count("goal-cell") == n_tiles


def test_a_picture_of_a_shape_tells_no_course_of_the_line() -> None:
    drawn = str(picture_of(PUZZLES["pyramid-yellow"]))

    assert "goal-line" not in drawn
    assert drawn.count('class="fill-Y"') == drawn.count("goal-cell") == 10


@pytest.mark.parametrize(
    "goal", ["1-3 loop:R", "1-9 line:B", "1-5 line:Y", "1-10 line:R line:G", "1-30 loop:G"]
)
def test_beads_on_a_string_do_not_touch_and_each_line_is_drawn(goal: str) -> None:
    drawn = str(picture(parse_goal(goal)))

    beads = [list(map(float, points.split())) for points in re.findall('points="([^"]*)"', drawn)]
    middles = [(sum(bead[::2]) / 6, sum(bead[1::2]) / 6) for bead in beads]
    assert len(middles) == len(parse_goal(goal).tiles)
    assert min(dist(one, other) for one, other in combinations(middles, 2)) > 22
    assert drawn.count("goal-line") == len(parse_goal(goal).strands)


def test_the_days_of_a_month_stand_in_weeks() -> None:
    cells, (width, height) = month_hexagons(date(2026, 11, 23), "en")

    assert len(cells) == 30
    assert cells[0].title.endswith("1 November 2026")
    assert [cell.number for cell in cells if cell.is_today] == [23]
    assert [cell.number for cell in cells if not cell.is_joined] == [1, 2, 9, 16, 23, 30]  # Mondays
    assert all(0 < cell.x < width and 0 < cell.y < height for cell in cells)
