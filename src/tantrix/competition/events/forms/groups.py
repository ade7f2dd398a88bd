"""Groups: round robins side by side, whose best advance; an extra game replaces the lot at the cut."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import ClassVar

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.actions import BeginStage, JoinGroup
from tantrix.competition.events.forms.base import Pairing
from tantrix.competition.events.forms.round_robin import RoundRobin
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.rounds import (
    ACROSS_GROUPS,
    DECIDER,
    GROUP,
    PairingInputs,
    PairingMethod,
    TournamentMatch,
    field_in_order,
)
from tantrix.competition.events.terms import EventTerms, StageForm, StageTerms
from tantrix.competition.events.tournament import Tournament
from tantrix.competition.round_robin import snake
from tantrix.competition.standings import are_equal_across_groups

_AFTER_GROUPS = gettext_noop("Another stage must follow the groups.")


class GroupStage(RoundRobin):
    """Groups, `group1` and so on, and their extra games, `decider1` and so on, `decider0` between groups."""

    form = StageForm.GROUPS
    section_words: ClassVar[Mapping[str, str]] = {
        GROUP: gettext_noop("Group {n}"),
        DECIDER: gettext_noop("Group {n}: extra game"),
        ACROSS_GROUPS: gettext_noop("Between the groups: extra game"),
    }
    options = RoundRobin.options | {"group_size", "n_through", "separates_countries"}
    n_needed = 4

    @classmethod
    def max_through(cls, terms: StageTerms) -> int:
        """Return one fewer than there are in a group."""
        return terms.group_size - 1

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue for groups as the last stage."""
        if number == len(event.stages):
            raise InvalidValue(_AFTER_GROUPS)

    @classmethod
    def begin(
        cls, tournament: Tournament, number: int, seeds: Sequence[str], others: Sequence[str], now_ms: int
    ) -> BeginStage:
        """Return the groups, filled in a snake by seed."""
        terms = tournament.terms.stages[number - 1]
        n_groups = max(1, min(-(-len(seeds) // terms.group_size), len(seeds) // 2))
        found = {each: tournament.entrants[each].country for each in seeds}
        countries = {each: country for each, country in found.items() if country}
        groups = snake(seeds, n_groups, countries if terms.separates_countries else None)
        return BeginStage(number, tuple(seeds), groups)

    @property
    def sections(self) -> tuple[str, ...]:
        """The groups."""
        return tuple(f"{GROUP}{number}" for number in range(1, len(self.stage.groups) + 1))

    @property
    def all_sections(self) -> tuple[str, ...]:
        """The groups, their extra games, and the one between groups."""
        return (*self.sections, *self._deciders, ACROSS_GROUPS)

    def entrants(self, section: str) -> tuple[str, ...]:
        """Return the entrants of a group; of an extra game, all that could play it."""
        if section.startswith(DECIDER):
            return self.stage.seeds
        return self.stage.groups[int(section.removeprefix(GROUP)) - 1]

    def in_table(self, section: str) -> tuple[str, ...]:
        """Return the entrants of a group."""
        return self.entrants(section)

    def may_enter(self, now_ms: int) -> bool:
        """Return whether late entrants can join: until a game begins, if not all groups are full.

        A group may have one entrant more than the terms say.
        """
        found = self.tournament
        if not found.is_running or len(found.stages) != 1 or found.closed:
            return False
        is_full = min(map(len, self.stage.groups)) > self.terms.group_size
        return not (is_full or found.begun or found.outcomes or found.ruled)

    def due(self, now_ms: int) -> tuple[JoinGroup, ...]:
        """Return how the next late entrant joins the groups: the smallest one, of equal ones the last."""
        if not self.may_enter(now_ms):
            return ()
        groups = self.stage.groups
        late = (each for each in self.present(self.tournament.playing) if each not in self.stage.seeds)
        number = min(range(1, len(groups) + 1), key=lambda at: (len(groups[at - 1]), -at))
        return tuple(JoinGroup(each, number) for each in islice(late, 1))

    def n_games(self, match: TournamentMatch) -> int:
        """Return one for the extra games."""
        return 1 if f"-{DECIDER}" in match.id else self.terms.n_games

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return the rounds of a group, or an extra game if only the lot would decide who advances."""
        if not section.startswith(DECIDER):
            return super().pairings(section, now_ms)
        if self.rounds(section) or not all(map(self.is_section_over, self._before(section))):
            return []
        pair = self._pair_at_cut(section)
        if pair is None:
            return []
        return [Pairing(section, 1, PairingInputs(PairingMethod.GIVEN, field_in_order(pair)))]

    def is_done(self, section: str) -> bool:
        """Return whether a group has all its rounds, or an extra game has been drawn or is not needed."""
        if not section.startswith(DECIDER):
            return super().is_done(section)
        return bool(self.rounds(section)) or self._pair_at_cut(section) is None

    def extra_tenths(self, section: str) -> dict[str, int]:
        """Return the points of the extra game of a group; empty before it is over."""
        return self._decider_tenths(_decider_of(section))

    def tenths_across(self) -> dict[str, int]:
        """Return the points of the extra game between groups; empty before it is over."""
        return self._decider_tenths(ACROSS_GROUPS)

    def n_through(self) -> int:
        """Return how many advance: the first of each group, and the best others to fill a bracket."""
        cut = self.terms.n_through
        nearly = sum(len(group) > cut for group in self.stage.groups)
        full = 1 << (max(self._n_sure, 2) - 1).bit_length()
        return min(full, self._n_sure + nearly) if self._is_knockout_next else self._n_sure

    @property
    def _deciders(self) -> tuple[str, ...]:
        return tuple(map(_decider_of, self.sections))

    @property
    def _n_sure(self) -> int:
        """How many advance by their place in the group."""
        return sum(min(self.terms.n_through, len(group)) for group in self.stage.groups)

    @property
    def _is_knockout_next(self) -> bool:
        following = self.tournament.terms.stages[self.stage.number :]
        return bool(following) and following[0].form is StageForm.KNOCKOUT

    def _before(self, decider: str) -> tuple[str, ...]:
        """Return the sections that must be over before an extra game can be drawn."""
        if decider == ACROSS_GROUPS:
            return (*self.sections, *self._deciders)
        return (_group_of(decider),)

    def _decider_tenths(self, decider: str) -> dict[str, int]:
        tenths: dict[str, int] = {}
        for paired in self.rounds(decider):
            for match, status in zip(paired.matches, self.round_statuses(paired), strict=True):
                if status.is_over:
                    tenths.update(zip(match.sides, status.tenths, strict=True))
        return tenths

    def _pair_at_cut(self, decider: str) -> tuple[str, str] | None:
        """Return the last entrant who advances and the next one, if only the lot separates them."""
        if not self._is_knockout_next:
            return None
        pair = self._across_groups() if decider == ACROSS_GROUPS else self._in_group(_group_of(decider))
        return None if pair is None or {*pair} & self.tournament.withdrawn else pair

    def _in_group(self, group: str) -> tuple[str, str] | None:
        """Return the pair at the cut of a group; also at the one below, if some of the next advance."""
        rows, cut = self.table(group).rows, self.terms.n_through
        cuts = (cut, cut + 1) if self.n_through() > self._n_sure else (cut,)
        found = (at for at in cuts if at < len(rows) and rows[at].is_by_lot)
        return next(((rows[at - 1].entrant, rows[at].entrant) for at in found), None)

    def _across_groups(self) -> tuple[str, str] | None:
        """Return the last of the next places that advances and the first that does not, if equal."""
        cut = self.n_through()
        order = [each for each in self.order() if each not in self.tournament.withdrawn]
        if not 0 < cut < len(order):
            return None
        rows = {row.entrant: row for section in self.sections for row in self.table(section).rows}
        first, second = order[cut - 1 : cut + 1]
        return (first, second) if are_equal_across_groups(rows[first], rows[second]) else None


def _decider_of(group: str) -> str:
    """Return the section of the extra game that decides a place in a group."""
    return group.replace(GROUP, DECIDER, 1)


def _group_of(decider: str) -> str:
    return decider.replace(DECIDER, GROUP, 1)
