"""Compare the endgame solver with a search that knows no bounds and keeps no table.

    python -m research.trials.endgame_check --tiles 4 --games 2

plays random games of every rule set of `tests/support/play.py`, stops when so many tiles are left, and says
how many of the margins and results differ. From five tiles on a position can take a minute.
"""

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np

from tantrix import kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import U0
from tantrix.game import Game
from tantrix.kernel import MAX_PLACEMENTS, State, Tables, cell_of, find_choices, place, take_back, turned_of
from tantrix.robots.endgame.solve import Window, solve
from tests.support.play import RULE_SETS, random_play

ROOM = 1 << 40  # nodes: more than there are
FAR = 200  # beyond every margin


@jit
def margin(s: State, own: int) -> int:
    """Return the margin of a colour in a game that is over, 0 for a deadlock."""
    opponent = 0
    for seat in range(s.n_seats):
        if s.hands[seat] != U0:
            return 0
        if s.colours[seat] != own:
            opponent = max(opponent, s.best[s.colours[seat]])
    return int(s.best[own] - opponent)


@jit
def value(s: State, t: Tables, own: int) -> int:
    """Search everything but what alpha-beta leaves out: the margin of a colour, all others against it."""
    moves = np.empty((64, MAX_PLACEMENTS), np.int64)
    n = np.zeros(64, np.int64)
    value = np.zeros(64, np.int64)
    low = np.full(64, -FAR)
    high = np.full(64, FAR)
    is_own = np.zeros(64, np.int64)
    d = 0
    result = 0
    is_fresh = True
    while True:
        if is_fresh:
            n[d] = find_choices(s, t, moves[d])
            is_own[d] = s.colours[s.to_play] == own
            value[d] = -FAR if is_own[d] else FAR
            if n[d] == 0:
                value[d] = margin(s, own)
        if n[d] > 0 and low[d] < high[d]:
            n[d] -= 1
            key = moves[d, n[d]]
            place(s, t, cell_of(key), turned_of(key), -1)
            low[d + 1] = low[d]
            high[d + 1] = high[d]
            d += 1
            is_fresh = True
            continue
        result = value[d]
        if d == 0:
            return int(result)
        take_back(s, t)
        d -= 1
        is_fresh = False
        if is_own[d]:
            value[d] = max(value[d], result)
            low[d] = max(low[d], result)
        else:
            value[d] = min(value[d], result)
            high[d] = min(high[d], result)


@jit
def ask_worth(states: kernel.States, tables: kernel.TableArray, own: int) -> int:
    """Search everything from a position."""
    return value(states[0], tables[0], own)


def positions(tiles: int, n_games: int, seed: int) -> Iterator[Game]:
    """Yield of random games of every rule set the position with so many tiles left."""
    for number in range(n_games):
        for rules in RULE_SETS:
            for game in random_play(rules, Random(f"{seed}/{number}/{rules}")):
                if game.in_endgame and not game.is_over and sum(map(len, game.hands)) == tiles:
                    yield game


def differs(game: Game) -> bool:
    """Return whether the solver says anything else than the plain search."""
    own = int(game.rules.colours[game.to_play])
    truth = ask_worth(game.kernel_state(), kernel.tables(), own)
    solved = solve(game, max_nodes=ROOM)
    result = solve(game, goal=Window.RESULT, max_nodes=ROOM)
    sign = (truth > 0) - (truth < 0)
    return (solved.low, solved.high, result.result) != (truth, truth, sign)


def main() -> None:
    """Compare, and say how many differ."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--tiles", type=int, default=4)
    options.add_argument("--games", type=int, default=2, help="of each rule set")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    found = [differs(game) for game in positions(given.tiles, given.games, given.seed)]
    print(f"{len(found)} positions of {given.tiles} tiles, {sum(found)} differ")


if __name__ == "__main__":
    main()
