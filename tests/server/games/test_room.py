from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.deal import deal
from tantrix.game import Verdict
from tantrix.placement import Placement
from tantrix.record import Seat, check, parse_record, print_record, verify
from tantrix.rules import Rules, Start
from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room, Setup, game_after, game_at, open_room, record_of, reopen_room
from tantrix.server.games.store import FinishGame, JournalEntry
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.game import Place, PlaceRequest, Resign
from tantrix.server.rooms.commands import MessageKey, RoomChange, RoomRepeat
from tests.server.support.rooms import message_key, room_of
from tests.support.play import RULE_SETS

OWNER = "the owner"
NOW = 1_700_000_000_000

rule_sets = st.sampled_from([*RULE_SETS, *(Rules(start=start) for start in Start)])


def test_a_room_starts_at_version_0_with_the_deal() -> None:
    room = _room(Rules())

    assert (room.version, room.game.ply) == (0, 0)


def test_a_placement_returns_a_new_room_and_leaves_the_old_one_unchanged() -> None:
    room = _room(Rules())

    message = _first(room, "one")
    change = room.place(message, OWNER, NOW)

    assert isinstance(change, RoomChange)
    assert (room.version, change.room.version) == (0, 1)
    key = str(MessageKey.of("one", message, OWNER, "place"))
    assert change.writes[0] == JournalEntry("table", 1, _line(change), key, NOW)


def test_a_repeated_message_gets_the_same_answer_however_far_the_game_has_advanced() -> None:
    room = _room(Rules())
    first = _first(room, "one")
    room = _changed(room.place(first, OWNER, NOW))
    room = _changed(room.place(_first(room, "two"), OWNER, NOW))

    assert room.place(first, OWNER, NOW) == RoomRepeat(1)


def test_the_same_id_from_two_players_names_two_messages() -> None:
    room = room_of("ann", "bea")
    players = [room.setup.occupant(seat) for seat in range(2)]
    first, second = room.game.to_play, 1 - room.game.to_play
    room = _changed(room.place(_first(room, "one"), players[first], NOW))
    while room.game.to_play == first:
        room = _changed(room.place(_first(room, f"more-{room.game.ply}"), players[first], NOW))
    before = room.game.ply

    room = _changed(room.place(_first(room, "one"), players[second], NOW))

    assert room.game.ply == before + 1


def test_an_id_that_was_used_for_something_else_is_refused() -> None:
    room = _room(Rules())
    placement, other = list(room.game.placements())[:2]
    laid = PlaceRequest(id="one", ply=0, placement=str(placement))
    room = _changed(room.place(laid, OWNER, NOW))

    assert room.place(laid, OWNER, NOW) == RoomRepeat(1)
    assert room.place(Place(type="place", **laid.model_dump()), OWNER, NOW) == RoomRepeat(1)
    assert room.place(laid.model_copy(update={"placement": str(other)}), OWNER, NOW) == Refusal("id_in_use")
    assert room.resign(_resign("one", 0), OWNER, NOW) == Refusal("id_in_use")


def test_a_strangers_message_is_refused_even_if_its_id_was_answered() -> None:
    room = _room(Rules())
    first = _first(room, "one")
    room = _changed(room.place(first, OWNER, NOW))

    assert room.place(first, "somebody else", NOW) == Refusal("not_your_seat")
    assert room.place(first, None, NOW) == Refusal("not_your_seat")


def test_a_placement_for_another_ply_is_stale() -> None:
    room = _room(Rules())

    late = _first(room, "late").model_copy(update={"ply": 1})

    assert room.place(late, OWNER, NOW) == Refusal("stale_ply")


def test_a_person_cannot_play_for_a_robot() -> None:
    room = _room(Rules(), robot="greedy")

    assert room.robot_to_play == "greedy"
    assert room.place(_first(room, "mine"), OWNER, NOW) == Refusal("not_your_seat")


@pytest.mark.parametrize("text", ["nonsense", "99@0,0^0", "1@0,0^6", "1@0,0"])
def test_a_text_that_is_not_a_placement_is_a_bad_message(text: str) -> None:
    room = _room(Rules())

    request = PlaceRequest(id="a", ply=0, placement=text.ljust(6))

    assert room.place(request, OWNER, NOW) == Refusal("bad_message")


def test_every_verdict_is_a_refusal_with_its_sentence() -> None:
    for verdict in Verdict:
        assert Refusal(verdict.name).sentence_in("en") == verdict.sentence


