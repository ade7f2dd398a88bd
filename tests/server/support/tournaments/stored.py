"""Tournaments over the board, played by their log alone, without a server."""

from collections.abc import Callable
from typing import Any

from tantrix.competition.events.actions import (
    Action,
    Enter,
    Forfeit,
    LogEntry,
    NameStaff,
    OpenEntries,
    Ruling,
    SetTerms,
    StartEvent,
)
from tantrix.competition.events.due import apply_due
from tantrix.competition.events.entrants import Entrant, Member
from tantrix.competition.events.match_states import next_keys
from tantrix.competition.events.outcomes import GameKey, played
from tantrix.competition.events.tournament import Tournament, replay
from tantrix.server.protocol.tournaments import TournamentOptions, TournamentView
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.store import TournamentRow
from tantrix.server.tournaments.terms import terms_of
from tantrix.server.tournaments.views import tournament_view

MAX_GAMES = 200


def a_win_for_the_first(key: GameKey) -> Action:
    """Return the entry of a game that the side named first wins by 20 to 11."""
    return Ruling(key.match, key.number, key.board, played((20, 11), (0, 0)))


def a_default_of_the_second(key: GameKey) -> Action:
    """Return the entry of a game to which the side named second does not come."""
    return Forfeit(key.match, key.number, key.board, (True, False))


def evening(
    preset: str,
    n_entrants: int,
    result: Callable[[GameKey], Action] = a_win_for_the_first,
    n_games: int = MAX_GAMES,
    **options: Any,
) -> StoredTournament:
    """Return a tournament by hand, after its first games or at its end."""
    given = {"preset": preset, "name": "Club evening", "is_by_hand": True, **options}
    terms = terms_of(TournamentOptions.model_validate(given))
    entrants = [Entrant(str(n), f"P{n}", (Member(f"P{n}"),), 2000 - n) for n in range(1, n_entrants + 1)]
    start = StartEvent(tuple(each.id for each in entrants))
    actions = (SetTerms(terms), NameStaff(("ann",)), OpenEntries(), *map(Enter, entrants), start)
    entries = [LogEntry(number, 0, "ann", action) for number, action in enumerate(actions, 1)]
    now, entries = _after_due(replay(entries, "secret"), entries)
    for _ in range(n_games):
        keys = [key for paired, match in now.matches.values() for key in next_keys(now, paired, match)]
        if not keys:
            break
        entry = LogEntry(len(entries) + 1, 0, "ann", result(keys[0]))
        now, entries = _after_due(now.after(entry), [*entries, entry])
    row = TournamentRow(
        id="abcdefghijkm",
        name=terms.name,
        preset=preset,
        state=now.state.value,
        organiser="ann",
        secret="secret",
        password=None,
        is_listed=True,
        n_entrants=n_entrants,
        created_ms=0,
        starts_ms=None,
        ended_ms=None,
        version=len(entries),
    )
    return StoredTournament(row, tuple(entries), (), now, (len(entries), 0, 0))


def view_of(found: StoredTournament) -> TournamentView:
    """Return the view of a tournament whose organiser is Ann."""
    return tournament_view(found, lambda user_id: "Ann" if user_id == "ann" else None)


def _after_due(now: Tournament, entries: list[LogEntry]) -> tuple[Tournament, list[LogEntry]]:
    after, added = apply_due(now, entries, 0, "tantrix test")
    return after, [*entries, *added]
