"""A sign-up that cannot be saved while another process signs somebody up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tantrix.server.account_data import open_accounts
from tantrix.server.accounts.accounts import ANONYMOUS, Accounts
from tantrix.server.accounts.browser import Browser
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.settings import Settings

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
BROWSER = Browser("Firefox", "192.0.2.1", "en", "device")


class FailingOnce(Writer):
    """A writer whose first commit fails, after another process has saved an account that is read again."""

    accounts: Accounts
    others: Accounts

    async def append(self, *writes: Write) -> None:
        if self.others.named("Bea") is None:
            await self.others.sign_up("Bea", PASSWORD, ANONYMOUS, BROWSER)
            self.accounts.refresh()
            raise NotSaved("the disk is full")
        await super().append(*writes)


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    database = Database(tmp_path / DATABASE)
    database.migrate()
    good, failing = Writer(database.connect_writer), FailingOnce(database.connect_writer)
    failing.others = open_accounts(Settings(tmp_path), database, good)
    failing.accounts = open_accounts(Settings(tmp_path), database, failing)
    yield failing.accounts
    for writer in (good, failing):
        writer.close()
    database.close()


async def test_a_name_that_was_not_saved_is_free_although_accounts_were_read_meanwhile(
    accounts: Accounts,
) -> None:
    with pytest.raises(NotSaved):
        await accounts.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)
    free = accounts.named("Ann")

    await accounts.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)

    assert free is None
    assert accounts.named("Ann") is not None
    assert accounts.named("Bea") is not None
