"""The archive in the database: records of finished games, imports, and search results.

A search reads `results` and `result_seats`. The cursor of the next page is the date (or score) and number of
the last row, so a later page costs no more than the first.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from tantrix.server.archive.search import RulesFilter, SearchFilter, found_by, visible
from tantrix.server.archive.tables import IMPORTS, RECORDS, Imported
from tantrix.server.database.reading import Store
from tantrix.server.database.writes import MustMatch, Write
from tantrix.server.ratings.results import RESULT_SEATS, RESULTS, GameResult, ResultSeat

_RECORDS_PER_READ = 200  # records read at a time
_N_RARE = 1000  # up to this many games are looked up and sorted instead of found by a scan


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A finished game found by a search; `place` (sort key) and `number` form the next page's cursor."""

    number: int
    result: GameResult
    place: int
    seats: tuple[ResultSeat, ...]

    @property
    def cursor(self) -> str:
        return f"{self.place}.{self.number}"


def removal_writes(imported: Imported, *, may_return: bool) -> tuple[Write, ...]:
    """Return the writes that remove an imported game; its import stays, and keeps its record from returning.

    `may_return`: the record may be imported again, as another game.
    """
    game_id, is_it = imported.game_id, IMPORTS.c.game_id == imported.game_id
    digest = f"removed {game_id}" if may_return else imported.digest
    return (
        MustMatch(RECORDS.delete().where(RECORDS.c.game_id == game_id)),
        RESULTS.delete().where(RESULTS.c.game_id == game_id),
        RESULT_SEATS.delete().where(RESULT_SEATS.c.game_id == game_id),
        IMPORTS.update().where(is_it).values(digest=digest),
    )


