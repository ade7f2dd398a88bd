"""Watching and stopping a long search: the two callbacks that every search takes."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SolveProgress:
    """How far a search has come: nodes, solutions found, and an estimate of the part that is done."""

    nodes: int
    found: int
    part: float


ShouldStop = Callable[[], bool]
OnProgress = Callable[[SolveProgress], None]


def never() -> bool:
    """Never ask a search to stop."""
    return False


def ignore(_event: object) -> None:
    """Do nothing about a report or a solution."""


class SearchStopped(Exception):
    """A search was stopped where there is nothing yet to count or to continue from."""

    def __init__(self, nodes: int) -> None:
        super().__init__(nodes)
        self.nodes = nodes
