"""Lag compensation: a clock never gets back more than the caps, whatever a client claims."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.server.games.lag import MAX_GAME_MS, MAX_TURN_MS, LagBank
from tantrix.server.games.store import JournalEntry
from tantrix.server.http.connection import RoundTrip
from tests.server.support.rooms import NOW, Dialogue, message_key, room_of

LAGS = st.lists(st.integers(0, 100_000), min_size=60, max_size=60)


@given(LAGS, LAGS, st.sampled_from(["10", "5+3", "5+20 credit", "15 tournament"]))
@settings(max_examples=10, deadline=None)
def test_nobody_gains_more_than_the_caps_by_forged_lags(
    lags: list[int], thoughts: list[int], control: str
) -> None:
    fair, forged = (
        Dialogue(room_of("ann", "bea", control=control)),
        Dialogue(room_of("ann", "bea", control=control)),
    )
    for lag_ms, thought_ms in zip(lags, thoughts, strict=True):
        if fair.room.game.is_over:
            break
        for dialogue, round_trip_ms in ((fair, 0), (forged, lag_ms)):
            dialogue.now_ms += thought_ms % 5_000
            dialogue.place(round_trip_ms=round_trip_ms)

        for seat in range(2):
            assert 0 <= _left(forged, seat) - _left(fair, seat) <= MAX_GAME_MS


def _left(dialogue: Dialogue, seat: int) -> int:
    assert dialogue.room.clock is not None
    return dialogue.room.clock.left(seat, dialogue.now_ms)


@given(LAGS, st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_a_turn_gives_back_at_most_its_cap_and_the_time_it_took(lags: list[int], seed: int) -> None:
    rng, dialogue = Random(seed), Dialogue(room_of("ann", "bea", control="15 tournament"))
    for lag_ms in lags:
        before = dialogue.room
        if before.game.is_over:
            break
        dialogue.now_ms += rng.choice([0, 5, 200, 3_000])
        dialogue.place(rng.randrange(len(before.game.placements())), lag_ms)
        gained = dialogue.room.lag.used_ms[before.game.to_play] - before.lag.used_ms[before.game.to_play]
        assert before.clock is not None

        assert before.lag.in_turn_ms + gained <= min(MAX_TURN_MS, dialogue.now_ms - before.clock.since_ms)
        assert dialogue.room.lag.used_ms[before.game.to_play] <= MAX_GAME_MS


def test_time_given_back_is_in_the_journal() -> None:
    room = room_of("ann", "bea", control="10")
    message = room.game.placements()[0]

    answer = room.lay(message, NOW + 400, message_key("one"), round_trip_ms=120)

    entry = next(write for write in answer.writes if isinstance(write, JournalEntry))  # type: ignore[union-attr]
    assert (entry.lag_ms, entry.delay_ms) == (120, 0)


def test_in_correspondence_games_no_time_is_given_back() -> None:
    dialogue = Dialogue(room_of("ann", "bea", control="2 days"))
    dialogue.now_ms += 60_000

    dialogue.place(round_trip_ms=400)

    assert dialogue.room.lag.used_ms == (0, 0)


def test_the_time_until_a_tile_reaches_the_players_is_not_counted() -> None:
    dialogue = Dialogue(room_of("ann", "bea", control="10"))
    dialogue.play_turns(1)
    to_play = dialogue.room.game.to_play

    heard_ms = dialogue.now_ms + 2_000
    dialogue.room = dialogue.room.with_delay(dialogue.now_ms, heard_ms)

    assert dialogue.room.clock is not None
    assert dialogue.room.clock.left(to_play, heard_ms) == 600_000
    assert dialogue.room.clock.left(to_play, heard_ms + 1_000) == 599_000
    assert dialogue.room.delay_ms == 2_000


def test_the_lag_bank_of_a_game_is_limited() -> None:
    bank = LagBank((0, 0))
    for _ in range(MAX_GAME_MS // MAX_TURN_MS):
        assert bank.credit(0, 9_999, 60_000) == MAX_TURN_MS
        bank = bank.taken(0, MAX_TURN_MS).next_turn()

    assert bank.credit(0, 9_999, 60_000) == 0
    assert bank.credit(1, 9_999, 60_000) == MAX_TURN_MS


def test_a_round_trip_is_the_shortest_of_the_last_four() -> None:
    line = RoundTrip()
    assert line.ms == 0
    for ms in (80, 300, 90, 120, 100):
        line.answered(line.ask(NOW), NOW + ms)

    assert line.ms == 90


def test_unexpected_echoes_do_not_count() -> None:
    line = RoundTrip()
    old, new = line.ask(NOW), line.ask(NOW + 50)

    line.answered(old, NOW + 9_000)
    assert line.ms == 0
    line.answered(new, NOW + 90)
    line.answered(new, NOW + 9_000)

    assert line.ms == 40
    assert len(line.samples) == 1
