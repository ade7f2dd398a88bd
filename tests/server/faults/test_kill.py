"""Kill the server during forty live games; check that no announced placement and no player's time is lost.

A clock may gain at most the sum of two times from a kill: the time from the last heartbeat to the kill, half
a second unless the machine is too busy to write heartbeats (read from the file for each kill), and
`LOST_DELAY_MS`, for the time that the last journal entry took to reach the players, lost in the kill. It runs
again from the end of the outage that the server has saved, however long the last steps of the start take, so
it loses nothing but what saving the last entry took beyond `LOST_DELAY_MS`.
`tests/server/games/test_clocks_after_a_kill.py` checks the same without a server.

As a script, it runs more rounds and prints figures: `python -m tests.server.faults.test_kill --rounds 100`.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tantrix.server.cluster.uptime import HEARTBEAT_FILE, HEARTBEAT_S, read_uptime
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.games.room import LOST_DELAY_MS
from tests.server.support.databases.integrity import integrity
from tests.server.support.external_servers import free_port
from tests.server.support.scripted_players import Player, Reading, Received, reading_of
from tests.server.support.server_process import SERVE, LiveServer, start, stop, wall_ms

Json = dict[str, Any]

N_GAMES = 40
CONTROLS = ("15 tournament", "10", "5+3", "5+20 credit")
MAX_ANNOUNCED = 60  # placements acknowledged in a round before the server is killed
FAVOUR_MS = 1000  # how much the running clock may gain from a kill if the server could write heartbeats
# A server with the clock of this test, so that no difference between two clocks counts as a gain or loss.
SAME_CLOCK = f"""
import time
from dataclasses import replace
from functools import partial

from tantrix.server import serve

