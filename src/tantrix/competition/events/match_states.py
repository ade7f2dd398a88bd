"""The state of matches and sections: points, who advances, standings, cross tables, final places."""

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import replace
from typing import NamedTuple

from tantrix.competition.arena import arena_standings
from tantrix.competition.cup import TableResult, cup_standings
from tantrix.competition.events.entrants import FILLER
from tantrix.competition.events.outcomes import GameKey, GameOutcome, MatchStatus, defaulted
from tantrix.competition.events.rounds import (
    ACROSS_GROUPS,
    ARENA,
    DECIDER,
    GOBBLE,
    GROUP,
    MAIN,
    PLATE,
    RACE,
    ROUND_ROBIN,
    SIMUL,
    SWISS,
    THIRD,
    TournamentMatch,
    TournamentRound,
)
from tantrix.competition.events.terms import Plate, StageForm, StageTerms
from tantrix.competition.events.tournament import StageField, Tournament
from tantrix.competition.knockout import bye_winner, losers
from tantrix.competition.race import race_standings
from tantrix.competition.scoring import (
    GAME,
    LATE_ROUND,
    MAX_EXTRA_GAMES,
    POINT,
    MatchTerms,
    deciding_lead,
    match_state,
)
from tantrix.competition.standings import (
    Bye,
    GameScore,
    StandingsRow,
    TieBreak,
    order_across_groups,
    standings,
)
from tantrix.competition.swiss import SPARE_OPPONENTS, n_rounds

N_LAST = 5  # results that show an entrant's form
CUP_ROUNDS = 4  # the usual number of rounds


class FinalTable(NamedTuple):
    """The standings of a section: a Swiss, a round robin, an arena or a single group."""

    stage: int
    section: str
    rows: tuple[StandingsRow, ...]


def is_bracket(section: str) -> bool:
    """Return whether the matches of a section are knock-out matches."""
    return section in (MAIN, THIRD, PLATE)


def match_status(now: Tournament, paired: TournamentRound, match: TournamentMatch) -> MatchStatus:
    """Return the state of a match; games not played after somebody left count as the rules say."""
    known = now.statuses.get(match.id)
    if known is None:
        known = now.statuses[match.id] = _status(now, paired, match)
    return known


def round_statuses(now: Tournament, paired: TournamentRound) -> tuple[MatchStatus, ...]:
    """Return the states of the matches of a round in order."""
    known = now.round_statuses.get(paired.name)
    if known is None:
        known = tuple(match_status(now, paired, match) for match in paired.matches)
        now.round_statuses[paired.name] = known
    return known


def carry_statuses(before: Tournament, now: Tournament, changed: Set[str]) -> None:
    """Copy statuses to a later state with the same log, except those of the matches in `changed`."""
    now.statuses.update((match, known) for match, known in before.statuses.items() if match not in changed)
    for paired in now.rounds:
        name = paired.name
        if name in before.round_statuses and not any(match.id in changed for match in paired.matches):
            now.round_statuses[name] = before.round_statuses[name]
            if name in before.round_scores:
                now.round_scores[name] = before.round_scores[name]


def carry_final_statuses(before: Tournament, now: Tournament) -> None:
    """Copy to a state with a longer log the statuses of matches that were over by play and are the same."""
    final = {
        match: status
        for match, status in before.statuses.items()
        if status.is_over
        and status.games
        and all(now.outcome(key) is outcome for key, outcome in status.games)
    }
    changed = {match for match in now.matches if match not in final}
    carry_statuses(before, now, changed)


def _status(now: Tournament, paired: TournamentRound, match: TournamentMatch) -> MatchStatus:
    stage = now.stage(paired.stage)
    played = [(key, outcome) for key in _keys(now, match, stage) if (outcome := now.outcome(key))]
    status = _open_status(now, paired, stage, match, played)
    if status.is_over or not _is_left_to(now, match):
        return status
    present = now.closed.get(match.id) or _presence(now, match)
    missing = [key for key in _planned(now, match, stage) if key not in dict(played)]
    if any(key in now.begun for key in missing):
        return status  # a game in play continues
    games = (*played, *((key, defaulted(present)) for key in missing))
    tenths = _sums(outcome for _, outcome in games)
    winner = _winner_by(now, stage, match, tenths, any(present) or bool(played), present)
    return MatchStatus(tenths, True, winner, games)


