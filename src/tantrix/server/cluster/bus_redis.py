"""The bus over Redis: publish and subscribe, on the channel of all servers and on those that are followed."""

from collections.abc import Collection, Iterable

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from tantrix.server.cluster.bus import COMMON, ConnectedBus

PREFIX = f"{COMMON}:"
TIMEOUT_S = 5.0


class _RedisConnection:
    """One connection to publish and one to listen."""

    def __init__(self, client: redis.Redis, listening: redis.client.PubSub) -> None:
        self._client = client
        self._listening = listening

    async def send(self, messages: Iterable[tuple[str, str]]) -> None:
        async with self._client.pipeline(transaction=False) as pipeline:
            for channel, text in messages:
                pipeline.publish(_key(channel), text)
            await pipeline.execute()

    async def subscribe(self, channels: Collection[str]) -> Collection[str]:
        await self._listening.subscribe(*map(_key, channels))
        return ()

    async def unsubscribe(self, channels: Collection[str]) -> None:
        await self._listening.unsubscribe(*map(_key, channels))

    async def receive(self) -> tuple[str, str | None]:
        while True:
            message = await self._listening.get_message(timeout=TIMEOUT_S)
            if message is not None and message["type"] in ("message", "subscribe"):
                channel = str(message["channel"]).removeprefix(PREFIX)
                return channel, str(message["data"]) if message["type"] == "message" else None

    async def close(self) -> None:
        await self._listening.aclose()  # type: ignore[no-untyped-call]
        await self._client.aclose()


def _key(channel: str) -> str:
    """Return the name of a channel in a Redis that may serve others, too."""
    return channel if channel == COMMON else PREFIX + channel


def redis_bus(name: str, address: str) -> ConnectedBus:
    """Make a bus from an address like redis://host:6379/0; raises ValueError for any other address."""
    try:
        redis.connection.parse_url(address)
    except ValueError as error:
        raise ValueError(f"expected an address like redis://host:6379/0, got {address!r}") from error

    async def connect() -> _RedisConnection:
        # No retries: a connection that reconnects silently would hide that messages were lost.
        client = redis.Redis.from_url(
            address,
            decode_responses=True,
            socket_connect_timeout=TIMEOUT_S,
            health_check_interval=10,
            retry=Retry(NoBackoff(), 0),
        )
        listening = client.pubsub()
        await listening.subscribe(COMMON)
        return _RedisConnection(client, listening)

    return ConnectedBus(name, connect, has_channels=True)
