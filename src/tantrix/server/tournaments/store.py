"""Tournaments in the database: their append-only logs, their games and their chats."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import sqlalchemy as sa

from tantrix.competition.events.actions import Action, LogEntry
from tantrix.competition.events.terms import MAX_ENTRANTS
from tantrix.competition.race import RaceResult
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, columns_of, table_of
from tantrix.server.database.writes import MustMatch
from tantrix.server.games.store import GAMES
from tantrix.server.puzzles.runs.store import RUNS
from tantrix.server.tournaments.leaving.pseudonyms import PseudonymOf, nobody_closed, with_pseudonyms
from tantrix.server.tournaments.stored_text import parse_action, print_action

UNFINISHED = ("draft", "open", "running")  # states
MAX_IN_PLAY = 20  # in which the next match of an account is looked for


@dataclass(frozen=True, slots=True)
class TournamentRow(Row):
    """A tournament as shown in lists; all else follows from its log. `version`: the last number in the log.

    `secret` is for drawing lots; its hash is shown from the start. `password` is a hash, None without one.
    `is_rated`: it is over and counted in the tournament ratings. `n_unrated`: how often a correction, of this
    or of an earlier tournament, made it count again.
    """

    id: str
    name: str
    preset: str
    state: str
    organiser: str
    secret: str
    password: str | None
    is_listed: bool
    n_entrants: int
    created_ms: int
    starts_ms: int | None
    ended_ms: int | None
    version: int
    is_rated: bool = False
    n_unrated: int = 0

    def with_organiser(self, user_id: str, version: int) -> "TournamentRow":
        """Return the row with another account as organiser."""
        return replace(self, organiser=user_id, version=version)


_TOURNAMENTS = table_of(
    TournamentRow,
    "tournaments",
    sa.Index(None, "state", "starts_ms"),
    sa.Index(None, "organiser", "created_ms"),
    key=("id",),
)


_LOG = sa.Table(
    "tournament_log",
    METADATA,
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.Text),
    sa.Column("action", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class TournamentGame(Row):
    """A game of a match. `first_seat`: where the first entrant, or its first member, sits.

    `outcome`: the outcome as text; None while it is in play.
    """

    game_id: str
    tournament_id: str
    match: str
    number: int
    board: int
    first_seat: int
    created_ms: int
    finished_ms: int | None = None
    outcome: str | None = None


_GAMES = table_of(
    TournamentGame,
    "tournament_games",
    sa.UniqueConstraint("tournament_id", "match", "number", "board"),
    sa.Index(None, "tournament_id", "finished_ms"),
    key=("game_id",),
    references={"tournament_id": "tournaments.id"},
)


@dataclass(frozen=True, slots=True)
class Participant(Row):
    """A participating account, and its final place."""

    tournament_id: str
    user_id: str
    place: int | None = None


_PARTICIPANTS = table_of(
    Participant,
    "tournament_participants",
    key=("tournament_id", "user_id"),
    indexed=("user_id",),
    references={"tournament_id": "tournaments.id"},
)


@dataclass(frozen=True, slots=True)
class TournamentMessage(Row):
    """A message in the chat of a tournament."""

    tournament_id: str
    number: int
    user_id: str
    text: str
    at_ms: int


_MESSAGES = table_of(
    TournamentMessage,
    "tournament_messages",
    key=("tournament_id", "number"),
    references={"tournament_id": "tournaments.id"},
)


def change_tournament(row: TournamentRow, seen: int) -> MustMatch:
    """Save a tournament after a change; a conflict if it has changed since version `seen`."""
    is_seen = _TOURNAMENTS.c.id == row.id, _TOURNAMENTS.c.version == seen
    columns = columns_of(row)
    del columns["is_rated"], columns["n_unrated"]  # they change without a new version
    return MustMatch(_TOURNAMENTS.update().where(*is_seen).values(**columns))


def mark_rated(tournament_id: str, n_unrated: int = 0) -> MustMatch:
    """Mark a tournament as rated; a conflict if it already was, or if a result was corrected."""
    is_due = _TOURNAMENTS.c.id == tournament_id, ~_TOURNAMENTS.c.is_rated
    is_seen = _TOURNAMENTS.c.n_unrated == n_unrated
    return MustMatch(_TOURNAMENTS.update().where(*is_due, is_seen).values(is_rated=True))


def mark_unrated_since(tournament_id: str, ended_ms: int) -> sa.Update:
    """Mark a tournament, and those that ended later, as not counted in the ratings: a result is corrected."""
    ended, mine = _TOURNAMENTS.c.ended_ms, _TOURNAMENTS.c.id
    is_since = sa.or_(ended > ended_ms, sa.and_(ended == ended_ms, mine >= tournament_id))
    values = {"is_rated": False, "n_unrated": _TOURNAMENTS.c.n_unrated + 1}
    return _TOURNAMENTS.update().where(is_since).values(**values)


def mark_all_unrated() -> sa.Update:
    """Mark all tournaments as not counted in the ratings, which are then recomputed."""
    return _TOURNAMENTS.update().values(is_rated=False)


def add_log_entry(tournament_id: str, entry: LogEntry) -> sa.Insert:
    """Insert an entry of a tournament's log."""
    return _LOG.insert().values(
        tournament_id=tournament_id,
        sequence=entry.sequence,
        at_ms=entry.at_ms,
        actor=entry.by,
        action=print_action(entry.action),
    )


