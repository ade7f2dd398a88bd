"""Bulk work: many games over many cores, each a pure function of the version, the seed and its number.

The secret of a game is derived from the seed and the game's number, and dealt like any other secret, so every
game can be recorded, verified and replayed on its own. Games come back in order whatever the number of
processes. Random games are played by compiled loops, placement for placement as `Game` would.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np

from tantrix import deal as dealing
from tantrix import kernel, robots
from tantrix._compile.records import Numbers
from tantrix.game import Game, Termination
from tantrix.hexes import ORIGIN, Cell, neighbours
from tantrix.lab.simulation.counting import MAX_PLIES, N_COLUMNS, NO_KEY, Column, do_games
from tantrix.lab.simulation.dealing import Deals, deal_many
from tantrix.lab.workers import workers
from tantrix.placement import Placement
from tantrix.record import End, Entry, Record, Seat, print_records
from tantrix.rules import Rules

RANDOM = "random"
_RANDOM_BATCH = 500
_ROBOT_BATCH = 4


@dataclass(frozen=True, slots=True)
class Job:
    """Which games to play: the rules, a robot for each seat, and the seed of all randomness.

    Raises ValueError if the number of robots is not the number of seats, or for an unknown robot.
    """

    rules: Rules
    robots: tuple[str, ...]
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.robots) != self.rules.n_seats:
            raise ValueError(
                f"expected a robot for each of {self.rules.n_seats} seats, got {','.join(self.robots)}"
            )
        for name in self.robots:
            robots.find(name)

    @property
    def is_random(self) -> bool:
        """Return whether all robots are `random`, so that compiled loops can play the games."""
        return set(self.robots) == {RANDOM}


class Batch(NamedTuple):
    """Some games: int64[games, N_COLUMNS] with the columns of `counting.Column`, and the records as text."""

    rows: Numbers
    records: str = ""


def secret_of(seed: int, number: int) -> bytes:
    """Return the secret of a game; games are numbered from 0."""
    return sha256(f"tantrix simulate {seed} {number}".encode()).digest()


def simulate(
    job: Job, n_games: int, n_processes: int = 1, with_records: bool = False
) -> Generator[Batch, None, None]:
    """Play games and yield them in order, in batches; with `n_processes` 1, in this process."""
    size = _RANDOM_BATCH if job.is_random else _ROBOT_BATCH
    bounds = pairwise([*range(0, n_games, size), n_games])
    calls = ((job, first, end, with_records) for first, end in bounds)
    with workers(n_processes) as run, closing(run(play_batch, calls, in_order=True)) as batches:
        yield from batches


def play_batch(job: Job, first: int, end: int, with_records: bool = False) -> Batch:
    """Play the games numbered `first` to `end - 1`."""
    secrets = [secret_of(job.seed, number) for number in range(first, end)]
    keys = np.full((len(secrets), MAX_PLIES), NO_KEY, np.int64)
    deals: list[dealing.Deal] = []
    if with_records or not job.is_random:
        deals = [dealing.deal(job.rules, secret) for secret in secrets]
    if not job.is_random:
        for at, dealt in enumerate(deals):
            played = _keys(_play(job, first + at, dealt))
            keys[at, : len(played)] = played
    seeds = [placement_seed(job.seed, number) for number in range(first, end)]
    rows = count_games(job.rules, deal_many(job.rules, secrets), keys, seeds)
    return Batch(rows, _records(job, first, deals, keys, rows) if with_records else "")


def count_games(rules: Rules, deals: Deals, keys: Numbers, seeds: Sequence[int]) -> Numbers:
    """Play each deal along its keys, at random where they end; return the rows of counts.

    `keys`: int64[games, MAX_PLIES], NO_KEY where chance decides, afterwards what was played. `seeds`, none of
    them 0, start the generators of the random choices.
    """
    rows = np.zeros((len(seeds), N_COLUMNS), np.int64)
    do_games(
        _empty_state(rules),
        kernel.tables(),
        *deals,
        np.array(seeds, np.uint64),
        keys,
        np.empty(kernel.MAX_PLACEMENTS, np.int64),
        rows,
    )
    return rows


def record_of(
    rules: Rules, names: Sequence[str], dealt: dealing.Deal, secret: bytes, keys: Sequence[int], end: End
) -> Record:
    """Return the record of a counted game; `names` are the robots by seat."""
    return Record(
        rules=rules,
        hands=dealt.hands,
        entries=tuple(_entries(dealt, [key for key in keys if key != NO_KEY])),
        start=dealt.to_play,
        opening=dealt.opening,
        drawn=dealt.drawn,
        seats=tuple(Seat(f"{name} {seat + 1}", name) for seat, name in enumerate(names)),
        commitment=dealing.commitment(secret),
        secret=secret,
        end=end,
    )


def _empty_state(rules: Rules) -> kernel.States:
    """Return a state with the seats and options of the rules, and nothing dealt."""
    return dealing.start(rules, dealing.deal(rules, bytes(dealing.SECRET_BYTES))).kernel_state()


def placement_seed(seed: int, number: int) -> int:
    """Return the seed of a random game's choices; never 0, where the generator would be stuck."""
    digest = sha256(f"tantrix choices {seed} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") or 1


def _play(job: Job, number: int, dealt: dealing.Deal) -> Game:
    players = [robots.find(name) for name in job.robots]
    chances = [
        Random(sha256(f"tantrix robot {job.seed} {number} {seat}".encode()).digest())
        for seat in range(job.rules.n_seats)
    ]
    game = dealing.start(job.rules, dealt)
    while not game.is_over:
        seat = game.to_play
        choice = robots.choose(job.robots[seat], players[seat], game, chances[seat])
        game = game.play(choice, dealing.next_draw(dealt, game))
    return game


def _keys(game: Game) -> list[int]:
    """Return what the seats laid, as kernel keys."""
    return [kernel.key(laid.placement) for laid in game.laid if laid.seat is not None]


def _records(job: Job, first: int, deals: Sequence[dealing.Deal], keys: Numbers, rows: Numbers) -> str:
    """Print the records of a batch, a blank line after each."""
    text = []
    for at, dealt in enumerate(deals):
        secret = secret_of(job.seed, first + at)
        record = record_of(job.rules, job.robots, dealt, secret, keys[at].tolist(), _end(job.rules, rows[at]))
        text.append(print_records([record]) + "\n")
    return "".join(text)


def _end(rules: Rules, row: Numbers) -> End:
    scores = row[Column.SCORES : Column.SCORES + rules.n_seats].tolist()
    is_deadlock = bool(row[Column.DEADLOCK])
    return End(tuple(scores), Termination.DEADLOCK if is_deadlock else Termination.PLAYED_OUT)


def _entries(dealt: dealing.Deal, keys: Sequence[int]) -> Iterator[Entry]:
    """Read kernel keys back; of the cells with the same index only one is beside the Tantrix."""
    cells = {kernel.START: ORIGIN}
    if dealt.opening:
        cells.update(_around(ORIGIN))
    for ply, key in enumerate(keys):
        cell = cells[key >> 9]
        draw = dealt.bag[ply] if ply < len(dealt.bag) else None
        yield Entry(Placement((key & 63) + 1, cell, (key >> 6) & 7), draw)
        cells.update(_around(cell))


def _around(cell: Cell) -> dict[int, Cell]:
    """Return the neighbours of a cell by kernel index."""
    return {kernel.index(near): near for near in neighbours(cell)}
