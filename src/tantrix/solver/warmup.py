"""Compile every search: about fifty seconds the first time, a third of a second in later processes."""

from pathlib import Path

from tantrix._compile.jit import IS_COMPILED, cache_folder
from tantrix.solver.boards.recolouring import LEAST
from tantrix.solver.boards.solitaire import best_table
from tantrix.solver.goal import SolveMode, parse_goal
from tantrix.solver.loops.population import sampled_count
from tantrix.solver.pipeline import solve
from tantrix.solver.searches.choice import proving_search
from tantrix.solver.searches.complete import ClosureSearch
from tantrix.solver.searches.guessing import MainStrandSearch
from tantrix.tiles import Colour

_HELD = "1-5 loop:R held:1@-1,0^1;2@0,0^0"
_TWO = "1-56 loop:R/own loop:Y/own"
_LINES = "1-20 line:R/own line:B/own"
_BOARD = "1-28 line:R/own line:B/own shape:rhombus:4x7"
_DONE = "solver-done"  # the name of the file that marks all searches as compiled


def is_warm() -> bool:
    """Return whether there is nothing left to compile."""
    return not IS_COMPILED or (cache_folder(Path(__file__)) / _DONE).exists()


def warm_up() -> None:
    """Compile every search."""
    for text in (
        "1-3 loop:Y",
        "1-5 loop:R",
        "1-3 line:Y",
        "1-10*2 loop:Y",
        "1-3 loop:Y holes:1",
        "1-3 loop:Y shape:triangle:2",
        _TWO,
        _HELD,
    ):
        solve(parse_goal(text), SolveMode.FIRST)
        solve(parse_goal(text), SolveMode.COUNT, should_stop=lambda: True)
    solve(parse_goal("1-10*7 loop:R"))
    MainStrandSearch(parse_goal(_LINES), 1).advance(1)
    proving_search(parse_goal(_BOARD)).advance(1)
    ClosureSearch(parse_goal("1-5 loop:R"), 3).advance(1)
    sampled_count(range(1, 11), Colour.RED, 1, 2)
    best_table(range(1, LEAST + 1), rounds=2)
    if IS_COMPILED:
        (cache_folder(Path(__file__)) / _DONE).touch()