def section_games(now: Tournament, stage: int, section: str) -> list[GameScore]:
    """List the games of a section that count in its standings.

    In groups and round robins, all games of an entrant that left before playing half of them are struck out.
    """
    dropped, rounds = dropped_out(now, stage, section), now.section(stage, section)
    scores = [score for paired in rounds for score in _round_scores(now, paired)]
    return [score for score in scores if dropped.isdisjoint(score[:2])] if dropped else scores


def _round_scores(now: Tournament, paired: TournamentRound) -> tuple[GameScore, ...]:
    known = now.round_scores.get(paired.name)
    if known is None:
        known = now.round_scores[paired.name] = tuple(
            GameScore(match.first, match.second, outcome.tenths, outcome.halves, outcome.is_played)
            for match, status in zip(paired.matches, round_statuses(now, paired), strict=True)
            for _, outcome in status.games
        )
    return known


def dropped_out(now: Tournament, stage: int, section: str) -> frozenset[str]:
    """Return the entrants that left a group or a round robin before playing half of their games."""
    if section in (SWISS, ARENA, SIMUL, GOBBLE, RACE) or is_bracket(section):
        return frozenset()
    rounds = now.section(stage, section)
    matches = [match for each in rounds for match in each.matches]
    n_games = now.stage(stage).terms.n_games * now.terms.n_boards
    left = frozenset(each for each in now.withdrawn if any(each in match.sides for match in matches))
    dropped = set()
    for entrant in left:
        mine = [match for match in matches if entrant in match.sides]
        n_opponents = len(section_entrants(now, stage, section)) - 1
        keys = (key for match in mine for key in _keys(now, match, now.stage(stage)))
        n_played = sum((outcome := now.outcome(key)) is not None and outcome.is_played for key in keys)
        if 2 * n_played < n_games * n_opponents:
            dropped.add(entrant)
    return frozenset(dropped)


def section_entrants(now: Tournament, stage: int, section: str) -> tuple[str, ...]:
    """Return the entrants of a section, best seed first; late ones come last."""
    found = now.stage(stage)
    if section.startswith(GROUP):
        return found.groups[int(section.removeprefix(GROUP)) - 1]
    if section in (SWISS, ROUND_ROBIN, ARENA, GOBBLE, RACE):
        seeded = {*found.seeds, FILLER}
        here = (each for each in now.entrants if each not in seeded)
        late = [each for each in here if _is_late(now, stage, each)]
        return (*found.seeds, *late)
    return (*found.seeds, *found.others)


def last_results(now: Tournament, stage: int, section: str) -> dict[str, tuple[int, ...]]:
    """Return the half games won in the last five games of each entrant, oldest first, round by round."""
    dropped, entrants = dropped_out(now, stage, section), {*section_entrants(now, stage, section)}
    found: defaultdict[str, list[int]] = defaultdict(list)
    for drawn in reversed(now.section(stage, section)):
        for match, status in zip(drawn.matches, round_statuses(now, drawn), strict=True):
            if dropped.isdisjoint(match.sides):
                for _, outcome in reversed(status.games):
                    for side, entrant in enumerate(match.sides):
                        found[entrant].append(outcome.halves[side])
        if entrants <= found.keys() and all(len(each) >= N_LAST for each in found.values()):
            break
    return {entrant: tuple(newest[:N_LAST][::-1]) for entrant, newest in found.items()}


def simul_host(now: Tournament) -> str | None:
    """Return the host of a simul, which is its organiser; None if the organiser has not entered."""
    if now.terms.stages[0].form is not StageForm.SIMUL:
        return None
    if now.stages:
        return now.stages[0].seeds[0]
    mine = now.entrant_of(now.staff[0]) if now.staff else None
    return None if mine is None else mine.id


