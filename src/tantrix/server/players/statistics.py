"""Statistics of a player's finished games: results by colour, by rules and by opponent.

Only strategy games count, because a Gobble rush has no score. A game in which one browser played several
seats says nothing about its players, so it is left out.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, TypeVar

from tantrix.clock import DAY_MS
from tantrix.server.protocol.ratings import BestOf, ResultName
from tantrix.server.ratings.ledger import ROBOT, RatedGame, player_of
from tantrix.server.ratings.results import LINKED, OTHER_GAMES, ResultSeat

# For how long a score may be the best, the longest first, and how many other games make that worth saying.
_BEST_OF: tuple[tuple[BestOf, float, int], ...] = (
    ("all", math.inf, 10),
    ("month", 30 * DAY_MS, 5),
    ("week", 7 * DAY_MS, 2),
)
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game from the point of view of one of its players."""

    played: RatedGame
    seat: ResultSeat
    opponents: tuple[ResultSeat, ...]

    @property
    def result(self) -> ResultName:
        """Return whether the player won alone, shared the first rank, or lost."""
        return self.played.result_of(self.seat)

    def result_against(self, other: ResultSeat) -> ResultName:
        """Return the player's result against one opponent."""
        if self.seat.is_quitter or other.is_quitter:
            return "lost" if self.seat.is_quitter else "won"
        if self.seat.rank == other.rank:
            return "drawn"
        return "won" if self.seat.rank < other.rank else "lost"


@dataclass(frozen=True, slots=True)
class Count:
    """Counts of games; `shares`, `scores` and `margins` are sums."""

    n_won: int = 0
    n_drawn: int = 0
    n_lost: int = 0
    shares: float = 0.0
    scores: int = 0
    margins: int = 0

    @property
    def n_games(self) -> int:
        return self.n_won + self.n_drawn + self.n_lost


class CountedGame(NamedTuple):
    """A finished game from the point of view of one of its players; `share` as in `ResultSeat`."""

    colour: str
    pool: str
    rules: str
    n_seats: int
    is_teams: bool
    result: ResultName
    share: float
    score: int
    line_length: int
    has_loop: bool


class Bests(NamedTuple):
    """The longest line and largest loop in tiles, the most wins in a row, and the highest score; 0: none."""

    longest_line: int
    largest_loop: int
    most_wins: int
    highest_score: int


class ScoredGame(NamedTuple):
    """When a game ended, and a player's score in it."""

    game_id: str
    finished_ms: int
    score: int


class SeatPair(NamedTuple):
    """One of a player's games, the player's seat, and another seat; None for all of that if there is none.

    `number` counts games in the order in which they were saved.
    """

    number: int
    pool: str
    rules: str
    n_seats: int
    is_teams: bool
    listing: str
    is_rated: bool
    seat: int
    colour: str
    score: int
    rank: int
    share: float
    line_length: int
    has_loop: bool
    is_quitter: bool
    other_seat: int | None
    other_user_id: str | None
    other_robot: str | None
    other_name: str
    other_score: int
    other_rank: int
    other_is_quitter: bool

    @property
    def other(self) -> str | None:
        """The other player, like `player_of`; None for a person in an imported game."""
        return self.other_user_id or (ROBOT + self.other_robot if self.other_robot else None)

    @property
    def is_opponent(self) -> bool:
        """Return whether the other seat is an opponent's: partners sit two seats apart."""
        if self.other_seat is None:
            return False
        return not self.is_teams or (self.seat + self.other_seat) % 2 == 1

    def is_seen_by(self, viewer: str | None) -> bool:
        """Return whether the viewer may see the game, or has the other seat in it."""
        is_own = viewer is not None and viewer == self.other_user_id
        return self.listing == "open" or (self.is_rated and self.listing != LINKED) or is_own

    @property
    def result_against(self) -> ResultName:
        """The player's result against the other seat."""
        if self.is_quitter or self.other_is_quitter:
            return "lost" if self.is_quitter else "won"
        if self.rank == self.other_rank:
            return "drawn"
        return "won" if self.rank < self.other_rank else "lost"


class CountedGames:
    """A player's games with all who sat there, the newest first.

    A game in which one browser played several seats says nothing about its players: it is left out.
    """

    def __init__(self, player: str, pairs: Iterable[SeatPair]) -> None:
        self._player = player
        games: dict[int, list[SeatPair]] = defaultdict(list)
        for each in pairs:
            games[each.number].append(each)
        self._games = [game for game in games.values() if all(each.other != player for each in game)]

    def games(self) -> list[CountedGame]:
        """List the games from the point of view of the player."""
        return [_counted_game(game) for game in self._games]

    def opponents(self, viewer: str | None, limit: int) -> list["Opponent"]:
        """List the opponents met most often, as far as the viewer may see these games.

        An opponent at several seats counts once a game, and partners do not count.
        """
        met: dict[str, list[SeatPair]] = defaultdict(list)
        for game in self._games:
            is_own = viewer is not None and viewer == self._player
            if not is_own and not any(each.is_seen_by(viewer) for each in game):
                continue
            first = {each.other: each for each in reversed(game) if each.is_opponent}
            for other, each in first.items():
                if other is not None:
                    met[other].append(each)
        most = sorted(met, key=lambda other: (-len(met[other]), other))[:limit]
        return [Opponent(other, met[other][0].other_name, _count_against(met[other])) for other in most]


