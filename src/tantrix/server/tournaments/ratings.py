"""Tournament ratings: computed from each finished public tournament, saved, and listed.

Later tournaments of other players never change a saved rating; only the list is shifted to its mean.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from tantrix.competition.events.entrants import EntrantKind
from tantrix.competition.events.match_states import match_status
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import ARENA, SIMUL
from tantrix.competition.events.tournament import Tournament
from tantrix.competition.scoring import GAME
from tantrix.competition.tournament_rating import (
    MEAN,
    PRIOR_GAMES,
    TournamentGameResult,
    ratings_after,
    shift_to_mean,
)
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.tournaments.cache import read
from tantrix.server.tournaments.store import TournamentRow, TournamentStore, mark_all_unrated, mark_rated

RatingKind = Literal["single", "doubles"]


@dataclass(frozen=True, slots=True)
class SavedRating(Row):
    """The rating of an account after a tournament, and its games in all tournaments so far."""

    tournament_id: str
    kind: str
    user_id: str
    rating: float
    n_games: int
    ended_ms: int


_RATINGS = table_of(
    SavedRating,
    "tournament_ratings",
    key=("tournament_id", "kind", "user_id"),
    indexed=("user_id",),
    references={"tournament_id": "tournaments.id"},
)


def delete_tournament_ratings() -> sa.Delete:
    """Delete all tournament ratings, which are then recomputed."""
    return _RATINGS.delete()


def delete_ratings_of(tournament_id: str) -> sa.Delete:
    """Delete the ratings after a tournament, which are written again."""
    return _RATINGS.delete().where(_RATINGS.c.tournament_id == tournament_id)


@dataclass(frozen=True, slots=True)
class ListedRating:
    """A place on the list. `points`: shifted to the mean of the list."""

    place: int
    user_id: str
    points: int
    n_games: int

    @property
    def is_provisional(self) -> bool:
        """Return whether the rating is based on too few games for a place."""
        return self.n_games < PRIOR_GAMES


class TournamentRatingStore(Store):
    """Reads tournament ratings from the database."""

    def latest(self, kind: RatingKind, before: TournamentRow | None = None) -> dict[str, SavedRating]:
        """Return the newest rating of each account, or the newest one before a tournament ended."""
        query = sa.select(_RATINGS).where(_RATINGS.c.kind == kind)
        if before is not None:
            ended, its_id = _RATINGS.c.ended_ms, _RATINGS.c.tournament_id
            at_once = sa.and_(ended == before.ended_ms, its_id < before.id)
            query = query.where(sa.or_(ended < before.ended_ms, at_once))
        rows = self.read_all(query.order_by(_RATINGS.c.ended_ms, _RATINGS.c.tournament_id))
        return {row.user_id: SavedRating(*row) for row in rows}


class TournamentRatings:
    """Rates finished tournaments, and lists the ratings."""

    def __init__(self, store: TournamentRatingStore, tournaments: TournamentStore, writer: Writer) -> None:
        self._store = store
        self._tournaments = tournaments
        self._writer = writer

    async def catch_up(self) -> int:
        """Rate the finished tournaments that are not rated, first to end first; return their number.

        Ratings of a tournament whose result was corrected are replaced in the same commit. Raises Conflict if
        another server rated one, or if a result was corrected meanwhile.
        """
        n_rated = 0
        while writes := await asyncio.to_thread(self._next_writes):
            await self._writer.append(*writes)
            n_rated += 1
        return n_rated

    def _next_writes(self) -> list[Write]:
        """Return the writes that rate the first tournament that is due; none without one."""
        row = self._tournaments.first_unrated()
        if row is None:
            return []
        saved = {kind: self._store.latest(kind, row) for kind in _KINDS}
        ratings = rated(self._tournaments, row, saved)
        return [mark_rated(row.id, row.n_unrated), delete_ratings_of(row.id), *ratings]

    def listed(self, kind: RatingKind) -> list[ListedRating]:
        """List all ratings, best first; provisional ones come after all others. Reads the database."""
        saved = self._store.latest(kind)
        shift = _shift(saved)
        found = sorted(saved.values(), key=lambda each: (each.n_games < PRIOR_GAMES, -each.rating))
        return [
            ListedRating(place, each.user_id, round(each.rating + shift), each.n_games)
            for place, each in enumerate(found, 1)
        ]

    def seed_of(self, user_id: str, kind: RatingKind = "single") -> int | None:
        """Return the rating by which an account is seeded; None with too few games. Reads the database."""
        found = next((each for each in self.listed(kind) if each.user_id == user_id), None)
        return None if found is None or found.is_provisional else found.points


_KINDS: tuple[RatingKind, ...] = ("single", "doubles")


def rebuilt(tournaments: TournamentStore) -> list[Write]:
    """Return the writes that replace all tournament ratings with recomputed ones."""
    saved: dict[RatingKind, dict[str, SavedRating]] = {kind: {} for kind in _KINDS}
    writes: list[Write] = [delete_tournament_ratings(), mark_all_unrated()]
    for row in tournaments.over():
        ratings = rated(tournaments, row, saved)
        for each in ratings:
            saved["doubles" if each.kind == "doubles" else "single"][each.user_id] = each
        writes += [mark_rated(row.id, row.n_unrated), *ratings]
    return writes


def rated(
    tournaments: TournamentStore, row: TournamentRow, saved: Mapping[RatingKind, Mapping[str, SavedRating]]
) -> list[SavedRating]:
    """Return the ratings after a tournament for all accounts that played a game in it."""
    found = read(tournaments, row, (0, 0, 0))
    now = found.now
    kind: RatingKind = "doubles" if now.terms.kind is EntrantKind.PAIR else "single"
    known, games = saved[kind], list(_games(now))
    shift = _shift(known)
    sides = {side for game in games for side in game[:2]}
    before = {side: _mean(known, side, MEAN - shift) for side in sides}
    after = ratings_after(before, games)
    n_played = {side: sum(side in game[:2] for game in games) for side in sides}
    assert row.ended_ms is not None, f"tournament {row.id} has not ended"
    return [
        SavedRating(
            tournament_id=row.id,
            kind=kind,
            user_id=user_id,
            rating=_mean(known, user_id, MEAN - shift) + after[side] - before[side],
            n_games=n_played[side] + (known[user_id].n_games if user_id in known else 0),
            ended_ms=row.ended_ms,
        )
        for side in sorted(sides)
        for user_id in side.split()
    ]


def _games(tournament: Tournament) -> Iterable[TournamentGameResult]:
    """List the games with accounts on both sides; a side is its accounts, separated by spaces.

    Arenas and simuls do not count: their games are quick, or the clocks of their sides differ.
    """
    for paired in tournament.rounds:
        if paired.section in (ARENA, SIMUL):
            continue
        for match in paired.matches:
            for key, outcome in match_status(tournament, paired, match).games:
                sides = [_side(tournament, each, key) for each in match.sides]
                if outcome.is_played and sides[0] and sides[1]:
                    yield TournamentGameResult(sides[0], sides[1], outcome.tenths[0] / GAME)


def _side(tournament: Tournament, entrant: str, key: GameKey) -> str:
    accounts = [member.user_id for member in tournament.players(key, entrant)]
    return "" if None in accounts else " ".join(sorted(each for each in accounts if each))


def _mean(known: Mapping[str, SavedRating], side: str, newcomer: float) -> float:
    """Return the mean rating of the accounts of a side."""
    ratings = [known[each].rating if each in known else newcomer for each in side.split()]
    return sum(ratings) / len(ratings)


def _shift(saved: Mapping[str, SavedRating]) -> float:
    ratings = {user_id: each.rating for user_id, each in saved.items()}
    return shift_to_mean(ratings, {user_id: each.n_games for user_id, each in saved.items()})
