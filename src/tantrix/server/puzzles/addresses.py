"""Finding a puzzle by its address: a named puzzle, or any goal in a link."""

import re

from tantrix.server.http.errors import Refusal
from tantrix.server.puzzles.catalogue import CUSTOM, PUZZLES, CataloguePuzzle, shuffled
from tantrix.server.wording.catalogues import gettext_noop
from tantrix.solver.goal import Goal, parse_goal

MAX_TILES = 64
MAX_GOAL_TEXT = 1000
MAX_SEED = 10**9

_STACK_NAME = re.compile(r"(solitaire-[a-z]+-[a-z]+)-(0|[1-9]\d{0,8})", re.ASCII)


def find_named(name: str, goal_text: str | None = None) -> CataloguePuzzle:
    """Find a puzzle that need not be generated. Raises Refusal if there is none."""
    if name == CUSTOM:
        return custom(read_goal(goal_text or ""))
    if name in PUZZLES:
        return PUZZLES[name]
    stack = _STACK_NAME.fullmatch(name)
    if stack is None or stack[1] not in PUZZLES:
        raise Refusal("unknown_puzzle")
    return shuffled(PUZZLES[stack[1]], int(stack[2]))


def custom(goal: Goal) -> CataloguePuzzle:
    """Make a puzzle from any goal."""
    return CataloguePuzzle(CUSTOM, CUSTOM, gettext_noop("Puzzle of {number} tiles"), goal, len(goal.tiles))


def read_goal(text: str) -> Goal:
    """Parse a goal that is small enough to be played. Raises Refusal for any other text."""
    # Larger numbers would take too much time: a shape of side 1000 has three million cells.
    if any(int(number) > MAX_TILES for number in re.findall(r"[0-9]{1,9}", text)):
        raise Refusal("unreadable_goal", f"expected numbers up to {MAX_TILES}, got {text!r}")
    try:
        goal = parse_goal(text)
    except ValueError as error:
        raise Refusal("unreadable_goal", str(error)) from None
    if len(goal.tiles) > MAX_TILES:
        n = len(goal.tiles)
        raise Refusal("unreadable_goal", f"expected at most {MAX_TILES} tiles to be played with, got {n}")
    return goal
