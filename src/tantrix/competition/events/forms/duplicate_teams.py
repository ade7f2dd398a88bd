"""Duplicate teams: a round robin of teams in which two boards of a match have the same deal."""

from collections.abc import Mapping
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.entrants import EntrantKind
from tantrix.competition.events.forms.base import SharedDeal
from tantrix.competition.events.forms.mirror import BY_HAND
from tantrix.competition.events.forms.round_robin import RoundRobin
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import DUPLICATE_TEAMS, TournamentRound
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.standings import lot

_BOARDS = gettext_noop("Duplicate is played by teams with an even number of boards, not {value}.")


class DuplicateTeams(RoundRobin):
    """A round robin of teams, of which each plays both seats of every deal, at two boards."""

    form = StageForm.DUPLICATE_TEAMS
    section_words: ClassVar[Mapping[str, str]] = {DUPLICATE_TEAMS: gettext_noop("Duplicate teams")}
    has_shared_deals = True

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue unless teams play on this server, at boards that come in pairs."""
        if event.kind is not EntrantKind.TEAM or event.n_boards % 2:
            raise InvalidValue(_BOARDS, "n_boards", value=event.n_boards)
        if event.is_by_hand:
            raise InvalidValue(BY_HAND, "is_by_hand")

    def shared_deal(self, paired: TournamentRound, key: GameKey) -> SharedDeal:
        """Return the deal of a pair of boards; the lot decides which team has which seat at the first."""
        name = f"{key.match}/{key.number}/{(key.board + 1) // 2}"
        first = lot(self.tournament.secret, name)[0]
        return SharedDeal(name, (first + key.board) % 2)
