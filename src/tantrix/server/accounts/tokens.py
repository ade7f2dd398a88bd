"""Personal tokens, which let programs act for an account.

A token is shown once, when it is created, and stored as a hash. Each token has its own rate limit. When a
token is revoked or its account is banned or closed, its open streams and sockets end within two seconds.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from tantrix.server.accounts.accounts import ANONYMOUS, Accounts, Identity
from tantrix.server.accounts.scopes import TokenScope
from tantrix.server.accounts.sessions import make_token, user_id_of
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.accounts.token_store import Token, TokenStore, end_token, use_token
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import TokenBucket
from tantrix.server.protocol.text import clean_name
from tantrix.server.settings import Settings

PREFIX = "tantrix_"  # makes leaked tokens easy to recognise
MAX_TOKENS = 20  # per account
MAX_OPEN = 64  # concurrent streams, sockets and requests of a token
RATE, BURST = 50, 1000  # requests per second, and how many may come in a burst
NAME_LENGTH = 40
USED_PRECISION_MS = 60_000  # how precisely the last use is known

_TOKEN = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}", re.ASCII)


class Tokens:
    """All personal tokens of a server."""

    def __init__(
        self,
        settings: Settings,
        store: TokenStore,
        writer: Writer,
        accounts: Accounts,
    ) -> None:
        self._settings = settings
        self._store = store
        self._writer = writer
        self._accounts = accounts
        self._open: Counter[str] = Counter()
        self._buckets: dict[str, TokenBucket] = {}
        self._used: dict[str, int] = {}

    async def make(self, account: Account, name: str, scopes: Iterable[str], by: str = "") -> str:
        """Create a token, `by` the account itself or somebody else, for the audit log.

        Raises Refusal if it has no name or no scope, or if there are too many.
        """
        title, chosen = clean_name(name)[:NAME_LENGTH], set(scopes)
        known = [scope.value for scope in TokenScope if scope in chosen]
        if not title or not known or len(known) != len(chosen):
            raise Refusal("bad_token_request")
        if len(await asyncio.to_thread(self._store.tokens_of, account.user_id)) >= MAX_TOKENS:
            raise Refusal("too_many_tokens")
        token, now_ms = PREFIX + make_token(), self._settings.now_ms()
        row = Token(user_id_of(token), account.user_id, title, " ".join(known), now_ms)
        await self._writer.append(row, Audit(now_ms, by or account.name, "new token", account.name))
        return token

    async def revoke(self, account: Account, token: str) -> None:
        """Revoke a token of an account, by its hash."""
        found = await asyncio.to_thread(self._store.token, token)
        if found is None or found.user_id != account.user_id or found.ended_ms is not None:
            raise Refusal("no_token")
        now_ms = self._settings.now_ms()
        audit = Audit(now_ms, account.name, "revoke token", account.name)
        await self._writer.append(end_token(token, now_ms), audit)
        self._forget(token)

    def tokens_of(self, account: Account) -> list[Token]:
        """List the tokens of an account. Reads the database."""
        found = self._store.tokens_of(account.user_id)
        return [replace(each, used_ms=self._used.get(each.token, each.used_ms)) for each in found]

    def identity(self, text: str) -> Identity:
        """Return the identity that a token stands for, ANONYMOUS if it is not valid. Reads the database."""
        return self._identity(user_id_of(text)) if _TOKEN.fullmatch(text) else ANONYMOUS

    def wait_s(self, token: str) -> int:
        """Count a request by its token's hash; return the seconds to wait, 0 if it is allowed now."""
        now_ms = self._settings.now_ms()
        if self._open[token] >= MAX_OPEN:
            return 1
        bucket = self._buckets.setdefault(token, TokenBucket(RATE, BURST, now_ms))
        return 0 if bucket.take(now_ms) else bucket.wait_s

    async def record_use(self, token: str) -> None:
        """Save when a token was used, to the minute; if that fails, a later use is saved."""
        now_ms = self._settings.now_ms()
        if now_ms - self._used.get(token, 0) >= USED_PRECISION_MS:
            self._used[token] = now_ms
            with suppress(NotSaved):
                await self._writer.append(use_token(token, now_ms))

    @contextmanager
    def opened(self, token: str) -> Iterator[None]:
        """Count a request, a stream or a socket as open."""
        self._open[token] += 1
        try:
            yield
        finally:
            self._open[token] -= 1
            if self._open[token] <= 0:
                del self._open[token]

    async def expire(self) -> None:
        """Close the streams and sockets of tokens that are no longer valid, whichever server revoked them."""
        for token in list(self._open):
            if await asyncio.to_thread(self._identity, token) is ANONYMOUS:
                self._forget(token)

    def _identity(self, token: str) -> Identity:
        found = self._store.token(token)
        account = None if found is None else self._accounts.read_account(found.user_id)
        if found is None or account is None or found.ended_ms is not None or account.closed_ms is not None:
            return ANONYMOUS
        if account.banned_ms is not None:
            return ANONYMOUS
        return Identity(token, account.user_id, account, frozenset(found.scopes.split()))

    def _forget(self, token: str) -> None:
        self._buckets.pop(token, None)
        self._used.pop(token, None)
        self._accounts.session_ended.call(token)
