"""The standings of puzzle races."""

from tantrix.competition.race import RaceResult, race_standings


def test_most_puzzles_win_then_fewest_misses_then_the_earlier_last_solution() -> None:
    results = [
        RaceResult("late", 5, 1, 2000),
        RaceResult("early", 5, 1, 1000),
        RaceResult("careful", 5, 0, 9000),
        RaceResult("fast", 6, 9, 9000),
    ]

    rows = race_standings(["late", "early", "careful", "fast", "idle"], results)

    assert [row.entrant for row in rows] == ["fast", "careful", "early", "late", "idle"]
    assert [row.place for row in rows] == [1, 2, 3, 4, 5]
    assert [(row.tenths, row.won, row.lost) for row in rows[:2]] == [(60, 6, 9), (50, 5, 0)]


def test_a_controller_may_add_points() -> None:
    rows = race_standings(["a", "b"], [RaceResult("a", 1, 0, 5)], adjusted={"b": 20})

    assert [(row.entrant, row.tenths, row.adjusted) for row in rows] == [("b", 20, 20), ("a", 10, 0)]
