"""Rushes of robots in simulated time, and their statistics: `tantrix simulate --game gobble`.

A rush is a function of the rules, the styles, the seed and its number alone, so each can be replayed.
"""

import heapq
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from tantrix._tools.workers import workers
from tantrix.gobble.commands import Command, Ending, Event, Tick, TileGiven, TileLaid, TilePutAside
from tantrix.gobble.deal import deal_rush
from tantrix.gobble.options import GobbleRules, print_options
from tantrix.gobble.record import RushRecord, TimedCommand, print_rush
from tantrix.gobble.robots import RobotAction, RobotStyle, act, find_styles
from tantrix.gobble.rush import Gobble
from tantrix.gobble.view import view_for

_BATCH = 20
PLAY_ON_MS = 3_600_000  # an hour without progress ends the rush; it has never been reached


@dataclass(frozen=True, slots=True)
class RushJob:
    """Which rushes to play: the rules, a style for each seat, and the seed of all randomness.

    Raises ValueError if the numbers of styles and players differ, or for an unknown style.
    """

    rules: GobbleRules
    robots: tuple[str, ...]
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.robots) != self.rules.n_players:
            raise ValueError(
                f"expected a robot for each of {self.rules.n_players} seats, got {','.join(self.robots)}"
            )
        find_styles(self.robots)


class RushFigures(NamedTuple):
    """What happened in one rush; tuples are by seat."""

    length_ms: int
    ending: Ending
    ranks: tuple[int, ...]
    gobbles: int
    doubles: int
    asides: int
    gifts_by_time: int
    refused: int
    n_left: tuple[int, ...]


class SimulatedRush(NamedTuple):
    """A rush that was played: its record, and the rush at its end."""

    record: RushRecord
    rush: Gobble
    events: tuple[Event, ...]
    refused: int


def play_rush(job: RushJob, number: int) -> SimulatedRush:
    """Play a rush to its end; numbers are counted from 0."""
    secret = _digest(job, "secret", number)
    rng = Random(_digest(job, "robots", number))
    styles = find_styles(job.robots)
    rush, refused = Gobble.start(job.rules, deal_rush(job.rules, secret)), 0
    lines: list[TimedCommand] = []
    events: list[Event] = []
    schedule = _Schedule()
    for first, style in enumerate(styles):
        schedule.add(first, 0, act(view_for(rush, first), style, rng))
    while not rush.is_over and (entry := schedule.next(rush)) is not None:
        at_ms, seat, command = entry
        if command is not None and rush.verdict(command, at_ms):
            refused += 1
        elif command is not None:
            rush, caused = rush.play(command, at_ms)
            lines.append(TimedCommand(at_ms, command))
            events += caused
        if seat is not None:
            schedule.add(seat, at_ms, act(view_for(rush, seat), styles[seat], rng))
    ranks = None if rush.outcome is None else rush.outcome.ranks
    record = RushRecord(job.rules, _names(styles), tuple(lines), secret, None, ranks)
    return SimulatedRush(record, rush, tuple(events), refused)


class _Schedule:
    """The robots' pending actions, earliest first."""

    def __init__(self) -> None:
        self._actions: list[tuple[int, int, int | None, Command | None]] = []
        self._n_added = 0

    def add(self, seat: int, at_ms: int, action: RobotAction | None) -> None:
        if action is not None:
            self._n_added += 1
            heapq.heappush(self._actions, (at_ms + action.after_ms, self._n_added, seat, action.command))

    def next(self, rush: Gobble) -> tuple[int, int | None, Command | None] | None:
        """Return the next command or time limit; None if nothing will happen any more."""
        if not self._actions or self._actions[0][0] > PLAY_ON_MS:
            return None
        if rush.due_ms is not None and rush.due_ms <= self._actions[0][0]:
            return rush.due_ms, None, Tick()
        at_ms, _order, seat, command = heapq.heappop(self._actions)
        return at_ms, seat, command


