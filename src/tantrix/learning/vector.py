"""Thousands of games at once, in lockstep on flat arrays: observations, masks and rewards without Python.

Needs only NumPy. `tantrix.learning.gym` offers the same games through Gymnasium's interfaces;
docs/library/env.md describes the arrays.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import islice, pairwise
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix.hexes import Cell
from tantrix.learning.observation import GRID, N_FACTS, N_SEATS, N_TILES, PLACEMENTS_PER_TILE, ViewRecord
from tantrix.learning.reward import Reward
from tantrix.learning.steps import (
    ALL_SEATS,
    DRAW_KEEP,
    DRAW_RETURN,
    GREEDY,
    HIGHEST_IN_HAND,
    MARGIN,
    RANDOM,
    RANDOM_OPENING,
    RESIGN,
    RESULT,
    do_choose,
    do_steps,
)
from tantrix.placement import Placement
from tantrix.rules import Deadlock, ForcedSides, Rules, Start

_STARTS = {
    Start.DRAW_KEEP: DRAW_KEEP,
    Start.DRAW_RETURN: DRAW_RETURN,
    Start.HIGHEST_IN_HAND: HIGHEST_IN_HAND,
    Start.RANDOM_OPENING: RANDOM_OPENING,
}
__all__ = ["RESIGN", "VectorGames"]
_OPPONENTS = {"random": RANDOM, "greedy": GREEDY}
_REWARDS = {Reward.RESULT: RESULT, Reward.MARGIN: MARGIN}


class VectorGames:
    """`n_games` games that advance together, one step at a time.

    `learner`: "all" to choose for every seat, or "one" to choose for one seat of each game, drawn by lot,
    while the other seats play random legal placements, or as the robot `greedy` with `opponents` "greedy".
    `n_threads` threads share the games; the loops release the GIL. The same seed gives the same games,
    whatever the number of threads.

    `observations`: the arrays of docs/library/env.md with a first axis for the games, seen from the seat that
    chooses next; `seats`: int64[n_games], that seat; `counts`: int64[n_games], how many placements are legal;
    `over`: bool[n_games]; `rewards`: float32[n_games, 4], by seat. Each step writes the arrays in place, so
    copy what you keep. A game takes about 100 kB.
    """

    def __init__(
        self,
        n_games: int,
        rules: Rules | None = None,
        seed: int | None = 0,
        reward: Reward | str = Reward.RESULT,
        learner: str = "all",
        n_threads: int = 1,
        opponents: str = "random",
    ) -> None:
        for name, number in (("games", n_games), ("threads", n_threads)):
            if number < 1:
                raise ValueError(f"expected at least one of the {name}, got {number}")
        if learner not in ("all", "one"):
            raise ValueError(f"expected a learner 'all' or 'one', got {learner!r}")
        if opponents not in _OPPONENTS:
            raise ValueError(f"expected opponents 'random' or 'greedy', got {opponents!r}")
        self.rules = rules or Rules()
        self.n_games = n_games
        self.n_actions = PLACEMENTS_PER_TILE * self.rules.hand_size
        self.observations = _observations(n_games, self.n_actions)
        self.counts = np.zeros(n_games, np.int64)
        self.seats = np.zeros(n_games, np.int64)
        self.over = np.ones(n_games, np.bool_)
        self.rewards = np.zeros((n_games, N_SEATS), np.float32)
        chosen = (_STARTS[self.rules.start], self.rules.hand_size, _REWARDS[Reward(reward)])
        self._settings = np.array((*chosen, _OPPONENTS[opponents]))
        self._learner = learner
        self._states = _states(n_games, self.rules)
        self._views = ViewRecord.zeros(n_games)
        self._keys = np.zeros((n_games, self.n_actions), np.int64)
        self._parts = list(pairwise(n_games * part // n_threads for part in range(n_threads + 1)))
        self._threads = ThreadPoolExecutor(n_threads) if n_threads > 1 else None
        self._learners = np.full(n_games, ALL_SEATS, np.int64)
        self._forfeit = Reward(reward).forfeit(self.rules.tile_set)
        self._rngs: Any = None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Deal all games again; the same seed gives the same games, without one the generators continue."""
        if seed is not None or self._rngs is None:
            words = np.random.SeedSequence(seed).generate_state(self.n_games, np.uint64)
            self._rngs = (words | np.uint64(1)).reshape(-1, 1)
            self._decks = np.tile(np.array(self.rules.tiles, np.int64) - 1, (self.n_games, 1))
        self._learners[:] = ALL_SEATS if self._learner == "all" else 0
        self.over[:] = True
        self._step(np.zeros(self.n_games, np.int64))

    def step(self, actions: Any) -> None:
        """Lay the tiles of the actions, int64[n_games], and draw; `rewards` and `over` report the result.

        A game that was over before the step is dealt again instead, and its action is ignored. RESIGN loses a
        game: the seat's reward is -1, or the worst possible margin, the others' 0. Raises ValueError for any
        other action outside the mask, and then changes nothing.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.n_games,):
            raise ValueError(f"expected {self.n_games} actions, got an array of shape {chosen.shape}")
        wrong = ~self.over & (chosen != RESIGN) & ((chosen < 0) | (chosen >= self.counts))
        if wrong.any():
            game = int(np.flatnonzero(wrong)[0])
            raise ValueError(
                f"expected an action 0 to {self.counts[game] - 1} for game {game}, got {chosen[game]}"
            )
        resigned = np.flatnonzero(~self.over & (chosen == RESIGN))
        seats = self.seats[resigned]
        self._step(chosen)
        self.rewards[resigned, seats] = self._forfeit

    def choose_at_random(self) -> Any:
        """Return a legal action for each game, int64[n_games]; 0 for a game that is over."""
        actions = np.zeros(self.n_games, np.int64)
        do_choose(0, self.n_games, self._rngs, self.counts, actions)
        return actions

    def laid(self, game: int) -> tuple[Placement, ...]:
        """Return the tiles on the table of a game, in order."""
        state, view = self._states[game], self._views[game]
        log = zip(state["log_cell"], state["log_turned"], strict=True)
        return tuple(
            Placement(int(turned) // 8 + 1, Cell(int(view["q"][cell]), int(view["r"][cell])), int(turned) % 8)
            for cell, turned in islice(log, int(state["n_laid"]))
        )

    def close(self) -> None:
        """End the threads."""
        if self._threads is not None:
            self._threads.shutdown()

    def _step(self, actions: Any) -> None:
        if self._threads is None:
            self._step_part(0, self.n_games, actions)
        else:
            list(self._threads.map(lambda part: self._step_part(part[0], part[1], actions), self._parts))

    def _step_part(self, first: int, last: int, actions: Any) -> None:
        seen = self.observations
        do_steps(
            first,
            last,
            self._states,
            kernel.tables(),
            self._views,
            self._decks,
            self._rngs,
            self._settings,
            self._learners,
            actions,
            self._keys,
            self.counts,
            self.seats,
            self.rewards,
            self.over,
            seen["observation"],
            seen["hands"],
            seen["bag"],
            seen["table"],
            seen["placements"],
            seen["action_mask"],
        )


def _observations(n_games: int, n_actions: int) -> dict[str, Any]:
    seen = {
        "observation": np.zeros((n_games, 7, GRID, GRID), np.int8),
        "hands": np.zeros((n_games, N_SEATS, N_TILES), np.int8),
        "bag": np.zeros((n_games, N_TILES), np.int8),
        "table": np.zeros((n_games, N_FACTS), np.int8),
        "placements": np.zeros((n_games, n_actions, 4), np.int8),
        "action_mask": np.zeros((n_games, n_actions), np.int8),
    }
    seen["table"][:, 4 + N_SEATS :] = -1  # the colours of seats that do not exist
    return seen


def _states(n_games: int, rules: Rules) -> kernel.States:
    states = kernel.State.zeros(n_games)
    states["n_seats"][:] = rules.n_seats
    states["colours"][:, : rules.n_seats] = rules.colours
    states["is_exact"][:] = rules.forced_sides is ForcedSides.EXACTLY_THREE
    states["passes"][:] = rules.deadlock is Deadlock.PASS
    return states
