"""An arena: for some minutes everybody plays whoever is free, and the best results count."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.clock import MINUTE_MS
from tantrix.competition.arena import REPEAT_MS, WAVE_MS, arena_standings
from tantrix.competition.events.forms.base import GAME_OPTIONS, Pairing
from tantrix.competition.events.forms.timed import Timed
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import ARENA, FieldPlace, PairingInputs, PairingMethod
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.standings import StandingsRow

_ARENA_FIRST = gettext_noop("An arena must be the first stage.")
_ARENA_ALONE = gettext_noop("An arena is for single players, live, on this server.")


class Arena(Timed):
    """An arena; each wave of games is a round."""

    form = StageForm.ARENA
    section_words: ClassVar[Mapping[str, str]] = {ARENA: gettext_noop("Arena")}
    options = GAME_OPTIONS | {"minutes", "n_best"}
    n_needed = 0  # it waits until it has them

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue unless it is the first stage, live, and for single players on this server."""
        if number > 1:
            raise InvalidValue(_ARENA_FIRST)
        if not event.is_hosted_here or event.is_correspondence:
            raise InvalidValue(_ARENA_ALONE, "control" if event.is_hosted_here else "")

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Pair the free entrants once one of them has waited long enough; nobody after the end."""
        if now_ms >= self.stage.ends_ms:
            return []
        field, number = self._field(now_ms), len(self.rounds(section)) + 1
        is_time = number == 1 or any(1000 * place.waited_s >= WAVE_MS for place in field)
        if len(field) < 2 or not is_time:
            return []
        inputs = PairingInputs(PairingMethod.ARENA, field)
        return [Pairing(section, number, inputs)] if inputs.pairs(number) else []

    def is_done(self, section: str) -> bool:
        """Return whether no further wave follows: it is asked only once the time is up."""
        return True

    def is_void(self) -> bool:
        """Return whether nobody has met anybody."""
        return not self.all_rounds

    def rows(
        self, section: str, entrants: Sequence[str], adjusted: Mapping[str, int]
    ) -> tuple[StandingsRow, ...]:
        """Return the rows by the best results of each entrant."""
        games, n_best = self.games(section), self.terms.n_best
        return arena_standings(entrants, games, n_best, self.tournament.secret, adjusted)

    def _field(self, now_ms: int) -> tuple[FieldPlace, ...]:
        """Return the free entrants in the order of the standings; ties are ordered by seed."""
        found = self.tournament
        opponents: dict[str, list[str]] = {}
        free_since_ms = dict(found.here_since_ms)
        in_play: set[str] = set()
        for paired in self.rounds(ARENA):
            for match in paired.matches:
                for side, other in (match.sides, match.sides[::-1]):
                    opponents.setdefault(side, []).append(other)
                    ended_ms = found.ended_ms.get(GameKey(match.id, 1), paired.at_ms)
                    free_since_ms[side] = max(ended_ms, free_since_ms.get(side, 0))
                if not self.status(paired, match).is_over:
                    in_play.update(match.sides)
        tenths = {row.entrant: row.tenths for row in self.table(ARENA).rows}
        began_ms = self.stage.ends_ms - self.terms.minutes * MINUTE_MS
        places = []
        for entrant in sorted(self.present(self.entrants(ARENA)), key=lambda each: -tenths[each]):
            if entrant in in_play:
                continue
            waited_ms = max(0, now_ms - max(free_since_ms.get(entrant, 0), began_ms))
            may_repeat = not in_play or waited_ms >= REPEAT_MS
            met = tuple(opponents.get(entrant, ()))
            places.append(
                FieldPlace(entrant, tenths[entrant], met, waited_s=waited_ms // 1000, may_repeat=may_repeat)
            )
        return tuple(places)
