"""An analysis as a value."""

from dataclasses import dataclass

from tantrix.analysis.grades import Grade, Threshold
from tantrix.placement import Placement
from tantrix.robots.evaluation import ScoredPlacement
from tantrix.rules import Rules


@dataclass(frozen=True, slots=True)
class MissedLoop:
    """A loop that the seat did not close: the placement for it, its score, and the margin lost."""

    placement: Placement
    score: int
    loss: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A placement with alternatives: the robot's evaluation of it and of the best one.

    `loss`: expected points of margin that it gives away, 0 or more, and `loss_error`, its standard error from
    sampled draws; `share_loss`: the loss of the share of the points. `is_exact`: the endgame was solved, so
    the loss is not an estimate.
    """

    n_placements: int
    played: ScoredPlacement
    best: ScoredPlacement
    loss: float
    share_loss: float
    loss_error: float
    grade: Grade
    is_exact: bool
    missed_loop: MissedLoop | None


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile drawn: the margin that it gained over the mean of all draws, and the standard `error`."""

    tile: int
    luck: float
    error: float


@dataclass(frozen=True, slots=True)
class PlyAnalysis:
    """A placement of the game, the `ply`-th tile; None where there was nothing to choose or to draw."""

    ply: int
    seat: int
    placement: Placement
    choice: Choice | None
    draw: Draw | None


@dataclass(frozen=True, slots=True)
class Totals:
    """A seat's sums. `accuracy`: 0 to 1, None without a choice; `luck` and its standard error in points."""

    seat: int
    n_choices: int
    loss: float
    accuracy: float | None
    grades: dict[Grade, int]
    missed_loops: int
    n_draws: int
    luck: float
    luck_error: float

    @property
    def mean_loss(self) -> float | None:
        """The mean loss of a choice in points."""
        return self.loss / self.n_choices if self.n_choices else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The whole analysis. `margins`: the final margin of each seat, None if the game has not ended.

    `n_plies`: tiles laid at the end of the record; `is_complete`: the analysis was not stopped; `thresholds`:
    what its grades mean.
    """

    rules: Rules
    robot: str
    seed: int
    n_plies: int
    steps: tuple[PlyAnalysis, ...]
    totals: tuple[Totals, ...]
    margins: tuple[float, ...] | None
    is_complete: bool
    thresholds: tuple[Threshold, ...]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("seat", "accuracy", "loss", "missed loops", "luck"))
        rows = "".join(
            f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(row))}</tr>" for row in self.totals
        )
        return f"<table><tr>{head}</tr>{rows}</table>"


def _cells(totals: Totals) -> tuple[str, ...]:
    accuracy = "" if totals.accuracy is None else f"{totals.accuracy:.0%}"
    luck = f"{totals.luck:+.1f} ± {totals.luck_error:.1f}"
    return f"{totals.seat + 1}", accuracy, f"{totals.loss:.1f}", f"{totals.missed_loops}", luck
