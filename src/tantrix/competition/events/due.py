"""What is due in a tournament: its start, rounds, stages, forfeits at a deadline, games to begin, its end."""

from collections.abc import Sequence
from dataclasses import replace

from tantrix._tools.languages import gettext_noop
from tantrix.clock import DAY_MS
from tantrix.competition.events.actions import (
    Action,
    CancelEvent,
    FinishEvent,
    Forfeit,
    LogEntry,
    SetPause,
    StartEvent,
    Withdraw,
)
from tantrix.competition.events.forms.registry import current_form, first_form, form_of
from tantrix.competition.events.match_states import final_places, match_status, next_keys, simul_host
from tantrix.competition.events.next_rounds import (
    first_stage,
    is_stage_over,
    next_stage,
    rounds_to_pair,
)
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import TournamentMatch, TournamentRound
from tantrix.competition.events.tournament import EventState, Tournament
from tantrix.competition.standings import lot

MIN_PROPOSALS = 2  # on how many days a side must propose times to win by forfeit
IN_TIME_MS = 2 * DAY_MS  # how long before the deadline it must propose them
NOTICE_MS = DAY_MS // 2  # how long before the proposed time
MAX_NO_SHOWS = 2  # after this many no-shows an entrant is out

_HOST_AWAY = gettext_noop("the host is not there")
_TOO_FEW = gettext_noop("too few entrants")
_NO_GAME = gettext_noop("no game was played")
ORGANISER_AWAY = gettext_noop("the organiser is away")
GIVEN_AWAY = gettext_noop("given away by the organiser")
# English in the log, translated when shown
REASONS = frozenset((_HOST_AWAY, _TOO_FEW, _NO_GAME, ORGANISER_AWAY, GIVEN_AWAY))


def seeds(tournament: Tournament) -> tuple[str, ...]:
    """Return the entrants if the tournament began now, best rating first; newcomers come last, by lot.

    The host of a simul comes first.
    """
    here = [each for each in tournament.playing if each not in tournament.paused]
    if tournament.terms.check_in_ms:
        here = [each for each in here if each in tournament.checked_in]

    host = simul_host(tournament)

    def order(entrant: str) -> tuple[bool, bool, int, bytes]:
        rating = tournament.entrants[entrant].rating
        return entrant != host, rating is None, -(rating or 0), lot(tournament.secret, entrant)

    return tuple(sorted(here, key=order))


def due(tournament: Tournament, now_ms: int, program: str) -> tuple[Action, ...]:
    """Return the server's next actions; an action can make others due."""
    match tournament.state:
        case EventState.OPEN if (
            tournament.terms.starts_ms is not None and tournament.terms.starts_ms <= now_ms
        ):
            return (starting(tournament),)
        case EventState.RUNNING:
            return _due_in_play(tournament, now_ms, program)
        case _:
            return ()


def starting(tournament: Tournament) -> Action:
    """Return the start of a tournament, or its cancellation if it has too few entrants."""
    found = seeds(tournament)
    form = first_form(tournament.terms)
    if form.has_host and form.simul_host(tournament) not in found:
        return CancelEvent(_HOST_AWAY)
    return StartEvent(found) if len(found) >= form.n_needed else CancelEvent(_TOO_FEW)


def starting_early(tournament: Tournament) -> Action:
    """Return the start by the organiser, before its time: if nobody has checked in, nobody has to."""
    return starting(
        tournament
        if tournament.checked_in
        else replace(tournament, terms=replace(tournament.terms, check_in_ms=0))
    )


def apply_due(
    tournament: Tournament, entries: Sequence[LogEntry], now_ms: int, program: str
) -> tuple[Tournament, tuple[LogEntry, ...]]:
    """Apply everything that is due, action by action; return the tournament and the new log entries."""
    added: list[LogEntry] = []
    sequence = entries[-1].sequence if entries else 0
    while actions := due(tournament, now_ms, program):
        for action in actions:
            sequence += 1
            added.append(LogEntry(sequence, now_ms, None, action))
            tournament = tournament.after(added[-1])
    return tournament, tuple(added)


def games_to_begin(tournament: Tournament, now_ms: int) -> tuple[GameKey, ...]:
    """Return the games that should be in play but have not begun."""
    if not tournament.is_running or tournament.terms.is_by_hand:
        return ()
    return tuple(
        key
        for paired in tournament.rounds
        for match in paired.matches
        for key in next_keys(tournament, paired, match)
        if key not in tournament.begun and _may_begin(tournament, paired, key, now_ms)
    )


def tables_to_begin(tournament: Tournament) -> dict[str, tuple[str, ...]]:
    """Return the tables of a Gobble cup that should be in play but have not begun, by id."""
    if not tournament.is_running:
        return {}
    tables = (each for paired in tournament.rounds for each in paired.tables_by_id.items())
    return {table: seated for table, seated in tables if GameKey(table, 1) not in tournament.begun}


