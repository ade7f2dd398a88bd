"""The services of the server behind a test client, and calls in its event loop."""

from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple

from starlette.testclient import TestClient

from tantrix.server.services import Services

_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")


def services(client: TestClient) -> Services:
    """Return the services of the server behind a client."""
    found: Services = client.app.state.services  # type: ignore[attr-defined]
    return found


def in_loop(
    client: TestClient,
    function: Callable[[*_Arguments], Awaitable[_Result] | _Result],
    *arguments: *_Arguments,
) -> _Result:
    """Call a function in the event loop of the server behind a client, and wait for its result."""
    assert client.portal is not None
    return client.portal.call(function, *arguments)


def user_id_of(client: TestClient, name: str) -> str:
    """Return the user id of an account."""
    account = in_loop(client, services(client).accounts.find_named, name)
    assert account is not None, name
    return account.user_id


def give_address(client: TestClient, name: str, mail: str) -> None:
    """Give an account a confirmed mail address, without a mail."""
    accounts = services(client).accounts
    account = in_loop(client, accounts.find_named, name)
    assert account is not None, name
    in_loop(client, accounts.save_mail, account, mail)
