"""A cache of stored tournaments, reread only when something has changed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version

from tantrix.competition.events.actions import LogEntry
from tantrix.competition.events.forms.base import Plays
from tantrix.competition.events.forms.registry import first_form, form_played
from tantrix.competition.events.match_states import carry_final_statuses, carry_statuses, simul_host
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.presets import kind_of
from tantrix.competition.events.tournament import Tournament, after_all, replay
from tantrix.server.http.errors import Refusal
from tantrix.server.tournaments.cup_tables import is_table, parse_ranks
from tantrix.server.tournaments.store import Participant, TournamentGame, TournamentRow, TournamentStore
from tantrix.server.tournaments.stored_text import parse_outcome

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
    """Reads tournaments, and caches the most recent ones."""

    def __init__(self, store: TournamentStore) -> None:
        self._store = store
        self._known: dict[str, StoredTournament] = {}

    def forget(self) -> None:
        """Read everything again: stored names have changed."""
        self._known = {}

    def find(self, tournament_id: str) -> StoredTournament:
        """Return the stored state of a tournament. Reads the database. Raises Refusal if there is none."""
        stamp = self._store.stamp(tournament_id)
        known = self._known.get(tournament_id)
        if known is not None and known.stamp == stamp:
            return known
        row = self._store.row(tournament_id)
        if row is None:
            raise Refusal("no_tournament")
        found = read(self._store, row, stamp) if known is None else _read_on(self._store, row, stamp, known)
        if len(self._known) >= MAX_KNOWN:
            self._known = {}
        self._known[tournament_id] = found
        return found


def read(
    store: TournamentStore,
    row: TournamentRow,
    stamp: tuple[int, int, int],
) -> StoredTournament:
    """Read a tournament from its log and its games."""
    entries, games = tuple(store.entries(row.id)), tuple(store.games(row.id))
    now = _with_games(replay(entries, row.secret), games)
    return _with_race(store, StoredTournament(row, entries, games, now, stamp))


def participants_of(tournament_id: str, tournament: Tournament) -> list[Participant]:
    """List the accounts in a tournament, each once, with their places once it is over.

    An account that has played for several entrants, as a substitute, gets the best place. A simul has
    results, but no places.
    """
    is_simul = simul_host(tournament) is not None
    place_of: dict[str, int | None] = {}
    for place, entrant in enumerate(tournament.places, 1):
        for user_id in sorted(tournament.entrants[entrant].user_ids):
            place_of.setdefault(user_id, None if is_simul else place)
    for entrant in tournament.playing:
        for user_id in sorted(tournament.entrants[entrant].user_ids):
            place_of.setdefault(user_id, None)
    return [Participant(tournament_id, user_id, place) for user_id, place in place_of.items()]


def row_of(row: TournamentRow, tournament: Tournament, version: int) -> TournamentRow:
    """Return the row of a tournament for lists, with all that follows from its log up to entry `version`."""
    return replace(
        row,
        name=tournament.terms.name,
        preset=kind_of(tournament.terms, form_played(tournament)),
        state=tournament.state.value,
        organiser=tournament.staff[0],
        is_listed=tournament.terms.entry.is_listed,
        n_entrants=len(tournament.playing),
        starts_ms=tournament.terms.starts_ms,
        version=version,
    )


def _read_on(
    store: TournamentStore, row: TournamentRow, stamp: tuple[int, int, int], known: StoredTournament
) -> StoredTournament:
    """Read only what is new in a tournament: its log and its list of games only grow."""
    added = store.entries(row.id, after=len(known.entries))
    changed = store.games_since(row.id, known.in_play())
    before = {game.game_id: game for game in known.games}
    by_id = {**before, **{game.game_id: game for game in changed}}
    if len(by_id) < stamp[1]:  # some games began and ended since
        changed = store.games(row.id)
        by_id = {game.game_id: game for game in changed}
    if len(by_id) > len(before):
        by_id = dict(sorted(by_id.items(), key=lambda each: (each[1].created_ms, each[0])))
    now = after_all(_with_games(known.now, changed), known.entries, added)
    if added:
        carry_final_statuses(known.now, now)
    else:
        new = {game.match for game in changed if before.get(game.game_id) != game}
        carry_statuses(known.now, now, new)
    found = StoredTournament(row, (*known.entries, *added), tuple(by_id.values()), now, stamp)
    return _with_race(store, found)


def _with_race(store: TournamentStore, found: StoredTournament) -> StoredTournament:
    """Add the results of a puzzle race so far; they are in the log once it is over."""
    if first_form(found.now.terms).plays is not Plays.PUZZLES or found.now.is_race_over:
        return found
    return replace(found, now=replace(found.now, race=store.race(found.row.id)))


def _with_games(tournament: Tournament, games: Iterable[TournamentGame]) -> Tournament:
    """Return a tournament with more games, and with what has become of those that it has already."""
    begun, begun_ms, ended_ms = {**tournament.begun}, {**tournament.begun_ms}, {**tournament.ended_ms}
    outcomes, table_ranks = {**tournament.outcomes}, {**tournament.table_ranks}
    for game in games:
        key = key_of(game)
        begun[key], begun_ms[key] = game.game_id, game.created_ms
        if game.outcome is not None and is_table(game):
            table_ranks[game.match] = parse_ranks(game.outcome)
        elif game.outcome is not None:
            outcomes[key] = parse_outcome(game.outcome)
        if game.finished_ms is not None:
            ended_ms[key] = game.finished_ms
    return replace(
        tournament,
        outcomes=outcomes,
        begun=begun,
        begun_ms=begun_ms,
        ended_ms=ended_ms,
        table_ranks=table_ranks,
    )


def key_of(game: TournamentGame) -> GameKey:
    """Return the key of a game: its match and its number in it."""
    return GameKey(game.match, game.number, game.board)
