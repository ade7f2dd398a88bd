"""The bus over Redis: publish and subscribe on one channel."""

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from tantrix.server.cluster.bus import ConnectedBus

CHANNEL = "tantrix"
TIMEOUT_S = 5.0


class _RedisConnection:
    """One connection to publish and one to listen."""

    def __init__(self, client: redis.Redis, listening: redis.client.PubSub) -> None:
        self._client = client
        self._listening = listening

    async def send(self, texts: list[str]) -> None:
        async with self._client.pipeline(transaction=False) as pipeline:
            for text in texts:
                pipeline.publish(CHANNEL, text)
            await pipeline.execute()

    async def receive(self) -> str:
        while True:
            message = await self._listening.get_message(ignore_subscribe_messages=True, timeout=TIMEOUT_S)
            if message is not None:
                return str(message["data"])

    async def close(self) -> None:
        await self._listening.aclose()  # type: ignore[no-untyped-call]
        await self._client.aclose()


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
        await listening.subscribe(CHANNEL)
        return _RedisConnection(client, listening)

    return ConnectedBus(name, connect)