def finish_match_game(game_id: str, at_ms: int, outcome: tuple[str, str]) -> sa.Update:
    """Finish a game of a match, in the commit that ends the game.

    The outcome is chosen in SQL by the seat of the first entrant, which the room does not contain.
    """
    chosen = sa.case((_GAMES.c.first_seat == 0, outcome[0]), else_=outcome[1])
    ended = {"finished_ms": at_ms, "outcome": chosen}
    return _GAMES.update().where(_GAMES.c.game_id == game_id).values(**ended)


def keep_in_play(game_id: str) -> MustMatch:
    """Change nothing in a game of a match; a conflict if it is over."""
    is_in_play = _GAMES.c.game_id == game_id, _GAMES.c.finished_ms.is_(None)
    return MustMatch(_GAMES.update().where(*is_in_play).values(number=_GAMES.c.number))


def delete_participants(tournament_id: str) -> sa.Delete:
    """Delete all participants; the current ones are then written again."""
    return _PARTICIPANTS.delete().where(_PARTICIPANTS.c.tournament_id == tournament_id)


PageStamp = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Medal:
    """A final place of an account."""

    tournament_id: str
    name: str
    place: int
    n_entrants: int
    ended_ms: int


class TournamentStore(Store):
    """Reads tournaments from the database. `pseudonym_of`: the names of members who closed their accounts."""

    def __init__(self, readers: sa.Engine, pseudonym_of: PseudonymOf = nobody_closed) -> None:
        super().__init__(readers)
        self._pseudonym_of = pseudonym_of

    def row(self, tournament_id: str) -> TournamentRow | None:
        """Return a tournament; None if there is none."""
        return self.read_one(TournamentRow, sa.select(_TOURNAMENTS).where(_TOURNAMENTS.c.id == tournament_id))

    def rows(self, tournament_ids: Iterable[str]) -> list[TournamentRow]:
        """List some tournaments, in any order."""
        return self.read_each(
            TournamentRow, sa.select(_TOURNAMENTS).where(_TOURNAMENTS.c.id.in_(list(tournament_ids)))
        )

    def winners(self, tournament_ids: Iterable[str]) -> dict[str, list[str]]:
        """Return the accounts that won some tournaments, by tournament."""
        is_first = _PARTICIPANTS.c.tournament_id.in_(list(tournament_ids)), _PARTICIPANTS.c.place == 1
        query = sa.select(_PARTICIPANTS.c.tournament_id, _PARTICIPANTS.c.user_id).where(*is_first)
        found: dict[str, list[str]] = {}
        for tournament_id, user_id in self.read_all(query.order_by(_PARTICIPANTS.c.user_id)):
            found.setdefault(tournament_id, []).append(user_id)
        return found

    def participants(self, tournament_id: str) -> list[Participant]:
        """List the accounts of a tournament in any order."""
        query = sa.select(_PARTICIPANTS).where(_PARTICIPANTS.c.tournament_id == tournament_id)
        return self.read_each(Participant, query)

    def entries(self, tournament_id: str, after: int = 0) -> list[LogEntry]:
        """List the log of a tournament in order, starting after entry number `after`."""
        columns = (_LOG.c.sequence, _LOG.c.at_ms, _LOG.c.actor, _LOG.c.action)
        is_new = _LOG.c.tournament_id == tournament_id, _LOG.c.sequence > after
        rows = self.read_all(sa.select(*columns).where(*is_new).order_by(_LOG.c.sequence))
        return [LogEntry(row.sequence, row.at_ms, row.actor, self._action(row.action)) for row in rows]

    def games(self, tournament_id: str) -> list[TournamentGame]:
        """List the games of a tournament, oldest first."""
        query = sa.select(_GAMES).where(_GAMES.c.tournament_id == tournament_id)
        return self.read_each(TournamentGame, query.order_by(_GAMES.c.created_ms, _GAMES.c.game_id))

    def turns(self, tournament_id: str) -> dict[str, tuple[int, int | None]]:
        """Return the number of tiles laid and the seat to play of each game in play, by id."""
        join = _GAMES.join(GAMES, _GAMES.c.game_id == GAMES.c.id)
        mine = _GAMES.c.tournament_id == tournament_id, _GAMES.c.finished_ms.is_(None)
        query = sa.select(GAMES.c.id, GAMES.c.ply, GAMES.c.to_play).select_from(join).where(*mine)
        return {row.id: (row.ply, row.to_play) for row in self.read_all(query)}

    def games_since(self, tournament_id: str, in_play: Iterable[TournamentGame]) -> list[TournamentGame]:
        """List the games in play, and the games of `in_play` that have ended."""
        ids: sa.BindParameter[str] = sa.bindparam("ids", [game.game_id for game in in_play], expanding=True)
        is_new = sa.or_(_GAMES.c.finished_ms.is_(None), _GAMES.c.game_id.in_(ids))
        query = sa.select(_GAMES).where(_GAMES.c.tournament_id == tournament_id, is_new)
        return self.read_each(TournamentGame, query)

    def stamp(self, tournament_id: str) -> tuple[int, int, int]:
        """Return what changes with a tournament: its version, its number of games, and how many are over.

        In a puzzle race the runs count as games, and the answers as games that are over.
        """
        mine = _GAMES.c.tournament_id == tournament_id
        columns = (
            _TOURNAMENTS.c.version,
            sa.select(sa.func.count()).where(mine).scalar_subquery(),
            sa.select(sa.func.count(_GAMES.c.finished_ms)).where(mine).scalar_subquery(),
            sa.select(sa.func.count(RUNS.c.id)).where(RUNS.c.race == tournament_id).scalar_subquery(),
            sa.select(sa.func.sum(RUNS.c.version)).where(RUNS.c.race == tournament_id).scalar_subquery(),
        )
        found = self.read_all(sa.select(*columns).where(_TOURNAMENTS.c.id == tournament_id))
        version, n_games, n_over, n_runs, n_answers = found[0] if found else (0, 0, 0, 0, 0)
        return version, n_games + n_runs, n_over + int(n_answers or 0)

    def page_stamp(self, tournament_id: str) -> "PageStamp":
        """Return what changes with the page of a tournament: its stamp, and the last number in its chat."""
        last = self.last_message(tournament_id)
        return *self.stamp(tournament_id), last

    def last_message(self, tournament_id: str) -> int:
        """Return the number of the last message in the chat of a tournament, 0 if there is none."""
        last = sa.select(sa.func.max(_MESSAGES.c.number)).where(_MESSAGES.c.tournament_id == tournament_id)
        [row] = self.read_all(last)
        return int(row[0] or 0)

    def race(self, tournament_id: str) -> tuple[RaceResult, ...]:
        """Return the results of a puzzle race so far, by the number of the entrant."""
        columns = RUNS.c.id, RUNS.c.n_solved, RUNS.c.n_missed, RUNS.c.solved_ms
        found: dict[str, RaceResult] = {}
        for row in self.read_all(sa.select(*columns).where(RUNS.c.race == tournament_id).order_by(RUNS.c.id)):
            entrant = row.id.split("-")[1]
            before = found.get(entrant, RaceResult(entrant, 0, 0, 0))
            found[entrant] = RaceResult(
                entrant,
                before.n_solved + row.n_solved,
                before.n_missed + row.n_missed,
                max(before.solved_ms, row.solved_ms or 0),
            )
        return tuple(found.values())

    def listed(self, states: Iterable[str], limit: int, skipped: int = 0) -> list[TournamentRow]:
        """List public tournaments in some states, the last to begin or end first."""
        order = sa.func.coalesce(_TOURNAMENTS.c.ended_ms, _TOURNAMENTS.c.starts_ms, _TOURNAMENTS.c.created_ms)
        query = (
            sa.select(_TOURNAMENTS)
            .where(_TOURNAMENTS.c.state.in_(list(states)), _TOURNAMENTS.c.is_listed)
            .order_by(order.desc(), _TOURNAMENTS.c.id)
            .limit(limit)
            .offset(skipped)
        )
        return self.read_each(TournamentRow, query)

    def in_play_of(self, user_id: str, limit: int = MAX_IN_PLAY) -> list[str]:
        """List tournaments in play in which an account takes part, up to `limit`, the newest first."""
        mine = _PARTICIPANTS.c.user_id == user_id, _TOURNAMENTS.c.state == "running"
        join = _PARTICIPANTS.join(_TOURNAMENTS, _PARTICIPANTS.c.tournament_id == _TOURNAMENTS.c.id)
        query = sa.select(_TOURNAMENTS.c.id).select_from(join).where(*mine).limit(limit)
        return [row[0] for row in self.read_all(query.order_by(_TOURNAMENTS.c.created_ms.desc()))]

    def tournament_of(self, game_id: str) -> str | None:
        """Return the tournament that a game or a table belongs to."""
        query = sa.select(_GAMES.c.tournament_id).where(_GAMES.c.game_id == game_id)
        return next((row[0] for row in self.read_all(query)), None)

    def entered_by(self, user_id: str) -> list[str]:
        """List the unfinished tournaments that an account has entered or organises."""
        entered = sa.select(_PARTICIPANTS.c.tournament_id).where(_PARTICIPANTS.c.user_id == user_id)
        is_theirs = sa.or_(_TOURNAMENTS.c.id.in_(entered), _TOURNAMENTS.c.organiser == user_id)
        is_open = _TOURNAMENTS.c.state.in_(UNFINISHED)
        query = sa.select(_TOURNAMENTS.c.id).where(is_theirs, is_open).order_by(_TOURNAMENTS.c.id)
        return [row[0] for row in self.read_all(query)]

    def unfinished_of(self, user_id: str) -> int:
        """Count the unfinished tournaments of an organiser."""
        is_open = _TOURNAMENTS.c.state.in_(UNFINISHED)
        query = sa.select(sa.func.count()).select_from(_TOURNAMENTS)
        return int(self.read_all(query.where(_TOURNAMENTS.c.organiser == user_id, is_open))[0][0])

    def active(self, now_ms: int) -> list[str]:
        """List the tournaments that are in play, or due to start."""
        is_due = sa.and_(_TOURNAMENTS.c.state == "open", _TOURNAMENTS.c.starts_ms <= now_ms)
        query = sa.select(_TOURNAMENTS.c.id).where(sa.or_(_TOURNAMENTS.c.state == "running", is_due))
        return [row[0] for row in self.read_all(query)]

    def first_unrated(self) -> TournamentRow | None:
        """Return the first public tournament to end that is not yet counted in the ratings."""
        is_due = _TOURNAMENTS.c.state == "over", _TOURNAMENTS.c.is_listed, ~_TOURNAMENTS.c.is_rated
        order = _TOURNAMENTS.c.ended_ms, _TOURNAMENTS.c.id
        return self.read_one(TournamentRow, sa.select(_TOURNAMENTS).where(*is_due).order_by(*order).limit(1))

    def over(self) -> list[TournamentRow]:
        """List the finished public tournaments, in the order in which they ended."""
        is_due = _TOURNAMENTS.c.state == "over", _TOURNAMENTS.c.is_listed
        query = sa.select(_TOURNAMENTS).where(*is_due)
        return self.read_each(TournamentRow, query.order_by(_TOURNAMENTS.c.ended_ms, _TOURNAMENTS.c.id))

    def ids(self) -> list[str]:
        """List the ids of all tournaments, oldest first."""
        query = sa.select(_TOURNAMENTS.c.id).order_by(_TOURNAMENTS.c.created_ms, _TOURNAMENTS.c.id)
        return [row[0] for row in self.read_all(query)]

    def medals(self, user_id: str, limit: int, worst: int = MAX_ENTRANTS) -> list[Medal]:
        """List the final places of an account in public tournaments, down to `worst`, newest first."""
        columns = (
            _TOURNAMENTS.c.id,
            _TOURNAMENTS.c.name,
            _PARTICIPANTS.c.place,
            _TOURNAMENTS.c.n_entrants,
            _TOURNAMENTS.c.ended_ms,
        )
        query = (
            sa.select(*columns)
            .join(_PARTICIPANTS, _PARTICIPANTS.c.tournament_id == _TOURNAMENTS.c.id)
            .where(
                _PARTICIPANTS.c.user_id == user_id, _PARTICIPANTS.c.place <= worst, _TOURNAMENTS.c.is_listed
            )
            .order_by(_TOURNAMENTS.c.ended_ms.desc())
            .limit(limit)
        )
        return self.read_each(Medal, query)

    def with_place(self, user_ids: Iterable[str]) -> set[str]:
        """Return those of some accounts that have a final place in a public tournament."""
        join = _PARTICIPANTS.join(_TOURNAMENTS, _PARTICIPANTS.c.tournament_id == _TOURNAMENTS.c.id)
        has_place = (
            _PARTICIPANTS.c.user_id.in_(list(user_ids)),
            _PARTICIPANTS.c.place.is_not(None),
            _TOURNAMENTS.c.is_listed,
        )
        query = sa.select(_PARTICIPANTS.c.user_id).distinct().select_from(join).where(*has_place)
        return {row[0] for row in self.read_all(query)}

    def message(self, tournament_id: str, number: int) -> TournamentMessage | None:
        """Return a message of the chat."""
        query = sa.select(_MESSAGES).where(_MESSAGES.c.tournament_id == tournament_id)
        return self.read_one(TournamentMessage, query.where(_MESSAGES.c.number == number))

    def messages(self, tournament_id: str, limit: int) -> list[TournamentMessage]:
        """List the newest messages of the chat, in order."""
        query = sa.select(_MESSAGES).where(_MESSAGES.c.tournament_id == tournament_id)
        rows = self.read_all(query.order_by(_MESSAGES.c.number.desc()).limit(limit))
        return [TournamentMessage(*row) for row in reversed(rows)]

    def _action(self, text: str) -> Action:
        return with_pseudonyms(parse_action(text), self._pseudonym_of)
