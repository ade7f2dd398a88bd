"""A game of Tantrix as an immutable, fully public value.

Hands are open (R2.2). The only secret, the order of the bag, is not part of a game: each draw is an argument
of `play`. The kernel decides what is legal; this module wraps it in named values.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from functools import cache
from typing import NamedTuple, cast, overload

import numpy as np
from numpy.typing import NDArray

from tantrix import kernel
from tantrix._compile.records import Numbers, Words
from tantrix._tools.immutable import immutable
from tantrix._tools.integers import plain
from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours, opposite
from tantrix.pictures import draw as pictures
from tantrix.placement import Placement
from tantrix.rules import Deadlock, ForcedSides, Rules
from tantrix.tiles import LETTERS, Colour, Link, edges, links


class Phase(StrEnum):
    """Where in a turn the seat to play is (R3.1)."""

    FILL = "fill"
    FREE = "free"
    REFILL = "refill"
    OVER = "over"


class Termination(StrEnum):
    """How a game ended (R5.3): by the rules, because of one seat, or by agreement; ABORTED has no result."""

    PLAYED_OUT = "played-out"
    DEADLOCK = "deadlock"
    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONED = "abandoned"
    AGREEMENT = "agreement"
    ABORTED = "aborted"

    @property
    def is_by_a_seat(self) -> bool:
        """Return whether one seat caused the end, and so ranks last."""
        return self in (Termination.RESIGNATION, Termination.TIME, Termination.ABANDONED)

    @property
    def is_by_all(self) -> bool:
        """Return whether the players ended the game together, as a draw or without a result."""
        return self in (Termination.AGREEMENT, Termination.ABORTED)


_BY_PLAY = (Termination.PLAYED_OUT, Termination.DEADLOCK)


class Verdict(IntEnum):
    """Whether a placement is legal, or why it is refused; only LEGAL is falsy."""

    LEGAL = kernel.LEGAL
    GAME_OVER = kernel.GAME_OVER
    NOT_IN_HAND = kernel.NOT_IN_HAND
    OCCUPIED = kernel.OCCUPIED
    DETACHED = kernel.DETACHED
    MISMATCH = kernel.MISMATCH
    FORCED_FIRST = kernel.FORCED_FIRST
    TRIPLE = kernel.TRIPLE
    FOURTH_SIDE = kernel.FOURTH_SIDE
    CONTROLLED = kernel.CONTROLLED

    @property
    def sentence(self) -> str:
        """The reason as an English sentence, which is also the key of its translation."""
        return SENTENCES[self]


SENTENCES = {
    Verdict.LEGAL: "This placement is legal.",
    Verdict.GAME_OVER: "The game is over.",
    Verdict.NOT_IN_HAND: "This tile is not in the hand of the player whose turn it is.",
    Verdict.OCCUPIED: "There is already a tile here.",
    Verdict.DETACHED: "A tile must touch the Tantrix; the first one goes in the middle.",
    Verdict.MISMATCH: "The colours of touching edges do not match.",
    Verdict.FORCED_FIRST: "A forced space that you can fill comes first.",
    Verdict.TRIPLE: "This would leave a space that is shown three links of one colour.",
    Verdict.FOURTH_SIDE: "This would give a forced space a fourth side.",
    Verdict.CONTROLLED: "This space is controlled by a forced space.",
}

MAX_HAND = 14  # the kernel's buffers hold the placements of this many tiles
_STATE = kernel.new_state().dtype
_STATES = cast(type[kernel.States], np.recarray)
_PHASES = (Phase.FILL, Phase.FREE, Phase.REFILL, Phase.OVER)


class IllegalPlacement(ValueError):
    """A placement broke a rule; `verdict` names it."""

    def __init__(self, placement: Placement, verdict: Verdict, ply: int) -> None:
        super().__init__(
            f"placement {placement} at ply {ply} is refused as {verdict.name}: {verdict.sentence}"
        )
        self.placement = placement
        self.verdict = verdict
        self.ply = ply

    def __reduce__(self) -> tuple[type["IllegalPlacement"], tuple[Placement, Verdict, int]]:
        return IllegalPlacement, (self.placement, self.verdict, self.ply)


class Laid(NamedTuple):
    """A tile on the table and how it was laid; it has no seat in a random opening or a set-up position."""

    placement: Placement
    seat: int | None = None
    draw: int | None = None
    forced: bool = False
    turn: int = 0


class Line(NamedTuple):
    """A line or loop of one colour, its cells in order along it."""

    colour: Colour
    cells: tuple[Cell, ...]
    is_loop: bool

    @property
    def score(self) -> int:
        """One point per tile, two per tile in a loop (R5.1)."""
        return len(self.cells) * (2 if self.is_loop else 1)


class Outcome(NamedTuple):
    """How a game ended, with scores and ranks by seat; rank 1 is best, and ties share a rank (R5.2).

    In an aborted game all ranks are 1 and there is no winner.
    """

    termination: Termination
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats ranked first: one, partners, or those that tie; none in an aborted game."""
        if self.termination is Termination.ABORTED:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def is_draw(self) -> bool:
        """Return whether the game has a result and all seats rank first."""
        return max(self.ranks) == 1 and self.termination is not Termination.ABORTED


