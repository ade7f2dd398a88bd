"""The hub of Gobble: races for one cell, one order for all, nothing lost and nothing revealed."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from tantrix.gobble import Lay, check, parse_rush, print_rush
from tantrix.placement import Placement
from tantrix.server.database.database import Database
from tantrix.server.gobble.hub import EMPTY_MS, LOBBY_ROWS
from tantrix.server.gobble.messages import replay_view
from tantrix.server.gobble.results import RushResult
from tantrix.server.gobble.room import COUNTDOWN_MS, record_of
from tantrix.server.gobble.room_codes import code_of
from tantrix.server.http.connection import BURST, RATE
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import TokenBucket
from tantrix.server.protocol.base import Ack
from tantrix.server.protocol.gobble import (
    NewRush,
    PutTileAside,
    RushSettings,
)
from tantrix.tiles import GAME_SET
from tests.server.support.databases.failing import impatient
from tests.server.support.gobble.players import Party, public_part, sits
from tests.server.support.gobble.table import START_MS, RecordingOutbox, Time, open_hub, rush_settings

pytestmark = pytest.mark.anyio


async def _race(party: Party, rng: random.Random) -> int:
    """Let every player with a tile place it on the most wanted cell; return how many tiles fitted there."""
    rush = await party.rush()
    turned = {seat: rush.players[seat].turned for seat in rush.active}
    ways: dict[object, dict[int, Placement]] = {}
    for seat, tile in turned.items():
        for way in rush.table.placements(tile, 2) if tile else ():
            ways.setdefault(way.cell, {})[seat] = way
    if not ways or rush.is_over:  # an automatic gift may have ended the rush
        return 0
    cell, opponents = max(ways.items(), key=lambda item: len(item[1]))
    everybody = [
        (seat, opponents.get(seat) or Placement(tile, cell, 0))  # type: ignore[arg-type]
        for seat, tile in turned.items()
        if tile
    ]
    rng.shuffle(everybody)
    answers = await asyncio.gather(*(party.send(seat, party.lay(way)) for seat, way in everybody))
    accepted = [answer for answer in answers if isinstance(answer, Ack)]
    after = await party.rush()

    assert len(accepted) == 1  # R6.5: exactly one gets the cell
    winner = next(
        seat for (seat, _way), answer in zip(everybody, answers, strict=True) if isinstance(answer, Ack)
    )
    assert after.table.laid[cell].tile == turned[winner]  # type: ignore[index]
    assert winner == next(seat for seat, _way in everybody if seat in opponents)  # the first to arrive
    for seat, _way in everybody:
        if seat != winner and not after.is_over:
            assert after.players[seat].turned == turned[seat]  # the others keep the tile
    return len(opponents)


async def _play_races(party: Party, rng: random.Random) -> int:
    """Play a rush of such races; return how many had at least two opponents."""
    n_races = 0
    while not (rush := await party.rush()).is_over:
        idle = [seat for seat in rush.active if rush.players[seat].turned is None]
        await asyncio.gather(*(party.send(seat, party.turn()) for seat in idle))
        await party.time.advance(100)
        n_opponents = await _race(party, rng)
        n_races += n_opponents > 1
        rush = await party.rush()
        for seat, player in enumerate(rush.players):
            stuck = player.turned is not None and not list(rush.table.placements(player.turned, 2))
            if not rush.is_over and player.is_active and stuck:
                await party.send(seat, party.aside())
        if n_opponents == 0:
            await _fill_one(party)
    return n_races


async def _fill_one(party: Party) -> None:
    """Fill a forced space from a pile when nobody can do anything else."""
    rush = await party.rush()
    for seat in rush.active:
        for tile in rush.players[seat].pile:
            for way in rush.table.placements(tile, 3):
                if rush.verdict(Lay(seat, way), rush.at_ms):
                    continue
                await party.send(seat, party.lay(way))
                return


async def _races(folder: Path, n_races: int) -> None:
    """Play rushes of six players until there were `n_races` races for one cell."""
    time, rng, done, number = Time(), random.Random(6), 0, 0
    async with open_hub(folder, time) as hub:
        while done < n_races:
            number += 1
            party = await Party.gather(hub, time, 6)
            done += await _play_races(party, rng)
            rushed = [outbox.of_type("rushed") for outbox in (*party.outboxes, party.spectator)]
            versions = [message["version"] for message in rushed[0]]
            assert versions == list(range(1, len(versions) + 1))
            assert all([*map(public_part, received)] == [*map(public_part, rushed[0])] for received in rushed)
            rush = await party.rush()
            held = [tile for player in rush.players for tile in player.tiles]
            laid = [placement.tile for placement in rush.table.laid.values()]
            assert sorted([*held, *laid, *rush.box]) == list(GAME_SET)


async def test_a_cell_that_six_players_want_goes_to_one_of_them_and_all_see_the_same_order(
    tmp_path: Path,
) -> None:
    await _races(tmp_path, 40)


@pytest.mark.long
async def test_a_thousand_races_for_one_cell(tmp_path: Path) -> None:
    await _races(tmp_path, 1_000)


async def test_robots_finish_a_rush_by_themselves_and_its_end_is_reported_once(tmp_path: Path) -> None:
    time, results = Time(), []

    async def note(result: RushResult) -> None:
        results.append(result)

    async with open_hub(tmp_path, time) as hub:
        hub.finished.add(note)
        new = NewRush(name="Ann", robots=["calm", "balanced", "hasty"], settings=RushSettings(handicaps=[]))
        rush_id = await hub.create(new, "ann")
        outbox = RecordingOutbox("ann")
        await hub.join(rush_id, outbox)
        await hub.set_up(rush_id, lambda room, now_ms: room.stand(0, "ann"))
        await hub.set_up(rush_id, lambda room, now_ms: room.start("ann", now_ms))
        await time.pass_by(lambda: bool(results))
        room = await hub.room(rush_id)

    (result,) = results
    assert [seat.robot for seat in result.seats] == ["calm", "balanced", "hasty"]
    assert room.rush and room.rush.outcome
    assert tuple(seat.rank for seat in result.seats) == room.rush.outcome.ranks
    assert tuple(seat.n_left for seat in result.seats) == tuple(p.n_tiles for p in room.rush.players)
    assert outbox.of_type("rushed")[-1]["events"][-1]["kind"] == "over"
    record = record_of(room)
    assert parse_rush(print_rush(record)) == record
    assert check(record) == ()
    replayed = replay_view(room, None, hub.name_of)
    assert len(replayed.moments) == room.version
    assert [len(stock) for stock in replayed.stocks] == [18, 18, 18]


async def test_nobody_is_sent_a_tile_that_is_hidden_from_them(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 4, double_gobble=True)
        await _play_races(party, random.Random(1))
        room = await party.room()

    for seat, outbox in (*enumerate(party.outboxes), (None, party.spectator)):
        own: set[int] = set()
        for message in outbox.of_type("rushed"):
            moment = room.moments[message["version"]]
            before = room.moments[message["version"] - 1].rush
            for rush in (before, moment.rush):
                own |= {tile for player in rush.players for tile in player.pile}  # R6.3: face up
                if seat is not None and rush.players[seat].turned:
                    own.add(rush.players[seat].turned or 0)
            laid = {placement.tile for placement in moment.rush.table.laid.values()}
            assert _tiles_in(message) <= own | laid
            for held in message["holdings"]:
                assert held["pile"] == list(moment.rush.players[held["seat"]].pile)
            is_over = moment.rush.is_over
            assert ("secret" in json.dumps(message)) == is_over


def _tiles_in(value: object) -> set[int]:
    """Return every tile that a message names."""
    if isinstance(value, list):
        return set().union(*map(_tiles_in, value)) if value else set()
    if not isinstance(value, dict):
        return set()
    named = {value["tile"]} if isinstance(value.get("tile"), int) else set()
    return named.union(*map(_tiles_in, value.values()))


async def test_acknowledged_commands_survive_a_restart_and_downtime_does_not_count(
    tmp_path: Path,
) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 2)
        message = party.turn()
        time.now_ms += 400
        assert isinstance(await party.send(0, message), Ack)
        before = await party.room()
    async with open_hub(tmp_path, time) as hub:
        after = await hub.room(party.id)
        again = await hub.play(party.id, message, "o0")

    assert after.rush == before.rush
    assert after.moments == before.moments
    assert again == Ack(id=message.id, version=1)


async def test_a_message_sent_again_is_acknowledged_again_and_changes_nothing(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 2)
        message = party.turn()
        answers = await asyncio.gather(*(party.send(0, message) for _ in range(3)))
        other = await party.send(1, message)
        room = await party.room()

    assert answers == [Ack(id=message.id, version=1)] * 3
    assert other == Ack(id=message.id, version=2)  # another player's message may have the same id
    assert room.version == 2


async def test_an_id_that_was_used_for_another_command_is_refused(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 2)
        turned = party.turn()
        await party.send(0, turned)
        again = await party.send(0, turned)
        other = await party.send(0, PutTileAside(type="aside", id=turned.id))
        room = await party.room()

    assert again == Ack(id=turned.id, version=1)
    assert other == Refusal("id_in_use")
    assert room.version == 1


async def test_two_players_may_use_the_same_id(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 2)
        turned = party.turn()
        answers = [await party.send(seat, turned) for seat in (0, 1)]

    assert answers == [Ack(id=turned.id, version=version) for version in (1, 2)]


async def test_nothing_happens_unless_it_is_saved(tmp_path: Path) -> None:
    time = Time()
    settings = replace(rush_settings(tmp_path, time), connect_writer=_impatient_writer)
    async with open_hub(tmp_path, time, settings=settings) as hub:
        party = await Party.gather(hub, time, 2)
        with closing(sqlite3.connect(tmp_path / "gobble.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            orders = [party.send(0, party.turn()), party.send(1, party.turn()), party.send(0, party.aside())]
            refused = await asyncio.gather(*orders)
            room = await party.room()
        retried = await party.send(0, party.turn())

    assert refused == [Refusal("not_saved")] * 3
    assert room.version == 0
    assert retried == Ack(id="m4", version=1)
    assert [message["version"] for message in party.spectator.of_type("rushed")] == [1]


def _impatient_writer(database: Database) -> sa.Connection:
    return impatient(database.connect_writer())


async def test_a_command_before_the_countdown_is_over_is_refused(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 2)
        time.now_ms -= 1
        early = await party.send(0, party.turn())
        stranger = await hub.play(party.id, party.turn(), "nobody")
        spectator = await hub.play(party.id, party.turn(), None)
        time.now_ms += 1
        timely = await party.send(0, party.turn())

    assert early == Refusal("rush_not_begun")
    assert stranger == spectator == Refusal("not_your_seat")
    assert isinstance(timely, Ack)


async def test_a_gift_that_is_not_chosen_in_time_is_given_automatically(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 3)
        rng = random.Random(2)
        while not any(player.dues for player in (await party.rush()).players):
            rush = await party.rush()
            idle = [seat for seat in rush.active if rush.players[seat].turned is None]
            await asyncio.gather(*(party.send(seat, party.turn()) for seat in idle))
            if await _race(party, rng) == 0:
                await asyncio.gather(*(party.send(seat, party.aside()) for seat in rush.active))
        due = next(player.dues[0] for player in (await party.rush()).players if player.dues)
        await time.pass_by(lambda: not any(_dues(party.spectator)))
        last = party.spectator.of_type("rushed")[-1]

    assert last["events"][0]["kind"] == "given"
    assert last["events"][0]["by_time"]
    assert last["at_ms"] == due


def _dues(outbox: RecordingOutbox) -> list[int]:
    """Return the gifts still due, from the newest holdings of each seat that a connection received."""
    newest = {held["seat"]: held for message in outbox.of_type("rushed") for held in message["holdings"]}
    return [due for held in newest.values() for due in held["dues"]]


async def test_sync_sends_missed_updates_and_a_welcome_if_they_are_too_many(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 2)
        for _ in range(3):
            await party.send(0, party.turn())
            await party.send(0, party.aside())
        late = RecordingOutbox("o1")
        await hub.sync(party.id, late, 4)
        await hub.sync(party.id, late, 99)

    assert late.received[:2] == party.outboxes[1].of_type("rushed")[4:]
    assert late.received[2]["type"] == "rush_welcome"
    assert late.received[2]["version"] == 6


async def test_a_rematch_has_the_same_players_and_is_created_once(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        party = await Party.gather(hub, time, 2, share=3)
        early = await hub.rematch(party.id, "o0", True)
        await _play_races(party, random.Random(5))
        foreign = await hub.rematch(party.id, "nobody", False)
        first = await hub.rematch(party.id, "o1", True)
        second = await hub.rematch(party.id, "o0", False)
        room, old = await hub.room(str(first)), await party.room()
        found = await hub.with_code(code_of(party.id))

    assert early == Refusal("rush_in_play")
    assert foreign == Refusal("not_your_seat")
    assert first == second == found  # the code of a room that is over leads to its rematch
    assert [seat.user_id for seat in room.setup.seats] == ["o0", "o1"]
    assert room.setup.owner == "o1"
    assert old.rush and old.rush.outcome
    ranks = old.rush.outcome.ranks
    expected = [0, 0] if ranks == (1, 1) else [1 if rank == 1 else -1 for rank in ranks]
    assert room.setup.settings.handicaps == expected
    assert party.spectator.of_type("rush_welcome")[-1]["room"]["rematch"] == first


async def test_an_idle_room_is_closed_and_reopened_as_it_was(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        rush_id = await hub.create(NewRush(name="Ann", robots=["calm"]), "ann")
        before = await hub.room(rush_id)
        time.now_ms += 11 * 60 * 1000
        hub.evict()
        n_open = hub.n_open
        after = await hub.room(rush_id)

    assert n_open == 0
    assert after == before


async def test_only_the_owner_changes_settings(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time) as hub:
        rush_id = await hub.create(NewRush(name="Ann", robots=[]), "ann")
        await hub.set_up(rush_id, sits("o1"))
        settings = RushSettings(handicaps=[2, -2], double_gobble=True)
        refused = await hub.set_up(rush_id, lambda room, _now: room.change_settings(settings, "o1"))
        twice = await hub.set_up(rush_id, sits("o1"))
        agreed = await hub.set_up(rush_id, lambda room, _now: room.change_settings(settings, "ann"))
        started = await hub.set_up(rush_id, lambda room, now_ms: room.start("ann", now_ms))
        late = await hub.set_up(rush_id, sits("o2"))
        welcome = await hub.welcome(rush_id, "o1")

    assert (refused, twice) == (Refusal("gobble:not_owner"), Refusal("already_seated"))
    assert (agreed, started) == (None, None)
    assert late == Refusal("rush_begun")
    assert [holding.n_stock for holding in welcome.holdings] == [29, 25]
    assert welcome.room.phase == "countdown"
    assert welcome.at_ms == -COUNTDOWN_MS
    assert len(welcome.laid) == 2


def test_fast_but_human_play_is_never_rate_limited() -> None:
    bucket = TokenBucket(RATE, BURST, START_MS)

    # Ten commands a second for five minutes, twice what a human can do, and a burst of thirty.
    assert all(bucket.take(START_MS + 100 * n) for n in range(3_000))
    assert all(bucket.take(START_MS + 310_000) for _ in range(30))


async def test_rooms_that_everybody_left_and_those_of_a_crowd_make_place_in_the_list(tmp_path: Path) -> None:
    time = Time()
    async with open_hub(tmp_path, time, online={"here"}) as hub:
        left = await hub.create(NewRush(listing="open"), "gone")
        held = await hub.create(NewRush(listing="open"), "here")
        await time.advance(EMPTY_MS)
        crowd = [await hub.create(NewRush(listing="open"), f"crowd {n}") for n in range(LOBBY_ROWS)]
        crowded = [row.id for row in (await hub.lobby(None)).waiting]
        await time.advance(EMPTY_MS)
        later = [row.id for row in (await hub.lobby(None)).waiting]

    assert (left in crowded, len(crowded)) == (False, LOBBY_ROWS)
    assert set(crowded) < {held, *crowd}
    assert later == [held]
