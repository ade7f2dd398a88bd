"""Beginning and ending vacations."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

import sqlalchemy as sa

from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.database.writes import MustMatch, Write
from tantrix.server.games.vacations.allowance import Vacation, begin_vacation, current, days_left
from tantrix.server.games.vacations.store import (
    postpone_games,
    read_vacations,
    save_vacation,
    shorten_vacation,
)
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.account import VacationView
from tantrix.server.protocol.times import print_time
from tantrix.server.settings import Settings


class PostponedGames(Protocol):
    """The games whose due times a vacation moves."""

    def postpone_writes(self, user_id: str, ms: int, at_ms: int) -> list[Write]:
        """List further writes for the commit with which a vacation begins or ends."""

    async def vacations_changed(self) -> None:
        """Update the open tables on all servers."""


class VacationService:
    """The vacations of accounts."""

    def __init__(self, settings: Settings, readers: sa.Engine, writer: Writer, games: PostponedGames) -> None:
        self._settings = settings
        self._readers = readers
        self._writer = writer
        self._games = games

    async def view(self, user_id: str) -> VacationView:
        """Return the vacation of a user, and how many days are left."""
        vacations, now_ms = await self._vacations_of(user_id), self._settings.play_ms()
        lasting = current(vacations, now_ms)
        return VacationView(
            until=None if lasting is None else print_time(lasting.until_ms + self._settings.ahead_ms),
            n_days_left=days_left(vacations, self._settings.vacation_days, now_ms),
            n_days=self._settings.vacation_days,
        )

    async def begin(self, user_id: str, days: int) -> None:
        """Begin a vacation of some days.

        Raises Refusal if the user is on vacation or has fewer days left, and NotSaved.
        """
        now_ms = self._settings.play_ms()
        vacation = begin_vacation(
            await self._vacations_of(user_id), days, self._settings.vacation_days, now_ms
        )
        if isinstance(vacation, Refusal):
            raise vacation
        await self._save(user_id, save_vacation(user_id, vacation), vacation.until_ms - now_ms, now_ms)

    async def end(self, user_id: str) -> None:
        """End vacation of a user, who gets the remaining days back; without one nothing happens.

        Raises NotSaved.
        """
        now_ms = self._settings.play_ms()
        lasting = current(await self._vacations_of(user_id), now_ms)
        if lasting is not None:
            await self._save(
                user_id, shorten_vacation(user_id, lasting, now_ms), now_ms - lasting.until_ms, now_ms
            )

    async def export(self, user_id: str) -> list[dict[str, object]]:
        """Return all vacations of a user, as JSON."""
        vacations = await self._vacations_of(user_id)
        return [{"from": print_time(each.from_ms), "until": print_time(each.until_ms)} for each in vacations]

    async def _vacations_of(self, user_id: str) -> Sequence[Vacation]:
        found = await asyncio.to_thread(read_vacations, self._readers, [user_id])
        return found.get(user_id, ())

    async def _save(self, user_id: str, write: MustMatch, ms: int, at_ms: int) -> None:
        """Save a change together with the due times of all games that it moves, and update open tables."""
        later = self._games.postpone_writes(user_id, ms, at_ms)
        try:
            await self._writer.append(write, postpone_games(user_id, ms), *later)
        except Conflict as conflict:  # the user has done the same in another browser
            raise Refusal("on_vacation") from conflict
        await self._games.vacations_changed()
