"""Compile the rules before the first game needs them, and robots and solver soon after."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tantrix._compile.jit import IS_COMPILED, cache_folder
from tantrix.deal import deal, next_draw, start
from tantrix.robots import find
from tantrix.rules import Rules
from tantrix.server.analysis.levels import ADVISERS, JUDGE
from tantrix.server.games.views.position import position_view

_DONE = "done"  # the file that marks that everything is compiled


@cache
def warm_up_rules() -> None:
    """Play a game like the server, so that all compiled functions are compiled or read from the disk.

    Takes seconds for the first time on a machine, and less than a second after that.
    """
    rules = Rules()
    dealt = deal(rules, bytes(32))
    game, robot, rng = start(rules, dealt), find("greedy"), random.Random(1)
    while not game.is_over:
        position_view(game)
        game = game.play(robot.choose(game, rng), next_draw(dealt, game))
    position_view(game)


def compile_rules() -> None:
    """Compile the functions that `warm_up_rules` needs, in a process whose memory does not matter."""
    warm_up_rules()


def compile_rest() -> None:
    """Compile the searching robots and the solver; takes a minute for the first time on a machine."""
    from tantrix.analysis import as_judge  # the server itself never needs these
    from tantrix.solver.warmup import warm_up

    game = start(Rules(), deal(Rules(), bytes(32)))
    for name in dict.fromkeys((JUDGE, *ADVISERS)):
        as_judge(name, find(name)).analyse(game, random.Random(1), should_stop=lambda: True)
    warm_up()
    if IS_COMPILED:
        (cache_folder(Path(__file__)) / _DONE).touch()


def is_warm() -> bool:
    """Return whether everything has already been compiled."""
    return not IS_COMPILED or (cache_folder(Path(__file__)) / _DONE).exists()


@dataclass(frozen=True, slots=True)
class Warmup:
    """What a server prepares when it starts. Games wait for the rules; nothing waits for the rest.

    `rules` runs in the server. If `is_warm` returns False and the server has its own process, `compile_rules`
    runs in a worker process before it and `compile_rest` after it: compiling takes hundreds of megabytes,
    which are not returned.
    """

    rules: Callable[[], None] = warm_up_rules
    is_warm: Callable[[], bool] = is_warm
    compile_rules: Callable[[], None] = compile_rules
    compile_rest: Callable[[], None] = compile_rest
