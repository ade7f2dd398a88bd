"""The interface of robots, and their evaluation of a game: every legal placement with its expectation."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from tantrix.game import Game
from tantrix.placement import Placement

__all__ = ["Analyser", "Evaluation", "Robot", "ScoredPlacement", "share_of_margin"]

MARGIN_SCALE = 4.0  # how many points of expected margin multiply the odds of winning by e


class ScoredPlacement(NamedTuple):
    """A robot's evaluation of one placement.

    `margin`: the expected final margin of the seat to play: its team's score minus its best opponent's.
    `share`: the expected share of the points, 0 to 1 (a win 1, a draw 1/2). `n_playouts`: how often it was
    played out; 0 for a static evaluation. `line`: the expected line of play, this placement first.
    """

    placement: Placement
    margin: float
    share: float
    n_playouts: int
    line: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every legal placement, best first; the robot plays the first.

    `n_playouts`: how many games were played out in all. `is_exact`: the endgame was solved.
    """

    candidates: tuple[ScoredPlacement, ...]
    n_playouts: int
    is_exact: bool


def never() -> bool:
    """Never ask a robot to stop."""
    return False


def ignore(evaluation: Evaluation) -> None:
    """Ignore progress reports."""


class Robot(Protocol):
    """A program that plays."""

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return one of `game.placements()`; never called when the game is over.

        `rng` is the only source of randomness, so that a game can be replayed. Called on any thread.
        """
        ...


@runtime_checkable
class Analyser(Robot, Protocol):
    """A robot that can explain its choice: `choose` returns the first placement of a complete `analyse`."""

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge every legal placement; never called when the game is over.

        Calls `should_stop` at least every 50 ms and, if it is true, returns the best so far; calls
        `on_progress` with each deeper evaluation. Without a stop the same game and the same `rng` give the
        same evaluation.
        """
        ...


def final_margin(game: Game, seat: int) -> int:
    """Return the margin of a seat's colour in a game that is over, 0 for a draw (R3.6, R5.3)."""
    if game.outcome is not None and game.outcome.is_draw:
        return 0
    own = game.rules.colours[seat]
    others = [score for colour, score in zip(game.rules.colours, game.scores, strict=True) if colour != own]
    return game.score(seat) - max(others)


def share_of_margin(margin: float) -> float:
    """Estimate the share of the points from an expected margin."""
    return 1 / (1 + exp(-max(-60.0, min(60.0, margin / MARGIN_SCALE))))


def static(placement: Placement, margin: float) -> ScoredPlacement:
    """Score a placement by its margin alone, without playouts."""
    return ScoredPlacement(placement, margin, share_of_margin(margin), 0, (placement,))
