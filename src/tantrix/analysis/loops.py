"""Loops that a placement would close."""

from collections.abc import Iterator, Mapping

from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots.evaluation import ScoredPlacement
from tantrix.tiles import Colour


def closing(game: Game) -> Iterator[tuple[Placement, int]]:
    """Yield the legal placements that close a loop of the colour to play, and its score.

    Loops that score no more than the colour's best line are left out. Only spaces that face the colour on two
    sides can close one, so a position takes only a millisecond or two.
    """
    colour = game.rules.colours[game.to_play]
    before = game.score(game.to_play)
    shows = {cell: game.facing(cell).count(colour.letter) for cell in game.spaces()}
    draw = min(game.bag, default=None)
    for placement in game.placements():
        if shows.get(placement.cell, 0) >= 2:
            score = _loop_score(game.play(placement, draw), colour)
            if score > before:
                yield placement, score


def best_loop(game: Game, scored: Mapping[Placement, ScoredPlacement]) -> tuple[ScoredPlacement, int] | None:
    """Return the closing placement that a robot likes best, and the loop's score."""
    found = [(scored[placement], score) for placement, score in closing(game)]
    return max(found, key=lambda each: (each[0].margin, each[1]), default=None)


def _loop_score(game: Game, colour: Colour) -> int:
    line = game.best(colour)
    return line.score if line.is_loop else 0
