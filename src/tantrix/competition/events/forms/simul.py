"""A simul: the organiser plays everybody else at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.clock import parse_control
from tantrix.competition.arena import arena_standings
from tantrix.competition.events.forms.base import GAME_OPTIONS, Pairing, TournamentForm, check_alone
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.rounds import SIMUL, PairingInputs, PairingMethod, field_in_order
from tantrix.competition.events.terms import MAX_GUESTS, EventTerms, StageForm
from tantrix.competition.events.tournament import Tournament
from tantrix.competition.standings import StandingsRow

_SIMUL_ALONE = gettext_noop("A simul has one stage, for single players, on this server.")
_SIMUL_CLOCK = gettext_noop("A simul needs a clock with which it ends, such as 20+10, not {value}.")
_SIMUL_ENTRANTS = gettext_noop("A simul has at most {most} entrants, with its host, not {value}.")


class Simul(TournamentForm):
    """A simul, in which the host is the first seed."""

    form = StageForm.SIMUL
    section_words: ClassVar[Mapping[str, str]] = {SIMUL: gettext_noop("Simul")}
    options = GAME_OPTIONS | {"host_minutes"}
    after_leaving = gettext_noop("Your results stay, and you get no more opponents.")
    has_host = True

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue unless it is the only stage, on this server, and its games end."""
        check_alone(event, _SIMUL_ALONE)
        if event.is_correspondence or not parse_control(event.control).is_fatal:
            raise InvalidValue(_SIMUL_CLOCK, "control", value=event.control)
        if event.entry.most > MAX_GUESTS + 1:
            raise InvalidValue(_SIMUL_ENTRANTS, "most", most=MAX_GUESTS + 1, value=event.entry.most)

    @classmethod
    def simul_host(cls, tournament: Tournament) -> str | None:
        """Return the organiser's entrant; None if the organiser has not entered."""
        if tournament.stages:
            return tournament.stages[0].seeds[0]
        mine = tournament.entrant_of(tournament.staff[0]) if tournament.staff else None
        return None if mine is None else mine.id

    def entrants(self, section: str) -> tuple[str, ...]:
        """Return the entrants at the start."""
        return self.stage.seeds

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return the one round, of the host against everybody."""
        if self.rounds(section):
            return []
        return [Pairing(section, 1, PairingInputs(PairingMethod.HOST, field_in_order(self.stage.seeds)))]

    def is_done(self, section: str) -> bool:
        """Return whether the round is paired."""
        return bool(self.rounds(section))

    def rows(
        self, section: str, entrants: Sequence[str], adjusted: Mapping[str, int]
    ) -> tuple[StandingsRow, ...]:
        """Return the rows without the host; those below it move up."""
        rows = arena_standings(entrants, self.games(section), 1, self.tournament.secret, adjusted)
        guests = (row for row in rows if row.entrant != self.simul_host(self.tournament))
        return tuple(replace(row, place=place) for place, row in enumerate(guests, 1))
