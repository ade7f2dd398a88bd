"""Puzzles solved: goals, search, proofs and checks."""

from tantrix.solver.answer import Answer, Solution, Status
from tantrix.solver.goal import Goal, Kind, Scope, Strand, parse_goal, print_goal
from tantrix.solver.shapes import Shape
from tantrix.solver.solve import Ask, Progress, solve

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
    "parse_goal",
    "print_goal",
    "solve",
]
