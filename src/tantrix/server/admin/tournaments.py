"""Tournaments from the command line: check the stored data, and appoint another organiser."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from tantrix.competition.events.actions import LogEntry, NameStaff
from tantrix.competition.events.checking import problems
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.admin.accounts import OPERATOR, open_data, with_accounts
from tantrix.server.cluster.uptime import Uptime, read_uptime
from tantrix.server.database.writer import Writer
from tantrix.server.games.replay import replayed
from tantrix.server.games.store import GameStore
from tantrix.server.settings import Settings
from tantrix.server.tournaments.cache import StoredTournament, participants_of, read, row_of
from tantrix.server.tournaments.cup_tables import is_table
from tantrix.server.tournaments.match_games import outcomes_of
from tantrix.server.tournaments.store import TournamentGame, TournamentStore, add_log_entry, change_tournament
from tantrix.server.tournaments.stored_text import print_outcome


class CheckedTournament(NamedTuple):
    """A tournament and its problems, in English; none if all of it can be recomputed."""

    id: str
    name: str
    problems: list[str]


def check_tournaments(folder: Path, tournament_id: str | None = None) -> Iterator[CheckedTournament]:
    """Recompute all tournaments, or one, from logs and games. Raises ValueError if it does not exist."""
    with closing(open_data(folder)) as database:
        settings = Settings(folder)
        store, uptime = TournamentStore(database.readers), read_uptime(database.readers)
        known = store.ids()
        if tournament_id is not None and tournament_id not in known:
            raise ValueError(f"expected the id of a tournament, got {tournament_id!r}")
        for each in [tournament_id] if tournament_id else known:
            row = store.row(each)
            assert row is not None, f"tournament {each} is gone"
            found = read(store, row, (0, 0, 0))
            wrong = [*problems(found.entries, found.now), *_astray(store, found)]
            for game in found.games:
                if not is_table(game):
                    wrong += _wrong_outcome(game, database.readers, settings, uptime)
            yield CheckedTournament(each, row.name, wrong)


def _wrong_outcome(
    game: TournamentGame, readers: sa.Engine, settings: Settings, uptime: Uptime
) -> Iterator[str]:
    """Compare what the tournament has of a game with the game's own journal."""
    row, what = GameStore(readers).game(game.game_id), f"game {game.number} of match {game.match}"
    if row is None:
        yield f"{what}: game {game.game_id} is not stored"
        return
    expected = None
    if row.finished_ms is not None:
        by_seat = outcomes_of(replayed(readers, row, settings, uptime), row.finished_ms)
        expected = print_outcome(by_seat[game.first_seat])
    if (game.finished_ms, game.outcome) != (row.finished_ms, expected):
        by_game, got = f"{expected} at {row.finished_ms}", f"{game.outcome} at {game.finished_ms}"
        yield f"{what}: the game {game.game_id} gives {by_game}, not {got}"


def _astray(store: TournamentStore, found: StoredTournament) -> Iterator[str]:
    """List what is stored for lists, medals and profiles beside the log and does not follow from it."""
    row = row_of(found.row, found.now, len(found.entries))
    for field in fields(row):
        expected, got = getattr(row, field.name), getattr(found.row, field.name)
        if expected != got:
            yield f"{field.name}: the log gives {expected!r}, not {got!r}"
    places = {each.user_id: each.place for each in participants_of(row.id, found.now)}
    stored = {each.user_id: each.place for each in store.participants(row.id)}
    for user_id in sorted(places.keys() | stored):
        expected, got = places.get(user_id, "no entry"), stored.get(user_id, "no entry")
        if expected != got:
            yield f"place of account {user_id}: the log gives {expected}, not {got}"


def name_organiser(folder: Path, tournament_id: str, name: str) -> None:
    """Make another account the organiser of a tournament. Raises ValueError if either does not exist."""
    with closing(open_data(folder)) as database:
        store = TournamentStore(database.readers)
        row = store.row(tournament_id)
        if row is None:
            raise ValueError(f"expected the id of a tournament, got {tournament_id!r}")
        found = read(store, row, store.stamp(tournament_id))

    async def done(accounts: Accounts, writer: Writer) -> None:
        account = accounts.named(name)
        if account is None:
            raise ValueError(f"expected the name of an account, got {name!r}")
        staff = tuple(dict.fromkeys((account.user_id, *found.now.staff[1:])))
        action = NameStaff(staff, f"named by the {OPERATOR}")
        entry = LogEntry(row.version + 1, Settings(folder).now_ms(), None, action)
        changed = row.with_organiser(account.user_id, entry.sequence)
        await writer.append(change_tournament(changed, row.version), add_log_entry(row.id, entry))

    with_accounts(folder, name, done)
