"""The cost of a placement for the server, end to end: over sockets, to disk, and out to both players.

Run `python -m benchmarks.placements` from the repository. The server runs in its own process; in this one
forty clients play twenty two-player games, each laying a tile as soon as it is its turn. Measures the
processor time of the server's process as counted by the operating system and, for comparison, of a loop that
never changes.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.reference import reference_ms
from benchmarks.spectators import SEATS, cpu_s
from tests.server.support.scripted_players import Player, Received
from tests.server.support.server_process import LiveServer, serving

Json = dict[str, Any]


def open_table(server: LiveServer, heard: Received, rng: Random) -> list[Player]:
    """Open a two-player game with ten minutes per player; return its players."""
    created, mine = server.post("/api/games", {"seats": SEATS, "control": "10"})
    theirs = server.post(f"/api/games/{created['id']}/seats", {"seat": 1})[1]
    sent: dict[int, int] = {}
    return [
        Player(created["id"], cookie, Random(rng.random()), heard, sent, 0.0) for cookie in (mine, theirs)
    ]


async def play(server: LiveServer, n_games: int, rng: Random) -> Json:
    """Play some games to the end at the same time; return what they cost the server."""
    heard = Received()
    tables = await asyncio.to_thread(lambda: [open_table(server, heard, rng) for _ in range(n_games)])
    tasks = [asyncio.create_task(player.play(server.socket_address)) for table in tables for player in table]
    while not all(player.is_here for table in tables for player in table):
        await asyncio.sleep(0.05)
    began, began_s = time.perf_counter(), cpu_s(server)
    heard.may_play.set()
    await asyncio.gather(*tasks)
    n_placed, spent_s = heard.acknowledged, cpu_s(server) - began_s
    waits = sorted(heard.wait_ms)
    return {
        "placements": n_placed,
        "faults": len(heard.faults),
        "cpu_ms_a_placement": round(1000 * spent_s / n_placed, 2),
        "load_of_a_core": round(spent_s / (time.perf_counter() - began), 2),
        "wait_ms": {"median": waits[len(waits) // 2], "p99": waits[int(len(waits) * 0.99)]},
    }


async def run(server: LiveServer, n_games: int, n_rounds: int) -> list[Json]:
    """Play some rounds of games; the first round fills caches and is not reported."""
    rng, rounds = Random(3), list[Json]()
    for number in range(n_rounds + 1):
        loop_ms = reference_ms()
        figures = await play(server, n_games, rng)
        figures["in_reference_loops"] = round(figures["cpu_ms_a_placement"] / loop_ms, 2)
        if number:
            rounds.append(figures)
            print(json.dumps(figures), flush=True)
    return rounds


def main() -> int:
    """Print the figures of each round."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        rounds = asyncio.run(run(server, options.games, options.rounds))
    return 1 if any(figures["faults"] for figures in rounds) else 0


if __name__ == "__main__":
    sys.exit(main())
