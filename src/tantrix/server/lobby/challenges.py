"""Challenges and invitations: posted, accepted seat by seat, taken back, lapsed when their owner has left."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from tantrix.server.database.writer import Conflict, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room
from tantrix.server.http.errors import Refusal
from tantrix.server.lobby import matching as games
from tantrix.server.lobby import views
from tantrix.server.lobby.matching import LobbyPlayer
from tantrix.server.lobby.pools import are_muted
from tantrix.server.lobby.presence import LobbyPresence
from tantrix.server.lobby.service import LobbyParts, LobbyWork
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.store import BumpChallenge, Challenge, ChallengeRow, DropChallengeSeats, SeatRow
from tantrix.server.protocol.lobby import ChallengeView, Met, NewChallenge, TakeSeat

AWAY_MS = 60_000  # who was away for so long wishes no more
SLOW_MS = 30 * 24 * 3_600_000  # challenges by correspondence last so long
MAX_OPEN = 5
POSTS, TAKES = "10/minute", "30/minute"
INVITES, INVITES_OF_ONE = "20/hour", "3/10 minutes"


class Challenges(LobbyWork):
    """All that is done with challenges at a server. `on_invited` is called with who has just been invited."""

    def __init__(
        self, parts: LobbyParts, presence: LobbyPresence, eyes: SnapshotReader, stirred: asyncio.Event
    ) -> None:
        super().__init__(parts, presence, eyes, stirred)
        self.on_invited: Callable[[str], None] = _say_nothing

    async def post(self, new: NewChallenge, user_id: str, host: str) -> ChallengeView:
        """Save a challenge for somebody. Raises Refusal if it may not be, ValueError."""
        games.check(new)
        n_seats = len(new.game.seats)
        mine = next(seat for seat in new.game.seats if seat.kind == "person")
        player = await self.player(user_id, mine.name, n_seats)
        if new.game.rated and player.points is None:
            raise Refusal("account_needed")
        invited = None if new.to is None else self._invited(new.to, player)
        self.limit("post", POSTS, user_id, host)
        challenges = await asyncio.to_thread(self.parts.store.challenges)
        if sum(each.row.owner == user_id for each in challenges) >= MAX_OPEN:
            raise Refusal("too_many_challenges")
        settings = self.parts.settings
        row = ChallengeRow(
            id=settings.make_id(),
            owner=user_id,
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
        challenge = Challenge(row, ())
        ratings = await self.eyes.ratings_at([challenge])
        await self.write(row)
        if invited is not None:
            self.on_invited(invited)
        return views.challenge_view(challenge, user_id, self.parts.people.name_of, ratings)

    async def take(self, challenge_id: str, wish: TakeSeat, user_id: str, host: str) -> Met:
        """Give somebody a free seat; with the last one the game begins."""
        self.limit("take", TAKES, user_id, host)
        return await retry_on_conflict(lambda: self._take(challenge_id, wish, user_id))

    async def withdraw(self, challenge_id: str, user_id: str) -> None:
        """Take a challenge back, decline an invitation, or leave a seat of somebody else's challenge."""
        await retry_on_conflict(lambda: self._withdraw(challenge_id, user_id))

    async def sweep(self) -> None:
        """Let lapse what people wished for who have left, or what is too old."""
        now_ms = self.parts.settings.now_ms()
        for challenge in await asyncio.to_thread(self.parts.store.challenges):
            for writes in self._lapsed(challenge, now_ms):
                with suppress(Conflict):
                    await self.write(*writes)

    def may_sit(self, room: Room, user_id: str) -> bool:
        """Tell whether somebody may sit down to an open table: nobody there has muted him, nor he them."""
        if room.setup.listing != "open":
            return True
        mutes = self.parts.store.mutes_about({user_id})
        return not any(are_muted(user_id, other, mutes) for other in room.setup.user_ids)

    async def _take(self, challenge_id: str, wish: TakeSeat, user_id: str) -> Met:
        store, settings = self.parts.store, self.parts.settings
        challenge = await asyncio.to_thread(store.challenge, challenge_id)
        if challenge is None or not self.parts.people.may_play(challenge.row.owner):
            raise Refusal("no_challenge")
        free = await asyncio.to_thread(games.free_seats, challenge)
        player = await self.player(user_id, wish.name, len(games.wish_of(challenge.row).seats))
        mutes = await asyncio.to_thread(store.mutes_about, {user_id})
        code = games.refusal_of(challenge, player, mutes)
        if code is not None or not free:
            raise Refusal(code or "no_challenge")
        seat = SeatRow(
            challenge.row.id,
            free[0],
            user_id,
            player.name,
            player.points,
            "".join(wish.wishes),
            settings.now_ms(),
        )
        if len(free) > 1:
            await self.write(BumpChallenge(challenge.row.id, challenge.row.version), seat)
            return Met(url=None)
        return await self._begin(replace(challenge, seats=(*challenge.seats, seat)))

    async def _begin(self, challenge: Challenge) -> Met:
        setup = await asyncio.to_thread(games.begin_challenge, challenge, self.parts.settings)
        left = [] if challenge.row.is_slow else await self.leaving(challenge.user_ids, challenge.row.id)
        await self.parts.hub.begin(setup, *games.drop(challenge), *left, *games.meetings(setup))
        self.stir()
        return Met(url=f"/games/{setup.id}")

    async def _withdraw(self, challenge_id: str, user_id: str) -> None:
        challenge = await asyncio.to_thread(self.parts.store.challenge, challenge_id)
        if challenge is None or user_id not in (*challenge.user_ids, challenge.row.invited):
            raise Refusal("no_challenge")
        if user_id in (challenge.row.owner, challenge.row.invited):
            await self.write(*games.drop(challenge))
        else:
            await self.write(
                BumpChallenge(challenge_id, challenge.row.version), DropChallengeSeats(challenge_id, user_id)
            )

    def _lapsed(self, challenge: Challenge, now_ms: int) -> list[list[Write]]:
        row = challenge.row
        has_gone = row.made_ms < now_ms - SLOW_MS or not self.parts.people.may_play(row.owner)
        if has_gone or (not row.is_slow and self._is_away(row.owner, row.made_ms, now_ms)):
            return [games.drop(challenge)]
        if row.is_slow:
            return []
        away = [seat.user_id for seat in challenge.seats if self._is_away(seat.user_id, seat.at_ms, now_ms)]
        leave = [DropChallengeSeats(row.id, user_id) for user_id in away]
        return [[BumpChallenge(row.id, row.version), *leave]] if leave else []

    def _is_away(self, user_id: str, acted_ms: int, now_ms: int) -> bool:
        return max(self.presence.seen_ms(user_id, now_ms), acted_ms) < now_ms - AWAY_MS

    def _invited(self, name: str, player: LobbyPlayer) -> str:
        account = self.parts.people.named(name)
        if player.points is None:
            raise Refusal("signed_out")
        if account is None:
            raise Refusal("no_account")
        if account.user_id == player.user_id:
            raise Refusal("yourself")
        is_allowed = self.rates.take(f"invite {player.user_id}", INVITES)
        if not is_allowed or not self.rates.take(
            f"invite {player.user_id} {account.user_id}", INVITES_OF_ONE
        ):
            raise Refusal("too_often")
        return account.user_id


def _with_name(new: NewChallenge, name: str) -> str:
    """Write the game of a challenge, its owner called by his name."""
    seats = [
        seat.model_copy(update={"name": name}) if seat.kind == "person" else seat for seat in new.game.seats
    ]
    return new.game.model_copy(update={"seats": seats}).model_dump_json()


def _say_nothing(_owner: str) -> None:
    pass
