"""The sender of a request: identity, account, browser and address."""

from ipaddress import ip_address
from typing import Annotated
from urllib.parse import quote

from fastapi import Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.requests import HTTPConnection

from tantrix.server.accounts.accounts import ANONYMOUS, Accounts, Identity
from tantrix.server.accounts.browser import Browser, describe_agent
from tantrix.server.accounts.names import skeleton
from tantrix.server.accounts.sessions import (
    DEVICE_COOKIE,
    STEP_COOKIE,
    give_device,
    give_session,
    make_token,
    token_in,
    user_id_of,
)
from tantrix.server.accounts.store import Account
from tantrix.server.accounts.webauthn_checks import Site
from tantrix.server.http.cookies import check_first_form
from tantrix.server.http.errors import Moved, Refusal
from tantrix.server.http.networks import network_of
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.settings import Settings

IDENTITY = "tantrix.identity"  # of the scope

PlayerName = Annotated[str, Path(min_length=1, max_length=40, description="An account's name")]
NextPage = Annotated[str, Query(max_length=500)]  # where to go after signing in


def identity_of(connection: HTTPConnection) -> Identity:
    """Return the identity of the sender of a request."""
    identity: Identity = connection.scope.get(IDENTITY, ANONYMOUS)
    return identity


def session_user_id(connection: HTTPConnection) -> str | None:
    """Return the user id of a request's session or token, or None if it has neither."""
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


def sign_in_first(request: Request) -> Response:
    """Send a guest to the page for signing in, which leads back to the page that was asked for."""
    return RedirectResponse(f"/sign-in?next={quote(request.url.path)}", 303)


def own_name(request: Request) -> str | None:
    """Return the name of the account that sends a request; None for guests."""
    account = identity_of(request).account
    return None if account is None else account.name


def is_own_name(request: Request, name: str | None) -> bool:
    """Return whether a name is or was that of the account that sends a request, or None."""
    named = None if name is None else service(request, Accounts).named(name)
    return name is None or (named is not None and named.user_id == own_account(request).user_id)


def open_session(request: Request, response: Response) -> str:
    """Return the user id of a request; a client without a session gets one with the response."""
    user_id = session_user_id(request)
    if identity_of(request).account is not None and user_id is None:
        raise Refusal("banned")
    if user_id is None:
        check_cookies(request)
        if not request.url.path.startswith("/api/"):  # there, scripts and programs have no form to send again
            check_first_form(request, service(request, Settings).now_ms())
        token = make_token()
        give_session(response, token, request.url.scheme == "https")
        user_id = user_id_of(token)
    return user_id


def check_cookies(request: Request) -> None:
    """Raise Refusal if a script says that its browser blocks cookies, so that nothing begins for nobody."""
    if request.headers.get("tantrix-cookies") == "blocked":
        raise Refusal("no_cookies")


async def account_named(request: Request, name: str) -> Account:
    """Return the open account with a name. Raises Refusal if there is none.

    A page that is asked for by a former name of the account raises Moved.
    """
    account = await service(request, Accounts).find_named(name)
    if account is None:
        raise Refusal("no_account")
    path: str = request.scope["path"]
    is_page = request.method in ("GET", "HEAD") and not path.startswith("/api/")
    if is_page and skeleton(name) != account.skeleton:
        parts = (account.name if part == name else part for part in path.split("/"))
        raise Moved("/".join(quote(part, safe=":") for part in parts), request.url.query)
    return account


def client_of(connection: HTTPConnection) -> str:
    """Return the account or guest network charged for a request's computing time."""
    account = identity_of(connection).account
    return network_of(client_address_of(connection)) if account is None else account.user_id


def client_address_of(connection: HTTPConnection) -> str:
    """Return the address that a request comes from."""
    return connection.client.host if connection.client else ""


def is_https(connection: HTTPConnection) -> bool:
    """Return whether a request comes over TLS."""
    return connection.url.scheme in ("https", "wss")


def browser_of(request: Request) -> Browser:
    """Return the browser that sends a request; a browser without a device token gets a new one."""
    return Browser(
        describe_agent(request.headers.get("user-agent", "")),
        client_address_of(request),
        language_of(request),
        token_in(request.cookies, DEVICE_COOKIE, is_https(request)) or make_token(),
    )


def give_cookies(request: Request, response: Response, token: str, browser: Browser) -> None:
    """Set the cookie of a new session, and the cookie by which the account will recognise the device."""
    give_session(response, token, is_https(request))
    give_device(response, browser.device, is_https(request))


def site_and_step_of(request: Request) -> tuple[Site, str]:
    """Return the site, and the token of the step that the browser has begun. Raises Refusal."""
    site, step = passkey_site(request), token_in(request.cookies, STEP_COOKIE, is_https(request))
    if site is None or step is None:
        raise Refusal("step_over")
    return site, step


def passkey_site(request: Request) -> Site | None:
    """Return the site for passkeys created here; None for an IP address, which cannot have passkeys."""
    host = request.url.hostname or ""
    try:
        ip_address(host)
    except ValueError:
        origins = [f"{request.url.scheme}://{request.url.netloc}"]
        address = service(request, Settings).address
        return Site(host, (*origins, address.rstrip("/")) if address else tuple(origins))
    return None
