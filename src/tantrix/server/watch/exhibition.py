"""The exhibition: the two strongest robots always play a game to watch, unrated and without a clock.

It goes on while somebody watches: at its table, in the lobby, or on the page of games to watch. Only one
server at a time lays its tiles, the one that holds the lease. Robots think in the worker processes after all
work for people, and then rest at least nine times as long, so the exhibition takes at most a tenth of a
processor.
"""

from collections.abc import Callable
from heapq import nlargest

from sqlalchemy.exc import SQLAlchemyError

from tantrix.robots.roster import ROSTER
from tantrix.server.background import attempt
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.database.writer import NotSaved
from tantrix.server.games.hub import Hub
from tantrix.server.games.new_game import new_setup
from tantrix.server.games.room import EXHIBITION
from tantrix.server.protocol.lobby import NewGame, SeatChoice
from tantrix.server.settings import Settings
from tantrix.tiles import Colour

TOPIC = "exhibition"  # on the bus: somebody watches
PAUSE_S = 12.0  # the shortest time between two tiles
_SECONDS = 1.5  # that a robot may need for a tile
REST = 9  # how much longer robots rest than they think
WATCHED_MS = 60_000  # how long the game goes on after the last sign of a spectator
TELL_MS = 20_000  # how often other servers are told that somebody watches here
_LEASE = "exhibition"
_QUICK = (row for row in ROSTER if row.seconds <= _SECONDS)
_STRONGEST = tuple(row.name for row in nlargest(2, _QUICK, key=lambda row: row.points or 0))


class Exhibition:
    """Lets the robots of the exhibition play.

    `is_busy`: whether somebody watches at this server; `pause_s`: the time until the next tile.
    """

    def __init__(self, settings: Settings, hub: Hub, cluster: Cluster, is_busy: Callable[[], bool]) -> None:
        self._settings = settings
        self._hub = hub
        self._cluster = cluster
        self._is_busy = is_busy
        self._watched_ms = self._told_ms = -WATCHED_MS
        self.pause_s = PAUSE_S
        hub.listen(TOPIC, self._hear)

    def watch(self) -> None:
        """Keep the exhibition going, because somebody watches; other servers are told."""
        now_ms = self._watched_ms = self._settings.play_ms()
        if now_ms >= self._told_ms + TELL_MS:
            self._told_ms = now_ms
            self._cluster.bus.publish(TOPIC)

    async def run(self) -> None:
        """Lay a tile every few seconds while somebody watches, until cancelled."""
        await self._hub.ready.wait()
        while True:
            await attempt(self.step, "exhibition not continued", NotSaved, SQLAlchemyError)
            await self._settings.wait(self.pause_s)

    async def step(self) -> None:
        """Lay the next tile if somebody watches, in a new game if the last one is over."""
        if self._is_busy():
            self.watch()
        if self._settings.play_ms() > self._watched_ms + WATCHED_MS:
            self.pause_s = PAUSE_S
            return
        if not await self._cluster.lease_holder.holds(_LEASE):
            return
        game_id = await self._game_id()
        began_ms = self._settings.play_ms()
        await self._hub.play_exhibition(game_id)
        thought_s = (self._settings.play_ms() - began_ms) / 1000
        self.pause_s = max(PAUSE_S, REST * thought_s)

    async def _game_id(self) -> str:
        """Return the game in play; begin one if there is none."""
        unfinished = await self._hub.unfinished_of(EXHIBITION, 1)
        if unfinished:
            return unfinished[0].setup.id
        rng = self._settings.make_rng()
        colours = rng.sample([colour.letter for colour in Colour], 2)
        robots = rng.sample(_STRONGEST, 2)
        seats = [
            SeatChoice.model_validate({"colour": colour, "kind": "robot", "robot": robot})
            for colour, robot in zip(colours, robots, strict=True)
        ]
        setup = new_setup(NewGame(seats=seats, listing="open"), EXHIBITION, self._settings)
        await self._hub.begin(setup)
        return setup.id

    def _hear(self, _rest: str) -> None:
        self._watched_ms = self._settings.play_ms()
