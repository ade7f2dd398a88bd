"""Times and tournament points: in records made by the server, in results, and as pages show them."""

from dataclasses import replace
from random import Random

from tantrix.clock import MINUTE_MS
from tantrix.game import Termination
from tantrix.record import parse_record, print_record
from tantrix.rules import Rules
from tantrix.server.games.journal_lines import Ended
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room, RoomAnswer, match_outcome, penalties, record_of, reopen_room
from tantrix.server.games.store import JournalEntry
from tantrix.server.games.views.messages import clock_view, laid_views
from tantrix.server.http.errors import Refusal
from tantrix.server.ratings.results import ResultSeat
from tests.server.support.rooms import NOW, Dialogue, journal_entries, room_of


def test_a_record_has_the_time_control_and_the_time_left_after_each_placement() -> None:
    dialogue = _played("5+3")

    record = parse_record(print_record(record_of(dialogue.room)))

    assert ("TimeControl", "5+3") in record.tags
    assert [entry.left_ms for entry in record.entries] == dialogue.left_ms
    assert [view.left_ms for view in laid_views(dialogue.room)][-len(dialogue.left_ms) :] == dialogue.left_ms


def test_a_record_without_a_clock_has_no_times() -> None:
    record = record_of(_played(None).room)

    assert record.tags == ()
    assert {entry.left_ms for entry in record.entries} == {None}


def test_times_survive_a_restart_and_takebacks() -> None:
    dialogue = _played("5+3", n_turns=3)
    writes = dialogue.entries
    dialogue.offer("ann", "takeback")
    dialogue.reply("bea", "takeback")
    dialogue.place()

    again = reopen_room(dialogue.room.setup, writes)

    assert record_of(again) == record_of(dialogue.room)
    assert len(record_of(again).entries) == len(again.game.laid) - _n_opening(again)


def test_overstepping_the_tournament_clock_moves_points_at_once() -> None:
    dialogue = _played("15 tournament", n_turns=2)
    slow = dialogue.room.game.to_play
    dialogue.now_ms += 17 * MINUTE_MS

    fair, late = _points(dialogue.room, NOW), _points(dialogue.room, dialogue.now_ms)

    assert late[slow] <= fair[slow] - 2
    assert sum(late) == sum(fair) == 20


def test_the_points_of_a_finished_game_are_in_the_record_the_result_and_the_page() -> None:
    dialogue = TimedDialogue(room_of("ann", "bea", control="15 tournament"))
    slow = dialogue.room.game.to_play
    dialogue.now_ms += 16 * MINUTE_MS
    dialogue.play_turns(200, Random(1))
    room = dialogue.room
    rows = [row for row in rows_of(room, dialogue.now_ms) if isinstance(row, ResultSeat)]

    points = _points(room, dialogue.now_ms)
    printed = dict(record_of(room).tags)["TournamentPoints"]

    assert room.game.is_over
    assert printed == f"{points[0]:.1f}-{points[1]:.1f}"
    assert [row.tenths for row in rows] == [round(10 * each) for each in points]
    assert record_of(room).entries[0].left_ms is not None
    assert clock_view(room, dialogue.now_ms).penalties[slow] == 2  # type: ignore[union-attr]


def test_three_players_share_no_tournament_points() -> None:
    dialogue = TimedDialogue(room_of("ann", "bea", "cyd", control="15 tournament"))

    view = clock_view(dialogue.room, NOW)

    assert view is not None
    assert view.points is None


# R8.1
def test_partners_share_the_time_of_their_clocks() -> None:
    doubles = Rules(colours=("R", "B", "R", "B"), teams=True)  # type: ignore[arg-type]
    room = room_of("ann", "bea", "cyd", "dan", control="12 tournament", rules=doubles)
    assert room.clock is not None and room.clock.running is not None
    side = room.clock.running % 2
    clock = replace(room.clock, left_ms=(12 * MINUTE_MS,) * 4)
    room = replace(room, clock=clock)

    over = [penalties(room, clock.since_ms + n * MINUTE_MS)[side] for n in (13, 23, 24, 26)]

    assert over == [0, 0, 1, 3]
    view = clock_view(room, clock.since_ms + 26 * MINUTE_MS)
    assert view is not None and [view.penalties[side], view.penalties[side + 2]] == [3, 3]


def test_a_match_game_that_a_player_leaves_early_has_the_points_of_its_match_in_the_record() -> None:
    room = room_of("ann", "bea", control="15 tournament")
    change = replace(room, setup=replace(room.setup, match_id="t/1-all-1-1")).change(
        Ended(Termination.RESIGNATION, 0), NOW
    )
    assert not isinstance(change, Refusal)

    assert match_outcome(change.room, NOW).tenths == (0, 150)
    assert dict(record_of(change.room).tags)["TournamentPoints"] == "0.0-15.0"
    rows = [row for row in rows_of(change.room, NOW) if isinstance(row, ResultSeat)]
    assert [row.tenths for row in rows] == [0, 150]


class TimedDialogue(Dialogue):
    """A table where each placement takes a second; `left_ms`: what the clock showed after each."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.left_ms: list[int | None] = []
        self.entries: list[JournalEntry] = []

    def place(self, nth: int = 0, round_trip_ms: int = 0) -> str | None:
        seat = self.room.game.to_play
        self.now_ms += 1_000
        refusal = super().place(nth, round_trip_ms)
        clock = self.room.clock
        self.left_ms.append(None if clock is None else clock.left(seat, self.now_ms))
        return refusal

    def take(self, answer: RoomAnswer) -> str | None:
        self.entries += journal_entries(answer)
        return super().take(answer)


def _played(control: str | None, n_turns: int = 5) -> TimedDialogue:
    dialogue = TimedDialogue(room_of("ann", "bea", control=control))
    dialogue.play_turns(n_turns)
    return dialogue


def _points(room: Room, now_ms: int) -> list[float]:
    view = clock_view(room, now_ms)
    assert view is not None
    assert view.points is not None
    return view.points


def _n_opening(room: Room) -> int:
    return sum(laid.seat is None for laid in room.game.laid)
