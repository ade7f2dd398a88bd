"""Sums over many games, and the figures derived from them, which `tantrix simulate` reports."""

from typing import Any

import numpy as np

from tantrix._tools.json_object import JsonObject
from tantrix.lab.simulation.counting import Column
from tantrix.rules import Rules

_MAX_SCORE = 129
_QUANTILES = {"p01": 0.01, "p10": 0.1, "median": 0.5, "p90": 0.9, "p99": 0.99}


class Summary:
    """The sums; `add` adds the rows of a batch, and `figures` may be called at any time."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.games = 0
        self._sums = np.zeros(len(Column), np.int64)
        self._winning = np.zeros(_MAX_SCORE, np.int64)
        self._losing_sum = 0
        self._drawn = 0
        self._wins = np.zeros(rules.n_seats, np.int64)
        self._seat_sums = np.zeros(rules.n_seats, np.int64)
        self._decided = 0
        self._starter_wins = 0
        self._with_loop = 0
        self._with_own_loop = 0
        self._won_by_loop = 0

    def add(self, rows: Any) -> None:
        """Add the games of int64[games, N_COLUMNS] to the sums."""
        self.games += len(rows)
        self._sums += rows[:, : len(Column)].sum(axis=0)
        scores = rows[:, Column.SCORES : Column.SCORES + self._rules.n_seats]
        top = scores.max(axis=1)
        self._winning += np.bincount(top, minlength=_MAX_SCORE)
        self._losing_sum += int(scores.min(axis=1).sum())
        self._seat_sums += scores.sum(axis=0)
        best = scores == top[:, None]
        self._add_loops(rows, top, best, self._add_wins(rows, best))

    def figures(self) -> JsonObject:
        """Return the figures as plain numbers; a share or mean of nothing is None."""
        games, placements = self.games, self._sum(Column.LAID)
        return {
            "games": games,
            "mean_winning_score": _ratio(self._winning @ np.arange(_MAX_SCORE), games),
            "mean_losing_score": _ratio(self._losing_sum, games),
            "draw_share": _ratio(self._drawn, games),
            "first_seat_share": _ratio(self._starter_wins, games),
            "forced_share": _ratio(self._sum(Column.FORCED), placements),
            "mean_placements": _ratio(placements, games),
            "mean_turns": _ratio(self._sum(Column.TURNS), games),
            "mean_free_placements": _ratio(self._sum(Column.FREE_PLACEMENTS), self._sum(Column.FREE_CHOICES)),
            "loop_share": _ratio(self._with_loop, games),
            "own_loop_share": _ratio(self._with_own_loop, games),
            "won_by_loop_share": _ratio(self._won_by_loop, self._decided),
            "deadlocks": self._sum(Column.DEADLOCK),
            "turns_passed": self._sum(Column.PASSES),
            "winning_scores": self._winning_scores(),
            "seats": self._seats(),
        }

    def _sum(self, column: Column) -> int:
        return int(self._sums[column])

    def _add_wins(self, rows: Any, best: Any) -> Any:
        """Count wins by seat; tops shared by others than partners and deadlocks (R3.6) do not count as wins.

        Returns bool[games]: whether the game was won.
        """
        if self._rules.teams:
            best = best[:, :2]
        ended_stuck = rows[:, Column.DEADLOCK] == 1
        is_drawn = ended_stuck | (best.all(axis=1))
        self._drawn += int(is_drawn.sum())
        is_won = (best.sum(axis=1) == 1) & ~ended_stuck
        self._decided += int(is_won.sum())
        winner = best.argmax(axis=1)
        starter = rows[:, Column.STARTER] % best.shape[1]
        self._starter_wins += int((is_won & (winner == starter)).sum())
        counts = np.bincount(winner[is_won], minlength=best.shape[1])
        self._wins += np.resize(counts, self._rules.n_seats)
        return is_won

    def _add_loops(self, rows: Any, top: Any, best: Any, is_won: Any) -> None:
        loops = rows[:, Column.LOOPS : Column.LOOPS + 4]
        own = loops[:, list(self._rules.colours)]
        self._with_loop += int(loops.any(axis=1).sum())
        self._with_own_loop += int(own.any(axis=1).sum())
        by_loop = (2 * own == top[:, None]) & best
        self._won_by_loop += int((is_won & by_loop.any(axis=1)).sum())

    def _winning_scores(self) -> JsonObject:
        if not self.games:
            return {}
        reached = np.cumsum(self._winning)
        shares = {
            name: int(np.searchsorted(reached, share * self.games)) for name, share in _QUANTILES.items()
        }
        return {**shares, "max": int(np.flatnonzero(self._winning)[-1])}

    def _seats(self) -> list[JsonObject]:
        return [
            {
                "colour": colour.letter,
                "win_share": _ratio(self._wins[seat], self.games),
                "mean_score": _ratio(self._seat_sums[seat], self.games),
            }
            for seat, colour in enumerate(self._rules.colours)
        ]


def _ratio(part: Any, whole: int) -> float | None:
    return round(float(part) / whole, 6) if whole else None
