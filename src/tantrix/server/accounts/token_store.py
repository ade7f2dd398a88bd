"""Personal tokens in the database, each identified by its hash."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of


@dataclass(frozen=True, slots=True)
class Token(Row):
    """A token of an account, identified by its hash. `scopes` are separated by spaces."""

    token: str
    user_id: str
    name: str
    scopes: str
    made_ms: int
    used_ms: int | None = None
    ended_ms: int | None = None


TOKENS = table_of(Token, "tokens", key=("token",), indexed=("user_id",))


def use_token(token: str, at_ms: int) -> sa.Update:
    """Save that a token was used."""
    return TOKENS.update().where(TOKENS.c.token == token).values(used_ms=at_ms)


def end_token(token: str, at_ms: int) -> sa.Update:
    """Revoke a token."""
    return TOKENS.update().where(TOKENS.c.token == token).values(ended_ms=at_ms)


def delete_tokens(user_id: str) -> sa.Delete:
    """Delete the tokens of an account that is closed."""
    return TOKENS.delete().where(TOKENS.c.user_id == user_id)


class TokenStore(Store):
    """Reads tokens."""

    def token(self, token: str) -> Token | None:
        """Find a token by its hash, even a revoked one."""
        rows = self._all(sa.select(TOKENS).where(TOKENS.c.token == token))
        return rows[0] if rows else None

    def tokens_of(self, user_id: str) -> list[Token]:
        """List the tokens of an account that are not revoked, newest first."""
        query = sa.select(TOKENS).where(TOKENS.c.user_id == user_id, TOKENS.c.ended_ms.is_(None))
        return self._all(query.order_by(TOKENS.c.made_ms.desc(), TOKENS.c.token))

    def _all(self, query: "sa.Select[Any]") -> list[Token]:
        return self.read_each(Token, query)
