"""The archive of finished games: search them, import records, and export records as one text."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from typing import cast

from tantrix.competition.scoring import POINT
from tantrix.notation import parse_rules
from tantrix.record import Record, parse_record
from tantrix.robots import all_names
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.archive.imported_rooms import find_room
from tantrix.server.archive.importer import Importer
from tantrix.server.archive.records import archive_rows
from tantrix.server.archive.search import IMPORTED, PlayerFilter, SearchFilter
from tantrix.server.archive.store import ArchiveStore, SearchHit
from tantrix.server.archive.tables import ArchivedRecord
from tantrix.server.database.writer import Writer
from tantrix.server.games.room import Room
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.protocol.archive import (
    ArchiveFigures,
    ArchiveGame,
    ArchivePage,
    ArchiveQuery,
    ArchiveSeat,
    ImportReport,
)
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.times import print_time
from tantrix.server.ratings.results import ResultSeat
from tantrix.server.settings import Settings

GAMES_PER_PAGE = 24
RECORDS_PER_READ = 200  # games that an export reads at a time
MAX_EXPORTED = 10_000
FIGURES_MS = 60_000  # how long the figures are cached, at least
MS_PER_GAME = 10  # how much longer for each game that is counted


class Archive:
    """Searches the archive and imports records into it."""

    def __init__(
        self, settings: Settings, store: ArchiveStore, writer: Writer, accounts: Accounts, pool: WorkerPool
    ) -> None:
        self._settings = settings
        self._store = store
        self._importer = Importer(settings, store, writer, pool)
        self._accounts = accounts
        self._figures = (-FIGURES_MS, ArchiveFigures(n_games=0, first_day=None))
        self._importing = asyncio.Lock()
        self.import_rates = RateLimiter()

    def room(self, game_id: str) -> Room | None:
        """Open the room of an imported game; raises UnknownGame if it is removed.

        Reads the database, so call it on a thread.
        """
        return find_room(self._store, game_id)

    def removed(self, game_ids: Collection[str]) -> set[str]:
        """Return which of some imported games are removed. Reads the database, so call it on a thread."""
        return self._store.removed(game_ids)

    def record_writes(self, room: Room) -> tuple[ArchivedRecord, ...]:
        """Return the rows to save when a game ends: its record, or nothing if it was aborted."""
        return archive_rows(room)

    async def record(self, game_id: str) -> Record | None:
        """Return the record of a finished game without opening its room."""
        text = await asyncio.to_thread(self._store.record, game_id)
        return None if text is None else await asyncio.to_thread(parse_record, text)

    async def records_of(self, game_ids: Sequence[str]) -> list[str]:
        """Return the records of finished games, in the order of their ids."""
        return await asyncio.to_thread(self._store.records, game_ids)

    async def records_by_id(self, game_ids: Sequence[str]) -> dict[str, str]:
        """Return the records of some games by id; games that are not finished are left out."""
        return await asyncio.to_thread(self._store.records_by_id, game_ids)

    async def search(self, query: ArchiveQuery, viewer: str | None) -> ArchivePage:
        """Find a page of games that the viewer may see."""
        found = await asyncio.to_thread(self._store.search, self._search(query, viewer), GAMES_PER_PAGE + 1)
        games = [self._view(each) for each in found[:GAMES_PER_PAGE]]
        return ArchivePage(
            games=games, next=found[GAMES_PER_PAGE - 1].cursor if len(found) > GAMES_PER_PAGE else None
        )

    async def records(self, query: ArchiveQuery, viewer: str | None) -> AsyncIterator[str]:
        """Iterate over the records of all games that a search finds, at most ten thousand, as one text."""
        n_left, is_first = MAX_EXPORTED, True
        while n_left > 0:
            search = self._search(query, viewer)
            texts, cursor, n_found = await asyncio.to_thread(
                self._read, search, min(RECORDS_PER_READ, n_left)
            )
            if texts:
                yield ("" if is_first else "\n") + "\n".join(texts)
                is_first = False
            n_left -= n_found
            if cursor is None:
                return
            query = query.model_copy(update={"cursor": cursor})

    async def figures(self) -> ArchiveFigures:
        """Return the number of public games and the day of the first one, from a cache.

        The more games there are, the longer they are cached: a minute for up to 6,000 games, and a quarter of
        an hour for 100,000.
        """
        now_ms, (since_ms, figures) = self._settings.now_ms(), self._figures
        if 0 <= now_ms - since_ms < max(FIGURES_MS, MS_PER_GAME * figures.n_games):
            return figures
        n_games, first_day = await asyncio.to_thread(self._store.figures)
        figures = ArchiveFigures(n_games=n_games, first_day=first_day)
        self._figures = (now_ms, figures)
        return figures

    async def import_text(self, text: str, user_id: str, listing: str) -> ImportReport:
        """Save the valid records of a text as imported games, and report the problems of the others.

        Imports one text at a time. Raises NotSaved.
        """
        async with self._importing:
            return await self._importer.import_text(text, user_id, listing)

    def _read(self, search: SearchFilter, limit: int) -> tuple[list[str], str | None, int]:
        found = self._store.search(search, limit)
        texts = self._store.records([each.result.game_id for each in found])
        return texts, found[-1].cursor if len(found) == limit else None, len(found)

    def _search(self, query: ArchiveQuery, viewer: str | None) -> SearchFilter:
        of_records = query.source == IMPORTED
        return SearchFilter(
            query, self._player(query.player, of_records), self._player(query.against, of_records), viewer
        )

    def _player(self, name: str | None, of_records: bool) -> PlayerFilter | None:
        """Resolve a name to an account, a robot, or else a mere name: imported records have no accounts."""
        if not name:
            return None
        account = None if of_records else self._accounts.named(name)
        if account is not None:
            return PlayerFilter(name, user_id=account.user_id)
        robot = next((robot for robot in all_names() if robot == name.lower()), None)
        return PlayerFilter(name, robot=robot)

    def _view(self, found: SearchHit) -> ArchiveGame:
        result = found.result
        rules = parse_rules(result.rules)
        return ArchiveGame(
            id=result.game_id,
            url=f"/games/{result.game_id}",
            picture_url=f"/games/{result.game_id}/picture.svg?ply={result.n_plies}",
            rules=result.rules,
            tile_set=rules.tile_set,
            is_teams=result.is_teams,
            n_plies=result.n_plies,
            seats=[self._seat_view(seat) for seat in found.seats],
            termination=result.termination,
            is_rated=result.is_rated,
            is_imported=result.pool == IMPORTED,
            is_open=result.listing == "open",
            control=result.control,
            finished_at=print_time(result.finished_ms),
        )

    def _seat_view(self, seat: ResultSeat) -> ArchiveSeat:
        return ArchiveSeat(
            name=seat.name,
            account=self._accounts.name_of(seat.user_id),
            robot=seat.robot,
            colour=cast(ColourLetter, seat.colour),
            score=seat.score,
            rank=seat.rank,
            has_loop=seat.has_loop,
            is_robot_account=self._accounts.is_robot(seat.user_id),
            tournament_points=None if seat.tenths is None else seat.tenths / POINT,
        )
