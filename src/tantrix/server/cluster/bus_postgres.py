"""The bus over PostgreSQL's own NOTIFY, for those who have no Redis."""

from collections.abc import AsyncIterator

import psycopg

from tantrix.server.cluster.bus import LineBus
from tantrix.server.database.engine import check_address

CHANNEL = "tantrix"


class _PostgresLine:
    """A connection to notify and one to listen."""

    def __init__(self, talking: "_Connection", listening: "_Connection") -> None:
        self._talking = talking
        self._listening = listening
        self._heard: AsyncIterator[psycopg.Notify] = listening.notifies()

    async def send(self, texts: list[str]) -> None:
        async with self._talking.transaction():
            for text in texts:
                await self._talking.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    async def receive(self) -> str:
        return (await anext(self._heard)).payload

    async def close(self) -> None:
        await self._listening.close()
        await self._talking.close()


_Connection = psycopg.AsyncConnection[tuple[object, ...]]


def postgres_bus(name: str, address: str) -> LineBus:
    """Make a bus of the address of a database; raises ValueError for any other."""
    url = check_address(address).set(drivername="postgresql").render_as_string(hide_password=False)

    async def connect() -> _PostgresLine:
        talking = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=5)
        listening = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=5)
        await listening.execute(f"LISTEN {CHANNEL}")
        return _PostgresLine(talking, listening)

    return LineBus(name, connect)
