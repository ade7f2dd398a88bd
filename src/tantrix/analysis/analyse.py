"""Analyse a game: every choice, every draw, and the totals."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from tantrix.analysis.grades import (
    THRESHOLDS,
    TOURNAMENT_THRESHOLDS,
    Grade,
    Threshold,
    accuracy_of,
    grade,
)
from tantrix.analysis.lookahead import Lookahead
from tantrix.analysis.loops import best_loop
from tantrix.analysis.outlook import chance
from tantrix.analysis.value import Analysis, Choice, MissedLoop, PlyAnalysis, Totals
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.record import Record
from tantrix.robots.evaluation import Analyser, Evaluation, ScoredPlacement, final_margin, never
from tantrix.rules import Rules

N_SAMPLES = 8
TOURNAMENT_TAG = "TournamentPoints"  # of a record: the points of each seat, which follow from the margin
PlacementValues = tuple[list[float], list[float], int]
OnProgress = Callable[[int, int, PlyAnalysis], None]


class Loss(NamedTuple):
    """How much lower a placement is valued than another, and the standard error of the margin."""

    margin: float
    share: float
    error: float


def ignore(done: int, total: int, step: PlyAnalysis) -> None:
    """Ignore progress reports."""


def analyse(
    record: Record,
    robot: Analyser,
    name: str,
    *,
    seed: int = 0,
    first: int | None = None,
    last: int | None = None,
    n_samples: int = N_SAMPLES,
    should_stop: Callable[[], bool] = never,
    on_progress: OnProgress = ignore,
) -> Analysis:
    """Analyse the placements from the `first` to the `last` tile of a game, with the robot `name`.

    The same record, robot and seed give the same analysis. A choice takes one evaluation and a draw
    `n_samples` + 1, twice as many if the player did not play the robot's first choice. Without samples luck
    is left out and losses come from a single evaluation, which is faster and less precise. A game for
    tournament points, as its tags say, is graded by the margin alone. `on_progress` is
    called with the number of placements done, the total, and the last one. After a stop the finished part is
    returned, with `is_complete` false. Raises RecordError for a record that does not replay, and ValueError
    for tiles beyond its end.
    """
    games = list(replayed(record))
    chosen = _between(games, first, last)
    has_points = any(name == TOURNAMENT_TAG for name, _ in record.tags)
    thresholds = TOURNAMENT_THRESHOLDS if has_points else THRESHOLDS
    steps: list[PlyAnalysis] = []
    for before, after in chosen:
        step = _step(before, after, robot, seed, n_samples, should_stop, thresholds)
        if should_stop():
            break  # the evaluation of this step was not finished
        steps.append(step)
        on_progress(len(steps), len(chosen), step)
    return Analysis(
        rules=record.rules,
        robot=name,
        seed=seed,
        n_plies=games[-1].ply,
        steps=tuple(steps),
        totals=totals_of(record.rules, steps),
        margins=_margins(games[-1]),
        is_complete=len(steps) == len(chosen),
        thresholds=thresholds,
    )


def replayed(record: Record) -> Iterator[Game]:
    """Yield the positions of a record from the deal to its end."""
    game = record.game(record.first_ply - 1)
    yield game
    for entry in record.entries[:-1]:
        game = game.play(entry.placement, entry.draw)
        yield game
    if record.entries:
        yield record.game()


def totals_of(rules: Rules, steps: Sequence[PlyAnalysis]) -> tuple[Totals, ...]:
    """Return the totals of each seat."""
    return tuple(
        _totals(seat, [step for step in steps if step.seat == seat]) for seat in range(rules.n_seats)
    )


def _between(games: Sequence[Game], first: int | None, last: int | None) -> list[tuple[Game, Game]]:
    """Pair the positions before and after each requested placement."""
    low, high = games[0].ply + 1, games[-1].ply
    first, last = low if first is None else first, high if last is None else last
    if high < low:
        raise ValueError("expected a record with placements, got none")
    if not low <= first <= last <= high:
        raise ValueError(f"expected the tiles {low} to {high}, got {first} to {last}")
    return [(before, after) for before, after in pairwise(games) if first <= after.ply <= last]


def _step(
    before: Game,
    after: Game,
    robot: Analyser,
    seed: int,
    n_samples: int,
    should_stop: Callable[[], bool],
    thresholds: Sequence[Threshold],
) -> PlyAnalysis:
    laid = after.laid[-1]
    ahead = Lookahead(before, laid.draw, robot, seed, n_samples, should_stop) if n_samples else None
    values = ahead.values(laid.placement) if ahead else None
    evaluation = None
    if len(before.placements()) > 1 and not should_stop():
        evaluation = robot.analyse(before, chance(seed, before.ply, "choice"), should_stop)
    return PlyAnalysis(
        ply=after.ply,
        seat=before.to_play,
        placement=laid.placement,
        choice=_choice(before, laid.placement, evaluation, ahead, values, thresholds) if evaluation else None,
        draw=ahead.draw(values[0], values[2]) if ahead and values else None,
    )


def _choice(
    game: Game,
    played: Placement,
    evaluation: Evaluation,
    ahead: Lookahead | None,
    values: PlacementValues | None,
    thresholds: Sequence[Threshold],
) -> Choice:
    scored = {each.placement: each for each in evaluation.candidates}
    best, own = evaluation.candidates[0], scored[played]
    loss = Loss(best.margin - own.margin, best.share - own.share, 0.0)
    if ahead and values and own is not best and not evaluation.is_exact:
        loss = _compared(ahead, ahead.values(best.placement), values)
    is_best = own is best or (loss.margin <= 0 and loss.share <= 0)
    return Choice(
        n_placements=len(scored),
        played=own,
        best=best,
        loss=max(0.0, loss.margin),
        share_loss=max(0.0, loss.share),
        loss_error=loss.error,
        grade=grade(loss.margin, loss.share, is_best, thresholds),
        is_exact=evaluation.is_exact,
        missed_loop=_missed_loop(game, own, scored) if loss.margin > 0 else None,
    )


def _compared(ahead: Lookahead, best: PlacementValues, own: PlacementValues) -> Loss:
    """Compare two placements draw by draw."""
    margins = [a - b for a, b in zip(best[0], own[0], strict=True)]
    shares = [a - b for a, b in zip(best[1], own[1], strict=True)]
    return Loss(ahead.bag.mean(margins), ahead.bag.mean(shares), ahead.bag.error(margins))


def _missed_loop(
    game: Game, own: ScoredPlacement, scored: dict[Placement, ScoredPlacement]
) -> MissedLoop | None:
    """Return the loop that the player could have closed to gain at least one point, if there is one."""
    found = best_loop(game, scored)
    if found is None or found[0].margin < own.margin + THRESHOLDS[-1].margin:
        return None
    loop, score = found
    return MissedLoop(loop.placement, score, loop.margin - own.margin)


def _totals(seat: int, steps: Sequence[PlyAnalysis]) -> Totals:
    choices = [step.choice for step in steps if step.choice]
    draws = [step.draw for step in steps if step.draw]
    loss = sum(choice.loss for choice in choices)
    return Totals(
        seat=seat,
        n_choices=len(choices),
        loss=loss,
        accuracy=accuracy_of(loss / len(choices)) if choices else None,
        grades={each: sum(choice.grade is each for choice in choices) for each in Grade},
        missed_loops=sum(choice.missed_loop is not None for choice in choices),
        n_draws=len(draws),
        luck=sum(draw.luck for draw in draws),
        luck_error=sqrt(sum(draw.error**2 for draw in draws)),
    )


def _margins(game: Game) -> tuple[float, ...] | None:
    if not game.is_over:
        return None
    return tuple(final_margin(game, seat) for seat in range(game.rules.n_seats))
