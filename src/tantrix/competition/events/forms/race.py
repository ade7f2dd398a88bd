"""A puzzle race: everybody solves the same puzzles for some minutes."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.actions import RecordRace
from tantrix.competition.events.forms.base import Pairing, Plays, check_alone
from tantrix.competition.events.forms.timed import Timed
from tantrix.competition.events.rounds import RACE
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.race import race_standings
from tantrix.competition.standings import StandingsRow

RACE_GRACE_MS = 3_000  # after the end of a puzzle race, for answers that are being saved

_RACE_ALONE = gettext_noop("A puzzle race has one stage, for single players, on this server.")


class PuzzleRace(Timed):
    """A puzzle race; it has no rounds, and its results enter the log when the time is up."""

    form = StageForm.RACE
    section_words: ClassVar[Mapping[str, str]] = {RACE: gettext_noop("Puzzle race")}
    options = frozenset(("minutes",))
    plays = Plays.PUZZLES

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue unless it is the only stage, for single players on this server."""
        check_alone(event, _RACE_ALONE)

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return nothing: nobody meets anybody."""
        return []

    def is_done(self, section: str) -> bool:
        """Return whether the results are in the log."""
        return self.tournament.is_race_over

    def due(self, now_ms: int) -> tuple[RecordRace, ...]:
        """Return the results once they are final, to be recorded."""
        is_due = not self.tournament.is_race_over and now_ms >= self.stage.ends_ms + RACE_GRACE_MS
        return (RecordRace(self.tournament.race),) if is_due else ()

    def took_part(self) -> frozenset[str]:
        """Return the entrants with a result."""
        return frozenset(result.entrant for result in self.tournament.race)

    def has_taken_part(self, entrant: str) -> bool:
        """Return whether an entrant has a result."""
        return entrant in self.took_part()

    def rows(
        self, section: str, entrants: Sequence[str], adjusted: Mapping[str, int]
    ) -> tuple[StandingsRow, ...]:
        """Return the rows by puzzles solved."""
        return race_standings(entrants, self.tournament.race, self.tournament.secret, adjusted)
