"""Personal tokens in the database, each identified by its hash."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writes import columns_of

_TOKENS = sa.Table(
    "tokens",
    METADATA,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger),
    sa.Column("ended_ms", sa.BigInteger),
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token of an account, identified by its hash. `scopes` are separated by spaces."""

    token: str
    user_id: str
    name: str
    scopes: str
    made_ms: int
    used_ms: int | None = None
    ended_ms: int | None = None

    def statement(self) -> sa.Insert:
        return _TOKENS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class UseToken:
    """A token was used."""

    token: str
    at_ms: int

    def statement(self) -> sa.Update:
        return _TOKENS.update().where(_TOKENS.c.token == self.token).values(used_ms=self.at_ms)


@dataclass(frozen=True, slots=True)
class EndToken:
    """A token is revoked."""

    token: str
    at_ms: int

    def statement(self) -> sa.Update:
        return _TOKENS.update().where(_TOKENS.c.token == self.token).values(ended_ms=self.at_ms)


@dataclass(frozen=True, slots=True)
class DeleteTokens:
    """The tokens of an account are deleted, because it is closed."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _TOKENS.delete().where(_TOKENS.c.user_id == self.user_id)


class TokenStore:
    """Reads tokens."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def token(self, token: str) -> Token | None:
        """Find a token by its hash, even a revoked one."""
        rows = self._all(sa.select(_TOKENS).where(_TOKENS.c.token == token))
        return rows[0] if rows else None

    def tokens_of(self, user_id: str) -> list[Token]:
        """List the tokens of an account that are not revoked, newest first."""
        query = sa.select(_TOKENS).where(_TOKENS.c.user_id == user_id, _TOKENS.c.ended_ms.is_(None))
        return self._all(query.order_by(_TOKENS.c.made_ms.desc(), _TOKENS.c.token))

    def _all(self, query: "sa.Select[Any]") -> list[Token]:
        with self._readers.connect() as connection:
            return [Token(*row) for row in connection.execute(query)]
