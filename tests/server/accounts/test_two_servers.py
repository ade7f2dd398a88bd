"""An account created on one server is known on another at once, before it reads all accounts again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tantrix.server.account_data import open_accounts
from tantrix.server.accounts.accounts import ANONYMOUS, Accounts
from tantrix.server.accounts.browser import Browser
from tantrix.server.accounts.sessions import user_id_of
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse battery"
BROWSER = Browser("Firefox", "192.0.2.1", "en", "device")


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Accounts, Accounts]]:
    """Open the accounts of one database twice; neither ever reads all accounts again."""
    database = Database(migrated_folder(tmp_path) / DATABASE)
    writer = Writer(database.connect_writer)
    settings = Settings(tmp_path)
    yield open_accounts(settings, database, writer), open_accounts(settings, database, writer)
    writer.close()
    database.close()


async def test_a_session_of_a_new_account_is_known(servers: tuple[Accounts, Accounts]) -> None:
    one, two = servers
    token = await one.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)

    identity = two.identity(user_id_of(token))

    assert identity.account is not None and identity.account.name == "Ann"
    assert two.name_of(identity.user_id) == "Ann"


async def test_a_new_account_is_found_by_its_name(servers: tuple[Accounts, Accounts]) -> None:
    one, two = servers
    await one.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)

    found = await two.find_named("ann")

    assert found is not None and await two.is_right(found, PASSWORD)
    assert await two.find_named("Bea") is None


async def test_an_address_confirmed_on_another_server_is_taken(servers: tuple[Accounts, Accounts]) -> None:
    one, two = servers
    for name in ("Ann", "Bea"):
        await one.sign_up(name, PASSWORD, ANONYMOUS, BROWSER)
    ann, bea = one.named("Ann"), await two.find_named("Bea")
    assert ann is not None and bea is not None
    await one.save_mail(ann, "both@example.org")

    with pytest.raises(Conflict):
        await two.save_mail(bea, "Both@example.org")


async def test_a_name_closed_on_another_server_stays_taken(servers: tuple[Accounts, Accounts]) -> None:
    one, two = servers
    token = await one.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)
    await one.close(one.identity(user_id_of(token)), PASSWORD)

    with pytest.raises(Refusal, match="name_taken"):
        await two.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)


async def test_a_name_taken_on_another_server_is_refused_as_taken(servers: tuple[Accounts, Accounts]) -> None:
    one, two = servers
    await one.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)

    with pytest.raises(Refusal, match="name_taken"):
        await two.sign_up("Ann", PASSWORD, ANONYMOUS, BROWSER)

    found = two.named("Ann")
    assert found is not None and one.account_of(found.user_id) == found
