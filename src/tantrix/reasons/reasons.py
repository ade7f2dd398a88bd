"""The reasons for a placement, from the facts of the rules: what it makes, blocks, forces and leaves open.

A space is *open* while some tile that is not on the table fits it by its colours. The order of the reasons is
by the points at stake, roughly: a loop counts twice its tiles, the best line its tiles, a prospect half.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from tantrix.game import Game
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.reasons.traced_lines import TracedLine, trace_lines
from tantrix.tiles import Colour

MIN_LINE = 3  # tiles; shorter lines are not worth a word
_FIRST, _NEXT, _LAST = 100.0, 0.01, 0.5  # weights of what comes first, next to another reason, and last


class Fact(StrEnum):
    """What a placement does; "own" is the colour of its player, "other" that of an opponent."""

    ONLY = "only"  # no other placement is legal
    OPENS = "opens"  # it is the first tile
    FILLS = "fills"  # it fills a forced space, one of several placements
    CLOSES_LOOP = "closes-loop"  # an own loop of `n` tiles
    BLOCKS_LOOP = "blocks-loop"  # no tile can close another's loop of `n` any more
    THREATENS_LOOP = "threatens-loop"  # one more tile can close an own loop of `n`
    JOINS = "joins"  # two own lines become one of `n`
    LENGTHENS = "lengthens"  # an own line has `n` tiles now
    KEEPS_ENDS = "keeps-ends"  # both ends of this line are open
    LOSES_ENDS = "loses-ends"  # no end of this line is open
    BLOCKS_LINE = "blocks-line"  # an end of another's line of `n` is no longer open
    STOPS_LINE = "stops-line"  # an end of another's line of `n` is open, but no tile of its player fits now
    PREPARES = "prepares"  # one more tile can join own lines into one of `n`, longer than the best
    FORCED_OWN = "forced-own"  # it makes a forced space that a tile of the same hand fits
    FORCED_OTHER = "forced-other"  # it makes one that only tiles of others fit
    FORCED_NONE = "forced-none"  # it makes one that no tile in hand fits
    CLOSES_OTHER = "closes-other"  # another's loop of `n` tiles
    LENGTHENS_OTHER = "lengthens-other"  # another's line has `n` tiles now
    FREE = "free"  # a free placement of which nothing else can be said


class PlacementReason(NamedTuple):
    """A fact about a placement, the colour that it concerns, and a number of tiles, 0 if there is none."""

    fact: Fact
    colour: Colour
    n: int = 0
    weight: float = 0.0


def reasons_for(game: Game, placement: Placement) -> tuple[PlacementReason, ...]:
    """Return what a legal placement does, most important first; never empty. Takes a millisecond or two.

    The tile that is drawn after it plays no part. Raises IllegalPlacement.
    """
    change = _PlacementEffect(game, placement)
    found = [
        *_duties(change),
        *_own_lines(change),
        *_prospects(change),
        *_blocks(change),
        *_forced_spaces(change),
        *_others_lines(change),
    ]
    found = found or [PlacementReason(Fact.FREE, change.own)]
    order = list(Fact)
    return tuple(sorted(found, key=lambda each: (-each.weight, order.index(each.fact), each.colour)))


class _TableLines:
    """A position with its lines and what is open in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = tuple(trace_lines(game))
        self._unlaid = game.bag.union(*game.hands)

    def is_open(self, space: Cell) -> bool:
        """Return whether a tile that is not on the table fits an empty cell."""
        return bool(self.game.fitting(space) & self._unlaid)

    def best(self, colour: Colour) -> int:
        """Count the tiles of the longest line or loop of a colour."""
        return max((line.n_tiles for line in self.lines if line.colour is colour), default=0)

    def has_fitting(self, colour: Colour, space: Cell) -> bool:
        """Return whether a seat of a colour holds a tile that fits."""
        return any(self.holds_fitting(seat, space) for seat in _seats(self.game, colour))

    def holds_fitting(self, seat: int, space: Cell) -> bool:
        return not self.game.fitting(space).isdisjoint(self.game.hands[seat])

    def loops_in_one(self, colour: Colour) -> dict[Cell, int]:
        """Return the open spaces in which any tile closes a loop of a colour, with its number of tiles."""
        nearly = (line for line in self.lines if line.colour is colour and line.is_nearly_closed)
        return {line.ends[0]: line.n_tiles + 1 for line in nearly if self.is_open(line.ends[0])}

    def joins_in_one(self, colour: Colour) -> dict[Cell, int]:
        """Return the open spaces in which any tile joins two lines of a colour, with their length then."""
        ends: dict[Cell, list[int]] = {}
        for line in self.lines:
            if line.colour is colour and not line.is_nearly_closed:
                for space in line.ends:
                    ends.setdefault(space, []).append(line.n_tiles)
        return {space: sum(ns) + 1 for space, ns in ends.items() if len(ns) == 2 and self.is_open(space)}


class _PlacementEffect:
    """A position before and after a placement."""

    def __init__(self, game: Game, placement: Placement) -> None:
        self.placement = placement
        self.before = _TableLines(game)
        self.after = _TableLines(game.play_undrawn(placement))
        self.own = game.rules.colours[game.to_play]
        self.others = tuple(dict.fromkeys(each for each in game.rules.colours if each is not self.own))

    @cached_property
    def through(self) -> dict[Colour, TracedLine]:
        """The lines and loops through the tile."""
        return {line.colour: line for line in self.after.lines if self.placement.cell in line.cells}


