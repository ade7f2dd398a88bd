"""How many spectators a server can carry: all on one game, beside many live games.

Run `python -m benchmarks.spectators` from the repository; `--spectators 10000 --games 200` is the long run.
The server runs in its own process, this process plays, and a third one holds the spectators. First the games
are played without the watched one. Once the spectators are connected, the watched game alternates between
play and pause, so that the waits of other players with and without deliveries are measured side by side. CPU
time is counted by the operating system, so other processes on the machine do not matter. Waits are wall-clock
time; where the operating system allows it, as root, server and players take precedence over everything else.

Spectators offer to read compressed frames, as browsers do, unless `--plain` is given.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.hostile_mix import bounds_ms, histogram
from benchmarks.precedence import CROWD, take_precedence
from benchmarks.reference import reference_ms
from tantrix.server.http.gate import raise_file_limit
from tests.server.support.scripted_players import Player, Received
from tests.server.support.server_process import LiveServer, serving

Json = dict[str, Any]

TICK_S = 1 / os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SEATS = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
TEXT, CLOSE, PING = 1, 8, 9
RSV1, SYNC_END = 0x40, b"\x00\x00\xff\xff"  # a compressed message, and the end that it lacks (RFC 7692)
TURNS = 4  # with the watched game in play, and as many with the game paused
_PLACED, _OVER = b'{"type":"placed","version":', b'{"type":"over","version":'


@dataclass(slots=True)
class SpectatorTotals:
    """What all spectators together have received."""

    welcomed: int = 0
    n_delivered: int = 0
    n_bytes: int = 0
    gaps: int = 0
    lost: int = 0


class Spectator(asyncio.Protocol):
    """A spectator, which answers pings, counts what arrives, and checks that no version is missing."""

    def __init__(self, path: str, seen: SpectatorTotals, cookie: str = "", is_plain: bool = False) -> None:
        self._path = path
        self._is_plain = is_plain
        self._cookie = cookie
        self._seen = seen
        self._buffer = bytearray()
        self._is_open = False
        self._version: int | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        head = (
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        )
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        offer = "" if self._is_plain else "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        transport.write(f"{head}{cookie}{offer}\r\n".encode())

    @property
    def is_welcome(self) -> bool:
        """Return whether the server has sent everything about the game."""
        return self._version is not None

    def connection_lost(self, _error: Exception | None) -> None:
        self._seen.lost += 1

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._buffer.startswith(b"HTTP/1.1 101"), bytes(self._buffer[:end])
            del self._buffer[: end + 4]
            self._is_open = True
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        """Take a whole frame out of the buffer; frames from a server are not masked."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start])
        if len(buffer) < start + length:
            return None
        first, body = buffer[0], bytes(buffer[start : start + length])
        del buffer[: start + length]
        return first, body

    def _take(self, first: int, body: bytes) -> None:
        seen, opcode = self._seen, first & 15
        if opcode == PING and self._transport is not None:
            self._transport.write(bytes([0x8A, 0x80 | len(body), 0, 0, 0, 0]) + body)
        elif opcode == CLOSE:
            seen.gaps += 1
        elif opcode == TEXT:
            seen.n_bytes += len(body)
            if first & RSV1:
                body = zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(body + SYNC_END)
            if body.startswith((_PLACED, _OVER)):
                self._hear(int(body[body.index(b'version":') + 9 : body.index(b",", 25)]))
            elif body.startswith(b'{"type":"welcome"'):
                self._version = json.loads(body)["version"]
                seen.welcomed += 1

    def _hear(self, version: int) -> None:
        self._seen.n_delivered += 1
        self._seen.gaps += version != (self._version or 0) + 1
        self._version = version


@dataclass(frozen=True, slots=True)
class PlayInterval:
    """Some seconds of play: the server's CPU time, what it sent, and how long players waited."""

    cpu_s: float
    wall_s: float
    acknowledged: int
    deliveries: int
    watched_ms: list[float]
    others_ms: list[float]


