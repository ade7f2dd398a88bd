"""A second, independent implementation of R1 to R5 for tests: sets, tuples and one dict, slow but simple.

Written from the rules alone, without looking at the kernel or `Game`; from the package it uses the table of
tiles only. A cell is a plain `(q, r)`, a placement a plain `(tile, (q, r), rotation)`, a verdict the name
of a `Verdict`, a phase and a termination the values of `Phase` and `Termination`.

    rules = OracleRules(colours="RB", tile_set=56, forced_sides="three-or-more", deadlock="draw")
    Oracle.start(rules, hands, to_play=0, opening=None)     an empty table, or the random opening on it
    Oracle.at(rules, board, hands, bag, to_play, free_done) any position; the phase is worked out, and the
                                     turn passes on where the seat has nothing left to do
    .hands .bag .board .to_play .phase .termination         board: {(q, r): (tile, rotation)}
    .verdict(tile, cell, rotation)   the first reason in the order of VERDICTS
    .placements()                    the set of all legal ones; a triple straight under rotation < 3 only
    .play(tile, cell, rotation, draw)  a new Oracle; `draw` is a tile of the bag, None once it is empty
    .spaces() .forced_spaces()       sets of cells
    .controlled_by_rays()            R4.3 as rays, .controlled_by_closure() as the closure `verdict` uses
    .facing(cell)                    six letters clockwise from east, "." where there is no tile
    .lines(colour)                   [(cells in walking order, is_loop)], colour one of "RYGB"
    .score(colour), .best(colour)    the score of the best single line or loop, 0 for none; .scores() by seat

Both sets of controlled cells hold spaces only: no forced space (R3.1 fills it) and no cell that touches
nothing (no tile may be laid there anyway). Cells beside a forced space are in both; `verdict` calls them
FOURTH_SIDE. In the endgame both are empty. A hand keeps its order: the tile drawn takes the place of the
tile laid, and with an empty bag the place closes up. Teams (R2.6) change no rule of play: seats 0 and 2,
1 and 3 simply have the same colour.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from tantrix.tiles import edges

Cell = tuple[int, int]
Placement = tuple[int, Cell, int]
Board = Mapping[Cell, tuple[int, int]]
Line = tuple[tuple[Cell, ...], bool]

VERDICTS = (
    "LEGAL",
    "GAME_OVER",
    "NOT_IN_HAND",
    "OCCUPIED",
    "DETACHED",
    "MISMATCH",
    "FORCED_FIRST",
    "TRIPLE",
    "FOURTH_SIDE",
    "CONTROLLED",
)
STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from east
ORIGIN: Cell = (0, 0)
_edges = cache(edges)


@dataclass(frozen=True)
class OracleRules:
    """The options that change play; `colours` has one letter per seat, in turn order."""

    colours: str = "RB"
    tile_set: int = 56
    forced_sides: str = "three-or-more"
    deadlock: str = "draw"
    teams: bool = False


@dataclass(frozen=True)
class Oracle:
    """A position and the rules that apply to it."""

    rules: OracleRules
    hands: tuple[tuple[int, ...], ...]
    bag: frozenset[int]
    board: Board
    to_play: int
    phase: str
    termination: str | None = None

    @classmethod
    def start(
        cls,
        rules: OracleRules,
        hands: tuple[tuple[int, ...], ...],
        to_play: int = 0,
        opening: Placement | None = None,
    ) -> "Oracle":
        """Set up a game (R2): the bag holds what is neither in a hand nor the random opening."""
        board = {} if opening is None else {opening[1]: (opening[0], _canonical(opening[0], opening[2]))}
        dealt = {tile for hand in hands for tile in hand} | {tile for tile, _ in board.values()}
        bag = frozenset(range(1, rules.tile_set + 1)) - dealt
        return cls.at(rules, board, hands, bag, to_play)

    @classmethod
    def at(
        cls,
        rules: OracleRules,
        board: Board,
        hands: tuple[tuple[int, ...], ...],
        bag: Iterable[int],
        to_play: int = 0,
        free_done: bool = False,
    ) -> "Oracle":
        """Set up any position, before or after the free placement of the seat to play."""
        return cls(rules, hands, frozenset(bag), dict(board), to_play, "free")._settled(free_done)

    # -- legal or not -------------------------------------------------------------------------------

    def verdict(self, tile: int, cell: Cell, rotation: int) -> str:
        """Judge a placement by the seat to play; when several reasons apply, the first of VERDICTS."""
        if self.phase == "over":
            return "GAME_OVER"
        if tile not in self.hands[self.to_play]:
            return "NOT_IN_HAND"
        if cell in self.board:
            return "OCCUPIED"
        if cell not in self.spaces():
            return "DETACHED"
        if not self._fits(tile, cell, rotation):
            return "MISMATCH"
        if cell not in self.forced_spaces() and self._can_fill:
            return "FORCED_FIRST"  # R3.1
        return self._broken_restriction(tile, cell, rotation)

    def placements(self) -> set[Placement]:
        """List all legal placements of the seat to play."""
        return {placement for placement in self._candidates() if self.verdict(*placement) == "LEGAL"}

    def play(self, tile: int, cell: Cell, rotation: int, draw: int | None) -> "Oracle":
        """Lay a tile and draw one, which R2.2 requires while the bag holds any.

        Raises ValueError for an illegal placement or an impossible draw.
        """
        verdict = self.verdict(tile, cell, rotation)
        if verdict != "LEGAL":
            raise ValueError(f"expected a legal placement, got {(tile, cell, rotation)}: {verdict}")
        if draw not in self.bag and (self.bag or draw is not None):
            raise ValueError(f"expected a draw out of {sorted(self.bag) or None}, got {draw!r}")
        hand = list(self.hands[self.to_play])
        place = hand.index(tile)
        hand[place : place + 1] = [] if draw is None else [draw]
        laid = replace(
            self,
            hands=(*self.hands[: self.to_play], tuple(hand), *self.hands[self.to_play + 1 :]),
            bag=self.bag - {draw},
            board={**self.board, cell: (tile, _canonical(tile, rotation))},
        )
        # R3.1: after a placement in FREE or REFILL only fillings remain.
        return laid._settled(free_done=self.phase != "fill")

    def _settled(self, free_done: bool) -> "Oracle":
        """Find whose placement is next and in which phase, or that the game is over."""
        seat, stuck = self.to_play, set[int]()
        holders = {n for n, hand in enumerate(self.hands) if hand}
        while stuck != holders:
            here = replace(self, to_play=seat)
            if seat in holders and here._can_fill:
                return replace(here, phase="refill" if free_done else "fill")
            if seat in holders and not free_done:
                if here._can_lay_free:
                    return replace(here, phase="free")
                if self.rules.deadlock == "draw":  # R3.6
                    return replace(here, phase="over", termination="deadlock")
                stuck.add(seat)
            seat, free_done = (seat + 1) % len(self.hands), False  # R3.7 skips the empty hands
        return replace(self, phase="over", termination="deadlock" if holders else "played-out")

    def _candidates(self) -> Iterator[Placement]:
        for tile in self.hands[self.to_play]:
            for rotation in range(3 if tile > 56 else 6):
                for cell in self.spaces():
                    yield tile, cell, rotation

    def _is_filling(self, tile: int, cell: Cell, rotation: int) -> bool:
        """Return whether this legally fills a forced space; a barred filling is no obligation (R4.1)."""
        return (
            cell in self.forced_spaces()
            and self._fits(tile, cell, rotation)
            and self._broken_restriction(tile, cell, rotation) == "LEGAL"
        )

    @cached_property
    def _can_fill(self) -> bool:
        return any(self._is_filling(*placement) for placement in self._candidates())

    @cached_property
    def _can_lay_free(self) -> bool:
        """Return whether a seat without a legal filling can lay anything at all."""
        return any(
            self._fits(*placement) and self._broken_restriction(*placement) == "LEGAL"
            for placement in self._candidates()
        )

    def _fits(self, tile: int, cell: Cell, rotation: int) -> bool:
        shown = self.facing(cell)
        return all(there in (".", mine) for there, mine in zip(shown, _edges(tile, rotation), strict=True))

    def _broken_restriction(self, tile: int, cell: Cell, rotation: int) -> str:
        if not self.bag:  # R4.4
            return "LEGAL"
        if self._leaves_triple(tile, cell, rotation):
            return "TRIPLE"
        if any(near in self.forced_spaces() for near in _neighbours(cell)):
            return "FOURTH_SIDE"
        if cell in self.controlled_by_closure():
            return "CONTROLLED"
        return "LEGAL"

    def _leaves_triple(self, tile: int, cell: Cell, rotation: int) -> bool:
        """R4.1: an empty cell beside would have three sides or more, three of them of one colour."""
        for edge, near in enumerate(_neighbours(cell)):
            if near not in self.board:
                shown = self.facing(near).replace(".", "") + _edges(tile, rotation)[edge]
                if any(shown.count(colour) >= 3 for colour in "RYGB"):
                    return True
        return False

    # -- the table ----------------------------------------------------------------------------------

    def facing(self, cell: Cell) -> str:
        """Return the colours that neighbours show to a cell, clockwise from east, "." where there is none."""
        if cell not in self._facing:
            self._facing[cell] = "".join(
                _edges(*self.board[near])[(edge + 3) % 6] if near in self.board else "."
                for edge, near in enumerate(_neighbours(cell))
            )
        return self._facing[cell]

    @cached_property
    def _facing(self) -> dict[Cell, str]:
        return {}

    def spaces(self) -> frozenset[Cell]:
        """Return the cells where a tile could lie: those that touch the Tantrix, at first the origin."""
        return _spaces(self._occupied) if self.board else frozenset({ORIGIN})

    def forced_spaces(self) -> frozenset[Cell]:
        """Return the empty cells of three sides or more; with `exactly-three`, of three (R3.4)."""
        exactly = self.rules.forced_sides == "exactly-three"
        return _three_sided(self._occupied) if exactly else _forced(self._occupied)

    def controlled_by_closure(self) -> frozenset[Cell]:
        """Return the spaces barred by R4.3, computed as the closure of all fillings."""
        return _controlled_by_closure(self._occupied) if self.bag else frozenset()

    def controlled_by_rays(self) -> frozenset[Cell]:
        """Return the spaces barred by R4.3, computed as rays from the forced spaces."""
        return _controlled_by_rays(self._occupied) if self.bag else frozenset()

    @cached_property
    def _occupied(self) -> frozenset[Cell]:
        return frozenset(self.board)

    # -- score --------------------------------------------------------------------------------------

    def lines(self, colour: str) -> list[Line]:
        """Trace every line and loop of a colour (R5.1)."""
        found: list[Line] = []
        left = {cell for cell, laid in self.board.items() if colour in _edges(*laid)}
        while left:
            start = min(left)
            one, other = self._exits(start, colour)
            forth, is_loop = self._walk(start, one, colour)
            back = [] if is_loop else self._walk(start, other, colour)[0]
            cells = (*reversed(back), start, *forth)
            found.append((cells, is_loop))
            left -= set(cells)
        return found

    def score(self, colour: str) -> int:
        """Return the score of the best line or loop: a tile of a line counts 1, of a loop 2 (R5.1)."""
        return max((len(cells) * (2 if is_loop else 1) for cells, is_loop in self.lines(colour)), default=0)

    best = score

    def scores(self) -> tuple[int, ...]:
        return tuple(self.score(colour) for colour in self.rules.colours)

    def _exits(self, cell: Cell, colour: str) -> tuple[int, int]:
        shown = _edges(*self.board[cell])
        return shown.index(colour), shown.rindex(colour)

    def _walk(self, start: Cell, edge: int, colour: str) -> tuple[list[Cell], bool]:
        """Follow a link out of `start` across `edge`: the cells after it, and whether they lead back."""
        walked: list[Cell] = []
        cell = _neighbours(start)[edge]
        while cell in self.board and cell != start:
            walked.append(cell)
            one, other = self._exits(cell, colour)
            edge = other if one == (edge + 3) % 6 else one
            cell = _neighbours(cell)[edge]
        return walked, cell == start


def parse_board(texts: Iterable[str]) -> dict[Cell, tuple[int, int]]:
    """Read `12@3,-1^4 ...` into a board."""
    return {cell: (tile, rotation) for tile, cell, rotation in map(parse_placement, texts)}


def parse_placement(text: str) -> Placement:
    """Read `12@3,-1^4`."""
    tile, rest = text.split("@")
    cell, rotation = rest.split("^")
    q, r = cell.split(",")
    return int(tile), (int(q), int(r)), int(rotation)


def _canonical(tile: int, rotation: int) -> int:
    return rotation % 3 if tile > 56 else rotation  # R1.3: half a turn changes no triple straight


@cache
def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    return tuple((cell[0] + q, cell[1] + r) for q, r in STEPS)


def _n_sides(occupied: frozenset[Cell] | set[Cell], cell: Cell) -> int:
    return sum(near in occupied for near in _neighbours(cell))


@lru_cache(maxsize=64)
def _spaces(occupied: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset(near for cell in occupied for near in _neighbours(cell)) - occupied


@lru_cache(maxsize=64)
def _forced(occupied: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset(cell for cell in _spaces(occupied) if _n_sides(occupied, cell) >= 3)


@lru_cache(maxsize=64)
def _three_sided(occupied: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset(cell for cell in _spaces(occupied) if _n_sides(occupied, cell) == 3)


@lru_cache(maxsize=64)
def _controlled_by_rays(occupied: frozenset[Cell]) -> frozenset[Cell]:
    """R4.3: straight away from a forced space, on past every empty cell of two sides or more."""
    controlled = set[Cell]()
    for forced in _forced(occupied):
        for q, r in STEPS:
            cell = (forced[0] + q, forced[1] + r)
            while cell not in occupied:
                controlled.add(cell)
                if _n_sides(occupied, cell) < 2:
                    break
                cell = (cell[0] + q, cell[1] + r)
    return frozenset(controlled & _spaces(occupied)) - _forced(occupied)


@lru_cache(maxsize=64)
def _controlled_by_closure(occupied: frozenset[Cell]) -> frozenset[Cell]:
    """R4.3, the other definition: a tile there lets fillings lead to a space of four sides."""
    free = _spaces(occupied) - _forced(occupied)
    return frozenset(cell for cell in free if _leads_to_fourth_side(occupied | {cell}))


def _leads_to_fourth_side(occupied: frozenset[Cell]) -> bool:
    """Return whether some sequence of fillings, colours ignored, gives an empty cell four sides.

    Any one order of filling is enough. Say an order gives `c` a fourth side `d`, and another order fills `c`
    at three, so before `d`. If the second order has all three sides that `d` was filled at in the first
    order before `d`, then `d` has four: these and `c`. If it has one of them after `d`, the same goes
    for that one, with `d` in the place of `c`; and so on, back to a side that lay there from the start.
    """
    filled = set(occupied)
    waiting = list(_forced(occupied))
    while waiting:  # It ends: outside the smallest hexagon round all tiles no cell gets three sides.
        cell = waiting.pop()
        if cell not in filled and _n_sides(filled, cell) >= 3:
            if _n_sides(filled, cell) >= 4:
                return True
            filled.add(cell)
            waiting.extend(_neighbours(cell))
    return False
