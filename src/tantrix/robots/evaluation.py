"""What a robot thinks: every legal placement with what it expects of it, best first."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random
from typing import NamedTuple, Protocol

from tantrix.game import Game
from tantrix.placement import Placement

MARGIN_SCALE = 4.0  # points of expected margin that multiply the odds of winning by e


class ScoredPlacement(NamedTuple):
    """One placement as a robot sees it.

    `margin`: the expected final margin of the seat to play, its team's score less its best rival's.
    `share`: the expected share of the points, 0 to 1 (a win 1, a draw 1/2). `n_playouts`: how much it was
    looked at; 0 is a static judgement. `line`: what is expected to follow, the placement itself first.
    """

    placement: Placement
    margin: float
    share: float
    n_playouts: int
    line: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every legal placement, best first; the first is what the robot plays.

    `n_playouts`: how many games were played out for it in all. `is_exact`: the endgame was solved.
    """

    judged: tuple[ScoredPlacement, ...]
    n_playouts: int
    is_exact: bool


def never() -> bool:
    """Ask for no stop."""
    return False


def silent(thought: Evaluation) -> None:
    """Tell nobody."""


class Thinker(Protocol):
    """A robot that can say why."""

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return what `think` puts first when nobody stops it."""
        ...

    def think(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        tell: Callable[[Evaluation], None] = silent,
    ) -> Evaluation:
        """Judge every legal placement; never called when the game is over.

        Asks `should_stop` at least every 50 ms and then returns the best so far; `tell` is called with the
        thought as it deepens. Without a stop the same game and the same `rng` give the same thought.
        """
        ...


def share_of(margin: float) -> float:
    """Guess the share of the points from an expected margin."""
    return 1 / (1 + exp(-max(-60.0, min(60.0, margin / MARGIN_SCALE))))


def static(placement: Placement, margin: float) -> ScoredPlacement:
    """Judge a placement by a margin alone, nothing played out."""
    return ScoredPlacement(placement, margin, share_of(margin), 0, (placement,))
