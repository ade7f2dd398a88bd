"""Browser sessions: a random token in a cookie; the database stores only its hash.

The browser with the cookie belongs to a guest, who owns the games that they started, or to a user who is
signed in to an account.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping

from starlette.responses import Response

COOKIE = "tantrix_session"
DEVICE_COOKIE = "tantrix_device"  # kept after signing out
STEP_COOKIE = "tantrix_step"  # for a sign-in that waits for its second step
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_YEAR_S = 365 * 24 * 3600


def make_token() -> str:
    """Return a new token of 256 random bits."""
    return secrets.token_urlsafe(32)


def user_id_of(token: str) -> str:
    """Return the hash of a token, which is the user id of a guest."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_name(name: str, is_https: bool) -> str:
    """Return the name of a cookie as the browser stores it.

    Over TLS it begins with `__Host-`, so that it cannot be set by a page without TLS or by a page of another
    subdomain.
    """
    return f"__Host-{name}" if is_https else name


def token_hash(cookies: Mapping[str, str], is_https: bool) -> str | None:
    """Return the hash of the token in the session cookie; None without a session."""
    token = token_in(cookies, COOKIE, is_https)
    return None if token is None else user_id_of(token)


def token_in(cookies: Mapping[str, str], name: str, is_https: bool) -> str | None:
    """Return the token in a cookie; None if there is none."""
    token = cookies.get(cookie_name(name, is_https), "")
    return token if _TOKEN.fullmatch(token) else None


def give_session(response: Response, token: str, is_https: bool) -> None:
    """Set the cookie of a session."""
    give_cookie(response, COOKIE, token, _YEAR_S, is_https)


def give_device(response: Response, token: str, is_https: bool) -> None:
    """Set the cookie by which accounts recognise a device."""
    give_cookie(response, DEVICE_COOKIE, token, _YEAR_S, is_https)


def give_cookie(response: Response, name: str, token: str, max_age_s: int, is_https: bool) -> None:
    """Set a cookie that no script can read, for this host only."""
    response.set_cookie(
        cookie_name(name, is_https), token, max_age_s, httponly=True, samesite="lax", secure=is_https
    )


def delete_cookie(response: Response, name: str, is_https: bool) -> None:
    """Remove a cookie from the browser."""
    response.delete_cookie(cookie_name(name, is_https), secure=is_https, httponly=True, samesite="lax")
