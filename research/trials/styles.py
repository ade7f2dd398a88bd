"""How robots play, measured in the records of their matches; docs/robots/levels.md has results.

    tantrix match looper expert --games 400 --seed 71001 --folder runs/looper-expert
    python -m research.trials.styles runs/looper-expert/games.txt

Prints rows for each of two robots that have played against each other, not in doubles, with 95 % intervals
over deals: the share of its won games that a loop decided, and of all games in which its score was a loop's;
the tiles of its best loop at the end, 0 for none; the forced spaces that it made in a game; after each of its
placements the forced spaces, the open ends of its longest line, and those of its opponents' longest lines;
the ends of lines of three tiles or more that it cut, in a game; its score and the best of an opponent.

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
GAMES_OF_DEAL = {2: 2, 3: 6, 4: 8}  # by seats, if all play for themselves


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


def n_made(before: Game, after: Game) -> int:
    """Count the forced spaces that a placement has made."""
    return len(frozenset(after.forced_spaces()) - frozenset(before.forced_spaces()))


def seat_figures(record: Record) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the name of the robot at each seat with what is measured of its game."""
    tables = [table_of(record.game(record.first_ply - 1))]
    for entry in record.entries:
        tables.append(table_of(tables[-1].game.play(entry.placement, entry.draw)))
    end = tables[-1].game
    for seat, own in enumerate(record.rules.colours):
        others = [colour for colour in record.rules.colours if colour is not own]
        most = max(end.best(colour).score for colour in others)
        its = [at for at in range(1, len(tables)) if tables[at].game.laid[-1].seat == seat]
        best = end.best(own)
        loops = [line.n_tiles for line in tables[-1].lines if line.colour is own and line.is_loop]
        found = {
            "own open ends": fmean(tables[at].n_open(own) for at in its),
            "opponents' open ends": fmean(tables[at].n_open(other) for at in its for other in others),
            "ends cut": float(
                sum(n_cut(tables[at - 1], tables[at], other) for at in its for other in others)
            ),
            "forced spaces made": float(sum(n_made(tables[at - 1].game, tables[at].game) for at in its)),
            "forced spaces": fmean(float(len(tables[at].game.forced_spaces())) for at in its),
            "score of a loop": float(best.is_loop),
            "best loop": float(max(loops, default=0)),
            "score": float(end.score(seat)),
            "opponent's score": float(most),
        }
        name = record.seats[seat].name.removesuffix(f" {seat + 1}")
        yield name, found | ({"won by a loop": float(best.is_loop)} if best.score > most else {})


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
                figures[robot, name][number // GAMES_OF_DEAL[record.rules.n_seats]].append(each)
    for (robot, name), by_deal in sorted(figures.items()):
        means = [fmean(values) for values in by_deal.values()]
        print(f"| {robot} | {name} | {fmean(means):.3f} +- {1.96 * stdev(means) / sqrt(len(means)):.3f} |")


if __name__ == "__main__":
    main()
