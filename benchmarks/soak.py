"""A server in use for a long time: does its memory grow, and does it log errors?

Run `python -m benchmarks.soak --minutes 120` from the repository; `--json` prints one line. Two hundred games
are played at once, one after the other at each table, while others watch, robots play each other, puzzles are
opened and hints asked for, and pictures of finished games are made. The memory of the server is read every
half minute.

Growth is measured on the server's own memory, from the moment when it has settled to the end, as medians of
five readings. A finished game stays open for a minute, so the number of open games settles a minute after the
first games have ended. `--settle` says when all has settled, caches included: after a quarter of an hour at
two seconds per tile.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.memory import PAGES, PUZZLES, measured
from benchmarks.reference import reference_ms
from tests.server.support.scripted_players import Player, Received
from tests.server.support.server_process import LiveServer, serving

Json = dict[str, Any]

SEATS = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
ROBOTS = [{"kind": "robot", "colour": colour, "robot": "greedy"} for colour in "RB"]
PICTURES = ("picture.png?width=640", "picture.svg?marks=true", "picture.gif?width=320", "share", "record")
EVERY_S = 30.0
N_READINGS = 5


class Soak:
    """Everyone who uses the server until the time is over, and their counters."""

    def __init__(self, server: LiveServer, n_games: int, pace_s: float, slowness: float) -> None:
        self.server = server
        self.heard = Received()
        self.answers: Counter[str] = Counter()
        self._n_games = n_games
        self._pace_s = pace_s
        self._slowness = slowness
        self._in_play: list[str] = []
        self.finished: list[str] = []
        self._ended = threading.Event()

    async def run(self, seconds: float) -> list[Json]:
        """Use the server for some time; return what was measured along the way."""
        self.heard.may_play.set()
        tables = [asyncio.create_task(self._play_at(number)) for number in range(self._n_games)]
        spectators = [asyncio.create_task(self._watch(Random(n))) for n in range(max(1, self._n_games // 4))]
        threads = [
            threading.Thread(target=self._repeat, args=(work, Random(number), pause_s * self._slowness))
            for number, (work, pause_s) in enumerate(
                [
                    (self._solve, 2.0),
                    (self._solve, 3.0),
                    (self._draw, 2.0),
                    (self._draw, 3.0),
                    (self._robots, 20.0),
                ]
            )
        ]
        for thread in threads:
            thread.start()
        readings: list[Json] = []
        start = time.monotonic()
        while time.monotonic() < start + seconds:
            await asyncio.sleep(min(EVERY_S, seconds / 10))
            readings.append(measured(self.server) | {"open": self.server.figure("tantrix_game_rooms_open")})
            self._print_progress(time.monotonic() - start, readings[-1])
        self._ended.set()
        for task in (*tables, *spectators):
            task.cancel()
        await asyncio.gather(*tables, *spectators, return_exceptions=True)
        for thread in threads:
            await asyncio.to_thread(thread.join, 120)
        return readings

    def _print_progress(self, seconds: float, reading: Json) -> None:
        """Print one line to the standard error, so that a run that is cut short has figures too."""
        levels = Counter(line.get("level", "") for line in self.server.lines)
        shown = {
            "minute": round(seconds / 60, 1),
            **reading,
            "finished": len(self.finished),
            "placements": self.heard.acknowledged,
            "lost": self.heard.lost,
            "errors": levels["error"] + levels["critical"],
            "warnings": levels["warning"],
            "client_cpu_s": round(time.process_time()),
        }
        print(json.dumps(shown), file=sys.stderr, flush=True)

    async def _play_at(self, number: int) -> None:
        """Play one game after the other."""
        rng = Random(number)
        await asyncio.sleep(rng.uniform(0, self._pace_s * 3))  # so that tables do not move in step
        while True:
            try:
                game_id, cookies = await asyncio.to_thread(self._new_game)
            except (HTTPError, URLError, OSError) as error:
                self.answers[f"no game: {error}"] += 1
                await asyncio.sleep(5)
                continue
            self._in_play.append(game_id)
            sent: dict[int, int] = {}
            players = [
                Player(game_id, each, Random(rng.random()), self.heard, sent, self._pace_s)
                for each in cookies
            ]
            await asyncio.gather(*(each.play(self.server.socket_address) for each in players))
            self._in_play.remove(game_id)
            self.finished.append(game_id)

    def _new_game(self) -> tuple[str, list[str]]:
        created, mine = self.server.post("/api/games", {"seats": SEATS, "control": "30"})
        theirs = self.server.post(f"/api/games/{created['id']}/seats", {"seat": 1})[1]
        return created["id"], [mine, theirs]

    async def _watch(self, rng: Random) -> None:
        """Watch one game after the other for a while."""
        while True:
            await asyncio.sleep(rng.uniform(1, 5))
            if not self._in_play:
                continue
            address = f"{self.server.socket_address}/games/{rng.choice(self._in_play)}/socket"
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(address, compression=None) as line, asyncio.timeout(rng.uniform(10, 60)):
                    async for _ in line:
                        self.answers["watched"] += 1

    def _repeat(self, work: Any, rng: Random, pause_s: float) -> None:
        while not self._ended.wait(pause_s * rng.uniform(0.5, 1.5)):
            try:
                work(rng)
            except HTTPError as error:
                self.answers[str(error.code)] += 1
            except (URLError, OSError) as error:
                self.answers[repr(error)] += 1

    def _get(self, path: str) -> None:
        with urlopen(self.server.address + path, timeout=120) as answer:
            answer.read()
            self.answers[str(answer.status)] += 1

    def _solve(self, rng: Random) -> None:
        name = rng.choice(PUZZLES)
        self._get(rng.choice((*PAGES, f"/puzzles/{name}")))
        self.server.post(f"/api/puzzles/{name}/hint", {"placements": [], "strength": "solvable"})
        self.answers["hints"] += 1

    def _draw(self, rng: Random) -> None:
        if self.finished:
            self._get(f"/games/{rng.choice(self.finished)}/{rng.choice(PICTURES)}")

    def _robots(self, _rng: Random) -> None:
        self.finished.append(self.server.post("/api/games", {"seats": ROBOTS})[0]["id"])
        self.answers["games of robots"] += 1


def figures(server: LiveServer, soak: Soak, minutes: float, settle: float) -> Json:
    """Measure a soak: growth in per cent, errors in the log, and what was done."""
    readings = asyncio.run(soak.run(minutes * 60))
    first = min(int(len(readings) * settle / minutes), len(readings) - N_READINGS)
    own = [each["own_mb"] for each in readings]
    before, after = median(own[first : first + N_READINGS]), median(own[-N_READINGS:])
    lines = Counter((line.get("level", ""), line["event"]) for line in server.lines)
    return {
        "minutes": minutes,
        "own_mb": {
            "settled": before,
            "at the end": after,
            "growth_percent": 100 * (after / before - 1),
        },
        "every_reading": [
            (each["own_mb"], each["open"]) for each in readings[:: max(1, len(readings) // 20)]
        ],
        "resident_mb": readings[-1]["rss_mb"],
        "workers_mb": [each["own_mb"] for each in readings[-1]["workers"]],
        "open_games": readings[-1]["open"],
        "errors": {event: n for (level, event), n in lines.items() if level in ("error", "critical")},
        "warnings": {event: n for (level, event), n in lines.items() if level == "warning"},
        "placements": soak.heard.acknowledged,
        "lost": soak.heard.lost,
        "faults": soak.heard.faults[:5],
        "games_finished": len(soak.finished),
        "answers": dict(soak.answers.most_common(12)),
        "cpu_s": readings[-1]["cpu_s"],
        "reference_ms": reference_ms(),
    }


def main() -> int:
    """Print the figures; the exit status is 1 after an error or a growth of 5 %."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--games", type=int, default=200, help="in play at once")
    parser.add_argument("--pace", type=float, default=10, help="seconds for a tile")
    parser.add_argument(
        "--slowness",
        type=float,
        default=1,
        help="times as long between pages, hints, pictures and robots",
    )
    parser.add_argument("--settle", type=float, help="minutes before the growth; else a third of all")
    parser.add_argument("--json", action="store_true", help="on one line")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        settle = arguments.minutes / 3 if arguments.settle is None else arguments.settle
        soak = Soak(server, arguments.games, arguments.pace, arguments.slowness)
        found = {"games": arguments.games, **figures(server, soak, arguments.minutes, settle)}
    print(json.dumps(found, indent=None if arguments.json else 1))
    return 1 if found["errors"] or found["own_mb"]["growth_percent"] >= 5 else 0


if __name__ == "__main__":
    sys.exit(main())
