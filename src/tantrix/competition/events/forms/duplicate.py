"""Duplicate: a round robin in which all tables of a round play the same deal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.forms.base import SharedDeal
from tantrix.competition.events.forms.mirror import BY_HAND
from tantrix.competition.events.forms.round_robin import RoundRobin
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import GameKey, GameOutcome
from tantrix.competition.events.rounds import DUPLICATE, TournamentRound
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.scoring import GAME


class Duplicate(RoundRobin):
    """A round robin in which each side is compared with the others that had its seat in the same deal."""

    form = StageForm.DUPLICATE
    section_words: ClassVar[Mapping[str, str]] = {DUPLICATE: gettext_noop("Duplicate")}
    has_shared_deals = True
    n_needed = 4

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue if the games are not on this server."""
        if event.is_by_hand:
            raise InvalidValue(BY_HAND, "is_by_hand")

    def shared_deal(self, paired: TournamentRound, key: GameKey) -> SharedDeal:
        """Return the deal of a round; in a second game of it the seats are exchanged."""
        return SharedDeal(f"{paired.name}/{key.number}/{key.board}", (key.number + 1) % 2)

    def counted(self, paired: TournamentRound, key: GameKey, outcome: GameOutcome) -> GameOutcome | None:
        """Return what a game counts for beside the others of its deal; None before all of them are over.

        A side has ten points, and half of what it has more than the mean of those who had its seat.
        """
        if self.is_sealed(paired, key):
            return None
        found = self._played_tables(paired, key)
        mine = found.pop(key, None)
        if mine is None or not found:
            return outcome
        first = GAME // 2 + round((mine - sum(found.values()) / len(found)) / 2)
        tenths = (first, GAME - first)
        tenths = tenths if self.shared_deal(paired, key).first_seat == 0 else tenths[::-1]
        halves = 2 if tenths[0] > tenths[1] else 1 if tenths[0] == tenths[1] else 0
        return replace(outcome, tenths=tenths, halves=(halves, 2 - halves))

    def _played_tables(self, paired: TournamentRound, key: GameKey) -> dict[GameKey, int]:
        """Return the tenths of the first seat at each table of a deal at which it was played."""
        deal = self.shared_deal(paired, key)
        outcomes = ((each, self.tournament.outcome(each)) for each in self.tables(paired, deal.name))
        return {
            each: outcome.tenths[deal.first_seat]
            for each, outcome in outcomes
            if outcome and outcome.is_played
        }