class Placements(Sequence[Placement]):
    """The legal placements of a position in canonical order, created lazily."""

    __slots__ = ("_game",)

    def __init__(self, game: "Game") -> None:
        self._game = game

    def __len__(self) -> int:
        return len(self._game._keys)

    def __iter__(self) -> Iterator[Placement]:
        return iter(self[:])

    @overload
    def __getitem__(self, place: int) -> Placement: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, place: int | slice) -> Placement | tuple[Placement, ...]:
        cells = self._game._around
        chosen = self._game._keys[place].tolist()
        if isinstance(chosen, int):
            return _placement_of(chosen, cells)
        return tuple(_placement_of(key, cells) for key in chosen)

    def __contains__(self, placement: object) -> bool:
        """Return whether a placement (or its text) is legal, without listing the others."""
        if isinstance(placement, str):
            try:
                placement = Placement.parse(placement)
            except ValueError:
                return False
        return isinstance(placement, Placement) and not self._game.verdict(placement)

    def __eq__(self, other: object) -> bool:
        return self[:] == other[:] if isinstance(other, Placements) else NotImplemented

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return f"<Placements: {', '.join(map(str, self))}>"


@immutable
@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A position. `start` and `from_position` create one, `play` and `end` return the next.

    `rules`: the rule set. `hands`: the hand of each seat, in rack order; a drawn tile takes the place of the
    tile laid. `bag`: the tiles not yet drawn. `laid`: the tiles on the table, in order. `to_play`: the seat
    whose turn it is. `phase`: where in the turn it is. `outcome`: how the game ended, or None. Two games are
    equal when all these fields are equal. `play` takes tens of microseconds.
    """

    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    bag: frozenset[int]
    laid: tuple[Laid, ...]
    to_play: int
    phase: Phase
    outcome: Outcome | None
    _state: kernel.States = field(repr=False, compare=False)
    _keys: Numbers = field(repr=False, compare=False)
    _table: dict[Cell, Laid] = field(repr=False, compare=False)
    _around: dict[int, Cell] = field(repr=False, compare=False)  # the spaces by their kernel index

    @classmethod
    def start(
        cls,
        rules: Rules,
        hands: Sequence[Iterable[int]],
        to_play: int = 0,
        opening: Placement | None = None,
    ) -> "Game":
        """Start a game with the given hands; all other tiles of the set are in the bag.

        `opening` is the tile laid by a random opening (R2.3). Raises ValueError for impossible hands.
        """
        tiles = [opening] if opening else []
        game = cls.from_position(rules, tiles, hands, to_play)
        for seat, hand in enumerate(game.hands):
            if len(hand) != rules.hand_size:
                raise ValueError(
                    f"expected {rules.hand_size} tiles in the hand of seat {seat}, got {len(hand)}"
                )
        if opening and opening.cell != ORIGIN:
            raise ValueError(f"expected the opening tile at 0,0, got {opening}")
        return game

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        tiles: Sequence[Placement],
        hands: Sequence[Iterable[int]],
        to_play: int = 0,
        free_done: bool = False,
    ) -> "Game":
        """Set up any position that obeys the golden rule; tiles neither laid nor in a hand are in the bag.

        `free_done` means that the seat to play has already made its free placement. Raises ValueError for
        tiles that are repeated, not in the set, overlapping, detached or mismatched.
        """
        dealt = tuple(tuple(map(plain, hand)) for hand in hands)
        laid = tuple(Laid(_checked(placement)) for placement in tiles)
        _check_seats(rules, dealt, to_play)
        _check_tiles(
            rules, [item.placement.tile for item in laid] + [tile for hand in dealt for tile in hand]
        )
        used = {item.placement.tile for item in laid}.union(*dealt)
        bag = frozenset(rules.tiles) - used
        state = _state(rules, dealt, bag, to_play, free_done)
        table = _lay_all(state, laid)
        keys = np.empty(kernel.MAX_PLACEMENTS, np.int64)
        n = kernel.do_settle(state, kernel.tables(), keys)
        return _make(rules, dealt, bag, laid, state, keys[:n].copy(), table, _spaces_around(table))

    def play(self, placement: Placement | str, draw: int | None = None) -> "Game":
        """Lay a tile, draw the next one at once (R2.2), and advance to the next choice of any seat.

        Raises IllegalPlacement if a rule refuses the placement, and ValueError for an impossible draw:
        `draw` must be a tile of the bag, or None once the bag is empty.
        """
        legal = self._legal(placement)
        return self._placed(legal, self._checked_draw(draw))

    def play_undrawn(self, placement: Placement | str) -> "Game":
        """Lay a tile as `play` does, but without the draw after it, because it is not known yet.

        The hand is a tile smaller and the bag keeps all its tiles. If the unknown tile obliges the seat to
        fill a space, the real game continues differently. Raises IllegalPlacement.
        """
        return self._placed(self._legal(placement), None)

    def _legal(self, placement: Placement | str) -> Placement:
        """Return a placement. Raises IllegalPlacement if a rule refuses it."""
        placement = _checked(placement)
        verdict = self.verdict(placement)
        if verdict:
            raise IllegalPlacement(placement, verdict, self.ply)
        return placement

    def _placed(self, placement: Placement, draw: int | None) -> "Game":
        state = _copy(self._state)
        keys = np.empty(kernel.MAX_PLACEMENTS, np.int64)
        cell, turned = kernel.index(placement.cell), kernel.turned_tile(placement)
        n = kernel.do_place(state, kernel.tables(), cell, turned, -1 if draw is None else draw - 1, keys)
        forced = self.phase is not Phase.FREE
        item = Laid(placement, self.to_play, draw, forced, self.turn)
        return _make(
            self.rules,
            self._hands_after(placement.tile, draw),
            self.bag - {draw} if draw is not None else self.bag,
            (*self.laid, item),
            state,
            keys[:n].copy(),
            {**self._table, placement.cell: item},
            self._around_after(placement.cell),
        )

    def end(self, termination: Termination, seat: int | None = None) -> "Game":
        """End the game early (R5.3).

        If a seat ends it, by resignation, time or absence, that seat and its team rank last. Without a seat,
        the players end it together and all rank equal, whatever the scores. A seat that left can also rank
        last in a game that others have played out since then.
        """
        termination = Termination(termination)
        if self.outcome and not (self.outcome.termination in _BY_PLAY and termination.is_by_a_seat):
            raise ValueError(f"expected a game in play, got one that ended as {self.outcome.termination}")
        if termination.is_by_all and seat is None:
            return self._ended(termination, (1,) * self.rules.n_seats)
        if not termination.is_by_a_seat:
            raise ValueError(f"expected an end that {_actor(seat)} can bring about, got {termination}")
        if seat is None or not 0 <= seat < self.rules.n_seats:
            raise ValueError(f"expected a seat 0 to {self.rules.n_seats - 1}, got {seat}")
        losers = self.rules.partners(seat)
        keyed = [-1 if other in losers else score for other, score in enumerate(self.scores)]
        return self._ended(termination, _ranks(self.rules, keyed))

    def _ended(self, termination: Termination, ranks: tuple[int, ...]) -> "Game":
        outcome = Outcome(termination, self.scores, ranks)
        return replace(self, phase=Phase.OVER, outcome=outcome, _keys=self._keys[:0])

    def verdict(self, placement: Placement | str) -> Verdict:
        """Judge a placement of the seat to play, without listing the others.

        Raises ValueError for an invalid text, tile or rotation.
        """
        placement = _checked(placement)
        if self.outcome:
            return Verdict.GAME_OVER
        if placement.cell not in self._table and not self._is_space(placement.cell):
            # The kernel can tell only cells near the Tantrix apart; a far cell may share an index with one of
            # them.
            in_hand = placement.tile in self.hands[self.to_play]
            return Verdict.DETACHED if in_hand else Verdict.NOT_IN_HAND
        # A copy, because the kernel uses the state as scratch space and threads may share a Game.
        state, cell = _copy(self._state), kernel.index(placement.cell)
        return Verdict(kernel.ask_verdict(state, kernel.tables(), cell, kernel.turned_tile(placement)))

    def placements(self) -> Placements:
        """Return the legal placements of the seat to play; supports iteration, `len` and `in`."""
        return Placements(self)

    def refusals(self) -> dict[Placement, Verdict]:
        """Return what fits by colour but is not legal for the seat to play, with the reasons."""
        return {_placement_of(key, self._around): Verdict(verdict) for key, verdict in self._refused()}

    def placement_texts(self) -> list[str]:
        """List the legal placements as text, in order, without creating `Placement` objects."""
        cells = {index: str(cell) for index, cell in self._around.items()}
        return [_text_of(key, cells) for key in self._keys.tolist()]

    def refusal_texts(self) -> dict[Verdict, list[str]]:
        """List the placements of `refusals` as text, by verdict, without creating `Placement` objects."""
        cells = {index: str(cell) for index, cell in self._around.items()}
        texts: dict[int, list[str]] = {}
        for key, verdict in self._refused():
            if verdict not in texts:
                texts[verdict] = []
            texts[verdict].append(_text_of(key, cells))
        return {Verdict(verdict): each for verdict, each in texts.items()}

    def spaces(self) -> tuple[Cell, ...]:
        """Return the empty cells that touch the Tantrix, sorted; before the opening, the origin alone."""
        return tuple(sorted(self._around.values()))

    def forced_spaces(self) -> tuple[Cell, ...]:
        """Return the forced spaces (R3.4), sorted, whether or not any hand can fill them."""
        return self._spaces_in(self._facts["forced"][0])

    def controlled_cells(self) -> tuple[Cell, ...]:
        """Return the spaces that are barred by forced spaces (R4.2, R4.3), sorted; empty in the endgame.

        The first cell of each ray touches its forced space, so these are all the spaces where a tile would
        create a fourth side, now or later. Forced spaces themselves are not included, since they may be
        filled.
        """
        words = np.empty(64, np.uint64)
        kernel.ask_controlled(_copy(self._state), kernel.tables(), words)
        return self._spaces_in(words & ~self._facts["forced"][0])

    def facing(self, cell: Cell) -> str:
        """Return the colours that touch a cell, edge by edge clockwise from east, "." for no tile."""
        cell = Cell(*cell)
        if cell in self._table or self._is_space(cell):
            return _facing(int(self._facts["code"][0, kernel.index(cell)]))
        return _facing(0)

    def facings(self) -> dict[Cell, str]:
        """Return `facing` of every space, sorted by cell."""
        codes = self._facts["code"][0, list(self._around)].tolist()
        return dict(sorted(zip(self._around.values(), map(_facing, codes), strict=True)))

    def fitting(self, cell: Cell) -> frozenset[int]:
        """Return the tiles of the set that fit an empty cell in some rotation by the golden rule (R1.4).

        Intersect with a hand or the bag. Raises ValueError for a cell that holds a tile.
        """
        cell = Cell(*cell)
        if cell in self._table:
            raise ValueError(
                f"expected an empty cell, got {cell}, which holds tile {self._table[cell].placement.tile}"
            )
        fitting = int(_plain(kernel.tables())["fit"][0, self._code(cell), 6])
        return _tiles_in(fitting & ((1 << self.rules.tile_set) - 1))

    def best(self, colour: Colour) -> Line:
        """Return the best line or loop of a colour with its cells (R5.1); the first found among equals."""
        return self.lines()[Colour(colour)]

    def lines(self) -> tuple[Line, ...]:
        """Return what `best` returns for each colour, at the cost of a single call."""
        found = np.empty((4, 66), np.int64)
        kernel.ask_lines(self._state, kernel.tables(), found)
        rows = zip(Colour, found.tolist(), strict=True)
        return tuple(self._line(colour, *row) for colour, row in rows)

    def score(self, seat: int) -> int:
        """Return the score of a seat's colour."""
        if not 0 <= seat < self.rules.n_seats:
            raise ValueError(f"expected a seat 0 to {self.rules.n_seats - 1}, got {seat}")
        return self.scores[seat]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        best = self._facts["best"][0].tolist()
        return tuple([best[colour] for colour in self.rules.colours])

    def at(self, cell: Cell) -> Laid | None:
        """Return the tile at a cell, or None."""
        return self._table.get(cell)

    @property
    def ply(self) -> int:
        """How many tiles have been laid."""
        return len(self.laid)

    @property
    def turn(self) -> int:
        """The number of the current turn, from 1."""
        return int(self._facts["turn"][0]) + 1

    @property
    def in_endgame(self) -> bool:
        """Return whether the bag is empty, so that no restriction holds (R4.4)."""
        return not self.bag

    @property
    def is_over(self) -> bool:
        """Return whether the game has an outcome."""
        return self.outcome is not None

    def margins(self) -> Numbers:
        """Return the margin of the seat to play after each legal placement, in order.

        int64[len(placements())]: the score of its colour minus the best score of its opponents' colours.
        """
        margins = np.empty(len(self._keys), np.int64)
        state = _copy(self._state)
        kernel.ask_margins(state, kernel.tables(), self._keys, len(margins), self.to_play, margins)
        return margins

    def kernel_state(self) -> kernel.States:
        """Return a copy of the kernel state of this position, for searches."""
        return _copy(self._state)

    def kernel_keys(self) -> Numbers:
        """Return the legal placements as the kernel's keys, int64[len(placements())], in order; a copy."""
        return self._keys.copy()

    def __repr__(self) -> str:
        seats = "".join(colour.letter for colour in self.rules.colours)
        standing = " ".join(map(str, self.scores))
        turn = f"ply {self.ply}, seat {self.to_play} to play, phase {self.phase}"
        return f"<Game {seats}: {turn}, scores {standing}>"

    def _repr_svg_(self) -> str:
        return pictures.svg([item.placement for item in self.laid])

    @property
    def _facts(self) -> NDArray[np.void]:
        """The state as a plain array, whose fields read thirty times faster than a record's."""
        return _plain(self._state)

    def _checked_draw(self, draw: int | None) -> int | None:
        if not self.bag and draw is not None:
            raise ValueError(f"expected no draw from an empty bag, got {draw}")
        draw = plain(draw)
        if self.bag and (type(draw) is not int or draw not in self.bag):
            raise ValueError(f"expected a draw out of the {len(self.bag)} tiles of the bag, got {draw}")
        return draw

    def _hands_after(self, tile: int, draw: int | None) -> tuple[tuple[int, ...], ...]:
        hand = self.hands[self.to_play]
        place = hand.index(tile)
        drawn = () if draw is None else (draw,)
        changed = hand[:place] + drawn + hand[place + 1 :]
        return (*self.hands[: self.to_play], changed, *self.hands[self.to_play + 1 :])

    def _around_after(self, cell: Cell) -> dict[int, Cell]:
        """Return the spaces that remain or appear when a tile is laid on one of them."""
        around = {**self._around}
        del around[kernel.index(cell)]
        for beside in neighbours(cell):
            if beside not in self._table:
                around[kernel.index(beside)] = beside
        return around

    def _is_space(self, cell: Cell) -> bool:
        return self._around.get(kernel.index(cell)) == cell

    def _spaces_in(self, words: Words) -> tuple[Cell, ...]:
        """Return the spaces in one of the kernel's bit sets, sorted."""
        indices, cells = _members(words.tolist()), self._around
        return tuple(sorted(cells[index] for index in indices if index in cells))

    def _code(self, cell: Cell) -> int:
        """Return the kernel's code of a cell; 0 if it touches no tile."""
        return int(self._facts["code"][0, kernel.index(cell)]) if self._is_space(cell) else 0

    def _refused(self) -> Iterator[tuple[int, int]]:
        """Return the keys of the placements that fit by colour but are not legal, with their verdicts."""
        if self.outcome:
            return iter(())
        keys, verdicts = np.empty((2, kernel.MAX_PLACEMENTS), np.int64)
        n = kernel.ask_refused(_copy(self._state), kernel.tables(), keys, verdicts)
        return zip(keys[:n].tolist(), verdicts[:n].tolist(), strict=True)

    def _line(self, colour: Colour, is_loop: int, n_tiles: int, *plies: int) -> Line:
        cells = tuple([self.laid[ply].placement.cell for ply in plies[:n_tiles]])
        return Line(colour, cells, bool(is_loop))


