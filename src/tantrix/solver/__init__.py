"""Puzzles solved: goals, search, proofs and checks."""

from tantrix.solver.answer import Answer, Solution, Status
from tantrix.solver.boards.shapes import BoardShape
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand, parse_goal, print_goal
from tantrix.solver.solve import Ask, SolveProgress, is_unique, solutions, solve

__all__ = [
    "Answer",
    "Ask",
    "BoardShape",
    "Goal",
    "GoalKind",
    "GoalScope",
    "Solution",
    "SolveProgress",
    "Status",
    "Strand",
    "is_unique",
    "parse_goal",
    "print_goal",
    "solutions",
    "solve",
]
