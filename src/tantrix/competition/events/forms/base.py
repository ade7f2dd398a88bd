"""The questions that a form of a stage answers: sections, rounds, matches, standings, places, entries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, NamedTuple

from tantrix.competition.events.actions import Action, BeginStage
from tantrix.competition.events.entrants import FILLER
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import GameKey, GameOutcome, MatchStatus, forfeited
from tantrix.competition.events.rounds import PairingInputs, TournamentMatch, TournamentRound
from tantrix.competition.events.terms import EventTerms, StageForm, StageTerms
from tantrix.competition.events.tournament import StageField, Tournament
from tantrix.competition.scoring import MAX_EXTRA_GAMES
from tantrix.competition.standings import (
    Bye,
    GameScore,
    StandingsRow,
    TieBreak,
    order_across_groups,
    standings,
)

N_LAST = 5  # results that show an entrant's form
MATCH_OPTIONS = frozenset(("n_games", "days", "round_minutes", "is_by_hand"))
GAME_OPTIONS = frozenset(("control", "tile_set", "start", "no_show_minutes", "countdown_seconds"))


class Plays(StrEnum):
    """What is played: games of Tantrix, tables of Gobble, or puzzles."""

    GAMES = "games"
    TABLES = "tables"
    PUZZLES = "puzzles"


class Pairing(NamedTuple):
    """A round that can be paired: its section, its number, what determines its pairs, and its byes."""

    section: str
    number: int
    inputs: PairingInputs
    byes: tuple[Bye, ...] = ()


class FinalTable(NamedTuple):
    """The standings of a section: a Swiss, a round robin, an arena or a single group."""

    stage: int
    section: str
    rows: tuple[StandingsRow, ...]


class TournamentForm:
    """A stage of a tournament by the rules of its form.

    An instance answers for one moment: it reads the tournament and changes nothing but its caches. What a
    form does not override is that of one section in which everybody can have standings. `section_words`: the
    names of the sections without their numbers, which `{n}` stands for. `options`: the options that make a
    difference. `n_needed`: how many entrants it needs to begin. `has_matches`: it has rounds of matches of
    some games, by deadline or live; other forms are live, and a match is one game. `is_drop_in`: entrants
    come and go all the time. `is_timed`: it lasts for some minutes, and has standings before any round.
    `after_leaving`: what follows for an entrant that leaves.
    """

    form: ClassVar[StageForm]
    section_words: ClassVar[Mapping[str, str]]
    options: ClassVar[frozenset[str]]
    after_leaving: ClassVar[str] = ""
    plays: ClassVar[Plays] = Plays.GAMES
    n_needed: ClassVar[int] = 2
    has_matches: ClassVar[bool] = False
    has_host: ClassVar[bool] = False
    has_standings: ClassVar[bool] = True
    is_drop_in: ClassVar[bool] = False
    is_timed: ClassVar[bool] = False
    tie_break: ClassVar[TieBreak] = TieBreak.SONNEBORN_BERGER

    def __init__(self, tournament: Tournament, stage: StageField) -> None:
        self.tournament, self.stage, self.terms = tournament, stage, stage.terms

    # Before a stage: its terms, and how it begins.

    @classmethod
    def of(cls, tournament: Tournament, stage: StageField) -> "TournamentForm":
        """Return the form of a stage that has begun."""
        return cls(tournament, stage)

    @classmethod
    def max_through(cls, terms: StageTerms) -> int:
        """Return how many entrants can advance at most."""
        return 64

    @classmethod
    def check(cls, event: EventTerms, number: int) -> None:
        """Raise InvalidValue if the stage with this number does not suit the other terms."""

    @classmethod
    def begin(
        cls, tournament: Tournament, number: int, seeds: Sequence[str], others: Sequence[str], now_ms: int
    ) -> BeginStage:
        """Return how a stage begins for `seeds`; `others` did not advance to it."""
        return BeginStage(number, tuple(seeds))

    @classmethod
    def simul_host(cls, tournament: Tournament) -> str | None:
        """Return the entrant that plays everybody else; None if there is none, or it has not entered."""
        return None

    # Sections and entrants.

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that the stage begins with."""
        return (next(iter(self.section_words)),)

    @property
    def all_sections(self) -> tuple[str, ...]:
        """All sections that the stage can have, in the order in which they are paired."""
        return self.sections

    @property
    def all_rounds(self) -> list[TournamentRound]:
        """The rounds of all sections, in the order in which they were paired."""
        return [each for each in self.tournament.rounds if each.stage == self.stage.number]

    def rounds(self, section: str) -> list[TournamentRound]:
        """List the rounds of a section in order."""
        return self.tournament.section(self.stage.number, section)

    def entrants(self, section: str) -> tuple[str, ...]:
        """Return the entrants of a section, best seed first; late ones come last."""
        seeded = {*self.stage.seeds, FILLER}
        late = (each for each in self.tournament.entrants if each not in seeded and self._is_late(each))
        return (*self.stage.seeds, *late)

    def present(self, order: Iterable[str]) -> list[str]:
        """Return the entrants that can be paired, in a given order."""
        away = self.tournament.withdrawn | self.tournament.paused
        return [each for each in order if each not in away]

    def dropped_out(self, section: str) -> frozenset[str]:
        """Return the entrants whose games in a section are struck out because they left early."""
        return frozenset()

    def took_part(self) -> frozenset[str]:
        """Return the entrants that were paired, or have a result."""
        return frozenset().union(*(paired.playing for paired in self.all_rounds))

    def has_taken_part(self, entrant: str) -> bool:
        """Return whether an entrant is in a round of the stage, be it with a bye or in a pause."""
        return any(entrant in paired.everybody for paired in self.all_rounds)

    def may_enter(self, now_ms: int) -> bool:
        """Return whether the stage, the first one, takes late entrants."""
        return False

    # Rounds.

    def pairings(self, section: str, now_ms: int) -> list[Pairing]:
        """Return the rounds of a section that can be paired now."""
        raise NotImplementedError

    def is_done(self, section: str) -> bool:
        """Return whether a section, all of whose rounds are over, gets no further round."""
        raise NotImplementedError

    def due(self, now_ms: int) -> tuple[Action, ...]:
        """Return what the stage does before it pairs further rounds."""
        return ()

    def is_void(self) -> bool:
        """Return whether the stage is over without a result, so that the tournament is cancelled."""
        return False

    def is_round_over(self, paired: TournamentRound) -> bool:
        """Return whether everything in a round is over."""
        return all(status.is_over for status in self.round_statuses(paired))

    def is_last_over(self, rounds: Sequence[TournamentRound]) -> bool:
        """Return whether the latest of some rounds is over, if there is any."""
        return not rounds or self.is_round_over(rounds[-1])

    def is_section_over(self, section: str) -> bool:
        """Return whether a section is over: all its rounds, and no other follows."""
        rounds = reversed(self.rounds(section))  # mostly it is the last one that is not over
        return all(self.is_round_over(each) for each in rounds) and self.is_done(section)

    def filler(self, n_entrants: int) -> str:
        """Return the robot that plays in a round of an odd number, if the terms of a live stage have one."""
        fills = self.tournament.terms.entry.filler and n_entrants > 1 and n_entrants % 2
        return FILLER if fills and not self.terms.days else ""

    # Matches.

    def is_bracket(self, section: str) -> bool:
        """Return whether the matches of a section are knock-out matches."""
        return False

    def n_games(self, match: TournamentMatch) -> int:
        """Return how many games a match has, on each board."""
        return self.terms.n_games

    def status(self, paired: TournamentRound, match: TournamentMatch) -> MatchStatus:
        """Return the state of a match; games not played after somebody left count as the rules say."""
        known = self.tournament.statuses.get(match.id)
        if known is None:
            known = self.tournament.statuses[match.id] = self._status(paired, match)
        return known

    def round_statuses(self, paired: TournamentRound) -> tuple[MatchStatus, ...]:
        """Return the states of the matches of a round in order."""
        known = self.tournament.round_statuses.get(paired.name)
        if known is None:
            known = tuple(self.status(paired, match) for match in paired.matches)
            self.tournament.round_statuses[paired.name] = known
        return known

    def status_in_play(
        self, paired: TournamentRound, match: TournamentMatch, played: list[tuple[GameKey, GameOutcome]]
    ) -> MatchStatus:
        """Return the state of a match by the games that have an outcome, if nobody has left."""
        is_over = len(played) >= self.n_games(match) * self.tournament.terms.n_boards
        return MatchStatus(sums(outcome for _, outcome in played), is_over, None, tuple(played))

    def played(self, match: TournamentMatch) -> list[tuple[GameKey, GameOutcome]]:
        """List the games of a match that have an outcome, with it."""
        return [(key, outcome) for key in self._keys(match) if (outcome := self.tournament.outcome(key))]

    def next_keys(self, paired: TournamentRound, match: TournamentMatch) -> tuple[GameKey, ...]:
        """Return the next games of a match: one, or one on each board; none once it is over."""
        if self.status(paired, match).is_over:
            return ()
        keys = [key for key in self._keys(match) if self.tournament.outcome(key) is None]
        return tuple(key for key in keys if key.number == keys[0].number)

    def games_left(self, paired: TournamentRound, match: TournamentMatch) -> int:
        """Return how many games of a match are to be played or in play; an extra game counts as one."""
        status = self.status(paired, match)
        if status.is_over:
            return 0
        n_planned = self.n_games(match) * self.tournament.terms.n_boards
        return max(1, n_planned - len(status.games))

    def lead_to_decide(self, paired: TournamentRound, match: TournamentMatch) -> int | None:
        """Return the lead in tenths that decides a match with its next game; None if no lead does."""
        return None

    def better_seed(self, match: TournamentMatch) -> int:
        """Return the side of a match with the better seed."""
        order = (*self.stage.seeds, *self.stage.others)
        return 0 if order.index(match.first) < order.index(match.second) else 1

    # Standings and places.

    def games(self, section: str) -> list[GameScore]:
        """List the games of a section that count in its standings."""
        dropped = self.dropped_out(section)
        scores = [score for paired in self.rounds(section) for score in self._scores(paired)]
        return [score for score in scores if dropped.isdisjoint(score[:2])] if dropped else scores

    def byes(self, section: str) -> list[Bye]:
        """List the byes of a section."""
        return []

    def extra_tenths(self, section: str) -> dict[str, int]:
        """Return the points of the extra game that decides a place in a section, by entrant."""
        return {}

    def table(self, section: str) -> FinalTable:
        """Return the standings of a section."""
        number, added = self.stage.number, self.tournament.adjusted
        dropped = self.dropped_out(section)
        entrants = [each for each in self.entrants(section) if each not in dropped]
        adjusted = {each: added[number, each] for each in entrants if (number, each) in added}
        return FinalTable(number, section, self.rows(section, entrants, adjusted))

    def rows(
        self, section: str, entrants: Sequence[str], adjusted: Mapping[str, int]
    ) -> tuple[StandingsRow, ...]:
        """Return the rows of the standings. `adjusted`: tenths that a controller has added, by entrant."""
        games, byes, extra = self.games(section), self.byes(section), self.extra_tenths(section)
        return standings(
            entrants, games, byes, self.tie_break, self.tournament.secret, adjusted, FILLER, extra
        )

    def last_results(self, section: str) -> dict[str, tuple[int, ...]]:
        """Return the half games won in the last five games of each entrant, oldest first."""
        dropped, entrants = self.dropped_out(section), {*self.entrants(section)}
        newest: defaultdict[str, list[int]] = defaultdict(list)
        for paired in reversed(self.rounds(section)):
            for match, status in zip(paired.matches, self.round_statuses(paired), strict=True):
                if dropped.isdisjoint(match.sides):
                    for _, outcome in reversed(status.games):
                        for side, entrant in enumerate(match.sides):
                            newest[entrant].append(outcome.halves[side])
            if entrants <= newest.keys() and all(len(each) >= N_LAST for each in newest.values()):
                break
        return {entrant: tuple(halves[:N_LAST][::-1]) for entrant, halves in newest.items()}

    def order(self) -> list[str]:
        """Return the entrants of all sections in one order, without those that dropped out."""
        tables = [self.table(section).rows for section in self.sections]
        return order_across_groups(tables, self.tournament.secret, self.tenths_across())

    def tenths_across(self) -> dict[str, int]:
        """Return the points of the extra game between sections, by entrant."""
        return {}

    def n_through(self) -> int:
        """Return how many entrants advance."""
        return self.terms.n_through

    def places(self) -> list[str]:
        """Return the final order of the stage."""
        dropped = [each for section in self.sections for each in self.dropped_out(section)]
        return [*self.order(), *sorted(dropped)]

    # What stays within the forms.

    def _status(self, paired: TournamentRound, match: TournamentMatch) -> MatchStatus:
        played = self.played(match)
        status = self.status_in_play(paired, match, played)
        if status.is_over or not self._is_left(match):
            return status
        left = self.tournament.withdrawn
        present = self.tournament.closed.get(match.id) or (match.first not in left, match.second not in left)
        missing = [key for key in self._planned(match) if key not in dict(played)]
        if any(key in self.tournament.begun for key in missing):
            return status  # a game in play continues
        games = (*played, *((key, forfeited(present)) for key in missing))
        tenths = sums(outcome for _, outcome in games)
        came = any(present) or bool(played)
        return MatchStatus(tenths, True, self._winner(match, tenths, present) if came else None, games)

    def _winner(self, match: TournamentMatch, tenths: tuple[int, int], present: tuple[bool, bool]) -> int:
        """Return the side that alone was present, that with more points, or that with the better seed."""
        if present[0] != present[1]:
            return 0 if present[0] else 1
        if tenths[0] != tenths[1]:
            return 0 if tenths[0] > tenths[1] else 1
        return self.better_seed(match)

    def _is_left(self, match: TournamentMatch) -> bool:
        return match.id in self.tournament.closed or bool(self.tournament.withdrawn & {*match.sides})

    def _planned(self, match: TournamentMatch) -> list[GameKey]:
        boards = range(1, self.tournament.terms.n_boards + 1)
        numbers = range(1, self.n_games(match) + 1)
        return [GameKey(match.id, number, board) for number in numbers for board in boards]

    def _keys(self, match: TournamentMatch) -> list[GameKey]:
        """List the games of a match that can have an outcome, including extra games on the first board."""
        extra = [GameKey(match.id, self.terms.n_games + more) for more in range(1, MAX_EXTRA_GAMES + 1)]
        return [*self._planned(match), *extra]

    def _scores(self, paired: TournamentRound) -> tuple[GameScore, ...]:
        known = self.tournament.round_scores.get(paired.name)
        if known is None:
            known = self.tournament.round_scores[paired.name] = tuple(
                GameScore(match.first, match.second, outcome.tenths, outcome.halves, outcome.is_played)
                for match, status in zip(paired.matches, self.round_statuses(paired), strict=True)
                for _, outcome in status.games
            )
        return known

    def _is_late(self, entrant: str) -> bool:
        """Return whether an entrant entered after the start and is or will be paired."""
        is_here = entrant not in self.tournament.withdrawn | self.tournament.paused
        return (self.stage.number == 1 and is_here) or self.has_taken_part(entrant)


def sums(outcomes: Iterable[GameOutcome]) -> tuple[int, int]:
    """Return the points of both sides in some games, in tenths."""
    found = list(outcomes)
    return sum(each.tenths[0] for each in found), sum(each.tenths[1] for each in found)


def check_alone(event: EventTerms, sentence: str) -> None:
    """Raise InvalidValue unless a tournament has one stage, for single players on this server."""
    if len(event.stages) > 1 or not event.is_hosted_here:
        raise InvalidValue(sentence)
