"""Games of a match and their outcomes."""

from dataclasses import dataclass
from typing import NamedTuple

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.scoring import GAME, WALKOVER, game_tenths

MAX_LINE = 48  # tiles of one colour among 64; of the usual 56 they are 42
MAX_SCORE = 2 * MAX_LINE  # a loop counts twice
MAX_PENALTY = 200

_SCORE = gettext_noop("A score is 0 to {most}, not {value}.")
_LOOP_SCORE = gettext_noop("Only loops score more than {most}, so the score is even, not {value}.")
_PENALTY = gettext_noop("The clock costs 0 to {most} points, not {value}.")


class GameKey(NamedTuple):
    """A game of a tournament: its match, its number from 1, and its board from 1 in a match of teams."""

    match: str
    number: int
    board: int = 1


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What a game earned both sides: tenths of points, and half games won.

    `scores` and the clock's `penalties` are set if tiles were laid; `is_played` is False for a forfeit.
    """

    tenths: tuple[int, int]
    halves: tuple[int, int]
    scores: tuple[int, int] | None = None
    penalties: tuple[int, int] = (0, 0)
    is_played: bool = True


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """The state of a match. `winner`: 0 or 1 once a knock-out match is decided, else None.

    `games`: the outcomes in order, by number and board.
    """

    tenths: tuple[int, int]
    is_over: bool
    winner: int | None
    games: tuple[tuple[GameKey, GameOutcome], ...]


def played(scores: tuple[int, int], penalties: tuple[int, int] = (0, 0)) -> GameOutcome:
    """Return the outcome of a game that was played. Raises InvalidValue for scores that cannot be."""
    for option, score in zip(("first", "second"), scores, strict=True):
        if not 0 <= score <= MAX_SCORE:
            raise InvalidValue(_SCORE, option, most=MAX_SCORE, value=score)
        if score > MAX_LINE and score % 2:
            raise InvalidValue(_LOOP_SCORE, option, most=MAX_LINE, value=score)
    for option, penalty in zip(("first_penalty", "second_penalty"), penalties, strict=True):
        if not 0 <= penalty <= MAX_PENALTY:
            raise InvalidValue(_PENALTY, option, most=MAX_PENALTY, value=penalty)
    first = 2 if scores[0] > scores[1] else 1 if scores[0] == scores[1] else 0
    return GameOutcome(game_tenths(scores[0] - scores[1], penalties), (first, 2 - first), scores, penalties)


def forfeited(present: tuple[bool, bool]) -> GameOutcome:
    """Return the outcome of a game that was not played: an average win for the side that was present."""
    first, second = (WALKOVER * was_there for was_there in present)
    if all(present):
        return GameOutcome((GAME // 2, GAME // 2), (1, 1), is_played=False)
    return GameOutcome((first, second), (2 * present[0], 2 * present[1]), is_played=False)
