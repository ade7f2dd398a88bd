"""What is saved about a finished game, seat by seat."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.deal import deal
from tantrix.game import Termination
from tantrix.record import Seat
from tantrix.rules import Rules
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room, Setup, open_room
from tantrix.server.ratings.results import GameResult, ResultSeat, shares_of
from tests.support.play import RULE_SETS

NOW = 1_700_000_000_000
DOUBLES = next(rules for rules in RULE_SETS if rules.teams)


def _room(rules: Rules, termination: Termination, seat: int | None) -> Room:
    """Return a game between people that one seat, or all of them, ended immediately."""
    seats = tuple(Seat(f"p{number}", None) for number in range(rules.n_seats))
    secret = bytes(32)
    room = open_room(Setup("table", "me", rules, seats, secret, deal(rules, secret), NOW, started_ms=NOW))
    return replace(room, game=room.game.end(termination, seat), ended_by=seat)


def _seats(room: Room) -> list[ResultSeat]:
    return [row for row in rows_of(room, NOW) if isinstance(row, ResultSeat)]


@pytest.mark.parametrize("termination", [Termination.TIME, Termination.ABANDONED])
def test_a_player_out_of_time_or_gone_is_a_quitter(termination: Termination) -> None:
    seats = _seats(_room(Rules(), termination, 1))

    assert [seat.is_quitter for seat in seats] == [False, True]
    assert [seat.share for seat in seats] == [1, 0]


def test_a_player_who_resigns_is_not_a_quitter_and_a_partner_never_is() -> None:
    assert not any(seat.is_quitter for seat in _seats(_room(Rules(), Termination.RESIGNATION, 0)))
    left = _seats(_room(DOUBLES, Termination.ABANDONED, 0))
    assert [seat.is_quitter for seat in left] == [True, False, False, False]


def test_a_player_replaced_by_a_robot_is_a_quitter_without_a_share_and_keeps_the_seat() -> None:
    # R8.4
    room = replace(_room(Rules(), Termination.RESIGNATION, 0), stand_ins={1: "greedy"})

    seats = _seats(room)

    assert [seat.is_quitter for seat in seats] == [False, True]
    assert (seats[1].rank, seats[1].share) == (1, 0)
    assert (seats[1].user_id, seats[1].robot) == ("me", None)


def test_nothing_is_saved_about_an_aborted_game() -> None:
    assert rows_of(_room(Rules(), Termination.ABORTED, None), NOW) == ()


def test_a_game_in_play_has_no_result() -> None:
    room = _room(Rules(), Termination.TIME, 0)

    with pytest.raises(ValueError, match="a game that is over"):
        rows_of(open_room(room.setup), NOW)


def test_the_result_describes_the_game() -> None:
    result = rows_of(_room(DOUBLES, Termination.TIME, 2), NOW + 5)[0]

    assert isinstance(result, GameResult)
    assert (result.pool, result.n_seats, result.is_teams, result.is_rated) == ("many", 4, True, False)
    assert (result.started_ms, result.finished_ms, result.termination) == (NOW, NOW + 5, "time")


@given(st.sampled_from(RULE_SETS), st.data())
@settings(deadline=None)
def test_shares_are_those_of_the_games_between_all_opponents(rules: Rules, data: st.DataObject) -> None:
    by_colour = {colour: data.draw(st.integers(1, 4)) for colour in rules.colours}
    ranks = tuple(by_colour[colour] for colour in rules.colours)

    shares = shares_of(ranks, rules.colours)

    assert sum(shares) == pytest.approx(rules.n_seats / 2)
    assert all(0 <= share <= 1 for share in shares)
    assert all(
        (a < b) == (x > y)
        for a, x in zip(ranks, shares, strict=True)
        for b, y in zip(ranks, shares, strict=True)
    )
