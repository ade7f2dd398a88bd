"""Fit the forecast: self-play, the samples taken from it, and a small net for each stage of a game.

A round plays games with the net of the previous round (the first round has none and plays greedily), fits the
points still to come by least squares, and trains a layer of 16 hidden units on the residuals with Adam
(Kingma and Ba 2015). One game in ten is held out for measurement. The seed determines everything.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Float32Array, Integers, Records
from tantrix.lab.training.selfplay import MAX_ROWS, Sample, do_self_play
from tantrix.lab.training.store import TrainStore
from tantrix.robots.forecast.features import N_FEATURES, N_HIDDEN, N_STAGES, Net, new_sheet
from tantrix.rules import Deadlock, ForcedSides, Rules

CHUNK = 250
HELD_OUT = 10  # one game in this many is held out
_START_SCALE = 4.0
_SEARCH = (8, 12)  # how many placements are tried, and playouts of each
_NO_SEARCH = (1, 0)


@dataclass(frozen=True, slots=True)
class Training:
    """What to play and how to fit; stored in the file of the weights.

    `games`: games of each round. `searched`: games of one more round, which only refines the net; a small
    search chooses each of their placements. `epochs`: how often each sample is used. `n_threads` changes only
    the time.
    """

    rules: Rules
    games: tuple[int, ...] = (4000, 20000, 80000)
    searched: int = 0
    epochs: int = 20
    seed: int = 1
    n_threads: int = 1

    @property
    def rounds(self) -> tuple[int, ...]:
        """The number of games of each round, including the searched one."""
        return (*self.games, self.searched) if self.searched else self.games

    def is_searched(self, number: int) -> bool:
        """Return whether the placements of a round are chosen by a search."""
        return number == len(self.games)


class Fit(NamedTuple):
    """How well a stage is predicted: the share of the variance explained, in fitted and held-out games."""

    stage: int
    n_samples: int
    explained: float
    explained_held_out: float
    linear_held_out: float


class TrainingRound(NamedTuple):
    """A round, counted from 0: the net after it, how well it predicts, and the mean score of its games."""

    number: int
    nets: Records[Net]
    fits: tuple[Fit, ...]
    mean_score: float


def new_net() -> Records[Net]:
    """Make a net that predicts no further points: its forecast is the score on the table."""
    nets = Net.zeros()
    nets[0].scale[:] = _START_SCALE
    return nets


def train(
    training: Training, on_progress: Callable[[str, int, int], None], store: TrainStore | None = None
) -> Iterator[TrainingRound]:
    """Yield the net after each round; `on_progress` receives the kind of work, the part done and the total.

    What is in the store is not played or fitted again; the weights are the same as without interruption.
    """
    nets = new_net()
    for number, n_games in enumerate(training.rounds):
        done = _saved_round(number, store)
        if done is None:
            samples = play_games(training, number, nets, n_games, on_progress, store)
            start = nets if training.is_searched(number) else None
            fitted, fits = fit(samples, training, number, on_progress, start)
            done = TrainingRound(number, fitted, fits, float(samples["final"].mean()))
            _keep(done, store)
        nets = done.nets
        yield done


def _saved_round(number: int, store: TrainStore | None) -> TrainingRound | None:
    saved = store.round(number) if store else None
    if saved is None:
        return None
    nets, facts = saved
    return TrainingRound(
        number, nets, tuple(Fit(*fitted) for fitted in facts["fits"]), float(facts["mean_score"])
    )


def _keep(done: TrainingRound, store: TrainStore | None) -> None:
    if store:
        store.keep_round(done.number, done.nets, {"fits": done.fits, "mean_score": done.mean_score})


def play_games(
    training: Training,
    number: int,
    nets: Records[Net],
    n_games: int,
    on_progress: Callable[[str, int, int], None],
    store: TrainStore | None = None,
) -> Records[Sample]:
    """Play the games of a round in chunks that depend only on the seed; those in the store are read."""
    bounds = list(pairwise([*range(0, n_games, CHUNK), n_games]))
    chunks = [store.chunk(number, first) if store else None for first, _end in bounds]
    with ThreadPoolExecutor(training.n_threads) as pool:
        tasks = {
            place: pool.submit(_play_chunk, training, number, nets, *bounds[place])
            for place, chunk in enumerate(chunks)
            if chunk is None
        }
        try:
            for place, task in tasks.items():
                chunks[place] = played = task.result()
                if store:
                    store.keep_chunk(number, bounds[place][0], played)
                n_missing = sum(chunk is None for chunk in chunks)
                on_progress("games", max(0, n_games - n_missing * CHUNK), n_games)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return Sample.view(np.concatenate([chunk for chunk in chunks if chunk is not None]))


def _play_chunk(training: Training, number: int, nets: Records[Net], first: int, end: int) -> Records[Sample]:
    digest = sha256(f"tantrix train {training.seed} {number} {first}".encode()).digest()
    rng = np.array([int.from_bytes(digest[:8], "big") | 1], np.uint64)
    rules = training.rules
    samples = Sample.zeros((end - first) * MAX_ROWS)
    n = do_self_play(
        empty_table(rules),
        kernel.tables(),
        nets,
        new_sheet(),
        np.arange(rules.tile_set, dtype=np.int64),
        rng,
        np.empty(kernel.MAX_PLACEMENTS, np.int64),
        first,
        end - first,
        kernel.MAX_PLACEMENTS if number else 16,
        rules.hand_size,
        *(_SEARCH if training.is_searched(number) else _NO_SEARCH),
        samples,
    )
    return Sample.view(samples[:n].copy())


def empty_table(rules: Rules) -> kernel.States:
    """Return a kernel state with the seats and options of a rule set and an empty table."""
    state = kernel.new_state()
    state[0].n_seats = rules.n_seats
    state[0].colours[: rules.n_seats] = rules.colours
    state[0].is_exact = rules.forced_sides is ForcedSides.EXACTLY_THREE
    state[0].passes = rules.deadlock is Deadlock.PASS
    return state


def points_to_come(samples: Records[Sample]) -> Integers:
    """Return what the forecast is fitted to."""
    points: Integers = samples["final"] - samples["best"]
    return points


def fit(
    samples: Records[Sample],
    training: Training,
    number: int,
    on_progress: Callable[[str, int, int], None],
    start: Records[Net] | None = None,
    target_of: Callable[[Records[Sample]], Integers] = points_to_come,
) -> tuple[Records[Net], tuple[Fit, ...]]:
    """Fit a net to samples, stage by stage, from scratch or from the weights of `start`."""
    nets = new_net()
    fits = []
    rng = np.random.default_rng([training.seed, number])
    for stage in range(N_STAGES):
        here = samples[samples["stage"] == stage]
        weights = None if start is None else _weights_of(start[0], stage)
        target = target_of(here).astype(np.float32)
        fits.append(_fit_stage(nets[0], stage, here, target, training.epochs, rng, weights))
        on_progress("stages", stage + 1, N_STAGES)
    return nets, tuple(fits)


def _weights_of(net: Net, stage: int) -> list[Float32Array]:
    linear, bias = net.linear[stage].copy(), net.bias[stage : stage + 1].copy()
    return [linear, bias, *(field[stage].copy() for field in (net.inner, net.inner_bias, net.output))]


def _fit_stage(
    net: Net,
    stage: int,
    samples: Records[Sample],
    target: Float32Array,
    epochs: int,
    rng: np.random.Generator,
    start: list[Float32Array] | None,
) -> Fit:
    held = samples["game"] % HELD_OUT == HELD_OUT - 1
    rows = samples["row"]
    weights = _least_squares(rows[~held], target[~held])
    linear = _explained(_answer(weights, rows[held]), target[held])
    if start is None:
        weights[2:] = _first_layer(rng)
        weights = _descend(weights, rows[~held], target[~held], epochs, 4e-3, rng)
    else:
        weights = _descend(start, rows[~held], target[~held], epochs, 1e-3, rng)
    net.linear[stage], net.bias[stage] = weights[0], weights[1][0]
    net.inner[stage], net.inner_bias[stage], net.output[stage] = weights[2:]
    answers = _answer(weights, rows)
    net.scale[stage] = _scale(samples, np.maximum(answers, 0))
    return Fit(
        stage,
        len(samples),
        _explained(answers[~held], target[~held]),
        _explained(answers[held], target[held]),
        linear,
    )


def _least_squares(rows: Float32Array, target: Float32Array) -> list[Float32Array]:
    """Return linear weights (linear, bias, inner, inner bias, output) with slight ridge regularisation."""
    ones = np.column_stack([rows, np.ones(len(rows), np.float32)]).astype(np.float64)
    square = ones.T @ ones + np.diag([1e-3 * len(rows)] * N_FEATURES + [0.0])
    solved = np.linalg.solve(square, ones.T @ target).astype(np.float32)
    inner = np.zeros((N_FEATURES, N_HIDDEN), np.float32)
    return [solved[:-1], solved[-1:], inner, np.zeros(N_HIDDEN, np.float32), np.zeros(N_HIDDEN, np.float32)]


def _first_layer(rng: np.random.Generator) -> list[Float32Array]:
    """Return initial hidden units (inner, inner bias, output)."""
    inner = rng.normal(0, (2 / N_FEATURES) ** 0.5, (N_FEATURES, N_HIDDEN)).astype(np.float32)
    output = rng.normal(0, 0.01, N_HIDDEN).astype(np.float32)
    return [inner, np.zeros(N_HIDDEN, np.float32), output]


def _answer(weights: list[Float32Array], rows: Float32Array) -> Float32Array:
    linear, bias, inner, inner_bias, output = weights
    answer: Float32Array = rows @ linear + bias[0] + np.maximum(rows @ inner + inner_bias, 0) @ output
    return answer


def _descend(
    weights: list[Float32Array],
    rows: Float32Array,
    target: Float32Array,
    epochs: int,
    pace: float,
    rng: np.random.Generator,
) -> list[Float32Array]:
    """Minimise the mean square error with Adam and a learning rate that falls to zero."""
    size = 512
    n_steps = epochs * max(1, len(rows) // size)
    first = [np.zeros_like(weight) for weight in weights]
    second = [np.zeros_like(weight) for weight in weights]
    order = rng.permutation(len(rows))
    for step in range(1, n_steps + 1):
        at = order[np.arange((step - 1) * size, step * size) % len(order)]
        rate = pace * (1 - step / n_steps) * (1 - 0.999**step) ** 0.5 / (1 - 0.9**step)
        for place, slope in enumerate(_slopes(weights, rows[at], target[at])):
            first[place] = 0.9 * first[place] + 0.1 * slope
            second[place] = 0.999 * second[place] + 0.001 * slope * slope
            weights[place] = weights[place] - rate * first[place] / (second[place] ** 0.5 + 1e-6)
    return [weight.astype(np.float32) for weight in weights]


def _slopes(weights: list[Float32Array], rows: Float32Array, target: Float32Array) -> list[Float32Array]:
    linear, bias, inner, inner_bias, output = weights
    hidden = np.maximum(rows @ inner + inner_bias, 0)
    error = (rows @ linear + bias[0] + hidden @ output - target) / len(rows)
    back = np.outer(error, output) * (hidden > 0)
    return [rows.T @ error, error.sum(keepdims=True), rows.T @ back, back.sum(axis=0), hidden.T @ error]


def _explained(answers: Float32Array, target: Float32Array) -> float:
    return float(1 - np.mean((answers - target) ** 2) / max(1e-9, float(np.var(target))))


def _scale(samples: Records[Sample], answers: Float32Array) -> float:
    """Fit the scale of the logistic curve that maps margins to shares, by maximum likelihood."""
    pairs = np.flatnonzero(
        (samples["game"][1:] == samples["game"][:-1]) & (samples["colour"][1:] > samples["colour"][:-1])
    )
    values = samples["best"] + answers
    margins = values[pairs] - values[pairs + 1]
    share = 0.5 + 0.5 * np.sign(samples["final"][pairs].astype(int) - samples["final"][pairs + 1])
    scales = np.geomspace(0.3, 30, 60)
    losses = [np.mean(np.logaddexp(0, margins / scale) - share * margins / scale) for scale in scales]
    return float(scales[int(np.argmin(losses))])