def create(settings):
    return serve.create_app(replace(settings, now_ms=lambda: time.time_ns() // 1_000_000))

serve.run = partial(serve.run, make_app=create)
{SERVE}
"""


@dataclass(frozen=True, slots=True)
class Gain:
    """The least and the most time the player to move gained, from when messages were sent and received.

    `sign_ms`: the age of the last heartbeat when the server died. `commit_ms`: the most that saving the last
    journal entry took.
    """

    min_ms: int
    max_ms: int
    sign_ms: int
    commit_ms: int

    @property
    def is_fair(self) -> bool:
        """Return whether the clock may have lost nothing but a delay that the server could not know."""
        return self.max_ms >= min(0, LOST_DELAY_MS - self.commit_ms)


@dataclass(slots=True)
class Figures:
    """The results of the rounds. `announced` counts the placements that at least one client received.

    `gains`: one for each clock that could be checked. `late_ms`: the age of the last heartbeat at each kill.
    """

    rounds: int = 0
    games: int = 0
    announced: int = 0
    acknowledged: int = 0
    lost: int = 0
    faults: list[str] = field(default_factory=list)
    back_s: list[float] = field(default_factory=list)
    gains: list[Gain] = field(default_factory=list)
    late_ms: list[int] = field(default_factory=list)
    wait_ms: list[float] = field(default_factory=list)

    def summary(self) -> Json:
        least, most = [gain.min_ms for gain in self.gains], [gain.max_ms for gain in self.gains]
        return {
            "rounds": self.rounds,
            "games": self.games,
            "announced": self.announced,
            "acknowledged": self.acknowledged,
            "lost": self.lost,
            "faults": self.faults,
            "clocks_checked": len(self.gains),
            "favour_ms": {
                "certainly_at_most": max(least),
                "certainly_at_least": min(most),
                "median": statistics.median((a + b) / 2 for a, b in zip(least, most, strict=True)),
            },
            "last_sign_ms": {"median": statistics.median(self.late_ms), "most": max(self.late_ms)},
            "acknowledged_after_ms": statistics.median(self.wait_ms),
            "back_s": {"median": statistics.median(self.back_s), "most": max(self.back_s)},
        }


def test_no_placement_and_no_time_is_lost_by_kill_9_under_forty_games(tmp_path: Path) -> None:
    check(kill_rounds(tmp_path, 10, Random(1)))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_placement_and_no_time_is_lost_by_a_hundred_kills(tmp_path: Path) -> None:
    check(kill_rounds(tmp_path, 100, Random(2)))


def test_a_message_sent_before_a_kill_is_not_a_clock_reading_after_it() -> None:
    player = Player("game", "cookie", Random(1), Received(), {})
    player.hear(_message("welcome", 0))
    player.gone()
    player.hear(_message("placed", 1))
    player.sent_ms = wall_ms() + 1
    player.hear(_message("welcome", 1))

    player.gone()

    assert player.last_reading is not None
    assert player.last_reading.from_ms == player.sent_ms


def _message(kind: str, version: int) -> Json:
    laid = [{"tile": 1}] * version
    return {
        "type": kind,
        "version": version,
        "ply": version,
        "game": {"seats": []},
        "laid": laid if kind == "welcome" else laid[-1],
        "position": {"outcome": None},
        "clock": {"running": 0, "left_ms": [300_000, 300_000]},
    }


def check(figures: Figures) -> None:
    assert figures.announced >= figures.acknowledged > 0
    assert figures.lost == 0
    assert figures.faults == []
    assert len(figures.gains) > N_GAMES
    assert [gain for gain in figures.gains if not gain.is_fair] == []
    assert [gain for gain in figures.gains if gain.min_ms > gain.sign_ms + LOST_DELAY_MS] == []
    late_ms = max(0, statistics.median(figures.late_ms) - HEARTBEAT_S * 1000)
    assert statistics.median(gain.min_ms for gain in figures.gains) <= FAVOUR_MS + late_ms


def kill_rounds(data_dir: Path, rounds: int, rng: Random) -> Figures:
    """Kill a server `rounds` times during games; raise AssertionError if the database is damaged."""
    return asyncio.run(PersistentPlayers(data_dir, rng).rounds(rounds))


class PersistentPlayers:
    """Players who keep playing across server kills, and the figures of these kills."""

    def __init__(self, data_dir: Path, rng: Random) -> None:
        self._data_dir = data_dir
        self._rng = rng
        self._port = free_port()
        self._heard = Received()
        self._figures = Figures()
        self._tables: list[list[Player]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._until_ms = 0  # the end of the last outage

    async def rounds(self, n: int) -> Figures:
        killed: tuple[int, int] | None = None
        for _ in range(n):
            server = await asyncio.to_thread(start, self._data_dir, self._port, SAME_CLOCK)
            try:
                await self._come_back(server, killed)
                await self._fill(server)
                self._heard.may_play.set()
                fatal = self._heard.acknowledged + self._rng.randint(1, MAX_ANNOUNCED)
                await self._until(lambda fatal=fatal: self._heard.acknowledged >= fatal)  # type: ignore[misc]
                killed = server.kill()
                self._heard.may_play.clear()
                self._figures.late_ms.append(killed[1] - int((self._data_dir / HEARTBEAT_FILE).read_text()))
                for player in self._players:
                    player.gone()
            finally:
                await asyncio.to_thread(stop, server)
            await asyncio.to_thread(_check_integrity, self._data_dir)
            self._figures.rounds += 1
        await self._end(killed)
        return self._figures

    async def _end(self, killed: tuple[int, int] | None) -> None:
        """Check all received messages once more, and stop the last server cleanly."""
        server = await asyncio.to_thread(start, self._data_dir, self._port, SAME_CLOCK)
        try:
            await self._come_back(server, killed)
            await self._stop_playing()
            server.process.terminate()
            assert await asyncio.to_thread(server.process.wait) == 0
        finally:
            await asyncio.to_thread(stop, server)
        heard = self._heard
        self._figures.announced, self._figures.acknowledged = heard.announced, heard.acknowledged
        self._figures.lost, self._figures.faults = heard.lost, heard.faults
        self._figures.wait_ms = heard.wait_ms

    async def _stop_playing(self) -> None:
        """Stop all players, repeatedly for those who took the stop for a time-out of their connection."""
        playing = set(self._tasks)
        while playing:
            for task in playing:
                task.cancel()
            ended, playing = await asyncio.wait(playing, timeout=1)
            await asyncio.gather(*ended, return_exceptions=True)

    @property
    def _players(self) -> list[Player]:
        return [player for table in self._tables for player in table]

    async def _come_back(self, server: LiveServer, killed: tuple[int, int] | None) -> None:
        """Wait until everybody plays again, and read the clocks."""
        began = asyncio.get_running_loop().time()
        await self._until(lambda: all(player.is_here for player in self._players if not player.is_over))
        self._figures.back_s.append(asyncio.get_running_loop().time() - began)
        if killed is not None:
            self._figures.gains += await asyncio.to_thread(self._gains, server, killed)
        self._tables = [table for table in self._tables if not any(player.is_over for player in table)]

    def _gains(self, server: LiveServer, killed: tuple[int, int]) -> list[Gain]:
        """Compare each clock with its last reading, if no tile has been laid since."""
        found, ran_from_ms, until_ms = [], self._until_ms, _end_of_outage(self._data_dir)
        self._until_ms = until_ms
        for table in self._tables:
            asked_ms = wall_ms()
            shown = reading_of(server.get(f"/api/games/{table[0].game_id}"), asked_ms)
            if shown is None:
                continue
            last = [reading for player in table if (reading := player.last_reading) is not None]
            announced = [reading for reading in last if reading.version == shown.version]
            if announced:
                closest = min(announced, key=lambda reading: reading.to_ms - reading.from_ms)
                min_ms, max_ms = favour_ms(closest, shown, killed, ran_from_ms, until_ms)
                commit_ms = min(reading.commit_ms for reading in announced)
                found.append(Gain(min_ms, max_ms, self._figures.late_ms[-1], commit_ms))
                for player in table:
                    player.reading = shown
        return found

    async def _fill(self, server: LiveServer) -> None:
        """Open tables until there are forty, every fifth with a spectator."""
        while len(self._tables) < N_GAMES:
            number = self._figures.games
            table = await asyncio.to_thread(self._open, server, number)
            self._figures.games += 1
            self._tables.append(table)
            self._tasks += [asyncio.create_task(player.play(server.socket_address)) for player in table]
        await self._until(lambda: all(player.is_here or player.is_over for player in self._players))

    def _open(self, server: LiveServer, number: int) -> list[Player]:
        n_seats = 2 + number % 3 // 2 + number % 7 // 6
        seats = [
            {"kind": "person" if seat == 0 else "open", "colour": "RBYG"[seat]} for seat in range(n_seats)
        ]
        fields = {"seats": seats, "control": CONTROLS[number % len(CONTROLS)]}
        created, cookie = server.post("/api/games", fields)
        cookies = [cookie]
        sent: dict[int, int] = {}
        for seat in range(1, n_seats):
            sent[0] = wall_ms()
            cookies.append(server.post(f"/api/games/{created['id']}/seats", {"seat": seat})[1])
        cookies += [""] if number % 5 == 0 else []
        return [Player(created["id"], c, Random(self._rng.random()), self._heard, sent) for c in cookies]

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self._heard.news.clear()
            await self._heard.news.wait()


def favour_ms(
    announced: Reading, shown: Reading, killed: tuple[int, int], ran_from_ms: int, until_ms: int
) -> tuple[int, int]:
    """Return the least and the most that a clock gained from the kill, both 0 if it is exact.

    The player to move should have the time last received, minus the time from then until the server died and
    the time since the end of the outage. A server that starts quickly may be read before the previous outage
    is over; clocks stood still until `ran_from_ms`.
    """
    gained = shown.left_ms - announced.left_ms
    least = max(0, shown.from_ms - until_ms) + _ran_ms(announced.to_ms, killed[0], ran_from_ms)
    most = max(0, shown.to_ms - until_ms) + _ran_ms(announced.from_ms, killed[1], ran_from_ms)
    return gained + least, gained + most


def _ran_ms(from_ms: int, to_ms: int, ran_from_ms: int) -> int:
    """Return how long clocks ran between two times; negative if the second is the earlier one."""
    return max(to_ms, ran_from_ms) - max(from_ms, ran_from_ms)


def test_clocks_do_not_run_before_the_end_of_the_last_outage() -> None:
    announced = Reading(version=5, running=0, left_ms=60_000, from_ms=1_000, to_ms=1_040)
    shown = Reading(version=5, running=0, left_ms=60_000, from_ms=2_000, to_ms=2_010)

    assert favour_ms(announced, shown, (1_200, 1_205), 1_100, 2_100) == (100, 105)
    assert favour_ms(announced, shown, (1_200, 1_205), 0, 2_100) == (160, 205)


def _end_of_outage(data_dir: Path) -> int:
    """Return when the clocks run again after the last kill, as the server has saved it."""
    database = Database(data_dir / DATABASE)
    try:
        return read_uptime(database.readers).outages[-1].to_ms
    finally:
        database.close()


def _check_integrity(data_dir: Path) -> None:
    database = Database(data_dir / DATABASE)
    try:
        assert integrity(database) == "ok"
    finally:
        database.close()


def main() -> int:
    """Run some rounds and print their figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = kill_rounds(Path(folder), arguments.rounds, Random(arguments.seed))
    print(json.dumps(figures.summary(), indent=1))
    check(figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
