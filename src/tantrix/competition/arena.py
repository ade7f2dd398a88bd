"""An arena: for a fixed time, free players are paired in waves; the best results of each player count.

The criteria of a wave, in order: nobody meets their last opponent again while other players may become free;
as many players as possible are paired, starting with the longest waiting; opponents have rarely met before,
and are close in the standings. A wave is a single maximum-weight matching, like a round of a Swiss.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import rustworkx as rx

from tantrix.competition.standings import GameScore, StandingsRow, lot

WAVE_MS = 5_000  # how long the first free player waits for others before a wave is paired
REPEAT_MS = 60_000  # after this wait, two players who have just met may meet again
MAX_WAITED_S, MAX_MET = 600, 9


@dataclass(frozen=True, slots=True)
class FreePlayer:
    """A player without a game; free players are listed in the order of the standings.

    `opponents`: all opponents so far, oldest first, once for each game. `waited_s`: for how many seconds the
    player has been free. `may_repeat`: whether the player may meet the last opponent again at once.
    """

    name: str
    opponents: tuple[str, ...] = ()
    waited_s: int = 0
    may_repeat: bool = False


def pair_wave(players: Sequence[FreePlayer]) -> tuple[tuple[str, str], ...]:
    """Pair a wave: the better place comes first in a pair, the best pair first; some players may stay free.

    The same players in the same order always give the same pairs. Takes about n^3 steps, 0.1 s for 200
    players. Raises ValueError if a player is listed twice.
    """
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise ValueError(f"expected each player once, got {' '.join(names)}")
    matched = rx.max_weight_matching(possible_meetings(players), max_cardinality=True, weight_fn=int)
    return tuple((names[a], names[b]) for a, b in sorted((min(edge), max(edge)) for edge in matched))


def possible_meetings(players: Sequence[FreePlayer]) -> "rx.PyGraph[None, int]":
    """Return the graph of players who may meet, each edge weighted by how good the pair is."""
    n = len(players)
    graph: rx.PyGraph[None, int] = rx.PyGraph()
    graph.add_nodes_from([None] * n)
    meeting_cost = n**3 + 1  # more than all differences of places in a wave can cost
    waited_gain = meeting_cost * (2 * MAX_MET + 1) * n
    for a, first in enumerate(players):
        for b, second in enumerate(players[a + 1 :], a + 1):
            if _may_meet(first, second):
                waited_s = min(first.waited_s, MAX_WAITED_S) + min(second.waited_s, MAX_WAITED_S)
                graph.add_edge(
                    a, b, waited_s * waited_gain - _n_met(first, second) * meeting_cost - (b - a) ** 2
                )
    return graph


def arena_standings(
    entrants: Sequence[str],
    games: Sequence[GameScore],
    n_best: int,
    secret: str = "",
    adjusted: Mapping[str, int] | None = None,
) -> tuple[StandingsRow, ...]:
    """Return the standings of an arena, best first, by the sum of each entrant's `n_best` best results.

    Ties are broken by games won, with draws counted as half; by the best result, the next best, …; finally by
    lot. `adjusted`: tenths that a controller has added, by entrant.
    """
    added = adjusted or {}
    tenths: dict[str, list[int]] = {entrant: [] for entrant in entrants}
    halves: dict[str, list[int]] = {entrant: [] for entrant in entrants}
    for game in games:
        for side, name in enumerate((game.first, game.second)):
            tenths[name].append(game.tenths[side])
            halves[name].append(game.halves[side])
    counted = {name: sorted(all_of, reverse=True)[:n_best] for name, all_of in tenths.items()}
    total = {name: sum(best) + added.get(name, 0) for name, best in counted.items()}

    def order(name: str) -> tuple[int, int, list[int], bytes]:
        return (
            -total[name],
            -sum(halves[name]),
            [-one for one in counted[name]],
            lot(secret, name),
        )

    return tuple(
        StandingsRow(
            place=place,
            entrant=name,
            tenths=total[name],
            n_games=len(tenths[name]),
            won=halves[name].count(2),
            drawn=halves[name].count(1),
            lost=halves[name].count(0),
            tie_break=Fraction(max(counted[name], default=0)),
            n_counted=len(counted[name]),
        )
        for place, name in enumerate(sorted(entrants, key=order), 1)
    )


def _may_meet(first: FreePlayer, second: FreePlayer) -> bool:
    return not _have_just_met(first, second) or (first.may_repeat and second.may_repeat)


def _have_just_met(first: FreePlayer, second: FreePlayer) -> bool:
    return first.opponents[-1:] == (second.name,) or second.opponents[-1:] == (first.name,)


def _n_met(first: FreePlayer, second: FreePlayer) -> int:
    """Return how often two players have met, with a penalty if it was in the last game of either."""
    return min(first.opponents.count(second.name), MAX_MET) + MAX_MET * _have_just_met(first, second)
