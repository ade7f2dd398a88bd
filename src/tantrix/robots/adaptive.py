"""The robot `adaptive`: it plays about as well as its opponents, so that each team wins about half.

It aims for a narrow result: between two teams for a win by two points in half of its games and a loss by two
in the others, among more teams for its fair share of wins. The tiles it was dealt decide which. A flat search
estimates the final margin of each placement, and the one closest to the aim is played. The aim rises
with the quality of the opponents' placements so far: against those who make few mistakes the robot plays as
well as it can.

How many points a placement has lost is found in two steps: a short search names the best placement, and then
both are played out equally often, with other random numbers but the same bags. The search alone would
overrate the placement that it names, and judge most of the others by their forecast, which does not foresee
answers.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

import numpy as np

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import ScoredPlacement
from tantrix.robots.forecast.robot import forecasts
from tantrix.robots.search.flat import Flat, FlatSettings, mean_margins

N_PLAYOUTS = 320
N_FORECAST = 8  # playouts that the forecast of a placement counts for

# How an opponent's placement is judged: playouts of the search that names the best, and of each of the two
# that are compared. At most so many placements are judged, the last ones, since some robots get better later.
N_NAMING = 64
N_COMPARED = 40
MAX_JUDGED = 10

# The average starts as if the opponents had already made this many placements, each losing this many points.
# In the second half of a game that average is 0.9 for `random`, 0.75 for `greedy`, 0.6 for `beginner`, 0.3
# for `forecast`, 0.17 for `club`, and 0 for `expert`.
PRIOR_PLACEMENTS = 4
PRIOR_POINTS = 0.3

NARROW = 2.0  # points by which it aims to win or to lose
RESERVE = 4.0  # points ahead of that at the start of the game, when most tiles are left; none at its end

# Points added to the aim, by the points that the opponents lose per placement.
POINTS_LOST = (0.0, 0.1, 0.2, 0.3, 0.6, 1.0)
MORE = (5.6, 3.4, 2.1, 1.5, 0.5, -2.8)


class Adaptive:
    """Play the placement whose expected final margin is closest to the aim.

    It plays the best one while it is behind its aim.
    """

    def __init__(self) -> None:
        self._search = Flat(FlatSettings(N_PLAYOUTS))

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return a placement of about the quality of the opponents' placements in this game."""
        if len(game.placements()) == 1:
            return game.placements()[0]
        candidates, aim = self._search.judge(game, rng).candidates, aim_of(game)
        if candidates[0].margin <= aim:
            return candidates[0].placement
        margins = _steady_margins(game, candidates)
        return min(candidates, key=lambda item: abs(margins[item.placement] - aim)).placement


def _steady_margins(game: Game, candidates: Iterable[ScoredPlacement]) -> dict[Placement, float]:
    """Return the expected margins of placements, where the forecast counts for some playouts.

    Most placements drop out of the search after a playout or two, which say little.
    """
    forecast = dict(zip(game.placements(), forecasts(game).tolist(), strict=True))
    return {
        item.placement: (item.n_playouts * item.margin + N_FORECAST * forecast[item.placement])
        / (item.n_playouts + N_FORECAST)
        for item in candidates
    }


def aim_of(game: Game) -> float:
    """Return the final margin that the seat to play aims for."""
    rules, hands = game.rules, _first_hands(game)
    is_to_win = sum(hands[game.to_play]) % rules.n_teams == 0
    reserve = RESERVE * (1 - game.ply / rules.tile_set)
    return more_of(game) + reserve + (NARROW if is_to_win else -NARROW)


def more_of(game: Game) -> float:
    """Return the points added to the aim, which depend on how well the opponents have played."""
    lost = [PRIOR_POINTS] * PRIOR_PLACEMENTS + _points_lost(game)
    return float(np.interp(sum(lost) / len(lost), POINTS_LOST, MORE))


def _points_lost(game: Game) -> list[float]:
    """Return how many points each of the last choices of opponents has lost."""
    own = game.rules.partners(game.to_play)
    choices = [choice for choice in _choices(game) if choice[0].to_play not in own]
    return [points_lost(*choice) for choice in choices[-MAX_JUDGED:]]


@lru_cache(maxsize=1024)
def points_lost(before: Game, placement: Placement) -> float:
    """Estimate how many points of margin a placement has lost, less than none if it did better than the best.

    Takes about two milliseconds. The same placement always gets the same estimate.
    """
    settings, rng = FlatSettings(N_NAMING), Random(before.ply)
    best = Flat(settings).judge(before, rng).candidates[0].placement
    if placement == best:
        return 0.0
    most, margin = mean_margins(before, (best, placement), N_COMPARED, settings, rng)
    return most - margin


def _choices(game: Game) -> Iterator[tuple[Game, Placement]]:
    """Yield the positions of a game in which there was a choice, with the placement that was made."""
    played = [item for item in game.laid if item.seat is not None]
    if not played:
        return
    opening = [item.placement for item in game.laid if item.seat is None]
    now = Game.from_position(game.rules, opening, _first_hands(game), played[0].seat or 0)
    for item in played:
        if now.to_play != item.seat or now.verdict(item.placement):
            return  # set up in the middle of a turn
        if len(now.placements()) > 1:
            yield now, item.placement
        now = now.play(item.placement, item.draw)


def _first_hands(game: Game) -> list[list[int]]:
    """Return the hands before the first placement of a seat."""
    hands = [list(hand) for hand in game.hands]
    for item in reversed(game.laid):
        if item.seat is not None:
            hand = hands[item.seat]
            if item.draw is not None:
                hand.remove(item.draw)
            hand.append(item.placement.tile)
    return hands
