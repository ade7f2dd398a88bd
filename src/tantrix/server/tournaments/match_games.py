"""The games of matches: setting one up, and its outcome when it is over."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import cast

from tantrix.clock import MINUTE_MS, Clock
from tantrix.competition.events.action_text import from_json, to_json
from tantrix.competition.events.entrants import Entrant, EntrantKind, Member
from tantrix.competition.events.match_states import simul_host
from tantrix.competition.events.outcomes import GameKey, GameOutcome, defaulted, played
from tantrix.competition.events.tournament import Tournament
from tantrix.game import Termination
from tantrix.server.games.new_game import new_setup
from tantrix.server.games.room import ABORT_TURNS, HostSeat, Room, Setup
from tantrix.server.games.store import TakenSeat
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.lobby import NewGame, SeatChoice
from tantrix.server.settings import Settings

_TWO: tuple[ColourLetter, ...] = ("R", "B")
_DOUBLES: tuple[ColourLetter, ...] = ("R", "B", "R", "B")
_WITHOUT_PLAY = (Termination.RESIGNATION, Termination.TIME, Termination.ABANDONED)


def players_of(entrant: Entrant, kind: EntrantKind, board: int) -> tuple[Member, ...]:
    """Return the players of a game for an entrant: the pair, or the member at a board."""
    return entrant.members if kind is EntrantKind.PAIR else (entrant.members[board - 1],)


def begin_game(
    now: Tournament,
    tournament_id: str,
    key: GameKey,
    settings: Settings,
    rng: Random,
    preferences_of: Callable[[str | None], str],
) -> tuple[Setup, int]:
    """Deal a game of a match; return its setup, and the seat of the first entrant, which is drawn by lot.

    `preferences_of`: the colours that an account prefers.
    """
    drawn, match = now.matches[key.match]
    host = simul_host(now)
    first_seat = rng.randrange(2)
    sides = [players_of(now.entrants[each], now.terms.kind, key.board) for each in match.sides]
    order = sides if first_seat == 0 else sides[::-1]
    members = [member for pair in zip(*order, strict=True) for member in pair]
    colours = _DOUBLES if len(members) == 4 else _TWO
    people = [seat for seat, member in enumerate(members) if member.robot is None]
    seats = [
        _choice(colour, member, seat == people[0], preferences_of(member.user_id))
        for seat, (colour, member) in enumerate(zip(colours, members, strict=True))
    ]
    new = NewGame(
        seats=seats,
        start="draw-return",
        teams=len(members) == 4,
        control=now.terms.control,
        rated=host is None,
        listing="open",
    )
    user_ids = [member.user_id or "" for member in members]
    setup = new_setup(new, user_ids[people[0]], settings)
    setup = replace(setup, match_id=f"{tournament_id}/{key.match}")
    for seat in people[1:]:
        user_id, name = user_ids[seat], members[seat].name
        letters = preferences_of(user_id)
        setup = setup.with_sitter(TakenSeat(setup.id, seat, user_id, name, setup.created_ms, letters))
    setup = setup.with_colours()
    if host is not None:
        extra_ms = now.stage(drawn.stage).terms.host_minutes * MINUTE_MS
        setup = replace(setup, host=HostSeat((match.side_of(host) + first_seat) % 2, extra_ms))
    return setup, first_seat


def _choice(colour: ColourLetter, member: Member, is_owner: bool, preferred: str) -> SeatChoice:
    """Return a seat for a player: the owner's, that of a robot, or one that is open until it is taken."""
    if member.robot is not None:
        return SeatChoice(colour=colour, kind="robot", robot=member.robot)
    if not is_owner:
        return SeatChoice(colour=colour, kind="open")
    preferences = [cast(ColourLetter, letter) for letter in preferred]
    return SeatChoice(colour=colour, kind="person", name=member.name, colour_preferences=preferences)


def outcomes_of(room: Room, at_ms: int) -> tuple[GameOutcome, GameOutcome]:
    """Return the outcome of a finished game for the case that the first entrant has seat 0, and seat 1.

    A side that resigns, leaves or loses on time before the third turn counts as absent: an average win for
    the other side. In a simul, where no robot plays on, this applies to a resignation at any turn.
    """
    outcome = room.game.outcome
    assert outcome is not None, f"expected a game that is over, got {room.setup.id}"
    by_default = _by_default(room, outcome.termination)
    if by_default is not None:
        return defaulted(by_default), defaulted(by_default[::-1])
    scores = outcome.scores[0], outcome.scores[1]
    if outcome.termination in (Termination.DEADLOCK, Termination.AGREEMENT):
        drawn = played((scores[0], scores[0]), side_penalties(room.clock, at_ms))
        drawn = replace(drawn, scores=scores)
        return drawn, _turned(drawn)
    result = played(scores, side_penalties(room.clock, at_ms))
    return result, _turned(result)


def side_penalties(clock: Clock | None, at_ms: int) -> tuple[int, int]:
    """Return the clock's penalty points for both sides (R8.1); for partners, the sum of both penalties."""
    if clock is None or clock.control.is_fatal:
        return 0, 0
    over = [-sum(clock.left(seat, at_ms) for seat in range(side, len(clock.left_ms), 2)) for side in (0, 1)]
    first, second = (0 if ms < 0 else 1 + ms // MINUTE_MS for ms in over)
    return first, second


def print_outcome(outcome: GameOutcome) -> str:
    """Print an outcome as JSON."""
    return json.dumps(to_json(outcome))


@lru_cache(maxsize=8192)
def parse_outcome(text: str) -> GameOutcome:
    """Parse the JSON that `print_outcome` returns."""
    outcome: GameOutcome = from_json(GameOutcome, json.loads(text))
    return outcome


def _by_default(room: Room, termination: Termination) -> tuple[bool, bool] | None:
    """Return which sides were present if the game ended by default; None if it was played."""
    if termination is Termination.ABORTED:
        return False, False
    counts_as_left = room.setup.host is not None or room.game.turn <= ABORT_TURNS
    if termination not in _WITHOUT_PLAY or not counts_as_left or room.ended_by is None:
        return None
    leaver = room.ended_by % 2
    return leaver != 0, leaver != 1


def _turned(outcome: GameOutcome) -> GameOutcome:
    scores = None if outcome.scores is None else outcome.scores[::-1]
    return replace(
        outcome,
        tenths=outcome.tenths[::-1],
        halves=outcome.halves[::-1],
        scores=scores,
        penalties=outcome.penalties[::-1],
    )
