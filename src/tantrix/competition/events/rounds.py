"""Rounds and their matches, and the pairing of a round from the inputs stored with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest

from tantrix.competition import knockout, swiss
from tantrix.competition.arena import FreePlayer, pair_wave
from tantrix.competition.cup import CupPlayer, seat_tables
from tantrix.competition.round_robin import berger
from tantrix.competition.standings import Bye
from tantrix.competition.swiss import SwissEntrant

Pair = tuple[str | None, str | None]

SWISS, ROUND_ROBIN, MAIN, THIRD, PLATE, GROUP = "swiss", "all", "main", "third", "plate", "group"
DECIDER = "decider"  # the extra game of a group, instead of the lot
ACROSS_GROUPS = f"{DECIDER}0"  # the extra game of two entrants of different groups
ARENA, SIMUL, GOBBLE, RACE = "arena", "simul", "gobble", "race"


class PairingMethod(StrEnum):
    """How a round is paired: from a field, a Berger table, a bracket, winners, free players, or a host.

    `given`: the first of the field meets the second, the third the fourth, and so on.
    """

    SWISS = "swiss"
    BERGER = "berger"
    SEEDS = "seeds"
    WINNERS = "winners"
    GIVEN = "given"
    ARENA = "arena"
    HOST = "host"
    TABLES = "tables"


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """An entrant before a round, in the order of the standings; some methods need more than its id.

    `opponents`: the opponents so far, in an arena and a cup one for each game, oldest first. `waited_s` and
    `may_repeat` are for arenas.
    """

    entrant: str
    tenths: int = 0
    opponents: tuple[str, ...] = ()
    had_bye: bool = False
    waited_s: int = 0
    may_repeat: bool = False


@dataclass(frozen=True, slots=True)
class PairingInputs:
    """Everything that determines a pairing; `before` and `winners` are those of the previous round.

    `filler`: the robot that plays the player who would have a bye, empty for none.
    """

    method: PairingMethod
    field: tuple[FieldPlace, ...] = ()
    before: tuple[Pair, ...] = ()
    winners: tuple[str | None, ...] = ()
    filler: str = ""

    def pairs(self, number: int) -> tuple[Pair, ...]:
        """Pair round `number`; the same inputs always give the same pairs. None stands for a bye."""
        names = [place.entrant for place in self.field]
        fillers = [self.filler] if self.filler else []
        match self.method:
            case PairingMethod.SWISS:
                paired = swiss.pair([_swiss_entrant(place) for place in self.field], is_first=number == 1)
                opponent = self.filler or None
                return (*paired.pairs, *([] if paired.bye is None else [(paired.bye, opponent)]))
            case PairingMethod.BERGER:
                everybody = [*names, *fillers]
                return tuple((everybody[a], everybody[b]) for a, b in berger(len(everybody))[number - 1])
            case PairingMethod.SEEDS:
                return knockout.first_round(names)
            case PairingMethod.WINNERS:
                return knockout.next_round(self.before, self.winners)
            case PairingMethod.GIVEN:
                return tuple(zip_longest(names[::2], names[1::2]))
            case PairingMethod.HOST:
                return tuple((names[0], guest) for guest in names[1:])
            case PairingMethod.TABLES:
                return ()
            case PairingMethod.ARENA:
                return pair_wave([_free_player(place) for place in self.field])

    def tables(self) -> tuple[tuple[str, ...], ...]:
        """Seat the tables of a round of a Gobble cup; other rounds have pairs instead."""
        if self.method is not PairingMethod.TABLES:
            return ()
        return seat_tables([CupPlayer(place.entrant, place.opponents) for place in self.field])


@dataclass(frozen=True, slots=True)
class TournamentMatch:
    """Two entrants who meet. `id` is unique in the tournament: stage, section, round, number."""

    id: str
    first: str
    second: str

    @property
    def sides(self) -> tuple[str, str]:
        """Both entrants."""
        return self.first, self.second

    def side_of(self, entrant: str) -> int:
        """Return the side of an entrant, 0 or 1. Raises ValueError for anyone else."""
        return self.sides.index(entrant)


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A paired round of a section, with the inputs of its pairing.

    `section`: `swiss`, `all`, `arena`, `simul`, `gobble`, `race`, `main`, `third`, `plate`, or `group1`,
    `decider1` and so on, `decider0` between groups; each wave of an arena is a round. `deadline_ms`: the end
    of its games. `program`: the version that paired it. `tables`: the tables of a Gobble cup, which has no
    pairs.
    """

    stage: int
    section: str
    number: int
    pairs: tuple[Pair, ...]
    at_ms: int
    deadline_ms: int
    inputs: PairingInputs
    byes: tuple[Bye, ...] = ()
    program: str = ""
    tables: tuple[tuple[str, ...], ...] = ()

    @property
    def tables_by_id(self) -> dict[str, tuple[str, ...]]:
        """The tables of a Gobble cup by id; table ids are formed like match ids."""
        return {f"{self.name}-{at}": table for at, table in enumerate(self.tables, 1)}

    @property
    def playing(self) -> frozenset[str]:
        """The entrants that were to play, or have a bye."""
        in_pairs = (each for pair in self.pairs for each in pair if each is not None)
        return frozenset((*in_pairs, *(each for table in self.tables for each in table)))

    @property
    def everybody(self) -> frozenset[str]:
        """All entrants of the round, including those who had paused."""
        return self.playing | {bye.entrant for bye in self.byes}

    @property
    def name(self) -> str:
        """The round's id, which is the prefix of its matches' ids."""
        return f"{self.stage}-{self.section}-{self.number}"

    def match(self, at: int) -> TournamentMatch | None:
        """Return the match of the pair at an index; None for a bye or an empty place."""
        return _match(self.name, at, *self.pairs[at])

    @property
    def matches(self) -> Iterator[TournamentMatch]:
        """The matches in order."""
        return iter(_matches(self.name, self.pairs))


def _match(name: str, at: int, first: str | None, second: str | None) -> TournamentMatch | None:
    return None if first is None or second is None else TournamentMatch(f"{name}-{at + 1}", first, second)


@lru_cache(maxsize=4096)  # standings and views ask for all rounds again and again
def _matches(name: str, pairs: tuple[Pair, ...]) -> tuple[TournamentMatch, ...]:
    found = (_match(name, at, *pair) for at, pair in enumerate(pairs))
    return tuple(match for match in found if match is not None)


def field_in_order(entrants: Sequence[str]) -> tuple[FieldPlace, ...]:
    """Return a field of entrants in which only the order matters."""
    return tuple(FieldPlace(entrant) for entrant in entrants)


def _swiss_entrant(place: FieldPlace) -> SwissEntrant:
    return SwissEntrant(place.entrant, place.tenths, frozenset(place.opponents), place.had_bye)


def _free_player(place: FieldPlace) -> FreePlayer:
    return FreePlayer(place.entrant, place.opponents, place.waited_s, place.may_repeat)
