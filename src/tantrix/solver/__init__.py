"""Puzzles solved: goals, search, proofs and checks."""

from tantrix.solver.answer import Answer, Solution, Status
from tantrix.solver.boards.shapes import Shape
from tantrix.solver.goal import Goal, Kind, Scope, Strand, parse_goal, print_goal
from tantrix.solver.solve import Ask, Progress, is_unique, solutions, solve

__all__ = [
    "Answer",
    "Ask",
    "Goal",
    "Kind",
    "Progress",
    "Scope",
    "Shape",
    "Solution",
    "Status",
    "Strand",
    "is_unique",
    "parse_goal",
    "print_goal",
    "solutions",
    "solve",
]
