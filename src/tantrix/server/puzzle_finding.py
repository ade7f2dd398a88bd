"""Find a puzzle by its address: a named one, or any goal that somebody wrote into a link."""

from tantrix.server.i18n import marked
from tantrix.server.problems import ProblemError
from tantrix.server.puzzles import CUSTOM, PUZZLES, Puzzle
from tantrix.solver.goal import Goal, parse_goal

MAX_TILES = 64
MAX_GOAL_TEXT = 1000


def find_named(name: str, goal_text: str | None = None) -> Puzzle:
    """Find a puzzle that needs no work to be known. Raises ProblemError if there is none."""
    if name == CUSTOM:
        return custom(read_goal(goal_text or ""))
    puzzle = PUZZLES.get(name)
    if puzzle is None:
        raise ProblemError("unknown_puzzle")
    return puzzle


def custom(goal: Goal) -> Puzzle:
    """Make a puzzle of any goal."""
    return Puzzle(CUSTOM, CUSTOM, marked("Puzzle of {number} tiles"), goal, len(goal.tiles))


def read_goal(text: str) -> Goal:
    """Read a goal small enough to be played. Raises ProblemError for any other text."""
    try:
        goal = parse_goal(text)
    except ValueError as error:
        raise ProblemError("unreadable_goal", str(error)) from None
    if len(goal.tiles) > MAX_TILES:
        n = len(goal.tiles)
        raise ProblemError(
            "unreadable_goal", f"expected at most {MAX_TILES} tiles to be played with, got {n}"
        )
    return goal
