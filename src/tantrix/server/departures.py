"""What follows when an account is renamed, closed or banned: its name changes, and what it holds may end.

The names are replaced in the database by the transaction that renames or closes the account; here each server
takes them over into what it holds in memory. The server that closes or bans an account ends its games,
tables, rooms, challenges and entries before it answers, and tells the others over the bus. Every server does
the rest when it starts, or when it finds that the operator has renamed or banned somebody.
"""

import asyncio
from collections.abc import Awaitable, Callable

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.account_names import replace_seats
from tantrix.server.account_rows import DELETE_OFFERS, left_behind
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.store import Account
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.games.hub import Hub
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.http.errors import Refusal
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.series.service import SeriesService
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.watch.replays import WeeklyReplays

_LOG = structlog.get_logger()

TOPIC = "departures"  # on the bus: an account was renamed, closed or banned
RETRY_S = 5


class Departures:
    """Renames accounts, and ends what closed and banned ones hold."""

    def __init__(
        self,
        accounts: Accounts,
        readers: sa.Engine,
        writer: Writer,
        hub: Hub,
        lobby: LobbyService,
        gobble: GobbleHub,
        series: SeriesService,
        tournaments: Tournaments,
        replays: WeeklyReplays,
        publish: Callable[[str], None],
    ) -> None:
        self._accounts = accounts
        self._readers = readers
        self._writer = writer
        self._hub = hub
        self._lobby = lobby
        self._gobble = gobble
        self._series = series
        self._tournaments = tournaments
        self._replays = replays
        self._publish = publish
        self._due: set[str] = set()

    async def left_here(self, account: Account) -> None:
        """Handle an account that was renamed, closed or banned on this server; the others hear of it."""
        self._publish(TOPIC)
        await self.left(account)

    async def left(self, account: Account) -> None:
        """Show an account's new name; end what a closed or banned one holds, as soon as it can be saved."""
        self._due.add(account.user_id)
        await self._end_due()

    async def run(self) -> None:
        """End what earlier departures have left, and try again what could not be saved."""
        await self._hub.ready.wait()
        try:
            await self.catch_up()
        except SQLAlchemyError as error:
            _LOG.warning("departures not read", reason=str(error))
        while True:
            await asyncio.sleep(RETRY_S)
            await self._end_due()

    async def catch_up(self) -> None:
        """Finish what is left of accounts that changed while no server ran, or just before one stopped."""
        self._due |= await asyncio.to_thread(left_behind, self._readers)
        await self._end_due()

    async def _end_due(self) -> None:
        services = self._series, self._tournaments, self._hub, self._gobble  # a series adds no more events
        ends = self._withdraw, *(each.depart for each in services)
        for user_id in tuple(self._due):
            parts = self._rename, *(() if self._accounts.may_play(user_id) else ends), self._replace
            if all([await _is_done(part, user_id) for part in parts]):
                self._due.discard(user_id)

    async def _rename(self, user_id: str) -> None:
        """Show an account by its new name or its pseudonym, in all that this server holds in memory."""
        if (new := self._accounts.new_name_of(user_id)) is not None:
            await self._gobble.rename(new)
            await self._hub.rename(new)
            self._tournaments.forget_names()
            self._replays.forget()
            self._lobby.notify()

    async def _withdraw(self, user_id: str) -> None:
        """Delete the challenges and seeks of a user."""
        await self._writer.append(*(delete(user_id) for delete in DELETE_OFFERS))
        self._lobby.notify()

    async def _replace(self, user_id: str) -> None:
        """Replace an account's old names again where a game has stored them since, on any server."""
        if (new := self._accounts.new_name_of(user_id)) is not None:
            await self._writer.append(replace_seats(new))


async def _is_done(depart: Callable[[str], Awaitable[None]], user_id: str) -> bool:
    try:
        await depart(user_id)
    except (NotSaved, SQLAlchemyError, Refusal) as error:
        _LOG.warning("departure not finished", user=user_id[:8], reason=str(error))
        return False
    return True
