"""A check that a stored tournament agrees with its own log and games."""

from collections.abc import Mapping, Sequence

from tantrix.competition.events.actions import DrawRound, LogEntry, SetTerms
from tantrix.competition.events.match_states import final_places
from tantrix.competition.events.outcomes import GameKey, GameOutcome
from tantrix.competition.events.tournament import EventState, replay
from tantrix.competition.scoring import GAME, WALKOVER


def problems(
    entries: Sequence[LogEntry],
    outcomes: Mapping[GameKey, GameOutcome],
    secret: str = "",
    table_ranks: Mapping[str, tuple[int, ...]] | None = None,
) -> list[str]:
    """List what is wrong with a tournament, in English; empty if everything can be recomputed.

    Checks that pairing each round again from its stored inputs gives the same pairs, that the log's numbers
    have no gap, that the tenths of each game sum to 20 points, and that the final order follows from the
    results, after any corrections.
    """
    found = _wrong_numbers(entries)
    found += [
        problem for entry in entries if isinstance(entry.action, DrawRound) for problem in _wrong_round(entry)
    ]
    found += _wrong_fillers(entries)
    for key, outcome in outcomes.items():
        if sum(outcome.tenths) not in (GAME, WALKOVER, 0):
            found.append(f"game {key.number} of match {key.match}: expected 20 points, got {outcome.tenths}")
    return found + _wrong_places(entries, outcomes, secret, table_ranks)


def _wrong_numbers(entries: Sequence[LogEntry]) -> list[str]:
    numbers = [entry.sequence for entry in entries]
    if numbers == list(range(1, len(entries) + 1)):
        return []
    return [f"expected log entries 1 to {len(entries)}, got {numbers[:1]} to {numbers[-1:]}"]


def _wrong_round(entry: LogEntry) -> list[str]:
    assert isinstance(entry.action, DrawRound)
    drawn = entry.action.round
    pairs, tables = drawn.inputs.pairs(drawn.number), drawn.inputs.tables()
    if (pairs, tables) == (drawn.pairs, drawn.tables):
        return []
    got, expected = drawn.pairs or drawn.tables, pairs or tables
    return [f"round {drawn.name} (log entry {entry.sequence}): expected {expected}, got {got}"]


def _wrong_fillers(entries: Sequence[LogEntry]) -> list[str]:
    """List the rounds in which a robot plays although the terms have none, or the number is even."""
    found, robot = [], ""
    for entry in entries:
        if isinstance(entry.action, SetTerms):
            robot = entry.action.terms.entry.filler
        if isinstance(entry.action, DrawRound) and entry.action.round.inputs.filler:
            n_entrants = len(entry.action.round.inputs.field)
            if not robot or n_entrants % 2 == 0:
                found.append(
                    f"round {entry.action.round.name} (log entry {entry.sequence}): expected no robot among "
                    f"{n_entrants} entrants"
                )
    return found


def _wrong_places(
    entries: Sequence[LogEntry],
    outcomes: Mapping[GameKey, GameOutcome],
    secret: str,
    table_ranks: Mapping[str, tuple[int, ...]] | None,
) -> list[str]:
    now = replay(entries, secret, outcomes, table_ranks=table_ranks)
    if now.state is not EventState.OVER:
        return []
    places = final_places(now)
    return [] if places == now.places else [f"expected the final order {places}, got {now.places}"]
