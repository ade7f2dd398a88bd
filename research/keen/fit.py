"""Fit the keen net to lessons, stage by stage: the weights of the round before are touched up."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from research.keen.lessons import KeenLesson
from tantrix._compile.records import Records
from tantrix.robots.forecast.features import N_STAGES
from tantrix.robots.keen.features import ONE
from tantrix.robots.keen.weights import Weights

HELD_OUT = 10  # one game in so many
_FEWEST = 2000  # lessons of a stage, or its weights stay
_BATCH = 48  # decisions a step


@dataclass(frozen=True, slots=True)
class Course:
    """How the net is fitted.

    `level`: what the mean error of a decision counts beside the differences between its placements.
    """

    n_epochs: int = 12
    pace: float = 5e-4
    level: float = 0.3
    decay: float = 1e-2  # towards the weights of the beginning
    point: float = 0.05  # value of a point of margin


class Learnt(NamedTuple):
    """How much is explained of the differences between placements of a decision, in games held out."""

    stage: int
    n_lessons: int
    before: float
    after: float


class _Decisions(NamedTuple):
    """Lessons in order of their decisions; `starts` has one more entry than decisions."""

    rows: NDArray[Any]  # float32, scaled
    target: NDArray[Any]
    starts: NDArray[Any]

    def within(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return values less their mean in the decision."""
        counts = np.diff(self.starts)
        return values - np.repeat(np.add.reduceat(values, self.starts[:-1]) / counts, counts)

    def some(self, which: NDArray[Any]) -> "_Decisions":
        counts = np.diff(self.starts)[which]
        first = np.repeat(self.starts[:-1][which], counts)
        ends = np.cumsum(counts)
        at = first + np.arange(ends[-1]) - np.repeat(ends - counts, counts)
        return _Decisions(self.rows[at], self.target[at], np.concatenate([[0], ends]))


def fit(
    lessons: Records[KeenLesson], start: Weights, course: Course, seed: int
) -> Iterator[tuple[Weights, Learnt]]:
    """Fit stage after stage; yield the weights so far each time."""
    weights = Weights(*(field.copy() for field in start))
    rng = np.random.default_rng(seed)
    for stage in range(N_STAGES):
        here = lessons[lessons["stage"] == stage]
        if len(here) < _FEWEST:
            continue
        fitted, before, after = _fit_stage(here, weights, stage, course, rng)
        weights.inner[stage], weights.linear[stage], weights.output[stage] = fitted
        yield weights, Learnt(stage, len(here), before, after)


def _fit_stage(
    lessons: Records[KeenLesson], weights: Weights, stage: int, course: Course, rng: np.random.Generator
) -> tuple[list[NDArray[Any]], float, float]:
    scales = np.maximum(lessons["row"].std(axis=0), 0.05).astype(np.float32)
    scales[ONE] = 1
    held = lessons["game"] % HELD_OUT == HELD_OUT - 1
    taught, tested = (_decisions(lessons[part], scales, course.point) for part in (~held, held))
    start = [weights.inner[stage] * scales[:, None], weights.linear[stage] * scales, weights.output[stage]]
    scale = float(weights.scale[stage])
    fitted = _descend(taught, start, scale, course, rng)
    inner, linear, output = fitted
    explained = [_explained(tested, each, scale, course.point) for each in (start, fitted)]
    return [inner / scales[:, None], linear / scales, output], explained[0], explained[1]


def _decisions(lessons: Records[KeenLesson], scales: NDArray[Any], point: float) -> _Decisions:
    lessons = lessons[np.lexsort((lessons["decision"], lessons["game"]))]
    first = np.flatnonzero(np.diff(lessons["game"].astype(np.int64) << 32 | lessons["decision"])) + 1
    target = (lessons["share"] + point * lessons["margin"]).astype(np.float32)
    rows = (lessons["row"] / scales).astype(np.float32)
    return _Decisions(rows, target, np.concatenate([[0], first, [len(lessons)]]))


def _answer(weights: list[NDArray[Any]], rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    hidden = np.maximum(rows @ weights[0], 0)
    return hidden, rows @ weights[1] + hidden @ weights[2]


def _explained(lessons: _Decisions, weights: list[NDArray[Any]], scale: float, point: float) -> float:
    margins = _answer(weights, lessons.rows)[1]
    answers = 1 / (1 + np.exp(-margins / scale)) + point * margins
    error = lessons.within(answers - lessons.target)
    return float(1 - np.mean(error**2) / np.mean(lessons.within(lessons.target) ** 2))


def _descend(
    lessons: _Decisions, start: list[NDArray[Any]], scale: float, course: Course, rng: np.random.Generator
) -> list[NDArray[Any]]:
    """Go down the mean square error by Adam, with steps that shrink to nothing in the end."""
    n = len(lessons.starts) - 1
    n_steps = course.n_epochs * max(1, n // _BATCH)
    weights = [weight.copy() for weight in start]
    first, second = ([np.zeros_like(weight) for weight in start] for _ in range(2))
    order = rng.permutation(n)
    for step in range(1, n_steps + 1):
        batch = lessons.some(order[np.arange((step - 1) * _BATCH, step * _BATCH) % n])
        rate = course.pace * (1 - step / n_steps) * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step)
        for place, slope in enumerate(_slopes(batch, weights, scale, course)):
            first[place] = 0.9 * first[place] + 0.1 * slope
            second[place] = 0.999 * second[place] + 0.001 * slope * slope
            back = course.decay * (weights[place] - start[place])
            weights[place] = weights[place] - rate * (first[place] / (second[place] ** 0.5 + 1e-7) + back)
    return [weight.astype(np.float32) for weight in weights]


def _slopes(
    lessons: _Decisions, weights: list[NDArray[Any]], scale: float, course: Course
) -> list[NDArray[Any]]:
    rows = lessons.rows
    hidden, margins = _answer(weights, rows)
    share = 1 / (1 + np.exp(-margins / scale))
    error = share + course.point * margins - lessons.target
    within = lessons.within(error)
    error = (within + course.level * (error - within)) * (share * (1 - share) / scale + course.point)
    error = (error / len(rows)).astype(np.float32)
    back = np.outer(error, weights[2]) * (hidden > 0)
    return [rows.T @ back, rows.T @ error, hidden.T @ error]
