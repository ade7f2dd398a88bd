"""Tournaments as stored, read again only when something has changed."""

from dataclasses import dataclass
from importlib.metadata import version

from tantrix.competition.events.actions import LogEntry
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.tournament import Tournament, replay
from tantrix.server.http.errors import Refusal
from tantrix.server.tournaments.match_games import parse_outcome
from tantrix.server.tournaments.store import TournamentGame, TournamentRow, TournamentStore

PROGRAM = f"tantrix {version('tantrix')}"
MAX_KNOWN = 200


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament, its row, its log and its games, as of a stamp."""

    row: TournamentRow
    entries: tuple[LogEntry, ...]
    games: tuple[TournamentGame, ...]
    now: Tournament
    stamp: tuple[int, int, int]

    def in_play(self) -> list[TournamentGame]:
        """List the games that are not over."""
        return [game for game in self.games if game.finished_ms is None]


class TournamentCache:
    """Reads tournaments and keeps those read last."""

    def __init__(self, store: TournamentStore) -> None:
        self._store = store
        self._known: dict[str, StoredTournament] = {}

    def find(self, tournament_id: str) -> StoredTournament:
        """Return a tournament as it is stored now. Reads the database. Raises Refusal if there is none."""
        stamp = self._store.stamp(tournament_id)
        known = self._known.get(tournament_id)
        if known is not None and known.stamp == stamp:
            return known
        row = self._store.row(tournament_id)
        if row is None:
            raise Refusal("no_tournament")
        found = read(self._store, row, stamp, () if known is None else known.entries)
        if len(self._known) >= MAX_KNOWN:
            self._known = {}
        self._known[tournament_id] = found
        return found


def read(
    store: TournamentStore,
    row: TournamentRow,
    stamp: tuple[int, int, int],
    known: tuple[LogEntry, ...] = (),
) -> StoredTournament:
    """Read a tournament from its log, of which the first entries may be known, and its games."""
    entries = (*known, *store.entries(row.id, after=len(known)))
    games = tuple(store.games(row.id))
    begun = {key_of(game): game.game_id for game in games}
    outcomes = {key_of(game): parse_outcome(game.outcome) for game in games if game.outcome is not None}
    ended_ms = {key_of(game): game.finished_ms for game in games if game.finished_ms is not None}
    now = replay(entries, row.secret, outcomes, begun, ended_ms)
    return StoredTournament(row, entries, games, now, stamp)


def key_of(game: TournamentGame) -> GameKey:
    """Return which game of which match it is."""
    return GameKey(game.match, game.number, game.board)
