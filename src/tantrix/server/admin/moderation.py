"""Moderation from the command line: moderators, silences and reports."""

from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.admin.accounts import OPERATOR, open_data, with_accounts
from tantrix.server.community.moderation import Moderation
from tantrix.server.community.moderation_store import ModerationStore, Report
from tantrix.server.database.writer import Writer
from tantrix.server.settings import Settings


def reports(folder: Path, limit: int, *, is_open: bool) -> list[Report]:
    """List open reports, oldest first, or decided ones, newest first."""
    with closing(open_data(folder)) as database:
        return ModerationStore(database.readers).reports(limit, is_open=is_open)


def silence(folder: Path, name: str, days: int) -> None:
    """Hide an account's messages from all others. Raises ValueError if there is no account of this name."""
    _moderate(folder, name, lambda moderation: moderation.silence(name, days, OPERATOR))


def unsilence(folder: Path, name: str) -> None:
    """Show an account's messages again. Raises ValueError if there is no account of this name."""
    _moderate(folder, name, lambda moderation: moderation.unsilence(name, OPERATOR))


def set_moderator(folder: Path, name: str, is_one: bool) -> None:
    """Make an account a moderator, or an ordinary account again. Raises ValueError if it does not exist."""
    _moderate(folder, name, lambda moderation: moderation.set_moderator(name, is_one, OPERATOR))


def _moderate(folder: Path, name: str, work: Callable[[Moderation], Awaitable[None]]) -> None:
    with closing(open_data(folder)) as database:
        moderation_store = ModerationStore(database.readers)

        async def done(accounts: Accounts, writer: Writer) -> None:
            await work(Moderation(Settings(folder), moderation_store, writer, accounts))

        with_accounts(folder, name, done)
