"""Running robots: in worker processes if they think for more than 20 ms, otherwise on threads."""

import asyncio
import os
import random
from collections.abc import Callable

import structlog

from tantrix.game import Game, Verdict
from tantrix.placement import Placement
from tantrix.robots import Robot, find
from tantrix.robots.roster import ROSTER, row_of
from tantrix.server.background import on_thread
from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_pool import Priority, WorkerPool

QUICK_S = 0.02

_QUICK = frozenset(row.name for row in ROSTER if row.seconds <= QUICK_S)
_LOG = structlog.get_logger()


class RobotPlayer:
    """Runs robots; on threads, at most one per CPU core at the same time."""

    def __init__(
        self,
        pool: WorkerPool,
        find_robot: Callable[[str], Robot],
        make_rng: Callable[[], random.Random],
    ) -> None:
        self._pool = pool
        self._find_robot = find_robot
        self._make_rng = make_rng
        self._free = asyncio.Semaphore(os.cpu_count() or 1)

    async def choose(self, name: str, game: Game, priority: Priority = Priority.TABLE) -> Placement:
        """Return a robot's placement; if it fails or breaks a rule, return the random robot's placement.

        A robot that has been retired since the game began is replaced by its stand-in.
        """
        name, rng = _player_of(name), self._make_rng()
        if name not in _QUICK:
            try:
                return await self._pool.compute(
                    None, chosen, self._find_robot, name, game, rng, priority=priority
                )
            except Refusal:
                _LOG.error("robot chose no placement", robot=name)
                name = "random"
        async with self._free:
            return await on_thread("robot", lambda: chosen(self._find_robot, name, game, rng))


def is_quick(name: str) -> bool:
    """Return whether a robot needs no time to think: those below Club."""
    return _player_of(name) in _QUICK


def _player_of(name: str) -> str:
    row = row_of(name)
    return (row.stand_in if row else None) or name


def chosen(find_robot: Callable[[str], Robot], name: str, game: Game, rng: random.Random) -> Placement:
    """Let a robot choose; if it fails or breaks a rule, let the random robot choose."""
    try:
        placement = find_robot(name).choose(game, rng)
        verdict = game.verdict(placement)
        if verdict is Verdict.LEGAL:
            return placement
        _LOG.error("robot broke a rule", robot=name, placement=str(placement), verdict=verdict.name)
    except Exception:  # a robot from another package may raise anything
        _LOG.exception("robot failed", robot=name)
    return find("random").choose(game, rng)
