"""The games of matches: setting one up, and its outcome when it is over."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import cast

from tantrix.clock import MINUTE_MS
from tantrix.competition.events.entrants import Member
from tantrix.competition.events.match_states import simul_host
from tantrix.competition.events.outcomes import GameKey, GameOutcome
from tantrix.competition.events.tournament import Tournament
from tantrix.server.games.new_game import new_setup
from tantrix.server.games.room import HostSeat, Room, Setup, match_outcome
from tantrix.server.games.store import TakenSeat
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.lobby import NewGame, SeatChoice
from tantrix.server.protocol.tournaments import TileSet
from tantrix.server.ratings.results import LINKED
from tantrix.server.settings import Settings

_TWO: tuple[ColourLetter, ...] = ("R", "B")
_DOUBLES: tuple[ColourLetter, ...] = ("R", "B", "R", "B")


def begin_game(
    tournament: Tournament,
    tournament_id: str,
    key: GameKey,
    settings: Settings,
    rng: Random,
    preferences_of: Callable[[str | None], str],
) -> tuple[Setup, int]:
    """Deal a game of a match; return its setup, and the seat of the first entrant, which is drawn by lot.

    `preferences_of`: the colours that an account prefers.
    """
    paired, match = tournament.matches[key.match]
    host = simul_host(tournament)
    first_seat = rng.randrange(2)
    sides = [tournament.players(key, each) for each in match.sides]
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
        tile_set=cast(TileSet, tournament.terms.tile_set),
        start=tournament.terms.start.value,
        teams=len(members) == 4,
        control=tournament.terms.control,
        rated=host is None,
    )
    user_ids = [member.user_id or "" for member in members]
    setup = new_setup(new, user_ids[people[0]], settings)
    listing = "open" if tournament.terms.entry.is_listed else LINKED
    setup = replace(setup, match_id=f"{tournament_id}/{key.match}", listing=listing)
    for seat in people[1:]:
        user_id, name = user_ids[seat], members[seat].name
        letters = preferences_of(user_id)
        setup = setup.with_occupant(TakenSeat(setup.id, seat, user_id, name, setup.created_ms, letters))
    setup = setup.with_colours()
    if not tournament.terms.is_correspondence:
        setup = replace(setup, started_ms=setup.created_ms + tournament.terms.countdown_ms)
    if host is not None:
        extra_ms = tournament.stage(paired.stage).terms.host_minutes * MINUTE_MS
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
    """Return the outcome of a finished game for the case that the first entrant has seat 0, and seat 1."""
    outcome = match_outcome(room, at_ms)
    return outcome, _turned(outcome)


def _turned(outcome: GameOutcome) -> GameOutcome:
    scores = None if outcome.scores is None else outcome.scores[::-1]
    return replace(
        outcome,
        tenths=outcome.tenths[::-1],
        halves=outcome.halves[::-1],
        scores=scores,
        penalties=outcome.penalties[::-1],
    )
