"""The puzzle of a day, made in a worker process."""

from datetime import date

from tantrix.server.puzzles.daily.specs import spec_of
from tantrix.solver.goal import print_goal


def make_daily_goal(day: date) -> str:
    """Make the puzzle of a day; takes a fifth of a second."""
    from tantrix.solver.generate import generate

    made = generate(spec_of(day), day.toordinal())
    assert made.goal is not None, day
    return print_goal(made.goal)
