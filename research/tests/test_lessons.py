"""Lessons of the keen net: the same seed gives the same ones, and what is taught is learnt."""

from typing import Any

import numpy as np
import pytest

from research.keen.fit import Course, fit
from research.keen.lessons import MOST, KeenLesson, do_lessons
from tantrix import Rules, kernel
from tantrix.lab.training.fit import empty_table
from tantrix.robots.forecast.features import N_STAGES
from tantrix.robots.keen.features import (
    OPPONENT,
    OWN,
)
from tantrix.robots.keen.weights import (
    Weights,
    load_workspace,
    shipped,
)
from tantrix.robots.search.tree import TreeSettings, new_tree

TWO = Rules()


def lessons_of(n_games: int) -> Any:
    lessons = np.zeros(n_games * MOST, KeenLesson.dtype).view(np.recarray)
    rng, deck = np.array([7], np.uint64), np.arange(56, dtype=np.int64)
    tree = new_tree(TreeSettings(guide=1, best_of=2, n_plies=2))
    n = do_lessons(empty_table(TWO), kernel.tables(), load_workspace(), tree, deck, rng, 0, n_games, lessons)
    return lessons[:n]


@pytest.mark.long
def test_the_same_seed_gives_the_same_lessons():
    assert lessons_of(2).tobytes() == lessons_of(2).tobytes()


def test_what_is_taught_is_learnt():
    rng = np.random.default_rng(1)
    lessons = KeenLesson.zeros(20_000)
    lessons.game = np.arange(len(lessons)) // 200
    lessons.decision = np.arange(len(lessons)) // 20
    lessons.stage = N_STAGES - 1
    lessons.row[:] = rng.integers(0, 3, lessons.row.shape)
    lessons.margin = lessons.row[:, OWN + 5] - 0.5 * lessons.row[:, OPPONENT + 7]
    lessons.share = 0.5
    start = Weights(*(np.zeros_like(field) for field in shipped()[0][:3]), shipped()[0].scale)

    *_, (_, learnt) = fit(lessons, start, Course(n_epochs=6, pace=5e-3), 1)

    assert learnt.stage == N_STAGES - 1
    assert learnt.after > max(0.5, learnt.before)
