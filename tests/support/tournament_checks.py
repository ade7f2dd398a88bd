"""What holds for every tournament, as checks of a simulated one: R8.3 and `docs/play/tournaments.md`."""

from collections import defaultdict

import networkx as nx

from tantrix.competition.arena import REPEAT_MS
from tantrix.competition.cup import FIRST
from tantrix.competition.events.checking import problems
from tantrix.competition.events.entrants import FILLER, Member
from tantrix.competition.events.forms.knockout import Knockout
from tantrix.competition.events.forms.registry import form_of
from tantrix.competition.events.match_states import final_places, match_status
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import (
    ARENA,
    GOBBLE,
    GROUP,
    MAIN,
    ROUND_ROBIN,
    SIMUL,
    SWISS,
    TournamentMatch,
    TournamentRound,
)
from tantrix.competition.events.tournament import EventState, Tournament
from tests.support.tournaments import SimulatedEvent, section_table


def check_event(event: SimulatedEvent) -> None:
    """Fail unless a tournament that has ended followed its rules to the end, and can be recomputed."""
    now = event.now
    assert now == event.replayed
    assert problems(event.entries, now) == []
    if now.state is EventState.CANCELLED:
        assert len(now.entrants) < 4 or not now.rounds
        return
    assert now.state is EventState.OVER
    assert {*now.places} == _took_part(now)
    assert len({*now.places}) == len(now.places)
    assert final_places(now) == now.places
    _check_entrants(now)
    _check_swiss(now)
    _check_first_rounds(now)
    _check_sums(now)
    _check_bracket(now)
    _check_matches(now)
    _check_line_ups(now, event)
    _check_tables(now)
    _check_arena(now, event)
    _check_simul(now)
    _check_cup(now)
    _check_race(now)


def _took_part(now: Tournament) -> set[str]:
    """Return the entrants in the pairs, tables and races of a tournament."""
    pairs = {each for paired in now.rounds for pair in paired.pairs for each in pair if each}
    tables = {each for paired in now.rounds for table in paired.tables for each in table}
    return (pairs | tables | {each.entrant for each in now.race}) - {FILLER}


def n_rematches(now: Tournament) -> int:
    """Count the pairs of a Swiss that had met before."""
    return sum(len(again) for _, again in _rematches(now))


def n_second_byes(now: Tournament) -> int:
    """Count the byes of a Swiss that were not the first of their entrants."""
    byes = _byes(now)
    return len(byes) - len({*byes})


def _check_swiss(now: Tournament) -> None:
    for paired, again in _rematches(now):
        assert not again or not _could_avoid_rematches(paired)
        assert not _could_spare_second_bye(paired)
    if len(now.playing) > len(now.section(1, SWISS)) + 3 and len(now.playing) == len(now.entrants):
        assert n_second_byes(now) == 0


def _rematches(now: Tournament) -> list[tuple[TournamentRound, list[frozenset[str]]]]:
    """Return the rounds of a Swiss, each with its pairs that had met before."""
    met: set[frozenset[str]] = set()
    found = []
    for paired in now.section(1, SWISS):
        pairs = [frozenset(map(str, pair)) for pair in paired.pairs if None not in pair]
        found.append((paired, [pair for pair in pairs if pair in met]))
        met |= {*pairs}
    return found


def _byes(now: Tournament) -> list[str]:
    pairs = (pair for paired in now.section(1, SWISS) for pair in paired.pairs)
    return [first for first, second in pairs if first and second is None]


def _check_entrants(now: Tournament) -> None:
    """Check that nobody has entered twice, although some have left and come back."""
    user_ids = [user_id for entrant in now.entrants.values() for user_id in entrant.user_ids]
    assert len(set(user_ids)) == len(user_ids)


