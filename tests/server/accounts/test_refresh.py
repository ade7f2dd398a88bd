"""Accounts in memory and in the database while both change."""

from collections.abc import Callable
from pathlib import Path

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.store import Account, AccountStore, Audit
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import write_all
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder


class Interrupted(AccountStore):
    """A store that runs something else once, right after it has read the accounts."""

    meanwhile: Callable[[], None] | None = None

    def accounts(self) -> list[Account]:
        found, meanwhile = super().accounts(), self.meanwhile
        self.meanwhile = None
        if meanwhile is not None:
            meanwhile()
        return found


def test_an_account_made_while_the_accounts_are_read_again_is_not_forgotten(tmp_path: Path) -> None:
    database = Database(migrated_folder(tmp_path) / DATABASE)
    writer = Writer(database.connect_writer)
    store = Interrupted(database.readers, ())
    accounts = Accounts(Settings(tmp_path), store, writer)

    def save(name: str) -> None:
        row = Account(name * 64, name, name, "", 0)
        with database.connect_writer() as connection, connection.begin():
            write_all(connection, [row, Audit(0, name, "sign up", name)])

    save("a")
    store.meanwhile = lambda: save("b")
    accounts.refresh()
    writer.close()
    database.close()

    assert accounts.name_of("a" * 64) == "a"
    assert accounts.name_of("b" * 64) == "b"
