"""Mirror matches: a round robin whose games come in pairs, of the same deal with the seats exchanged."""

from collections.abc import Mapping
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.forms.base import SharedDeal
from tantrix.competition.events.forms.round_robin import RoundRobin
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import MIRROR, TournamentRound
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.standings import lot

_PAIRS = gettext_noop("A mirror match has an even number of games, not {value}.")
BY_HAND = gettext_noop("Tables with the same deal are played on this server, not by hand.")


class MirrorMatches(RoundRobin):
    """A round robin in which each side of a match plays both seats of every deal."""

    form = StageForm.MIRROR
    section_words: ClassVar[Mapping[str, str]] = {MIRROR: gettext_noop("Mirror matches")}
    has_shared_deals = True

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue unless its games come in pairs, on this server."""
        n_games = event.stages[number - 1].n_games
        if n_games % 2:
            raise InvalidValue(_PAIRS, "n_games", value=n_games)
        if event.is_by_hand:
            raise InvalidValue(BY_HAND, "is_by_hand")

    def shared_deal(self, paired: TournamentRound, key: GameKey) -> SharedDeal:
        """Return the deal of a pair of games; the lot decides who has which seat first."""
        name = f"{key.match}/{(key.number + 1) // 2}/{key.board}"
        first = lot(self.tournament.secret, name)[0]
        return SharedDeal(name, (first + key.number) % 2)
