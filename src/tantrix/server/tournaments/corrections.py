"""Corrections: what can be undone, and what follows when a result changes after the end of a tournament."""

from collections.abc import Sequence

from tantrix.competition.events.actions import (
    UNDOABLE,
    Action,
    AdjustStanding,
    CancelEvent,
    CorrectPlaces,
    LogEntry,
    Ruling,
    Undo,
)
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.match_states import final_places, is_round_over
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import TournamentRound
from tantrix.competition.events.tournament import EventState, Tournament, after_all
from tantrix.server.wording.catalogues import gettext_noop

_RESULT_NEEDED = gettext_noop("Without this decision the game has no result: enter another one instead.")


def may_undo(entry: LogEntry) -> bool:
    """Return whether an entry can be undone; the server's own cancellation would only be repeated."""
    return isinstance(entry.action, UNDOABLE) and not (
        isinstance(entry.action, CancelEvent) and entry.by is None
    )


def changes_result(actions: Sequence[Action]) -> bool:
    """Return whether some actions may change the result of a tournament that is over."""
    return any(isinstance(action, Ruling | AdjustStanding | Undo) for action in actions)


def with_new_order(
    tournament: Tournament, entries: Sequence[LogEntry], actions: tuple[Action, ...], by: str, now_ms: int
) -> tuple[Action, ...]:
    """Add the new final order to actions that change the results of a tournament that is over.

    Rounds stay as they were drawn. Raises InvalidValue if an undo leaves a game without a result, although
    its table is closed or its round is past.
    """
    is_over = tournament.state is EventState.OVER
    if not changes_result(actions) or not (is_over or any(isinstance(each, Undo) for each in actions)):
        return actions
    added = [LogEntry(entries[-1].sequence + n, now_ms, by, action) for n, action in enumerate(actions, 1)]
    after = after_all(tournament, entries, added)
    if _is_open_again(tournament, after) or any(
        _has_no_result(after, key) for key in tournament.decided - after.decided
    ):
        raise InvalidValue(_RESULT_NEEDED)
    if not is_over:
        return actions
    places = final_places(after)
    return actions if places == tournament.places else (*actions, CorrectPlaces(places))


def _is_open_again(tournament: Tournament, after: Tournament) -> bool:
    """Return whether a past round that is over would not be over any more."""
    over = [each for each in after.rounds if _is_past(tournament, each) and is_round_over(tournament, each)]
    return not all(is_round_over(after, each) for each in over)


def _is_past(tournament: Tournament, paired: TournamentRound) -> bool:
    """Return whether what follows a round is drawn already, or nothing follows."""
    return tournament.state is EventState.OVER or any(each.at_ms > paired.at_ms for each in tournament.rounds)


def _has_no_result(tournament: Tournament, key: GameKey) -> bool:
    """Return whether a game has no points and gets none: its table was closed by the decision."""
    outcome = tournament.outcome(key)
    return tournament.state is EventState.OVER if outcome is None else not any(outcome.tenths)
