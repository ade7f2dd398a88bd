"""The lobby: challenges, invitations and pools become games here, and all who are here are told.

The database is the truth: what one server accepts no other can. Each look reads it anew; what is otherwise
than at the look before is told to the connections here. Another server says a word on the bus when it has
written; if the word is lost, the next look finds it all the same.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.database.writer import NotSaved, retry_on_conflict
from tantrix.server.games.room import Room
from tantrix.server.http.connection import Outbox
from tantrix.server.http.errors import Refusal
from tantrix.server.lobby import views
from tantrix.server.lobby.challenges import Challenges
from tantrix.server.lobby.pools import are_muted
from tantrix.server.lobby.presence import LobbyPresence
from tantrix.server.lobby.quick_pairing import QuickPairing
from tantrix.server.lobby.service import WORD, LobbyParts
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.store import ForgetMeetings
from tantrix.server.lobby.views import LobbyContents, Snapshot
from tantrix.server.protocol.lobby import Begun, ChallengeView, Lobby, LobbyWelcome, Me, Notices
from tantrix.server.ratings.results import RatingPool

_LOG = structlog.get_logger()

LOOK_S, CALM_S = 2.0, 0.1
TOLD_MS, KEPT_MS = 60_000, 3_600_000  # how long one who comes is told of his game, and how long it is known


@dataclass(slots=True)
class _Told:
    """What was told last: to each connection what it has seen, and whose game has begun."""

    version: int = 0
    snapshot: Snapshot = field(default_factory=Snapshot)
    seen: dict[Outbox, LobbyContents] = field(default_factory=dict)
    begun: set[tuple[str, str]] = field(default_factory=set)


class LobbyService:
    """The lobby of a server."""

    def __init__(self, parts: LobbyParts) -> None:
        self._parts = parts
        self._stirred = asyncio.Event()
        self._looking = asyncio.Lock()
        self._told = _Told()
        self._presence = LobbyPresence(parts.settings.now_ms())
        self._eyes = SnapshotReader(parts, self._presence)
        self.challenges = Challenges(parts, self._presence, self._eyes, self._stirred)
        self.pairs = QuickPairing(parts, self._presence, self._eyes, self._stirred)
        parts.hub.on_word[WORD] = self._stirred.set
        parts.hub.on_begin.append(self._began)
        parts.hub.may_sit = self.challenges.may_sit

    async def lobby(self, user_id: str | None) -> Lobby:
        """Show somebody the lobby as it is now."""
        return views.lobby(self._seen(await self._eyes.look(), user_id), await self._me(user_id))

    async def notices(self, user_id: str) -> Notices:
        """Return what somebody is told wherever he is on the site."""
        now_ms = self._parts.settings.now_ms()
        challenges = await asyncio.to_thread(self._parts.store.challenges)
        begun = await asyncio.to_thread(self._parts.store.meetings, now_ms - TOLD_MS)
        mutes = await asyncio.to_thread(self._parts.store.mutes_about, {user_id})
        shown = [
            each
            for each in challenges
            if each.row.invited == user_id and not are_muted(user_id, each.row.owner, mutes)
        ]
        name_of, ratings = self._parts.people.name_of, await self._eyes.ratings_at(shown)
        return Notices(
            invitations=[views.challenge_view(each, user_id, name_of, ratings) for each in shown],
            begun=[f"/games/{meeting.game_id}" for meeting in begun if meeting.user_id == user_id],
        )

    async def invitations_of(self, user_id: str) -> list[ChallengeView]:
        """List what somebody is invited to."""
        return (await self.notices(user_id)).invitations

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
            except Exception:  # whatever it is, the next look may go well
                _LOG.exception("lobby not told")
            await asyncio.sleep(CALM_S)

    async def step(self) -> None:
        """Do once what is due: let wishes of those who have left lapse, pair who waits, tell what changed."""
        await self._eyes.meet_others()
        await self.challenges.sweep()
        await self.pairs.sweep()
        now_ms = self._parts.settings.now_ms()
        if self._presence.forget(now_ms):
            await self._parts.writer.append(ForgetMeetings(now_ms - KEPT_MS))
        await self.pairs.pair()
        if self._presence.outboxes:
            await self._tell()
            await self._tell_begun(list(self._presence.outboxes))

    async def _began(self, room: Room) -> None:
        """Take away what people wish for who sit down to a live game with others, wherever that is."""
        work, user_ids = self.challenges, room.setup.user_ids
        if room.is_live and len(user_ids) > 1:

            async def leave() -> None:
                await work.write(*await work.leaving(user_ids))

            with suppress(NotSaved, Refusal):
                await retry_on_conflict(leave)

    async def _tell(self) -> None:
        """Tell all connections what they see otherwise than before."""
        async with self._looking:
            snapshot = await self._eyes.look()
            if snapshot == self._told.snapshot:
                return
            self._told.snapshot, self._told.version = snapshot, self._told.version + 1
            seen: dict[views.Viewer, LobbyContents] = {}
            texts: dict[tuple[int, int], str] = {}
            for outbox, before in list(self._told.seen.items()):
                who = views.looker(snapshot, outbox.user_id)
                after = seen[who] = seen.get(who) or self._seen_by(snapshot, who)
                key = (id(before), id(after))
                if key not in texts:
                    texts[key] = views.changed(before, after, self._told.version).model_dump_json()
                outbox.post(texts[key])
                self._told.seen[outbox] = after

    async def _tell_begun(self, outboxes: list[Outbox]) -> None:
        """Tell those whose game has begun, once each."""
        since_ms = self._parts.settings.now_ms() - TOLD_MS
        meetings = await asyncio.to_thread(self._parts.store.meetings, since_ms)
        known = {(meeting.game_id, meeting.user_id) for meeting in meetings}
        self._told.begun &= known
        for meeting in meetings:
            key = (meeting.game_id, meeting.user_id)
            told = [outbox for outbox in outboxes if outbox.user_id == meeting.user_id]
            if told and key not in self._told.begun:
                self._told.begun.add(key)
                for outbox in told:
                    outbox.post(Begun(url=f"/games/{meeting.game_id}").model_dump_json())

    async def _welcome(self, outbox: Outbox) -> None:
        # What all others were told last, so that the next change fits.
        if not self._told.seen:
            self._told.snapshot = await self._eyes.look()
        what = self._seen(self._told.snapshot, outbox.user_id)
        self._told.seen[outbox] = what
        shown = views.lobby(what, await self._me(outbox.user_id))
        outbox.post(LobbyWelcome(version=self._told.version, lobby=shown).model_dump_json())

    def _seen(self, snapshot: Snapshot, user_id: str | None) -> LobbyContents:
        return self._seen_by(snapshot, views.looker(snapshot, user_id))

    def _seen_by(self, snapshot: Snapshot, who: views.Viewer) -> LobbyContents:
        return views.seen(snapshot, who, self._parts.people.name_of)

    async def _me(self, user_id: str | None) -> Me:
        account = self._parts.people.name_of(user_id)
        if user_id is None or account is None:
            return Me(account=None, has_session=user_id is not None, two=None, many=None)
        points = await asyncio.to_thread(self._eyes.points_of, user_id)
        two, many = points[RatingPool.TWO], points[RatingPool.MANY]
        return Me(account=account, has_session=True, two=two, many=many)
