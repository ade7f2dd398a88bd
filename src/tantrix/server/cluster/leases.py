"""Which of several servers looks after a game: wakes its robots and lets flags fall.

A lease is a row with a number, its fence, that grows whenever the lease passes on. What a server does on its
own to a game it does under its fence, in the same transaction: a server that was asleep and has lost the
lease meanwhile is refused by the database. People's placements need no lease, for each entry of a journal
has its number, and two servers cannot write the same one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.writer import Conflict, Writer
from tantrix.server.database.writes import Write, columns_of

LEASE_MS = 10_000
RENEW_S = 3.0

_LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("game_id", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("fence", sa.BigInteger, nullable=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Lease:
    """A game is looked after by a server for a while."""

    game_id: str
    holder: str
    fence: int
    until_ms: int

    def statement(self) -> sa.Insert:
        return _LEASES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class TakeLease:
    """A lease passes to another server, if it is still as that server saw it."""

    seen: Lease
    holder: str
    until_ms: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        taken = {"holder": self.holder, "fence": self.seen.fence + 1, "until_ms": self.until_ms}
        return _LEASES.update().where(*_is(self.seen.game_id, self.seen.fence)).values(**taken)


@dataclass(frozen=True, slots=True)
class Fence:
    """What is written beside this is written only if the lease has not passed on."""

    game_id: str
    fence: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        # It changes nothing, but locks the row until the commit.
        return _LEASES.update().where(*_is(self.game_id, self.fence)).values(fence=self.fence)


@dataclass(frozen=True, slots=True)
class RenewAll:
    """All leases of a server are good for longer."""

    holder: str
    until_ms: int

    def statement(self) -> sa.Update:
        return _LEASES.update().where(_LEASES.c.holder == self.holder).values(until_ms=self.until_ms)


@dataclass(frozen=True, slots=True)
class EndAll:
    """All leases of a server are free."""

    holder: str

    def statement(self) -> sa.Update:
        return _LEASES.update().where(_LEASES.c.holder == self.holder).values(until_ms=0)


class LeaseHolder(Protocol):
    """Who looks after which games."""

    async def holds(self, game_id: str) -> bool:
        """Tell whether this server looks after a game, and take it over if nobody does."""
        ...

    def fence(self, game_id: str) -> tuple[Write, ...]:
        """Return what is to be written beside all that this server does to a game on its own."""
        ...

    async def renew(self) -> None: ...

    async def end(self) -> None: ...


class SingleServer:
    """The one server of a database."""

    async def holds(self, _game_id: str) -> bool:
        return True

    def fence(self, _game_id: str) -> tuple[Write, ...]:
        return ()

    async def renew(self) -> None:
        pass

    async def end(self) -> None:
        pass


@dataclass(slots=True)
class Leases:
    """One of several servers of a database, known by `holder`, a word of its own."""

    holder: str
    now_ms: Callable[[], int]
    readers: sa.Engine
    writer: Writer
    _mine: dict[str, Lease] = field(default_factory=dict)
    _others: dict[str, Lease] = field(default_factory=dict)

    async def holds(self, game_id: str) -> bool:
        """Tell whether this server looks after a game; takes a lease that nobody has. Raises NotSaved."""
        now_ms = self.now_ms()
        for known in (self._mine, self._others):
            if game_id in known and known[game_id].until_ms > now_ms:
                return known is self._mine
        try:
            return await self._take(game_id, now_ms)
        except Conflict:
            return False  # another server was quicker

    def fence(self, game_id: str) -> tuple[Write, ...]:
        """Return the fence of a game that this server holds, or held."""
        return (Fence(game_id, self._mine[game_id].fence),) if game_id in self._mine else ()

    async def renew(self) -> None:
        """Keep the leases for longer. Raises NotSaved."""
        until_ms = self.now_ms() + LEASE_MS
        await self.writer.append(RenewAll(self.holder, until_ms))
        self._mine = {
            game_id: Lease(game_id, self.holder, lease.fence, until_ms)
            for game_id, lease in self._mine.items()
        }

    async def end(self) -> None:
        """Let others have the games at once. Raises NotSaved."""
        self._mine = {}
        await self.writer.append(EndAll(self.holder))

    async def _take(self, game_id: str, now_ms: int) -> bool:
        self._mine.pop(game_id, None)
        seen, until_ms = self._read(game_id), now_ms + LEASE_MS
        if seen is None:
            lease = Lease(game_id, self.holder, 1, until_ms)
            await self.writer.append(lease)
        elif seen.until_ms > now_ms and seen.holder != self.holder:
            self._others[game_id] = seen
            return False
        else:
            lease = Lease(game_id, self.holder, seen.fence + 1, until_ms)
            await self.writer.append(TakeLease(seen, self.holder, until_ms))
        self._mine[game_id] = lease
        return True

    def _read(self, game_id: str) -> Lease | None:
        with self.readers.connect() as connection:
            row = connection.execute(sa.select(_LEASES).where(_LEASES.c.game_id == game_id)).one_or_none()
        return None if row is None else Lease(*row)


def _is(game_id: str, fence: int) -> "tuple[sa.ColumnElement[bool], ...]":
    return _LEASES.c.game_id == game_id, _LEASES.c.fence == fence
