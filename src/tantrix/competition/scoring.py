"""Tournament points of games and matches (R8.2), counted in tenths so that sums are exact.

A game shares `GAME` tenths between its two sides. `ladder.tournament_points` gives the same share as a float.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tantrix.competition.ladder import tournament_points

POINT = 10  # tenths
GAME = 20 * POINT  # both sides of a game together
DRAW = GAME // 2
WALKOVER = 15 * POINT  # to the side that was present; an average win is worth 14.7
BYE = WALKOVER
LATE_ROUND = 10 * POINT  # for the first round that a late entrant missed; further ones earn nothing
KNOCKOUT_LEAD = 5 * POINT
MAX_EXTRA_GAMES = 3


class MatchTerms(NamedTuple):
    """How a knock-out match is decided.

    If the lead after `n_games`, of teams on each of their `n_boards`, is below `min_lead` tenths, up to
    `max_extra_games` more are played, of teams only on the first board.
    """

    n_games: int
    min_lead: int = KNOCKOUT_LEAD
    max_extra_games: int = MAX_EXTRA_GAMES
    n_boards: int = 1


class MatchState(NamedTuple):
    """The state of a match: the tenths of both sides, and which of them (0 or 1) has won, if any."""

    tenths: tuple[int, int]
    winner: int | None

    @property
    def is_over(self) -> bool:
        """Return whether the match is decided."""
        return self.winner is not None


def game_tenths(margin: int, penalties: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Return what a game earns both sides, in tenths.

    `margin` is the first side's score minus the second's. `penalties` are the tournament points that each
    side loses on its clock (R8.1); the other side gets them. Results are not clamped, so both add up to 200
    tenths even if a slow player ends below zero.
    """
    first = round(POINT * tournament_points(margin)) + POINT * (penalties[1] - penalties[0])
    return first, GAME - first


def ended_tenths(margin: int, penalties: tuple[int, int], left: int | None = None) -> tuple[int, int]:
    """Return what a game earns both sides if side `left` (0 or 1) ended it early, in tenths.

    The side that stayed gets at least a walkover, before time penalties and after them.
    """
    if left is None:
        return game_tenths(margin, penalties)
    stayed = 1 - left
    by_margin = max(WALKOVER, game_tenths(margin)[stayed])
    tenths = max(WALKOVER, by_margin + POINT * (penalties[left] - penalties[stayed]))
    return (GAME - tenths, tenths) if stayed else (tenths, GAME - tenths)


def match_state(terms: MatchTerms, games: Sequence[tuple[int, int]], better_seed: int = 0) -> MatchState:
    """Return the state of a knock-out match after some games, each given as the tenths of both sides.

    It is over as soon as the lead exceeds all that the remaining games can earn, but teams finish the games
    that they have begun on all boards; after the last game with a lead of `min_lead`; and after the extra
    games with any lead, or for the better seed if there is none. Raises ValueError if games were played after
    the match was decided.
    """
    for n_played in range(len(games)):
        if _winner(terms, games[:n_played], better_seed) is not None:
            raise ValueError(f"expected no game after the match was decided, got game {n_played + 1}")
    return MatchState(_sums(games), _winner(terms, games, better_seed))


def deciding_lead(terms: MatchTerms, n_played: int) -> int:
    """Return the smallest lead in tenths that decides a knock-out match with the game after `n_played` games.

    It may be more than a side can reach.
    """
    n_left = terms.n_games - n_played - 1
    if n_left > 0:
        return GAME * n_left + 1
    return max(terms.min_lead, 1) if -n_left < terms.max_extra_games else 1


def _sums(games: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(first for first, _ in games), sum(second for _, second in games)


def _winner(terms: MatchTerms, games: Sequence[tuple[int, int]], better_seed: int) -> int | None:
    first, second = _sums(games)
    lead, leader = abs(first - second), 0 if first > second else 1
    n_left = terms.n_games * terms.n_boards - len(games)
    if n_left > 0 and n_left % terms.n_boards:
        return None
    if n_left > 0:
        return leader if lead > GAME * n_left else None
    if lead >= max(terms.min_lead, 1):
        return leader
    if -n_left < terms.max_extra_games:
        return None
    return leader if lead else better_seed
