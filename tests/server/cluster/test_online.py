"""Who is online: at this server, a moment after leaving, and at other servers of the same database."""

from dataclasses import dataclass, field

import pytest

from tantrix.server.cluster.heartbeats import KNOWS_CHANNELS, TableHeartbeats
from tantrix.server.cluster.online import FRESH_MS, LINGER_MS, OnlineUsers
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tests.server.support.manual_clock import ManualClock

pytestmark = pytest.mark.anyio


@dataclass
class ClusterMember:
    """A server whose connected users a test sets."""

    name: str | None
    database: Database
    writer: Writer
    clock: ManualClock
    at_tables: dict[str, str] = field(default_factory=dict)
    elsewhere: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sources = [lambda: self.at_tables, lambda: self.elsewhere]
        self.online = OnlineUsers(self.name, self.clock, self.database.readers, self.writer, sources)
        self.heart = TableHeartbeats(self.name or "", self.clock, self.database.readers, self.writer)

    async def start(self) -> "ClusterMember":
        await self.heart.save_outage()
        return self


async def test_a_user_is_online_while_connected_and_for_a_moment_after(
    database: Database, writer: Writer, clock: ManualClock
) -> None:
    site = ClusterMember(None, database, writer, clock, elsewhere={"ann": ""})
    await site.online.step()
    connected = await site.online.among(["ann", "bea"])

    site.elsewhere.clear()
    clock.now_ms += LINGER_MS - 1
    await site.online.step()
    between_pages = await site.online.among(["ann"])
    clock.now_ms += 1
    await site.online.step()

    assert (connected, between_pages) == ({"ann": ""}, {"ann": ""})
    assert await site.online.among(["ann"]) == {}


async def test_a_game_counts_more_than_another_open_page(
    database: Database, writer: Writer, clock: ManualClock
) -> None:
    site = ClusterMember(None, database, writer, clock, {"ann": "/games/one"}, {"ann": "", "bea": ""})

    await site.online.step()

    assert await site.online.among(["ann", "bea"]) == {"ann": "/games/one", "bea": ""}


async def test_servers_see_the_users_of_each_other_come_move_and_go(
    database: Database, writer: Writer, clock: ManualClock
) -> None:
    here = await ClusterMember("here", database, writer, clock).start()
    there = await ClusterMember("there", database, writer, clock, elsewhere={"ann": "", "bea": ""}).start()

    await there.online.step()
    came = await here.online.among(["ann", "bea"])
    there.at_tables["ann"] = "/games/one"
    del there.elsewhere["bea"]
    clock.now_ms += LINGER_MS
    await there.heart.beat()
    await there.online.step()

    assert came == {"ann": "", "bea": ""}
    assert await here.online.among(["ann", "bea"]) == {"ann": "/games/one"}


async def test_the_users_of_a_server_that_died_are_not_online(
    database: Database, writer: Writer, clock: ManualClock
) -> None:
    here = await ClusterMember("here", database, writer, clock).start()
    there = await ClusterMember("there", database, writer, clock, elsewhere={"ann": ""}).start()
    await there.online.step()

    clock.now_ms += FRESH_MS

    assert await here.online.among(["ann"]) == {}


async def test_servers_see_who_is_in_a_room_of_another_and_nobody_else_is_told(
    database: Database, writer: Writer, clock: ManualClock
) -> None:
    here = await ClusterMember("here", database, writer, clock, {"ann": "room@1"}).start()
    at_tables, elsewhere = {"ann": "/games/one room@5 other@7", "bea": "room@6"}, {"ann": ""}
    there = await ClusterMember("there", database, writer, clock, at_tables, elsewhere).start()
    await there.online.step()
    await here.online.step()

    assert await here.online.rooms_elsewhere(["ann", "bea"]) == {
        "room": {"ann": 5, "bea": 6},
        "other": {"ann": 7},
    }
    assert await there.online.rooms_elsewhere(["ann", "bea"]) == {"room": {"ann": 1}}
    assert await here.online.among(["ann", "bea"]) == {"ann": "/games/one", "bea": ""}


async def test_a_server_of_an_older_version_is_known_by_its_name_while_it_lives(
    database: Database, writer: Writer, clock: ManualClock
) -> None:
    new = await ClusterMember(f"{KNOWS_CHANNELS}1", database, writer, clock).start()
    alone = await new.heart.are_older_here()

    await ClusterMember("older", database, writer, clock).start()
    together = await new.heart.are_older_here()
    clock.now_ms += FRESH_MS

    assert (alone, together, await new.heart.are_older_here()) == (False, True, False)
