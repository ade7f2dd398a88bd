"""Analysis in worker processes: whole games and suggestions, with progress reports."""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tantrix.analysis import Analysis, PlyAnalysis, analyse, as_judge, to_json
from tantrix.analysis.explained import explained_json
from tantrix.analysis.json_view import candidate_json
from tantrix.game import Game
from tantrix.record import Record
from tantrix.robots import Robot
from tantrix.robots.evaluation import Evaluation
from tantrix.server.analysis.levels import ADVISERS, JUDGE, N_SAMPLES, REPORT_MS, SEED
from tantrix.server.http.worker_process import WorkerJob
from tantrix.server.protocol.analysis import Analysed, AnalysisView, JudgedView, Suggested

N_SENT = 12  # placements

FindRobot = Callable[[str], Robot]


def analyse_game(job: WorkerJob, find_robot: FindRobot, game_id: str, record: Record) -> str:
    """Analyse a game and return the message. Reports how many plies have been analysed."""
    pace = _Pace()

    def report(done: int, _total: int, _step: PlyAnalysis) -> None:
        if pace.is_due():
            job.report(done)

    found = analyse(
        record,
        as_judge(JUDGE, find_robot(JUDGE)),
        JUDGE,
        seed=SEED,
        n_samples=N_SAMPLES,
        should_stop=job.should_stop,
        on_progress=report,
    )
    return Analysed(game=game_id, analysis=_view(found, record)).model_dump_json()


def _view(found: Analysis, record: Record) -> AnalysisView:
    """Return the view of an analysis, with the reasons for each choice."""
    view: dict[str, Any] = to_json(found)
    for step, why in zip(view["steps"], explained_json(found, record), strict=True):
        if step["choice"]:
            step["choice"] |= {"reasons": why["played"], "best_reasons": why["best"]}
    return AnalysisView.model_validate(view)


def suggest(
    job: WorkerJob, find_robot: FindRobot, name: str, game: Game, rng: random.Random, max_s: float
) -> None:
    """Ask the advisers one after the other; report messages, at least each adviser's last evaluation."""
    end_s = time.monotonic() + max_s

    def should_stop() -> bool:
        return job.should_stop() or time.monotonic() > end_s

    for adviser in ADVISERS:
        on_progress = partial(_report_progress, job, _Pace(), name, adviser)
        thought = as_judge(adviser, find_robot(adviser)).analyse(game, rng, should_stop, on_progress)
        is_last = adviser == ADVISERS[-1] or thought.is_exact or should_stop()
        job.report(_message(name, adviser, thought, is_last))
        if is_last:
            return


class _Pace:
    """Lets a report through if the last one was at least REPORT_MS ago."""

    def __init__(self) -> None:
        self._last_s = time.monotonic()

    def is_due(self) -> bool:
        now_s = time.monotonic()
        is_due = now_s - self._last_s >= REPORT_MS / 1000
        if is_due:
            self._last_s = now_s
        return is_due


def _report_progress(job: WorkerJob, pace: _Pace, name: str, adviser: str, found: Evaluation) -> None:
    if pace.is_due():
        job.report(_message(name, adviser, found, False))


def _message(name: str, robot: str, thought: Evaluation, is_done: bool) -> str:
    return Suggested(
        id=name,
        robot=robot,
        n_placements=len(thought.candidates),
        n_playouts=thought.n_playouts,
        judged=[JudgedView.model_validate(candidate_json(each)) for each in thought.candidates[:N_SENT]],
        is_exact=thought.is_exact,
        is_done=is_done,
    ).model_dump_json()
