"""How robots play, measured in the records of their matches; docs/robots/levels.md has results.

    tantrix match looper expert --games 400 --seed 71001 --folder runs/looper-expert
    python -m research.trials.styles runs/looper-expert/games.txt

Prints a row for each of two robots that have played two-player games against each other, with 95 % intervals
over deals: the share of its won games that a loop decided; the tiles of its best loop at the end, 0 for none;
after each of its placements the forced spaces, the open ends of its longest line, and those of the longest
line of its opponent; the ends of lines of three tiles or more that it cut, in a game; both scores at the end.

An end is open where some tile that is not on the table fits; it is cut by a placement after which none does.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from tantrix import Cell, Colour, Game
from tantrix.reasons.traced_lines import TracedLine, trace_lines
from tantrix.record import Record, parse_records

MIN_LINE = 3  # tiles


class TracedTable(NamedTuple):
    """A position with its lines, and the tiles that are not on the table."""

    game: Game
    lines: tuple[TracedLine, ...]
    unlaid: frozenset[int]

    def n_open(self, colour: Colour) -> int:
        """Count the open ends of the longest line of a colour."""
        lines = [line for line in self.lines if line.colour is colour and not line.is_loop]
        longest = max(lines, key=lambda line: line.n_tiles, default=None)
        return 0 if longest is None else sum(map(self.is_open, longest.ends))

    def is_open(self, space: Cell) -> bool:
        """Return whether a tile that is not on the table fits a space."""
        return not self.unlaid.isdisjoint(self.game.fitting(space))


def table_of(game: Game) -> TracedTable:
    """Trace the lines of a position."""
    return TracedTable(game, tuple(trace_lines(game)), game.bag.union(*game.hands))


def n_cut(before: TracedTable, after: TracedTable, colour: Colour) -> int:
    """Count the ends of lines of a colour that were open before a placement and are dead after it."""
    laid = after.game.laid[-1].placement.cell
    ends = [
        end
        for line in before.lines
        if line.colour is colour and line.n_tiles >= MIN_LINE
        for end in line.ends
        if end != laid and before.is_open(end)
    ]
    return sum(not after.is_open(end) for end in ends)


def seat_figures(record: Record) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the name of the robot at each seat with what is measured of its game."""
    tables = [table_of(record.game(record.first_ply - 1))]
    for entry in record.entries:
        tables.append(table_of(tables[-1].game.play(entry.placement, entry.draw)))
    end, colours = tables[-1].game, record.rules.colours
    for seat, (own, other) in enumerate((colours, colours[::-1])):
        its = [at for at in range(1, len(tables)) if tables[at].game.laid[-1].seat == seat]
        best = end.best(own)
        loops = [line.n_tiles for line in tables[-1].lines if line.colour is own and line.is_loop]
        is_won = end.score(seat) > end.score(1 - seat)
        found = {
            "own open ends": fmean(tables[at].n_open(own) for at in its),
            "opponent's open ends": fmean(tables[at].n_open(other) for at in its),
            "ends cut": float(sum(n_cut(tables[at - 1], tables[at], other) for at in its)),
            "forced spaces": fmean(float(len(tables[at].game.forced_spaces())) for at in its),
            "best loop": float(max(loops, default=0)),
            "score": float(end.score(seat)),
            "opponent's score": float(end.score(1 - seat)),
        }
        yield record.seats[seat].name, found | ({"won by a loop": float(best.is_loop)} if is_won else {})


def main() -> None:
    """Print the figures of the first games of a match."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("records", type=Path)
    parser.add_argument("--games", type=int, default=400)
    chosen = parser.parse_args()
    records = list(parse_records(chosen.records.read_text()))[: chosen.games]
    figures: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number, record in enumerate(records):
        for robot, found in seat_figures(record):
            for name, each in found.items():
                figures[robot, name][number // 2].append(each)
    for (robot, name), by_deal in sorted(figures.items()):
        means = [fmean(values) for values in by_deal.values()]
        print(f"| {robot} | {name} | {fmean(means):.3f} +- {1.96 * stdev(means) / sqrt(len(means)):.3f} |")


if __name__ == "__main__":
    main()
