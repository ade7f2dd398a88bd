"""The puzzle solver: goals, searches, proofs and checks.

Imports: the rules, workers and the kernel.
"""

from tantrix.solver.answer import Answer, Solution, Status
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand, parse_goal, print_goal
from tantrix.solver.progress import SolveProgress
from tantrix.solver.shapes import BoardShape
from tantrix.solver.solve import SolveMode, is_unique, solutions, solve

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
