"""A knock-out: the winner of a match goes on; with a match for third place, and a Plate, if wanted."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.actions import BeginStage
from tantrix.competition.events.forms.base import (
    GAME_OPTIONS,
    MATCH_OPTIONS,
    Pairing,
    TournamentForm,
    sums,
)
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import GameKey, GameOutcome, MatchStatus
from tantrix.competition.events.rounds import (
    MAIN,
    PLATE,
    THIRD,
    PairingInputs,
    PairingMethod,
    TournamentMatch,
    TournamentRound,
    field_in_order,
)
from tantrix.competition.events.terms import EventTerms, Plate, StageForm
from tantrix.competition.events.tournament import Tournament
from tantrix.competition.knockout import bye_winner, losers
from tantrix.competition.scoring import GAME, POINT, MatchTerms, deciding_lead, match_state

_KNOCKOUT_LAST = gettext_noop("A knock-out must be the last stage.")


class Knockout(TournamentForm):
    """A knock-out: the main bracket, the match for third place, and the Plate."""

    form = StageForm.KNOCKOUT
    section_words: ClassVar[Mapping[str, str]] = {
        MAIN: gettext_noop("Knock-out"),
        THIRD: gettext_noop("Third place"),
        PLATE: gettext_noop("Plate"),
    }
    options = MATCH_OPTIONS | GAME_OPTIONS | {"has_third_place", "plate", "min_lead", "n_extra_games"}
    after_leaving = gettext_noop("You lose your match, and your opponent goes on to the next round.")
    has_matches = True
    has_standings = False

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue for a knock-out before another stage."""
        if number < len(event.stages):
            raise InvalidValue(_KNOCKOUT_LAST)

    @classmethod
    def begin(
        cls, tournament: Tournament, number: int, seeds: Sequence[str], others: Sequence[str], now_ms: int
    ) -> BeginStage:
        """Return a bracket of the seeds; the others play for the Plate if the terms say so."""
        has_plate = tournament.terms.stages[number - 1].plate is Plate.OTHERS
        return BeginStage(number, tuple(seeds), others=tuple(others) if has_plate else ())

    @property
    def sections(self) -> tuple[str, ...]:
        """The main bracket, and the Plate if others play for it."""
        return (MAIN, PLATE) if len(self.stage.others) > 1 else (MAIN,)

    @property
    def all_sections(self) -> tuple[str, ...]:
        """The main bracket, the match for third place and the Plate, if the terms have them."""
        third = (THIRD,) if self.terms.has_third_place else ()
        return (MAIN, *third, *(() if self.terms.plate is Plate.NONE else (PLATE,)))

    def entrants(self, section: str) -> tuple[str, ...]:
        """Return all who play in the bracket or for the Plate."""
        return (*self.stage.seeds, *self.stage.others)

    def is_bracket(self, section: str) -> bool:
        """Return whether the matches of a section are knock-out matches: all of them."""
        return True

    def status_in_play(
        self, paired: TournamentRound, match: TournamentMatch, played: list[tuple[GameKey, GameOutcome]]
    ) -> MatchStatus:
        """Return the state of a match; games after it was decided do not count."""
        seed = self.better_seed(match)
        for n_counted in range(len(played) + 1):
            counted = played[:n_counted]
            state = match_state(self._match_terms, [outcome.tenths for _, outcome in counted], seed)
            if state.is_over:
                return MatchStatus(sums(outcome for _, outcome in counted), True, state.winner, (*counted,))
        return MatchStatus(sums(outcome for _, outcome in played), False, None, tuple(played))

    def lead_to_decide(self, paired: TournamentRound, match: TournamentMatch) -> int | None:
        """Return the lead that decides a match with its next game.

        None if it cannot be reached, and in matches on several boards.
        """
        status = self.status(paired, match)
        if status.is_over or self.tournament.terms.n_boards > 1:
            return None
        lead = deciding_lead(self._match_terms, len(status.games))
        return lead if lead <= abs(status.tenths[0] - status.tenths[1]) + GAME else None

    def winners(self, paired: TournamentRound) -> tuple[str | None, ...]:
        """Return who advances from each pair of a round; None where both sides forfeited."""
        found: list[str | None] = []
        for at, pair in enumerate(paired.pairs):
            match = paired.match(at)
            if match is None:
                found.append(bye_winner(pair))
                continue
            winner = self.status(paired, match).winner
            found.append(None if winner is None else match.sides[winner])
        return tuple(found)

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return the first round of a bracket, or that of the winners of the round before."""
        rounds = self.rounds(section)
        if not rounds:
            method = PairingMethod.GIVEN if section == THIRD else PairingMethod.SEEDS
            field = field_in_order(self._field(section))
            return [Pairing(section, 1, PairingInputs(method, field))] if len(field) > 1 else []
        last = rounds[-1]
        if len(last.pairs) == 1 or not self.is_round_over(last):
            return []
        inputs = PairingInputs(PairingMethod.WINNERS, (), last.pairs, self.winners(last))
        return [Pairing(section, len(rounds) + 1, inputs)]

    def is_done(self, section: str) -> bool:
        """Return whether a bracket has had its final, or will have no matches."""
        rounds = self.rounds(section)
        if rounds:
            return len(rounds[-1].pairs) == 1
        return len(self._field(section)) < 2 and self._is_field_known(section)

    def places(self) -> list[str]:
        """Return the order: final, third place, then the losers of each round, last round first."""
        order: list[str | None] = []
        third = [self.winners(paired)[0] for paired in self.rounds(THIRD)]
        for section in (MAIN, PLATE):
            rounds = self.rounds(section)
            for at, paired in reversed([*enumerate(rounds)]):
                # A result corrected later does not change who has played in the following round.
                won = rounds[at + 1].inputs.winners if at + 1 < len(rounds) else self.winners(paired)
                finished = won if len(paired.pairs) == 1 else ()
                is_semi_final = section == MAIN and len(paired.pairs) == 2
                order += [*finished, *(third if is_semi_final else ()), *losers(paired.pairs, won)]
            if section == MAIN and self.terms.plate is Plate.LOSERS:
                order = self._without_first_losers(order)
        order += self.entrants(MAIN)
        return [each for each in dict.fromkeys(order) if each is not None]

    @property
    def _match_terms(self) -> MatchTerms:
        own, n_boards = self.terms, self.tournament.terms.n_boards
        return MatchTerms(own.n_games, POINT * own.min_lead, own.n_extra_games, n_boards)

    def _field(self, section: str) -> tuple[str, ...]:
        """Return the entrants of a bracket by seed; empty before they are known."""
        if section == MAIN:
            return self.stage.seeds
        if section == PLATE and self.terms.plate is Plate.OTHERS:
            return self.stage.others
        n_pairs = 2 if section == THIRD else None
        for paired in self.rounds(MAIN):
            if n_pairs in (None, len(paired.pairs)) and self.is_round_over(paired):
                lost = losers(paired.pairs, self.winners(paired))
                here = [each for each in lost if each not in self.tournament.withdrawn]
                return tuple(here if section == THIRD else sorted(here, key=self.stage.seeds.index))
            if n_pairs is None:
                return ()
        return ()

    def _is_field_known(self, section: str) -> bool:
        """Return whether a bracket without rounds can get no further entrants."""
        if section == MAIN or (section == PLATE and self.terms.plate is Plate.OTHERS):
            return True
        main = self.rounds(MAIN)
        return bool(main) and len(main[-1].pairs) == 1 and self.is_round_over(main[-1])

    def _without_first_losers(self, order: list[str | None]) -> list[str | None]:
        """Leave out the entrants that went on to the Plate, which decides their order."""
        plate = {each for paired in self.rounds(PLATE) for pair in paired.pairs for each in pair}
        return [each for each in order if each not in plate]
