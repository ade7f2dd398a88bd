"""The forms of a stage: a new one gets a file, a line here and a word in `StageForm`."""

from tantrix.competition.events.forms.arena import Arena
from tantrix.competition.events.forms.base import TournamentForm
from tantrix.competition.events.forms.cup import GobbleCup
from tantrix.competition.events.forms.groups import GroupStage
from tantrix.competition.events.forms.knockout import Knockout
from tantrix.competition.events.forms.race import PuzzleRace
from tantrix.competition.events.forms.round_robin import RoundRobin
from tantrix.competition.events.forms.simul import Simul
from tantrix.competition.events.forms.swiss import Swiss
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.events.tournament import Tournament

_KINDS = (Swiss, RoundRobin, GroupStage, Knockout, Arena, Simul, GobbleCup, PuzzleRace)
FORMS: dict[StageForm, type[TournamentForm]] = {kind.form: kind for kind in _KINDS}
SECTION_WORDS = {section: words for kind in _KINDS for section, words in kind.section_words.items()}


def form_of(tournament: Tournament, stage: int) -> TournamentForm:
    """Return the form of a stage that has begun, by its number."""
    field = tournament.stage(stage)
    return FORMS[field.terms.form].of(tournament, field)


def current_form(tournament: Tournament) -> TournamentForm:
    """Return the form of the stage that has begun last."""
    return form_of(tournament, len(tournament.stages))


def form_played(tournament: Tournament) -> StageForm:
    """Return what is played in the first stage: with few entrants a Swiss becomes a round robin."""
    return form_of(tournament, 1).form if tournament.stages else tournament.terms.stages[0].form


def first_form(terms: EventTerms) -> type[TournamentForm]:
    """Return the form of the first stage of a tournament, which need not have begun."""
    return FORMS[terms.stages[0].form]


def forms_in(terms: EventTerms) -> list[type[TournamentForm]]:
    """Return the forms of all stages."""
    return [FORMS[stage.form] for stage in terms.stages]
