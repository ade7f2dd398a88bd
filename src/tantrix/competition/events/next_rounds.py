"""The rounds that a stage pairs next, and the stage that follows it."""

from tantrix.clock import DAY_MS
from tantrix.competition.events.actions import BeginStage, PairRound
from tantrix.competition.events.forms.base import Pairing, TournamentForm
from tantrix.competition.events.forms.registry import FORMS, current_form, first_form
from tantrix.competition.events.rounds import TournamentRound
from tantrix.competition.events.tournament import Tournament


def first_stage(tournament: Tournament, now_ms: int) -> BeginStage:
    """Return how the first stage begins."""
    return first_form(tournament.terms).begin(tournament, 1, tournament.seeds, (), now_ms)


def next_stage(tournament: Tournament, now_ms: int) -> BeginStage | None:
    """Return how the next stage begins, once the current one is over; None after the last.

    Entrants who have paused are in it; only those who have left are not.
    """
    number = len(tournament.stages)
    if number == len(tournament.terms.stages):
        return None
    current, following = current_form(tournament), FORMS[tournament.terms.stages[number].form]
    order = [each for each in current.order() if each not in tournament.withdrawn]
    cut = current.n_through()
    return following.begin(tournament, number + 1, order[:cut], order[cut:], now_ms)


def rounds_to_pair(tournament: Tournament, now_ms: int, program: str) -> tuple[PairRound, ...]:
    """Return the rounds of the current stage that can be paired now."""
    form = current_form(tournament)
    pairings = (each for section in form.all_sections for each in form.pairings(section, now_ms))
    return tuple(PairRound(_round(form, pairing, now_ms, program)) for pairing in pairings)


def is_stage_over(tournament: Tournament, now_ms: int) -> bool:
    """Return whether all sections of the current stage are over."""
    form = current_form(tournament)
    return now_ms >= form.stage.ends_ms and all(map(form.is_section_over, form.all_sections))


def _round(form: TournamentForm, pairing: Pairing, now_ms: int, program: str) -> TournamentRound:
    terms, event, inputs = form.terms, form.tournament.terms, pairing.inputs
    game_ms = event.countdown_ms + event.round_ms
    lasts_ms = terms.days * DAY_MS if terms.days else game_ms * terms.n_games
    return TournamentRound(
        stage=form.stage.number,
        section=pairing.section,
        number=pairing.number,
        pairs=inputs.pairs(pairing.number),
        at_ms=now_ms,
        deadline_ms=form.stage.ends_ms or now_ms + lasts_ms,
        inputs=inputs,
        byes=pairing.byes,
        program=program,
        tables=inputs.tables(),
    )
