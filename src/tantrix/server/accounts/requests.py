"""Who sends a request: the identity, the account and the address behind it."""

from typing import Annotated

from fastapi import Path, Request, Response
from starlette.requests import HTTPConnection

from tantrix.server.accounts.accounts import ANONYMOUS, Accounts, Identity
from tantrix.server.accounts.sessions import give_session, make_token, user_id_of
from tantrix.server.accounts.store import Account
from tantrix.server.http.errors import Refusal
from tantrix.server.http.services import service

IDENTITY = "tantrix.identity"  # of the scope

PlayerName = Annotated[str, Path(min_length=1, max_length=40, description="An account's name")]


def identity_of(connection: HTTPConnection) -> Identity:
    """Return who sends a request."""
    identity: Identity = connection.scope.get(IDENTITY, ANONYMOUS)
    return identity


def session_user_id(connection: HTTPConnection) -> str | None:
    """Return the user id of a request's session or token; None if it has neither."""
    return identity_of(connection).user_id


def own_user_id(request: Request) -> str:
    """Return the user id of a request. Raises Refusal if it has none."""
    user_id = session_user_id(request)
    if user_id is None:
        raise Refusal("signed_out")
    return user_id


def own_account(request: Request) -> Account:
    """Return the account that sends a request. Raises Refusal if it comes from a guest."""
    account = identity_of(request).account
    if account is None:
        raise Refusal("signed_out")
    return account


def own_name(request: Request) -> str | None:
    """Return the name of the account that sends a request; None for guests."""
    account = identity_of(request).account
    return None if account is None else account.name


def open_session(request: Request, response: Response) -> str:
    """Return the user id of a request; one without a session gets one with the response."""
    user_id = session_user_id(request)
    if identity_of(request).account is not None and user_id is None:
        raise Refusal("banned")
    if user_id is None:
        token = make_token()
        give_session(response, token, request.url.scheme == "https")
        user_id = user_id_of(token)
    return user_id


def account_named(request: Request, name: str) -> Account:
    """Return the open account with a name. Raises Refusal if there is none."""
    account = service(request, Accounts).named(name)
    if account is None:
        raise Refusal("no_account")
    return account


def client_of(connection: HTTPConnection) -> str:
    """Return who pays for what is computed for a request: the account, or for guests the address."""
    account = identity_of(connection).account
    return host_of(connection) if account is None else account.user_id


def host_of(connection: HTTPConnection) -> str:
    """Return the address that a request comes from."""
    return connection.client.host if connection.client else ""
