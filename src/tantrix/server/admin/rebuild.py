"""Rebuilding from the command line: results from the journals, and ratings from the results.

Each rebuild replaces everything in one transaction, even while the server is running.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.admin.accounts import open_data
from tantrix.server.cluster.uptime import read_uptime
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.games.replay import replayed
from tantrix.server.games.results import rows_of
from tantrix.server.games.store import GameStore
from tantrix.server.ratings.ledger import ledger_of
from tantrix.server.ratings.results import delete_result_seats, delete_results
from tantrix.server.ratings.store import RatingStore, replacement_writes
from tantrix.server.settings import Settings
from tantrix.server.tournaments.ratings import rebuilt
from tantrix.server.tournaments.store import TournamentStore

ReportProgress = Callable[[int, int], None]  # games done, total games


def rebuild_results(folder: Path, report: ReportProgress) -> int:
    """Rebuild the results of all finished games of Tantrix from their journals; return the number of games.

    Raises ValueError if the folder holds no data, NotSaved if the database does not accept the writes.
    """
    with closing(open_data(folder)) as database:
        store = GameStore(database.readers)
        ids = store.finished_ids()
        settings, uptime = Settings(folder), read_uptime(database.readers)
        writes: list[Write] = [delete_result_seats(), delete_results()]
        for done, game_id in enumerate(ids, 1):
            row = store.game(game_id)
            assert row is not None and row.finished_ms is not None, f"game {game_id} was listed as finished"
            writes += rows_of(replayed(database.readers, row, settings, uptime), row.finished_ms)
            report(done, len(ids))
        _save(database, writes)
    return len(ids)


def rebuild_ratings(folder: Path) -> int:
    """Rebuild all ratings, including tournaments and ladders, from the results; return the number of games.

    Raises ValueError and NotSaved like `rebuild_results`.
    """
    with closing(open_data(folder)) as database:
        games = RatingStore(database.readers, ROBOT_ACCOUNTS).rated()
        ledger, steps = ledger_of(games)
        tournaments = rebuilt(TournamentStore(database.readers))
        _save(database, (*replacement_writes(ledger, steps, games), *tournaments))
    return len(games)


def count_results(folder: Path) -> int:
    """Return the number of finished games with results. Raises ValueError if the folder holds no data."""
    with closing(open_data(folder)) as database:
        return RatingStore(database.readers, ROBOT_ACCOUNTS).n_results()


def count_rated(folder: Path) -> int:
    """Return the number of rated games. Raises ValueError if the folder holds no data."""
    with closing(open_data(folder)) as database:
        return RatingStore(database.readers, ROBOT_ACCOUNTS).n_rated()


def _save(database: Database, writes: Sequence[Write]) -> None:
    with closing(Writer(database.connect_writer)) as writer:
        asyncio.run(writer.append(*writes))
