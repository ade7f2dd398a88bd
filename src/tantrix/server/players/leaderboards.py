"""Leaderboards: who is on a list, in what order, and at which place.

The list of a pool has the players whose rating is certain enough and who have played within three months,
ordered by a lower bound of their skill; a ladder is ordered by points. Robots are listed in the pools. A past
month is listed as it ended.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tantrix.server.ratings.ledger import ALL_TIME, RETIRED_MS, LadderEntry, PlayerRating
from tantrix.server.ratings.results import RatingPool

ROWS = 50


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
    """Return the list of a pool."""
    active = (each for each in rated if not is_retired(each.played_ms, now_ms))
    listed = [each for each in active if not each.rating.is_provisional and is_listed(each.player)]
    ordered = sorted(listed, key=lambda each: (-each.rating.sure, each.player))
    return [
        LeaderboardPlace(
            number, each.player, each.rating.points, each.rating.plus_minus, each.n_games, each.played_ms
        )
        for number, each in enumerate(ordered, 1)
    ]


def ladder_places(
    rungs: Iterable[LadderEntry], now_ms: int, is_listed: Callable[[str], bool]
) -> list[LeaderboardPlace]:
    """Return the list of a ladder; only the ladder of all time leaves out retired players (R8.4)."""
    listed = [
        rung
        for rung in rungs
        if is_listed(rung.player) and not (rung.period == ALL_TIME and is_retired(rung.played_ms, now_ms))
    ]
    ordered = sorted(listed, key=lambda rung: (-round(rung.points), rung.player))
    places: list[LeaderboardPlace] = []
    for points, equals in groupby(ordered, key=lambda rung: round(rung.points)):
        place = len(places) + 1
        places += [
            LeaderboardPlace(place, each.player, points, None, each.n_games, each.played_ms)
            for each in equals
        ]
    return places


def is_retired(played_ms: int, now_ms: int) -> bool:
    """Return whether the last game was too long ago for a place on a list."""
    return now_ms - played_ms > RETIRED_MS


def place_of(places: Sequence[LeaderboardPlace], player: str) -> LeaderboardPlace | None:
    """Find a player on a list."""
    return next((place for place in places if place.player == player), None)


def n_pages(n_rows: int) -> int:
    """Return the number of pages of a list, one if it is empty."""
    return max(1, -(-n_rows // ROWS))


def names(periods: Sequence[str], month: str) -> list[str]:
    """Return the names of all lists: the pools, then the ladders of all time, this month and past months."""
    months = [period for period in periods if period not in (ALL_TIME, month)]
    return [*RatingPool, month, ALL_TIME, *months]
