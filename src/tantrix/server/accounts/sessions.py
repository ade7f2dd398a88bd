"""Browser sessions: a random token in a cookie, of which the database stores only the hash.

The holder of the cookie is a guest, to whom the games belong that they started, or is signed in to an
account.
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
    """Return the hash of a token, which is the user id of a guest."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_hash(cookies: Mapping[str, str]) -> str | None:
    """Return the hash of the token in a request's cookies; None without a session."""
    token = cookies.get(COOKIE, "")
    return user_id_of(token) if _TOKEN.fullmatch(token) else None


def give_session(response: Response, token: str, is_https: bool) -> None:
    """Set the cookie of a session."""
    response.set_cookie(COOKIE, token, max_age=_YEAR_S, httponly=True, samesite="lax", secure=is_https)