def best_line(laid: Mapping[Cell, Placement], colour: Colour) -> Line:
    """Return the best line or loop of a colour among tiles that need not match: of equal ones the longest.

    Contacts of different colours end a line. Without the colour the line has no cells. In plain Python, for
    tables that are no games; a game has `best`.
    """
    links_of = {
        cell: link
        for cell, placement in laid.items()
        for link in links(placement.tile, placement.rotation)
        if link.colour == colour
    }
    best, waiting = Line(colour, (), False), set(links_of)
    while waiting:
        line = _followed(links_of, min(waiting), colour)
        waiting.difference_update(line.cells)
        best = max(best, line, key=lambda found: (found.score, len(found.cells)))
    return best


def _followed(links_of: Mapping[Cell, Link], start: Cell, colour: Colour) -> Line:
    """Return the line through a cell, followed to both ends."""
    onwards = _walk(links_of, start, links_of[start].b)
    if len(onwards) > 1 and onwards[-1] == start:
        return Line(colour, tuple(onwards[:-1]), True)
    backwards = _walk(links_of, start, links_of[start].a)
    return Line(colour, (*backwards[:0:-1], *onwards), False)


def _walk(links_of: Mapping[Cell, Link], start: Cell, edge: int) -> list[Cell]:
    """Return the cells of a line that leaves a cell by an edge; the first again if it is a loop."""
    cells = [start]
    while True:
        following, entered = neighbour(cells[-1], edge), opposite(edge)
        link = links_of.get(following)
        if link is None or entered not in (link.a, link.b):
            return cells
        cells.append(following)
        if following == start:
            return cells
        edge = link.b if entered == link.a else link.a


