"""The tournaments of a server: commands of people, and scheduled actions of the server.

Everything is recorded in the log of a tournament, whose entries are numbered: if two servers or requests
decide at the same time, the database refuses one of them, which then decides again. Only the server that
holds the lease of the tournament pairs rounds and begins games. If a server dies between two steps, nothing
is lost: the next step follows from the stored state.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.competition.events.actions import Action, FinishEvent, LogEntry, NameStaff, SetPause
from tantrix.competition.events.due import apply_due, games_to_begin, no_show, tables_to_begin
from tantrix.competition.events.entrants import Entrant, EntrantKind, Member
from tantrix.competition.events.forms.base import Plays
from tantrix.competition.events.forms.registry import first_form
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.recurrence import Frequency
from tantrix.competition.events.term_checks import TABLES_COUNTDOWN_MS
from tantrix.competition.events.tournament import EventState, Tournament, after_all
from tantrix.game import Termination
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.passwords import PasswordService
from tantrix.server.accounts.profiles import AreMuted
from tantrix.server.accounts.store import Account
from tantrix.server.background import Backoff, attempt, wait_and_clear
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.database.writer import MAX_TRIES, Conflict, NotSaved, Writer, retry_on_conflict
from tantrix.server.database.writes import MustMatch, Write
from tantrix.server.games.hub import Hub
from tantrix.server.games.journal_lines import Ended
from tantrix.server.games.room import ABORT_TURNS, Room, RoomAnswer, penalties
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.lobby.store import GameStartedNotice
from tantrix.server.protocol.tournaments import (
    EditTournament,
    EnterTournament,
    NameControllers,
    ReplaceMember,
    SetTeamLineUp,
    TournamentChanged,
    TournamentCommand,
    TournamentOptions,
    UndoRuling,
)
from tantrix.server.puzzles.runs.run import PuzzleRun
from tantrix.server.puzzles.runs.service import RunService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.series.service import NewSeries
from tantrix.server.settings import Settings
from tantrix.server.subscribers import Subscribers
from tantrix.server.tournaments.cache import (
    PROGRAM,
    StoredTournament,
    TournamentCache,
    participants_of,
    row_of,
)
from tantrix.server.tournaments.commands import Actor, decide, is_entry_by_hand
from tantrix.server.tournaments.corrections import changes_result
from tantrix.server.tournaments.creation import FORMAT, creation, print_series_options
from tantrix.server.tournaments.cup_tables import (
    CupRooms,
    TableEnd,
    is_table,
    players_at,
    print_ranks,
)
from tantrix.server.tournaments.leaving.organisers import Organisers
from tantrix.server.tournaments.leaving.withdrawals import departure
from tantrix.server.tournaments.match_games import begin_game, outcomes_of
from tantrix.server.tournaments.notices import deadline_notices, delete_reminders, tournament_notices
from tantrix.server.tournaments.ratings import RatingKind, TournamentRatings
from tantrix.server.tournaments.store import (
    PageStamp,
    TournamentGame,
    TournamentStore,
    add_log_entry,
    change_tournament,
    delete_participants,
    finish_match_game,
    keep_in_play,
    mark_unrated_since,
)
from tantrix.server.tournaments.stored_text import print_outcome
from tantrix.server.tournaments.terms import terms_of
from tantrix.server.wording.catalogues import gettext_noop

_LOG = structlog.get_logger()

BLOCKED = "tournament changed by others at every attempt; retrying less often"  # the text in the log
NOT_RATED = "tournament ratings changed by others at every attempt; retrying less often"
RATING = "ratings"  # the key of the waits for rating finished tournaments
MAX_WAIT_S = 60.0  # the longest time between two attempts after that
LOOK_S = 2.0  # between two looks who is there at tournaments
READ_S = 1.0  # the longest time between two checks for due actions
TOPIC = "tournaments"  # on the bus, before the id of one that has changed; a channel for each
MAX_UNFINISHED = 5  # tournaments per organiser
CREATION_RATE = "30/hour"  # tournaments and series, per account
COMMAND_RATES = ("60/minute", "300/hour")  # per account; each command makes the log longer
STAFF_RATE = "600/minute"  # commands of those who run a tournament, who may enter many people by hand
PASSWORD_RATE = "20/hour"  # entry passwords, per account
RATED_GAMES = 20  # rated games needed to create a public tournament
MAX_SERIES_NAME = 54  # of a tournament that repeats
SLICE = 250  # connections that are notified in one go
RETURN_MS = 30_000  # how long after an outage the pages of those who are there connect again
QUIET_MS = 5_000  # how long a tournament with nothing to do is left alone
ARENA_QUIET_MS = 1_000  # in an arena players may be waiting

_PAST_START = gettext_noop("This start is past: {value}.")
_REPEATS_START = gettext_noop("A tournament that repeats needs a start time.")
_REPEATS_HOST = gettext_noop("A simul cannot repeat, as nobody hosts the next one.")
_REPEATS_NAME = gettext_noop("The name must not be longer than {most} characters, as numbers follow it.")


class Tournaments:
    """The tournaments of a server. `noticed` is called after notices to players have been saved.

    It is called with the account that acted, whose own notices may have been settled by that.
    """

    def __init__(
        self,
        settings: Settings,
        store: TournamentStore,
        writer: Writer,
        cluster: Cluster,
        hub: Hub,
        accounts: Accounts,
        ratings: RatingStore,
        tournament_ratings: TournamentRatings,
        cup_rooms: CupRooms,
        runs: RunService,
        are_muted: AreMuted,
        organisers: Organisers,
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._cluster = cluster
        self._hub = hub
        self._accounts = accounts
        self._ratings = ratings
        self._tournament_ratings = tournament_ratings
        self._cup_rooms = cup_rooms
        self._runs = runs
        self._are_muted = are_muted
        self.organisers = organisers
        self.noticed: Subscribers[..., None] = Subscribers()
        self._cache = TournamentCache(store)
        self._passwords = PasswordService(settings.hasher)
        self._happened = asyncio.Event()
        self._conflicts = Backoff(MAX_TRIES, READ_S, MAX_WAIT_S)
        self._rates = RateLimiter()
        self._n_rushes_over = 0
        self._quiet: dict[str, tuple[tuple[int, ...], int]] = {}
        self._reminded: dict[str, frozenset[tuple[str, str]]] = {}
        self._active: frozenset[str] = frozenset()
        self._leading: set[str] = set()  # those whose lease is held here
        self._looked_s = 0.0
        self._looking = asyncio.Lock()
        self._watching: defaultdict[str, dict[Outbox, tuple[PageStamp, bool]]] = defaultdict(dict)
        hub.listen(TOPIC, self._changed_elsewhere)

    async def find(self, tournament_id: str) -> StoredTournament:
        """Return the stored state of a tournament. Raises Refusal if there is none."""
        return await asyncio.to_thread(self._cache.find, tournament_id)

    def runs(self, tournament_id: str, user_id: str | None) -> bool:
        """Return whether a user is the organiser or a controller of a tournament. Reads the database."""
        return user_id is not None and user_id in self._cache.find(tournament_id).now.staff

    async def create(self, options: TournamentOptions, account: Account) -> str:
        """Create a tournament with open entries, and return its id.

        Raises Refusal if the account may not, and InvalidValue if the options contradict each other.
        """
        terms, store = terms_of(options), self._store
        if terms.starts_ms is not None and terms.starts_ms < self._settings.now_ms():
            raise InvalidValue(_PAST_START, "starts_at", value=options.starts_at)
        if await asyncio.to_thread(store.unfinished_of, account.user_id) >= MAX_UNFINISHED:
            raise Refusal("too_many_tournaments")
        if options.is_listed:
            await self._check_may_list(account)
        self._count_creation(account)
        settings = self._settings
        tournament_id, password = settings.make_id(), await self._hashed(options.password or "")
        host = await self._host(account) if first_form(terms).has_host else None
        writes = creation(
            terms, tournament_id, account.user_id, settings.now_ms(), settings.make_secret(), password, host
        )
        await self._writer.append(*writes)
        self.announce(tournament_id)
        return tournament_id

    async def _host(self, account: Account) -> Entrant:
        """Return the organiser of a simul as its first entrant, entered in the commit that creates it."""
        rating = await asyncio.to_thread(self._rating, account.user_id, EntrantKind.SINGLE)
        return Entrant("1", account.name, (Member(account.name, account.user_id),), rating)

    async def new_series(self, options: TournamentOptions, account: Account) -> NewSeries:
        """Return a series of tournaments with these options, whose first start is the start in the options.

        Raises Refusal if the account may not, and InvalidValue if the options contradict each other.
        """
        terms = terms_of(options)
        if terms.starts_ms is None:
            raise InvalidValue(_REPEATS_START, "starts_at")
        if first_form(terms).has_host:
            raise InvalidValue(_REPEATS_HOST, "repeats")
        if len(options.name) > MAX_SERIES_NAME:
            raise InvalidValue(_REPEATS_NAME, "name", most=MAX_SERIES_NAME)
        if options.is_listed:
            await self._check_may_list(account)
        self._count_creation(account)
        return NewSeries(
            name=options.name,
            format=FORMAT,
            options=print_series_options(options, await self._hashed(options.password or "")),
            every=Frequency(options.repeats),
            first_ms=terms.starts_ms,
            is_listed=options.is_listed,
        )

    async def do(self, tournament_id: str, command: TournamentCommand, account: Account) -> StoredTournament:
        """Carry out a command of an account, and return the tournament after it.

        Raises Refusal, and InvalidValue for invalid options or scores.
        """
        self.organisers.saw(account.user_id)
        self._count_command(await self.find(tournament_id), command, account)
        if isinstance(command, EditTournament) and command.options.is_listed:
            await self._check_may_list(account)
        password = await self._new_password(command)

        async def act() -> None:
            found = await self.find(tournament_id)
            actor = await self._actor(found, command, account)
            now_ms = self._settings.now_ms()
            actions = decide(found.now, found.entries, command, actor, now_ms)
            if isinstance(actions, Refusal):
                raise actions
            if actions:
                in_play = _still_in_play(found) if isinstance(command, UndoRuling) else ()
                await self._append(found, actions, now_ms, account.user_id, password, others=in_play)

        await retry_on_conflict(act)
        self._happened.set()
        return await self.find(tournament_id)

    def forget_names(self) -> None:
        """Read all tournaments again, because an account with a stored name is closed."""
        self._cache.forget()
        self._happened.set()

    async def depart(self, user_id: str) -> None:
        """Withdraw an account that is closed or banned from all unfinished tournaments. Raises NotSaved."""
        for tournament_id in await asyncio.to_thread(self._store.entered_by, user_id):

            async def act(tournament_id: str = tournament_id) -> None:
                found = await self.find(tournament_id)
                actions = departure(found.now, user_id, self._accounts.may_play)
                if actions:
                    await self._append(found, actions, self._settings.now_ms(), None)

            await retry_on_conflict(act)
            self.announce(tournament_id)

    def _count_creation(self, account: Account) -> None:
        """Count a new tournament. Raises Refusal if there were too many."""
        if not self._rates.take(f"create {account.user_id}", CREATION_RATE):
            raise Refusal("too_often")

    def _count_command(self, found: StoredTournament, command: TournamentCommand, account: Account) -> None:
        """Count a command. Raises Refusal if there were too many."""
        is_staff = account.user_id in found.now.staff
        rates = (STAFF_RATE,) if is_staff else COMMAND_RATES
        is_allowed = all([self._rates.take(account.user_id, rate) for rate in rates])
        needs_password = isinstance(command, EnterTournament) and found.row.password and not is_staff
        if needs_password:
            is_allowed = is_allowed and self._rates.take(f"password {account.user_id}", PASSWORD_RATE)
        if not is_allowed:
            raise Refusal("too_often")

    async def _check_may_list(self, account: Account) -> None:
        """Raise Refusal unless an account is a moderator or has enough games for a public tournament."""

        if not await asyncio.to_thread(self.may_list, account.user_id):
            raise Refusal("more_games_needed")

    def may_list(self, user_id: str) -> bool:
        """Return whether an account may create public tournaments. Reads the database."""
        return self._accounts.is_moderator(user_id) or self._n_rated(user_id) >= RATED_GAMES

    async def race(self, tournament_id: str, user_id: str) -> PuzzleRun:
        """Return the run of an account in a puzzle race that is on; the first call begins it.

        Raises Refusal unless it has entered and there is time left, and NotSaved.
        """
        found = await self.find(tournament_id)
        mine, now = found.now.entrant_of(user_id), found.now
        if mine is None:
            raise Refusal("not_entrant")
        is_race = bool(now.stages) and first_form(now.terms).plays is Plays.PUZZLES
        if not is_race or not now.is_running:
            raise Refusal("tournament_not_running")
        ends_ms = now.stages[0].ends_ms
        run = await self._runs.enter_race(tournament_id, mine.id, user_id, found.row.secret, ends_ms)
        self._happened.set()
        return run

    def end_writes(self, room: Room, at_ms: int) -> list[Write]:
        """Return the writes for the commit that ends a game: its outcome, if the game is part of a match."""
        if room.setup.match_id is None:
            return []
        first, second = outcomes_of(room, at_ms)
        return [finish_match_game(room.setup.id, at_ms, (print_outcome(first), print_outcome(second)))]

    async def game_changed(self, room: Room) -> None:
        """Check at once for actions that are due after a game of a match that has begun or ended."""
        if room.setup.match_id is not None:
            self.announce(room.setup.match_id.partition("/")[0])

    async def rush_finished(self, rush_id: str) -> None:
        """Check at once for actions that are due after a rush that was a table of a cup."""
        tournament_id = await asyncio.to_thread(self._store.tournament_of, rush_id)
        if tournament_id is not None:
            self._n_rushes_over += 1
            self.announce(tournament_id)

    def watch(self, tournament_id: str, outbox: Outbox, stamp: PageStamp) -> None:
        """Send a connection the version of a tournament now and after each change."""
        seen = stamp, self._is_passing(tournament_id)
        self._watching[tournament_id][outbox] = seen
        self._follow(tournament_id)
        outbox.post(_changed(tournament_id, *seen, len(self._watching[tournament_id])))
        self._happened.set()

    def leave(self, tournament_id: str, outbox: Outbox) -> None:
        """Forget a connection."""
        self._watching[tournament_id].pop(outbox, None)
        if not self._watching[tournament_id]:
            self._watching.pop(tournament_id, None)
            self._unfollow(tournament_id)

    def places(self) -> dict[str, str]:
        """Return who has the page of a tournament open or asks about one; it is no game: no texts."""
        watching = (outbox.user_id for each in self._watching.values() for outbox in each)
        return self.organisers.places() | {user_id: "" for user_id in watching if user_id is not None}

    async def run(self) -> None:
        """Carry out due actions, until cancelled."""
        await self._hub.ready.wait()
        works = self.step, self._look_after_organisers, self._notify_spectators
        while True:
            await wait_and_clear(self._happened, READ_S)
            for work in works:  # even if an earlier one fails
                await attempt(work, "tournaments not updated", NotSaved, SQLAlchemyError)

    async def step(self) -> None:
        """Carry out the due actions in all tournaments that this server looks after."""
        active = await asyncio.to_thread(self._store.active, self._settings.now_ms())
        self._active = frozenset(active)
        for tournament_id in self._leading - self._active:
            self._lead(tournament_id, False)
        now_s = asyncio.get_running_loop().time
        for tournament_id in active:
            if not self._conflicts.may_try(tournament_id, now_s()):
                continue
            try:
                await self._step_one(tournament_id)
                self._conflicts.succeeded(tournament_id)
            except Conflict as error:
                self._try_again(tournament_id, BLOCKED, error, tournament=tournament_id)
            except (NotSaved, SQLAlchemyError):
                raise
            except Exception:  # an unreadable tournament must not block the others
                _LOG.exception("tournament not updated", tournament=tournament_id)
        await self._rate()

    async def _look_after_organisers(self) -> None:
        """Let somebody follow the organisers who stay away, where somebody plays or has the page open."""
        if (now_s := asyncio.get_running_loop().time()) < self._looked_s + LOOK_S:
            return
        self._looked_s = now_s
        for tournament_id in self._active.union(self._watching):
            try:
                await self.look_after_organiser(tournament_id)
            except (NotSaved, SQLAlchemyError):
                raise
            except Exception:  # an unreadable tournament must not block the others
                _LOG.exception("organiser not looked after", tournament=tournament_id)

    async def look_after_organiser(self, tournament_id: str) -> None:
        """Let somebody follow the organiser of a tournament, if that is due.

        No lease is needed: the write is refused if another server was faster.
        """

        async def act() -> None:
            found = await self.find(tournament_id)
            action = await self.organisers.look(tournament_id, found.now, found.entries, self.may_list)
            if action is not None:
                await self._append(found, [action], self._settings.now_ms(), None)
                self.announce(tournament_id)

        async with self._looking:
            await retry_on_conflict(act)

    def _is_passing(self, tournament_id: str) -> bool:
        return self.organisers.passes_ms(tournament_id) is not None

    async def _rate(self) -> None:
        """Rate finished tournaments; of two servers only one can, and the other reads its results."""
        if not self._conflicts.may_try(RATING, asyncio.get_running_loop().time()):
            return
        row = await asyncio.to_thread(self._store.first_unrated)
        if row is None:
            return
        try:
            await self._tournament_ratings.catch_up()
            self._conflicts.succeeded(RATING)
        except Conflict as error:
            self._try_again(RATING, NOT_RATED, error, tournament=row.id)

    def _try_again(self, key: str, failure: str, error: Conflict, **about: str) -> None:
        """Count a conflict: another server or request was faster. Check again at once, or later and log it.

        `failure`: the text in the log, written when the first wait begins.
        """
        n_waits = self._conflicts.failed(key, asyncio.get_running_loop().time())
        if n_waits == 0:
            self._happened.set()
        elif n_waits == 1:
            _LOG.warning(failure, reason=str(error), **about)

    async def _step_one(self, tournament_id: str) -> None:
        found = await self.find(tournament_id)
        now_ms = self._settings.now_ms()
        form = first_form(found.now.terms)
        seen = (*found.stamp, self._n_rushes_over if form.plays is Plays.TABLES else 0)
        seen_before, since_ms = self._quiet.get(tournament_id, ((), 0))
        quiet_ms = ARENA_QUIET_MS if form.is_drop_in else QUIET_MS
        if seen == seen_before and since_ms <= now_ms < since_ms + quiet_ms:
            return
        is_leading = await self._cluster.lease_holder.holds(_lease(tournament_id))
        self._lead(tournament_id, is_leading)
        if not is_leading:
            return
        now, added = await asyncio.to_thread(apply_due, found.now, found.entries, now_ms, PROGRAM)
        if added:
            await self._append(found, [entry.action for entry in added], now_ms, None, is_own=True)
            found = await self.find(tournament_id)
            now = found.now
        n_begun = 0
        for key in games_to_begin(now, now_ms):
            n_begun += await self._begin(found, key)
        for table, seated in tables_to_begin(now).items():
            n_begun += await self._begin_table(tournament_id, now, table, seated)
        await self._adjudicate_games(found, now_ms)
        await self._remind_of_deadlines(found, now_ms)
        n_begun += await self._save_finished_tables(found, now_ms)
        if not added and not n_begun:
            self._quiet[tournament_id] = seen, now_ms
        else:
            self._happened.set()

    async def _remind_of_deadlines(self, found: StoredTournament, now_ms: int) -> None:
        """Save the notices of deadlines that this server has not saved; the database keeps one of each."""
        due = await asyncio.to_thread(deadline_notices, found.row.id, found.now, now_ms)
        keys = {(each.notice.user_id, each.notice.id): each for each in due}
        new = [keys[key] for key in keys.keys() - self._reminded.get(found.row.id, frozenset())]
        if new:
            await self._writer.append(*new)
        self._reminded[found.row.id] = frozenset(keys)

    async def _begin(self, found: StoredTournament, key: GameKey) -> bool:
        """Begin a game of a match; return whether it began here.

        A game of teams begins only if nothing has changed, as the line-up could have.
        """
        tournament_id, now, settings = found.row.id, found.now, self._settings
        preferences_of = self._accounts.colour_preferences_of
        setup, first_seat = await asyncio.to_thread(
            begin_game, now, tournament_id, key, settings, settings.make_rng(), preferences_of
        )
        game = TournamentGame(
            game_id=setup.id,
            tournament_id=tournament_id,
            match=key.match,
            number=key.number,
            board=key.board,
            first_seat=first_seat,
            created_ms=setup.created_ms,
        )
        called = setup.user_ids if setup.host is None else setup.user_ids - {setup.occupant(setup.host.seat)}
        notices: list[Write] = [GameStartedNotice(setup.id, user_id, setup.created_ms) for user_id in called]
        now_ms = settings.now_ms()
        notices += [delete_reminders(each, tournament_id, key, now_ms) for each in sorted(setup.user_ids)]
        fencing = self._cluster.lease_holder.fencing(_lease(tournament_id))
        is_team = now.terms.kind is EntrantKind.TEAM
        unchanged = [change_tournament(found.row, found.row.version)] if is_team else []
        try:
            await self._hub.begin(setup, *fencing, *unchanged, game, *notices)
        except Conflict:
            return False
        return True

    async def _begin_table(
        self, tournament_id: str, tournament: Tournament, table: str, seated: tuple[str, ...]
    ) -> bool:
        """Begin a table of a Gobble cup; return whether it began here."""
        now_ms = self._settings.now_ms()
        players = players_at(tournament, seated)
        starts_ms = self._settings.play_ms() + max(TABLES_COUNTDOWN_MS, tournament.terms.countdown_ms)
        room_id, writes = self._cup_rooms.table(players, starts_ms, tournament.terms.entry.is_listed)
        game = TournamentGame(room_id, tournament_id, table, 1, 1, 0, now_ms)
        fencing = self._cluster.lease_holder.fencing(_lease(tournament_id))
        try:
            await self._writer.append(*fencing, game, *writes)
        except Conflict:
            return False
        return True

    async def _save_finished_tables(self, found: StoredTournament, now_ms: int) -> int:
        """Save the ranks of finished tables, and pause idle entrants; return the number of these tables."""
        n_over = 0
        for game in found.in_play():
            ended = await self._cup_rooms.ended(game.game_id) if is_table(game) else None
            if ended is None:
                continue
            n_over, end = n_over + 1, TableEnd(*ended)
            text = print_ranks(end.ranks)
            result = finish_match_game(game.game_id, end.at_ms, (text, text))
            seated = found.now.table(game.match)
            idle = [each for each, was_idle in zip(seated, end.idle, strict=True) if was_idle]
            pauses: list[Action] = [SetPause(each, True) for each in idle if each not in found.now.paused]
            # In one commit: if the server dies, either both are saved or the table is found again.
            await self._append(found, pauses, now_ms, None, is_own=True, others=[result])
            found = await self.find(found.row.id)
        return n_over

    async def _adjudicate_games(self, found: StoredTournament, now_ms: int) -> None:
        """End games in which a side does not appear, and play on for a side that has no time left."""
        for game in found.in_play():
            if is_table(game):
                continue
            with suppress(UnknownGame):
                await self._adjudicate_game(found, game, now_ms)

    async def _adjudicate_game(self, found: StoredTournament, game: TournamentGame, now_ms: int) -> None:
        room, now = await self._hub.known(game.game_id), found.now
        if room.game.is_over:
            return
        if GameKey(game.match, game.number, game.board) in now.decided:
            is_unchanged = change_tournament(found.row, found.row.version)
            await self._hub.decide(game.game_id, lambda room, at_ms: _end_decided(room, at_ms, is_unchanged))
            self._happened.set()
            return
        if not room.is_live or room.clock is None:
            return
        play_ms, (paired, match) = self._settings.play_ms(), now.matches[game.match]
        gone = [side for side, entrant in enumerate(match.sides) if entrant in now.withdrawn]
        if gone and room.countdown_ms(play_ms):  # nobody need wait for who has left before the start
            await self._hub.decide(game.game_id, _ending_for((gone[0] + game.first_seat) % 2))
            return
        if any(play_ms - outage.to_ms < RETURN_MS for outage in room.uptime.outages):
            return
        is_late = not now.stage(paired.stage).terms.days and now.deadline_ms(paired) <= now_ms
        has_no_time = bool(is_late and _late_seats(room, play_ms))
        if _has_missed_first_turn(room, now.terms.no_show_ms, play_ms):
            await self._forfeit(found, game, room, now_ms)
        elif self._hub.arrivals.is_deserted(room):
            if has_no_time or room.fallen(play_ms) is not None:
                await self._forfeit(found, game, room, now_ms)
        elif has_no_time:
            await self._hub.decide(game.game_id, _out_of_time)

    async def _forfeit(self, found: StoredTournament, game: TournamentGame, room: Room, now_ms: int) -> None:
        """End a game that a side never began: in favour of the other one, unless it has not come either."""
        key, seat = GameKey(game.match, game.number, game.board), room.game.to_play
        ruled = found.now.ruled.get(key)
        is_deserted = self._hub.arrivals.is_deserted(room) if ruled is None else not any(ruled.tenths)
        if ruled is None:
            side = (seat + game.first_seat) % 2
            actions = no_show(found.now, key, (side == 1 and not is_deserted, side == 0 and not is_deserted))
            await self._append(found, actions, now_ms, None, is_own=True)
        await self._hub.decide(game.game_id, _end_without_result if is_deserted else _ending_for(seat))
        self._happened.set()

    async def _append(
        self,
        found: StoredTournament,
        actions: Sequence[Action],
        now_ms: int,
        actor: str | None,
        password: str | None = None,
        is_own: bool = False,
        others: Sequence[Write] = (),
    ) -> None:
        """Add actions to the log, update the rows for lists, and save `others` in the same commit.

        Raises NotSaved, or Conflict.
        """
        row = found.row
        entries = _numbered(actions, row.version, now_ms, actor)
        after = after_all(found.now, found.entries, entries)
        is_over = _is_over(after)
        changed = replace(
            row_of(row, after, row.version + len(entries)),
            password=row.password if password is None else password or None,
            ended_ms=(row.ended_ms or now_ms) if is_over else None,
        )
        fencing = self._cluster.lease_holder.fencing(_lease(row.id)) if is_own else ()
        rows = [add_log_entry(row.id, entry) for entry in entries]
        participants: list[Write] = []
        if (listed := participants_of(row.id, after)) != participants_of(row.id, found.now):
            participants = [delete_participants(row.id), *listed]
        watching = {outbox.user_id for outbox in self._watching.get(row.id, ())}
        notices = tournament_notices(row.id, after, entries, watching)
        unrated: list[Write] = []
        if row.ended_ms is not None and changes_result(actions):
            unrated = [mark_unrated_since(row.id, row.ended_ms)]
        await self._writer.append(
            *fencing,
            change_tournament(changed, row.version),
            *rows,
            *participants,
            *notices,
            *unrated,
            *others,
        )
        self._publish(row.id)
        if notices:
            self.noticed.call(*(() if actor is None else (actor,)))
        for entry in entries:
            if isinstance(entry.action, FinishEvent):
                _LOG.info("tournament over", tournament=row.id, entrants=len(after.entrants))

    def announce(self, tournament_id: str) -> None:
        """Check a tournament at once for due actions, here and on the server that looks after it."""
        self._happened.set()
        self._publish(tournament_id)

    def _publish(self, tournament_id: str) -> None:
        """Tell the servers that look after a tournament or show it that it has changed."""
        self._cluster.bus.publish(f"{TOPIC} {tournament_id}", f"{TOPIC} {tournament_id}")

    def _changed_elsewhere(self, tournament_id: str) -> None:
        """Look at once if a tournament is led or shown here; an older server does not say which it is."""
        if not tournament_id or tournament_id in self._leading or tournament_id in self._watching:
            self._happened.set()

    def _lead(self, tournament_id: str, is_leading: bool) -> None:
        """Note whether this server holds the lease of a tournament, which begins or ends few times."""
        if is_leading and tournament_id not in self._leading:
            self._leading.add(tournament_id)
            self._follow(tournament_id)
        elif not is_leading and tournament_id in self._leading:
            self._leading.discard(tournament_id)
            self._unfollow(tournament_id)

    def _follow(self, tournament_id: str) -> None:
        self._cluster.bus.follow(f"{TOPIC} {tournament_id}", f"{TOPIC} {tournament_id}")

    def _unfollow(self, tournament_id: str) -> None:
        if tournament_id not in self._leading and tournament_id not in self._watching:
            self._cluster.bus.unfollow(f"{TOPIC} {tournament_id}")

    async def _notify_spectators(self) -> None:
        for tournament_id, watching in tuple(self._watching.items()):
            stamp = await asyncio.to_thread(self._store.page_stamp, tournament_id)
            newest = stamp, self._is_passing(tournament_id)
            text = _changed(tournament_id, *newest, len(watching))
            late = [outbox for outbox, seen in watching.items() if seen != newest]
            for first in range(0, len(late), SLICE):
                for outbox in late[first : first + SLICE]:
                    if outbox in watching:
                        watching[outbox] = newest
                        outbox.post(text)
                await asyncio.sleep(0)  # let other tasks run

    async def _actor(self, found: StoredTournament, command: TournamentCommand, account: Account) -> Actor:
        actor = Actor(Member(account.name, account.user_id), is_robot=account.is_robot)
        if isinstance(command, NameControllers):
            named = [(await self._account(name)).user_id for name in command.names]
            heir = None if command.organiser is None else await self._heir(found, command.organiser)
            return replace(actor, named=tuple(named), heir=heir, founder=self._founder(found))
        if isinstance(command, SetTeamLineUp) and (team := found.now.entrant_of(account.user_id)) is not None:
            return replace(actor, leads_team=await self.organisers.leads(found.now, team, account.user_id))
        if isinstance(command, ReplaceMember) and not found.now.terms.is_by_hand:
            new = await self._entering(await self._partner(account, command.name), found.now.terms.kind)
            return replace(actor, partners=(new,))
        if not isinstance(command, EnterTournament):
            return actor
        is_staff = account.user_id in found.now.staff
        by_hand = is_entry_by_hand(found.now, command, account.user_id)
        partners = [] if by_hand else [await self._partner(account, name) for name in command.members]
        hashed = found.row.password
        knows = (
            hashed is None or is_staff or await self._passwords.is_right(hashed, command.password.ljust(10))
        )
        kind = found.now.terms.kind
        return replace(
            await self._entering(account, kind),
            partners=tuple([await self._entering(each, kind) for each in partners]),
            knows_password=knows,
        )

    async def _partner(self, account: Account, name: str) -> Account:
        """Return the account that another one enters with. Raises Refusal if a mute is between the two."""
        partner = await self._account(name)
        if await asyncio.to_thread(self._are_muted, account.user_id, partner.user_id):
            raise Refusal("no_partner")
        return partner

    async def _heir(self, found: StoredTournament, name: str) -> str:
        """Return the user to whom a tournament is given.

        Raises Refusal unless it takes part, and may organise another one.
        """
        heir = await self._account(name)
        takes_part = heir.user_id in found.now.staff or found.now.entrant_of(heir.user_id) is not None
        if not takes_part or heir.is_robot or not self._accounts.may_play(heir.user_id):
            raise Refusal("no_heir")
        is_new = heir.user_id != found.now.staff[0] and not _is_over(found.now)
        if is_new and await asyncio.to_thread(self._store.unfinished_of, heir.user_id) >= MAX_UNFINISHED:
            raise Refusal("heir_is_busy")
        return heir.user_id

    def _founder(self, found: StoredTournament) -> str | None:
        """Return who created a tournament, if the account is still in its staff and it is not over."""
        named = (entry.action for entry in found.entries if isinstance(entry.action, NameStaff))
        founder = next((action.user_ids[0] for action in named), "")
        is_open = self._accounts.lasting_name(founder) is not None and self._accounts.may_play(founder)
        return founder if is_open and founder in found.now.staff and not _is_over(found.now) else None

    async def _entering(self, account: Account, kind: EntrantKind) -> Actor:
        """Return an account with everything that the limits for entries ask about."""
        rating = await asyncio.to_thread(self._rating, account.user_id, kind)
        member = Member(account.name, account.user_id)
        return Actor(member, rating, account.country or "", account.is_robot)

    async def _account(self, name: str) -> Account:
        found = await self._accounts.find_named(name)
        if found is None:
            raise Refusal("no_account")
        return found

    def _rating(self, user_id: str, kind: EntrantKind) -> int | None:
        """Return the rating for seeding an account: from tournaments or, with few games, for two players.

        In doubles the rating from doubles tournaments comes first.
        """
        lists: tuple[RatingKind, ...] = ("doubles", "single") if kind is EntrantKind.PAIR else ("single",)
        for each in lists:
            seed = self._tournament_ratings.seed_of(user_id, each)
            if seed is not None:
                return seed
        found = [each for each in self._ratings.ratings_of(user_id) if each.pool == "two"]
        return found[0].rating.points if found else None

    def _n_rated(self, user_id: str) -> int:
        return sum(each.n_games for each in self._ratings.ratings_of(user_id))

    async def _new_password(self, command: TournamentCommand) -> str | None:
        """Return the hash of a changed password, empty if it is removed; None if it does not change."""
        if not isinstance(command, EditTournament) or command.options.password is None:
            return None
        return await self._hashed(command.options.password) or ""

    async def _hashed(self, password: str) -> str | None:
        return await self._passwords.hash(password.ljust(10)) if password else None


def commitment_of(secret: str) -> str:
    """Return the commitment to a secret, which is published from the start."""
    return sha256(secret.encode()).hexdigest()


def _is_over(tournament: Tournament) -> bool:
    return tournament.state in (EventState.OVER, EventState.CANCELLED)


def _lease(tournament_id: str) -> str:
    return f"tournament {tournament_id}"


def _changed(tournament_id: str, stamp: PageStamp, is_passing: bool, n_watching: int) -> str:
    version, n_games, n_over, n_messages = stamp
    changed = TournamentChanged(
        id=tournament_id,
        version=version,
        n_games=n_games,
        n_over=n_over,
        n_messages=n_messages,
        n_watching=n_watching,
        is_passing=is_passing,
    )
    return changed.model_dump_json()


def _numbered(actions: Sequence[Action], version: int, now_ms: int, actor: str | None) -> list[LogEntry]:
    return [LogEntry(version + n, now_ms, actor, action) for n, action in enumerate(actions, 1)]


def _has_missed_first_turn(room: Room, no_show_ms: int, now_ms: int) -> bool:
    """Return whether the seat to play has not made its first turn in time. A host takes its time."""
    seat = room.game.to_play
    if room.clock is None or room.game.turn > ABORT_TURNS or room.setup.is_host(seat):
        return False
    waited_ms = room.uptime.at(now_ms) - room.clock.since_ms
    return room.setup.seats[seat].robot is None and waited_ms >= no_show_ms


def _end_without_result(room: Room, now_ms: int) -> RoomAnswer:
    """End a game that controllers have decided, or to which nobody came: the table itself has no result."""
    if room.game.is_over:
        return Refusal("stale_ply")
    return room.change(Ended(Termination.ABORTED), now_ms)


def _end_decided(room: Room, now_ms: int, is_unchanged: MustMatch) -> RoomAnswer:
    """End a game that controllers have decided, unless they take that back at the same moment."""
    change = _end_without_result(room, now_ms)
    if isinstance(change, RoomChange):
        return replace(change, writes=(*change.writes, is_unchanged))
    return change


def _still_in_play(found: StoredTournament) -> list[MustMatch]:
    """Return what fails once the table of a decided game is closed: that decision is not undone."""
    decided = (game for game in found.in_play() if (game.match, game.number, game.board) in found.now.decided)
    return [keep_in_play(game.game_id) for game in decided]


def _ending_for(seat: int) -> Callable[[Room, int], RoomAnswer]:
    def end(room: Room, now_ms: int) -> RoomAnswer:
        if room.game.is_over:
            return Refusal("stale_ply")
        return room.change(Ended(Termination.ABANDONED, seat), now_ms)

    return end


def _out_of_time(room: Room, now_ms: int) -> RoomAnswer:
    """Let the side leave whose time is up at the end of a live round; if both are late, the later one."""
    late = _late_seats(room, now_ms)
    if room.game.is_over or room.undecided is not None or not late:
        return Refusal("stale_ply")
    if len({seat % 2 for seat in late}) == 2:
        return room.change(Ended(Termination.TIME, late[0]), now_ms)
    return room.leave(late[0], Termination.TIME, now_ms)


def _late_seats(room: Room, now_ms: int) -> list[int]:
    """List the seats of people whose side has no time left: the latest first, then the side to play."""
    lost, to_play = penalties(room, now_ms), room.game.to_play % 2
    late = [seat for seat in sorted(room.seats_of_people) if lost[seat % 2]]
    return sorted(late, key=lambda seat: (-lost[seat % 2], seat % 2 != to_play))
