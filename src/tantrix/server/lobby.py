"""The lobby: challenges, invitations and pools become games here, and all who are here are told.

The database is the truth: what one server accepts no other can. Each look reads it anew; what is otherwise
than at the look before is told to the connections here. Another server says a word on the bus when it has
written; if the word is lost, the next look finds it all the same.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.ratings import Rating
from tantrix.server import lobby_games as games
from tantrix.server import lobby_views as views
from tantrix.server.bus import Bus
from tantrix.server.hub import Hub, Outbox
from tantrix.server.journal import Clashed, Journal, NotSaved
from tantrix.server.lobby_games import Player
from tantrix.server.lobby_looks import Eyes
from tantrix.server.lobby_presence import Presence
from tantrix.server.lobby_store import (
    BumpChallenge,
    Challenge,
    ChallengeRow,
    DropSeats,
    DropSeek,
    ForgetMeetings,
    LobbyStore,
    SeatRow,
    SeekRow,
)
from tantrix.server.lobby_views import Seen, Snapshot
from tantrix.server.pairing import POOLS, Pool, Seeker, are_muted, paired
from tantrix.server.people import People
from tantrix.server.problems import ProblemError, RefusedError
from tantrix.server.protocol.lobby import (
    Begun,
    ChallengeView,
    Lobby,
    LobbyWelcome,
    Me,
    Met,
    NewChallenge,
    Notices,
    SeekRequest,
    TakeSeat,
)
from tantrix.server.rates import Rates
from tantrix.server.rating_store import RatingStore
from tantrix.server.refusals import Refusal
from tantrix.server.results import Pool as RatingPool
from tantrix.server.room import Room
from tantrix.server.settings import Settings
from tantrix.server.store import Write

_LOG = structlog.get_logger()
_T = TypeVar("_T")

WORD = "lobby"  # said on the bus
LOOK_S, CALM_S = 2.0, 0.1
AWAY_MS, SEEK_AWAY_MS = 60_000, 15_000  # who was away for so long wishes no more
SLOW_MS = 30 * 24 * 3_600_000  # challenges by correspondence last so long
TOLD_MS, KEPT_MS = 60_000, 3_600_000  # how long one who comes is told of his game, and how long it is known
MOST_OPEN, MOST_TRIES = 5, 5
POSTS, TAKES, SEEKS = "10/minute", "30/minute", "20/minute"
INVITES, INVITES_OF_ONE = "20/hour", "3/10 minutes"
HOST_TIMES = 5  # as many people may share an address


@dataclass(frozen=True, slots=True)
class LobbyParts:
    """What the lobby needs of the rest of the server. `is_alone`: no other server has the database."""

    settings: Settings
    store: LobbyStore
    journal: Journal
    hub: Hub
    people: People
    ratings: RatingStore
    bus: Bus
    is_alone: bool


@dataclass(slots=True)
class _Told:
    """What was told last: to each connection what it has seen, and whose game has begun."""

    version: int = 0
    snapshot: Snapshot = field(default_factory=Snapshot)
    seen: dict[Outbox, Seen] = field(default_factory=dict)
    begun: set[tuple[str, str]] = field(default_factory=set)


class LobbyDesk:
    """The lobby of a server."""

    def __init__(self, parts: LobbyParts) -> None:
        self._parts = parts
        self._rates = Rates()
        self._stirred = asyncio.Event()
        self._looking = asyncio.Lock()
        self._told = _Told()
        self._presence = Presence(parts.settings.now_ms())
        self._eyes = Eyes(parts, self._presence)
        # Called with who has just been invited.
        self.on_invited: Callable[[str], None] = _say_nothing
        parts.hub.on_word[WORD] = self._stirred.set
        parts.hub.on_begin.append(self._began)
        parts.hub.may_sit = self._may_sit

    @property
    def n_lines(self) -> int:
        """How many connections there are to the lobby."""
        return len(self._presence.outboxes)

    async def lobby(self, owner: str | None) -> Lobby:
        """Show somebody the lobby as it is now."""
        return views.lobby(self._seen(await self._eyes.look(), owner), await self._me(owner))

    async def notices(self, owner: str) -> Notices:
        """Return what somebody is told wherever he is on the site."""
        now_ms = self._parts.settings.now_ms()
        challenges = await asyncio.to_thread(self._parts.store.challenges)
        begun = await asyncio.to_thread(self._parts.store.meetings, now_ms - TOLD_MS)
        mutes = await asyncio.to_thread(self._parts.store.mutes_about, {owner})
        shown = [
            each
            for each in challenges
            if each.row.invited == owner and not are_muted(owner, each.row.owner, mutes)
        ]
        name_of = self._parts.people.name_of
        return Notices(
            invitations=[views.challenge_view(each, owner, name_of) for each in shown],
            begun=[f"/games/{meeting.game_id}" for meeting in begun if meeting.owner == owner],
        )

    async def invitations_of(self, owner: str) -> list[ChallengeView]:
        """List what somebody is invited to."""
        return (await self.notices(owner)).invitations

    async def post(self, new: NewChallenge, owner: str, host: str) -> ChallengeView:
        """Save a challenge for somebody. Raises ProblemError or RefusedError if it may not be, ValueError."""
        games.check(new)
        n_seats = len(new.game.seats)
        mine = next(seat for seat in new.game.seats if seat.kind == "person")
        player = await self._player(owner, mine.name, n_seats)
        if new.game.rated and player.points is None:
            raise RefusedError(Refusal("account_needed"))
        invited = None if new.to is None else self._invited(new.to, player)
        self._limit("post", POSTS, owner, host)
        challenges = await asyncio.to_thread(self._parts.store.challenges)
        if sum(each.row.owner == owner for each in challenges) >= MOST_OPEN:
            raise ProblemError("too_many_challenges")
        settings = self._parts.settings
        row = ChallengeRow(
            id=settings.make_id(),
            owner=owner,
            name=player.name,
            points=player.points,
            invited=invited,
            wish=_with_name(new, player.name),
            low=new.low,
            high=new.high,
            is_slow=games.is_slow(new.game),
            version=1,
            made_ms=settings.now_ms(),
        )
        await asyncio.to_thread(games.try_deal, row, settings)
        await self._write(row)
        if invited is not None:
            self.on_invited(invited)
        return views.challenge_view(Challenge(row, ()), owner, self._parts.people.name_of)

    async def take(self, challenge_id: str, wish: TakeSeat, owner: str, host: str) -> Met:
        """Give somebody a free seat; with the last one the game begins."""
        self._limit("take", TAKES, owner, host)
        return await self._insist(lambda: self._take(challenge_id, wish, owner))

    async def withdraw(self, challenge_id: str, owner: str) -> None:
        """Take a challenge back, decline an invitation, or leave a seat of somebody else's challenge."""
        await self._insist(lambda: self._withdraw(challenge_id, owner))

    async def seek(self, wish: SeekRequest, owner: str, host: str) -> Met:
        """Let somebody wait in a pool, and in no other; the game may begin at once."""
        pool = POOLS.get(wish.pool)
        if pool is None:
            raise ProblemError("no_pool")
        if self._parts.people.is_robot(owner):
            raise ProblemError("not_for_robots")
        self._limit("seek", SEEKS, owner, host)
        player = await self._player(owner, wish.name, pool.n_seats)
        if pool.is_rated and player.points is None:
            raise RefusedError(Refusal("account_needed"))
        points = Rating().points if player.points is None else player.points
        row = SeekRow(owner, pool.name, player.name, points, self._parts.settings.now_ms())

        async def enter() -> None:
            await self._write(*(await self._my_seek(owner)), row)

        await self._insist(enter)
        began_ms = row.since_ms
        await self._pair()
        meetings = await asyncio.to_thread(self._parts.store.meetings, began_ms)
        mine = [meeting.game_id for meeting in meetings if meeting.owner == owner]
        return Met(url=f"/games/{mine[-1]}" if mine else None)

    async def unseek(self, owner: str) -> None:
        """Let somebody wait no more."""

        async def leave() -> None:
            if found := await self._my_seek(owner):
                await self._write(*found)

        await self._insist(leave)

    async def join(self, outbox: Outbox) -> None:
        """Welcome a connection; it is told all that changes from then on."""
        await self._parts.hub.ready.wait()
        async with self._looking:
            self._presence.outboxes.add(outbox)
            await self._welcome(outbox)
        await self._tell_begun([outbox])
        self._stirred.set()

    def leave(self, outbox: Outbox) -> None:
        """Forget a connection."""
        self._presence.leave(outbox, self._parts.settings.now_ms())
        self._told.seen.pop(outbox, None)
        self._stirred.set()

    async def sync(self, outbox: Outbox, version: int) -> None:
        """Show a connection everything anew if it has missed something."""
        async with self._looking:
            if version != self._told.version:
                await self._welcome(outbox)

    def end_session(self, token: str) -> None:
        """Drop the connections of a session that has ended."""
        for outbox in tuple(self._presence.outboxes):
            if outbox.token == token:
                outbox.drop()

    async def run(self) -> None:
        """Look, pair and tell, for ever."""
        await self._parts.hub.ready.wait()
        while True:
            # Not `wait_for`: in Python 3.11 it may swallow that the task is cancelled.
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._stirred.wait()
            self._stirred.clear()
            try:
                await self.step()
            except (NotSaved, SQLAlchemyError) as error:
                _LOG.warning("lobby not told", reason=str(error))
            await asyncio.sleep(CALM_S)

    async def step(self) -> None:
        """Do once what is due: let wishes of those who have left lapse, pair who waits, tell what changed."""
        await self._eyes.meet_others()
        await self._sweep()
        await self._pair()
        if self._presence.outboxes:
            await self._tell()
            await self._tell_begun(list(self._presence.outboxes))

    async def _take(self, challenge_id: str, wish: TakeSeat, owner: str) -> Met:
        store, settings = self._parts.store, self._parts.settings
        challenge = await asyncio.to_thread(store.challenge, challenge_id)
        if challenge is None or not self._parts.people.may_play(challenge.row.owner):
            raise ProblemError("no_challenge")
        free = await asyncio.to_thread(games.free_seats, challenge)
        player = await self._player(owner, wish.name, len(games.wish_of(challenge.row).seats))
        mutes = await asyncio.to_thread(store.mutes_about, {owner})
        code = games.refusal_of(challenge, player, mutes)
        if code is not None or not free:
            raise _refused(code or "no_challenge")
        seat = SeatRow(
            challenge.row.id,
            free[0],
            owner,
            player.name,
            player.points,
            "".join(wish.wishes),
            settings.now_ms(),
        )
        if len(free) > 1:
            await self._write(BumpChallenge(challenge.row.id, challenge.row.version), seat)
            return Met(url=None)
        return await self._begin(replace(challenge, seats=(*challenge.seats, seat)))

    async def _begin(self, challenge: Challenge) -> Met:
        setup = await asyncio.to_thread(games.begin_challenge, challenge, self._parts.settings)
        left = [] if challenge.row.is_slow else await self._leaving(challenge.owners, challenge.row.id)
        await self._parts.hub.begin(setup, *games.drop(challenge), *left, *games.meetings(setup))
        self._stir()
        return Met(url=f"/games/{setup.id}")

    async def _withdraw(self, challenge_id: str, owner: str) -> None:
        challenge = await asyncio.to_thread(self._parts.store.challenge, challenge_id)
        if challenge is None or owner not in (*challenge.owners, challenge.row.invited):
            raise ProblemError("no_challenge")
        if owner in (challenge.row.owner, challenge.row.invited):
            await self._write(*games.drop(challenge))
        else:
            await self._write(
                BumpChallenge(challenge_id, challenge.row.version), DropSeats(challenge_id, owner)
            )

    async def _pair(self) -> None:
        """Begin the games of all who can be paired now."""
        seeks = await asyncio.to_thread(self._parts.store.seeks)
        here = [seek for seek in seeks if self._presence.is_here(seek.owner)]
        for pool in POOLS.values():
            waiting = {seek.owner: seek for seek in here if seek.pool == pool.name}
            if len(waiting) >= pool.n_seats:
                await self._pair_in(pool, waiting)

    async def _pair_in(self, pool: Pool, waiting: dict[str, SeekRow]) -> None:
        now_ms = self._parts.settings.now_ms()
        mutes = await asyncio.to_thread(self._parts.store.mutes_about, waiting.keys())
        seekers = [Seeker(seek.owner, seek.points, seek.since_ms) for seek in waiting.values()]
        for group in paired(seekers, pool.n_seats, now_ms, mutes):
            rows = [waiting[seeker.owner] for seeker in group]
            with suppress(Clashed):  # somebody has left, or another server was quicker
                await self._begin_pool(pool, rows)

    async def _begin_pool(self, pool: Pool, rows: list[SeekRow]) -> None:
        setup = await asyncio.to_thread(games.begin_pool, pool, rows, self._parts.settings)
        seeks = [DropSeek(row.owner, row.since_ms) for row in rows]
        challenges = await asyncio.to_thread(self._parts.store.challenges)
        left = games.leaving(frozenset(row.owner for row in rows), challenges, ())
        await self._parts.hub.begin(setup, *seeks, *left, *games.meetings(setup))
        self._stir()

    async def _began(self, room: Room) -> None:
        """Take away what people wish for who sit down to a live game with others, wherever that is."""
        owners = room.setup.owners
        if room.is_live and len(owners) > 1:

            async def leave() -> None:
                await self._write(*await self._leaving(owners))

            with suppress(NotSaved, ProblemError):
                await self._insist(leave)

    async def _leaving(self, owners: frozenset[str], but: str = "") -> list[Write]:
        store = self._parts.store
        challenges, seeks = await asyncio.to_thread(lambda: (store.challenges(), store.seeks()))
        return games.leaving(owners, challenges, seeks, but)

    async def _sweep(self) -> None:
        """Let lapse what people wished for who have left, or what is too old."""
        store, presence, now_ms = self._parts.store, self._presence, self._parts.settings.now_ms()
        challenges, seeks = await asyncio.to_thread(lambda: (store.challenges(), store.seeks()))
        for challenge in challenges:
            for writes in self._lapsed(challenge, now_ms):
                with suppress(Clashed):
                    await self._write(*writes)
        for seek in seeks:
            if max(presence.seen_ms(seek.owner, now_ms), seek.since_ms) < now_ms - SEEK_AWAY_MS:
                with suppress(Clashed):
                    await self._write(DropSeek(seek.owner, seek.since_ms))
        if presence.forget(now_ms):
            await self._parts.journal.append(ForgetMeetings(now_ms - KEPT_MS))

    def _lapsed(self, challenge: Challenge, now_ms: int) -> list[list[Write]]:
        row = challenge.row
        has_gone = row.made_ms < now_ms - SLOW_MS or not self._parts.people.may_play(row.owner)
        if has_gone or (not row.is_slow and self._is_away(row.owner, row.made_ms, now_ms)):
            return [games.drop(challenge)]
        if row.is_slow:
            return []
        away = [seat.owner for seat in challenge.seats if self._is_away(seat.owner, seat.at_ms, now_ms)]
        leave = [DropSeats(row.id, owner) for owner in away]
        return [[BumpChallenge(row.id, row.version), *leave]] if leave else []

    def _is_away(self, owner: str, acted_ms: int, now_ms: int) -> bool:
        return max(self._presence.seen_ms(owner, now_ms), acted_ms) < now_ms - AWAY_MS

    async def _tell(self) -> None:
        """Tell all connections what they see otherwise than before."""
        async with self._looking:
            snapshot = await self._eyes.look()
            if snapshot == self._told.snapshot:
                return
            self._told.snapshot, self._told.version = snapshot, self._told.version + 1
            seen: dict[views.Looker, Seen] = {}
            texts: dict[tuple[int, int], str] = {}
            for outbox, before in list(self._told.seen.items()):
                who = views.looker(snapshot, outbox.owner)
                after = seen.setdefault(who, seen.get(who) or self._seen_by(snapshot, who))
                key = (id(before), id(after))
                if key not in texts:
                    texts[key] = views.changed(before, after, self._told.version).model_dump_json()
                outbox.post(texts[key])
                self._told.seen[outbox] = after

    async def _tell_begun(self, outboxes: list[Outbox]) -> None:
        """Tell those whose game has begun, once each."""
        since_ms = self._parts.settings.now_ms() - TOLD_MS
        meetings = await asyncio.to_thread(self._parts.store.meetings, since_ms)
        known = {(meeting.game_id, meeting.owner) for meeting in meetings}
        self._told.begun &= known
        for meeting in meetings:
            key = (meeting.game_id, meeting.owner)
            told = [outbox for outbox in outboxes if outbox.owner == meeting.owner]
            if told and key not in self._told.begun:
                self._told.begun.add(key)
                for outbox in told:
                    outbox.post(Begun(url=f"/games/{meeting.game_id}").model_dump_json())

    async def _welcome(self, outbox: Outbox) -> None:
        # What all others were told last, so that the next change fits.
        if not self._told.seen:
            self._told.snapshot = await self._eyes.look()
        what = self._seen(self._told.snapshot, outbox.owner)
        self._told.seen[outbox] = what
        shown = views.lobby(what, await self._me(outbox.owner))
        outbox.post(LobbyWelcome(version=self._told.version, lobby=shown).model_dump_json())

    def _seen(self, snapshot: Snapshot, owner: str | None) -> Seen:
        return self._seen_by(snapshot, views.looker(snapshot, owner))

    def _seen_by(self, snapshot: Snapshot, who: views.Looker) -> Seen:
        return views.seen(snapshot, who, self._parts.people.name_of)

    async def _me(self, owner: str | None) -> Me:
        account = self._parts.people.name_of(owner)
        if owner is None or account is None:
            return Me(account=None, has_session=owner is not None, two=None, many=None)
        points = await asyncio.to_thread(self._eyes.points_of, owner)
        two, many = points[RatingPool.TWO], points[RatingPool.MANY]
        return Me(account=account, has_session=True, two=two, many=many)

    async def _player(self, owner: str, name: str, n_seats: int) -> Player:
        account = self._parts.people.shown_name(owner)
        if account is None:
            return Player(owner, name or "Guest", None)
        points = await asyncio.to_thread(self._eyes.points_of, owner)
        return Player(owner, account, points[games.rating_pool(n_seats)])

    def _invited(self, name: str, player: Player) -> str:
        account = self._parts.people.named(name)
        if player.points is None:
            raise ProblemError("signed_out")
        if account is None:
            raise ProblemError("no_account")
        if account.owner == player.owner:
            raise ProblemError("yourself")
        is_allowed = self._rates.take(f"invite {player.owner}", INVITES)
        if not is_allowed or not self._rates.take(f"invite {player.owner} {account.owner}", INVITES_OF_ONE):
            raise ProblemError("too_often")
        return account.owner

    async def _my_seek(self, owner: str) -> list[Write]:
        seeks = await asyncio.to_thread(self._parts.store.seeks)
        return [DropSeek(owner, seek.since_ms) for seek in seeks if seek.owner == owner]

    def _may_sit(self, room: Room, owner: str) -> bool:
        """Tell whether somebody may sit down to an open table: nobody there has muted him, nor he them."""
        if room.setup.listing != "open":
            return True
        mutes = self._parts.store.mutes_about({owner})
        return not any(are_muted(owner, other, mutes) for other in room.setup.owners)

    def _limit(self, what: str, rate: str, owner: str, host: str) -> None:
        times, _, span = rate.partition("/")
        shared = f"{int(times) * HOST_TIMES}/{span}"
        is_allowed = self._rates.take(f"{what} {owner}", rate)
        if not is_allowed or not self._rates.take(f"{what} at {host}", shared):
            raise ProblemError("too_often")

    async def _insist(self, act: Callable[[], Awaitable[_T]]) -> _T:
        """Decide again if somebody else was quicker. Raises NotSaved."""
        for _ in range(MOST_TRIES):
            with suppress(Clashed):
                return await act()
        raise NotSaved("others were quicker each time")

    async def _write(self, *writes: Write) -> None:
        if writes:
            await self._parts.journal.append(*writes)
            self._stir()

    def _stir(self) -> None:
        self._stirred.set()
        self._parts.bus.publish(WORD)


def _with_name(new: NewChallenge, name: str) -> str:
    """Write the game of a challenge, its owner called by his name."""
    seats = [
        seat.model_copy(update={"name": name}) if seat.kind == "person" else seat for seat in new.game.seats
    ]
    return new.game.model_copy(update={"seats": seats}).model_dump_json()


def _refused(code: str) -> Exception:
    if code in ("account_needed", "already_seated"):
        return RefusedError(Refusal(code))
    return ProblemError(code)


def _say_nothing(_owner: str) -> None:
    pass
