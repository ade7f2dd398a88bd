"""Leases: which of several servers looks after a game, that is, runs its robots and its clocks.

A lease has a fencing token, a number that grows whenever the lease passes to another server. A server writes
its own actions on a game, those that no request asked for, together with its fencing token. So the database
refuses the writes of a server that was suspended and has lost the lease. Placements of people need no lease:
journal entries are numbered, and two servers cannot write the same number.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Protocol

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from tantrix.server.background import on_thread
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writer import Conflict, NotSaved, Writer
from tantrix.server.database.writes import MustMatch, Write

LEASE_MS = 10_000
RENEW_S = 3.0


@dataclass(frozen=True, slots=True)
class Lease(Row):
    """A server looks after a game until the lease expires."""

    game_id: str
    holder: str
    fencing_token: Annotated[int, sa.BigInteger]
    until_ms: int


_LEASES = table_of(Lease, "leases", key=("game_id",))


def take_lease(seen: Lease, holder: str, until_ms: int) -> MustMatch:
    """Pass a lease to another server; a conflict if it has changed since that server read it."""
    taken = {
        "holder": holder,
        "fencing_token": seen.fencing_token + 1,
        "until_ms": until_ms,
    }
    return MustMatch(_LEASES.update().where(*_is(seen.game_id, seen.fencing_token)).values(**taken))


def check_fencing_token(game_id: str, fencing_token: int) -> MustMatch:
    """Let the writes in the same transaction succeed only if no other server has taken the lease."""
    # It changes nothing, but locks the row until the commit.
    return MustMatch(_LEASES.update().where(*_is(game_id, fencing_token)).values(fencing_token=fencing_token))


def renew_leases(holder: str, until_ms: int) -> sa.Update:
    """Extend all leases of a server."""
    return _LEASES.update().where(_LEASES.c.holder == holder).values(until_ms=until_ms)


def release_leases(holder: str) -> sa.Update:
    """Release all leases of a server."""
    return _LEASES.update().where(_LEASES.c.holder == holder).values(until_ms=0)


class LeaseHolder(Protocol):
    """Knows which games this server looks after."""

    async def holds(self, game_id: str) -> bool:
        """Return whether this server looks after a game, and take the lease if it is free."""
        ...

    def fencing(self, game_id: str) -> tuple[Write, ...]:
        """Return the writes to add to any change that this server makes to a game on its own."""
        ...

    async def renew(self) -> None: ...

    async def end(self) -> None: ...


class SingleServer:
    """The only server of a database: it looks after all games."""

    async def holds(self, _game_id: str) -> bool:
        return True

    def fencing(self, _game_id: str) -> tuple[Write, ...]:
        return ()

    async def renew(self) -> None:
        pass

    async def end(self) -> None:
        pass


@dataclass(slots=True)
class Leases:
    """The leases of one of several servers; `holder` is the name of this server."""

    holder: str
    now_ms: Callable[[], int]
    readers: sa.Engine
    writer: Writer
    _mine: dict[str, Lease] = field(default_factory=dict)
    _others: dict[str, Lease] = field(default_factory=dict)

    async def holds(self, game_id: str) -> bool:
        """Return whether this server looks after a game, and take a free lease. Raises NotSaved."""
        now_ms = self.now_ms()
        for known in (self._mine, self._others):
            if game_id in known and known[game_id].until_ms > now_ms:
                return known is self._mine
        try:
            return await self._take(game_id, now_ms)
        except Conflict:
            return False  # another server took it first
        except SQLAlchemyError as error:
            raise NotSaved(str(error)) from error

    def fencing(self, game_id: str) -> tuple[Write, ...]:
        """Check the fencing token of a lease that this server holds, or held."""
        return (
            (check_fencing_token(game_id, self._mine[game_id].fencing_token),)
            if game_id in self._mine
            else ()
        )

    async def renew(self) -> None:
        """Extend all leases that are still this server's. Raises NotSaved or SQLAlchemyError."""
        until_ms = self.now_ms() + LEASE_MS
        await self.writer.append(renew_leases(self.holder, until_ms))
        mine = await on_thread("leases", self._read_mine)
        # A lease that is no longer in the table has been taken by another server.
        self._mine = {lease.game_id: lease for lease in mine if lease.game_id in self._mine}

    async def end(self) -> None:
        """Release all leases, so that other servers can take them at once. Raises NotSaved."""
        self._mine = {}
        await self.writer.append(release_leases(self.holder))

    async def _take(self, game_id: str, now_ms: int) -> bool:
        self._mine.pop(game_id, None)
        # Not on the event loop: a database that hangs would stop all games.
        seen, until_ms = await on_thread("leases", lambda: self._read(game_id)), now_ms + LEASE_MS
        if seen is None:
            lease = Lease(game_id, self.holder, 1, until_ms)
            await self.writer.append(lease)
        elif seen.until_ms > now_ms and seen.holder != self.holder:
            self._others[game_id] = seen
            return False
        else:
            lease = Lease(game_id, self.holder, seen.fencing_token + 1, until_ms)
            await self.writer.append(take_lease(seen, self.holder, until_ms))
        self._mine[game_id] = lease
        return True

    def _read_mine(self) -> list[Lease]:
        with self.readers.connect() as connection:
            rows = connection.execute(sa.select(_LEASES).where(_LEASES.c.holder == self.holder))
            return [Lease(*row) for row in rows]

    def _read(self, game_id: str) -> Lease | None:
        with self.readers.connect() as connection:
            row = connection.execute(sa.select(_LEASES).where(_LEASES.c.game_id == game_id)).one_or_none()
        return None if row is None else Lease(*row)


def _is(game_id: str, fencing_token: int) -> "tuple[sa.ColumnElement[bool], ...]":
    return _LEASES.c.game_id == game_id, _LEASES.c.fencing_token == fencing_token
