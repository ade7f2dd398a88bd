"""Robots with a style: `careful`, `looper` and `blocker`, each about as strong as `expert`.

A flat search judges all placements. Those that it finds nearly as good as the best form a *band*, and within
it the style decides: its measure of the table after a placement, times a weight, is added to the value that
the search found.

The measures read the forecast's description of each colour (`forecast.features`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tantrix import kernel
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, ignore, never
from tantrix.robots.forecast.features import NAMES, ask_forecasts, new_sheet
from tantrix.robots.forecast.lines import with_lines
from tantrix.robots.forecast.weights import load_nets
from tantrix.robots.search.flat import PLAIN, Flat, FlatSettings

BAND = 0.1  # how much less than the best a placement may be worth
N_CANDIDATES = 8  # those that stayed longest in the search; the others were hardly played out
_POINT = PLAIN.margin_weight


class Outlook(NamedTuple):
    """What a colour can expect after a placement: its final score by forecast, and its features by name."""

    score: float
    features: Mapping[str, float]


class Prospects(NamedTuple):
    """The table after a placement, for the colour that has made it and for its opponents.

    `loop`: the score of the own best loop, 0 if a line is worth more.
    """

    own: Outlook
    opponents: tuple[Outlook, ...]
    loop: int


@dataclass(frozen=True, slots=True)
class Style:
    """A preference: `measure` is higher for what the robot likes; `weight` converts it into value.

    `n_playouts`: of the search; what exceeds the 160 of `expert` makes up for what the style costs.
    """

    measure: Callable[[Prospects], float]
    weight: float
    n_playouts: int


def calmness(prospects: Prospects) -> float:
    """Measure how few forced spaces there are that a hand fits."""
    own = prospects.own.features
    return -2 * (own["fillings_own"] + own["fillings_theirs"])


def cut_ends(prospects: Prospects) -> float:
    """Measure how closed the ends of the opponents' two best lines are, and how few tiles fit there."""
    return -sum(_openness(opponent.features) for opponent in prospects.opponents)


def _openness(features: Mapping[str, float]) -> float:
    closed = features["first_dead"] + features["first_barred"] + features["first_forced_theirs"]
    return features["first_fits"] - closed + 0.5 * (features["second_open"] + features["second_fits"])


def loop_chances(prospects: Prospects) -> float:
    """Measure the own best loop, and the points that loops in reach would gain, by their chances."""
    own = prospects.own.features
    one_tile = own["loop_gain"] * min(1.0, 0.3 + 2 * own["loop_own"] + own["loop_bag"])
    more = 0.5 * own["wide_loop_gain"] + 0.3 * own["chain_loop_gain"]
    return prospects.loop + 10 * (one_tile + more)


STYLES = {
    "careful": Style(calmness, 0.025, 320),
    "looper": Style(loop_chances, 0.02, 240),
    "blocker": Style(cut_ends, 0.03, 320),
}


class Styled:
    """Search, then play what the style likes best of those placements that are nearly as good as the best."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._search = Flat(FlatSettings(style.n_playouts))

    def choose(self, game: Game, rng: Random) -> Placement:
        """Return the first placement of `think`."""
        if len(game.placements()) == 1:
            return game.placements()[0]
        return preferred(game, self._search.judge(game, rng), self._style).judged[0].placement

    def think(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        """Judge placements by playouts; the one that the style prefers comes first."""
        judged = self._search.judge(game, rng, should_stop, on_progress)
        evaluation = with_lines(game, preferred(game, judged, self._style))
        on_progress(evaluation)
        return evaluation


def preferred(game: Game, evaluation: Evaluation, style: Style) -> Evaluation:
    """Put the placement first that a style prefers among the `candidates` of an evaluation."""
    near = candidates(evaluation)
    if len(near) == 1 or sum(map(len, game.hands)) + len(game.bag) == 1:
        return evaluation
    seen = prospects_after(game, [item.placement for item in near])
    liked = [value(item) + style.weight * style.measure(each) for item, each in zip(near, seen, strict=True)]
    chosen = near[liked.index(max(liked))]
    rest = (item for item in evaluation.judged if item is not chosen)
    return replace(evaluation, judged=(chosen, *rest))


def candidates(evaluation: Evaluation) -> list[ScoredPlacement]:
    """Return the placements that are worth at most `BAND` less than the best, in order."""
    least = value(evaluation.judged[0]) - BAND
    first = evaluation.judged[:N_CANDIDATES]
    return [item for item in first if value(item) >= least]


def value(item: ScoredPlacement) -> float:
    """Return what the search maximises: the share of the points, and a little for the margin."""
    return item.share + _POINT * item.margin


def prospects_after(game: Game, placements: list[Placement]) -> list[Prospects]:
    """Return the prospects after each of some legal placements; takes about 0.2 ms each.

    At least one tile must be left then.
    """
    state, nets, sheets, margin = game.kernel_state(), load_nets(game.rules), new_sheet(), np.empty(1)
    own = game.rules.colours[game.to_play]
    found = []
    for placement in placements:
        keys = np.array([kernel.key(placement)])
        ask_forecasts(state, kernel.tables(), nets, sheets, keys, 1, margin)
        outlooks = _outlooks(sheets[0])
        best = game.play_undrawn(placement).best(own)
        others = tuple(outlook for colour, outlook in outlooks.items() if colour != own)
        found.append(Prospects(outlooks[own], others, best.score if best.is_loop else 0))
    return found


def _outlooks(sheet: Any) -> dict[int, Outlook]:
    """Read what the last forecast has left on a sheet, by colour."""
    rows, colours = sheet.rows.tolist(), sheet.colours[: sheet.n_colours].tolist()
    return {
        colour: Outlook(float(sheet.value[colour]), dict(zip(NAMES, row, strict=True)))
        for colour, row in zip(colours, rows, strict=False)
    }
