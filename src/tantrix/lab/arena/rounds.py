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
from tantrix.game import Game, Termination
from tantrix.lab.arena.matchup import Matchup, Seating
from tantrix.lab.simulation import jobs
from tantrix.lab.simulation.counting import MAX_PLIES, NO_KEY, Column
from tantrix.lab.simulation.dealing import arrays_of
from tantrix.record import End, print_record
from tantrix.rules import Rules


class ThinkingTime(NamedTuple):
    """What a side's choices cost; placements without an alternative are not counted."""

    decisions: int = 0
    seconds: float = 0.0  # processor time of the process, since a robot may use threads


class RobotFailure(NamedTuple):
    """How a game ended because a robot failed: the robot's side, its seat, and what went wrong."""

    side: int
    seat: int
    reason: str


class RoundResult(NamedTuple):
    """One game: the side at each seat, the scores by seat, and its statistics.

    `points`: of the first robot, 2 if only its seats rank first, 1 if seats of both robots do. `is_decided`:
    a single colour ranks first. `by_loop`: it does, with the score of a loop. A robot that fails loses the
    game, whatever the scores; nobody has decided it.
    """

    sides: Seating
    scores: tuple[int, ...]
    points: int
    is_decided: bool
    by_loop: bool
    is_deadlock: bool
    thinking: tuple[ThinkingTime, ThinkingTime]
    forfeit: RobotFailure | None = None


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
    game: Game
    thinking: tuple[ThinkingTime, ThinkingTime]
    forfeit: RobotFailure | None

    @property
    def keys(self) -> list[int]:
        return [kernel.key(laid.placement) for laid in self.game.laid if laid.seat is not None]


def play_rounds(matchup: Matchup, numbers: Sequence[int], with_records: bool = False) -> list[Round]:
    """Play some rounds; except for the times, the result depends only on the arguments."""
    return [_play_round(matchup, number, with_records) for number in numbers]


def _play_round(matchup: Matchup, number: int, with_records: bool) -> Round:
    secret = matchup.secret(number)
    dealt = dealing.deal(matchup.rules, secret)
    n = len(matchup.seatings)
    games = range(number * n, (number + 1) * n)
    keys = np.full((n, MAX_PLIES), NO_KEY, np.int64)
    forfeits: list[RobotFailure | None] = [None] * n
    if matchup.robots != (jobs.RANDOM, jobs.RANDOM):
        played = [_play(matchup, dealt, game) for game in games]
        for at, each in enumerate(played):
            keys[at, : len(each.keys)] = each.keys
        costs = [each.thinking for each in played]
        rows = _counted(matchup, dealt, games, keys)
        forfeits = [each.forfeit for each in played]
        for at, each in enumerate(played):
            if each.forfeit:  # counting has played it to its end
                keys[at, len(each.keys) :] = NO_KEY
                rows[at, Column.SCORES : Column.SCORES + len(each.game.scores)] = each.game.scores
    else:
        began = process_time()
        rows = _counted(matchup, dealt, games, keys)
        costs = _shared_out(process_time() - began, rows)
    results = tuple(map(partial(_result, matchup.rules), matchup.seatings, rows, costs, forfeits))
    records = _records(matchup, dealt, secret, keys, results) if with_records else ""
    return Round(number, results, records)


def _play(matchup: Matchup, dealt: dealing.Deal, number: int) -> _PlayedGame:
    """Let the robots play one game, by its number through all rounds, until it is over or a robot fails."""
    seating = matchup.seatings[number % len(matchup.seatings)]
    players = [matchup.robot(side) for side in seating]
    chances = [matchup.chance(number, seat) for seat in range(len(seating))]
    thinking = [ThinkingTime(), ThinkingTime()]
    game = dealing.start(matchup.rules, dealt)
    while not game.is_over:
        seat = game.to_play
        side = seating[seat]
        began = process_time()
        try:
            choice = robots.choose(matchup.names[side], players[seat], game, chances[seat])
        except robots.BrokenRobot as error:
            return _PlayedGame(game, (thinking[0], thinking[1]), RobotFailure(side, seat, str(error)))
        if len(game.placements()) > 1:
            n, seconds = thinking[side]
            thinking[side] = ThinkingTime(n + 1, seconds + process_time() - began)
        game = game.play(choice, dealing.next_draw(dealt, game))
    return _PlayedGame(game, (thinking[0], thinking[1]), None)


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
    rules: Rules,
    sides: Seating,
    row: Numbers,
    thinking: tuple[ThinkingTime, ThinkingTime],
    forfeit: RobotFailure | None,
) -> RoundResult:
    scores = row[Column.SCORES : Column.SCORES + rules.n_seats].tolist()
    if forfeit:
        points = 2 if forfeit.side else 0
        return RoundResult(sides, tuple(scores), points, False, False, False, thinking, forfeit)
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


def _records(
    matchup: Matchup, dealt: dealing.Deal, secret: bytes, keys: Numbers, results: Sequence[RoundResult]
) -> str:
    text = []
    for result, played in zip(results, keys.tolist(), strict=True):
        names = [matchup.names[side] for side in result.sides]
        record = jobs.record_of(matchup.rules, names, dealt, secret, played, _end(result))
        text.append(print_record(record) + "\n")
    return "".join(text)


def _end(result: RoundResult) -> End:
    if result.forfeit:
        return End(result.scores, Termination.ABANDONED, result.forfeit.seat)
    return End(result.scores, Termination.DEADLOCK if result.is_deadlock else Termination.PLAYED_OUT)
