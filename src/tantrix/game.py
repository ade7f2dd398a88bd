"""A game of Tantrix as an immutable, wholly public value.

Hands are open (R2.2). The one secret, the order of the bag, is not here: a draw is an argument of `play`.
What is legal is the kernel's to say; this module gives it names.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple

import numpy as np

from tantrix import draw as pictures
from tantrix import kernel
from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours, opposite
from tantrix.placement import Placement
from tantrix.rules import Deadlock, ForcedSides, Rules
from tantrix.tiles import LETTERS, Colour, edges, links, n_rotations


class Phase(StrEnum):
    """Where in a turn the seat to play is (R3.1)."""

    FILL = "fill"
    FREE = "free"
    REFILL = "refill"
    OVER = "over"


class Termination(StrEnum):
    """How a game ended (R5.3)."""

    PLAYED_OUT = "played-out"
    DEADLOCK = "deadlock"
    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONED = "abandoned"


class Verdict(IntEnum):
    """Why a placement is refused; LEGAL, the only falsy one, when it is not."""

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
    Verdict.OCCUPIED: "There is a tile on this cell already.",
    Verdict.DETACHED: "A tile must touch the Tantrix; the first one goes to the middle.",
    Verdict.MISMATCH: "The colours of touching edges do not match.",
    Verdict.FORCED_FIRST: "A forced space that you can fill comes first.",
    Verdict.TRIPLE: "This would leave a space that is shown three links of one colour.",
    Verdict.FOURTH_SIDE: "This would give a forced space a fourth side.",
    Verdict.CONTROLLED: "This space is controlled by a forced space.",
}

_PHASES = (Phase.FILL, Phase.FREE, Phase.REFILL, Phase.OVER)


class IllegalPlacement(ValueError):
    """A placement broke a rule; `verdict` names it."""

    def __init__(self, placement: Placement, verdict: Verdict, ply: int) -> None:
        super().__init__(
            f"placement {placement} at ply {ply} is refused as {verdict.name}: {verdict.sentence}"
        )
        self.placement = placement
        self.verdict = verdict


class Laid(NamedTuple):
    """A tile on the table and how it came there; a random opening tile or a set-up position has no seat."""

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
        """One a tile, two a tile in a loop (R5.1)."""
        return len(self.cells) * (2 if self.is_loop else 1)


class Outcome(NamedTuple):
    """How a game ended: scores by seat, and ranks by seat, 1 the best, equal when shared (R5.2)."""

    termination: Termination
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def is_draw(self) -> bool:
        """Tell whether nobody is ranked below anybody else."""
        return max(self.ranks) == 1


class Placements(Collection[Placement]):
    """The legal placements of a position, made as they are asked for, in canonical order."""

    __slots__ = ("_game",)

    def __init__(self, game: "Game") -> None:
        self._game = game

    def __len__(self) -> int:
        return len(self._game._keys)

    def __iter__(self) -> Iterator[Placement]:
        cells = self._game._cells_by_index()
        for key in self._game._keys.tolist():
            yield Placement((key & 63) + 1, cells[key >> 9], (key >> 6) & 7)

    def __contains__(self, placement: object) -> bool:
        return isinstance(placement, Placement) and self._game.verdict(placement) is Verdict.LEGAL

    def __repr__(self) -> str:
        return f"<Placements: {', '.join(map(str, self))}>"


@dataclass(frozen=True, slots=True)
class Game:
    """The table at a moment. `start` or `from_position` makes one, `play` and `end` make the next.

    `hands` are in rack order: a drawn tile takes the place of the tile laid. Two games are equal when
    everything that can be seen is equal. Costs: `play` about 20 us, `verdict` 5 us, listing 1 us a placement.
    """

    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    bag: frozenset[int]
    laid: tuple[Laid, ...]
    to_play: int
    phase: Phase
    outcome: Outcome | None
    _state: Any = field(repr=False, compare=False)
    _keys: Any = field(repr=False, compare=False)
    _table: dict[Cell, Laid] = field(repr=False, compare=False)

    @classmethod
    def start(
        cls,
        rules: Rules,
        hands: Sequence[Iterable[int]],
        to_play: int = 0,
        opening: Placement | None = None,
    ) -> "Game":
        """Start a game with the hands as dealt; all other tiles of the set are in the bag.

        `opening` is the tile that a random opening laid (R2.3). Raises ValueError for hands that cannot be.
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

        `free_done` says that the seat to play has made its free placement. Raises ValueError for tiles that
        are repeated, not of the set, overlapping, detached or mismatching.
        """
        dealt = tuple(tuple(hand) for hand in hands)
        laid = tuple(Laid(placement.canonical()) for placement in tiles)
        _check_seats(rules, dealt, to_play)
        _check_tiles(
            rules, [item.placement.tile for item in laid] + [tile for hand in dealt for tile in hand]
        )
        table = _table(laid)
        used = {item.placement.tile for item in laid}.union(*dealt)
        bag = frozenset(rules.tiles) - used
        state = _state(rules, laid, dealt, bag, to_play, free_done)
        keys = np.empty(kernel.MAX_PLACEMENTS, np.int64)
        n = kernel.do_settle(state, kernel.tables(), keys)
        return _make(rules, dealt, bag, laid, state, keys[:n].copy(), table)

    def play(self, placement: Placement | str, draw: int | None = None) -> "Game":
        """Lay a tile and take the draw that follows at once (R2.2), up to the next choice of any seat.

        Raises IllegalPlacement when a rule refuses it, and ValueError for a draw that the bag cannot give:
        a tile of the bag is needed while it holds any, None after that.
        """
        if isinstance(placement, str):
            placement = Placement.parse(placement)
        verdict = self.verdict(placement)
        if verdict:
            raise IllegalPlacement(placement, verdict, self.ply)
        self._check_draw(draw)
        placement = placement.canonical()
        state = self._state.copy()
        keys = np.empty(kernel.MAX_PLACEMENTS, np.int64)
        cell, turned = _index(placement.cell), _turned(placement)
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
        )

    def end(self, termination: Termination, seat: int) -> "Game":
        """End the game early by a seat's resignation, time or absence: it, or its team, ranks last (R5.3)."""
        if self.outcome:
            raise ValueError(f"expected a game in play, got one that ended as {self.outcome.termination}")
        if termination in (Termination.PLAYED_OUT, Termination.DEADLOCK):
            raise ValueError(f"expected an end that a seat can bring about, got {termination}")
        if not 0 <= seat < self.rules.n_seats:
            raise ValueError(f"expected a seat 0 to {self.rules.n_seats - 1}, got {seat}")
        losers = self.rules.partners(seat)
        keyed = [-1 if other in losers else score for other, score in enumerate(self.scores)]
        outcome = Outcome(termination, self.scores, _ranks(keyed))
        return replace(self, phase=Phase.OVER, outcome=outcome, _keys=self._keys[:0])

    def verdict(self, placement: Placement) -> Verdict:
        """Judge a placement of the seat to play, without listing the others."""
        placement = placement.canonical()
        if self.outcome:
            return Verdict.GAME_OVER
        if placement.tile not in self.hands[self.to_play]:
            return Verdict.NOT_IN_HAND
        if placement.cell in self._table:
            return Verdict.OCCUPIED
        if not self._is_space(placement.cell):
            return Verdict.DETACHED
        cell, turned = _index(placement.cell), _turned(placement)
        # A copy, because the kernel scribbles in the state and a Game may be asked by many threads.
        return Verdict(kernel.ask_verdict(self._state.copy(), kernel.tables(), cell, turned))

    def placements(self) -> Placements:
        """Return the legal placements of the seat to play: iterate, `len`, `in`."""
        return Placements(self)

    def refusals(self) -> dict[Placement, Verdict]:
        """Return what fits by colour with a tile of the hand to play but is not legal now, and why."""
        if self.outcome:
            return {}
        state, tables = self._state.copy(), kernel.tables()
        refused = {}
        for cell in self.spaces():
            facing = self.facing(cell)
            for placement in _fitting_placements(cell, facing, self.hands[self.to_play]):
                verdict = kernel.ask_verdict(state, tables, _index(cell), _turned(placement))
                if verdict:
                    refused[placement] = Verdict(verdict)
        return refused

    def spaces(self) -> tuple[Cell, ...]:
        """Return the empty cells that touch the Tantrix, sorted; before the opening, the origin alone."""
        if not self._table:
            return (ORIGIN,)
        around = {cell for laid in self._table for cell in neighbours(laid)}
        return tuple(sorted(around - self._table.keys()))

    def forced_spaces(self) -> tuple[Cell, ...]:
        """Return the forced spaces (R3.4), sorted, whoever can fill them."""
        is_exact = self.rules.forced_sides is ForcedSides.EXACTLY_THREE
        sides = {cell: sum(beside in self._table for beside in neighbours(cell)) for cell in self.spaces()}
        return tuple(cell for cell, n in sides.items() if n == 3 or (n > 3 and not is_exact))

    def controlled_cells(self) -> tuple[Cell, ...]:
        """Return the spaces that forced spaces bar (R4.2, R4.3), sorted; none in the endgame.

        The first cell of a ray lies beside its forced space, so these are all spaces where a tile would
        bring about a fourth side, now or later. Forced spaces are not among them: those are filled.
        """
        words = np.empty(64, np.uint64)
        kernel.ask_controlled(self._state.copy(), kernel.tables(), words)
        controlled = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little"))
        forced = self.forced_spaces()
        cells = self._cells_by_index()
        found = (cells.get(index) for index in controlled.tolist())
        return tuple(sorted(cell for cell in found if cell is not None and cell not in forced))

    def facing(self, cell: Cell) -> str:
        """Return what a cell is shown across its edges, clockwise from east, "." where no tile lies."""
        shown = ""
        for edge in range(6):
            laid = self._table.get(neighbour(cell, edge))
            shown += edges(laid.placement.tile, laid.placement.rotation)[opposite(edge)] if laid else "."
        return shown

    def fitting(self, cell: Cell) -> frozenset[int]:
        """Return the tiles of the set that fit an empty cell in some rotation by the golden rule (R1.4).

        Intersect with a hand or the bag. Raises ValueError for a cell that holds a tile.
        """
        if cell in self._table:
            raise ValueError(
                f"expected an empty cell, got {cell}, which holds tile {self._table[cell].placement.tile}"
            )
        code = sum((LETTERS.find(letter) + 1) * 5**edge for edge, letter in enumerate(self.facing(cell)))
        mask = int(kernel.tables()[0].fit[code, 6])
        return frozenset(tile for tile in self.rules.tiles if mask >> (tile - 1) & 1)

    def best(self, colour: Colour) -> Line:
        """Return the best line or loop of a colour (R5.1), traced; the first found among equals."""
        best = Line(colour, (), False)
        seen: set[Cell] = set()
        for cell in self._table:
            if cell not in seen and (line := self._trace(colour, cell)):
                seen.update(line.cells)
                best = max(best, line, key=lambda candidate: candidate.score)
        return best

    def score(self, seat: int) -> int:
        """Return the score of a seat's colour."""
        return int(self._state[0].best[self.rules.colours[seat]])

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.score(seat) for seat in range(self.rules.n_seats))

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
        return int(self._state[0].turn) + 1

    @property
    def in_endgame(self) -> bool:
        """Tell whether the bag is empty, so that no restriction holds (R4.4)."""
        return not self.bag

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def margins(self) -> Any:
        """Return for each legal placement, in order, the margin of the seat to play once the tile lies.

        int64[len(placements())]: the score of its colour less the best score of another player's.
        """
        margins = np.empty(len(self._keys), np.int64)
        state = self._state.copy()
        kernel.ask_margins(state, kernel.tables(), self._keys, len(margins), self.to_play, margins)
        return margins

    def kernel_state(self) -> Any:
        """Return a copy of the kernel's state of this position, for searches to play on."""
        return self._state.copy()

    def _repr_svg_(self) -> str:
        return pictures.svg([item.placement for item in self.laid])

    def _check_draw(self, draw: int | None) -> None:
        if self.bag and draw not in self.bag:
            raise ValueError(f"expected a draw out of the {len(self.bag)} tiles of the bag, got {draw}")
        if not self.bag and draw is not None:
            raise ValueError(f"expected no draw from an empty bag, got {draw}")

    def _hands_after(self, tile: int, draw: int | None) -> tuple[tuple[int, ...], ...]:
        hand = self.hands[self.to_play]
        place = hand.index(tile)
        drawn = () if draw is None else (draw,)
        changed = hand[:place] + drawn + hand[place + 1 :]
        return (*self.hands[: self.to_play], changed, *self.hands[self.to_play + 1 :])

    def _is_space(self, cell: Cell) -> bool:
        if not self._table:
            return cell == ORIGIN
        return any(beside in self._table for beside in neighbours(cell))

    def _cells_by_index(self) -> dict[int, Cell]:
        return {_index(cell): cell for cell in self.spaces()}

    def _trace(self, colour: Colour, cell: Cell) -> Line | None:
        """Follow the line of a colour through a cell both ways; None when its tile lacks the colour."""
        ends = _ends(self._table[cell].placement, colour)
        if not ends:
            return None
        ahead = self._walk(colour, cell, ends[0])
        if ahead and ahead[-1] == cell:
            return Line(colour, (cell, *ahead[:-1]), True)
        behind = self._walk(colour, cell, ends[1])
        return Line(colour, (*reversed(behind), cell, *ahead), False)

    def _walk(self, colour: Colour, start: Cell, edge: int) -> list[Cell]:
        """List the cells that follow `start` along a line; `start` itself comes last in a loop."""
        walked = []
        cell = neighbour(start, edge)
        while laid := self._table.get(cell):
            walked.append(cell)
            if cell == start:
                break
            a, b = _ends(laid.placement, colour)
            edge = b if a == opposite(edge) else a
            cell = neighbour(cell, edge)
        return walked


