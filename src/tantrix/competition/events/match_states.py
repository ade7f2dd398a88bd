"""The state of matches and sections, whatever the form of their stage, and the final places."""

from collections.abc import Set

from tantrix.competition.events.entrants import FILLER
from tantrix.competition.events.forms.registry import first_form, form_of
from tantrix.competition.events.outcomes import GameKey, MatchStatus
from tantrix.competition.events.rounds import TournamentMatch, TournamentRound
from tantrix.competition.events.tournament import Tournament


def match_status(tournament: Tournament, paired: TournamentRound, match: TournamentMatch) -> MatchStatus:
    """Return the state of a match; games not played after somebody left count as the rules say."""
    known = tournament.statuses.get(match.id)
    return form_of(tournament, paired.stage).status(paired, match) if known is None else known


def round_statuses(tournament: Tournament, paired: TournamentRound) -> tuple[MatchStatus, ...]:
    """Return the states of the matches of a round in order."""
    return form_of(tournament, paired.stage).round_statuses(paired)


def is_round_over(tournament: Tournament, paired: TournamentRound) -> bool:
    """Return whether all matches or tables of a round are over."""
    return form_of(tournament, paired.stage).is_round_over(paired)


def next_keys(tournament: Tournament, paired: TournamentRound, match: TournamentMatch) -> tuple[GameKey, ...]:
    """Return the next games of a match: one, or one on each board; none once it is over."""
    return form_of(tournament, paired.stage).next_keys(paired, match)


def simul_host(tournament: Tournament) -> str | None:
    """Return the host of a simul, which is its organiser; None if the organiser has not entered."""
    return first_form(tournament.terms).simul_host(tournament)


def carry_statuses(before: Tournament, after: Tournament, changed: Set[str]) -> None:
    """Copy statuses to a later state with the same log, except those of the matches in `changed`."""
    after.statuses.update((match, known) for match, known in before.statuses.items() if match not in changed)
    for paired in after.rounds:
        name = paired.name
        if name in before.round_statuses and not any(match.id in changed for match in paired.matches):
            after.round_statuses[name] = before.round_statuses[name]
            if name in before.round_scores:
                after.round_scores[name] = before.round_scores[name]


def carry_final_statuses(before: Tournament, after: Tournament) -> None:
    """Copy to a state with a longer log the statuses of matches that were over by play and are the same."""
    final = {
        match: status
        for match, status in before.statuses.items()
        if status.is_over
        and status.games
        and all(after.outcome(key) is outcome for key, outcome in status.games)
    }
    changed = {match for match in after.matches if match not in final}
    carry_statuses(before, after, changed)


def final_places(tournament: Tournament) -> tuple[str, ...]:
    """Return the final order: by the last stage, then by the stage before for those who did not reach it.

    Entrants who were in no round, and in no race, have no place.
    """
    forms = [form_of(tournament, stage.number) for stage in reversed(tournament.stages)]
    order = dict.fromkeys(each for form in forms for each in form.places())
    order |= dict.fromkeys(each for each in tournament.entrants if each != FILLER)  # the host of a simul
    took_part = frozenset().union(*(form.took_part() for form in forms))
    return tuple(each for each in order if each in took_part)
