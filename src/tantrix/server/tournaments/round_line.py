"""The names of rounds, and the line of rounds at the head of a tournament's page."""

from typing import NamedTuple

from tantrix.competition.events.rounds import GROUP, MAIN, PLATE, ROUND_ROBIN, SWISS
from tantrix.server.protocol.tournaments import RoundView, SectionView, TournamentView
from tantrix.server.wording.catalogues import gettext_noop, translate

_ROUND, _GROUPS = gettext_noop("Round {n}"), gettext_noop("Groups")
_LAST_ROUNDS = (gettext_noop("Final"), gettext_noop("Semi-finals"), gettext_noop("Quarter-finals"))
_ON_LINE = (SWISS, ROUND_ROBIN, MAIN)
MAX_ON_LINE = 16  # rounds; with more, the names would not fit


class RoundStop(NamedTuple):
    """A stop on the line of rounds: its name, the id of its part of the page, and how far it is."""

    label: str
    anchor: str
    is_over: bool
    is_in_play: bool


def round_label(section: SectionView, number: int, language: str) -> str:
    """Return the name of a round: the last three of a bracket are called the final and so on."""
    left = n_rounds(section) - number
    if section.section in (MAIN, PLATE) and left < len(_LAST_ROUNDS):
        return translate(language, _LAST_ROUNDS[left])
    return translate(language, _ROUND).format(n=number)


def n_rounds(section: SectionView) -> int:
    """Return how many rounds a bracket will have; of other sections, how many have been paired."""
    return len(section.rounds[0].matches).bit_length() if section.is_bracket else len(section.rounds)


def round_line(view: TournamentView, language: str) -> list[RoundStop]:
    """List the stops of a tournament: its groups as one, then each round; empty if there is only one."""
    stops = []
    groups = [(at, each) for at, each in enumerate(view.sections, 1) if each.section.startswith(GROUP)]
    if groups:
        is_over = len({each.stage for each in view.sections}) > 1 or bool(view.places)
        stops.append(RoundStop(translate(language, _GROUPS), f"s{groups[0][0]}", is_over, not is_over))
    for at, section in enumerate(view.sections, 1):
        if section.section in _ON_LINE:
            stops += [
                _stop(section, number, f"s{at}", language) for number in range(1, n_rounds(section) + 1)
            ]
    return stops if 1 < len(stops) <= MAX_ON_LINE else []


def _stop(section: SectionView, number: int, anchor: str, language: str) -> RoundStop:
    paired: RoundView | None = next((each for each in section.rounds if each.number == number), None)
    is_over = paired is not None and paired.is_over
    return RoundStop(
        round_label(section, number, language), anchor, is_over, paired is not None and not is_over
    )