def section_table(now: Tournament, stage: int, section: str) -> FinalTable:
    """Return the standings of a section; the host of a simul is not listed."""
    dropped = dropped_out(now, stage, section)
    entrants = [each for each in section_entrants(now, stage, section) if each not in dropped]
    adjusted = {each: now.adjusted[stage, each] for each in entrants if (stage, each) in now.adjusted}
    if section == GOBBLE:
        rows = cup_standings(entrants, table_results(now), now.secret, adjusted)
        return FinalTable(stage, section, rows)
    if section == RACE:
        return FinalTable(stage, section, race_standings(entrants, now.race, now.secret, adjusted))
    if section in (ARENA, SIMUL):
        n_best = now.stage(stage).terms.n_best if section == ARENA else 1
        rows = arena_standings(entrants, section_games(now, stage, section), n_best, now.secret, adjusted)
        return FinalTable(stage, section, rows if section == ARENA else _without(rows, simul_host(now)))
    tie_break = TieBreak.BUCHHOLZ if section == SWISS else TieBreak.SONNEBORN_BERGER
    byes = byes_of(now, stage, section)
    games = section_games(now, stage, section)
    extra = decider_tenths(now, stage, decider_of(section)) if section.startswith(GROUP) else {}
    rows = standings(entrants, games, byes, tie_break, now.secret, adjusted, FILLER, extra)
    return FinalTable(stage, section, rows)


def decider_of(section: str) -> str:
    """Return the section of the extra game that decides a place in a group."""
    return section.replace(GROUP, DECIDER, 1)


def decider_tenths(now: Tournament, stage: int, section: str) -> dict[str, int]:
    """Return the points of the extra game of a section, by entrant; empty before it is over."""
    found: dict[str, int] = {}
    for paired in now.section(stage, section):
        for match in paired.matches:
            status = match_status(now, paired, match)
            if status.is_over:
                found.update(zip(match.sides, status.tenths, strict=True))
    return found


def _without(rows: Iterable[StandingsRow], entrant: str | None) -> tuple[StandingsRow, ...]:
    """Return standings without an entrant; those below it move up."""
    remaining = (row for row in rows if row.entrant != entrant)
    return tuple(replace(row, place=place) for place, row in enumerate(remaining, 1))


def byes_of(now: Tournament, stage: int, section: str) -> list[Bye]:
    """List the byes of a Swiss, also those in pauses and before a late entry."""
    if section != SWISS:
        return []
    rounds = now.section(stage, section)
    found = [each for one in rounds for each in one.byes]
    entrants = frozenset(section_entrants(now, stage, section))
    for at, one in enumerate(rounds):
        missing = sorted(entrants - _entrants_in(one))
        found += [Bye(entrant, 0 if at else LATE_ROUND) for entrant in missing]
    return found


def table_results(now: Tournament) -> list[TableResult]:
    """List the results of all tables of a Gobble cup that are over."""
    tables = {table_id: table for paired in now.rounds for table_id, table in paired.tables_by_id.items()}
    return [TableResult(tables[each], ranks) for each, ranks in now.table_ranks.items()]


def winners(now: Tournament, paired: TournamentRound) -> tuple[str | None, ...]:
    """Return who advances from each pair of a knock-out round; None where both sides defaulted."""
    found: list[str | None] = []
    for at, pair in enumerate(paired.pairs):
        match = paired.match(at)
        if match is None:
            found.append(bye_winner(pair))
            continue
        winner = match_status(now, paired, match).winner
        found.append(None if winner is None else match.sides[winner])
    return tuple(found)


def is_round_over(now: Tournament, paired: TournamentRound) -> bool:
    """Return whether all matches or tables of a round are over."""
    if not all(table in now.table_ranks for table in paired.tables_by_id):
        return False
    return all(status.is_over for status in round_statuses(now, paired))


def final_places(now: Tournament) -> tuple[str, ...]:
    """Return the final order: by the last stage, then by the stage before for those who did not reach it.

    Entrants who were in no round, and in no race, have no place.
    """
    order: list[str] = []
    for stage in reversed(now.stages):
        order += [each for each in _stage_places(now, stage) if each not in order]
    took_part = {each.entrant for each in now.race}.union(*map(_paired_in, now.rounds))
    order += [each for each in now.entrants if each not in order and each != FILLER]  # the host of a simul
    return tuple(each for each in order if each in took_part)


def stage_sections(stage: StageField) -> tuple[str, ...]:
    """Return the names of the sections that a stage begins with."""
    match stage.terms.form:
        case StageForm.SWISS:
            return (SWISS,) if swiss_rounds(stage.terms, len(stage.seeds)) else (ROUND_ROBIN,)
        case StageForm.ROUND_ROBIN:
            return (ROUND_ROBIN,)
        case StageForm.ARENA:
            return (ARENA,)
        case StageForm.SIMUL:
            return (SIMUL,)
        case StageForm.CUP:
            return (GOBBLE,)
        case StageForm.RACE:
            return (RACE,)
        case StageForm.GROUPS:
            return tuple(f"{GROUP}{number}" for number in range(1, len(stage.groups) + 1))
        case StageForm.KNOCKOUT:
            return (MAIN, PLATE) if len(stage.others) > 1 else (MAIN,)


