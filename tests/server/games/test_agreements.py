"""Agreements between players: draws, takebacks, pauses, rematches, and aborted games."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.game import Termination
from tantrix.record import check, parse_record, print_record
from tantrix.rules import Rules
from tantrix.server.games.offers.pending import PendingOffer, parse_offers, print_offers
from tantrix.server.games.room import MAX_PAUSE_MS, Room, RoomAnswer, pause_left_ms, record_of, reopen_room
from tantrix.server.games.store import JournalEntry
from tantrix.server.protocol.game import Offer as OfferMessage
from tantrix.server.rooms.commands import RoomChange
from tests.server.support.rooms import NOW, PEOPLE, Dialogue, is_takeback, journal_entries, room_of


def _dialogue(*players: str, **options: object) -> Dialogue:
    return Dialogue(room_of(*(players or PEOPLE[:2]), **options))  # type: ignore[arg-type]


def test_a_draw_needs_the_agreement_of_all() -> None:  # R5.3
    dialogue = _dialogue("ann", "bea", "cyd")

    assert dialogue.offer("ann", "draw") is None
    assert not dialogue.room.game.is_over
    assert dialogue.room.offers[0].missing == {1, 2}
    assert dialogue.reply("bea", "draw") is None
    assert not dialogue.room.game.is_over
    assert dialogue.reply("cyd", "draw") is None

    outcome = dialogue.room.game.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.ranks) == (Termination.AGREEMENT, (1, 1, 1))
    record = parse_record(print_record(record_of(dialogue.room)))
    assert check(record) == ()


def test_making_the_same_offer_accepts_it() -> None:
    dialogue = _dialogue()

    dialogue.offer("ann", "draw")
    dialogue.offer("bea", "draw")

    assert dialogue.room.game.is_over


def test_a_repeated_proposal_counts_once() -> None:
    dialogue = _dialogue()

    dialogue.offer("ann", "draw")
    dialogue.offer("ann", "draw")

    assert not dialogue.room.game.is_over
    assert len(dialogue.room.offers) == 1


def test_robots_agree_to_no_draw() -> None:
    dialogue = _dialogue("ann", "bea", "robot")

    assert dialogue.offer("ann", "draw") == "robots_play"


@pytest.mark.parametrize("kind", ["draw", "takeback"])
def test_a_rated_game_has_no_draw_offers_or_takebacks(kind: str) -> None:
    dialogue = _dialogue(is_rated=True)
    dialogue.play_turns(1)

    assert dialogue.offer("ann", kind) == "rated"


def test_a_declined_offer_is_not_made_again_before_the_game_moves_on() -> None:
    dialogue = _dialogue()
    dialogue.offer("ann", "draw")

    assert dialogue.reply("bea", "draw", accept=False) is None
    assert dialogue.room.offers == ()
    assert dialogue.offer("ann", "draw") == "declined"
    assert dialogue.offer("bea", "draw") is None
    dialogue.place()
    assert dialogue.room.offers == ()
    assert dialogue.offer("ann", "draw") is None


def test_a_proposal_can_be_withdrawn_and_repeated() -> None:
    dialogue = _dialogue()
    dialogue.offer("ann", "draw")

    assert dialogue.reply("ann", "draw", accept=False) is None
    assert dialogue.reply("bea", "draw") == "no_offer"
    assert dialogue.offer("ann", "draw") is None


def test_one_person_at_all_seats_needs_no_second_agreement() -> None:
    dialogue = _dialogue("ann", "ann")

    assert dialogue.offer("ann", "draw") is None
    assert dialogue.room.game.is_over


def test_a_takeback_ends_before_ones_last_turn_and_the_same_tiles_are_drawn_again() -> None:
    dialogue = _dialogue()
    dialogue.play_turns(5)
    laid = dialogue.room.game.laid
    first = next(
        n for n, tile in enumerate(laid) if tile.seat == 0 and tile.turn == _last_turn_of(dialogue.room, 0)
    )
    before = laid[first:]

    assert dialogue.offer("ann", "takeback") is None
    assert dialogue.room.offers[0].ply == first
    assert dialogue.reply("bea", "takeback") is None

    assert dialogue.room.game.laid == laid[:first]
    assert dialogue.room.game.to_play == 0
    dialogue.place()
    assert dialogue.room.game.laid[first].draw == before[0].draw


def _last_turn_of(room: Room, seat: int) -> int:
    return max(laid.turn for laid in room.game.laid if laid.seat == seat)


def test_a_takeback_against_robots_alone_is_free() -> None:
    dialogue = _dialogue("ann", "robot one", "robot two")
    dialogue.play_turns(4)

    assert dialogue.offer("ann", "takeback") is None
    assert is_takeback(dialogue.room)
    assert dialogue.room.game.to_play == 0


def test_a_player_who_has_laid_nothing_cannot_take_back() -> None:
    assert _dialogue().offer("ann", "takeback") == "not_now"


def test_two_takebacks_are_not_proposed_at_once() -> None:
    dialogue = _dialogue()
    dialogue.play_turns(2)

    dialogue.offer("ann", "takeback")

    assert dialogue.offer("bea", "takeback") == "not_now"


def test_nobody_earns_time_by_a_takeback() -> None:
    dialogue = _dialogue(control="5+3")
    dialogue.play_turns(2)
    dialogue.now_ms += 10_000
    clock = dialogue.room.clock
    assert clock is not None
    before = [clock.left(seat, dialogue.now_ms) for seat in range(2)]

    dialogue.offer("ann", "takeback")
    dialogue.offer("bea", "takeback")
    dialogue.reply("bea", "takeback")

    after = dialogue.room.clock
    assert after is not None
    assert is_takeback(dialogue.room)
    assert [after.left(seat, dialogue.now_ms) for seat in range(2)] == before
    assert after.running == 0


def test_a_pause_stops_the_clock_and_the_tiles() -> None:
    dialogue = _dialogue(control="5+3")
    dialogue.offer("ann", "pause")
    dialogue.now_ms += 1_000
    dialogue.reply("bea", "pause")
    to_play = dialogue.room.game.to_play

    dialogue.now_ms += 600_000

    assert dialogue.room.clock is not None
    assert dialogue.room.clock.left(to_play, dialogue.now_ms) == 299_000
    assert dialogue.place() == "paused"
    assert dialogue.offer("ann", "takeback") == "paused"
    assert dialogue.offer("ann", "pause") == "not_now"
    assert dialogue.offer("ann", "resume") is None
    assert dialogue.reply("bea", "resume") is None
    dialogue.now_ms += 1_000
    assert dialogue.room.clock.left(to_play, dialogue.now_ms) == 298_000
    assert dialogue.place() is None


def test_a_pause_ends_by_itself_after_an_hour() -> None:
    dialogue = _dialogue(control="5+3")
    dialogue.offer("ann", "pause")
    dialogue.reply("bea", "pause")

    assert (
        dialogue.room.due_in_ms(NOW + 1_000)
        == pause_left_ms(dialogue.room, NOW + 1_000)
        == MAX_PAUSE_MS - 1_000
    )
    answer = dialogue.room.tick(NOW + MAX_PAUSE_MS)

    assert isinstance(answer, RoomChange)
    assert answer.room.paused_ms is None
    assert answer.room.clock is not None
    assert answer.room.clock.running == dialogue.room.game.to_play


def test_no_robot_plays_in_a_pause() -> None:
    dialogue = _dialogue("ann", "robot")
    while dialogue.room.robot_to_play is None:
        dialogue.place()

    assert dialogue.offer("ann", "pause") is None
    assert dialogue.room.robot_to_play is None
    assert dialogue.offer("ann", "resume") is None
    assert dialogue.room.robot_to_play == "random"


def test_a_rematch_needs_a_finished_game_and_the_agreement_of_all() -> None:
    dialogue = _dialogue()
    assert dialogue.offer("ann", "rematch") == "not_now"
    dialogue.abort("ann")

    assert dialogue.offer("bea", "rematch") is None
    assert dialogue.room.rematch is None
    assert dialogue.reply("ann", "rematch") is None
    assert dialogue.room.rematch is not None
    assert dialogue.offer("ann", "rematch") == "not_now"


def test_a_tournament_game_has_no_rematch() -> None:
    room = room_of(*PEOPLE[:2])
    dialogue = Dialogue(replace(room, setup=replace(room.setup, match_id="k3jd92mfh4xa/1-swiss-1-1")))
    dialogue.play_turns(60)
    left_over = PendingOffer("rematch", 0, frozenset({0, 1}), frozenset({0}))  # from before
    asked = Dialogue(replace(dialogue.room, offers=(left_over,)))

    assert dialogue.offer("ann", "rematch") == "no_rematch"
    assert asked.reply("bea", "rematch") == "no_rematch"
    assert asked.reply("bea", "rematch", False) is None


def test_a_game_is_aborted_only_before_its_second_turn_is_complete() -> None:
    dialogue = _dialogue(is_rated=True)
    dialogue.play_turns(1)
    assert dialogue.room.may_abort

    early, late = Dialogue(dialogue.room), Dialogue(dialogue.room)
    late.play_turns(1)

    assert early.abort("bea") is None
    assert early.room.game.outcome is not None
    assert early.room.game.outcome.termination is Termination.ABORTED
    assert early.room.game.outcome.winners == ()
    assert late.abort("bea") == "not_now"


@pytest.mark.parametrize("user_id", [None, "somebody else"])
def test_a_stranger_cannot_vote(user_id: str | None) -> None:
    dialogue = _dialogue()
    dialogue.play_turns(1)
    dialogue.offer("ann", "draw")

    refused = {
        *(dialogue.offer(user_id, kind) for kind in ("draw", "takeback", "pause", "resume", "rematch")),
        *(dialogue.reply(user_id, "draw", accept) for accept in (True, False)),
        dialogue.abort(user_id),
        dialogue.claim(user_id, 0),
        dialogue.come_back(user_id, 0),
    }

    assert refused == {"not_your_seat"}
    assert len(dialogue.room.offers) == 1


def test_a_message_sent_again_changes_nothing() -> None:
    dialogue = _dialogue()
    message = OfferMessage(type="offer", id="the-one", kind="draw")
    dialogue.say("ann", message)
    dialogue.reply("bea", "draw", accept=False)
    after = dialogue.room

    assert dialogue.say("ann", message) is None
    assert dialogue.room == after


@given(st.integers(0, 2**32), st.sampled_from([None, "5+3", "15 tournament", "2 days"]))
@settings(max_examples=10, deadline=None)
def test_a_reopened_room_with_takebacks_and_pauses_is_unchanged(seed: int, control: str | None) -> None:
    rng = Random(seed)
    dialogue = Dialogue(room_of("ann", "bea", control=control, rules=Rules(), secret=rng.randbytes(32)))
    writes = _play_on(dialogue, rng)

    again = reopen_room(dialogue.room.setup, writes)

    kept = ("game", "events", "clock", "lag", "paused_ms", "last_takeback_version", "stand_ins", "ended_by")
    assert [getattr(again, name) for name in kept] == [getattr(dialogue.room, name) for name in kept]
    assert [event.version for event in again.events] == list(range(1, again.version + 1))


def _play_on(dialogue: Dialogue, rng: Random) -> list[JournalEntry]:
    """Play at random, with takebacks, pauses and delays; return the journal."""
    entries: list[JournalEntry] = []

    class Kept(Dialogue):
        def take(self, answer: RoomAnswer) -> str | None:
            entries.extend(journal_entries(answer))
            return super().take(answer)

    kept = Kept(dialogue.room)
    for _ in range(60):
        if kept.room.game.is_over:
            break
        kept.now_ms += rng.randrange(2_000)
        kept.room = kept.room.with_delay(kept.now_ms, kept.now_ms + rng.randrange(30))
        kind = rng.choice(["takeback", "pause", "resume", *["place"] * 9])
        if kind == "place":
            kept.place(rng.randrange(len(kept.room.game.placements())), rng.randrange(900))
        else:
            kept.offer("ann", kind)
            kept.reply("bea", kind)
    # The delay since the last journal entry is not in the journal.
    clock, delay_ms = kept.room.clock, kept.room.delay_ms
    dialogue.room = kept.room if clock is None else _without_delay(kept.room, delay_ms)
    return entries


def _without_delay(room: Room, delay_ms: int) -> Room:
    assert room.clock is not None
    return replace(room, clock=room.clock.delay(-delay_ms), delay_ms=0)


def test_offers_are_read_as_they_were_written() -> None:
    offers = (
        PendingOffer("takeback", 1, frozenset({0, 1}), frozenset({1}), 12),
        PendingOffer("end", 0, frozenset({0, 2}), frozenset({0}), seat=1),
    )
    declined = frozenset({("draw", 0), ("pause", 1)})

    assert parse_offers(print_offers(offers, declined)) == (offers, declined)  # type: ignore[arg-type]


def test_a_live_game_of_a_match_cannot_be_paused() -> None:
    room = room_of("ann", "bea", control="15 tournament")
    dialogue = Dialogue(replace(room, setup=replace(room.setup, match_id="t/1-swiss-1-1")))

    assert dialogue.offer("ann", "pause") == "match_game"
