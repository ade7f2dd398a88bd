"""Where robots think: on threads of their own, never on the event loop."""

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
    """Lets as many robots think at once as there are cores."""

    def __init__(self, find_robot: Callable[[str], Robot], make_rng: Callable[[], random.Random]) -> None:
        self._find_robot = find_robot
        self._make_rng = make_rng
        self._free = asyncio.Semaphore(os.cpu_count() or 1)

    async def choose(self, name: str, game: Game) -> Placement:
        """Ask a robot; if it fails or breaks a rule, the random robot plays in its place."""
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
        except Exception:  # whatever a robot of another package raises
            _LOG.exception("robot failed", robot=name)
        return find("random").choose(game, rng)
