"""Compile the rules before the first game needs them, and the robots and the solver soon after."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tantrix.analysis import as_judge
from tantrix.deal import deal, next_draw, start
from tantrix.robots import find
from tantrix.rules import Rules
from tantrix.server.analysis.levels import ADVISERS, JUDGE
from tantrix.server.games.position_view import position_view
from tantrix.solver import warmup as solver_warmup


@cache
def warm_up_rules() -> None:
    """Play a game as the server does, so that everything compiled is compiled or read from the disk.

    Takes seconds on a machine that has never done it, less than one after that.
    """
    rules = Rules()
    dealt = deal(rules, bytes(32))
    game, robot, rng = start(rules, dealt), find("greedy"), random.Random(1)
    while not game.is_over:
        position_view(game)
        game = game.play(robot.choose(game, rng), next_draw(dealt, game))
    position_view(game)


@cache
def warm_up_robots() -> None:
    """Make the robots that analyse ready; some twenty seconds the first time on a machine, then one."""
    game = start(Rules(), deal(Rules(), bytes(32)))
    for name in dict.fromkeys((JUDGE, *ADVISERS)):
        as_judge(name, find(name)).think(game, random.Random(1), should_stop=lambda: True)


@cache
def warm_up_solver() -> None:
    """Make the solver ready; some ten seconds the first time on a machine, then less than one."""
    solver_warmup.warm_up()


@dataclass(frozen=True, slots=True)
class Warmup:
    """What a server makes ready as it starts. Games wait for the rules; nothing waits for the rest."""

    rules: Callable[[], None] = warm_up_rules
    robots: Callable[[], None] = warm_up_robots
    solver: Callable[[], None] = warm_up_solver
