"""Sums over the rounds of a match in order, and the figures derived from them."""

from collections import Counter
from math import isinf

from tantrix._tools.json_object import JsonObject
from tantrix.lab.arena.elo import elo_interval, elo_of, mean_of, share_interval
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.rounds import Round, RoundResult
from tantrix.lab.arena.sprt import Test
from tantrix.notation import print_rules


class MatchTally:
    """The sums; `add` takes rounds, and `figures` may be called at any time.

    `failures` counts the games that each robot lost because it failed; `first_failure` says how the first
    one came about.
    """

    def __init__(self, matchup: Matchup, test: Test | None = None) -> None:
        self.matchup = matchup
        self.games = 0
        self.verdict: bool | None = None
        self.llr = 0.0
        self.counts: Counter[float] = Counter()
        self.test = test
        self._most = 2 * len(matchup.seatings)
        self._points: Counter[int] = Counter()
        self._scores = [0, 0]
        self._seats = [0, 0]
        self._decisions = [0, 0]
        self._seconds = [0.0, 0.0]
        self.failures = [0, 0]
        self.first_failure = ""
        self._winning = self._decided = self._by_loop = self._deadlocks = 0

    @property
    def rounds(self) -> int:
        """How many rounds were added."""
        return self.counts.total()

    def add(self, played: Round) -> None:
        """Add a round to the sums; this may decide the test."""
        for result in played.results:
            self._add(result)
        self.counts[played.points / self._most] += 1
        if self.test:
            self.llr = self.test.llr(self.counts, self._shares())
            self.verdict = self.test.verdict(self.llr)

    def share(self) -> tuple[float, float, float] | None:
        """Return the first robot's share of the points and its 95 % interval; None before the first round."""
        return (mean_of(self.counts), *share_interval(self.counts)) if self.counts else None

    def share_of_side(self, side: int) -> float:
        """Return the share of the points of either robot. Raises ValueError before the first round."""
        share = mean_of(self.counts)
        return 1 - share if side else share

    def figures(self) -> JsonObject:
        """Return the figures as plain numbers; None for a mean of nothing or a missing bound."""
        wins, draws, losses = (self._points[points] for points in (2, 1, 0))
        share = self.share()
        interval = elo_interval(self.counts) if share else (None, None)
        return {
            "robots": list(self.matchup.names),
            "games": self.games,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "score": _rounded(share and share[0]),
            "score_interval": [_rounded(bound) for bound in (share or (None,) * 3)[1:]],
            "elo": _rounded(share and elo_of(share[0])),
            "elo_interval": [_rounded(bound) for bound in interval],
            "rounds": self.rounds,
            "round_points": [self.counts[share] for share in self._shares()],
            "mean_scores": [_ratio(*both) for both in zip(self._scores, self._seats, strict=True)],
            "mean_winning_score": _ratio(self._winning, self.games),
            "won_by_loop_share": _ratio(self._by_loop, self._decided),
            "deadlocks": self._deadlocks,
            "failures": list(self.failures),
            "decisions": list(self._decisions),
            "cpu_ms_a_decision": [
                _ratio(1000 * seconds, n) for seconds, n in zip(self._seconds, self._decisions, strict=True)
            ],
            "sprt": self._sprt(),
            "rules": print_rules(self.matchup.rules),
            "seed": self.matchup.seed,
        }

    def _add(self, result: RoundResult) -> None:
        self.games += 1
        self._points[result.points] += 1
        self._winning += max(result.scores)
        self._decided += result.is_decided
        self._by_loop += result.by_loop
        self._deadlocks += result.is_deadlock
        if result.forfeit:
            self.failures[result.forfeit.side] += 1
            self.first_failure = self.first_failure or result.forfeit.reason
        for side, score in zip(result.sides, result.scores, strict=True):
            self._scores[side] += score
            self._seats[side] += 1
        for side, (decisions, seconds) in enumerate(result.thinking):
            self._decisions[side] += decisions
            self._seconds[side] += seconds

    def _shares(self) -> list[float]:
        """List every share of its points that the first robot can get in a round."""
        return [points / self._most for points in range(self._most + 1)]

    def _sprt(self) -> JsonObject | None:
        if self.test is None:
            return None
        test = self.test
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "llr": _rounded(self.llr),
            "bounds": [_rounded(bound) for bound in test.bounds],
            "accepted": None if self.verdict is None else "elo1" if self.verdict else "elo0",
        }


def _ratio(part: float, whole: int) -> float | None:
    return _rounded(part / whole) if whole else None


def _rounded(value: float | None) -> float | None:
    """Round for readability; JSON has no infinity."""
    return None if value is None or isinf(value) else round(value, 6)
