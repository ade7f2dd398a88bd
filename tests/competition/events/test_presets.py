"""Which forms the stages of a preset are played in."""

import pytest

from tantrix.competition.events.forms.arena import Arena
from tantrix.competition.events.forms.base import TournamentForm
from tantrix.competition.events.forms.cup import GobbleCup
from tantrix.competition.events.forms.groups import GroupStage
from tantrix.competition.events.forms.knockout import Knockout
from tantrix.competition.events.forms.race import PuzzleRace
from tantrix.competition.events.forms.registry import FORMS, forms_in
from tantrix.competition.events.forms.round_robin import RoundRobin
from tantrix.competition.events.forms.simul import Simul
from tantrix.competition.events.forms.swiss import Swiss
from tantrix.competition.events.presets import PRESETS, preset
from tantrix.competition.events.terms import StageForm

CHOSEN: dict[str, list[type[TournamentForm]]] = {
    "open": [Swiss],
    "championship": [GroupStage, Knockout],
    "all-play-all": [RoundRobin],
    "knock-out": [Knockout],
    "teams": [RoundRobin],
    "doubles": [RoundRobin],
    "correspondence": [RoundRobin],
    "arena": [Arena],
    "simul": [Simul],
    "gobble-cup": [GobbleCup],
    "puzzle-race": [PuzzleRace],
    "club-evening": [Swiss],
    "booklet": [Swiss],
}


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_has_its_forms(name: str) -> None:
    assert forms_in(preset(name, "Cup")) == CHOSEN[name]


def test_every_form_is_the_choice_of_a_preset() -> None:
    assert {form for forms in CHOSEN.values() for form in forms} == set(FORMS.values())
    assert set(FORMS) == set(StageForm)


@pytest.mark.parametrize(
    ("form", "forms"),
    [
        (StageForm.ROUND_ROBIN, [RoundRobin]),
        (StageForm.GROUPS, [GroupStage, Knockout]),
        (StageForm.KNOCKOUT, [Knockout]),
        (StageForm.SWISS, [Swiss]),
    ],
)
def test_an_organiser_chooses_among_four_forms(form: StageForm, forms: list[type[TournamentForm]]) -> None:
    assert forms_in(preset("teams", "Cup", form)) == forms
