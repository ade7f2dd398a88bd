"""A round robin: everybody meets everybody, by a Berger table."""

from collections.abc import Mapping
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.forms.base import GAME_OPTIONS, MATCH_OPTIONS, Pairing, TournamentForm
from tantrix.competition.events.rounds import ROUND_ROBIN, PairingInputs, PairingMethod, field_in_order
from tantrix.competition.events.terms import StageForm
from tantrix.competition.round_robin import berger


class RoundRobin(TournamentForm):
    """A round robin; with a deadline, all its rounds are paired at once."""

    form = StageForm.ROUND_ROBIN
    section_words: ClassVar[Mapping[str, str]] = {ROUND_ROBIN: gettext_noop("Round robin")}
    options = MATCH_OPTIONS | GAME_OPTIONS | {"filler"}
    after_leaving = gettext_noop(
        "If you have played fewer than half of your games, all your results are struck out. "
        "Otherwise you forfeit the remaining games."
    )
    has_matches = True

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return the next round, or all of them if there is a deadline."""
        entrants, rounds = self.in_table(section), self.rounds(section)
        n_rounds = len(berger(len(entrants))) if len(entrants) > 1 else 0
        inputs = PairingInputs(
            PairingMethod.BERGER, field_in_order(entrants), filler=self.filler(len(entrants))
        )
        if self.terms.days and not rounds:
            return [Pairing(section, number, inputs) for number in range(1, n_rounds + 1)]
        if len(rounds) >= n_rounds or not self.is_last_over(rounds):
            return []
        return [Pairing(section, len(rounds) + 1, inputs)]

    def is_done(self, section: str) -> bool:
        """Return whether all rounds of the table are paired."""
        n_entrants = len(self.in_table(section))
        return n_entrants < 2 or len(self.rounds(section)) == len(berger(n_entrants))

    def in_table(self, section: str) -> tuple[str, ...]:
        """Return the entrants that the table is made for."""
        return self.stage.seeds

    def dropped_out(self, section: str) -> frozenset[str]:
        """Return the entrants that left before playing half of their games."""
        rounds, n_opponents = self.rounds(section), len(self.entrants(section)) - 1
        matches = [match for paired in rounds for match in paired.matches]
        n_games = self.terms.n_games * self.tournament.terms.n_boards
        dropped = set()
        for entrant in self.tournament.withdrawn:
            mine = [match for match in matches if entrant in match.sides]
            n_played = sum(outcome.is_played for match in mine for _, outcome in self.played(match))
            if mine and 2 * n_played < n_games * n_opponents:
                dropped.add(entrant)
        return frozenset(dropped)
