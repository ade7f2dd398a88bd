"""Six players send random commands at the same time: no tile is lost, and all see the same order."""

import asyncio
import random
from pathlib import Path

import pytest

from tantrix.gobble import Give, Gobble, Lay, Leave, PutAside, Tick, Turn, check
from tantrix.server.gobble.room import record_of
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.gobble import GiveTile, LeaveRush, RushCommand
from tantrix.tiles import GAME_SET
from tests.server.support.gobble.players import Party, public_part
from tests.server.support.gobble.table import Time, open_hub
from tests.support.rush_play import some_command

pytestmark = pytest.mark.anyio


def _some_message(party: Party, rush: Gobble, rng: random.Random) -> tuple[int, RushCommand] | None:
    """Return a command that fits the table as it was a moment ago."""
    match some_command(rush, rng):
        case Turn(seat):
            return seat, party.turn()
        case PutAside(seat):
            return seat, party.aside()
        case Lay(seat, placement):
            return seat, party.lay(placement)
        case Give(seat, to, tile):
            return seat, GiveTile(type="give", id=party.message_id(), to=to, tile=tile)
        case Leave(seat):
            return seat, LeaveRush(type="leave", id=party.message_id())
        case Tick():
            return None


def _all_tiles(rush: Gobble) -> list[int]:
    held = [tile for player in rush.players for tile in player.tiles]
    return sorted([*held, *(placement.tile for placement in rush.table.laid.values()), *rush.box])


# R6.5: no tile is lost or duplicated, however commands collide.
@pytest.mark.parametrize("seed", range(4))
async def test_every_tile_stays_in_one_place_whatever_six_players_do_at_once(
    seed: int, tmp_path: Path
) -> None:
    time, rng = Time(), random.Random(seed)
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 6, double_gobble=seed % 2 == 1, penalty="anywhere")
        for _burst in range(150):
            rush = await party.rush()
            if rush.is_over:
                break
            commands = [sent for _ in range(rng.randint(2, 18)) if (sent := _some_message(party, rush, rng))]
            before = (await party.room()).version
            answers = await asyncio.gather(*(party.send(seat, message) for seat, message in commands))
            accepted = [answer.version for answer in answers if isinstance(answer, Ack)]
            assert sorted(accepted) == list(range(before + 1, before + 1 + len(accepted)))
            assert _all_tiles(await party.rush()) == list(GAME_SET)
            await time.advance(rng.choice((0, 50, 800)))
        room = await party.room()

    rushed = [outbox.of_type("rushed") for outbox in (*party.outboxes, party.spectator)]
    assert [message["version"] for message in rushed[0]] == list(range(1, room.version + 1))
    assert all([*map(public_part, received)] == [*map(public_part, rushed[0])] for received in rushed)
    if room.is_over:
        assert check(record_of(room)) == ()
