"""Kill the server between the end of the last game of a round and the next round of a tournament.

As a script, it prints figures: `python -m tests.server.faults.test_tournament_kills --kills 50`.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import httpx2
import pytest

from tantrix.competition.events.actions import FinishEvent, LogEntry, PairRound
from tantrix.server.admin.tournaments import check_tournaments
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.tournaments.store import TournamentStore
from tests.server.support.external_servers import free_port
from tests.server.support.server_process import start, stop
from tests.server.support.tournament_players import EventPeople

NAMES = ("Ann", "Bea", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")
N_ROUNDS = 5
DELAYS_S = (0.0, 0.0, 0.0, 0.005, 0.02)


@pytest.mark.filterwarnings("ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning")
def test_no_round_is_lost_or_drawn_twice_by_kill_9(tmp_path: Path) -> None:
    assert sum(kill_between_rounds(tmp_path, 4, Random(1)).values()) == 4


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_no_round_is_lost_or_drawn_twice_by_fifty_kills(tmp_path: Path) -> None:
    found = kill_between_rounds(tmp_path, 50, Random(2))

    assert sum(found.values()) == 50
    assert found["between"] > 0


def kill_between_rounds(data_dir: Path, n_kills: int, rng: Random) -> Counter[str]:
    """Play tournaments by resigning, and kill the server when the last game of each round is over.

    Return how many kills came before the next round was saved ("between"), and how many after it.
    """
    found: Counter[str] = Counter()
    port = free_port()
    people = EventPeople(httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=600))
    for n in range(n_kills + 1):
        server = start(data_dir, port)
        try:
            if not people.cookies:
                people = EventPeople.gather(people.client, *NAMES)
            if n % N_ROUNDS == 0:
                _finish(people)
                _begin(people)
            if n == n_kills:
                break
            _play_round(people, n % N_ROUNDS + 1)
            time.sleep(rng.choice(DELAYS_S))
            server.kill()
        finally:
            stop(server)
        rounds, is_over = _log(data_dir, people.id)
        assert rounds == [f"1-swiss-{number}" for number in range(1, len(rounds) + 1)]
        assert n % N_ROUNDS + 1 <= len(rounds) <= n % N_ROUNDS + 2
        found["after" if is_over or len(rounds) > n % N_ROUNDS + 1 else "between"] += 1
    for checked in check_tournaments(data_dir):
        assert checked.problems == []
    return found


def _begin(people: EventPeople) -> None:
    people.create(NAMES[0], n_rounds=N_ROUNDS)
    for name in NAMES:
        people.do(name, "enter")
    people.do(NAMES[0], "start")


def _finish(people: EventPeople) -> None:
    """Wait for the end of the previous tournament, in which every game must have counted."""
    if not people.id:
        return
    view = people.wait(lambda view: view["state"] == "over")
    [section] = view["sections"]
    assert len(section["rounds"]) == N_ROUNDS
    assert sum(row["points"] for row in section["standings"]) == N_ROUNDS * len(NAMES) // 2 * 150


def _play_round(people: EventPeople, number: int) -> None:
    """End all games of a round; each must have begun only once, even after a kill."""
    people.wait(lambda view: len(people.games_in_play(view)) == len(NAMES) // 2)
    assert len(people.look()["sections"][0]["rounds"]) == number
    for game in people.games_in_play():
        people.give_up(game)


def _log(data_dir: Path, tournament_id: str) -> tuple[list[str], bool]:
    """Return the names of the rounds in the log, and whether the tournament is over."""
    database = Database(data_dir / DATABASE)
    try:
        entries: list[LogEntry] = TournamentStore(database.readers).entries(tournament_id)
    finally:
        database.close()
    actions = [entry.action for entry in entries]
    return [each.round.name for each in actions if isinstance(each, PairRound)], any(
        isinstance(each, FinishEvent) for each in actions
    )


def main() -> None:
    """Kill the requested number of times, and print how many kills came between last game and next round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    with tempfile.TemporaryDirectory() as folder:
        found = kill_between_rounds(Path(folder), parser.parse_args().kills, Random(time.time_ns()))
    json.dump(found, sys.stdout)
    print()


if __name__ == "__main__":
    main()
