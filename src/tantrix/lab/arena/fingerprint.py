"""Fingerprints of how robots play: hashes of their choices in fixed positions, and how fast they choose.

A fingerprint changes only if the robot's play, the rules, the deal or Python's generator changes. Each robot
has one for 8 positions and, if it is fast enough, for 40 and 240, which begin with the same 8.
"""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import count, islice
from random import Random
from time import process_time

from tantrix import deal as dealing
from tantrix import robots
from tantrix._tools.json_object import JsonObject
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.robots import Robot
from tantrix.rules import Deadlock, Rules, Start

SIZES = (8, 40, 240)
_DIGITS = 16
_FEW = 3
_LATEST = 50  # of 56 tiles; after that there is little choice
_DOUBLES = Rules("RBRB", teams=True)
_OPEN = Rules("RBYG", 64, Start.RANDOM_OPENING, deadlock=Deadlock.PASS)
_RULES = (Rules(), Rules(), Rules("YGR"), Rules(), _DOUBLES, Rules(), _OPEN, Rules())


def positions() -> Iterator[Game]:
    """Yield positions with a choice from random games under most rule sets; always the same ones."""
    for number in count():
        game = _position(number)
        if game is not None:
            yield game


def fingerprints(
    name: str, seconds: float, report: Callable[[str], None], sizes: tuple[int, ...] = SIZES
) -> JsonObject:
    """Let a robot choose; return its fingerprints by size, and its decisions and playouts per second.

    A size is left out if it would take more than `seconds` of processor time, except the first. Playouts are
    None for a robot that does not count them.
    """
    robot = robots.find(name)
    first = list(islice(positions(), sizes[0]))
    robots.choose(name, robot, first[0], _chance(0))  # so that compilation is not timed
    found, done, spent = {}, 0, 0.0
    for size, digest, took in _hashes(name, robot, sizes):
        found[str(size)] = digest
        done, spent = size, took
        report(f"{name}: {size}")
        if spent / done * min((larger for larger in sizes if larger > size), default=0) > seconds:
            break
    return {
        "fingerprints": found,
        "decisions_per_second": round(done / max(spent, 1e-9), 2),
        "playouts_per_second": _playouts_per_second(robot, first),
    }


def _hashes(name: str, robot: Robot, sizes: tuple[int, ...]) -> Iterator[tuple[int, str, float]]:
    """Let a robot choose; at each size yield the hash so far and the processor time spent."""
    digest, spent = sha256(), 0.0
    for number, game in enumerate(islice(positions(), sizes[-1])):
        began = process_time()
        choice = robots.choose(name, robot, game, _chance(number))
        spent += process_time() - began
        digest.update(f"{choice};".encode())
        if number + 1 in sizes:
            yield number + 1, digest.hexdigest()[:_DIGITS], spent


@cache
def play_of(name: str, seconds: float) -> str | None:
    """Return a quick fingerprint of three positions, to see whether a robot still plays as before.

    It is None for a robot that fails in one of them. `seconds` is the time of an external program.
    """
    return play_of_robot(robots.find(name, seconds))


def play_of_robot(robot: Robot) -> str | None:
    """Return the same of a robot that has no name."""
    name, digest = type(robot).__name__, sha256()
    try:
        for number, game in enumerate(islice(positions(), _FEW)):
            digest.update(f"{robots.choose(name, robot, game, _chance(number))};".encode())
    except robots.BrokenRobot:
        return None
    return digest.hexdigest()[:_DIGITS]


def changed_robots(found: dict[str, dict[str, str]], expected: dict[str, dict[str, str]]) -> list[str]:
    """Return the robots whose fingerprints differ at a size that both reports have."""
    return [
        name
        for name, hashes in found.items()
        if any(expected.get(name, {}).get(size, value) != value for size, value in hashes.items())
    ]


def _playouts_per_second(robot: Robot, games: list[Game]) -> float | None:
    analyse = getattr(robot, "analyse", None)
    if analyse is None:
        return None
    began = process_time()
    n_playouts = sum(int(analyse(game, _chance(number)).n_playouts) for number, game in enumerate(games))
    return round(n_playouts / max(process_time() - began, 1e-9), 1) if n_playouts else None


def _chance(number: int) -> Random:
    return Random(sha256(f"tantrix fingerprint {number}".encode()).digest())


def _position(number: int) -> Game | None:
    """Play a random game to a random ply, and on to the next choice; None if there is none."""
    rules = _RULES[number % len(_RULES)]
    rng = Random(sha256(f"tantrix fingerprint position {number}".encode()).digest())
    dealt = dealing.deal(rules, rng.randbytes(dealing.SECRET_BYTES))
    game, last = dealing.start(rules, dealt), rng.randrange(_LATEST)
    while not game.is_over and (game.ply < last or len(game.placements()) < 2):
        game = game.play(_any(game, rng), dealing.next_draw(dealt, game))
    return None if game.is_over else game


def _any(game: Game, rng: Random) -> Placement:
    placements = game.placements()
    return placements[rng.randrange(len(placements))]