class Opponent(NamedTuple):
    """An opponent, the name that they last used at the table, and the results against them."""

    player: str
    name: str
    results: Count


def counted(games: Iterable[CountedGame]) -> Count:
    """Count games."""
    return _counted([(game.result, game.share, game.score, 0) for game in games])


def bests(games: Sequence[CountedGame]) -> Bests:
    """Return the best results in some games, in the order in which they ended or in reverse."""
    runs = [len(list(run)) for is_won, run in groupby(games, lambda game: game.result == "won") if is_won]
    return Bests(
        longest_line=max((game.line_length for game in games if not game.has_loop), default=0),
        largest_loop=max((game.line_length for game in games if game.has_loop), default=0),
        most_wins=max(runs, default=0),
        highest_score=max((game.score for game in games), default=0),
    )


def best_of(games: Sequence[ScoredGame], game_id: str, now_ms: int, is_whole: bool) -> BestOf | None:
    """Return the longest time until now of which a game's score is the best; a day after the game, None.

    `is_whole`: these are all games of the player, not only the newest.
    """
    first_ms = -math.inf if is_whole else min(game.finished_ms for game in games)
    this = next((game for game in games if game.game_id == game_id), None)
    if this is None or now_ms - this.finished_ms > DAY_MS:
        return None
    for name, time_ms, n_least in _BEST_OF:
        since_ms = now_ms - time_ms
        others = [game.score for game in games if game is not this and game.finished_ms >= since_ms]
        if since_ms >= first_ms and len(others) >= n_least and max(others) < this.score:
            return name
    return None


def counted_by(games: Iterable[CountedGame], key: Callable[[CountedGame], _Key]) -> dict[_Key, Count]:
    """Count games, grouped by a key."""
    grouped: dict[_Key, list[CountedGame]] = defaultdict(list)
    for game in games:
        grouped[key(game)].append(game)
    return {name: counted(group) for name, group in grouped.items()}


def games_of(player: str, played: Iterable[RatedGame]) -> list[PlayedGame]:
    """List the strategy games in which a player had exactly one seat, in the order given."""
    return [
        played_by(game, seats[0])
        for game in played
        if game.result.pool not in OTHER_GAMES
        and len(seats := [seat for seat in game.seats if player_of(seat) == player]) == 1
    ]


def played_by(game: RatedGame, seat: ResultSeat) -> PlayedGame:
    """Return a game from the point of view of one of its seats; partners are not opponents."""
    if len(game.seats) == 2:
        return PlayedGame(game, seat, tuple(other for other in game.seats if other is not seat))
    teams = game.teams
    mine = teams[seat.seat]
    return PlayedGame(game, seat, tuple(other for other in game.seats if teams[other.seat] != mine))


def against(games: Iterable[PlayedGame], opponent: str) -> Count:
    """Count the games against an opponent, each once, even if the opponent had several seats."""
    met = [_meeting(game, other) for game in games for other in _seats_of(game, opponent)[:1]]
    return _counted(met)


def _counted_game(game: Sequence[SeatPair]) -> CountedGame:
    mine = game[0]
    result: ResultName = "lost"
    if mine.rank == 1 and not mine.is_quitter:
        result = "drawn" if any(each.is_opponent and each.other_rank == 1 for each in game) else "won"
    seen = mine.colour, mine.pool, mine.rules, mine.n_seats, mine.is_teams
    return CountedGame(*seen, result, mine.share, mine.score, mine.line_length, mine.has_loop)


def _count_against(pairs: Sequence[SeatPair]) -> Count:
    shares = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    results = [(each, each.result_against) for each in pairs]
    return _counted(
        [(result, shares[result], each.score, each.score - each.other_score) for each, result in results]
    )


def _seats_of(game: PlayedGame, opponent: str) -> list[ResultSeat]:
    return [other for other in game.opponents if player_of(other) == opponent]


def _meeting(game: PlayedGame, other: ResultSeat) -> tuple[ResultName, float, int, int]:
    result = game.result_against(other)
    share = {"won": 1.0, "drawn": 0.5, "lost": 0.0}[result]
    return result, share, game.seat.score, game.seat.score - other.score


def _counted(results: Sequence[tuple[ResultName, float, int, int]]) -> Count:
    names = [result for result, *_ in results]
    return Count(
        n_won=names.count("won"),
        n_drawn=names.count("drawn"),
        n_lost=names.count("lost"),
        shares=sum(share for _, share, _, _ in results),
        scores=sum(score for _, _, score, _ in results),
        margins=sum(margin for *_, margin in results),
    )
