"""What an arena and a puzzle race share: they last for some minutes, and entrants come and go."""

from collections.abc import Sequence

from tantrix._tools.languages import gettext_noop
from tantrix.clock import MINUTE_MS
from tantrix.competition.events.actions import BeginStage
from tantrix.competition.events.forms.base import TournamentForm
from tantrix.competition.events.tournament import Tournament


class Timed(TournamentForm):
    """A stage that everybody may enter until its time is up."""

    after_leaving = gettext_noop("Your results stay, and you get no more opponents.")
    is_drop_in = True
    is_timed = True

    @classmethod
    def begin(
        cls, tournament: Tournament, number: int, seeds: Sequence[str], others: Sequence[str], now_ms: int
    ) -> BeginStage:
        """Return the beginning, with the time of the end."""
        minutes = tournament.terms.stages[number - 1].minutes
        return BeginStage(number, tuple(seeds), ends_ms=now_ms + minutes * MINUTE_MS)

    def may_enter(self, now_ms: int) -> bool:
        """Return whether there is time left."""
        return now_ms < self.stage.ends_ms
