"""Simulated tournaments of each preset follow `docs/play/tournaments.md`, no matter who leaves."""

from dataclasses import replace

import pytest

from tantrix.competition.events.actions import JoinGroup
from tantrix.competition.events.entrants import FILLER
from tantrix.competition.events.forms.registry import form_of
from tantrix.competition.events.presets import FORM_CHOICES, PRESETS, ROUND_DAYS
from tantrix.competition.events.term_checks import check_terms
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.events.tournament import EventState, Tournament
from tests.support.tournament_checks import check_event
from tests.support.tournaments import Habits, random_tournament, section_table, simulate, simulated_terms

QUIET, LIVELY = Habits(), Habits(leaves=0.02, is_late=0.3, is_absent=0.05, returns=0.5)
SIZES = (2, 3, 4, 8, 9, 17)
N_SIMULATED, N_LONG = 99, 1000  # tournaments of each preset; the larger number takes half an hour


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("habits", [QUIET, LIVELY], ids=["quiet", "lively"])
def test_a_tournament_ends_fairly(name: str, habits: Habits) -> None:  # R8.3
    for n_entrants in SIZES:
        check_event(simulate(simulated_terms(name), n_entrants, seed=n_entrants, habits=habits))


@pytest.mark.parametrize("name", ROUND_DAYS)
@pytest.mark.parametrize("form", FORM_CHOICES)
def test_doubles_teams_and_correspondence_end_fairly_in_every_form(name: str, form: StageForm) -> None:
    for n_entrants in (4, 7, 9):
        check_event(simulate(simulated_terms(name, form), n_entrants, seed=n_entrants, habits=LIVELY))


def test_reserves_play_and_close_matches_of_teams_have_extra_games() -> None:
    terms = simulated_terms("teams", StageForm.KNOCKOUT)
    n_reserves, n_extra = 0, 0
    for seed in range(10):
        event = simulate(terms, 6, seed, QUIET)
        check_event(event)
        reserves = {(member,) for each in event.now.entrants.values() for member in each.members[2:]}
        n_reserves += sum(bool({*players} & reserves) for players in event.played_by.values())
        n_extra += sum(key.number > 2 for key in event.outcomes)
    assert n_reserves >= 20
    assert n_extra >= 5


def test_late_entrants_join_groups_before_the_first_game() -> None:
    n_late = 0
    for seed in range(10):
        event = simulate(simulated_terms("championship"), 9, seed, Habits(is_late=0.5))
        check_event(event)
        late = [entry.action for entry in event.entries if isinstance(entry.action, JoinGroup)]
        n_late += len(late)
        groups = event.now.stages[0].groups
        assert all(each.entrant in groups[each.group - 1] for each in late)
        assert max(map(len, groups)) <= 6
    assert n_late >= 5


@pytest.mark.parametrize("name", ["open", "all-play-all"])
@pytest.mark.parametrize("habits", [QUIET, LIVELY], ids=["quiet", "lively"])
def test_nobody_has_a_bye_where_a_robot_fills_an_odd_number(name: str, habits: Habits) -> None:
    n_filled = 0
    for n_entrants in SIZES:
        for seed in range(2):
            event = simulate(_with_robot(simulated_terms(name)), n_entrants, seed, habits)
            check_event(event)
            n_filled += _check_robot(event.now)
    assert n_filled >= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_hundred_tournaments_end_fairly(name: str) -> None:
    _check_seeds(name, range(N_SIMULATED))


@pytest.mark.long
@pytest.mark.parametrize("name", PRESETS)
def test_a_thousand_tournaments_end_fairly(name: str) -> None:
    _check_seeds(name, range(N_SIMULATED, N_LONG))


def _with_robot(terms: EventTerms) -> EventTerms:
    terms = replace(terms, entry=replace(terms.entry, allows_robots=True, filler="club"))
    check_terms(terms)
    return terms


def _check_robot(now: Tournament) -> int:
    """Check the rounds in which the robot plays, and its absence from the order; return how many they are."""
    n_filled = 0
    met: list[str] = []
    for paired in now.rounds:
        n_here = len(paired.inputs.field)
        pairs = [pair for pair in paired.pairs if FILLER in pair]
        assert len(pairs) == n_here % 2
        assert all(None not in pair for pair in paired.pairs)
        n_filled += len(pairs)
        met += [each for pair in pairs for each in pair if each is not None and each != FILLER]
    if now.state is EventState.OVER and not now.withdrawn and len(now.entrants) > len(now.rounds) + 4:
        assert len(set(met)) == len(met)  # nobody has to play it twice
    assert FILLER not in now.places and FILLER not in now.playing
    for stage in now.stages:
        for section in form_of(now, stage.number).sections:
            rows = section_table(now, stage.number, section).rows
            assert FILLER not in {row.entrant for row in rows}
            assert all(row.percent <= 100 for row in rows)
    return n_filled


def _check_seeds(name: str, seeds: range) -> None:
    for seed in seeds:
        check_event(random_tournament(name, seed))
