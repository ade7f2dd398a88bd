"""Tantrix: exact rules, a fast kernel, game records, pictures, robots and a place to play.

>>> from tantrix import Game, Rules
>>> game = Game.start(Rules(), hands=[(1, 2, 3, 4, 5, 6), (15, 16, 17, 18, 19, 20)])
>>> len(game.placements())
36
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tantrix.game import (
        Game,
        IllegalPlacement,
        Laid,
        Line,
        Outcome,
        Phase,
        Placements,
        Termination,
        Verdict,
    )
    from tantrix.hexes import ORIGIN, Cell
    from tantrix.placement import Placement
    from tantrix.rules import Deadlock, ForcedSides, Rules, Start
    from tantrix.tiles import FULL_SET, GAME_SET, Colour, Link, Shape, edges, links

_HOMES = {
    "tantrix.game": "Game IllegalPlacement Laid Line Outcome Phase Placements Termination Verdict",
    "tantrix.hexes": "Cell ORIGIN",
    "tantrix.placement": "Placement",
    "tantrix.rules": "Deadlock ForcedSides Rules Start",
    "tantrix.tiles": "Colour FULL_SET GAME_SET Link Shape edges links",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__version__ = "0.1.0"
__all__ = [
    "FULL_SET",
    "GAME_SET",
    "ORIGIN",
    "Cell",
    "Colour",
    "Deadlock",
    "ForcedSides",
    "Game",
    "IllegalPlacement",
    "Laid",
    "Line",
    "Link",
    "Outcome",
    "Phase",
    "Placement",
    "Placements",
    "Rules",
    "Shape",
    "Start",
    "Termination",
    "Verdict",
    "edges",
    "links",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that `tantrix --help` does not load the kernel."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'tantrix' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
