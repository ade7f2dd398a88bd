"""Countries: how many listed players each has, and the mean rating of its best players."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from statistics import fmean

from tantrix.server.players.leaderboards import LeaderboardPlace

N_BEST = 5  # a country with fewer players has no place


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country; `mean_points`: of its best `N_BEST` players; `place`: None if it has fewer."""

    country: str
    place: int | None
    n_players: int
    mean_points: int


def country_rows(
    places: Iterable[LeaderboardPlace], country_of: Callable[[str], str | None]
) -> list[CountryRow]:
    """Return the countries of the players on a list: those with a place first, then the others."""
    points: defaultdict[str, list[int]] = defaultdict(list)
    for place in places:
        if (country := country_of(place.player)) is not None:
            points[country].append(place.points)
    rows = [
        CountryRow(country, None, len(each), round(fmean(sorted(each)[-N_BEST:])))
        for country, each in points.items()
    ]
    rows.sort(key=lambda row: (row.n_players < N_BEST, -row.mean_points, -row.n_players, row.country))
    return [
        replace(row, place=number) if row.n_players >= N_BEST else row for number, row in enumerate(rows, 1)
    ]