def swiss_rounds(terms: StageTerms, n_entrants: int) -> int:
    """Return how many rounds a Swiss has; 0 if there are too few entrants, who then play a round robin."""
    try:
        most = n_rounds(n_entrants)
    except ValueError:
        most = 0
    if not terms.n_rounds:
        return most
    return terms.n_rounds if terms.n_rounds <= n_entrants - SPARE_OPPONENTS else 0


def cup_rounds(terms: StageTerms) -> int:
    """Return how many rounds a Gobble cup has."""
    return terms.n_rounds or CUP_ROUNDS


def next_keys(now: Tournament, paired: TournamentRound, match: TournamentMatch) -> tuple[GameKey, ...]:
    """Return the next games of a match: one, or one on each board; none once it is over."""
    if match_status(now, paired, match).is_over:
        return ()
    keys = [key for key in _keys(now, match, now.stage(paired.stage)) if now.outcome(key) is None]
    return tuple(key for key in keys if key.number == keys[0].number)


def games_left(now: Tournament, paired: TournamentRound, match: TournamentMatch) -> int:
    """Return how many games of a match are still to be played or in play; an extra game counts as one."""
    status = match_status(now, paired, match)
    if status.is_over:
        return 0
    n_planned = _n_games(now.stage(paired.stage), match) * now.terms.n_boards
    return max(1, n_planned - len(status.games))


def lead_to_decide(now: Tournament, paired: TournamentRound, match: TournamentMatch) -> int | None:
    """Return the lead in tenths that decides a knock-out match with its next game.

    None if no lead does: in other matches, in those on several boards, and while it cannot be reached.
    """
    status = match_status(now, paired, match)
    if status.is_over or not is_bracket(paired.section) or now.terms.n_boards > 1:
        return None
    lead = deciding_lead(_match_terms(now, now.stage(paired.stage)), len(status.games))
    return lead if lead <= abs(status.tenths[0] - status.tenths[1]) + GAME else None


def _match_terms(now: Tournament, stage: StageField) -> MatchTerms:
    own = stage.terms
    return MatchTerms(own.n_games, POINT * own.min_lead, own.n_extra_games, now.terms.n_boards)


def _open_status(
    now: Tournament,
    paired: TournamentRound,
    stage: StageField,
    match: TournamentMatch,
    played: list[tuple[GameKey, GameOutcome]],
) -> MatchStatus:
    tenths = _sums(outcome for _, outcome in played)
    if not is_bracket(paired.section):
        is_over = len(played) >= _n_games(stage, match) * now.terms.n_boards
        return MatchStatus(tenths, is_over, None, tuple(played))
    decided, counted = _decided(now, stage, match, played)
    return MatchStatus(_sums(o for _, o in counted), decided is not None, decided, tuple(counted))


def _decided(
    now: Tournament, stage: StageField, match: TournamentMatch, played: list[tuple[GameKey, GameOutcome]]
) -> tuple[int | None, list[tuple[GameKey, GameOutcome]]]:
    """Return the winner and the games that count; games after the match was decided do not."""
    terms = _match_terms(now, stage)
    seed = _better_seed(stage, match)
    for n_counted in range(len(played) + 1):
        state = match_state(terms, [outcome.tenths for _, outcome in played[:n_counted]], seed)
        if state.is_over:
            return state.winner, played[:n_counted]
    return None, played


def _winner_by(
    now: Tournament,
    stage: StageField,
    match: TournamentMatch,
    tenths: tuple[int, int],
    is_played: bool,
    present: tuple[bool, bool] = (True, True),
) -> int | None:
    """Return the side with more points, or with the better seed; None if neither side came to any game."""
    if not is_played:
        return None
    if present[0] != present[1]:
        return 0 if present[0] else 1
    if tenths[0] != tenths[1]:
        return 0 if tenths[0] > tenths[1] else 1
    return _better_seed(stage, match)


def _n_games(stage: StageField, match: TournamentMatch) -> int:
    """Return how many games a match has; the one that decides instead of the lot has one."""
    return 1 if f"-{DECIDER}" in match.id else stage.terms.n_games


