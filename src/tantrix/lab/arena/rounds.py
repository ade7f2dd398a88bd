"""Rounds: one deal in all its seatings, with the result of each game and its thinking time.

The robots choose through `Game`; the compiled loops of `simulation` then replay the games to count. If both
robots are `random`, these loops play the games, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import NamedTuple

import numpy as np

from tantrix import deal as dealing
from tantrix import kernel, robots
from tantrix._compile.records import Numbers
from tantrix.lab.arena.matchup import Matchup, Seating
from tantrix.lab.simulation import jobs
from tantrix.lab.simulation.counting import MAX_PLIES, NO_KEY, Column
from tantrix.lab.simulation.dealing import arrays_of
from tantrix.record import print_record
from tantrix.rules import Rules


class ThinkingTime(NamedTuple):
    """What a side's choices cost; placements without an alternative are not counted."""

    decisions: int = 0
    seconds: float = 0.0  # processor time of the process, since a robot may use threads


class RoundResult(NamedTuple):
    """One game: the side at each seat, the scores by seat, and its statistics.

    `points`: of the first robot, 2 if only its seats rank first, 1 if seats of both robots do. `is_decided`:
    a single colour ranks first. `by_loop`: it does, with the score of a loop.
    """

    sides: Seating
    scores: tuple[int, ...]
    points: int
    is_decided: bool
    by_loop: bool
    is_deadlock: bool
    thinking: tuple[ThinkingTime, ThinkingTime]


@dataclass(frozen=True, slots=True)
class Round:
    """The games of one deal, and their records if requested, a blank line after each."""

    number: int
    results: tuple[RoundResult, ...]
    records: str = ""

    @property
    def points(self) -> int:
        """The points of the first robot; two are possible per game."""
        return sum(result.points for result in self.results)


class _PlayedGame(NamedTuple):
    keys: list[int]
    thinking: tuple[ThinkingTime, ThinkingTime]


def play_rounds(matchup: Matchup, numbers: Sequence[int], with_records: bool = False) -> list[Round]:
    """Play some rounds; except for the times, the result depends only on the arguments."""
    return [_play_round(matchup, number, with_records) for number in numbers]


def _play_round(matchup: Matchup, number: int, with_records: bool) -> Round:
    secret = matchup.secret(number)
    dealt = dealing.deal(matchup.rules, secret)
    n = len(matchup.seatings)
    games = range(number * n, (number + 1) * n)
    keys = np.full((n, MAX_PLIES), NO_KEY, np.int64)
    if matchup.robots != (jobs.RANDOM, jobs.RANDOM):
        played = [_play(matchup, dealt, game) for game in games]
        for at, each in enumerate(played):
            keys[at, : len(each.keys)] = each.keys
        costs = [each.thinking for each in played]
        rows = _counted(matchup, dealt, games, keys)
    else:
        began = process_time()
        rows = _counted(matchup, dealt, games, keys)
        costs = _shared_out(process_time() - began, rows)
    results = tuple(map(partial(_result, matchup.rules), matchup.seatings, rows, costs))
    records = _records(matchup, dealt, secret, keys, rows) if with_records else ""
    return Round(number, results, records)


def _play(matchup: Matchup, dealt: dealing.Deal, number: int) -> _PlayedGame:
    """Let the robots play one game, by its number through all rounds."""
    seating = matchup.seatings[number % len(matchup.seatings)]
    players = [matchup.robot(side) for side in seating]
    chances = [matchup.chance(number, seat) for seat in range(len(seating))]
    thinking = [ThinkingTime(), ThinkingTime()]
    game = dealing.start(matchup.rules, dealt)
    while not game.is_over:
        seat = game.to_play
        side = seating[seat]
        began = process_time()
        choice = robots.choose(matchup.names[side], players[seat], game, chances[seat])
        if len(game.placements()) > 1:
            n, seconds = thinking[side]
            thinking[side] = ThinkingTime(n + 1, seconds + process_time() - began)
        game = game.play(choice, dealing.next_draw(dealt, game))
    keys = [kernel.key(laid.placement) for laid in game.laid if laid.seat is not None]
    return _PlayedGame(keys, (thinking[0], thinking[1]))


def _counted(matchup: Matchup, dealt: dealing.Deal, games: Sequence[int], keys: Numbers) -> Numbers:
    seeds = [matchup.random_seed(game) for game in games]
    deals = arrays_of(matchup.rules, [dealt] * len(games))
    return jobs.count_games(matchup.rules, deals, keys, seeds)


def _shared_out(seconds: float, rows: Numbers) -> list[tuple[ThinkingTime, ThinkingTime]]:
    """Divide the time of compiled games evenly over their placements, and these over the sides."""
    share = seconds / max(1, int(rows[:, Column.LAID].sum()))
    halves = [(int(n) // 2, int(n) - int(n) // 2) for n in rows[:, Column.LAID]]
    return [(ThinkingTime(a, a * share), ThinkingTime(b, b * share)) for a, b in halves]


def _result(
    rules: Rules, sides: Seating, row: Numbers, thinking: tuple[ThinkingTime, ThinkingTime]
) -> RoundResult:
    scores = row[Column.SCORES : Column.SCORES + rules.n_seats].tolist()
    is_deadlock = bool(row[Column.DEADLOCK])
    best = {seat for seat, score in enumerate(scores) if score == max(scores) or is_deadlock}
    first = {sides[seat] for seat in best}
    loops = [2 * int(row[Column.LOOPS + rules.colours[seat]]) for seat in best]
    is_decided = len({rules.colours[seat] for seat in best}) == 1
    return RoundResult(
        sides=sides,
        scores=tuple(scores),
        points=1 if len(first) == 2 else 2 * (first == {0}),
        is_decided=is_decided,
        by_loop=is_decided and max(loops) == max(scores),
        is_deadlock=is_deadlock,
        thinking=thinking,
    )


def _records(matchup: Matchup, dealt: dealing.Deal, secret: bytes, keys: Numbers, rows: Numbers) -> str:
    text = []
    for seating, played, row in zip(matchup.seatings, keys.tolist(), rows, strict=True):
        names = [matchup.names[side] for side in seating]
        record = jobs.record_of(matchup.rules, names, dealt, secret, played, row)
        text.append(print_record(record) + "\n")
    return "".join(text)
