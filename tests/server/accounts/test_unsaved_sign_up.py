"""Sign-ups while another process signs somebody up and the accounts are read again."""

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
from tests.server.support.databases.migrated import migrated_folder

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
BROWSER = Browser("Firefox", "192.0.2.1", "en", "device")


class Overtaken(Writer):
    """A writer: before its first commit another process saves an account, and the accounts are read again."""

    accounts: Accounts
    others: Accounts
    is_failing = False  # whether the first commit fails

    async def append(self, *writes: Write) -> None:
        if self.others.named("Bea") is None:
            await self.others.sign_up("Bea", PASSWORD, ANONYMOUS, BROWSER)
            self.accounts.refresh()
            if self.is_failing:
                raise NotSaved("the disk is full")
        await super().append(*writes)


@pytest.fixture
def overtaken(tmp_path: Path) -> Iterator[Overtaken]:
    database = Database(migrated_folder(tmp_path) / DATABASE)
    writer, overtaken = Writer(database.connect_writer), Overtaken(database.connect_writer)
    overtaken.others = open_accounts(Settings(tmp_path), database, writer)
    overtaken.accounts = open_accounts(Settings(tmp_path), database, overtaken)
    yield overtaken
    for each in (writer, overtaken):
        each.close()
    database.close()


async def test_a_name_is_known_at_once_although_accounts_were_read_before_it_was_saved(
    overtaken: Overtaken,
) -> None:
    await overtaken.accounts.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)

    assert overtaken.accounts.named("Ann") is not None


async def test_a_name_that_was_not_saved_is_free_although_accounts_were_read_meanwhile(
    overtaken: Overtaken,
) -> None:
    overtaken.is_failing = True
    accounts = overtaken.accounts
    with pytest.raises(NotSaved):
        await accounts.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)
    free = accounts.named("Ann")

    await accounts.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)

    assert free is None
    assert accounts.named("Ann") is not None
    assert accounts.named("Bea") is not None
