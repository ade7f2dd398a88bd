"""The bus over PostgreSQL's NOTIFY, for installations without Redis.

It has one channel. A notification wakes all sessions that listen to anything, whatever its channel, so more
channels would relieve only the servers, and each message would be two or three notifications
(docs/server/scale.md).
"""

from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import AsyncExitStack

import psycopg

from tantrix.server.cluster.bus import COMMON, ConnectedBus
from tantrix.server.database.engine import check_address


class _PostgresConnection:
    """One connection to notify and one to listen."""

    def __init__(self, sending: "_Connection", listening: "_Connection") -> None:
        self._sending = sending
        self._listening = listening
        self._received: AsyncIterator[psycopg.Notify] = listening.notifies()

    async def send(self, messages: Iterable[tuple[str, str]]) -> None:
        async with self._sending.transaction():
            for channel, text in messages:
                await self._sending.execute("SELECT pg_notify(%s, %s)", (channel, text))

    async def subscribe(self, channels: Collection[str]) -> Collection[str]:
        return channels

    async def unsubscribe(self, _channels: Collection[str]) -> None:
        pass

    async def receive(self) -> tuple[str, str | None]:
        return COMMON, (await anext(self._received)).payload

    async def close(self) -> None:
        await self._listening.close()
        await self._sending.close()


_Connection = psycopg.AsyncConnection[tuple[object, ...]]


def postgres_bus(name: str, address: str) -> ConnectedBus:
    """Make a bus from the address of a PostgreSQL database; raises ValueError for any other address."""
    url = check_address(address).set(drivername="postgresql").render_as_string(hide_password=False)

    async def connect() -> _PostgresConnection:
        async with AsyncExitStack() as opened:  # closed if the server stops meanwhile
            sending, listening = [
                await opened.enter_async_context(
                    await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=5)
                )
                for _ in range(2)
            ]
            await listening.execute(f"LISTEN {COMMON}")
            opened.pop_all()
        return _PostgresConnection(sending, listening)

    return ConnectedBus(name, connect, has_channels=False)
