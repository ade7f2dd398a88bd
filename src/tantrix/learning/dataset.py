"""Recorded games as examples to learn from: what a seat saw, what it chose, and how the game ended.

Needs only NumPy. docs/library/env.md describes the arrays and how to make games.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from tantrix.game import Game
from tantrix.learning.observation import PLACEMENTS_PER_TILE
from tantrix.learning.observed_game import Observation, ObservedGame
from tantrix.record import Record


class Example(NamedTuple):
    """A choice between at least two placements.

    `observation`: the arrays of the seat to play. `action`: the number of its placement. `margin`: how many
    points its team was ahead of the best other colour in the end. `points`: its share of the points, 1 for a
    win, 0.5 for a shared first place or a draw, otherwise 0.
    """

    observation: Observation
    action: int
    margin: int
    points: float


def examples(records: Iterable[Record]) -> Iterator[Example]:
    """Yield the examples of complete games in order; a game without a result is skipped.

    The arrays belong to the caller. Takes about 0.7 ms an example. Raises RecordError for an illegal game.
    """
    for record in records:
        last = record.game()
        if last.outcome and last.outcome.winners:
            yield from _examples(record, last)


def batches(records: Iterable[Record], size: int) -> Iterator[dict[str, Any]]:
    """Yield `size` examples at a time, the last ones possibly fewer, as arrays with a first axis for them.

    The names are those of the observation, and `action` (int64), `margin` and `points` (float32). PyTorch
    takes each array by `torch.from_numpy`. The records of a batch need the same size of hands. Raises
    ValueError for a size below 1.
    """
    if size < 1:
        raise ValueError(f"expected batches of at least one example, got {size}")
    waiting: list[Example] = []
    for example in examples(records):
        waiting.append(example)
        if len(waiting) == size:
            yield _stacked(waiting)
            waiting = []
    if waiting:
        yield _stacked(waiting)


def _examples(record: Record, last: Game) -> Iterator[Example]:
    outcome = last.outcome
    assert outcome is not None
    n_actions = PLACEMENTS_PER_TILE * record.rules.hand_size
    seen = ObservedGame(n_actions)
    game = record.game(record.first_ply - 1)
    is_shared = len({record.rules.colours[seat] for seat in outcome.winners}) > 1
    for entry in record.entries:
        seat, placements = game.to_play, game.placements()
        if len(placements) > 1:
            action = placements.index(entry.placement.canonical())
            points = float(seat in outcome.winners) / (2 if is_shared else 1)
            yield Example(seen.show(game, seat, True), action, _margin(last, seat), points)
        game = game.play(entry.placement, entry.draw)


def _margin(last: Game, seat: int) -> int:
    own = last.rules.colours[seat]
    others = zip(last.rules.colours, last.scores, strict=True)
    return last.scores[seat] - max(score for colour, score in others if colour != own)


def _stacked(chosen: list[Example]) -> dict[str, Any]:
    seen = {
        name: np.stack([example.observation[name] for example in chosen]) for name in chosen[0].observation
    }
    return {
        **seen,
        "action": np.array([example.action for example in chosen], np.int64),
        "margin": np.array([example.margin for example in chosen], np.float32),
        "points": np.array([example.points for example in chosen], np.float32),
    }
