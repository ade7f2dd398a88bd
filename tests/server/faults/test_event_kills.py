"""Kill servers between the end of a game and the next draw of an arena, a simul or a cup, or in a race.

As a script, it prints figures: `python -m tests.server.faults.test_event_kills arena --kills 50`, and with
`--two` those of two servers with PostgreSQL and Redis, of which the leader is killed.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest

from tests.server.support.external_servers import new_database, postgres_server, redis_server
from tests.server.support.tournaments.kills import KILLING, kill_arenas, one_server, two_servers

SOCKETS = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning"
)


@pytest.mark.long
@SOCKETS
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("preset", KILLING)
def test_no_result_is_lost_or_counted_twice_by_kill_9(tmp_path: Path, preset: str) -> None:
    with one_server(tmp_path, 4, Random(1)) as servers:
        KILLING[preset](servers)

    assert servers.found.total() == 4


@pytest.mark.long
@SOCKETS
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("preset", KILLING)
def test_the_event_of_a_killed_leader_goes_on(tmp_path: Path, postgres: str, preset: str) -> None:
    with (
        redis_server(tmp_path) as bus,
        two_servers(tmp_path, new_database(postgres), bus, 3, Random(2)) as servers,
    ):
        KILLING[preset](servers)

    assert servers.found.total() == 3


def main() -> None:
    """Kill as often as requested, and print how many kills came before and after the next draw or result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("preset", choices=KILLING)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--two", action="store_true", help="two servers with PostgreSQL and Redis")
    options = parser.parse_args()
    rng = Random(time.time_ns())
    with tempfile.TemporaryDirectory() as folder:
        if options.two:
            with (
                postgres_server() as postgres,
                redis_server(Path(folder)) as bus,
                two_servers(Path(folder), new_database(postgres), bus, options.kills, rng) as servers,
            ):
                KILLING[options.preset](servers)
        else:
            with one_server(Path(folder), options.kills, rng) as servers:
                if options.preset == "arena":
                    kill_arenas(servers, is_played_out=True)
                else:
                    KILLING[options.preset](servers)
    json.dump(servers.found, sys.stdout)
    print()


if __name__ == "__main__":
    main()
