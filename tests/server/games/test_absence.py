"""Players who leave a live game: the countdown, and what the other players may do then."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.game import Termination
from tantrix.server.games.absence import AWAY_MS, LONG_MS, NOBODY_AWAY, Absence, Absences
from tantrix.server.games.agreements import STAND_IN, find_offer, without_claims
from tantrix.server.games.room import HostSeat, Room
from tantrix.server.rooms.commands import RoomChange
from tests.server.support.rooms import NOW, PEOPLE, Dialogue, room_of

STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, 7 * MINUTE_MS)), max_size=12)


def test_a_game_may_go_on_without_a_player_who_is_away_for_five_minutes() -> None:
    absence = Absence().left(NOW)

    assert absence.claimable_in_ms(NOW) == AWAY_MS
    assert absence.claimable_in_ms(NOW + AWAY_MS - 1) == 1
    assert absence.claimable_in_ms(NOW + AWAY_MS) == 0
    assert absence.returned(NOW + AWAY_MS).claimable_in_ms(NOW + AWAY_MS) is None


def test_after_two_absences_of_two_minutes_the_next_can_be_claimed_after_two() -> None:
    absence, now_ms = Absence(), NOW
    for _ in range(2):
        assert absence.left(now_ms).claimable_in_ms(now_ms + LONG_MS) == AWAY_MS - LONG_MS
        absence = absence.left(now_ms).returned(now_ms + LONG_MS)
        now_ms += AWAY_MS

    assert absence.left(now_ms).claimable_in_ms(now_ms + LONG_MS) == 0


def test_short_absences_are_forgotten() -> None:
    absence = Absence()
    for n in range(20):
        absence = absence.left(n * AWAY_MS).returned(n * AWAY_MS + LONG_MS - 1)

    assert absence == Absence()


@given(STEPS)
def test_an_absence_can_be_claimed_after_two_minutes_and_ends_the_wait_after_five(
    steps: list[tuple[bool, int]],
) -> None:
    absences, now_ms = NOBODY_AWAY, NOW
    for is_here, ms in steps:
        absences = absences.seen({"ann"}, frozenset({"ann"} if is_here else ()), now_ms)
        now_ms += ms
        absence = absences.of("ann")
        is_claimable = absence.claimable_in_ms(now_ms) == 0

        assert not (is_claimable and absence.away_ms(now_ms) < LONG_MS)
        assert is_claimable or absence.away_ms(now_ms) < AWAY_MS


def test_a_message_without_a_socket_is_a_sign_of_life() -> None:
    absences = Absences({"ann": Absence(NOW)})

    assert absences.alive("ann", NOW + MINUTE_MS) == Absences({"ann": Absence(NOW + MINUTE_MS)})
    assert absences.alive("bea", NOW) is absences


def _left(*players: str, away: str = "bea", ms: int = AWAY_MS, **options: object) -> Dialogue:
    """Return a game that one player left some time ago."""
    dialogue = Dialogue(room_of(*(players or PEOPLE[:2]), **options))  # type: ignore[arg-type]
    dialogue.play_turns(3)
    dialogue.absences = Absences({away: Absence(dialogue.now_ms)})
    dialogue.now_ms += ms
    return dialogue


def test_with_two_players_the_other_may_end_the_game_and_the_absent_one_ranks_last() -> None:
    dialogue = _left()

    assert dialogue.claim("ann", 1, "end") is None

    outcome = dialogue.room.game.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.ranks) == (Termination.ABANDONED, (1, 2))
    assert dialogue.room.ended_by == 1


def test_nobody_can_claim_too_early_or_while_the_opponent_is_here() -> None:
    early = _left(ms=AWAY_MS - 1)

    assert early.claim("ann", 1) == "not_claimable"
    assert early.claim("bea", 0) == "not_claimable"
    assert early.claim("ann", 0) == "not_claimable"
    assert early.claim("ann", 3) == "not_claimable"


def test_nobody_can_claim_against_the_host_of_a_simul_who_is_at_another_board() -> None:
    dialogue = _left()
    setup = replace(dialogue.room.setup, host=HostSeat(1, 0))
    dialogue.room = replace(dialogue.room, setup=setup)

    assert dialogue.claim("ann", 1) == "not_claimable"


@pytest.mark.parametrize("how", ["end", "robot"])
def test_in_correspondence_games_nobody_is_absent(how: str) -> None:
    dialogue = _left(control="2 days")

    assert dialogue.claim("ann", 1, how) == "not_claimable"


def test_in_correspondence_games_an_overlong_turn_loses() -> None:
    room = room_of("ann", "bea", control="2 days")

    assert room.fallen(NOW + 2 * DAY_MS - 1) is None
    answer = room.tick(NOW + 2 * DAY_MS)

    assert isinstance(answer, RoomChange)
    assert answer.room.game.outcome is not None
    assert answer.room.game.outcome.termination is Termination.TIME
    assert answer.room.ended_by == room.game.to_play


def test_a_robot_plays_on_and_the_seat_stays_its_players() -> None:
    dialogue = _left(is_rated=True)

    assert dialogue.claim("ann", 1, "robot") is None
    _until_to_play(dialogue, 1)

    assert dialogue.room.robot_to_play == STAND_IN
    assert dialogue.room.setup.owns("bea", 1)
    assert dialogue.room.seats_of("bea") == frozenset()
    assert dialogue.place() == "stood_in"
    assert dialogue.offer("bea", "pause") == "stood_in"


def test_in_a_casual_game_a_player_who_left_may_come_back() -> None:
    dialogue = _left()
    dialogue.claim("ann", 1, "robot")

    assert dialogue.come_back("ann", 1) == "not_your_seat"
    assert dialogue.come_back("bea", 1) is None
    assert dialogue.room.stand_ins == {}
    _until_to_play(dialogue, 1)
    assert dialogue.place() is None


def test_in_a_rated_game_the_robot_plays_to_the_end() -> None:  # R8.4
    dialogue = _left(is_rated=True)
    dialogue.claim("ann", 1, "robot")

    assert dialogue.come_back("bea", 1) == "rated"


def _until_to_play(dialogue: Dialogue, seat: int) -> None:
    while dialogue.room.game.to_play != seat:
        dialogue.place()


def test_all_remaining_players_must_agree_to_end_the_game() -> None:
    dialogue = _left("ann", "bea", "cyd")

    assert dialogue.claim("ann", 1, "end") is None
    assert not dialogue.room.game.is_over
    assert dialogue.room.offers[0].missing == {2}
    assert dialogue.reply("cyd", "end") is None
    assert dialogue.room.game.is_over
    assert dialogue.room.ended_by == 1


def test_with_several_players_one_may_have_a_robot_play_on() -> None:
    dialogue = _left("ann", "bea", "cyd")

    assert dialogue.claim("cyd", 1, "robot") is None
    assert dialogue.room.stand_ins == {1: STAND_IN}


def test_a_player_who_comes_back_in_time_stays_in_the_game() -> None:
    dialogue = _left("ann", "bea", "cyd")
    dialogue.claim("ann", 1, "end")

    dialogue.absences = dialogue.absences.seen(PEOPLE[:3], frozenset(PEOPLE[:3]), dialogue.now_ms)

    assert dialogue.reply("cyd", "end") == "not_claimable"
    assert find_offer(without_claims(dialogue.room, "bea"), "end") is None
    assert find_offer(without_claims(dialogue.room, "ann"), "end") is not None


def test_in_a_pause_nobody_is_absent() -> None:
    dialogue = _left()
    dialogue.offer("ann", "pause")
    dialogue.reply("bea", "pause")

    assert not dialogue.room.is_live
    assert dialogue.claim("ann", 1) == "not_claimable"


def test_all_players_of_the_game_are_asked_for_a_rematch() -> None:
    dialogue = _left()
    dialogue.claim("ann", 1, "robot")
    dialogue.room = _ended(dialogue)

    dialogue.offer("ann", "rematch")

    assert dialogue.room.offers[0].missing == {1}
    assert dialogue.reply("bea", "rematch") is None


def _ended(dialogue: Dialogue) -> Room:
    dialogue.offer("ann", "draw")
    while not dialogue.room.game.is_over:
        dialogue.room = _placed(dialogue.room, dialogue.now_ms)
    return dialogue.room


def _placed(room: Room, now_ms: int) -> Room:
    answer = room.lay(room.game.placements()[0], now_ms)
    assert isinstance(answer, RoomChange)
    return answer.room


def test_an_absence_that_counts_from_the_end_of_a_countdown_is_claimed_five_minutes_later() -> None:
    away = Absence(since_ms=120_000)

    assert (away.away_ms(0), away.claimable_in_ms(0)) == (0, 120_000 + AWAY_MS)
