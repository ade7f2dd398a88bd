"""Compile the kernel functions that the package calls from Python, ahead of time and step by step.

The compiled functions are cached on disk, so this takes about twenty-five seconds once and well under one
second afterwards.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tantrix._compile.jit import IS_COMPILED, cache_folder
from tantrix.deal import Deal, deal, next_draw, start
from tantrix.game import Game
from tantrix.lab.perft import perft
from tantrix.lab.simulation.jobs import Job, play_batch
from tantrix.robots.endgame.solve import solve
from tantrix.rules import Rules

_DONE = "done"  # the name of the marker of a complete cache folder


class WarmupStep(NamedTuple):
    """One step: what it compiles, and the call that does it."""

    name: str
    run: Callable[[], object]


def is_warm() -> bool:
    """Return whether there is nothing left to compile."""
    return not IS_COMPILED or (cache_folder(Path(__file__)) / _DONE).exists()


def steps() -> Iterator[WarmupStep]:
    """Yield the steps; running a step compiles its functions, with a game as their argument."""
    dealt = deal(Rules(), bytes(32))
    yield WarmupStep("settle", lambda: start(Rules(), dealt))
    game = start(Rules(), dealt)
    placement = next(iter(game.placements()))
    yield WarmupStep("verdict", lambda: game.verdict(placement))
    yield WarmupStep("place", lambda: game.play(placement, next_draw(dealt, game)))
    yield WarmupStep("controlled", game.controlled_cells)
    yield WarmupStep("margins", game.margins)
    yield WarmupStep("perft", lambda: perft(game, dealt.bag, 2))
    yield WarmupStep("statistics", lambda: play_batch(Job(Rules(), ("random", "random")), 0, 1))
    yield WarmupStep("endgame", lambda: solve(_endgame(game, dealt), max_nodes=1))
    yield WarmupStep("keep", _report_done)


def _endgame(game: Game, dealt: Deal) -> Game:
    """Play the first legal placement each time until the bag is empty."""
    while game.bag:
        game = game.play(game.placements()[0], next_draw(dealt, game))
    return game


def _report_done() -> None:
    if IS_COMPILED:
        (cache_folder(Path(__file__)) / _DONE).touch()
