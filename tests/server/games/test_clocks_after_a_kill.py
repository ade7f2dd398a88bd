"""Clocks after the server is killed, computed without a server: times, heartbeats and kills."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tantrix.server.cluster.heartbeats import FolderHeartbeats
from tantrix.server.cluster.uptime import (
    HEARTBEAT_S,
    START_MS,
    Outage,
    Uptime,
    outage_since,
    read_uptime,
    write_alive,
)
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.games.room import LOST_DELAY_MS, Room, reopen_room
from tantrix.server.games.store import JournalEntry
from tantrix.server.rooms.commands import RoomChange
from tests.server.support.databases.migrated import migrated_file
from tests.server.support.rooms import NOW, message_key, room_of

CONTROLS = st.sampled_from(["15 tournament", "10", "5+3", "5+20 credit"])
SIGN_MS = round(HEARTBEAT_S * 1000)


@dataclass(frozen=True, slots=True)
class Death:
    """The server dies `after_ms` after the last entry was announced, is down for `away_ms`, and restarts.

    The last steps of the start take `steps_ms`.
    """

    after_ms: int
    away_ms: int
    steps_ms: int


@dataclass(frozen=True, slots=True)
class ClockStep:
    """A step of play: thinking, message travel, commit, and then perhaps the server's death."""

    thought_ms: int
    round_trip_ms: int
    commit_ms: int
    deaths: tuple[Death, ...]


DEATHS = st.builds(Death, st.integers(0, 3_000), st.integers(0, 20_000), st.integers(0, START_MS))
STEPS = st.builds(
    ClockStep,
    st.integers(0, 5_000),
    st.integers(0, 800),
    st.integers(0, 400),
    st.lists(DEATHS, max_size=2).map(tuple),
)


@dataclass(slots=True)
class Mortal:
    """A server with one room."""

    room: Room
    now_ms: int = NOW
    born_ms: int = NOW
    entries: list[JournalEntry] = field(default_factory=list)
    outages: list[Outage] = field(default_factory=list)

    def lay(self, step: ClockStep) -> None:
        self.now_ms += step.thought_ms
        at_ms, placement = self.now_ms, self.room.game.placements()[0]
        change = self.room.lay(placement, at_ms, message_key(f"ply-{self.room.game.ply}"), step.round_trip_ms)
        assert isinstance(change, RoomChange)
        self.entries += [write for write in change.writes if isinstance(write, JournalEntry)]
        self.now_ms += step.commit_ms
        self.room = change.room.with_delay(at_ms, self.now_ms)

    def die(self, death: Death) -> int:
        """Kill the server and start it again; return the age of the last heartbeat."""
        sign_ms = self.now_ms - (self.now_ms - self.born_ms) % SIGN_MS
        started_ms = self.now_ms + death.away_ms
        self.outages.append(outage_since(sign_ms, started_ms))
        self.room = reopen_room(self.room.setup, self.entries, Uptime(tuple(self.outages)))
        age_ms = self.now_ms - sign_ms
        self.born_ms = self.now_ms = started_ms + death.steps_ms
        return age_ms

    @property
    def left_ms(self) -> list[int]:
        assert self.room.clock is not None
        seats = range(len(self.room.setup.seats))
        return [self.room.clock.left(seat, self.room.uptime.at(self.now_ms)) for seat in seats]


# A move before the previous outage is over: the second kill loses the delay of the last entry.
@example("15 tournament", [ClockStep(0, 0, 0, (Death(0, 0, 0),)), ClockStep(0, 0, 101, (Death(399, 0, 0),))])
@given(CONTROLS, st.lists(STEPS, min_size=1, max_size=12))
@settings(deadline=None, max_examples=30)
def test_a_kill_gives_the_player_to_move_at_most_the_age_of_the_last_heartbeat(
    control: str, steps: list[ClockStep]
) -> None:
    server = Mortal(room_of("ann", "bea", control=control))
    for step in steps:
        server.lay(step)
        for death in step.deaths:
            server.now_ms += death.after_ms
            before, to_play, version = server.left_ms, server.room.game.to_play, server.room.version

            age_ms = server.die(death)

            gained = [after - left for after, left in zip(server.left_ms, before, strict=True)]
            assert (server.room.game.to_play, server.room.version) == (to_play, version)
            assert min(0, LOST_DELAY_MS - step.commit_ms) <= gained[to_play] <= age_ms + LOST_DELAY_MS
            assert 0 <= gained[1 - to_play] <= age_ms


def test_a_line_after_the_last_heartbeat_is_credited_for_no_later_kill() -> None:
    server = Mortal(room_of("ann", "bea", control="10"))
    server.lay(ClockStep(SIGN_MS + 10, 0, 5, ()))
    server.die(Death(20, 1_000, START_MS))
    to_play = server.room.game.to_play
    server.now_ms += 2 * SIGN_MS  # to a heartbeat
    before = server.left_ms[to_play]

    age_ms = server.die(Death(0, 1_000, START_MS))

    assert age_ms == 0
    assert server.left_ms[to_play] == before


def test_a_server_that_dies_again_before_its_next_sign_counts_no_moment_twice() -> None:
    twice = Uptime((Outage(1_000, 5_000), Outage(4_950, 9_000)))

    assert [twice.at(moment) for moment in (500, 1_000, 4_980, 9_000, 9_100)] == [
        500,
        1_000,
        1_000,
        1_000,
        1_100,
    ]


@given(st.lists(st.tuples(st.integers(0, 9_999), st.integers(0, 3_000)), max_size=6), st.integers(0, 12_000))
def test_time_never_runs_backwards_or_faster_than_a_wall_clock(
    away: list[tuple[int, int]], moment: int
) -> None:
    uptime = Uptime(tuple(Outage(from_ms, from_ms + ms) for from_ms, ms in sorted(away)))

    assert 0 <= uptime.at(moment + 1) - uptime.at(moment) <= 1


def test_an_outage_goes_on_if_the_server_dies_again_before_its_first_sign(tmp_path: Path) -> None:
    database = Database(migrated_file(tmp_path / "games.sqlite3"))
    writer = Writer(database.connect_writer)
    write_alive(tmp_path, 1_000)

    for started_ms in (5_000, 9_000):
        asyncio.run(FolderHeartbeats(tmp_path, partial(int, started_ms), writer).save_outage())

    assert read_uptime(database.readers).outages == (Outage(1_000, 9_000 + START_MS),)
    writer.close()
    database.close()
