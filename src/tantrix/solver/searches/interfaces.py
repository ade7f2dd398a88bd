"""What every search offers: it can be advanced by some nodes and stopped, a complete one also be split.

The record of a search is its complete state, so a copy can continue from there, even on another computer.
"""

from fractions import Fraction
from typing import Any, Protocol

from tantrix.solver.answer import Solution
from tantrix.solver.goal import Goal


class FindingSearch(Protocol):
    """A search for one solution. `advance` returns RUNNING, SOLUTION or, if there is none, DONE."""

    goal: Goal

    @property
    def name(self) -> str: ...
    @property
    def nodes(self) -> int: ...
    @property
    def progress(self) -> float: ...
    def advance(self, budget: int) -> int: ...
    def solution(self) -> Solution: ...


class CountingSearch(Protocol):
    """A search through everything. `advance` returns RUNNING, SOLUTION, DONE or BRANCH."""

    goal: Goal
    record: Any

    @property
    def name(self) -> str: ...
    @property
    def nodes(self) -> int: ...
    @property
    def progress(self) -> float: ...
    def advance(self, budget: int) -> int: ...
    def retreat(self) -> None: ...
    def weight(self) -> Fraction: ...


class Search(CountingSearch, FindingSearch, Protocol):
    """A search through everything that can return each solution."""
