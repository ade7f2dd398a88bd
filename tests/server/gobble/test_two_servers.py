"""Two servers on one database: one holds a room, and commands sent to either are executed."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tantrix.server.database.writes import Write
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.gobble.room import COUNTDOWN_MS
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.gobble import NewRush, RushSettings
from tests.server.support.gobble.players import Party, sits
from tests.server.support.gobble.table import Time, open_hub, rush_settings

pytestmark = pytest.mark.anyio


@dataclass(slots=True)
class LeaseAtHand:
    """Holds all leases, or none."""

    is_holder: bool
    asked: list[str] = field(default_factory=list)

    async def holds(self, game_id: str) -> bool:
        self.asked.append(game_id)
        return self.is_holder

    def fencing(self, _game_id: str) -> tuple[Write, ...]:
        return ()

    async def renew(self) -> None: ...

    async def end(self) -> None: ...


@asynccontextmanager
async def two_hubs(folder: Path, time: Time) -> AsyncIterator[tuple[GobbleHub, GobbleHub, LeaseAtHand]]:
    """Open two hubs on one file: the first has all leases, the second none until it gets them."""
    second = LeaseAtHand(is_holder=False)
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(open_hub(folder, time))
        other = rush_settings(folder, time, seed=2)
        two = await stack.enter_async_context(open_hub(folder, time, settings=other, lease_holder=second))
        yield one, two, second


async def test_a_server_without_the_lease_leaves_robots_and_time_to_the_other(tmp_path: Path) -> None:
    time = Time()
    async with two_hubs(tmp_path, time) as (_one, two, lease):
        new = NewRush(name="Ann", robots=["hasty", "hasty"], settings=RushSettings(handicaps=[]))
        rush_id = await two.create(new, "ann")
        await two.set_up(rush_id, lambda room, now_ms: room.start("ann", now_ms))
        await time.settle()
        await time.advance(COUNTDOWN_MS + 60_000)
        alone = await two.room(rush_id)

        lease.is_holder = True
        await two.compare()
        await time.settle()
        await time.advance(60_000)
        looked_after = await two.room(rush_id)

    assert rush_id in lease.asked
    assert alone.version == 0
    assert looked_after.version > 0


async def test_players_at_two_servers_are_not_refused_because_the_other_was_faster(tmp_path: Path) -> None:
    time = Time()
    async with two_hubs(tmp_path, time) as (one, two, _lease):
        party = await Party.gather(one, time, 2)
        await two.room(party.id)  # and two receives nothing about what happens on one
        first = await one.play(party.id, party.turn(), "o0")
        second = await two.play(party.id, party.turn(), "o1")
        await time.settle()
        at_two = await two.room(party.id)
        await one.compare()
        at_one = await one.room(party.id)

    assert isinstance(first, Ack) and isinstance(second, Ack)
    assert second.version > first.version
    assert at_one.version == at_two.version == second.version


async def test_seats_taken_at_two_servers_are_both_kept(tmp_path: Path) -> None:
    time = Time()
    async with two_hubs(tmp_path, time) as (one, two, _lease):
        rush_id = await one.create(NewRush(name="Ann", robots=[]), "ann")
        await two.room(rush_id)
        answers = [await one.set_up(rush_id, sits("o1")), await two.set_up(rush_id, sits("o2"))]
        await one.compare()
        seats = [seat.user_id for seat in (await one.room(rush_id)).setup.seats]

    assert answers == [None, None]
    assert seats == ["ann", "o1", "o2"]
