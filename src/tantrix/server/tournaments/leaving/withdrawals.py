"""What becomes of the entries of an account that is closed or banned."""

from collections.abc import Callable

from tantrix.competition.events.actions import Action, CancelEvent, SetLineUp, Withdraw
from tantrix.competition.events.entrants import Entrant, EntrantKind
from tantrix.competition.events.match_states import simul_host
from tantrix.competition.events.tournament import EventState, Tournament


def departure(tournament: Tournament, user_id: str, may_play: Callable[[str], bool]) -> tuple[Action, ...]:
    """Return the actions that take an account out of a tournament; none if nothing needs to change.

    A player or pair withdraws. A team plays on with its other members while they fill its boards. A simul
    cannot begin without its host, nor can an event open that has nobody left to run it.
    """
    is_before = tournament.state in (EventState.DRAFT, EventState.OPEN)
    entrant = tournament.entrant_of(user_id)
    is_host = entrant is not None and entrant.id == simul_host(tournament)
    if is_before and (is_host or not any(may_play(each) for each in tournament.staff)):
        return (CancelEvent(),)
    if entrant is None or is_host or not (is_before or tournament.state is EventState.RUNNING):
        return ()
    if tournament.terms.kind is not EntrantKind.TEAM:
        return (Withdraw(entrant.id),)
    return _without(tournament, entrant, may_play)


def _without(tournament: Tournament, team: Entrant, may_play: Callable[[str], bool]) -> tuple[Action, ...]:
    """Move the members of a team who have left to the end of its line-up, or withdraw it."""
    has_left = [each.user_id is not None and not may_play(each.user_id) for each in team.members]
    staying = [place for place, is_gone in enumerate(has_left) if not is_gone]
    if len(staying) < tournament.terms.n_boards:
        return (Withdraw(team.id),)
    order = (*staying, *(place for place, is_gone in enumerate(has_left) if is_gone))
    is_set = tournament.line_up(team.id) == tuple(team.members[place] for place in order)
    return () if is_set else (SetLineUp(team.id, order),)
