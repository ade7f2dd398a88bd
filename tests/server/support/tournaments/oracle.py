"""An oracle of tournaments: it reads the database by itself, and says what is lost, doubled or wrong."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.competition.events.actions import LogEntry, PairRound
from tantrix.competition.events.checking import problems
from tantrix.server.database.database import Database
from tantrix.server.tournaments.cache import read
from tantrix.server.tournaments.store import TournamentGame, TournamentStore
from tests.server.support.table import Json

N_BEST = 10
_ROOMS = sa.text(
    "SELECT games.id, finished_ms IS NOT NULL AS is_over FROM games WHERE match_id LIKE :prefix ORDER BY id"
)
_TABLES = sa.text("SELECT id, finished_ms IS NOT NULL AS is_over FROM rushes ORDER BY id")
_HOLDER = sa.text("SELECT holder FROM leases WHERE game_id = :name")


@dataclass(frozen=True, slots=True)
class EventOracle:
    """Reads the tournaments of a database, which a server may be writing to."""

    database: Database

    def wrong(self, tournament_id: str) -> list[str]:
        """List what is wrong with a tournament; empty if nothing is. Reads again what changed meanwhile."""
        store = TournamentStore(self.database.readers)
        while True:
            stamp = store.stamp(tournament_id)
            found = self._wrong(store, tournament_id)
            if store.stamp(tournament_id) == stamp:
                return found

    def _wrong(self, store: TournamentStore, tournament_id: str) -> list[str]:
        row = store.row(tournament_id)
        assert row is not None, f"tournament {tournament_id} is gone"
        found = read(store, row, store.stamp(tournament_id))
        entries, games = store.entries(tournament_id), store.games(tournament_id)
        return [
            *problems(found.entries, found.now),
            *_wrong_rounds(entries),
            *_wrong_games(games),
            *self._wrong_rooms(tournament_id, games),
        ]

    def points(self, tournament_id: str) -> dict[str, int]:
        """Return the tenths of each entrant with a result, added up from the stored outcomes alone.

        The host of a simul, who has the first side of each match, is not listed.
        """
        store = TournamentStore(self.database.readers)
        if race := self._race(tournament_id):
            return race
        sides = _sides(store.entries(tournament_id))
        found: defaultdict[str, list[int]] = defaultdict(list)
        for game in store.games(tournament_id):
            if game.outcome is None:
                continue
            outcome = json.loads(game.outcome)
            tenths = _rank_points(outcome) if isinstance(outcome, list) else outcome["tenths"]
            for entrant, gained in zip(sides[game.match], tenths, strict=True):
                found[entrant].append(gained)
        hosts = {players[0] for match, players in sides.items() if "-simul-" in match}
        return {
            entrant: sum(sorted(all_of, reverse=True)[:N_BEST])
            for entrant, all_of in found.items()
            if entrant not in hosts
        }

    def n_results(self, tournament_id: str) -> int:
        """Return how many games or tables have a result, or how many puzzles of a race are answered."""
        games = TournamentStore(self.database.readers).games(tournament_id)
        query = sa.text("SELECT coalesce(sum(n_solved + n_missed), 0) FROM puzzle_runs WHERE race = :race")
        with self.database.readers.connect() as connection:
            n_answers = int(connection.execute(query, {"race": tournament_id}).scalar_one())
        return n_answers + sum(game.outcome is not None for game in games)

    def _race(self, tournament_id: str) -> dict[str, int]:
        """Return ten for each puzzle that an entrant has solved; only entrants with an answer."""
        query = sa.text("SELECT id, n_solved, n_missed FROM puzzle_runs WHERE race = :race")
        with self.database.readers.connect() as connection:
            runs = connection.execute(query, {"race": tournament_id}).all()
        return {run.id.split("-")[1]: 10 * run.n_solved for run in runs if run.n_solved + run.n_missed}

    def n_rounds(self, tournament_id: str) -> int:
        """Return how many rounds or waves are drawn."""
        entries = TournamentStore(self.database.readers).entries(tournament_id)
        return sum(isinstance(entry.action, PairRound) for entry in entries)

    def n_unsaved_tables(self) -> int:
        """Return how many tables of cups are over without a result in their cup."""
        query = "SELECT count(*) FROM tournament_games JOIN rushes ON id = game_id WHERE outcome IS NULL"
        with self.database.readers.connect() as connection:
            return int(
                connection.execute(sa.text(f"{query} AND rushes.finished_ms IS NOT NULL")).scalar_one()
            )

    def leader(self, tournament_id: str) -> str | None:
        """Return the server that holds the lease of a tournament."""
        with self.database.readers.connect() as connection:
            return connection.execute(_HOLDER, {"name": f"tournament {tournament_id}"}).scalar()

    def servers(self) -> set[str]:
        """Return the names of all servers that have ever used the database."""
        with self.database.readers.connect() as connection:
            return set(connection.execute(sa.text("SELECT id FROM servers")).scalars())

    def _wrong_rooms(self, tournament_id: str, games: Sequence[TournamentGame]) -> Iterator[str]:
        """Compare rooms with results: a game is over in both or in neither, a table only with its room."""
        known = {game.game_id: game for game in games}
        with self.database.readers.connect() as connection:
            rooms = connection.execute(_ROOMS, {"prefix": f"{tournament_id}/%"}).all()
            tables = {row.id: row.is_over for row in connection.execute(_TABLES)}
        for room in rooms:
            if room.id not in known:
                yield f"game {room.id} belongs to no match"
            elif bool(room.is_over) != (known[room.id].outcome is not None):
                yield f"game {room.id} of match {known[room.id].match}: its room and its result disagree"
        for game in games:
            if game.game_id not in tables and game.game_id not in {room.id for room in rooms}:
                yield f"game {game.game_id} of match {game.match} has no room"
            if game.outcome is not None and game.game_id in tables and not tables[game.game_id]:
                yield f"table {game.match} has a result, but is not over"


def points_shown(view: Json) -> dict[str, int]:
    """Return the tenths of each entrant in the standings of a tournament as the API shows them."""
    rows = [row for section in view["sections"] for row in section["standings"]]
    return {row["entrant"]: row["points"] for row in rows if row["n_games"]}


def _wrong_rounds(entries: Sequence[LogEntry]) -> Iterator[str]:
    """Find rounds that are missing or drawn twice, and people who play twice in a round."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.action, PairRound):
            paired = entry.action.round
            numbers[paired.section].append(paired.number)
            seated = [each for table in paired.tables for each in table]
            players = [*seated, *(each for pair in paired.pairs for each in pair if each is not None)]
            if paired.section != "simul" and max(Counter(players).values()) > 1:
                yield f"somebody plays twice in round {paired.name}"
    for section, found in numbers.items():
        if found != list(range(1, len(found) + 1)):
            yield f"the rounds of {section} are {found}"


def _wrong_games(games: Sequence[TournamentGame]) -> Iterator[str]:
    for what, times in Counter((game.match, game.number, game.board) for game in games).items():
        if times > 1:
            yield f"game {what} began {times} times"


def _sides(entries: Sequence[LogEntry]) -> dict[str, tuple[str, ...]]:
    """Return who played at each board or table, by the id that its position in the log gives it."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if isinstance(entry.action, PairRound):
            paired = entry.action.round
            for at, players in enumerate(paired.tables or paired.pairs, 1):
                prefix = f"{paired.stage}-{paired.section}-{paired.number}"
                found[f"{prefix}-{at}"] = tuple(each for each in players if each is not None)
    return found


def _rank_points(ranks: list[int]) -> list[int]:
    """Return the tenths at a table: 60 for the first place, 0 for the last, equal steps; ties share."""
    of_place = [60 * at // (len(ranks) - 1) for at in reversed(range(len(ranks)))]
    shared = {rank: of_place[rank - 1 : rank - 1 + ranks.count(rank)] for rank in ranks}
    return [sum(shared[rank]) // len(shared[rank]) for rank in ranks]
