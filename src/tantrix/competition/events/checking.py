"""A check that a stored tournament agrees with its own log and games."""

from collections.abc import Sequence
from dataclasses import replace

from tantrix.competition.events.actions import (
    Action,
    BeginStage,
    Enter,
    JoinGroup,
    LogEntry,
    PairRound,
    SetCategories,
    SetTerms,
    StartEvent,
    Undo,
)
from tantrix.competition.events.categories import by_category
from tantrix.competition.events.due import starting, starting_early
from tantrix.competition.events.entrants import Entrant
from tantrix.competition.events.forms.registry import current_form
from tantrix.competition.events.match_states import final_places
from tantrix.competition.events.next_rounds import first_stage, next_stage, rounds_to_pair
from tantrix.competition.events.tournament import EventState, Tournament, replay
from tantrix.competition.scoring import GAME, WALKOVER


def problems(entries: Sequence[LogEntry], tournament: Tournament) -> list[str]:
    """List what is wrong with a tournament and its log, in English; empty if everything can be recomputed.

    Checks that the log's numbers have no gap; that the seeds, the stages and the inputs of each round follow
    from the log and the results at that time; that pairing each round again from its inputs gives the same
    pairs; that the tenths of each game sum to 20 points; that entrants are in categories of the tournament;
    and that the final order, and with it the first of each category, follows from the results, after any
    corrections. Replays the log once: some milliseconds for each round.
    """
    found = _wrong_numbers(entries)
    found += [
        problem for entry in entries if isinstance(entry.action, PairRound) for problem in _wrong_round(entry)
    ]
    found += [*_wrong_fillers(entries), *_wrong_categories(entries)]
    for key, outcome in tournament.outcomes.items():
        if sum(outcome.tenths) not in (GAME, WALKOVER, 0):
            found.append(
                f"game {key.number} of match {key.match}: the tenths {outcome.tenths} do not sum to 20 points"
            )
    return found + _wrong_decisions(entries, tournament) + _wrong_places(tournament)


def _wrong_numbers(entries: Sequence[LogEntry]) -> list[str]:
    numbers = [entry.sequence for entry in entries]
    if numbers == list(range(1, len(entries) + 1)):
        return []
    return [f"the {len(entries)} log entries have other numbers than 1 to {len(entries)}: {numbers}"]


def _wrong_round(entry: LogEntry) -> list[str]:
    assert isinstance(entry.action, PairRound)
    paired = entry.action.round
    pairs, tables = paired.inputs.pairs(paired.number), paired.inputs.tables()
    if (pairs, tables) == (paired.pairs, paired.tables):
        return []
    stored, paired_again = paired.pairs or paired.tables, pairs or tables
    return [f"round {paired.name} (log entry {entry.sequence}): its inputs give {paired_again}, not {stored}"]


def _wrong_fillers(entries: Sequence[LogEntry]) -> list[str]:
    """List the rounds in which a robot plays although the terms have none, or the number is even."""
    found, robot = [], ""
    for entry in entries:
        if isinstance(entry.action, SetTerms):
            robot = entry.action.terms.entry.filler
        if isinstance(entry.action, PairRound) and entry.action.round.inputs.filler:
            n_entrants = len(entry.action.round.inputs.field)
            if not robot or n_entrants % 2 == 0:
                found.append(
                    f"round {entry.action.round.name} (log entry {entry.sequence}): a robot plays among "
                    f"{n_entrants} entrants, for which there is no reason"
                )
    return found


def _wrong_categories(entries: Sequence[LogEntry]) -> list[str]:
    """List the entries that put an entrant into a category that the tournament did not have then."""
    found, known = [], tuple[str, ...]()
    for entry in entries:
        match entry.action:
            case SetTerms(terms):
                known = terms.entry.categories
            case SetCategories(entrant, chosen) | Enter(Entrant(id=entrant, categories=chosen)):
                if wrong := [each for each in chosen if each not in known]:
                    found.append(
                        f"categories of entrant {entrant} (log entry {entry.sequence}): the tournament "
                        f"had {list(known)}, not {wrong}"
                    )
    return found


