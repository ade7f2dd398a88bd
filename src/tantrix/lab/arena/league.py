"""A league: every two robots play a match, and all matches together rank them on one scale."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from re import sub

from tantrix._tools.json_object import JsonObject
from tantrix.competition.round_robin import round_robin
from tantrix.lab.arena.ladder import Encounter, Strength, strengths
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.tally import MatchTally
from tantrix.lab.simulation.jobs import RANDOM
from tantrix.robots.engine.client import SECONDS
from tantrix.rules import Rules


def matchups(rules: Rules, names: Sequence[str], seed: int, seconds: float = SECONDS) -> list[Matchup]:
    """Pair every two robots in the order of a Berger table, all on the same deals.

    Raises ValueError for fewer than two robots, or if one is listed twice.
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(f"expected at least two different robots, got {' '.join(names) or 'none'}")
    return [Matchup(rules, pair, seed, seconds) for pairs in round_robin(names) for pair in pairs]


def folder_of(folder: Path | None, matchup: Matchup) -> Path | None:
    """Return the folder of a match of a league."""
    if folder is None:
        return None
    return folder / sub(r"[^\w.+=-]", "_", "-against-".join(matchup.names))


def rank_robots(names: Sequence[str], tallies: Sequence[MatchTally]) -> list[JsonObject]:
    """Rank the robots, strongest first; `random` is at 0 or, without it, the mean.

    Elo is None until games connect all robots.
    """
    played = [tally for tally in tallies if tally.counts]
    met = [_encounter(names, tally) for tally in played]
    anchor = names.index(RANDOM) if RANDOM in names else None
    fitted: Sequence[Strength | None] = [None] * len(names)
    if _is_joined(len(names), met):
        fitted = strengths(len(names), met, anchor)
    table = [_row(name, strength, played) for name, strength in zip(names, fitted, strict=True)]
    return sorted(table, key=lambda row: -(row["elo"] or 0.0))


def crosses(tallies: Sequence[MatchTally]) -> dict[tuple[str, str], float]:
    """Return each robot's share of the points against each opponent that it has met."""
    found = {}
    for tally in tallies:
        a, b = tally.matchup.names
        if tally.counts:
            found[a, b], found[b, a] = tally.share_of_side(0), tally.share_of_side(1)
    return found


def _row(name: str, strength: Strength | None, tallies: Sequence[MatchTally]) -> JsonObject:
    own = [(tally, tally.matchup.names.index(name)) for tally in tallies if name in tally.matchup.names]
    games = sum(tally.games for tally, _ in own)
    points = sum(tally.games * tally.share_of_side(side) for tally, side in own)
    return {
        "robot": name,
        "elo": round(strength.elo, 3) if strength else None,
        "elo_interval": [round(bound, 3) for bound in strength.interval] if strength else [None, None],
        "games": games,
        "score": round(points / games, 6) if games else None,
    }


def _encounter(names: Sequence[str], tally: MatchTally) -> Encounter:
    first, second = (names.index(name) for name in tally.matchup.names)
    return Encounter(first, second, len(tally.matchup.seatings), tally.counts)


def _is_joined(n_robots: int, matches: Sequence[Encounter]) -> bool:
    """Return whether matches connect all robots."""
    reached, grown = {0}, True
    while grown:
        beside = set(_beside(reached, matches))
        grown = not beside <= reached
        reached |= beside
    return len(reached) == n_robots


def _beside(reached: set[int], matches: Sequence[Encounter]) -> Iterator[int]:
    for match in matches:
        if match.first in reached or match.second in reached:
            yield from (match.first, match.second)
