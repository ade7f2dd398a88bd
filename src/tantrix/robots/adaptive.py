"""The robot `adaptive`: it plays about as well as its opponents, so that each team wins about half.

It aims for a narrow result: between two teams for a win by two points in half of its games and a loss by two
in the others, among more teams for its fair share of wins. The tiles it was dealt decide which. A flat search
estimates the final margin of each placement, and the one closest to the aim is played. The aim rises
with the quality of the opponents' placements so far: against those who make few mistakes the robot plays as
well as it can.
"""

from collections.abc import Iterator
from random import Random

import numpy as np

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.forecast.robot import forecasts
from tantrix.robots.search.flat import Flat, FlatSettings

N_PLAYOUTS = 160

# The average starts as if the opponents had already made this many placements, each losing this many points.
# By the forecast a robot that plays at random loses 1.3 points per placement, `beginner` 0.7, and `club` 0.1.
PRIOR_PLACEMENTS = 6
PRIOR_POINTS = 0.8

NARROW = 2.0  # points by which it aims to win or to lose

# Points added to the aim, by the points that the opponents lose per placement.
POINTS_LOST = (0.35, 0.55, 1.1)
MORE = (12.0, 0.5, 0.0)


class Adaptive:
    """Play the placement whose expected final margin is closest to the aim.

    It plays the best one while it is behind its aim. Takes as long as `expert`.
    """

    def __init__(self) -> None:
        self._search = Flat(FlatSettings(N_PLAYOUTS))

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return a placement of about the quality of the opponents' placements in this game."""
        if len(game.placements()) == 1:
            return game.placements()[0]
        judged = self._search.think(game, rng).judged
        aim = aim_of(game)
        if judged[0].margin <= aim:
            return judged[0].placement
        return min(judged, key=lambda item: abs(item.margin - aim)).placement


def aim_of(game: Game) -> float:
    """Return the final margin that the seat to play aims for."""
    rules, hands = game.rules, _first_hands(game)
    is_to_win = sum(hands[game.to_play]) % rules.n_teams == 0
    return more_of(game) + (NARROW if is_to_win else -NARROW)


def more_of(game: Game) -> float:
    """Return the points added to the aim, which depend on how well the opponents have played."""
    lost = [PRIOR_POINTS] * PRIOR_PLACEMENTS + list(_points_lost(game))
    return float(np.interp(sum(lost) / len(lost), POINTS_LOST, MORE))


def _points_lost(game: Game) -> Iterator[float]:
    """Yield for each choice of an opponent the forecast margin that it lost against the best placement."""
    own = game.rules.partners(game.to_play)
    for before, placement in _choices(game):
        if before.to_play not in own:
            margins = forecasts(before)
            chosen = before.placements().index(placement)
            yield float(margins.max() - margins[chosen])


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
