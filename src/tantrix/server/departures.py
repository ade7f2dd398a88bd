"""What follows when an account is closed or banned: it loses its name, and everything that it holds ends.

The names are replaced in the database by the transaction that closes the account; here each server takes them
over into what it holds in memory. The server that closes or bans an account ends its games, tables, rooms,
challenges and entries before it answers, and tells the others over the bus. Every server does the rest when
it starts, or when it finds that the operator has banned somebody.
"""

import asyncio
from collections.abc import Awaitable, Callable

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.account_names import erase_seats
from tantrix.server.account_rows import DELETE_OFFERS, left_behind
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.store import Account
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.games.hub import Hub
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.http.errors import Refusal
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.watch.replays import WeeklyReplays

_LOG = structlog.get_logger()

TOPIC = "departures"  # on the bus: an account was closed or banned
RETRY_S = 5


class Departures:
    """Ends what closed and banned accounts hold."""

    def __init__(
        self,
        accounts: Accounts,
        readers: sa.Engine,
        writer: Writer,
        hub: Hub,
        lobby: LobbyService,
        gobble: GobbleHub,
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
        self._tournaments = tournaments
        self._replays = replays
        self._publish = publish
        self._due: set[str] = set()

    async def left_here(self, account: Account) -> None:
        """Handle an account that was closed or banned on this server; the others hear of it."""
        self._publish(TOPIC)
        await self.left(account)

    async def left(self, account: Account) -> None:
        """End what an account holds, now or as soon as it can be saved; a closed one loses its name here."""
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
        """End what accounts still hold that were closed or banned while no server ran, or that stopped."""
        self._due |= await asyncio.to_thread(left_behind, self._readers)
        await self._end_due()

    async def _end_due(self) -> None:
        services = self._tournaments, self._hub, self._gobble
        parts = self._rename, self._withdraw, *(each.depart for each in services), self._erase
        for user_id in tuple(self._due):
            is_back = self._accounts.may_play(user_id)  # the ban was lifted meanwhile
            if is_back or all([await _is_done(part, user_id) for part in parts]):
                self._due.discard(user_id)

    async def _rename(self, user_id: str) -> None:
        """Show a closed account by its pseudonym, in all that this server holds in memory."""
        if (pseudonym := self._accounts.pseudonym_of(user_id)) is not None:
            await self._gobble.rename(user_id, pseudonym)
            await self._hub.rename(user_id, pseudonym)
            self._tournaments.forget_names()
            self._replays.forget()

    async def _withdraw(self, user_id: str) -> None:
        """Delete the challenges and seeks of a user."""
        await self._writer.append(*(delete(user_id) for delete in DELETE_OFFERS))
        self._lobby.notify()

    async def _erase(self, user_id: str) -> None:
        """Replace a closed account's name again where a game has stored it since, on any server."""
        if (pseudonym := self._accounts.pseudonym_of(user_id)) is not None:
            await self._writer.append(erase_seats(user_id, pseudonym))


async def _is_done(depart: Callable[[str], Awaitable[None]], user_id: str) -> bool:
    try:
        await depart(user_id)
    except (NotSaved, SQLAlchemyError, Refusal) as error:
        _LOG.warning("departure not finished", user=user_id[:8], reason=str(error))
        return False
    return True