def test_a_game_that_is_over_takes_no_placement() -> None:
    room = _room(Rules())
    room = _changed(room.resign(_resign("bye", 1), OWNER, NOW))

    assert room.resign(_resign("again", 0), OWNER, NOW) == Refusal("GAME_OVER")
    assert room.place(PlaceRequest(id="x", ply=0, placement="1@0,0^0"), OWNER, NOW) == Refusal("GAME_OVER")


def test_the_end_by_resignation_names_the_player_and_the_scores() -> None:
    change = _room(Rules()).resign(_resign("bye", 1), OWNER, NOW)

    assert isinstance(change, RoomChange)
    assert _line(change) == '[Termination "resignation 2"]'
    assert FinishGame("table", NOW, "resignation 0 0") in change.writes


@given(rule_sets, st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_room_reopened_from_its_journal_is_unchanged(rules: Rules, seed: int) -> None:
    room, writes = _played(rules, Random(seed))

    reopened = reopen_room(room.setup, [write for write in writes if isinstance(write, JournalEntry)])

    assert reopened == room


@given(rule_sets, st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_events_are_numbered_without_gaps_and_the_journal_with_them(rules: Rules, seed: int) -> None:
    room, writes = _played(rules, Random(seed))
    entries = [write for write in writes if isinstance(write, JournalEntry)]

    assert [event.version for event in room.events] == list(range(1, room.version + 1))
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    assert [event.is_end for event in room.events[:-1]] == [False] * (room.version - 1)


@given(rule_sets, st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
def test_every_position_of_a_game_can_be_seen_again(rules: Rules, seed: int) -> None:
    room, _ = _played(rules, Random(seed))
    first = open_room(room.setup).game.ply

    for ply in range(first, room.game.ply + 1):
        assert game_at(room, ply).laid == room.game.laid[:ply]
    for event in room.events:
        assert game_after(room, event).ply == event.ply
    with pytest.raises(ValueError, match=f"expected a ply {first} to {room.game.ply}"):
        game_at(room, room.game.ply + 1)


@given(rule_sets, st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_the_record_of_a_finished_game_is_valid_and_its_deal_can_be_verified(rules: Rules, seed: int) -> None:
    room, _ = _played(rules, Random(seed))

    record = parse_record(print_record(record_of(room)))

    assert record.secret == room.setup.secret
    assert check(record) == ()
    assert verify(record) == ()


def test_the_record_of_an_unfinished_game_keeps_the_secret() -> None:
    room = _changed(_room(Rules()).place(_first(_room(Rules()), "one"), OWNER, NOW))

    text = print_record(record_of(room))

    assert room.setup.secret.hex() not in text
    assert parse_record(text).commitment is not None


def _room(rules: Rules, robot: str | None = None, secret: bytes = bytes(32)) -> Room:
    seats = tuple(Seat(f"Player {n + 1}", robot) for n in range(rules.n_seats))
    return open_room(Setup("table", OWNER, rules, seats, secret, deal(rules, secret), NOW))


def _played(rules: Rules, rng: Random) -> tuple[Room, list[Write]]:
    """Play at random; every fourth game ends early by resignation."""
    room = _room(rules, secret=rng.randbytes(32))
    writes: list[Write] = []
    last = rng.choice([rng.randrange(40), 99, 99, 99])
    while not room.game.is_over:
        if room.game.ply >= last:
            change = room.resign(_resign("bye", rng.randrange(rules.n_seats)), OWNER, NOW)
        else:
            change = room.lay(
                rng.choice(list(room.game.placements())), NOW, message_key(f"ply-{room.game.ply}")
            )
        assert isinstance(change, RoomChange)
        room, writes = change.room, [*writes, *change.writes]
    return room, writes


def _first(room: Room, message_id: str) -> PlaceRequest:
    placement: Placement = next(iter(room.game.placements()))
    return PlaceRequest(id=message_id, ply=room.game.ply, placement=str(placement))


def _resign(message_id: str, seat: int) -> Resign:
    return Resign(type="resign", id=message_id, seat=seat)


def _changed(answer: RoomChange | RoomRepeat | Refusal) -> Room:
    assert isinstance(answer, RoomChange), answer
    return answer.room


def _line(change: RoomChange) -> str:
    entry = change.writes[0]
    assert isinstance(entry, JournalEntry)
    return entry.line