def _check_first_rounds(now: Tournament) -> None:
    """Check the fold of a Swiss, the seeds of a bracket, and the sizes of groups."""
    for paired in now.rounds:
        names = [place.entrant for place in paired.inputs.field]
        if paired.section == SWISS and paired.number == 1:
            half = len(names) // 2
            met = {frozenset(match.sides) for match in paired.matches if FILLER not in match.sides}
            assert met == {frozenset(pair) for pair in zip(names[:half], names[half : 2 * half], strict=True)}
        if paired.section == MAIN and paired.number == 1:
            seeds = [sorted(names.index(side) + 1 for side in pair if side) for pair in paired.pairs]
            assert all(len(pair) == 1 or sum(pair) == 2 * len(paired.pairs) + 1 for pair in seeds)
            n_byes = 2 * len(paired.pairs) - len(names)
            assert sorted(pair[0] for pair in seeds if len(pair) == 1) == list(range(1, n_byes + 1))
    for stage in now.stages:
        sizes = [len(group) for group in stage.groups]
        assert not sizes or max(sizes) - min(sizes) <= 1


def _check_sums(now: Tournament) -> None:
    """Check that the standings of a Swiss, a round robin and groups have all points of the games."""
    for stage, section in {(each.stage, each.section) for each in now.rounds}:
        if section not in (SWISS, ROUND_ROBIN) and not section.startswith(GROUP):
            continue
        form = form_of(now, stage)
        games = form.games(section)
        bye_tenths = sum(each.tenths for each in form.byes(section))
        robot = sum(game.tenths[1] for game in games if game.second == FILLER)
        robot += sum(game.tenths[0] for game in games if game.first == FILLER)
        rows = section_table(now, stage, section).rows
        assert sum(row.tenths for row in rows) == sum(sum(game.tenths) for game in games) + bye_tenths - robot


def _could_spare_second_bye(paired: TournamentRound) -> bool:
    """Return whether an entrant has a second bye although another could have one, without a rematch."""
    had_bye = {place.entrant: place.had_bye for place in paired.inputs.field}
    unpaired = next((first for first, second in paired.pairs if first and second is None), None)
    if unpaired is None or not had_bye[unpaired]:
        return False
    others = [entrant for entrant, had in had_bye.items() if not had]
    return any(_can_pair_all(paired, without=entrant) for entrant in others)


def _could_avoid_rematches(paired: TournamentRound) -> bool:
    """Return whether everybody, except one in an odd field, could meet a new opponent."""
    return _can_pair_all(paired, without="")


def _can_pair_all(paired: TournamentRound, without: str) -> bool:
    """Return whether all, or all but one, of a field without an entrant could meet new opponents."""
    field = [place for place in paired.inputs.field if place.entrant != without]
    graph = nx.Graph()
    graph.add_nodes_from(place.entrant for place in field)
    for place in field:
        for other in field:
            if other.entrant > place.entrant and other.entrant not in place.opponents:
                graph.add_edge(place.entrant, other.entrant)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return len(matching) == len(field) // 2


def _check_bracket(now: Tournament) -> None:
    for stage in now.stages:
        rounds = now.section(stage.number, MAIN)
        if rounds:
            sizes = [len(each.pairs) for each in rounds]
            assert sizes == [1 << at for at in reversed(range(len(sizes)))]
            champion = Knockout(now, stage).winners(rounds[-1])[0]
            assert champion is None or now.places[0] == champion


def _check_matches(now: Tournament) -> None:
    """Check the points of each game, and that only a small lead leads to extra games, on the first board."""
    for paired, match in now.matches.values():
        status, terms = match_status(now, paired, match), now.stage(paired.stage).terms
        assert all(sum(outcome.tenths) in (0, 150, 200) for _, outcome in status.games)
        if (
            not form_of(now, paired.stage).is_bracket(paired.section)
            or match.id in now.closed
            or now.withdrawn & {*match.sides}
        ):
            continue
        extra = [key for key, _ in status.games if key.number > terms.n_games]
        is_small = abs(status.tenths[0] - status.tenths[1]) < 10 * terms.min_lead
        assert status.winner is not None
        assert all(key.board == 1 for key in extra)
        assert len(extra) == terms.n_extra_games if is_small else len(extra) <= terms.n_extra_games


