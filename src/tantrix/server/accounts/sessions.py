"""Browser sessions: a random token in a cookie, known to the store only by its hash.

Whoever holds the cookie is a guest, who owns the games that were started with it, or signed in to an account.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping

from starlette.responses import Response

COOKIE = "tantrix_session"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_YEAR_S = 365 * 24 * 3600


def make_token() -> str:
    """Return a new token of 256 random bits."""
    return secrets.token_urlsafe(32)


def user_id_of(token: str) -> str:
    """Return the name under which the store knows the holder of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_hash(cookies: Mapping[str, str]) -> str | None:
    """Return the hash of the token in a request's cookies; None if it has no session yet."""
    token = cookies.get(COOKIE, "")
    return user_id_of(token) if _TOKEN.fullmatch(token) else None


def give_session(response: Response, token: str, is_https: bool) -> None:
    """Hand a session to the browser."""
    response.set_cookie(COOKIE, token, max_age=_YEAR_S, httponly=True, samesite="lax", secure=is_https)
