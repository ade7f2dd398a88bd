"""Runs robots on their own threads, never on the event loop."""

import asyncio
import os
import random
from collections.abc import Callable

import structlog

from tantrix.game import Game, Verdict
from tantrix.placement import Placement
from tantrix.robots import Robot, find
from tantrix.server.background import on_thread

_LOG = structlog.get_logger()


class RobotPlayer:
    """Runs robots, at most one per CPU core at the same time."""

    def __init__(self, find_robot: Callable[[str], Robot], make_rng: Callable[[], random.Random]) -> None:
        self._find_robot = find_robot
        self._make_rng = make_rng
        self._free = asyncio.Semaphore(os.cpu_count() or 1)

    async def choose(self, name: str, game: Game) -> Placement:
        """Return a robot's placement; if it fails or breaks a rule, that of the random robot."""
        async with self._free:
            return await on_thread("robot", lambda: self._choose(name, game))

    def _choose(self, name: str, game: Game) -> Placement:
        rng = self._make_rng()
        try:
            placement = self._find_robot(name).choose(game, rng)
            verdict = game.verdict(placement)
            if verdict is Verdict.LEGAL:
                return placement
            _LOG.error("robot broke a rule", robot=name, placement=str(placement), verdict=verdict.name)
        except Exception:  # a robot from another package may raise anything
            _LOG.exception("robot failed", robot=name)
        return find("random").choose(game, rng)