def _wrong_decisions(entries: Sequence[LogEntry], tournament: Tournament) -> list[str]:
    """List the seeds, stages and inputs of rounds that do not follow from what had happened by then."""
    found, expected = [], tuple[Action, ...]()
    before = replay(entries[:1], tournament.secret)
    for at, entry in enumerate(entries):
        got = _unpaired(entry.action)
        if isinstance(got, StartEvent | BeginStage | JoinGroup | PairRound):
            if got not in expected:  # rounds that are paired together do not depend on one another
                then = _possible_then(_with_results(before, tournament, entry.at_ms), entry)
                expected = tuple(_unpaired(each) for each in then)
            if got not in expected:
                found.append(_difference(entry.sequence, got, expected))
        before = (
            replay(entries[: at + 1], tournament.secret)
            if isinstance(entry.action, Undo)
            else before.after(entry)
        )
    return found


def _unpaired(action: Action) -> Action:
    """Return an action without the pairs that follow from the inputs of a round: they are checked apart."""
    if not isinstance(action, PairRound):
        return action
    return PairRound(replace(action.round, pairs=(), tables=()))


def _with_results(before: Tournament, tournament: Tournament, at_ms: int) -> Tournament:
    """Return a tournament with the results that were there at a time."""
    ended_ms = {key: ms for key, ms in tournament.ended_ms.items() if ms <= at_ms}
    outcomes = {
        key: found
        for key, found in tournament.outcomes.items()
        if key in ended_ms or key not in tournament.ended_ms
    }
    tables = {table for paired in before.rounds for table in paired.tables_by_id}
    ranks = {table: found for table, found in tournament.table_ranks.items() if table in tables}
    before = replace(before, outcomes=outcomes, begun=tournament.begun, begun_ms=tournament.begun_ms)
    return replace(before, ended_ms=ended_ms, table_ranks=ranks)


def _possible_then(before: Tournament, entry: LogEntry) -> tuple[Action, ...]:
    """Return what could have been decided instead of an entry of the log."""
    match entry.action:
        case StartEvent():
            return (starting(before), starting_early(before))
        case BeginStage() if not before.stages:
            return (first_stage(before, entry.at_ms),)
        case BeginStage():
            following = next_stage(before, entry.at_ms)
            return () if following is None else (following,)
        case JoinGroup() if before.stages:
            begun = {key: game for key, game in before.begun.items() if before.begun_ms[key] < entry.at_ms}
            return current_form(replace(before, begun=begun, outcomes={})).due(entry.at_ms)
        case PairRound(paired) if before.stages:
            return rounds_to_pair(before, entry.at_ms, paired.program)
        case _:
            return ()


def _difference(sequence: int, got: Action, expected: Sequence[Action]) -> str:
    what = "the start"
    if isinstance(got, BeginStage):
        what = f"stage {got.stage}"
    elif isinstance(got, JoinGroup):
        what = f"the late entrant {got.entrant}"
    elif isinstance(got, PairRound):
        what = f"round {got.round.name}"
        of_round = (
            each for each in expected if isinstance(each, PairRound) and each.round.name == got.round.name
        )
        expected = tuple(of_round)
    wanted = expected[0] if expected else "nothing"
    return f"{what} (log entry {sequence}): the log gives {wanted}, not {got}"


def _wrong_places(tournament: Tournament) -> list[str]:
    if tournament.state is not EventState.OVER:
        return []
    places = final_places(tournament)
    if places == tournament.places:
        return []
    expected, got = by_category(tournament, places), by_category(tournament, tournament.places)
    firsts = [
        f"category {each}: the results put {expected[each][:1]} first, not {got[each][:1]}"
        for each in expected
        if expected[each][:1] != got[each][:1]
    ]
    return [f"the results give the final order {places}, not {tournament.places}", *firsts]