def _index(cell: Cell) -> int:
    return (kernel.START + cell.q + kernel.STRIDE * cell.r) & kernel.MASK


def _turned(placement: Placement) -> int:
    return 8 * (placement.tile - 1) + placement.rotation


def _ends(placement: Placement, colour: Colour) -> tuple[int, ...]:
    for link in links(placement.tile, placement.rotation):
        if link.colour == colour:
            return (link.a, link.b)
    return ()


def _fitting_placements(cell: Cell, facing: str, hand: Iterable[int]) -> Iterator[Placement]:
    for tile in hand:
        for rotation in range(n_rotations(tile)):
            shown = edges(tile, rotation)
            if all(theirs in (".", ours) for theirs, ours in zip(facing, shown, strict=True)):
                yield Placement(tile, cell, rotation)


def _check_seats(rules: Rules, hands: tuple[tuple[int, ...], ...], to_play: int) -> None:
    if len(hands) != rules.n_seats:
        raise ValueError(f"expected {rules.n_seats} hands, got {len(hands)}")
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


def _table(laid: Iterable[Laid]) -> dict[Cell, Laid]:
    """Put tiles on an empty table in order, and check that each is joined to the ones before it."""
    table: dict[Cell, Laid] = {}
    for item in laid:
        tile, cell, rotation = item.placement
        if cell in table:
            raise ValueError(
                f"expected an empty cell for {item.placement}, got that of tile {table[cell].placement.tile}"
            )
        shown = edges(tile, rotation)
        beside = [(edge, table[near]) for edge in range(6) if (near := neighbour(cell, edge)) in table]
        if table and not beside:
            raise ValueError(f"expected {item.placement} to touch the tiles before it")
        for edge, other in beside:
            if edges(other.placement.tile, other.placement.rotation)[opposite(edge)] != shown[edge]:
                raise ValueError(f"expected {item.placement} to match {other.placement} across edge {edge}")
        table[cell] = item
    return table


