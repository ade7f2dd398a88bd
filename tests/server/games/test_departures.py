"""Leaving a game of a tournament: it never pays, and the side that stayed chooses how it goes on (R8.2)."""

from dataclasses import replace

import pytest

from tantrix.clock import MINUTE_MS
from tantrix.game import Termination
from tantrix.record import parse_record, print_record
from tantrix.rules import Rules
from tantrix.server.games.absence import AWAY_MS, NOBODY_AWAY
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import (
    CHOICE_MS,
    CORRESPONDENCE_CHOICE_MS,
    MATCH_STAND_IN,
    Room,
    match_outcome,
    record_of,
    reopen_room,
    tournament_tenths,
)
from tantrix.server.protocol.game import Resign
from tantrix.server.ratings.results import ResultSeat
from tests.server.support.rooms import NOW, PEOPLE, SECRET, Dialogue, journal_entries, room_of

DOUBLES = Rules(colours=("R", "B", "R", "B"), teams=True)  # type: ignore[arg-type]
TENTHS = 200


def _match(
    *players: str, control: str = "15 tournament", n_turns: int = 4, secret: bytes = SECRET
) -> Dialogue:
    """Open a game of a match in which some turns are complete."""
    rules = DOUBLES if len(players) == 4 else None
    room = room_of(*players, control=control, is_rated=True, rules=rules, secret=secret)
    dialogue = Dialogue(replace(room, setup=replace(room.setup, match_id="k3jd92mfh4xa/1-swiss-2-1")))
    dialogue.play_turns(n_turns)
    return dialogue


def _resign(dialogue: Dialogue, user_id: str, seat: int) -> str | None:
    message = Resign(type="resign", id=dialogue.next_id(), seat=seat)
    return dialogue.take(dialogue.room.resign(message, user_id, dialogue.now_ms))


def _play_out(dialogue: Dialogue) -> None:
    """Let everybody who plays, people and robots, lay tiles until the game is over."""
    while not dialogue.room.game.is_over:
        assert dialogue.take(dialogue.room.lay(dialogue.room.game.placements()[0], dialogue.now_ms)) is None


def _seats(room: Room) -> list[ResultSeat]:
    return [row for row in rows_of(room, NOW) if isinstance(row, ResultSeat)]


def _check_lost(room: Room, side: int) -> None:
    """Check that a side has lost, and that points, ranks, shares and the record say the same."""
    outcome, game = match_outcome(room, NOW), room.game.outcome
    assert game is not None and outcome.is_played
    assert sum(outcome.tenths) == TENTHS
    assert outcome.tenths[side] <= 50
    assert outcome.halves[side] == 0
    losers = [seat for seat in range(len(game.ranks)) if seat % 2 == side]
    assert all(seat % 2 != side for seat in game.winners)
    assert [seat.seat for seat in _seats(room) if seat.share == 0] == losers
    assert [seat.seat for seat in _seats(room) if seat.rank > 1] == losers
    record = parse_record(print_record(record_of(room)))
    assert record.game().outcome == game


def test_a_tournament_game_rests_until_the_one_who_stayed_has_chosen() -> None:
    dialogue = _match("ann", "bea")

    assert _resign(dialogue, "bea", 1) is None

    assert dialogue.room.undecided == 1
    assert dialogue.room.robot_to_play is None
    assert not dialogue.room.game.is_over
    assert dialogue.place() in ("paused", "stood_in")
    assert dialogue.offer("ann", "resume") == "not_now"
    assert dialogue.offer("bea", "resume") == "stood_in"
    assert _resign(dialogue, "bea", 1) == "stood_in"
    assert dialogue.claim("bea", 1, "robot") == "stood_in"
    assert tournament_tenths(dialogue.room, dialogue.now_ms)[0] >= 150  # type: ignore[index]


def test_a_game_may_be_ended_when_the_other_side_has_left() -> None:
    dialogue = _match("ann", "bea")
    _resign(dialogue, "bea", 1)

    assert dialogue.claim("ann", 1, "end") is None

    assert dialogue.room.game.outcome is not None
    assert dialogue.room.game.outcome.termination is Termination.RESIGNATION
    _check_lost(dialogue.room, 1)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("secret", [bytes([each]) * 32 for each in range(3)])
def test_a_robot_plays_on_if_asked_and_cannot_win_for_the_one_who_left(seat: int, secret: bytes) -> None:
    dialogue = _match("ann", "bea", secret=secret)
    _resign(dialogue, PEOPLE[seat], seat)

    assert dialogue.claim(PEOPLE[1 - seat], seat, "robot") is None
    assert dialogue.room.stand_ins == {seat: MATCH_STAND_IN}
    _play_out(dialogue)

    _check_lost(dialogue.room, seat)
    assert not any(each.is_quitter for each in _seats(dialogue.room))  # a resignation is an ordinary end


def test_without_a_choice_the_game_ends_after_a_minute() -> None:
    dialogue = _match("ann", "bea")
    _resign(dialogue, "ann", 0)
    assert dialogue.room.due_in_ms(dialogue.now_ms) == CHOICE_MS

    dialogue.now_ms += CHOICE_MS

    assert dialogue.take(dialogue.room.tick(dialogue.now_ms)) is None
    _check_lost(dialogue.room, 0)


