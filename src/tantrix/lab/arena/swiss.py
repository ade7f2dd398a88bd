"""A Swiss of robots: each round pairs robots with nearly the same points, and every pair plays a match.

Pairs, points and places come from the same code as those of a tournament of people. A match shares 20
tournament points by the score of its games, and a robot without an opponent gets 15.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tantrix.competition.scoring import GAME
from tantrix.competition.standings import Bye, GameScore, StandingsRow, standings
from tantrix.competition.swiss import SwissEntrant, SwissRound, n_rounds, pair
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.tally import MatchTally
from tantrix.robots.engine.client import SECONDS
from tantrix.rules import Rules


@dataclass(frozen=True, slots=True)
class SwissField:
    """The robots of a Swiss by seed, best first, the rules, the seed of the deals and the time of programs.

    Raises ValueError for fewer than two robots, or if one is listed twice.
    """

    rules: Rules
    robots: tuple[str, ...]
    seed: int = 0
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        if len(self.robots) < 2 or len(set(self.robots)) < len(self.robots):
            names = " ".join(self.robots) or "none"
            raise ValueError(f"expected at least two different robots, got {names}")

    def n_rounds(self, n: int | None = None) -> int:
        """Return the number of rounds: `n`, or as many as an Open with as many entrants has.

        Raises ValueError for more rounds than there are opponents, and without `n` for fewer than eight
        robots.
        """
        if n is None:
            return n_rounds(len(self.robots))
        if not 1 <= n < len(self.robots):
            most = len(self.robots) - 1
            raise ValueError(f"expected 1 to {most} rounds for {most + 1} robots, got {n}")
        return n


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """The matches of a round, and the robot that had no opponent."""

    tallies: tuple[MatchTally, ...]
    bye: str | None = None


def pair_round(field: SwissField, played: Sequence[PlayedRound]) -> SwissRound:
    """Pair the round after those that were played; the same results always give the same pairs."""
    opponents: dict[str, set[str]] = {name: set() for name in field.robots}
    for first, second in (tally.matchup.names for each in played for tally in each.tallies):
        opponents[first].add(second)
        opponents[second].add(first)
    byes = {each.bye for each in played}
    tenths = {row.entrant: row.tenths for row in table(field, played)} if played else {}
    entrants = [
        SwissEntrant(name, tenths.get(name, 0), frozenset(opponents[name]), name in byes)
        for name in tenths or field.robots
    ]
    return pair(entrants, is_first=not played)


def matchups(field: SwissField, paired: SwissRound, played: Sequence[PlayedRound]) -> list[Matchup]:
    """Return the matches of a round, all on the same deals; robots that meet again play other deals."""
    before = [frozenset(tally.matchup.names) for each in played for tally in each.tallies]
    return [
        Matchup(field.rules, robots, field.seed + before.count(frozenset(robots)), field.seconds)
        for robots in paired.pairs
    ]


def table(field: SwissField, played: Sequence[PlayedRound]) -> tuple[StandingsRow, ...]:
    """Return the standings, best first: tournament points, then matches won, then Buchholz."""
    games = [_score(tally) for each in played for tally in each.tallies if tally.games]
    return standings(field.robots, games, [Bye(each.bye) for each in played if each.bye])


def _score(tally: MatchTally) -> GameScore:
    share = tally.share_of_side(0)
    first = round(GAME * share)
    won = 2 if share > 0.5 else 1 if share == 0.5 else 0
    return GameScore(*tally.matchup.names, (first, GAME - first), (won, 2 - won))