class ArchiveStore(Store):
    """Reads the archive."""

    def search(self, search: SearchFilter, limit: int) -> list[SearchHit]:
        """Find a page of games."""
        if search.query.rules is not None:
            search = replace(search, rules=self.rules_with(search.query.rules))
        with self.readers.connect() as connection:
            rows = connection.execute(found_by(search, limit)).all()
            seats = _seats_of(connection, [row.game_id for row in rows])
        return [SearchHit(row[0], GameResult(*row[1:-1]), row[-1], seats[row.game_id]) for row in rows]

    def rules_with(self, word: str) -> RulesFilter:
        """Find all rules that contain a word among the rules ever played; visits one game of each."""
        first = sa.select(sa.func.min(RESULTS.c.rules).label("rules")).cte("played", recursive=True)
        following = sa.select(sa.func.min(RESULTS.c.rules)).where(RESULTS.c.rules > first.c.rules)
        played = first.union_all(sa.select(following.scalar_subquery()).where(first.c.rules.is_not(None)))
        with self.readers.connect() as connection:
            every = connection.execute(sa.select(played.c.rules).where(played.c.rules.is_not(None))).scalars()
            texts = tuple(rules for rules in every if word in rules.split(" "))
            some = sa.select(RESULTS.c.number).where(RESULTS.c.rules.in_(texts)).limit(_N_RARE).subquery()
            n_games = connection.execute(sa.select(sa.func.count()).select_from(some)).scalar_one()
        return RulesFilter(texts, n_games < _N_RARE)

    def record(self, game_id: str) -> str | None:
        """Return the record of a finished game."""
        query = sa.select(RECORDS.c.text).where(RECORDS.c.game_id == game_id)
        with self.readers.connect() as connection:
            text: str | None = connection.execute(query).scalar_one_or_none()
        return text

    def records(self, game_ids: Sequence[str]) -> list[str]:
        """Return the records of games in the order of the given ids; games without a record are left out."""
        found = self.records_by_id(game_ids)
        return [found[game_id] for game_id in game_ids if game_id in found]

    def records_by_id(self, game_ids: Sequence[str]) -> dict[str, str]:
        """Return the records of games by their ids; games without a record are left out."""
        query = sa.select(RECORDS.c.game_id, RECORDS.c.text).where(RECORDS.c.game_id.in_(game_ids))
        return {row.game_id: row.text for row in self.read_all(query)}

    def every_record(self, month: str, with_private: bool) -> Iterator[str]:
        """Iterate over the records of a month like 2026-11, or of all time, ordered by day and content.

        The order depends only on the records, so an archive that imports them all has the same order.
        """
        after = ("", "", "")
        while rows := self._records_after(after, month, with_private):
            yield from (row.text for row in rows)
            after = (rows[-1].day, rows[-1].digest, rows[-1].game_id)

    def known(self, digests: Iterable[str]) -> dict[str, str]:
        """Return the ids of the games that are already in the archive, by digest."""
        wanted, found = list(digests), dict[str, str]()
        with self.readers.connect() as connection:
            for first in range(0, len(wanted), _RECORDS_PER_READ):
                some = RECORDS.c.digest.in_(wanted[first : first + _RECORDS_PER_READ])
                rows = connection.execute(sa.select(RECORDS.c.digest, RECORDS.c.game_id).where(some))
                found |= {row.digest: row.game_id for row in rows}
        return found

    def removed(self, game_ids: Collection[str]) -> set[str]:
        """Return which of some imported games are removed: of them only the import is left."""
        return set(self._removed(IMPORTS.c.game_id, game_ids))

    def removed_digests(self, digests: Collection[str]) -> set[str]:
        """Return which of some records are removed, and must not be imported again."""
        return set(self._removed(IMPORTS.c.digest, digests))

    def imported(self, game_id: str) -> Imported | None:
        """Return the user who imported a game, and when; None if it was played here or does not exist."""
        query = sa.select(IMPORTS).where(IMPORTS.c.game_id == game_id)
        return self.read_one(Imported, query)

    def figures(self) -> tuple[int, str | None]:
        """Return the number of public games and the day of the first one. Scans all of them."""
        count = sa.select(sa.func.count(), sa.func.min(sa.func.nullif(RECORDS.c.day, ""))).select_from(
            _open_records()
        )
        with self.readers.connect() as connection:
            n_games, first = connection.execute(count.where(visible(None))).one()
        return int(n_games), first or None

    def _removed(self, column: "sa.Column[str]", values: Collection[str]) -> Iterator[str]:
        is_there = sa.exists().where(RECORDS.c.game_id == IMPORTS.c.game_id)
        wanted = list(values)
        with self.readers.connect() as connection:
            for first in range(0, len(wanted), _RECORDS_PER_READ):
                some = column.in_(wanted[first : first + _RECORDS_PER_READ])
                yield from connection.scalars(sa.select(column).where(some, ~is_there))

    def _records_after(self, after: tuple[str, str, str], month: str, with_private: bool) -> Sequence[Any]:
        columns = (RECORDS.c.day, RECORDS.c.digest, RECORDS.c.game_id)
        query = sa.select(*columns, RECORDS.c.text).where(sa.tuple_(*columns) > sa.tuple_(*after))
        if not with_private:
            query = query.select_from(_open_records()).where(visible(None))
        if month:
            query = query.where(RECORDS.c.day >= f"{month}-01", RECORDS.c.day <= f"{month}-31")
        return self.read_all(query.order_by(*columns).limit(_RECORDS_PER_READ))


def _open_records() -> sa.Join:
    return RECORDS.join(RESULTS, RESULTS.c.game_id == RECORDS.c.game_id)


def _seats_of(connection: sa.Connection, game_ids: Sequence[str]) -> dict[str, tuple[ResultSeat, ...]]:
    query = sa.select(RESULT_SEATS).where(RESULT_SEATS.c.game_id.in_(game_ids))
    seats: dict[str, tuple[ResultSeat, ...]] = {game_id: () for game_id in game_ids}
    for row in connection.execute(query.order_by(RESULT_SEATS.c.seat)):
        seats[row.game_id] = (*seats[row.game_id], ResultSeat(*row))
    return seats