def _spaces_around(table: Iterable[Cell]) -> dict[int, Cell]:
    """Return the spaces around the tiles on a table by kernel index; before the opening, the origin alone."""
    tiles = set(table)
    around = {beside for cell in tiles for beside in neighbours(cell)} - tiles if tiles else {ORIGIN}
    return {kernel.index(cell): cell for cell in around}


def _members(words: Iterable[int]) -> Iterator[int]:
    """Yield the indices of the bits set in one of the kernel's sets."""
    for number, word in enumerate(words):
        while word:
            lowest = word & -word
            yield 64 * number + lowest.bit_length() - 1
            word -= lowest


@cache
def _tiles_in(mask: int) -> frozenset[int]:
    """Return the tiles in a kernel bit set; cached, because only a few thousand sets occur."""
    return frozenset(bit + 1 for bit in _members([mask]))


@cache
def _facing(code: int) -> str:
    """Return the colours that a kernel code stands for, edge by edge."""
    return "".join(f".{LETTERS}"[code // 5**edge % 5] for edge in range(6))


def _checked(placement: Placement | str) -> Placement:
    """Return a placement in its canonical rotation. Raises ValueError for an invalid one."""
    if isinstance(placement, str):
        placement = Placement.parse(placement)
    if not isinstance(placement, Placement):
        raise ValueError(f"expected a Placement or a text like '12@3,-1^4', got {placement!r}")
    tile, (q, r), rotation = placement
    edges(tile, rotation)
    return Placement(plain(tile), Cell(plain(q), plain(r)), plain(rotation)).canonical()


def _copy(state: kernel.States) -> kernel.States:
    """Copy a kernel state as bytes; NumPy would copy it field by field, which takes ten times as long."""
    return np.ndarray.__new__(_STATES, (1,), _STATE, bytearray(np.ndarray.tobytes(state)))


def _plain(records: NDArray[np.void]) -> NDArray[np.void]:
    """Return a view of the same memory as a plain array, because a `recarray` looks fields up in Python."""
    return np.ndarray.view(records, np.ndarray)


def _placement_of(key: int, cells: Mapping[int, Cell]) -> Placement:
    return Placement((key & 63) + 1, cells[key >> 9], (key >> 6) & 7)


def _text_of(key: int, cells: Mapping[int, str]) -> str:
    """Write the placement of a key; `cells` holds the text of each space."""
    return f"{(key & 63) + 1}@{cells[key >> 9]}^{(key >> 6) & 7}"


def _check_seats(rules: Rules, hands: tuple[tuple[int, ...], ...], to_play: int) -> None:
    if len(hands) != rules.n_seats:
        raise ValueError(f"expected {rules.n_seats} hands, got {len(hands)}")
    for seat, hand in enumerate(hands):
        if len(hand) > MAX_HAND:  # the kernel's buffers hold the placements of this many
            raise ValueError(f"expected at most {MAX_HAND} tiles in hand, got {len(hand)} at seat {seat}")
    if not 0 <= to_play < rules.n_seats:
        raise ValueError(f"expected a seat 0 to {rules.n_seats - 1} to play, got {to_play}")


def _check_tiles(rules: Rules, tiles: Iterable[int]) -> None:
    seen: set[int] = set()
    for tile in tiles:
        if tile not in rules.tiles:
            raise ValueError(f"expected a tile 1 to {rules.tile_set}, got {tile}")
        if tile in seen:
            raise ValueError(f"expected every tile once, got tile {tile} twice")
        seen.add(tile)


def _lay_all(state: kernel.States, laid: Iterable[Laid]) -> dict[Cell, Laid]:
    """Lay tiles on an empty table in order; check that each fits and touches an earlier one."""
    table: dict[Cell, Laid] = {}
    tables = kernel.tables()
    for item in laid:
        tile, cell, rotation = item.placement
        if cell in table:
            raise ValueError(
                f"expected an empty cell for {item.placement}, got one with tile {table[cell].placement.tile}"
            )
        if table and not any(near in table for near in neighbours(cell)):
            raise ValueError(f"expected {item.placement} to touch the tiles before it")
        fitting = int(tables[0].fit[state[0].code[kernel.index(cell)], rotation]) if table else -1
        if not fitting >> (tile - 1) & 1:
            raise ValueError(f"expected {item.placement} to fit the tiles beside it")
        kernel.do_lay(state, tables, kernel.index(cell), kernel.turned_tile(item.placement))
        table[cell] = item
    return table


def _state(
    rules: Rules,
    hands: tuple[tuple[int, ...], ...],
    bag: frozenset[int],
    to_play: int,
    free_done: bool,
) -> kernel.States:
    state = kernel.new_state()
    record = state[0]
    record.n_seats = rules.n_seats
    record.colours[: rules.n_seats] = rules.colours
    record.is_exact = rules.forced_sides is ForcedSides.EXACTLY_THREE
    record.passes = rules.deadlock is Deadlock.PASS
    record.hands[: rules.n_seats] = [kernel.mask(hand) for hand in hands]
    record.bag = np.uint64(kernel.mask(bag))
    record.to_play = to_play
    record.phase = kernel.REFILL if free_done else kernel.FILL
    return state


def _make(
    rules: Rules,
    hands: tuple[tuple[int, ...], ...],
    bag: frozenset[int],
    laid: tuple[Laid, ...],
    state: kernel.States,
    keys: Numbers,
    table: dict[Cell, Laid],
    around: dict[int, Cell],
) -> Game:
    """Make a game from a kernel state, with the outcome if it is over."""
    facts = _plain(state)
    phase = _PHASES[facts["phase"][0]]
    outcome = None
    if phase is Phase.OVER:
        scores = tuple(int(facts["best"][0, colour]) for colour in rules.colours)
        if any(hands):
            outcome = Outcome(Termination.DEADLOCK, scores, (1,) * len(scores))
        else:
            outcome = Outcome(Termination.PLAYED_OUT, scores, _ranks(rules, scores))
    to_play = int(facts["to_play"][0])
    return Game(rules, hands, bag, laid, to_play, phase, outcome, state, keys, table, around)


def _actor(seat: int | None) -> str:
    return "all" if seat is None else "a seat"


def _ranks(rules: Rules, scores: Sequence[int]) -> tuple[int, ...]:
    """Rank seats by the number of colours with a better score; partners count once (R2.6, R5.2)."""
    better = [
        {colour for colour, other in zip(rules.colours, scores, strict=True) if other > score}
        for score in scores
    ]
    return tuple(1 + len(colours) for colours in better)
