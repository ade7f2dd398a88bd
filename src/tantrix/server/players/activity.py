"""What a player has done in the last days: games, puzzles and tournaments, by day (UTC)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from tantrix.server.players.medals import WonMedal

N_DAYS = 7


class DayGames(NamedTuple):
    """How many games a player has finished on a day, and won."""

    day: date
    n_games: int
    n_won: int


@dataclass(frozen=True, slots=True)
class DayActivity:
    """What a player has done on a day; `n_puzzles`: solved for the first time, without help."""

    day: date
    n_games: int
    n_won: int
    n_puzzles: int
    tournaments: tuple[WonMedal, ...]


def first_day(today: date) -> date:
    """Return the first of the days that are shown."""
    return today - timedelta(days=N_DAYS - 1)


def activity_by_day(
    today: date, games: Iterable[DayGames], puzzles: Mapping[date, int], places: Iterable[WonMedal]
) -> list[DayActivity]:
    """Return the last days on which something happened, newest first."""
    played, ended = {each.day: each for each in games}, list(places)
    days = [today - timedelta(days=n) for n in range(N_DAYS)]
    shown = [
        DayActivity(
            day,
            *(played[day][1:] if day in played else (0, 0)),
            puzzles.get(day, 0),
            tuple(each for each in ended if each.ended_at[:10] == day.isoformat()),
        )
        for day in days
    ]
    return [each for each in shown if each.n_games or each.n_puzzles or each.tournaments]