def _mask(tiles: Iterable[int]) -> int:
    return sum(1 << (tile - 1) for tile in tiles)


def _state(
    rules: Rules,
    laid: tuple[Laid, ...],
    hands: tuple[tuple[int, ...], ...],
    bag: frozenset[int],
    to_play: int,
    free_done: bool,
) -> Any:
    state = kernel.new_state()
    record = state[0]
    record.n_seats = rules.n_seats
    record.colours[: rules.n_seats] = rules.colours
    record.is_exact = rules.forced_sides is ForcedSides.EXACTLY_THREE
    record.passes = rules.deadlock is Deadlock.PASS
    record.hands[: rules.n_seats] = [_mask(hand) for hand in hands]
    record.bag = _mask(bag)
    record.to_play = to_play
    for item in laid:
        kernel.do_lay(state, kernel.tables(), _index(item.placement.cell), _turned(item.placement))
    record.phase = kernel.REFILL if free_done else kernel.FILL
    return state


def _make(
    rules: Rules,
    hands: tuple[tuple[int, ...], ...],
    bag: frozenset[int],
    laid: tuple[Laid, ...],
    state: Any,
    keys: Any,
    table: dict[Cell, Laid],
) -> Game:
    """Read the kernel's state back into a game, with the outcome if it is over."""
    record = state[0]
    phase = _PHASES[record.phase]
    outcome = None
    if phase is Phase.OVER:
        scores = tuple(int(record.best[colour]) for colour in rules.colours)
        if any(hands):
            outcome = Outcome(Termination.DEADLOCK, scores, (1,) * len(scores))
        else:
            outcome = Outcome(Termination.PLAYED_OUT, scores, _ranks(scores))
    return Game(rules, hands, bag, laid, int(record.to_play), phase, outcome, state, keys, table)


def _ranks(scores: Sequence[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > score for other in scores) for score in scores)