def test_in_a_correspondence_game_there_is_a_day_to_choose() -> None:
    dialogue = _match("ann", "bea", control="2 days")
    _resign(dialogue, "bea", 1)

    assert dialogue.room.due_in_ms(dialogue.now_ms) == CORRESPONDENCE_CHOICE_MS


@pytest.mark.parametrize("how", ["robot", "end", None])
def test_running_out_of_time_never_pays(how: str | None) -> None:
    dialogue = _match("ann", "bea", control="3")
    late = dialogue.room.game.to_play
    dialogue.now_ms += 4 * MINUTE_MS
    assert dialogue.take(dialogue.room.tick(dialogue.now_ms)) is None
    assert dialogue.room.undecided == late

    if how is None:
        dialogue.now_ms += CHOICE_MS
        dialogue.take(dialogue.room.tick(dialogue.now_ms))
    else:
        assert dialogue.claim(PEOPLE[1 - late], late, how) is None
        _play_out(dialogue)

    assert dialogue.room.game.outcome is not None
    assert dialogue.room.game.outcome.termination is Termination.TIME
    assert [each.is_quitter for each in _seats(dialogue.room)] == [late == 0, late == 1]
    _check_lost(dialogue.room, late)


@pytest.mark.parametrize("how", ["robot", "end"])
def test_who_waits_for_an_absent_player_chooses_the_same(how: str) -> None:
    dialogue = _match("ann", "bea")
    dialogue.absences = NOBODY_AWAY.seen(PEOPLE[:2], frozenset({"ann"}), dialogue.now_ms)
    dialogue.now_ms += AWAY_MS

    assert dialogue.claim("ann", 1, how) is None
    _play_out(dialogue)

    _check_lost(dialogue.room, 1)


@pytest.mark.parametrize("is_playing_on", [False, True])
def test_if_both_leave_the_first_one_has_lost(is_playing_on: bool) -> None:
    dialogue = _match("ann", "bea")
    _resign(dialogue, "ann", 0)
    if is_playing_on:
        dialogue.claim("bea", 0, "robot")

    assert _resign(dialogue, "bea", 1) is None

    _check_lost(dialogue.room, 0)


def test_a_side_in_doubles_leaves_with_its_first_player_and_its_partner_cannot_choose() -> None:
    dialogue = _match("ann", "bea", "cyd", "dan")
    _resign(dialogue, "ann", 0)

    assert dialogue.claim("cyd", 0, "robot") == "not_claimable"
    assert dialogue.claim("dan", 0, "robot") is None
    assert _resign(dialogue, "cyd", 2) is None
    assert dialogue.room.stand_ins == {0: MATCH_STAND_IN, 2: MATCH_STAND_IN}
    _play_out(dialogue)

    _check_lost(dialogue.room, 0)


def test_nobody_is_asked_if_a_robot_has_stayed() -> None:
    dialogue = _match("ann", "robot")

    _resign(dialogue, "ann", 0)

    _check_lost(dialogue.room, 0)


def test_a_game_read_again_knows_who_has_left() -> None:
    dialogue = _match("ann", "bea", n_turns=0)
    entries = []
    for _ in range(8):
        answer = dialogue.room.lay(dialogue.room.game.placements()[0], dialogue.now_ms)
        entries += journal_entries(answer)
        dialogue.take(answer)
    answer = dialogue.room.leave(1, Termination.RESIGNATION, dialogue.now_ms)
    entries += journal_entries(answer)
    dialogue.take(answer)

    again = reopen_room(dialogue.room.setup, entries)

    assert (again.left, again.undecided) == ({1: Termination.RESIGNATION}, 1)
    assert again.due_in_ms(dialogue.now_ms) == dialogue.room.due_in_ms(dialogue.now_ms)


def test_in_a_rated_game_elsewhere_the_one_who_stayed_has_won_too() -> None:  # R8.4
    dialogue = Dialogue(room_of("ann", "bea", is_rated=True, control="15 tournament"))
    dialogue.play_turns(4)
    dialogue.absences = NOBODY_AWAY.seen(PEOPLE[:2], frozenset({"ann"}), dialogue.now_ms)
    dialogue.now_ms += AWAY_MS

    dialogue.claim("ann", 1, "robot")
    _play_out(dialogue)

    assert [each.rank for each in _seats(dialogue.room)] == [1, 2]
    assert tournament_tenths(dialogue.room, NOW)[1] <= 50  # type: ignore[index]


def test_with_three_players_those_who_left_are_behind_the_one_who_stayed() -> None:
    dialogue = Dialogue(room_of("ann", "bea", "cyd", is_rated=True))
    dialogue.play_turns(4)
    for seat in (2, 1):
        here = frozenset({"ann"}) if seat == 1 else frozenset({"ann", "bea"})
        dialogue.absences = dialogue.absences.seen(PEOPLE[:3], here, dialogue.now_ms)
        dialogue.now_ms += AWAY_MS
        assert dialogue.claim("ann", seat, "robot") is None
    _play_out(dialogue)

    first, *others = _seats(dialogue.room)
    assert (first.rank, first.share) == (1, 1)
    assert all(each.rank > 1 and each.is_quitter for each in others)
