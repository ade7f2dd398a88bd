"""Scripted players: each plays its seat over a socket and reconnects as a page does.

A player reopens a lost connection until the server is back. The server's welcome contains the whole game; the
player then resends any unacknowledged message under its old id. Players keep everything they received and
compare it with every welcome. They lay tiles only while all of them may.
"""

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from tests.server.support.server_process import wall_ms

Json = dict[str, Any]

RECHECK_S = 0.1  # pages wait longer, at least 0.4 s
PACE_S = 0.25  # the least time a person needs


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The clock of the player to move, and the two times between which it was read.

    `commit_ms`: the most that saving this version took, 0 if it was saved before the server last started.
    """

    version: int
    running: int
    left_ms: int
    from_ms: int
    to_ms: int
    commit_ms: int = 0


@dataclass(slots=True)
class Received:
    """Totals over all players: placements received and acknowledged, and those missing afterwards."""

    announced: int = 0
    acknowledged: int = 0
    lost: int = 0
    faults: list[str] = field(default_factory=list)
    wait_ms: list[float] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    may_play: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True)
class Player:
    """One person at one table; without a cookie, a spectator."""

    game_id: str
    cookie: str
    rng: Random
    heard: Received
    sent: dict[int, int]  # by version, since the last start: when somebody at this table sent what led to it
    pace_s: float = PACE_S
    seats: list[int] = field(default_factory=list)
    position: Json = field(default_factory=dict)
    version: int = 0
    laid: dict[int, Json] = field(default_factory=dict)
    acknowledged: int = 0
    unanswered: Json | None = None
    sent_ms: int = 0
    reading: ClockReading | None = None  # since the server last started
    last_reading: ClockReading | None = None  # before the server last started
    is_here: bool = False
    is_over: bool = False
    _moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self, address: str) -> None:
        """Play until the game is over, through all kills of the server."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        while not self.is_over:
            self.sent_ms = wall_ms()
            try:
                async with connect(
                    f"{address}/games/{self.game_id}/socket", additional_headers=headers
                ) as line:
                    await self._play_on(line)
            except (OSError, WebSocketException, InvalidHandshake, InvalidMessage, TimeoutError):
                await asyncio.sleep(RECHECK_S)
            finally:
                self.is_here = False

    def gone(self) -> None:
        """Record that the server was killed; messages sent but not received by then give no reading."""
        self.is_here = False
        self.last_reading, self.reading = self.reading, None
        self.sent.clear()

    async def _play_on(self, line: ClientConnection) -> None:
        laying = asyncio.create_task(self._lay_tiles(line))
        try:
            async for text in line:
                message = json.loads(text)
                self.hear(message)
                self.heard.news.set()
                self._moved.set()
                if self.is_over:
                    return
                if message["type"] == "welcome" and self.unanswered is not None:
                    await self._send(line)
        finally:
            laying.cancel()
            await asyncio.gather(laying, return_exceptions=True)

    async def _lay_tiles(self, line: ClientConnection) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            await self.heard.may_play.wait()
            if self._may_lay():
                await asyncio.sleep(self.pace_s * self.rng.uniform(0.5, 1.5))
            if not self.heard.may_play.is_set():
                self._moved.set()  # to go on as soon as all may lay tiles again
            elif self._may_lay():
                self.unanswered = self._placement()
                await self._send(line)

    def _may_lay(self) -> bool:
        is_free = self.is_here and self.unanswered is None
        return is_free and self.heard.may_play.is_set() and self.position["to_play"] in self.seats

    async def _send(self, line: ClientConnection) -> None:
        self.sent_ms = wall_ms()
        self.sent.setdefault(self.version + 1, self.sent_ms)
        await line.send(json.dumps(self.unanswered))

    def _placement(self) -> Json:
        placement, ply = self.rng.choice(self.position["placements"]), self.position["ply"]
        return {"type": "place", "id": f"v{self.version}", "ply": ply, "placement": placement}

    def hear(self, message: Json) -> None:
        """Handle a message from the server."""
        self.position = message.get("position", self.position)
        match message["type"]:
            case "welcome":
                self._greet(message)
            case "placed" | "over":
                if message["version"] != self.version + 1:
                    self.heard.faults.append(f"{self.game_id}: {message['version']} after {self.version}")
                if message["type"] == "placed":
                    self.laid[message["ply"]] = _placement_of(message["laid"])
                    self.heard.announced += 1
                self.version = message["version"]
                sent_ms = self.sent.get(self.version)
                self.reading = reading_of(message, self.sent_ms if sent_ms is None else sent_ms, sent_ms)
            case "ack":
                self.unanswered = None
                self.acknowledged += 1
                self.heard.acknowledged += 1
                self.heard.wait_ms.append(wall_ms() - self.sent_ms)
            case "refused":
                self.heard.faults.append(f"{self.game_id}: {message}")
        self.is_over = bool(self.position) and self.position["outcome"] is not None

    def _greet(self, message: Json) -> None:
        shown = {ply: _placement_of(laid) for ply, laid in enumerate(message["laid"], 1)}
        kept = {ply for ply, laid in self.laid.items() if shown.get(ply) == laid}
        self.heard.lost += len(self.laid) - len(kept)
        if message["version"] < self.version:
            self.heard.faults.append(f"{self.game_id}: {message['version']} after {self.version}")
        self.seats = [seat["seat"] for seat in message["game"]["seats"] if seat["is_mine"]]
        self.laid |= shown
        self.version = message["version"]
        self.is_here = True
        # Any earlier reading is from before the restart, even if it only arrived after the kill.
        self.reading = reading_of(message, self.sent_ms, self.sent.get(self.version))


def _placement_of(laid: Json) -> Json:
    """Return a placement without its time: an outage gives players back what no heartbeat confirmed."""
    return {key: value for key, value in laid.items() if key != "left_ms"}


def reading_of(message: Json, from_ms: int, sent_ms: int | None = None) -> ClockReading | None:
    """Read the clock in a message that was requested at `from_ms` and has just been received.

    `sent_ms`: when the message that led to this version was sent, None if that was before the last start.
    """
    clock = message["clock"]
    if clock is None or clock["running"] is None:
        return None
    left_ms = clock["left_ms"][clock["running"]]
    now_ms = wall_ms()
    commit_ms = 0 if sent_ms is None else now_ms - sent_ms
    return ClockReading(message["version"], clock["running"], left_ms, from_ms, now_ms, commit_ms)