def tally(played: SimulatedRush) -> RushFigures:
    """Count what happened in a rush."""
    outcome = played.rush.outcome
    assert outcome is not None, f"expected a rush that ended within an hour, got {played.record}"
    laid = [event for event in played.events if isinstance(event, TileLaid)]
    return RushFigures(
        outcome.at_ms,
        outcome.ending,
        outcome.ranks,
        sum(event.gifts > 0 for event in laid),
        sum(event.gifts > 1 for event in laid),
        sum(isinstance(event, TilePutAside) for event in played.events),
        sum(isinstance(event, TileGiven) and event.by_time for event in played.events),
        played.refused,
        tuple(player.n_tiles for player in played.rush.players),
    )


class RushBatch(NamedTuple):
    """Some rushes: what happened in each, and the text of their records if requested."""

    tallies: list[RushFigures]
    records: str = ""


def play_rushes(job: RushJob, first: int, end: int, with_records: bool = False) -> RushBatch:
    """Play the rushes numbered `first` to `end - 1`, and count each."""
    played = [play_rush(job, number) for number in range(first, end)]
    texts = (print_rush(each.record) + "\n" for each in played) if with_records else ()
    return RushBatch([tally(each) for each in played], "".join(texts))


def simulate_rushes(
    job: RushJob, n_rushes: int, n_processes: int = 1, with_records: bool = False
) -> Generator[RushBatch, None, None]:
    """Play rushes and yield them in order, in batches as they finish; one process means the current one."""
    bounds = pairwise([*range(0, n_rushes, _BATCH), n_rushes])
    calls = ((job, first, end, with_records) for first, end in bounds)
    with workers(n_processes) as run, closing(run(play_rushes, calls, in_order=True)) as batches:
        yield from batches


class RushSummary:
    """Sums over rushes; `figures` may be called at any time."""

    def __init__(self, job: RushJob) -> None:
        self._job = job
        self._tallies: list[RushFigures] = []

    @property
    def games(self) -> int:
        """How many rushes were counted."""
        return len(self._tallies)

    def add(self, tallies: list[RushFigures]) -> None:
        """Add rushes to the sums."""
        self._tallies += tallies

    def figures(self) -> dict[str, Any]:
        """Return the figures as plain numbers; means and shares are None where nothing was counted."""
        rows, lengths = self._tallies, sorted(row.length_ms for row in self._tallies)
        endings = Counter(row.ending for row in rows)
        return {
            "game": "gobble",
            "rules": print_options(self._job.rules),
            "seed": self._job.seed,
            "games": len(rows),
            "mean_seconds": self._mean([row.length_ms / 1000 for row in rows]),
            "median_seconds": lengths[len(lengths) // 2] / 1000 if lengths else None,
            "p90_seconds": lengths[len(lengths) * 9 // 10] / 1000 if lengths else None,
            "mean_gobbles": self._mean([row.gobbles for row in rows]),
            "mean_double_gobbles": self._mean([row.doubles for row in rows]),
            "mean_penalties": self._mean([row.asides for row in rows]),
            "mean_gifts_by_time": self._mean([row.gifts_by_time for row in rows]),
            "mean_refused": self._mean([row.refused for row in rows]),
            "stalled_share": self._mean([row.ending is Ending.STALLED for row in rows]),
            "endings": {ending.value: endings[ending] for ending in Ending},
            "seats": [self._seat(seat) for seat in range(self._job.rules.n_players)],
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        rows = self._tallies
        return {
            "robot": self._job.robots[seat],
            "win_share": self._mean([row.ranks[seat] == 1 and row.ranks.count(1) == 1 for row in rows]),
            "mean_rank": self._mean([row.ranks[seat] for row in rows]),
            "mean_tiles_left": self._mean([row.n_left[seat] for row in rows]),
        }

    @staticmethod
    def _mean(values: list[Any]) -> float | None:
        return round(sum(values) / len(values), 4) if values else None


def _digest(job: RushJob, purpose: str, number: int) -> bytes:
    return sha256(f"tantrix gobble {purpose} {job.seed} {number}".encode()).digest()


def _names(styles: tuple[RobotStyle, ...]) -> tuple[str, ...]:
    return tuple(f"{style.name} {seat + 1}" for seat, style in enumerate(styles))
