"""The memory that an hour of light use costs a server: games with robots, puzzle pages, analyses.

Run `python -m benchmarks.memory` from the repository; `--json` prints one line. `--rounds 24` repeats the
hour on the same server, each time with other puzzles of the day, and prints a reading after each to standard
error. Memory is counted by Linux: resident, and the part not shared with other processes. Worker processes
are reported separately. Processor time is the server process's, with a loop that never changes for
comparison.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from websockets.sync.client import connect

from benchmarks.reference import reference_ms
from tests.server.support.server_process import LiveServer, serving

Json = dict[str, Any]

PUZZLES = ("discovery-5", "discovery-20", "packs-12", "flower-1-7", "pyramid-yellow", "junior", "crazy-red")
PAGES = ("/", "/puzzles", "/puzzles/days", "/puzzles/daily", "/archive", "/gobble", "/learn", "/api")
AT_ONCE = 6
A_GAME_S = 300


def measured(server: LiveServer) -> Json:
    """Return the memory of a server and of its workers in MB, and its processor time."""
    process = Path(f"/proc/{server.process.pid}")
    text = (process / "task" / str(server.process.pid) / "children").read_text()
    workers = []
    for number in text.split():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            workers.append(_memory(Path(f"/proc/{number}")))
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    return {
        **_memory(process),
        "workers": workers,
        "cpu_s": (int(fields[11]) + int(fields[12])) / 100,
    }


def _memory(process: Path) -> dict[str, int]:
    lines = (process / "smaps_rollup").read_text()
    kib = {name: int(found) for name, found in re.findall(r"^(\w+):\s+(\d+) kB", lines, re.MULTILINE)}
    return {"rss_mb": kib["Rss"] // 1024, "own_mb": (kib["Private_Clean"] + kib["Private_Dirty"]) // 1024}


def play(server: LiveServer, n_games: int, robots: tuple[str, str]) -> list[str]:
    """Let robots play some games, a few at a time; return their ids."""
    seats = [{"kind": "robot", "colour": each, "robot": robots[n]} for n, each in enumerate("RB")]
    played: list[str] = []
    while len(played) < n_games:
        ids: list[str] = []
        while len(ids) < min(AT_ONCE, n_games - len(played)):
            try:
                ids.append(server.post("/api/games", {"seats": seats})[0]["id"])
            except HTTPError as error:
                assert error.code in (409, 429), error
                if ids:
                    break
                time.sleep(1)
        for game_id in ids:
            _wait_for_the_end(server, game_id)
        played += ids
    return played


def _wait_for_the_end(server: LiveServer, game_id: str) -> None:
    for _ in range(A_GAME_S):
        if server.get(f"/api/games/{game_id}")["position"]["outcome"]:
            return
        time.sleep(1)
    raise AssertionError(f"game {game_id} does not end")


def use_puzzles(server: LiveServer, n_days_ago: int) -> None:
    """Open pages, and ask for hints and solutions, also of the puzzle of an earlier day."""
    day = datetime.now(UTC).date() - timedelta(days=n_days_ago)
    puzzles = (*PUZZLES, f"daily-{day}")
    for path in (*PAGES, *(f"/puzzles/{name}" for name in puzzles)):
        _fetch(server, path)
    for name in puzzles:
        _fetch(server, f"/api/puzzles/{name}/solutions")
        try:
            server.post(f"/api/puzzles/{name}/hint", {"placements": [], "strength": "solvable"})
        except HTTPError as error:
            assert error.code in (429, 503), error


def _fetch(server: LiveServer, path: str) -> None:
    try:
        with urlopen(server.address + path) as answer:
            answer.read()
    except HTTPError as error:
        assert error.code in (429, 503), (path, error)


def analyse(server: LiveServer, game_id: str) -> None:
    """Request the analysis of a game and wait for its end."""
    with connect(server.socket_address + "/analysis/socket", max_size=None) as socket:
        socket.send(json.dumps({"type": "analyse", "game": game_id}))
        while json.loads(socket.recv())["type"] == "analysing":
            pass
    _fetch(server, f"/analysis?game={game_id}")
    _fetch(server, f"/games/{game_id}/picture.gif")


def figures(server: LiveServer, n_games: int, n_analyses: int, n_rounds: int) -> Json:
    """Use a server like a few people, for an hour or several, and measure it in between."""
    found: Json = {"ready": measured(server)}
    time.sleep(10)
    found["idle"] = measured(server)
    found["rounds"] = rounds = []
    for number in range(n_rounds):
        rounds.append(use_for_an_hour(server, n_games, n_analyses, number))
        print(json.dumps({"round": number + 1, **rounds[-1]}), file=sys.stderr, flush=True)
    return {**found, "reference_ms": reference_ms()}


def use_for_an_hour(server: LiveServer, n_games: int, n_analyses: int, number: int) -> Json:
    """Play games, use puzzles, and analyse; return what was measured after each."""
    found: Json = {}
    played = play(server, n_games - n_games // 10, ("greedy", "forecast"))
    played += play(server, n_games // 10, ("club", "club"))
    found["after games"] = measured(server)
    use_puzzles(server, n_days_ago=number)
    found["after puzzles"] = measured(server)
    for game_id in played[:n_analyses]:
        analyse(server, game_id)
    found["after analyses"] = measured(server)
    return {**found, "games": len(played)}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--analyses", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=1, help="how many hours of use")
    parser.add_argument("--json", action="store_true", help="on one line")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        found = figures(server, arguments.games, arguments.analyses, arguments.rounds)
    print(json.dumps(found, indent=None if arguments.json else 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