def no_show(tournament: Tournament, key: GameKey, present: tuple[bool, bool]) -> tuple[Action, ...]:
    """Return the actions after a no-show: a forfeit, and a pause or, at last, the withdrawal of the side."""
    match = tournament.matches[key.match][1]
    actions: list[Action] = [Forfeit(key.match, key.number, key.board, present)]
    for side, was_there in zip(match.sides, present, strict=True):
        if not was_there and side not in tournament.withdrawn:
            is_out = tournament.n_no_shows.get(side, 0) + 1 >= MAX_NO_SHOWS
            actions.append(Withdraw(side) if is_out else SetPause(side, True))
    return tuple(actions)


def _due_in_play(tournament: Tournament, now_ms: int, program: str) -> tuple[Action, ...]:
    if not tournament.stages:
        return (first_stage(tournament, now_ms),)
    form = current_form(tournament)
    sooner = form.due(now_ms) or _closings(tournament, now_ms) or _missed_in_pause(tournament, now_ms)
    if sooner:
        return sooner
    rounds = rounds_to_pair(tournament, now_ms, program)
    if rounds:
        return rounds
    if not is_stage_over(tournament, now_ms):
        return ()
    if form.is_void():
        return (CancelEvent(_NO_GAME),)
    following = next_stage(tournament, now_ms)
    if following is not None and len(following.seeds) >= 2:
        return (following,)
    return (FinishEvent(final_places(tournament)),)


def _closings(tournament: Tournament, now_ms: int) -> tuple[Action, ...]:
    """Return the forfeits of matches whose deadline has passed, unless a game is in play."""
    if tournament.terms.is_by_hand:
        return ()
    return tuple(
        Forfeit(match.id, 0, 1, _who_tried(tournament, paired, match), closes=True)
        for paired in tournament.rounds
        if tournament.stage(paired.stage).terms.days and tournament.deadline_ms(paired) <= now_ms
        for match in paired.matches
        if _is_left_unplayed(tournament, paired, match)
    )


def _missed_in_pause(tournament: Tournament, now_ms: int) -> tuple[Action, ...]:
    """Return the forfeits of live games that have waited for somebody in a pause as long as they can.

    They wait until all other games of the round are over, and at least the time for a first turn.
    """
    if not tournament.paused or tournament.terms.is_by_hand:
        return ()
    found: list[Action] = []
    for paired in (each for each in tournament.rounds if _waits_for_pauses(tournament, each)):
        open_keys = [key for match in paired.matches for key in next_keys(tournament, paired, match)]
        waiting = {key: tournament.paused & {*tournament.matches[key.match][1].sides} for key in open_keys}
        if any(key in tournament.begun or not pausing for key, pausing in waiting.items()):
            continue
        for key, pausing in waiting.items():
            since_ms = max(paired.at_ms, *(tournament.paused_ms.get(each, 0) for each in pausing))
            if since_ms + tournament.terms.no_show_ms <= now_ms:
                present = _without(tournament.matches[key.match][1], pausing)
                found.append(Forfeit(*key, present, in_pause=True))
    return tuple(found)


def _without(match: TournamentMatch, absent: frozenset[str]) -> tuple[bool, bool]:
    return match.first not in absent, match.second not in absent


def _waits_for_pauses(tournament: Tournament, paired: TournamentRound) -> bool:
    """Return whether the games of a round do not begin while a side pauses: those of live matches."""
    return form_of(tournament, paired.stage).has_matches and not tournament.stage(paired.stage).terms.days


def _is_left_unplayed(tournament: Tournament, paired: TournamentRound, match: TournamentMatch) -> bool:
    if match.id in tournament.closed or match_status(tournament, paired, match).is_over:
        return False
    in_play = [key for key in tournament.begun if key.match == match.id and tournament.outcome(key) is None]
    return not in_play


def _who_tried(tournament: Tournament, paired: TournamentRound, match: TournamentMatch) -> tuple[bool, bool]:
    """Return which sides proposed times in due form and got no answer; neither if both did."""
    made = [each for (of, _), found in tournament.proposals.items() if of == match.id for each in found]
    latest_ms = tournament.deadline_ms(paired) - IN_TIME_MS

    def has_tried(side: str, other: str) -> bool:
        in_time = (each for each in made if each.entrant == side and each.made_ms <= latest_ms)
        days = {each.time_ms // DAY_MS for each in in_time if each.made_ms <= each.time_ms - NOTICE_MS}
        is_answered = (match.id, other) in tournament.answered or any(each.entrant == other for each in made)
        return len(days) >= MIN_PROPOSALS and not is_answered

    return has_tried(match.first, match.second), has_tried(match.second, match.first)


def _may_begin(tournament: Tournament, paired: TournamentRound, key: GameKey, now_ms: int) -> bool:
    """Return whether a game begins with its round, is due by appointment, or both sides are ready now."""
    if tournament.withdrawn & {*tournament.matches[key.match][1].sides} or key.match in tournament.closed:
        return False
    if tournament.paused & {*tournament.matches[key.match][1].sides} and _waits_for_pauses(
        tournament, paired
    ):
        return False
    if not tournament.stage(paired.stage).terms.days or tournament.terms.is_correspondence:
        return True
    at = (key.match, key.number)
    time_ms = tournament.appointments.get(at)
    is_time = time_ms is not None and time_ms <= now_ms
    return is_time or len(tournament.ready_sides(*at, now_ms)) == 2
