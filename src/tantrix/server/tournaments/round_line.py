"""The names of rounds, and the line of rounds at the head of a tournament's page."""

from itertools import islice
from typing import NamedTuple

from tantrix.competition.events.forms.swiss import swiss_rounds
from tantrix.competition.events.rounds import GROUP, MAIN, PLATE, ROUND_ROBIN, SWISS
from tantrix.competition.events.terms import StageForm
from tantrix.server.protocol.tournaments import RoundView, SectionView, TournamentView
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.events import event_name

_ROUND, _GROUPS = gettext_noop("Round {n}"), gettext_noop("Groups")
_LAST_ROUNDS = (gettext_noop("Final"), gettext_noop("Semi-finals"), gettext_noop("Quarter-finals"))
_ON_LINE = (SWISS, ROUND_ROBIN, MAIN)
MAX_ON_LINE = 16  # rounds; with more, the names would not fit


class RoundStop(NamedTuple):
    """A stop on the line of rounds: its name, the id of its part of the page, and how far it is.

    `is_mine`: the reader has a match to play there.
    """

    label: str
    anchor: str
    is_over: bool
    is_in_play: bool
    is_mine: bool = False


def round_label(section: SectionView, number: int, language: str) -> str:
    """Return the name of a round: the last three of a bracket are called the final and so on."""
    is_bracket = section.section in (MAIN, PLATE)
    return _label(number, n_rounds(section) if is_bracket else 0, language)


def _label(number: int, n_in_bracket: int, language: str) -> str:
    """Return the name of a round; `n_in_bracket`: how many rounds its bracket has, 0 for another round."""
    if 0 <= n_in_bracket - number < len(_LAST_ROUNDS):
        return translate(language, _LAST_ROUNDS[n_in_bracket - number])
    return translate(language, _ROUND).format(n=number)


def event_and_round(view: TournamentView, match_id: str, language: str) -> str:
    """Return the name of a tournament, and that of the round of one of its matches."""
    name = event_name(view.name, language)
    labels = (
        round_label(section, paired.number, language)
        for section in view.sections
        for paired in section.rounds
        if any(match.id == match_id for match in paired.matches)
    )
    return " · ".join([name, *islice(labels, 1)])


def n_rounds(section: SectionView, chosen: int = 0) -> int:
    """Return how many rounds a section will have; those that have been paired if that is not known.

    `chosen`: the number of rounds that the organiser has set for the stage, 0 for none.
    """
    n_entrants, n_paired = len(section.standings), len(section.rounds)
    if section.is_bracket:
        return len(section.rounds[0].matches).bit_length()
    if section.section == SWISS:
        return max(n_paired, swiss_rounds(chosen, n_entrants))
    return max(n_paired, n_entrants - 1 + n_entrants % 2) if section.section == ROUND_ROBIN else n_paired


def round_line(view: TournamentView, language: str, mine: str | None = None) -> list[RoundStop]:
    """List the stops of a tournament: its groups as one, then each round; empty if there is only one.

    The rounds of a bracket are on the line before its stage has begun.

    `mine`: the reader's entrant.
    """
    stops = []
    groups = [(at, each) for at, each in enumerate(view.sections, 1) if each.section.startswith(GROUP)]
    if groups:
        is_over = len({each.stage for each in view.sections}) > 1 or bool(view.places)
        is_mine = any(_has_match(paired, mine) for _, each in groups for paired in each.rounds)
        label = translate(language, _GROUPS)
        stops.append(RoundStop(label, f"s{groups[0][0]}", is_over, not is_over, is_mine))
    for at, section in enumerate(view.sections, 1):
        if section.section in _ON_LINE:
            last = len(section.rounds) if view.places else n_rounds(section, _chosen(view, section))
            stops += [_stop(section, number, f"s{at}", language, mine) for number in range(1, last + 1)]
    stops += _bracket_ahead(view, language)
    return stops if 1 < len(stops) <= MAX_ON_LINE else []


def _bracket_ahead(view: TournamentView, language: str) -> list[RoundStop]:
    """List the rounds of the stage after the current one, if it is a knock-out."""
    current = max((each.stage for each in view.sections), default=len(view.stages))
    if view.places or current == len(view.stages) or view.stages[current].form != StageForm.KNOCKOUT.value:
        return []
    groups = [each for each in view.sections if each.stage == current and each.section.startswith(GROUP)]
    n_through = view.stages[current - 1].n_through * max(1, len(groups))
    last = (n_through - 1).bit_length()
    labels = [_label(number, last, language) for number in range(1, last + 1)]
    return [RoundStop(label, "", is_over=False, is_in_play=False) for label in labels]


def _chosen(view: TournamentView, section: SectionView) -> int:
    return view.stages[section.stage - 1].n_rounds


def _stop(section: SectionView, number: int, anchor: str, language: str, mine: str | None) -> RoundStop:
    paired: RoundView | None = next((each for each in section.rounds if each.number == number), None)
    label = round_label(section, number, language)
    if paired is None:
        return RoundStop(label, anchor, is_over=False, is_in_play=False)
    return RoundStop(label, anchor, paired.is_over, not paired.is_over, _has_match(paired, mine))


def _has_match(paired: RoundView, entrant: str | None) -> bool:
    """Return whether an entrant has a match in a round that is not over."""
    return entrant is not None and any(
        not match.is_over and entrant in (match.first, match.second) for match in paired.matches
    )