def _check_line_ups(now: Tournament, event: SimulatedEvent) -> None:
    """Check that a team keeps its line-up in a match, and that the log tells who played."""
    at_boards: defaultdict[str, dict[int, list[tuple[Member, ...]]]] = defaultdict(dict)
    for key, players in event.played_by.items():
        assert [now.players(key, side) for side in now.matches[key.match][1].sides] == players
        assert at_boards[key.match].setdefault(key.board, players) == players
    for boards in at_boards.values():
        seated = [player for players in boards.values() for side in players for player in side]
        assert len(set(seated)) == len(seated)


def _check_tables(now: Tournament) -> None:
    """Check that in a round robin everybody meets everybody once."""
    sections = {
        (each.stage, each.section) for each in now.rounds if each.section.startswith(("all", "group"))
    }
    for stage, section in sections:
        pairs = [frozenset(match.sides) for each in now.section(stage, section) for match in each.matches]
        assert len(set(pairs)) == len(pairs)
        n = len({side for pair in pairs for side in pair})
        assert len(pairs) == n * (n - 1) // 2


def _check_arena(now: Tournament, event: SimulatedEvent) -> None:
    """Check that nobody plays two games at once, or one opponent twice in a row while others play."""
    rounds = now.section(1, ARENA)
    tenths: dict[str, list[int]] = {entrant: [] for entrant in now.entrants}
    last: dict[str, str] = {}
    busy_until_ms: dict[str, int] = {}
    for wave in rounds:
        assert wave.at_ms < now.stages[0].ends_ms
        n_in_play = sum(until_ms > wave.at_ms for until_ms in busy_until_ms.values())
        for match in wave.matches:
            key = GameKey(match.id, 1)
            outcome = now.outcome(key)
            assert outcome is not None and sum(outcome.tenths) in (0, 150, 200)
            has_just_met = last.get(match.first) == match.second or last.get(match.second) == match.first
            assert not has_just_met or not n_in_play or _have_waited(wave, match)
            for at, (side, other) in enumerate((match.sides, match.sides[::-1])):
                assert busy_until_ms.get(side, 0) <= wave.at_ms
                busy_until_ms[side] = event.ended_ms.get(key, wave.at_ms)
                last[side] = other
                tenths[side].append(outcome.tenths[at])
    if rounds:
        rows = section_table(now, 1, ARENA).rows
        best = {each: sum(sorted(found, reverse=True)[:3]) for each, found in tenths.items()}
        assert {row.entrant: row.tenths for row in rows} == {row.entrant: best[row.entrant] for row in rows}
        assert [row.tenths for row in rows] == sorted((best[row.entrant] for row in rows), reverse=True)


def _check_simul(now: Tournament) -> None:
    for paired in now.section(1, SIMUL):
        assert {match.first for match in paired.matches} == {"1"}
        assert [match.second for match in paired.matches] == list(now.stages[0].seeds[1:])
        rows = section_table(now, 1, SIMUL).rows
        assert [row.place for row in rows] == list(range(1, len(now.stages[0].seeds)))
        assert "1" not in {row.entrant for row in rows}


def _check_cup(now: Tournament) -> None:
    rounds = now.section(1, GOBBLE)
    for each in rounds:
        seated = [name for table in each.tables for name in table]
        assert len(set(seated)) == len(seated)
        assert {*seated} == {place.entrant for place in each.inputs.field}
    if rounds:
        n_seats = [len(table) for each in rounds for table in each.tables]
        rows = section_table(now, 1, GOBBLE).rows
        assert sum(row.tenths for row in rows) == sum(FIRST * n // 2 for n in n_seats)
        assert sum(row.n_games for row in rows) == sum(n_seats)
        assert len(rounds) == 4 or len(now.playing) < 3 or now.paused


def _check_race(now: Tournament) -> None:
    if now.race:
        assert now.is_race_over
        solved = {each.entrant: each.n_solved for each in now.race}
        found = [solved.get(each, 0) for each in now.places]
        assert found == sorted(found, reverse=True)


def _have_waited(wave: TournamentRound, match: TournamentMatch) -> bool:
    waited_s = {place.entrant: place.waited_s for place in wave.inputs.field}
    return min(waited_s[side] for side in match.sides) >= REPEAT_MS // 1000
