"""Administration of accounts from the command line, whether or not the server is running.

Every action adds a line to the audit log. A running server checks the log and reloads the accounts within two
seconds.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tantrix.server.account_data import account_store, open_accounts
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.factor_store import FactorStore
from tantrix.server.accounts.scopes import TokenScope
from tantrix.server.accounts.second_factor.service import SecondFactors
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.accounts.token_store import TokenStore
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.admin.unusable_data import UNUSABLE, explain
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE, open_folder
from tantrix.server.database.writer import Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.settings import Settings

OPERATOR = "operator"

_T = TypeVar("_T")


def accounts(folder: Path) -> list[Account]:
    """List the accounts of a server, oldest first."""
    with closing(open_data(folder)) as database:
        return sorted(account_store(database).accounts(), key=lambda account: account.created_ms)


def audit(folder: Path, limit: int) -> list[Audit]:
    """List the actions on accounts, newest first."""
    with closing(open_data(folder)) as database:
        return account_store(database).audit(limit)


def set_ban(folder: Path, name: str, is_banned: bool) -> None:
    """Ban an account from playing, or lift the ban. Raises ValueError if there is no account of this name."""
    with_accounts(folder, name, lambda accounts, _writer: accounts.ban(name, is_banned, OPERATOR))


def rename(folder: Path, name: str, new: str) -> None:
    """Change the name of an account at once. Raises ValueError if it does not exist, or for a bad name."""
    with _opened(folder, name) as opened:
        try:
            asyncio.run(opened.accounts.rename_for(name, new, OPERATOR))
        except Refusal as error:
            raise ValueError(error.sentence_in("en")) from error


def make_robot(folder: Path, name: str) -> None:
    """Mark an account permanently as a robot's. Raises ValueError if it does not exist or has played."""

    async def mark(accounts: Accounts, _writer: Writer) -> None:
        account = accounts.named(name)
        if account is None:
            raise Refusal("no_account")
        try:
            await accounts.mark_robot(account, OPERATOR)
        except Refusal as error:
            raise ValueError(f"expected an account that has not played yet, got {name!r}") from error

    with_accounts(folder, name, mark)


def make_reset(folder: Path, name: str) -> str:
    """Return a token for choosing a new password for an account; it can be used once, within a day."""

    async def make(accounts: Accounts, writer: Writer) -> str:
        token, row = accounts.make_reset(name)
        await writer.append(row, Audit(Settings(folder).now_ms(), OPERATOR, "reset", name))
        return token

    return with_accounts(folder, name, make)


def make_token(folder: Path, name: str, title: str, scopes: Sequence[str]) -> str:
    """Return a new personal token of an account, for a program that nobody attends.

    Raises ValueError if there is no such account, a scope is unknown, or the account has too many tokens.
    """
    known = [scope.value for scope in TokenScope]
    for scope in scopes:
        if scope not in known:
            raise ValueError(f"expected scopes from {', '.join(known)}, got {scope!r}")
    with _opened(folder, name) as opened:
        tokens = Tokens(opened.settings, TokenStore(opened.database.readers), opened.writer, opened.accounts)
        try:
            return asyncio.run(tokens.make(opened.account, title, scopes, OPERATOR))
        except Refusal as error:
            raise ValueError(error.sentence_in("en")) from error


def drop_second_factor(folder: Path, name: str, with_passkeys: bool) -> None:
    """Switch off the second factor of an account; optionally remove its passkeys too.

    Raises ValueError if there is no account of this name.
    """
    with _opened(folder, name) as opened:
        store = FactorStore(opened.database.readers)
        factors = SecondFactors(opened.settings, opened.accounts, store, opened.writer)
        asyncio.run(factors.drop(opened.account, with_passkeys, OPERATOR))


def with_accounts(folder: Path, name: str, work: Callable[[Accounts, Writer], Awaitable[_T]]) -> _T:
    """Run `work` on the accounts of a server. Raises ValueError if there is no account of this name."""

    async def done(opened: _Opened) -> _T:
        return await work(opened.accounts, opened.writer)

    with _opened(folder) as opened:
        try:
            return asyncio.run(done(opened))
        except Refusal as error:
            raise ValueError(f"expected the name of an account, got {name!r}") from error


@dataclass(frozen=True, slots=True)
class _Opened:
    """The data of a server, with one of its accounts."""

    settings: Settings
    database: Database
    writer: Writer
    accounts: Accounts
    found: Account | None

    @property
    def account(self) -> Account:
        assert self.found is not None
        return self.found


@contextmanager
def _opened(folder: Path, name: str | None = None) -> Iterator[_Opened]:
    """Open the data of a server. Raises ValueError if `name` is not the name of an account."""
    settings = Settings(folder)
    with closing(open_data(folder)) as database, closing(Writer(database.connect_writer)) as writer:
        accounts = open_accounts(settings, database, writer)
        account = None if name is None else accounts.named(name)
        if name is not None and account is None:
            raise ValueError(f"expected the name of an account, got {name!r}")
        yield _Opened(settings, database, writer, accounts, account)


def open_data(folder: Path) -> Database:
    """Open the data of a server: the database that TANTRIX_DATABASE names, or else the one in a folder.

    Raises ValueError, with a sentence for the operator, if they cannot be used.
    """
    settings = settings_of(folder)
    try:
        database = Database(settings.database or open_folder(folder))
        try:
            database.migrate()
        except BaseException:
            database.close()
            raise
    except UNUSABLE as error:
        raise ValueError(explain(settings, error)) from error
    return database


def settings_of(folder: Path) -> Settings:
    """Return where the data of a server are. Raises ValueError if the folder holds none."""
    address = os.environ.get("TANTRIX_DATABASE") or None
    if address is None and not (folder / DATABASE).is_file():
        raise ValueError(f"expected the folder of a server's data, got {folder}")
    return Settings(folder, database=address)
