"""The bus between servers: one test suite for all its adapters."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from tantrix.server.cluster import channels
from tantrix.server.cluster.bus import COMMON, MAX_NAMES, Bus, MemoryBus
from tantrix.server.cluster.bus_postgres import postgres_bus
from tantrix.server.cluster.bus_redis import redis_bus
from tests.server.support.external_servers import free_port, postgres_server, redis_server
from tests.server.support.link import link_to

KINDS = ("memory", "redis", "postgres")
_NAMES = count()

MakeBus = Callable[[], Bus]


@pytest.fixture(scope="module", params=KINDS)
def make_bus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeBus]:
    """Make buses that share a channel."""
    folder = tmp_path_factory.mktemp("bus")
    match request.param:
        case "memory":
            line: set[MemoryBus] = set()
            yield lambda: MemoryBus(line)
        case "redis":
            with redis_server(folder) as address:
                yield lambda: redis_bus(f"server-{next(_NAMES)}", address)
        case "postgres":
            with postgres_server() as address:
                yield lambda: postgres_bus(f"server-{next(_NAMES)}", address)


@dataclass(slots=True)
class BusListener:
    """A bus and the messages received on it."""

    bus: Bus
    heard: list[str] = field(default_factory=list)
    n_back: int = 0

    async def start(self) -> None:
        self.bus.include_older(False)
        await self.bus.start(self.heard.append, self._back)
        await until(lambda: self.bus.is_up)

    def _back(self) -> None:
        self.n_back += 1


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.005)


def with_listeners(make_bus: MakeBus, n: int, work: Callable[[list[BusListener]], Awaitable[None]]) -> None:
    async def run() -> None:
        listeners = [BusListener(make_bus()) for _ in range(n)]
        try:
            for listener in listeners:
                await listener.start()
            await work(listeners)
        finally:
            for listener in listeners:
                await listener.bus.close()

    asyncio.run(run())


def test_all_others_receive_messages_in_the_order_of_each_sender(make_bus: MakeBus) -> None:
    async def work(all_: list[BusListener]) -> None:
        for n in range(200):
            all_[0].bus.publish(f"a {n}")
            all_[1].bus.publish(f"b {n}")
        await until(lambda: len(all_[2].heard) == 400)
        await until(lambda: len(all_[0].heard) == len(all_[1].heard) == 200)

        for name in "ab":
            assert [t for t in all_[2].heard if t[0] == name] == [f"{name} {n}" for n in range(200)]
        assert all_[0].heard == [f"b {n}" for n in range(200)]

    with_listeners(make_bus, 3, work)


def test_a_server_does_not_receive_its_own_messages(make_bus: MakeBus) -> None:
    async def work(both: list[BusListener]) -> None:
        both[0].bus.publish("one")
        await until(lambda: both[1].heard == ["one"])
        both[1].bus.publish("two")
        await until(lambda: both[0].heard == ["two"])

        assert both[1].heard == ["one"]

    with_listeners(make_bus, 2, work)


def test_a_message_may_contain_anything(make_bus: MakeBus) -> None:
    hostile = ["", " ", "a b  c", '{"x": "żółty \U0001f600"}', "'; DROP TABLE games; --", "x" * 4000]

    async def work(both: list[BusListener]) -> None:
        for text in hostile:
            both[0].bus.publish(text)
        await until(lambda: both[1].heard == hostile)

    with_listeners(make_bus, 2, work)


def test_a_server_that_has_left_receives_nothing_and_breaks_nothing(make_bus: MakeBus) -> None:
    async def work(three: list[BusListener]) -> None:
        await three[0].bus.close()
        three[1].bus.publish("on")
        await until(lambda: three[2].heard == ["on"])

        assert three[0].heard == []

    with_listeners(make_bus, 3, work)


def test_a_bus_that_was_cut_connects_again_and_reports_it(tmp_path: Path) -> None:
    port = free_port()

    async def work() -> None:
        one, two = (BusListener(redis_bus(name, f"redis://127.0.0.1:{port}/0")) for name in ("one", "two"))
        with redis_server(tmp_path, port):
            for listener in (one, two):
                await listener.start()
        await until(lambda: not one.bus.is_up and not two.bus.is_up)
        one.bus.publish("said while it was away")
        with redis_server(tmp_path, port):
            await until(lambda: one.n_back == two.n_back == 2)
            one.bus.publish("said later")
            await until(lambda: "said later" in two.heard)
            for listener in (one, two):
                await listener.bus.close()

    asyncio.run(work())


def test_who_follows_a_channel_receives_what_is_published_on_it(make_bus: MakeBus) -> None:
    async def work(three: list[BusListener]) -> None:
        three[1].bus.follow("game 1", "game 1")
        three[2].bus.follow("account 2", "stream 2")
        await until(lambda: three[1].heard == ["game 1"] and three[2].heard == ["stream 2"])

        three[0].bus.publish("1 2", "game 1", "account 2")
        three[0].bus.publish("to all")

        for listener in three[1:]:
            await until(lambda listener=listener: listener.heard[1:] == ["1 2", "to all"])

    with_listeners(make_bus, 3, work)


def test_changes_of_many_things_reach_those_who_follow_one_of_them(make_bus: MakeBus) -> None:
    async def work(three: list[BusListener]) -> None:
        three[1].bus.follow("bell a", "begun")
        three[2].bus.follow("bell b", "begun")
        await until(lambda: all(each.heard == ["begun"] for each in three[1:]))

        three[0].bus.publish_each("bell", ["a", "b", "c"])
        three[0].bus.publish("the end")

        await until(lambda: all("the end" in each.heard for each in three[1:]))
        heard = [[word for text in each.heard for word in text.split()] for each in three[1:]]
        assert "a" in heard[0] and "b" in heard[1]

    with_listeners(make_bus, 3, work)


def test_changes_of_many_things_are_one_notification_of_postgres(postgres: str) -> None:
    async def work(both: list[BusListener]) -> None:
        both[0].bus.publish_each("bell", [f"user{number}" for number in range(MAX_NAMES + 1)])
        both[0].bus.publish("the end")

        await until(lambda: "the end" in both[1].heard)
        assert [len(text.split()) - 1 for text in both[1].heard] == [MAX_NAMES, 1, 1]

    with_listeners(lambda: postgres_bus(f"server-{next(_NAMES)}", postgres), 2, work)


def test_whoever_follows_again_is_told_again_that_it_has_begun(make_bus: MakeBus) -> None:
    async def work(both: list[BusListener]) -> None:
        for n in (1, 2):
            both[1].bus.follow("game 1", f"read {n}")
            await until(lambda n=n: f"read {n}" in both[1].heard)
            both[1].bus.unfollow("game 1")

        assert both[1].heard == ["read 1", "read 2"]

    with_listeners(make_bus, 2, work)


def test_a_channel_of_redis_reaches_its_followers_only(tmp_path: Path) -> None:
    with redis_server(tmp_path) as address:

        async def work(three: list[BusListener]) -> None:
            three[1].bus.follow("game 1")
            await until(lambda: followers(address, "game 1") == 1)

            three[0].bus.publish("1", "game 1")
            three[0].bus.publish("2", "game 2")
            three[0].bus.publish("to all")

            await until(lambda: all("to all" in each.heard for each in three[1:]))
            assert [each.heard for each in three[1:]] == [["1", "to all"], ["to all"]]

        with_listeners(lambda: redis_bus(f"server-{next(_NAMES)}", address), 3, work)


def test_a_channel_is_left_a_while_after_its_last_follower(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with redis_server(tmp_path) as address:

        async def work(both: list[BusListener]) -> None:
            bus = both[0].bus
            bus.follow("game 1")
            bus.follow("game 2")
            await until(lambda: followers(address, "game 1") == followers(address, "game 2") == 1)
            bus.unfollow("game 1")
            bus.follow("game 1")
            monkeypatch.setattr(channels, "LINGER_S", 0.01)
            bus.unfollow("game 2")
            await until(lambda: followers(address, "game 2") == 0)
            both[1].bus.publish("still", "game 1")

            await until(lambda: both[0].heard == ["still"])

        with_listeners(lambda: redis_bus(f"server-{next(_NAMES)}", address), 2, work)


def test_a_bus_that_is_back_receives_the_channels_that_are_followed(tmp_path: Path) -> None:
    with redis_server(tmp_path) as address, link_to(address) as (link, linked):

        async def work() -> None:
            one, two = BusListener(redis_bus("one", address)), BusListener(redis_bus("two", linked))
            for listener in (one, two):
                await listener.start()
            two.bus.follow("game 1")
            two.bus.follow("game 2")
            await until(lambda: followers(address, "game 2") == 1)
            link.cut()
            await until(lambda: not two.bus.is_up)
            two.bus.follow("game 3")
            link.mend()
            await until(lambda: two.n_back == 2)
            for number in (1, 2, 3):
                one.bus.publish(f"{number}", f"game {number}")
            await until(lambda: two.heard == ["1", "2", "3"])
            for listener in (one, two):
                await listener.bus.close()

        asyncio.run(work())


def test_a_subscription_under_way_is_told_when_it_has_begun(tmp_path: Path) -> None:
    with redis_server(tmp_path) as address, link_to(address) as (link, linked):

        async def work() -> None:
            one, two = BusListener(redis_bus("one", address)), BusListener(redis_bus("two", linked))
            for listener in (one, two):
                await listener.start()
            link.stall("to")
            two.bus.follow("game 1", "read game 1")
            one.bus.publish("missed", "game 1")
            one.bus.publish("to all")
            await until(lambda: two.heard == ["to all"])
            link.mend()

            await until(lambda: two.heard == ["to all", "read game 1"])
            for listener in (one, two):
                await listener.bus.close()

        asyncio.run(work())


def test_a_bus_that_is_closed_while_postgres_does_not_answer_leaves_no_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connect, opened = psycopg.AsyncConnection.connect, list[psycopg.AsyncConnection[object]]()

    async def work(address: str) -> None:
        asks_again = asyncio.Event()

        async def connect_once(*url: str, **options: Any) -> psycopg.AsyncConnection[object]:
            if opened:
                asks_again.set()
                await asyncio.Event().wait()
            opened.append(await connect(*url, **options))
            return opened[0]

        monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect_once)
        bus = postgres_bus("one", address)
        await bus.start(lambda _text: None, lambda: None)
        await asks_again.wait()

        await bus.close()

        assert opened[0].closed

    with postgres_server() as address:
        asyncio.run(work(address))


def test_servers_of_an_older_version_receive_what_is_published_on_channels(tmp_path: Path) -> None:
    with (
        redis_server(tmp_path) as address,
        redis.Redis.from_url(address, decode_responses=True) as client,
        client.pubsub(ignore_subscribe_messages=True) as older,
    ):
        older.subscribe(COMMON)

        async def work(both: list[BusListener]) -> None:
            both[1].bus.follow("game 1")
            both[0].bus.publish("hidden", "game 1")
            both[0].bus.include_older(True)
            both[0].bus.publish("1 2", "game 1", "account 2")
            client.publish(COMMON, "older 1 2")
            await until(lambda: both[1].heard.count("1 2") > 1)

            heard = [str(message["data"]).partition(" ")[2] for message in islice(older.listen(), 2)]
            assert heard == ["1 2", "1 2"]

        with_listeners(lambda: redis_bus(f"server-{next(_NAMES)}", address), 2, work)


def followers(address: str, channel: str) -> int:
    """Return how many servers receive a channel of Redis."""
    with redis.Redis.from_url(address) as client:
        return int(client.pubsub_numsub(f"tantrix:{channel}")[0][1])


@pytest.mark.parametrize("address", ["", "nonsense", "http://127.0.0.1", "redis://host:port"])
def test_a_bad_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="expected an address like redis"):
        redis_bus("one", address)
    with pytest.raises(ValueError, match="expected an address like postgresql"):
        postgres_bus("one", address)
