"""Tables of a cup: how they ended, and who never came."""

from tantrix.gobble import Leave, Tick, Turn
from tantrix.server.gobble.cup_rooms import end_of
from tantrix.server.gobble.room import RushRoom, RushSeat, RushSetup, dealt_room
from tantrix.server.protocol.gobble import RushSettings
from tantrix.server.rooms.commands import RoomChange

SETUP = RushSetup(
    id="abcdefghijkm",
    owner="ann",
    secret=bytes(range(32)),
    created_ms=0,
    seats=tuple(RushSeat(name, name) for name in ("ann", "bea", "cyd")),
    settings=RushSettings(handicaps=[], limit_s=600),
    started_ms=0,
)


def _after(room: RushRoom, command: Turn | Leave | Tick, at_ms: int) -> RushRoom:
    answer = room.apply(command, at_ms)
    assert isinstance(answer, RoomChange), answer
    return answer.room


def test_a_player_who_does_nothing_until_the_time_is_up_counts_as_absent() -> None:
    room = _after(dealt_room(RushRoom(SETUP)), Turn(0), 1_000)
    room = _after(room, Turn(2), 2_000)
    room = _after(room, Tick(), 600_000)

    end = end_of(room, 600_000)

    assert end.idle == (False, True, False)
    assert end.at_ms == 600_000


def test_the_last_player_at_a_table_wins_and_counts_as_present() -> None:
    room = _after(dealt_room(RushRoom(SETUP)), Leave(0), 1_000)
    room = _after(room, Leave(2), 2_000)

    end = end_of(room, 2_000)

    assert end.ranks[1] == 1
    assert end.idle == (False, False, False)
