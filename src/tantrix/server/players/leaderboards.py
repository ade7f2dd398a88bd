"""Leaderboards: which players are on a list, and at which places.

The list of a pool has the players whose rating is certain enough and who have played within three months,
ordered by a lower bound of their skill; a ladder is ordered by points. Robots are listed in the pools. A past
month is listed as it was at its end. The list of masters has those of the all-time ladder who have enough
points, a place in a tournament, and enough recent games against each other (R8.4).
"""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tantrix.competition.ladder import MASTER_GAMES, MASTER_POINTS, MAX_MASTERS
from tantrix.server.ratings.ledger import ALL_TIME, RETIRED_MS, LadderEntry, PlayerRating
from tantrix.server.ratings.results import RatingPool
from tantrix.server.ratings.store import MasterTally

ROWS = 50
MASTERS = "masters"  # the name of the list of masters


@dataclass(frozen=True, slots=True)
class LeaderboardPlace:
    """A place on a list; on a ladder, players with equal points share it."""

    place: int
    player: str
    points: int
    plus_minus: int | None
    n_games: int
    played_ms: int


def pool_places(
    rated: Iterable[PlayerRating], now_ms: int, is_listed: Callable[[str], bool]
) -> list[LeaderboardPlace]:
    """Return the list of a pool from its ratings, best first."""
    active = (each for each in rated if is_ranked(each, now_ms) and is_listed(each.player))
    return [
        LeaderboardPlace(
            number, each.player, each.rating.points, each.rating.plus_minus, each.n_games, each.played_ms
        )
        for number, each in enumerate(active, 1)
    ]


def ladder_places(
    entries: Iterable[LadderEntry], now_ms: int, is_listed: Callable[[str], bool]
) -> list[LeaderboardPlace]:
    """Return the list of a ladder from its entries, best first."""
    places: list[LeaderboardPlace] = []
    active = (each for each in entries if is_on_ladder(each, now_ms) and is_listed(each.player))
    for points, equals in groupby(active, key=lambda entry: round(entry.points)):
        place = len(places) + 1
        places += [
            LeaderboardPlace(place, each.player, points, None, each.n_games, each.played_ms)
            for each in equals
        ]
    return places


def master_places(
    entries: Iterable[LadderEntry],
    games: Iterable[MasterTally],
    holders: Container[str],
    now_ms: int,
    is_listed: Callable[[str], bool],
) -> list[LeaderboardPlace]:
    """Return the list of masters from the entries of the all-time ladder, best first.

    `games`: the master games of the last three months; `n_games` and `played_ms` of a place are about these.
    `holders`: the accounts with a place in a public tournament.
    """
    enough = {each.player: each for each in games if each.n_games >= MASTER_GAMES and each.player in holders}
    masters = (each for each in entries if each.points >= MASTER_POINTS and each.player in enough)
    return [
        replace(each, n_games=enough[each.player].n_games, played_ms=enough[each.player].played_ms)
        for each in ladder_places(masters, now_ms, is_listed)[:MAX_MASTERS]
    ]


def is_ranked(rated: PlayerRating, now_ms: int) -> bool:
    """Return whether a rating is certain and recent enough for a place on the list of its pool."""
    return not is_retired(rated.played_ms, now_ms) and not rated.rating.is_provisional


def is_on_ladder(entry: LadderEntry, now_ms: int) -> bool:
    """Return whether an entry has a place: only the all-time ladder leaves out retired players (R8.4)."""
    return entry.period != ALL_TIME or not is_retired(entry.played_ms, now_ms)


def is_retired(played_ms: int, now_ms: int) -> bool:
    """Return whether the last game was too long ago for a place on a list."""
    return now_ms - played_ms > RETIRED_MS


def place_of(places: Sequence[LeaderboardPlace], player: str) -> LeaderboardPlace | None:
    """Find a player on a list."""
    return next((place for place in places if place.player == player), None)


def n_pages(n_rows: int) -> int:
    """Return the number of pages of a list, one if it is empty."""
    return max(1, -(-n_rows // ROWS))


def list_names(periods: Sequence[str], month: str) -> list[str]:
    """Return the names of all lists: pools, ladders of this month and of all time, masters, past months."""
    months = [period for period in periods if period not in (ALL_TIME, month)]
    return [*RatingPool, month, ALL_TIME, MASTERS, *months]