def _better_seed(stage: StageField, match: TournamentMatch) -> int:
    order = (*stage.seeds, *stage.others)
    return 0 if order.index(match.first) < order.index(match.second) else 1


def _is_left_to(now: Tournament, match: TournamentMatch) -> bool:
    return match.id in now.closed or bool(now.withdrawn & {*match.sides})


def _presence(now: Tournament, match: TournamentMatch) -> tuple[bool, bool]:
    return match.first not in now.withdrawn, match.second not in now.withdrawn


def _planned(now: Tournament, match: TournamentMatch, stage: StageField) -> list[GameKey]:
    boards = range(1, now.terms.n_boards + 1)
    return [
        GameKey(match.id, number, board)
        for number in range(1, _n_games(stage, match) + 1)
        for board in boards
    ]


def _keys(now: Tournament, match: TournamentMatch, stage: StageField) -> list[GameKey]:
    """List the games of a match that can have an outcome, including extra games on the first board."""
    extra = [GameKey(match.id, stage.terms.n_games + more) for more in range(1, MAX_EXTRA_GAMES + 1)]
    return [*_planned(now, match, stage), *extra]


def _sums(outcomes: Iterable[GameOutcome]) -> tuple[int, int]:
    found = list(outcomes)
    return sum(each.tenths[0] for each in found), sum(each.tenths[1] for each in found)


def _paired_in(paired: TournamentRound) -> frozenset[str]:
    """Return the entrants of a round that were to play in it, or have a bye."""
    in_pairs = (each for pair in paired.pairs for each in pair if each is not None)
    at_tables = (each for table in paired.tables for each in table)
    return frozenset((*in_pairs, *at_tables))


def _entrants_in(paired: TournamentRound) -> frozenset[str]:
    """Return all entrants of a round, including those who had paused."""
    return _paired_in(paired) | {each.entrant for each in paired.byes}


def _is_late(now: Tournament, stage: int, entrant: str) -> bool:
    """Return whether an entrant entered after the start and is or will be paired."""
    has_met = any(each.stage == stage and entrant in _entrants_in(each) for each in now.rounds)
    has_met = has_met or any(each.entrant == entrant for each in now.race)
    return has_met or (stage == 1 and entrant not in now.withdrawn | now.paused)


def _stage_places(now: Tournament, stage: StageField) -> list[str]:
    if stage.terms.form is StageForm.KNOCKOUT:
        return _bracket_places(now, stage)
    dropped = [each for name in stage_sections(stage) for each in dropped_out(now, stage.number, name)]
    return [*group_order(now, stage), *sorted(dropped)]


def group_order(now: Tournament, stage: StageField) -> list[str]:
    """Return the entrants of all groups of a stage in one order, without those that dropped out."""
    tables = [section_table(now, stage.number, name).rows for name in stage_sections(stage)]
    return order_across_groups(tables, now.secret, decider_tenths(now, stage.number, ACROSS_GROUPS))


def _bracket_places(now: Tournament, stage: StageField) -> list[str]:
    """Return the order of a bracket: final, third place, then the losers of each round, last round first."""
    order: list[str | None] = []
    third = [winners(now, paired)[0] for paired in now.section(stage.number, THIRD)]
    for section in (MAIN, PLATE):
        rounds = now.section(stage.number, section)
        for at, paired in reversed([*enumerate(rounds)]):
            # A result corrected later does not change who has played in the following round.
            won = rounds[at + 1].inputs.winners if at + 1 < len(rounds) else winners(now, paired)
            finished = won if len(paired.pairs) == 1 else ()
            is_semi_final = section == MAIN and len(paired.pairs) == 2
            order += [*finished, *(third if is_semi_final else ()), *losers(paired.pairs, won)]
        if section == MAIN and stage.terms.plate is Plate.LOSERS:
            order = _without_first_losers(now, stage, order)
    order += [*stage.seeds, *stage.others]
    return [each for each in dict.fromkeys(order) if each is not None]


def _without_first_losers(now: Tournament, stage: StageField, order: list[str | None]) -> list[str | None]:
    """Leave out the entrants that went on to the Plate, which decides their order."""
    plate = {each for paired in now.section(stage.number, PLATE) for pair in paired.pairs for each in pair}
    return [each for each in order if each not in plate]
