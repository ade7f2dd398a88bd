"""Challenges and invitations: posted, accepted seat by seat, withdrawn, or expired when the owner leaves."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.competition.quick_pairing import MutedPairs
from tantrix.server.database.writer import Conflict, retry_on_conflict
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.lobby import matching, views
from tantrix.server.lobby.changes import LobbyChanges
from tantrix.server.lobby.matching import LobbyPlayer
from tantrix.server.lobby.parts import LobbyParts
from tantrix.server.lobby.players import lobby_player
from tantrix.server.lobby.presence import LobbyPresence
from tantrix.server.lobby.snapshot import SnapshotReader
from tantrix.server.lobby.store import (
    Challenge,
    ChallengeRow,
    SeatRow,
    bump_challenge,
    delete_challenge_seats,
)
from tantrix.server.protocol.lobby import ChallengeView, NewChallenge, SeatTaken, TakeSeat
from tantrix.server.subscribers import Subscribers

AWAY_MS = MINUTE_MS  # how long until the challenges and seats of an absent user expire
SLOW_MS = 30 * DAY_MS  # how long until challenges by correspondence expire
MAX_OPEN = 5
_CHALLENGE = "challenge"  # a kind of object that `CreationLimits` counts
POST_RATE, TAKE_RATE = "10/minute", "30/minute"
INVITE_RATE, INVITE_RATE_PER_PLAYER = "20/hour", "3/10 minutes"


class Challenges:
    """The challenges of a lobby. `posted` is called with the user ids of the owner and the invited player.

    `answered` is called with the user id of an invited player whose invitation is answered or withdrawn.
    """

    def __init__(
        self, parts: LobbyParts, presence: LobbyPresence, reader: SnapshotReader, changes: LobbyChanges
    ) -> None:
        self.posted: Subscribers[[str], None] = Subscribers()
        self.answered: Subscribers[[str], None] = Subscribers()
        self._parts = parts
        self._presence = presence
        self._reader = reader
        self._changes = changes
        self._rates = RateLimiter()

    async def post(self, new: NewChallenge, user_id: str, client_address: str) -> ChallengeView:
        """Save a challenge of a user. Raises Refusal if it is not allowed, or ValueError."""
        matching.check_challenge(new)
        mine = next(seat for seat in new.game.seats if seat.kind == "person")
        player = await self._player(user_id, mine.name, len(new.game.seats))
        if new.game.rated and player.points is None:
            raise Refusal("account_needed")
        if new.game.rated:
            await self._parts.hub.check_aborts(user_id)
        invited = None if new.to is None else await self._invited(new.to, player)
        width = self._parts.limits.width(client_address)
        self._rates.check("post", POST_RATE, user_id, client_address, width)
        challenges = await asyncio.to_thread(self._parts.store.challenges)
        if sum(each.row.owner == user_id for each in challenges) >= MAX_OPEN:
            raise Refusal("too_many_challenges")
        n_open = partial(_n_open, challenges)
        await self._parts.limits.check_open(_CHALLENGE, client_address, n_open, self._here)
        settings = self._parts.settings
        row = ChallengeRow(
            id=settings.make_id(),
            owner=user_id,
            name=player.name,
            points=player.points,
            invited=invited,
            new_game=_with_name(new, player.name),
            low=new.low,
            high=new.high,
            is_slow=matching.is_slow(new.game),
            version=1,
            made_ms=settings.play_ms(),
        )
        await asyncio.to_thread(matching.try_deal, row, settings)
        challenge = Challenge(row, ())
        ratings = await self._reader.ratings_at([challenge])
        mutes = frozenset() if invited is None else await self._mutes_about(invited)
        await self._changes.save(row, *matching.invitation_notices(row, mutes))
        self._parts.limits.record(_CHALLENGE, row.id, user_id, client_address)
        for each in (user_id, invited):
            if each is not None:
                self.posted.call(each)
        return views.challenge_view(challenge, user_id, self._parts.accounts, ratings)

    async def take(self, challenge_id: str, seat: TakeSeat, user_id: str, client_address: str) -> SeatTaken:
        """Give a user a free seat; when the last one is taken, the game begins."""
        width = self._parts.limits.width(client_address)
        self._rates.check("take", TAKE_RATE, user_id, client_address, width)
        return await retry_on_conflict(lambda: self._take(challenge_id, seat, user_id))

    async def withdraw(self, challenge_id: str, user_id: str) -> None:
        """Withdraw a challenge, decline an invitation, or leave a seat of another user's challenge."""
        await retry_on_conflict(lambda: self._withdraw(challenge_id, user_id))

    async def expire(self) -> None:
        """Drop challenges and seats of users who have left, and challenges that are too old."""
        now_ms = self._parts.settings.play_ms()
        for challenge in await asyncio.to_thread(self._parts.store.challenges):
            for writes in self._expired(challenge, now_ms):
                with suppress(Conflict):
                    await self._changes.save(*writes)

    async def _here(self, user_ids: Collection[str]) -> Collection[str]:
        return {user_id for user_id in user_ids if self._presence.is_here(user_id)}

    async def _mutes_about(self, user_id: str) -> MutedPairs:
        return await asyncio.to_thread(self._parts.store.mutes_about, {user_id})

    async def _player(self, user_id: str, guest_name: str, n_seats: int) -> LobbyPlayer:
        return await lobby_player(self._parts.accounts, self._reader, user_id, guest_name, n_seats)

    async def _take(self, challenge_id: str, seat: TakeSeat, user_id: str) -> SeatTaken:
        store, settings = self._parts.store, self._parts.settings
        challenge = await asyncio.to_thread(store.challenge, challenge_id)
        if challenge is None or not self._parts.accounts.may_play(challenge.row.owner):
            raise Refusal("no_challenge")
        free = await asyncio.to_thread(matching.free_seats, challenge)
        player = await self._player(user_id, seat.name, len(matching.game_options(challenge.row).seats))
        mutes = await asyncio.to_thread(store.mutes_about, {user_id})
        code = matching.seat_refusal(challenge, player, mutes)
        if code is not None or not free:
            raise Refusal(code or "no_challenge")
        if matching.game_options(challenge.row).rated:
            await self._parts.hub.check_aborts(user_id)
        taken = SeatRow(
            challenge.row.id,
            free[0],
            user_id,
            player.name,
            player.points,
            "".join(seat.colour_preferences) or self._parts.accounts.colour_preferences_of(user_id),
            settings.play_ms(),
        )
        if len(free) > 1:
            await self._changes.save(bump_challenge(challenge.row.id, challenge.row.version), taken)
            return SeatTaken(url=None)
        return await self._begin(replace(challenge, seats=(*challenge.seats, taken)))

    async def _begin(self, challenge: Challenge) -> SeatTaken:
        setup = await asyncio.to_thread(matching.begin_challenge, challenge, self._parts.settings)
        left = (
            [] if challenge.row.is_slow else await self._changes.leaving(challenge.user_ids, challenge.row.id)
        )
        await self._parts.hub.begin(
            setup,
            *matching.delete_writes(challenge),
            *matching.answered_writes(challenge.row, setup.created_ms),
            *left,
            *matching.game_started_notices(setup),
        )
        self._changes.notify()
        self._tell_answer(challenge.row)
        return SeatTaken(url=f"/games/{setup.id}")

    async def _withdraw(self, challenge_id: str, user_id: str) -> None:
        challenge = await asyncio.to_thread(self._parts.store.challenge, challenge_id)
        if challenge is None or user_id not in (*challenge.user_ids, challenge.row.invited):
            raise Refusal("no_challenge")
        if user_id in (challenge.row.owner, challenge.row.invited):
            answered = matching.answered_writes(challenge.row, self._parts.settings.play_ms())
            await self._changes.save(*matching.delete_writes(challenge), *answered)
            self._tell_answer(challenge.row)
        else:
            await self._changes.save(
                bump_challenge(challenge_id, challenge.row.version),
                delete_challenge_seats(challenge_id, user_id),
            )

    def _tell_answer(self, row: ChallengeRow) -> None:
        if row.invited is not None:
            self.answered.call(row.invited)

    def _expired(self, challenge: Challenge, now_ms: int) -> list[list[Write]]:
        row = challenge.row
        is_expired = row.made_ms < now_ms - SLOW_MS or not self._parts.accounts.may_play(row.owner)
        if is_expired or (not row.is_slow and self._is_away(row.owner, row.made_ms, now_ms)):
            return [matching.delete_writes(challenge)]
        if row.is_slow:
            return []
        away = [seat.user_id for seat in challenge.seats if self._is_away(seat.user_id, seat.at_ms, now_ms)]
        leave = [delete_challenge_seats(row.id, user_id) for user_id in away]
        return [[bump_challenge(row.id, row.version), *leave]] if leave else []

    def _is_away(self, user_id: str, acted_ms: int, now_ms: int) -> bool:
        return max(self._presence.seen_ms(user_id, now_ms), acted_ms) < now_ms - AWAY_MS

    async def _invited(self, name: str, player: LobbyPlayer) -> str:
        account = await self._parts.accounts.find_named(name)
        if player.points is None:
            raise Refusal("signed_out")
        if account is None:
            raise Refusal("no_account")
        if account.user_id == player.user_id:
            raise Refusal("yourself")
        is_allowed = self._rates.take(f"invite {player.user_id}", INVITE_RATE)
        if not is_allowed or not self._rates.take(
            f"invite {player.user_id} {account.user_id}", INVITE_RATE_PER_PLAYER
        ):
            raise Refusal("too_often")
        return account.user_id


def _with_name(new: NewChallenge, name: str) -> str:
    """Return the game options of a challenge as JSON, with the name of its owner."""
    seats = [
        seat.model_copy(update={"name": name}) if seat.kind == "person" else seat for seat in new.game.seats
    ]
    return new.game.model_copy(update={"seats": seats}).model_dump_json()


async def _n_open(challenges: Sequence[Challenge], ids: Collection[str]) -> tuple[int, int]:
    """Count how many of the given challenges are open; those of a user are counted before."""
    return 0, sum(each.row.id in ids for each in challenges)
