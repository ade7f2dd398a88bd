"""The kind of puzzle for each day: from easy on Mondays to hard on Sundays."""

from datetime import date

from tantrix.solver.specs import Difficulty, Form, PuzzleSpec, some_colours

# From Monday on: form, sizes (a different one each week), difficulty, whether the solution is unique.
_WEEK = (
    (Form.LOOP, (5, 6, 7), Difficulty.EASY, False),
    (Form.FLOWER, (7,), Difficulty.EASY, False),
    (Form.LOOP, (7, 8, 9), Difficulty.MEDIUM, False),
    (Form.TWO_LINES, (6, 7), Difficulty.EASY, False),
    (Form.PYRAMID, (10, 6), Difficulty.MEDIUM, False),
    (Form.LOOP, (10, 11, 12), Difficulty.HARD, False),
    (Form.PYRAMID, (10,), Difficulty.HARD, True),
)


def spec_of(day: date) -> PuzzleSpec:
    """Return the kind of puzzle for a day."""
    form, sizes, difficulty, is_unique = _WEEK[day.weekday()]
    week, _ = divmod(day.toordinal(), 7)
    colours = some_colours(form, day.toordinal())
    return PuzzleSpec(form, sizes[week % len(sizes)], colours, difficulty, is_unique)
