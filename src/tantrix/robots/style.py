"""Robots with a style: `careful`, `looper` and `blocker`, each about as strong as `expert`.

They search like `tree`, with more playouts than `expert`, and what they gain in strength by that is spent on
the style: the search maximises more than the result, as a `Style` says. The style counts for the robot alone;
in its search the opponents play for the result.
"""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Records
from tantrix.game import Game
from tantrix.robots.forecast.weights import read_weights
from tantrix.robots.search.style_bonus import StyleRecord
from tantrix.robots.search.tree import TreeDecision, TreeSearch, TreeSettings
from tantrix.robots.search.tree_search import ask_by_style

N_PLAYOUTS = 700
_POINT = 0.05


@dataclass(frozen=True, slots=True)
class Style:
    """What a robot likes beside a good result, each in points of margin.

    `loop`: a loop as its best score at the end. `opponent`: each point that its best opponent does not score.
    `forced`: each forced space less on the table after one of its placements.
    """

    loop: float = 0.0
    opponent: float = 0.0
    forced: float = 0.0


class Styled(TreeSearch):
    """Play by tree search for a good result in a certain style."""

    def __init__(self, style: Style, n_playouts: int = N_PLAYOUTS) -> None:
        super().__init__(TreeSettings(n_playouts, point=_POINT))
        self.style = style

    def _search(self, game: Game, rng: Random) -> TreeDecision:
        return StyledDecision(game, rng, self.settings, self.style)


class StyledDecision(TreeDecision):
    """One decision of a robot with a style; the margins and shares that it reports are without the style."""

    def __init__(self, game: Game, rng: Random, settings: TreeSettings, style: Style) -> None:
        super().__init__(game, rng, settings)
        self.tree[0].style = record_of(style, game.rules.colours[game.to_play])[0]
        self.prior = self.prior + settings.point * (self.liked(game) - self.forecast)

    def liked(self, game: Game) -> Any:
        """Return the forecast margin after each placement, with what the style likes about it."""
        margins = np.empty(len(self.keys))
        n_left = len(game.bag) + sum(map(len, game.hands)) - 1
        ask_by_style(
            self.tree,
            game.kernel_state(),
            kernel.tables(),
            self.nets,
            self.sheets,
            self.keys,
            n_left,
            margins,
        )
        return margins


def record_of(style: Style, colour: int) -> Records[StyleRecord]:
    """Return a style of a colour for the search."""
    made = StyleRecord.zeros()
    made[0].colour = colour
    made[0].loop, made[0].opponent, made[0].forced = astuple(style)
    made[0].chances = loop_chances()[0][0]
    return made


@cache
def loop_chances() -> tuple[Any, Mapping[str, Any]]:
    """Return the net that knows the chance of a loop, and how it was made."""
    return read_weights(files("tantrix.robots").joinpath("data", "loops-2.npz").read_bytes())