class SpectatorRun:
    """A server under load."""

    def __init__(
        self, server: LiveServer, n_games: int, n_spectators: int, seconds: float, is_plain: bool
    ) -> None:
        self._server = server
        self._is_plain = is_plain
        self._n_games = n_games
        self._n_spectators = n_spectators
        self._seconds = seconds
        self._watched, self._others, self._seen = Received(), Received(), SpectatorTotals()
        self._crowd: asyncio.subprocess.Process | None = None
        self._rng = Random(1)

    async def figures(self) -> Json:
        await self._quiet()
        idle = self._rss()
        tables = await asyncio.to_thread(self._open_all)
        tasks = [
            asyncio.create_task(player.play(self._server.socket_address))
            for table in tables
            for player in table
        ]
        await _until(lambda: all(player.is_here for table in tables for player in table))
        await self._quiet()
        self._others.may_play.set()  # the watched game is saved for its spectators; it takes about a minute
        await asyncio.sleep(6)  # until all play at their normal pace and out of step with each other
        busy = [await self._busy()]
        alone, playing = await self._phase(self._seconds), self._rss()
        busy.append(await self._busy())
        connected_s = await self._connect(tables[0][0].game_id, alone.cpu_s / alone.wall_s)
        busy.append(await self._busy())
        looked_on, paused = await self._take_turns()
        busy.append(await self._busy())
        watched = self._rss()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._crowd is not None and self._crowd.stdin is not None:
            self._crowd.stdin.close()
            await self._crowd.wait()
        figures = self._report(alone, looked_on, paused, (idle, playing, watched), connected_s)
        held, waits = zip(*busy, strict=True)
        return {
            **figures,
            "loop_busy_ms": {"alone": bounds_ms(*held[:2]), "with_spectators": bounds_ms(*held[2:])},
            "server_wait_ms": {"alone": bounds_ms(*waits[:2]), "with_spectators": bounds_ms(*waits[2:])},
            "held": holds(self._server),
        }

    async def _busy(self) -> tuple[dict[float, float], dict[float, float]]:
        """Read two histograms of the server: how long its loop was busy between two looks, in processor time;
        and how long messages waited in it for their answers, whatever its clients and this process do.
        """
        names = ("tantrix_loop_busy_seconds", "tantrix_socket_answer_seconds")
        loop, answers = [await asyncio.to_thread(histogram, self._server, name) for name in names]
        return loop, answers

    async def _take_turns(self) -> tuple["PlayInterval", "PlayInterval"]:
        """Measure alternately with the watched game in play and paused; return both, each as one phase."""
        looked_on, paused = list["PlayInterval"](), list["PlayInterval"]()
        for _ in range(TURNS):
            self._watched.may_play.set()
            looked_on.append(await self._phase(self._seconds / TURNS))
            self._watched.may_play.clear()
            await asyncio.sleep(2)  # until all have received it
            paused.append(await self._phase(self._seconds / TURNS))
        return _joined(looked_on), _joined(paused)

    def _report(
        self,
        alone: PlayInterval,
        looked_on: PlayInterval,
        paused: PlayInterval,
        rss: Sequence[int],
        connected_s: float,
    ) -> Json:
        idle_s = paused.cpu_s * looked_on.wall_s / paused.wall_s
        return {
            "games": self._n_games,
            "spectators": self._n_spectators,
            "welcomed": self._seen.welcomed,
            "lost": self._seen.lost,
            "gaps": self._seen.gaps,
            "faults": len(self._watched.faults) + len(self._others.faults),
            "connect_cpu_ms_a_spectator": round(1000 * connected_s / self._n_spectators, 2),
            "rss_mb": {
                "idle": rss[0] >> 20,
                "games": rss[1] >> 20,
                "with_spectators": rss[2] >> 20,
                "kb_a_spectator": round((rss[2] - rss[1]) / 1024 / self._n_spectators, 1),
            },
            "deliveries": looked_on.deliveries,
            "bytes_a_delivery": round(
                self._seen.n_bytes / max(1, self._seen.n_delivered + self._seen.welcomed)
            ),
            "cpu_us_a_delivery": round((looked_on.cpu_s - idle_s) * 1e6 / max(1, looked_on.deliveries), 1),
            "reference_ms": round(reference_ms(), 2),
            "cpu_ms_a_placement": round(alone.cpu_s * 1000 / max(1, alone.acknowledged), 2),
            "load_of_a_core": {"alone": _share(alone), "with_spectators": _share(looked_on)},
            "wait_ms": {
                "alone": _quantiles([*alone.watched_ms, *alone.others_ms]),
                "watched_game_paused_others": _quantiles(paused.others_ms),
                "with_spectators_others": _quantiles(looked_on.others_ms),
                "with_spectators_watched": _quantiles(looked_on.watched_ms),
            },
        }

    async def _phase(self, seconds: float) -> PlayInterval:
        loop = asyncio.get_running_loop()
        await self._ask_crowd()
        watched, others, n_delivered = (
            len(self._watched.wait_ms),
            len(self._others.wait_ms),
            self._seen.n_delivered,
        )
        began, cpu_s = loop.time(), self._cpu_s()
        await asyncio.sleep(seconds)
        cpu_s, wall_s = self._cpu_s() - cpu_s, loop.time() - began
        watched_ms, others_ms = self._watched.wait_ms[watched:], self._others.wait_ms[others:]
        await self._ask_crowd()
        n_deliveries = self._seen.n_delivered - n_delivered
        return PlayInterval(
            cpu_s, wall_s, len(watched_ms) + len(others_ms), n_deliveries, watched_ms, others_ms
        )

    async def _connect(self, game_id: str, load: float) -> float:
        """Connect the spectators; return the CPU time that this costs the server, without the games' load."""
        loop = asyncio.get_running_loop()
        host, port = self._server.address.split("/")[2].split(":")
        began, began_s = loop.time(), self._cpu_s()
        command = [sys.executable, "-m", "benchmarks.spectators", "--look-on", host, port, game_id]
        self._crowd = await asyncio.create_subprocess_exec(
            *command,
            *("--spectators", str(self._n_spectators)),
            *(["--plain"] if self._is_plain else []),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        await self._ask_crowd()
        return self._cpu_s() - began_s - load * (loop.time() - began)

    async def _ask_crowd(self) -> None:
        """Fetch what the spectators have received; the first answer comes once all are connected."""
        if self._crowd is None:
            return
        assert self._crowd.stdin is not None and self._crowd.stdout is not None
        self._crowd.stdin.write(b"\n")
        self._seen = SpectatorTotals(**json.loads(await self._crowd.stdout.readline()))

    def _open_all(self) -> list[list[Player]]:
        """Open the games; the first one, which has the spectators, is played faster than the others."""
        return [
            self._open(self._watched, 1.0) if n == 0 else self._open(self._others, 5.0)
            for n in range(self._n_games)
        ]

    def _open(self, heard: Received, pace_s: float) -> list[Player]:
        created, mine = self._server.post("/api/games", {"seats": SEATS, "control": "10"})
        theirs = self._server.post(f"/api/games/{created['id']}/seats", {"seat": 1})[1]
        sent: dict[int, int] = {}
        return [
            Player(created["id"], cookie, Random(self._rng.random()), heard, sent, pace_s)
            for cookie in (mine, theirs)
        ]

    async def _quiet(self) -> None:
        """Wait until the server is idle: it prepares its robots after the start."""
        while True:
            before = self._cpu_s()
            await asyncio.sleep(2)
            if self._cpu_s() - before < 0.1:
                return

    def _cpu_s(self) -> float:
        return cpu_s(self._server)

    def _rss(self) -> int:
        return int(Path(f"/proc/{self._server.process.pid}/statm").read_text().split()[1]) * PAGE


def holds(server: LiveServer) -> list[Json]:
    """Return when the event loop was held for more than 50 ms of processor time, and by what."""
    lines = [line for line in server.lines if line["event"] == "the event loop was held"]
    return [{key: line[key] for key in ("timestamp", "processor_ms", "where")} for line in lines]


def cpu_s(server: LiveServer) -> float:
    """Return the processor time that a server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_S


async def look_on(host: str, port: int, game_id: str, n_spectators: int, is_plain: bool) -> None:
    """Connect spectators, some at a time; for each line of input, report what they have received."""
    loop, seen, path = asyncio.get_running_loop(), SpectatorTotals(), f"/games/{game_id}/socket"
    for first in range(0, n_spectators, 50):
        n = min(50, n_spectators - first)
        for _ in range(n):
            await loop.create_connection(lambda: Spectator(path, seen, is_plain=is_plain), host, port)
        await _until(lambda most=first + n: seen.welcomed >= most)
    while await asyncio.to_thread(sys.stdin.readline):
        print(json.dumps(asdict(seen)), flush=True)


async def _until(is_so: Any) -> None:
    async with asyncio.timeout(600):
        while not is_so():
            await asyncio.sleep(0.02)


def _joined(phases: Sequence[PlayInterval]) -> PlayInterval:
    """Return several phases as one."""
    return PlayInterval(
        sum(phase.cpu_s for phase in phases),
        sum(phase.wall_s for phase in phases),
        sum(phase.acknowledged for phase in phases),
        sum(phase.deliveries for phase in phases),
        [wait_ms for phase in phases for wait_ms in phase.watched_ms],
        [wait_ms for phase in phases for wait_ms in phase.others_ms],
    )


def _share(phase: PlayInterval) -> float:
    return round(phase.cpu_s / phase.wall_s, 3)


def _quantiles(waits_ms: Sequence[float]) -> Json:
    if len(waits_ms) < 2:
        return {"n": len(waits_ms)}
    cuts = statistics.quantiles(waits_ms, n=100, method="inclusive")
    return {"n": len(waits_ms), "median": cuts[49], "p95": cuts[94], "p99": cuts[98]}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--spectators", type=int, default=2000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--plain", action="store_true", help="do not offer to read compressed frames")
    parser.add_argument("--look-on", nargs=3, metavar=("HOST", "PORT", "GAME"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    raise_file_limit()
    if arguments.look_on:
        take_precedence(CROWD)
        host, port, game_id = arguments.look_on
        asyncio.run(look_on(host, int(port), game_id, arguments.spectators, arguments.plain))
        return 0
    has_precedence = take_precedence()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        run = SpectatorRun(server, arguments.games, arguments.spectators, arguments.seconds, arguments.plain)
        figures = asyncio.run(run.figures())
    print(json.dumps({"precedence": has_precedence, **figures}, indent=1))
    return 1 if figures["gaps"] or figures["lost"] or figures["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
