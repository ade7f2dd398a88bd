"""How far back endgames are solved: self-play of a robot, then the solver on every number of tiles left.

    python -m research.trials.endgame --robot club --games 60 --seed 1

prints the table of endgame.md. Times are processor time; positions and answers depend only on
robot and seed, but how many are solved within a given time depends on the machine.
"""

import argparse
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from tantrix.deal import deal, next_draw, start
from tantrix.game import Game
from tantrix.robots import find
from tantrix.robots.endgame.solve import Window, solve
from tantrix.rules import Rules

ROOM = 1 << 40  # nodes: more than the seconds allow


class SolvedPosition(NamedTuple):
    """One position asked: whether it was solved, in how many seconds and nodes."""

    is_solved: bool
    seconds: float
    n_nodes: int


def positions(robot: str, seed: int, game_number: int) -> Iterator[Game]:
    """Play a game of a robot with itself and yield its endgame."""
    rng = Random(f"{seed}/{game_number}")
    rules = Rules()
    dealt = deal(rules, rng.randbytes(32))
    game, player = start(rules, dealt), find(robot)
    while not game.is_over:
        if game.in_endgame:
            yield game
        game = game.play(player.choose(game, rng), next_draw(dealt, game))


def ask(game: Game, goal: Window, seconds: float) -> SolvedPosition:
    """Solve a position in so much processor time."""
    began = process_time()
    solved = solve(game, goal=goal, max_nodes=ROOM, should_stop=after(began + seconds))
    return SolvedPosition(solved.is_exact, process_time() - began, solved.n_nodes)


def after(moment: float) -> Callable[[], bool]:
    """Ask for a stop once so much processor time has been used."""
    return lambda: process_time() > moment


def row(tiles: int, goal: Window, trials: list[SolvedPosition], seconds: float) -> str:
    """Write one row of the table."""
    times = [trial.seconds for trial in trials if trial.is_solved]
    nodes = [trial.n_nodes for trial in trials]
    quick = sum(time <= 1 for time in times)
    late = sum(time <= seconds for time in times)
    shares = f"{quick / len(trials):.0%} | {late / len(trials):.0%}"
    spent = sum(trial.seconds for trial in trials)
    return (
        f"| {tiles} | {goal.name.lower()} | {len(trials)} | {shares} | {median(nodes):,.0f} | {max(nodes):,} "
        f"| {sum(nodes) / spent:,.0f} |"
    )


def main() -> None:
    """Play, solve, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--robot", default="club")
    options.add_argument("--games", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--tiles", type=int, nargs="+", default=[6, 7, 8, 9, 10, 11, 12])
    given = options.parse_args()
    endgames: dict[int, list[Game]] = {tiles: [] for tiles in given.tiles}
    for number in range(given.games):
        for game in positions(given.robot, given.seed, number):
            endgames.get(sum(map(len, game.hands)), []).append(game)
    ask(endgames[given.tiles[0]][0], Window.MARGIN, given.seconds)  # compiles
    print(
        f"| tiles | asked | positions | in 1 s | in {given.seconds:g} s | nodes: median | most | a second |"
    )
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for tiles, games in endgames.items():
        for goal in Window:
            print(
                row(tiles, goal, [ask(game, goal, given.seconds) for game in games], given.seconds),
                flush=True,
            )


if __name__ == "__main__":
    main()
