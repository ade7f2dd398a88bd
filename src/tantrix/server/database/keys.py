"""The secret keys of a server, generated at its first start and shared by all servers on a database.

They are stored in the database, not in files, so that backups include them and several servers share them.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.database import Database
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writer import Conflict, Writer


@dataclass(frozen=True, slots=True)
class _NewKey(Row):
    """A newly generated key."""

    name: str
    key: str


_KEYS = table_of(_NewKey, "server_keys", key=("name",))


@dataclass(frozen=True, slots=True)
class ServerKeys:
    """The keys. `links` signs links in mails, `push` (the private key, in hex) push messages."""

    links: bytes
    push: int


async def open_keys(database: Database, writer: Writer) -> ServerKeys:
    """Read the keys, and generate missing ones. Raises NotSaved or SQLAlchemyError."""
    links = await _key(database, writer, "links", lambda: secrets.token_hex(32))
    push = await _key(database, writer, "push", _private_number)
    return ServerKeys(bytes.fromhex(links), int(push, 16))


async def _key(database: Database, writer: Writer, name: str, make: Callable[[], str]) -> str:
    found = await asyncio.to_thread(_read, database, name)
    if found is not None:
        return found
    with suppress(Conflict):  # another server was faster, and its key is used
        await writer.append(_NewKey(name, make()))
    made = await asyncio.to_thread(_read, database, name)
    assert made is not None, f"the key {name} has just been saved"
    return made


def _read(database: Database, name: str) -> str | None:
    with database.readers.connect() as connection:
        query = sa.select(_KEYS.c.key).where(_KEYS.c.name == name)
        return connection.execute(query).scalar_one_or_none()


def _private_number() -> str:
    """Generate a private key for the curve P-256: a number below its order, which is just below 2**256."""
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    return f"{1 + secrets.randbelow(order - 1):x}"