def _duties(change: _PlacementEffect) -> Iterator[PlacementReason]:
    game = change.before.game
    if len(game.placements()) == 1:
        yield PlacementReason(Fact.ONLY, change.own, weight=_FIRST)
    elif change.placement.cell in game.forced_spaces():
        yield PlacementReason(Fact.FILLS, change.own, weight=_FIRST)
    if not game.laid:
        yield PlacementReason(Fact.OPENS, change.own, weight=_FIRST)


def _own_lines(change: _PlacementEffect) -> Iterator[PlacementReason]:
    line = change.through.get(change.own)
    if line is None or line.n_tiles < MIN_LINE:
        return
    n = line.n_tiles
    if line.is_loop:
        yield PlacementReason(Fact.CLOSES_LOOP, change.own, n, 2.0 * n)
        return
    weight = (n if n > change.before.best(change.own) else n / 2) + _NEXT
    ending = [each for each in change.before.lines if each.colour is line.colour]
    n_parts = sum(change.placement.cell in each.ends for each in ending)
    yield PlacementReason(Fact.JOINS if n_parts == 2 else Fact.LENGTHENS, change.own, n, weight + _NEXT)
    n_open = sum(map(change.after.is_open, line.ends))
    if n_open != 1:
        yield PlacementReason(Fact.KEEPS_ENDS if n_open else Fact.LOSES_ENDS, change.own, n, weight)


def _prospects(change: _PlacementEffect) -> Iterator[PlacementReason]:
    """Yield the loops and joins that are one tile away now and were not before."""
    known, loops = change.before.loops_in_one(change.own), change.after.loops_in_one(change.own)
    n = max((n for space, n in loops.items() if n > known.get(space, 0)), default=0)
    if n:
        yield PlacementReason(Fact.THREATENS_LOOP, change.own, n, float(n))
    known, joins = change.before.joins_in_one(change.own), change.after.joins_in_one(change.own)
    n = max((n for space, n in joins.items() if n > known.get(space, 0)), default=0)
    if n > change.after.best(change.own):
        yield PlacementReason(Fact.PREPARES, change.own, n, n / 2)


def _blocks(change: _PlacementEffect) -> Iterator[PlacementReason]:
    for colour in change.others:
        loops = change.before.loops_in_one(colour)
        n = max((n for space, n in loops.items() if _is_shut(change, space)), default=0)
        if n:
            yield PlacementReason(Fact.BLOCKS_LOOP, colour, n, 2.0 * n)
        lines = [line for line in change.before.lines if line.colour is colour and line.n_tiles >= MIN_LINE]
        shut = _longest(line for line in lines if not line.is_nearly_closed and _is_any_shut(change, line))
        if shut:
            yield PlacementReason(Fact.BLOCKS_LINE, colour, shut, float(shut))
        stopped = _longest(
            line for line in lines if any(_is_unheld(change, colour, end) for end in line.ends)
        )
        if stopped > shut:
            yield PlacementReason(Fact.STOPS_LINE, colour, stopped, stopped / 2)


def _is_any_shut(change: _PlacementEffect, line: TracedLine) -> bool:
    return any(_is_shut(change, end) for end in line.ends)


def _is_shut(change: _PlacementEffect, space: Cell) -> bool:
    """Return whether an empty space was open and is not any more."""
    is_empty = space != change.placement.cell
    return is_empty and change.before.is_open(space) and not change.after.is_open(space)


def _is_unheld(change: _PlacementEffect, colour: Colour, space: Cell) -> bool:
    """Return whether a colour held a tile for an open space and does not any more."""
    if space == change.placement.cell or not change.after.is_open(space):
        return False
    return change.before.has_fitting(colour, space) and not change.after.has_fitting(colour, space)


def _forced_spaces(change: _PlacementEffect) -> Iterator[PlacementReason]:
    """Yield for whom new forced spaces are, each kind once."""
    seat = change.before.game.to_play
    made = set(change.after.game.forced_spaces()) - set(change.before.game.forced_spaces())
    if any(change.after.holds_fitting(seat, space) for space in made):
        yield PlacementReason(Fact.FORCED_OWN, change.own, weight=4.0)
    left = [space for space in made if not change.after.has_fitting(change.own, space)]
    for colour in change.others:
        if any(change.after.has_fitting(colour, space) for space in left):
            yield PlacementReason(Fact.FORCED_OTHER, colour, weight=3.0)
    if any(not any(change.after.has_fitting(each, space) for each in change.others) for space in left):
        yield PlacementReason(Fact.FORCED_NONE, change.own, weight=2.0)


def _others_lines(change: _PlacementEffect) -> Iterator[PlacementReason]:
    for colour in change.others:
        line = change.through.get(colour)
        if line is not None and line.n_tiles >= MIN_LINE:
            fact = Fact.CLOSES_OTHER if line.is_loop else Fact.LENGTHENS_OTHER
            yield PlacementReason(fact, colour, line.n_tiles, _LAST)


def _longest(lines: Iterable[TracedLine]) -> int:
    return max((line.n_tiles for line in lines), default=0)


def _seats(game: Game, colour: Colour) -> Iterator[int]:
    return (seat for seat, each in enumerate(game.rules.colours) if each is colour)
