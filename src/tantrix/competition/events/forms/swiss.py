"""A Swiss: in each round everybody meets somebody with about as many points, and nobody twice."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.entrants import FILLER
from tantrix.competition.events.forms.base import GAME_OPTIONS, MATCH_OPTIONS, Pairing, TournamentForm
from tantrix.competition.events.forms.round_robin import RoundRobin
from tantrix.competition.events.rounds import SWISS, FieldPlace, PairingInputs, PairingMethod, TournamentRound
from tantrix.competition.events.terms import StageForm
from tantrix.competition.events.tournament import StageField, Tournament
from tantrix.competition.scoring import BYE, LATE_ROUND
from tantrix.competition.standings import Bye, TieBreak
from tantrix.competition.swiss import SPARE_OPPONENTS, n_rounds


class Swiss(TournamentForm):
    """A Swiss; too few entrants for one play a round robin instead."""

    form = StageForm.SWISS
    section_words: ClassVar[Mapping[str, str]] = {SWISS: gettext_noop("Swiss")}
    options = MATCH_OPTIONS | GAME_OPTIONS | {"n_rounds", "filler"}
    after_leaving = gettext_noop("Your results stay, and you get no more opponents.")
    has_matches = True
    tie_break = TieBreak.BUCHHOLZ

    @classmethod
    def of(cls, tournament: Tournament, stage: StageField) -> TournamentForm:
        """Return a Swiss, or a round robin if there are too few entrants."""
        is_swiss = swiss_rounds(stage.terms.n_rounds, len(stage.seeds)) > 0
        return cls(tournament, stage) if is_swiss else RoundRobin(tournament, stage)

    @property
    def n_rounds(self) -> int:
        """How many rounds there are."""
        return swiss_rounds(self.terms.n_rounds, len(self.stage.seeds))

    def may_enter(self, now_ms: int) -> bool:
        """Return whether at most half of the rounds are paired."""
        return 0 < 2 * len(self.rounds(SWISS)) <= self.n_rounds

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return the next round once the one before is over."""
        rounds = self.rounds(section)
        if self.is_done(section) or not self.is_last_over(rounds):
            return []
        field, absent = self._field(rounds)
        inputs = PairingInputs(PairingMethod.SWISS, field, filler=self.filler(len(field)))
        number = len(rounds) + 1
        pairs = inputs.pairs(number)
        byes = [Bye(pair[0], BYE) for pair in pairs if pair[1] is None and pair[0] is not None]
        byes += [Bye(entrant, 0) for entrant in absent]
        return [Pairing(section, number, inputs, tuple(byes))]

    def is_done(self, section: str) -> bool:
        """Return whether all rounds are paired, or fewer than two entrants are left."""
        n_here = len(self.present(self.entrants(section)))
        return len(self.rounds(section)) >= self.n_rounds or n_here < 2

    def byes(self, section: str) -> list[Bye]:
        """List the byes, also those in pauses and before a late entry."""
        rounds = self.rounds(section)
        found = [bye for paired in rounds for bye in paired.byes]
        entrants = frozenset(self.entrants(section))
        for at, paired in enumerate(rounds):
            missing = sorted(entrants - paired.everybody)
            found += [Bye(entrant, 0 if at else LATE_ROUND) for entrant in missing]
        return found

    def _field(self, rounds: Sequence[TournamentRound]) -> tuple[tuple[FieldPlace, ...], list[str]]:
        """Return the entrants that can be paired, in order, and those that have paused or left."""
        opponents: dict[str, set[str]] = {}
        had_bye = set()
        for paired in rounds:
            had_bye |= {bye.entrant for bye in paired.byes if bye.tenths == BYE}
            for match in paired.matches:
                had_bye |= {match.first} if match.second == FILLER else set()
                opponents.setdefault(match.first, set()).add(match.second)
                opponents.setdefault(match.second, set()).add(match.first)
                for _, outcome in self.status(paired, match).games:
                    if not outcome.is_played:
                        had_bye |= {
                            side for side, half in zip(match.sides, outcome.halves, strict=True) if half
                        }
        tenths = {row.entrant: row.tenths for row in self.table(SWISS).rows}
        order = list(tenths) if rounds else list(self.entrants(SWISS))
        here = self.present(order)
        field = tuple(
            FieldPlace(each, tenths[each], tuple(sorted(opponents.get(each, ()))), each in had_bye)
            for each in here
        )
        left = self.tournament.withdrawn
        return field, [each for each in order if each not in here and each not in left]


def swiss_rounds(chosen: int, n_entrants: int) -> int:
    """Return how many rounds a Swiss has, 0 if there are too few entrants; `chosen`: 0 for as many as fit."""
    if chosen:
        return chosen if chosen <= n_entrants - SPARE_OPPONENTS else 0
    try:
        return n_rounds(n_entrants)
    except ValueError:
        return 0
