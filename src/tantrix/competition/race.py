"""A puzzle race: everybody solves the same puzzles for a fixed time, and whoever solves the most wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tantrix.competition.scoring import POINT
from tantrix.competition.standings import StandingsRow, lot


@dataclass(frozen=True, slots=True)
class RaceResult:
    """The puzzles that an entrant has solved and missed, and when it solved the last one."""

    entrant: str
    n_solved: int
    n_missed: int
    solved_ms: int


def race_standings(
    entrants: Sequence[str],
    results: Sequence[RaceResult],
    secret: str = "",
    adjusted: Mapping[str, int] | None = None,
) -> tuple[StandingsRow, ...]:
    """Return the standings of a race, best first; a puzzle is worth a point.

    Ties are broken by fewer missed puzzles, then by the earlier last solution, finally by lot. `adjusted`:
    tenths that a controller has added, by entrant.
    """
    added = adjusted or {}
    nothing = {entrant: RaceResult(entrant, 0, 0, 0) for entrant in entrants}
    found = {**nothing, **{each.entrant: each for each in results if each.entrant in nothing}}
    tenths = {name: POINT * each.n_solved + added.get(name, 0) for name, each in found.items()}

    def order(name: str) -> tuple[int, int, int, bytes]:
        return -tenths[name], found[name].n_missed, found[name].solved_ms, lot(secret, name)

    return tuple(
        StandingsRow(
            place=place,
            entrant=name,
            tenths=tenths[name],
            n_games=found[name].n_solved + found[name].n_missed,
            won=found[name].n_solved,
            drawn=0,
            lost=found[name].n_missed,
            tie_break=Fraction(-found[name].n_missed),
            n_counted=0,
            adjusted=added.get(name, 0),
        )
        for place, name in enumerate(sorted(entrants, key=order), 1)
    )
