"""A game when a player's account is closed or banned: it is decided at once, by the rules of its kind."""

from dataclasses import replace

import pytest

from tantrix.game import Termination
from tantrix.server.games.departures import depart
from tantrix.server.games.room import Room
from tests.server.support.rooms import Dialogue, room_of


def _dialogue(*players: str, control: str | None = None, match_id: str | None = None) -> Dialogue:
    room = room_of(*players, control=control)
    dialogue = Dialogue(replace(room, setup=replace(room.setup, match_id=match_id)))
    dialogue.play_turns(4)
    return dialogue


def _depart(dialogue: Dialogue, user_id: str) -> list[str | None]:
    """Let a user leave as the hub does, until the room refuses; return what it answered."""
    answers: list[str | None] = []
    while not answers or answers[-1] is None:
        answers.append(dialogue.take(depart(dialogue.room, user_id, dialogue.now_ms)))
    return answers


def _termination(room: Room) -> Termination | None:
    return None if room.game.outcome is None else room.game.outcome.termination


@pytest.mark.parametrize("control", [None, "5+3", "2 days"])
def test_the_one_who_stayed_wins_whatever_the_clock(control: str | None) -> None:
    dialogue = _dialogue("ann", "bea", control=control)

    assert _depart(dialogue, "bea") == [None, "not_your_seat"]

    outcome = dialogue.room.game.outcome
    assert outcome is not None and outcome.termination is Termination.RESIGNATION
    assert outcome.winners == (0,)


def test_a_game_that_has_hardly_begun_is_aborted() -> None:
    dialogue = Dialogue(room_of("ann", "bea"))

    _depart(dialogue, "ann")

    assert _termination(dialogue.room) is Termination.ABORTED


def test_a_game_of_a_tournament_is_left_and_the_other_side_chooses() -> None:
    dialogue = _dialogue("ann", "bea", control="15 tournament", match_id="k3jd92mfh4xa/1-swiss-2-1")

    assert _depart(dialogue, "bea") == [None, "not_your_seat"]

    assert dialogue.room.undecided == 1
    assert dialogue.claim("ann", 1, "end") is None
    assert dialogue.room.game.outcome is not None and dialogue.room.game.outcome.winners == (0,)


def test_a_tournament_game_that_both_have_left_ends_against_the_first() -> None:
    dialogue = _dialogue("ann", "bea", control="15 tournament", match_id="k3jd92mfh4xa/1-swiss-2-1")
    _depart(dialogue, "bea")

    _depart(dialogue, "ann")

    assert dialogue.room.game.outcome is not None and dialogue.room.game.outcome.winners == (0,)


def test_of_three_players_two_play_on_with_a_robot() -> None:
    dialogue = _dialogue("ann", "bea", "cyd")

    _depart(dialogue, "bea")

    assert dialogue.room.game.outcome is None
    assert set(dialogue.room.stand_ins) == {1}
    _depart(dialogue, "ann")
    _depart(dialogue, "cyd")
    assert dialogue.room.game.is_over


def test_at_a_table_that_waits_the_seat_is_free_again() -> None:
    waiting = room_of("ann", "bea", "cyd")
    setup = replace(waiting.setup, occupants=((1, "bea"),), started_ms=None)
    dialogue = Dialogue(replace(waiting, setup=setup))

    assert _depart(dialogue, "bea") == [None, "not_your_seat"]

    assert dialogue.room.setup.free_seats == (1, 2)
    assert dialogue.room.setup.seats[1].name == ""
    assert dialogue.room.setup.owner == "ann"
