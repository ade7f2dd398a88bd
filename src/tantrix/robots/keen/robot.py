"""The robot `keen`: tree search guided and judged by a net that was trained on searches.

The net sees both colours at once and knows two seats only; games of three or four are searched as by `tree`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from tantrix import kernel
from tantrix._compile.records import Floats, Records
from tantrix.game import Game
from tantrix.robots.forecast.robot import placement_keys
from tantrix.robots.keen.features import Workspace, evaluate_all_with_net
from tantrix.robots.keen.search import do_keen_passes
from tantrix.robots.keen.weights import Weights, load_workspace, workspace_with
from tantrix.robots.search.tree import TreeDecision, TreeSearch, TreeSettings


@dataclass(frozen=True, slots=True)
class KeenSettings(TreeSettings):
    """The settings of the tree; `guide` and `prior_guide` are unused.

    n_sifted: how many placements are drawn for each that a playout judges; the one that gains most in lines
    is judged. mix: how much a random end of the game counts in the value of a playout, beside the net.
    """

    trust: float = 10.0
    n_sifted: int = 2
    mix: float = 0.3


class Keen(TreeSearch):
    """Play by tree search with the keen net; with more than two seats, by tree search with `others`."""

    def __init__(
        self,
        settings: KeenSettings | None = None,
        others: TreeSettings | None = None,
        clock: Callable[[], float] | None = None,
        budget_ms: float = 0.0,
        weights: Weights | None = None,
    ) -> None:
        """Make a robot; it can be used by several threads at once. See `TreeSearch` for the time limit.

        `weights` replace those of the package, for trials.
        """
        self._keen = settings or KeenSettings()
        self._workspace = workspace_with(weights) if weights else None
        super().__init__(others, clock, budget_ms)

    def _search(self, game: Game, rng: Random) -> TreeDecision:
        if game.rules.n_seats == 2:
            return KeenDecision(game, rng, self._keen, self._workspace)
        return super()._search(game, rng)


class KeenDecision(TreeDecision):
    """One decision of `keen`."""

    def __init__(
        self, game: Game, rng: Random, settings: KeenSettings, workspace: Records[Workspace] | None = None
    ) -> None:
        """Begin a decision with a copy of `workspace`."""
        self.workspace = load_workspace() if workspace is None else Workspace.view(workspace.copy())
        self.workspace[0].mix = settings.mix
        super().__init__(game, rng, settings)
        self.tree[0].guide = settings.n_sifted

    def _forecasts(self, game: Game) -> Floats:
        keys = placement_keys(game)
        margins = np.empty(len(keys))
        evaluate_all_with_net(game.kernel_state(), kernel.tables(), self.workspace, keys, len(keys), margins)
        return margins

    def _do_passes(self, field: Any, n_passes: int) -> None:
        do_keen_passes(
            self.tree, self.states, kernel.tables(), self.workspace, self.deck, self.rng, field,
            self.margins, self.shares, n_passes,
        )  # fmt: skip
