"""Turns that pass without a tile are announced (R3.6, R3.7)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Colour, Deadlock, Game, Rules, deal
from tantrix.server.games.views.position import PassedSeats, passing, position_view
from tests.support.case_games import game_of
from tests.support.cases import CASES


def case(name: str) -> Game:
    (found,) = (case for case in CASES if case.name == name)
    return game_of(found)


def test_a_turn_passed_in_a_deadlock_is_announced() -> None:  # R3.6
    game = case("a stuck seat passes to one that can fill").play("24@-1,2^4", 18)

    assert (game.to_play, passing(game)) == (2, PassedSeats((1,), ()))
    assert (position_view(game).passed, position_view(game).skipped) == ([1], [])


def test_the_end_of_a_game_reports_no_passed_turn() -> None:  # R3.6
    game = case("deadlock of all seats ends the game though turns may pass").play("24@-1,2^4", 18)

    assert passing(game) == PassedSeats((), ())


@pytest.mark.parametrize("deadlock", Deadlock)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), n_seats=st.integers(2, 4))
def test_a_seat_between_the_last_and_the_current_one_was_skipped(
    deadlock: Deadlock, seed: int, n_seats: int
) -> None:  # R3.6, R3.7
    rng = random.Random(seed)
    rules = Rules(colours=tuple(Colour)[:n_seats], deadlock=deadlock)
    dealt = deal.deal(rules, rng.randbytes(32))
    game = deal.start(rules, dealt)
    while not game.is_over:
        before, last = game, game.to_play
        game = game.play(rng.choice(list(game.placements())), deal.next_draw(dealt, game))
        notice = passing(game)
        if game.is_over:
            assert notice == PassedSeats((), ())
        elif game.turn == before.turn:
            assert (game.to_play, notice) == (last, PassedSeats((), ()))
        else:
            between = [(last + step) % n_seats for step in range(1, (game.to_play - last - 1) % n_seats + 1)]
            assert [seat for seat in between if not game.hands[seat]] == list(notice.skipped)[: len(between)]
            assert {seat for seat in between if game.hands[seat]} <= set(notice.passed)
        assert all(not game.hands[seat] for seat in notice.skipped)
        assert deadlock is Deadlock.PASS or notice.passed == ()


def test_a_seat_without_tiles_is_announced_as_skipped() -> None:  # R3.7
    rng = random.Random(5)
    rules = Rules(colours=tuple(Colour)[:3])
    skipped: set[int] = set()
    while not skipped:
        dealt = deal.deal(rules, rng.randbytes(32))
        game = deal.start(rules, dealt)
        while not game.is_over:
            game = game.play(rng.choice(list(game.placements())), deal.next_draw(dealt, game))
            skipped |= set(passing(game).skipped)

    assert skipped
