"""The puzzle solver: goals, searches, proofs and checks."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tantrix.solver.answer import Answer, Solution, Status
    from tantrix.solver.goal import Goal, GoalKind, GoalScope, SolveMode, Strand, parse_goal, print_goal
    from tantrix.solver.pipeline import is_unique, solutions, solve
    from tantrix.solver.progress import SolveProgress
    from tantrix.solver.shapes import BoardShape

_HOMES = {
    "tantrix.solver.answer": "Answer Solution Status",
    "tantrix.solver.goal": "Goal GoalKind GoalScope SolveMode Strand parse_goal print_goal",
    "tantrix.solver.pipeline": "is_unique solutions solve",
    "tantrix.solver.progress": "SolveProgress",
    "tantrix.solver.shapes": "BoardShape",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Answer",
    "BoardShape",
    "Goal",
    "GoalKind",
    "GoalScope",
    "Solution",
    "SolveMode",
    "SolveProgress",
    "Status",
    "Strand",
    "is_unique",
    "parse_goal",
    "print_goal",
    "solutions",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tantrix.solver' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
