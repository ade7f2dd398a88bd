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
from tantrix.competition.events.tournament import EventState, Tournament, after_all
from tantrix.server.wording.catalogues import gettext_noop

_RESULT_NEEDED = gettext_noop("The tournament is over, so every game must have a result.")


def may_undo(entry: LogEntry) -> bool:
    """Return whether an entry can be undone; the server's own cancellation would only be repeated."""
    return isinstance(entry.action, UNDOABLE) and not (
        isinstance(entry.action, CancelEvent) and entry.by is None
    )


def changes_result(actions: Sequence[Action]) -> bool:
    """Return whether some actions may change the result of a tournament that is over."""
    return any(isinstance(action, Ruling | AdjustStanding | Undo) for action in actions)


def with_new_order(
    now: Tournament, entries: Sequence[LogEntry], actions: tuple[Action, ...], by: str, now_ms: int
) -> tuple[Action, ...]:
    """Add the new final order to actions that change the results of a tournament that is over.

    Rounds stay as they were drawn. Raises InvalidValue if a game that was decided would have no result.
    """
    if now.state is not EventState.OVER or not changes_result(actions):
        return actions
    added = [LogEntry(entries[-1].sequence + n, now_ms, by, action) for n, action in enumerate(actions, 1)]
    after = after_all(now, entries, added)
    if _is_open_again(now, after) or any(_has_no_result(after, key) for key in now.decided - after.decided):
        raise InvalidValue(_RESULT_NEEDED)
    places = final_places(after)
    return actions if places == now.places else (*actions, CorrectPlaces(places))


def _is_open_again(now: Tournament, after: Tournament) -> bool:
    """Return whether a round that is over would not be over any more."""
    return not all(is_round_over(after, paired) for paired in after.rounds if is_round_over(now, paired))


def _has_no_result(now: Tournament, key: GameKey) -> bool:
    """Return whether a game has no points: its table was closed by a decision that is undone."""
    outcome = now.outcome(key)
    return outcome is None or not any(outcome.tenths)
