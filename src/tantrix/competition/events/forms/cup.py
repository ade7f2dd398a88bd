"""A Gobble cup: rounds at tables of four, with points for the ranks."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.cup import TableResult, cup_standings
from tantrix.competition.events.forms.base import Pairing, Plays, TournamentForm, check_alone
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.rounds import (
    GOBBLE,
    FieldPlace,
    PairingInputs,
    PairingMethod,
    TournamentRound,
)
from tantrix.competition.events.terms import MAX_CUP, EventTerms, StageForm
from tantrix.competition.standings import StandingsRow

CUP_ROUNDS = 4  # the usual number of rounds

_CUP_ALONE = gettext_noop("A Gobble cup has one stage, for single players, on this server.")
_CUP_ENTRANTS = gettext_noop("A Gobble cup has at most {most} entrants, not {value}.")


class GobbleCup(TournamentForm):
    """A Gobble cup; its rounds have tables instead of pairs."""

    form = StageForm.CUP
    section_words: ClassVar[Mapping[str, str]] = {GOBBLE: gettext_noop("Gobble cup")}
    options = frozenset(("n_rounds", "countdown_seconds"))
    after_leaving = gettext_noop("Your results stay, and you get no more opponents.")
    plays = Plays.TABLES
    is_drop_in = True

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue unless it is the only stage, for some single players on this server."""
        check_alone(event, _CUP_ALONE)
        if event.entry.most > MAX_CUP:
            raise InvalidValue(_CUP_ENTRANTS, "most", most=MAX_CUP, value=event.entry.most)

    @property
    def n_rounds(self) -> int:
        """How many rounds there are."""
        return self.terms.n_rounds or CUP_ROUNDS

    def may_enter(self, now_ms: int) -> bool:
        """Return whether at most half of the rounds are paired."""
        return 2 * len(self.all_rounds) <= self.n_rounds

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return the next round once the one before is over."""
        rounds = self.rounds(section)
        if self.is_done(section) or not self.is_last_over(rounds):
            return []
        met: dict[str, list[str]] = {}
        for table in (table for paired in rounds for table in paired.tables):
            for entrant in table:
                met.setdefault(entrant, []).extend(other for other in table if other != entrant)
        order = [row.entrant for row in self.table(section).rows] if rounds else self.entrants(section)
        field = tuple(FieldPlace(each, opponents=tuple(met.get(each, ()))) for each in self.present(order))
        return [Pairing(section, len(rounds) + 1, PairingInputs(PairingMethod.TABLES, field))]

    def is_done(self, section: str) -> bool:
        """Return whether all rounds are paired, or fewer than two entrants are left."""
        n_here = len(self.present(self.entrants(section)))
        return len(self.rounds(section)) >= self.n_rounds or n_here < 2

    def is_round_over(self, paired: TournamentRound) -> bool:
        """Return whether all tables are over."""
        return all(table in self.tournament.table_ranks for table in paired.tables_by_id)

    def rows(
        self, section: str, entrants: Sequence[str], adjusted: Mapping[str, int]
    ) -> tuple[StandingsRow, ...]:
        """Return the rows by the points for the ranks at all tables that are over."""
        tables = {name: table for paired in self.all_rounds for name, table in paired.tables_by_id.items()}
        results = [TableResult(tables[name], ranks) for name, ranks in self.tournament.table_ranks.items()]
        return cup_standings(entrants, results, self.tournament.secret, adjusted)
