"""What a placement does, compared with a second computation on the oracle's rules."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import starmap
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Colour, Game, IllegalPlacement, Placement, Rules, edges
from tantrix._tools.languages import LANGUAGES, gettext, set_language
from tantrix.hexes import Cell, neighbour
from tantrix.reasons import Fact, explain, reasons_for
from tantrix.reasons.sentence import N_SAID, sentence_of
from tantrix.reasons.traced_lines import trace_lines
from tests.support.oracle import Oracle, OracleRules
from tests.support.play import RULE_SETS, random_play

Found = tuple[Fact, Colour, int]
Line = tuple[tuple[Cell, ...], bool]

seeds = st.integers(0, 2**32)
rule_sets = st.sampled_from(RULE_SETS)


class SlowTable:
    """A table on which everything is found by trying tiles, with the lines of the oracle."""

    def __init__(self, rules: Rules, board: dict[Cell, tuple[int, int]], hands: Sequence[Sequence[int]]):
        letters = "".join(colour.letter for colour in rules.colours)
        self.colours, self.hands, self.board = rules.colours, hands, board
        self.rules = OracleRules(letters, rules.tile_set, rules.forced_sides.value, teams=rules.teams)
        self.unlaid = set(rules.tiles) - {tile for tile, _rotation in board.values()}
        self._known: dict[tuple[frozenset[int], Cell], bool] = {}

    @cached_property
    def oracle(self) -> Oracle:
        return Oracle(self.rules, (), frozenset(), self.board, 0, "free")

    def lines(self, colour: Colour) -> list[Line]:
        return [
            (tuple(Cell(*cell) for cell in cells), is_loop)
            for cells, is_loop in self.oracle.lines(colour.letter)
        ]

    def through(self, cell: Cell, colour: Colour) -> Line | None:
        return next((line for line in self.lines(colour) if cell in line[0]), None)

    def fitting(self, space: Cell, tiles: Sequence[int]) -> Iterator[tuple[int, int]]:
        shown = self.oracle.facing(space)
        for tile in tiles:
            for rotation in range(6):
                if all(there in (".", own) for there, own in zip(shown, edges(tile, rotation), strict=True)):
                    yield tile, rotation

    def can_fill(self, space: Cell, tiles: Sequence[int]) -> bool:
        key = frozenset(tiles), space
        if key not in self._known:
            self._known[key] = any(True for _ in self.fitting(space, tiles))
        return self._known[key]

    def is_open(self, space: Cell) -> bool:
        return space not in self.board and self.can_fill(space, sorted(self.unlaid))

    def is_held(self, space: Cell, colour: Colour) -> bool:
        return any(
            self.can_fill(space, hand)
            for hand, each in zip(self.hands, self.colours, strict=True)
            if each is colour
        )

    def ends(self, line: Line, colour: Colour) -> list[Cell]:
        """Return each space that a tile of the line shows its colour to, as often as it does."""
        return [
            neighbour(cell, edge)
            for cell in line[0]
            for edge, letter in enumerate(edges(*self.board[cell]))
            if letter == colour.letter and neighbour(cell, edge) not in self.board
        ]

    def by_one_tile(self, colour: Colour) -> Iterator[tuple[Cell, Line]]:
        """Lay a tile on every space that shows a colour twice; yield the line or loop that it makes."""
        for space in starmap(Cell, self.oracle.spaces()):
            if self.oracle.facing(space).count(colour.letter) == 2:
                laid = next(self.fitting(space, sorted(self.unlaid)), None)
                if laid is not None:
                    after = SlowTable.__new__(SlowTable)
                    after.rules, after.board = self.rules, {**self.board, space: laid}
                    made = after.through(space, colour)
                    assert made is not None
                    yield space, made

    def loops(self, colour: Colour) -> dict[Cell, int]:
        return {space: len(line[0]) for space, line in self.by_one_tile(colour) if line[1]}

    def joins(self, colour: Colour) -> dict[Cell, int]:
        return {space: len(line[0]) for space, line in self.by_one_tile(colour) if not line[1]}


class SlowChange:
    """The facts about a placement, by definition."""

    def __init__(self, game: Game, placement: Placement) -> None:
        board = {laid.placement.cell: (laid.placement.tile, laid.placement.rotation) for laid in game.laid}
        self.game, self.placement = game, placement
        self.cell, self.own = placement.cell, game.rules.colours[game.to_play]
        hands = [[tile for tile in hand if tile != placement.tile] for hand in game.hands]
        self.before = SlowTable(game.rules, board, game.hands)
        laid = {**board, self.cell: (placement.tile, placement.rotation)}
        self.after = SlowTable(game.rules, laid, hands)
        self.others = set(game.rules.colours) - {self.own}

    def facts(self) -> set[Found]:
        found = {*self._of_the_turn(), *self._of_own_lines(), *self._of_others(), *self._of_forced_spaces()}
        return found or {(Fact.FREE, self.own, 0)}

    def _of_the_turn(self) -> Iterator[Found]:
        if len(self.game.placements()) == 1:
            yield Fact.ONLY, self.own, 0
        elif self.before.board and self.cell in self.before.oracle.forced_spaces():
            yield Fact.FILLS, self.own, 0
        if not self.before.board:
            yield Fact.OPENS, self.own, 0

    def _of_own_lines(self) -> Iterator[Found]:
        made = self.after.through(self.cell, self.own) if self._shows(self.own) else None
        if made is not None and len(made[0]) >= 3:
            n = len(made[0])
            if made[1]:
                yield Fact.CLOSES_LOOP, self.own, n
            else:
                is_inside = self.cell not in (made[0][0], made[0][-1])
                yield Fact.JOINS if is_inside else Fact.LENGTHENS, self.own, n
                n_open = sum(self.after.is_open(end) for end in self.after.ends(made, self.own))
                yield from [(Fact.KEEPS_ENDS, self.own, n)] * (n_open == 2)
                yield from [(Fact.LOSES_ENDS, self.own, n)] * (n_open == 0)
        yield from self._prospect(Fact.THREATENS_LOOP, self._before_loops, self.after.loops(self.own), 0)
        best = max((len(cells) for cells, _is_loop in self.after.lines(self.own)), default=0)
        yield from self._prospect(Fact.PREPARES, self._before_joins, self.after.joins(self.own), best)

    @property
    def _before_loops(self) -> dict[Cell, int]:
        return self.before.loops(self.own) if self.before.board else {}

    @property
    def _before_joins(self) -> dict[Cell, int]:
        return self.before.joins(self.own) if self.before.board else {}

    def _prospect(
        self, fact: Fact, known: dict[Cell, int], now: dict[Cell, int], least: int
    ) -> Iterator[Found]:
        n = max((n for space, n in now.items() if n > known.get(space, 0)), default=0)
        if n > least:
            yield fact, self.own, n

    def _of_others(self) -> Iterator[Found]:
        for colour in self.others if self.before.board else ():
            loops = self.before.loops(colour)
            shut = [n for space, n in loops.items() if space != self.cell and not self.after.is_open(space)]
            yield from [(Fact.BLOCKS_LOOP, colour, max(shut, default=0))] * bool(shut)
            yield from self._of_their_lines(colour)
            made = self.after.through(self.cell, colour) if self._shows(colour) else None
            if made is not None and len(made[0]) >= 3:
                yield Fact.CLOSES_OTHER if made[1] else Fact.LENGTHENS_OTHER, colour, len(made[0])

    def _of_their_lines(self, colour: Colour) -> Iterator[Found]:
        blocked = stopped = 0
        for line in self.before.lines(colour):
            ends = self.before.ends(line, colour)
            for end in set(ends) - {self.cell}:
                if len(line[0]) < 3 or not self.before.is_open(end):
                    continue
                if not self.after.is_open(end):
                    blocked = max(blocked, len(line[0])) if len(set(ends)) == 2 else blocked
                elif self.before.is_held(end, colour) and not self.after.is_held(end, colour):
                    stopped = max(stopped, len(line[0]))
        if blocked:
            yield Fact.BLOCKS_LINE, colour, blocked
        if stopped > blocked:
            yield Fact.STOPS_LINE, colour, stopped

    def _of_forced_spaces(self) -> Iterator[Found]:
        before = self.before.oracle.forced_spaces() if self.before.board else frozenset()
        for space in starmap(Cell, self.after.oracle.forced_spaces() - before):
            holders = {each for each in self.game.rules.colours if self.after.is_held(space, each)}
            hand = self.after.hands[self.game.to_play]
            if self.after.can_fill(space, hand):
                yield Fact.FORCED_OWN, self.own, 0
            if not holders:
                yield Fact.FORCED_NONE, self.own, 0
            if self.own not in holders:
                yield from ((Fact.FORCED_OTHER, colour, 0) for colour in holders)

    def _shows(self, colour: Colour) -> bool:
        return colour.letter in edges(self.placement.tile, self.placement.rotation)


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds)
def test_every_reason_is_found_by_trying_tiles_and_no_other(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    game = rng.choice([each for each in random_play(rules, rng) if not each.is_over])
    placement = rng.choice(list(game.placements()))

    found = [(reason.fact, reason.colour, reason.n) for reason in reasons_for(game, placement)]

    assert set(found) == SlowChange(game, placement).facts()
    assert len(found) == len(set(found))


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds)
def test_every_line_and_loop_is_that_of_the_oracle(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(list(random_play(rules, rng)))
    board = {laid.placement.cell: (laid.placement.tile, laid.placement.rotation) for laid in game.laid}
    table = SlowTable(rules, board, game.hands)

    runs = list(trace_lines(game))

    expected = [
        (colour, frozenset(cells), tuple(sorted(table.ends((cells, is_loop), colour))))
        for colour in Colour
        for cells, is_loop in table.lines(colour)
    ]
    assert sorted((run.colour, sorted(run.cells), sorted(run.ends), run.is_loop) for run in runs) == sorted(
        (colour, sorted(cells), sorted(ends), not ends) for colour, cells, ends in expected
    )


@settings(max_examples=30, deadline=None)
@given(rule_sets, seeds)
def test_reasons_come_by_weight_and_the_sentence_says_the_first(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    game = rng.choice([each for each in random_play(rules, rng) if not each.is_over])
    placement = rng.choice(list(game.placements()))

    reasons = reasons_for(game, placement)

    weights = [reason.weight for reason in reasons]
    assert weights == sorted(weights, reverse=True)
    assert explain(game, placement, str) == sentence_of(reasons[:N_SAID], str)


@pytest.mark.parametrize(
    "laid, hand, placement, sentence",
    [
        ([], [6], "6@0,0^0", "Opens the game."),
        # Red leaves tile 14 to the south-east and tile 21 to the east: to the same space.
        (["14@0,0^3"], [21, 4], "21@-1,1^3", "Threatens a loop of 3 tiles."),
        # Tile 14 has red to the south-west, where tile 5 shows it, and to the south-east, where tile 40 does.
        (
            ["5@0,0^3", "40@1,0^4"],
            [14, 4],
            "14@1,-1^3",
            "Joins two lines into one of 3 and keeps both ends open.",
        ),
    ],
)
def test_a_placement_is_explained_in_a_sentence(
    laid: list[str], hand: list[int], placement: str, sentence: str
) -> None:
    tiles = [Placement.parse(text) for text in laid]
    game = Game.from_position(Rules(), tiles, (hand, (1, 2)))

    assert explain(game, Placement.parse(placement), str) == sentence


def test_a_placement_that_breaks_a_rule_is_not_explained() -> None:
    game = Game.from_position(Rules(), [Placement.parse("14@0,0^3")], ((21,), (1,)))

    with pytest.raises(IllegalPlacement):
        explain(game, Placement.parse("21@-1,1^0"), str)


@settings(max_examples=20, deadline=None)
@given(rule_sets, seeds, st.sampled_from(sorted(LANGUAGES)))
def test_every_language_says_the_numbers_of_the_first_reasons(rules: Rules, seed: int, language: str) -> None:
    rng = Random(seed)
    game = rng.choice([each for each in random_play(rules, rng) if not each.is_over])
    placement = rng.choice(list(game.placements()))
    set_language([language])
    try:
        said = explain(game, placement, gettext)
    finally:
        set_language(["en"])

    numbers = {reason.n for reason in reasons_for(game, placement)[:N_SAID] if reason.n}
    assert all(str(n) in said for n in numbers)
    assert said.endswith(".") and "{" not in said
