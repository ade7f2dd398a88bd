"""Kill the server in the middle of games and see that nothing it has told is lost.

As a script it does more rounds and prints figures: `python -m tests.server.test_kill --rounds 20`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tantrix.server.settings import DATABASE
from tantrix.server.store import Store

Json = dict[str, Any]

PERSON = {"kind": "person"}
ROBOT = {"kind": "robot", "robot": "random"}
TABLES = ((PERSON, PERSON), (PERSON, ROBOT), (PERSON, PERSON, PERSON), (ROBOT, PERSON), (PERSON, PERSON))
MOST_TOLD = 40  # placements that are acknowledged in a round before the server is killed


@dataclass(slots=True)
class Figures:
    """What came of the rounds. A placement told is one that was acknowledged or shown to the client."""

    rounds: int = 0
    acknowledged: int = 0
    told: int = 0
    lost: int = 0
    games: int = 0
    start_ms: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Known:
    """What a client knows of its game: the tiles it was told of, and the message it had no answer to."""

    id: str
    cookie: str
    seats: list[int] = field(default_factory=list)
    position: Json = field(default_factory=dict)
    laid: dict[int, Json] = field(default_factory=dict)
    refusals: list[Json] = field(default_factory=list)
    unanswered: Json | None = None
    n_acknowledged: int = 0
    is_over: bool = False


@dataclass(slots=True)
class Server:
    """A server in a process of its own."""

    process: "subprocess.Popen[str]"
    address: str

    def get(self, path: str) -> Json:
        with urlopen(self.address + path) as answer:
            body: Json = json.load(answer)
        return body

    def open_game(self, seats: tuple[Json, ...]) -> Known:
        wish = {"seats": [seat | {"colour": colour} for seat, colour in zip(seats, "RBYG", strict=False)]}
        headers = {"Content-Type": "application/json"}
        with urlopen(Request(self.address + "/api/games", json.dumps(wish).encode(), headers)) as answer:
            return Known(json.load(answer)["id"], answer.headers["Set-Cookie"].partition(";")[0])


@pytest.mark.parametrize("seed", [1])
def test_no_placement_that_was_told_is_lost_by_kill_9(tmp_path: Path, seed: int) -> None:
    figures = kill_rounds(tmp_path, 3, Random(seed))

    assert figures.told >= figures.acknowledged > 0
    assert figures.lost == 0


@pytest.mark.long
def test_no_placement_that_was_told_is_lost_by_twenty_kills(tmp_path: Path) -> None:
    assert kill_rounds(tmp_path, 20, Random(2)).lost == 0


def kill_rounds(data_dir: Path, rounds: int, rng: Random) -> Figures:
    """Kill a server so many times while games are played; AssertionError if the database is damaged."""
    figures = Figures(rounds)
    games: list[Known] = []
    for _ in range(rounds):
        with _serving(data_dir, figures) as server:
            _check_all(server, games, figures)
            games = [game for game in games if not game.is_over]
            new = [server.open_game(seats) for seats in TABLES[len(games) :]]
            figures.games += len(new)
            games += new
            _play_and_kill(server, games, rng)
        _check_integrity(data_dir)
    with _serving(data_dir, figures) as server:
        _check_all(server, games, figures)
        server.process.terminate()
        assert server.process.wait(10) == 0
    return figures


def _play_and_kill(server: Server, games: list[Known], rng: Random) -> None:
    """Let a client play each game until the server dies, which it does at the n-th acknowledgement."""
    fatal = rng.randint(1, MOST_TOLD)
    before = sum(game.n_acknowledged for game in games)

    def acknowledged() -> None:
        if sum(game.n_acknowledged for game in games) - before >= fatal:
            server.process.kill()

    players = [
        threading.Thread(target=_play, args=(server, game, Random(rng.random()), acknowledged))
        for game in games
    ]
    for player in players:
        player.start()
    for player in players:
        player.join()
    server.process.kill()
    server.process.wait()


def _play(server: Server, game: Known, rng: Random, acknowledged: Callable[[], None]) -> None:
    """Play a game until the line is cut; a message without an answer is sent again first."""
    address = server.address.replace("http", "ws") + f"/games/{game.id}/socket"
    try:
        with connect(address, additional_headers={"Cookie": game.cookie}) as socket:
            _hear(json.loads(socket.recv()), game, acknowledged)
            if game.unanswered is not None:
                socket.send(json.dumps(game.unanswered))
            while not game.is_over:
                if game.unanswered is None and game.position["to_play"] in game.seats:
                    game.unanswered = _placement(game.position, rng)
                    socket.send(json.dumps(game.unanswered))
                _hear(json.loads(socket.recv()), game, acknowledged)
    except (ConnectionClosed, OSError):
        return


def _placement(position: Json, rng: Random) -> Json:
    placement, ply = rng.choice(position["placements"]), position["ply"]
    return {"type": "place", "id": f"ply-{ply}", "ply": ply, "placement": placement}


def _hear(message: Json, game: Known, acknowledged: Callable[[], None]) -> None:
    game.position = message.get("position", game.position)
    game.is_over = game.position["outcome"] is not None
    match message["type"]:
        case "welcome":
            game.seats = [seat["seat"] for seat in message["game"]["seats"] if seat["is_mine"]]
        case "placed":
            game.laid[message["ply"]] = message["laid"]
        case "ack":
            game.unanswered = None
            game.n_acknowledged += 1
            acknowledged()
        case "refused":
            game.refusals.append(message)


def _check_all(server: Server, games: list[Known], figures: Figures) -> None:
    """Compare what the server knows of the games with what the clients were told."""
    for game in games:
        laid = server.get(f"/api/games/{game.id}")["laid"]
        kept = {ply for ply, tile in game.laid.items() if laid[ply - 1 : ply] == [tile]}
        figures.lost += len(game.laid) - len(kept)
        figures.told += len(game.laid)
        figures.acknowledged += game.n_acknowledged
        assert game.refusals == []
        game.laid, game.n_acknowledged = {}, 0


def _check_integrity(data_dir: Path) -> None:
    store = Store(data_dir / DATABASE)
    try:
        assert store.integrity() == "ok"
    finally:
        store.close()


@contextmanager
def _serving(data_dir: Path, figures: Figures) -> Iterator[Server]:
    """Start a server on a free port and wait until it can play."""
    began = time.monotonic()
    command = [sys.executable, "-c", "from tantrix.cli import main; main()", "serve", "--no-open"]
    command += ["--port", "0", "--data", str(data_dir)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        lines = map(json.loads, process.stderr)
        address = next(line["address"] for line in lines if line["event"] == "serving")
        next(line for line in lines if line["event"] == "ready to play")
        figures.start_ms.append(round(1000 * (time.monotonic() - began)))
        yield Server(process, address.rstrip("/"))
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def main() -> int:
    """Print the figures of some rounds."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = kill_rounds(Path(folder), arguments.rounds, Random(arguments.seed))
    print(json.dumps(asdict(figures)))
    return 1 if figures.lost else 0


if __name__ == "__main__":
    sys.exit(main())
