"""What follows when an account is closed or banned, on every server.

The names are replaced in the database by the transaction that closes the account; here each server takes them
over into what it holds in memory. The server that closes the account tells the others over the bus, and they
read all accounts every few seconds anyway.
"""

from collections.abc import Callable

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.account_names import erase_seats
from tantrix.server.accounts.store import Account
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.games.hub import Hub
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.watch.replays import WeeklyReplays

_LOG = structlog.get_logger()

TOPIC = "departures"  # on the bus: an account was closed or banned


class Departures:
    """Ends what closed and banned accounts hold."""

    def __init__(
        self,
        writer: Writer,
        hub: Hub,
        gobble: GobbleHub,
        tournaments: Tournaments,
        replays: WeeklyReplays,
        publish: Callable[[str], None],
    ) -> None:
        self._writer = writer
        self._hub = hub
        self._gobble = gobble
        self._tournaments = tournaments
        self._replays = replays
        self._publish = publish

    async def left_here(self, account: Account) -> None:
        """Handle an account that was closed or banned on this server; the others hear of it."""
        self._publish(TOPIC)
        await self.left(account)

    async def left(self, account: Account) -> None:
        """Show a closed account by its pseudonym, in all that this server holds in memory."""
        if account.closed_ms is None:
            return
        try:
            await self._gobble.rename(account.user_id, account.name)
            await self._hub.rename(account.user_id, account.name)
            # A game that ended between the two has stored the name again.
            await self._writer.append(erase_seats(account.user_id, account.name))
        except (NotSaved, SQLAlchemyError) as error:
            _LOG.warning("name not erased everywhere", user=account.user_id[:8], reason=str(error))
        self._tournaments.forget_names()
        self._replays.forget()
