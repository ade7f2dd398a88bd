"""The kernel on its own: inverses, symmetries, and what must never happen while the bag holds tiles."""

import json
import os
import subprocess
import sys
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tantrix import Cell, Colour, Game, Placement, Rules, edges, kernel
from tantrix.hexes import ORIGIN, neighbour, rotate
from tantrix.tiles import FULL_SET, GAME_SET, TABLE, n_rotations
from tests.support.play import RULE_SETS, random_play, random_start

seeds = st.integers(0, 2**32)
rule_sets = st.sampled_from(RULE_SETS)
SCRATCH = {"barred", "counts", "counted", "changed", "changes", "far", "length"}
TABLE_FIELDS = ("code", "digits", "turned", "spaces", "forced", "spaces_words", "forced_words", "best")


def visible(state) -> dict[str, object]:
    """The meaningful part of a state: no scratch space, and only the ends of the lines."""
    record = state[0]
    return {name: np.array(record[name]).tolist() for name in record.dtype.names if name not in SCRATCH}


def open_ends(game: Game, state) -> dict[int, tuple[int, int]]:
    """The far end and the length of every line, stored at its two ends."""
    ends = {}
    for item in game.laid:
        tile, cell, _ = item.placement
        for edge in range(6):
            if game.at(neighbour(cell, edge)) is None:
                end = 8 * (tile - 1) + edge
                ends[end] = (int(state[0].far[end]), int(state[0].length[end]))
    return ends


@settings(max_examples=60, deadline=None)
@given(rule_sets, seeds)
def test_place_then_take_back_changes_nothing(rules: Rules, seed: int):
    rng = Random(seed)
    game = rng.choice([game for game in random_play(rules, rng) if not game.is_over])
    state = game.kernel_state()
    before, ends = visible(state), open_ends(game, state)

    out = np.empty(kernel.MAX_PLACEMENTS, np.int64)
    for placement in game.placements():
        q, r = placement.cell
        cell = (kernel.START + q + kernel.STRIDE * r) & kernel.MASK
        draw = max(game.bag) - 1 if game.bag else -1
        kernel.do_place(
            state, kernel.tables(), cell, 8 * (placement.tile - 1) + placement.rotation, draw, out
        )
        kernel.take_back(state[0], kernel.tables()[0])
        assert visible(state) == before
        assert open_ends(game, state) == ends


@settings(max_examples=20, deadline=None)
@given(rule_sets, seeds)
def test_lifting_a_whole_game_leaves_an_empty_table(rules: Rules, seed: int):
    *_, ended = random_play(rules, Random(seed))
    state = ended.kernel_state()

    for _ in ended.laid:
        kernel.take_back(state[0], kernel.tables()[0])

    record = state[0]
    for name in (
        "code",
        "digits",
        "turned",
        "spaces",
        "forced",
        "best",
        "log_cell",
        "log_turned",
        "log_best",
    ):
        assert not np.any(record[name]), name


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds, st.sampled_from(range(6)))
def test_clearing_leaves_an_empty_table(rules: Rules, seed: int, edge: int):
    rng = Random(seed)
    state = rng.choice(list(random_play(rules, rng))).kernel_state()
    straight = laid_in_a_row(edge)

    for each in (state, straight):
        kernel.clear(each[0])
        for name in (*TABLE_FIELDS, "hands"):
            assert not np.any(each[0][name]), name


def laid_in_a_row(edge: int):
    """A state with as many tiles in a row as there are, as far from the origin as tiles can be."""
    state, cell = kernel.new_state(), ORIGIN
    for tile in GAME_SET:
        kernel.do_lay(state, kernel.tables(), kernel.index(cell), 8 * (tile - 1))
        cell = neighbour(cell, edge)
    return state


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds)
def test_as_many_placements_are_counted_as_listed(rules: Rules, seed: int):
    rng = Random(seed)
    game = rng.choice(list(random_play(rules, rng)))

    assert kernel.count_placements(game.kernel_state()[0], kernel.tables()[0]) == len(game.placements())


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds)
def test_the_incremental_score_equals_the_traced_score(rules: Rules, seed: int):
    for game in random_play(rules, Random(seed)):
        kept = game.kernel_state()[0].best
        assert [game.best(colour).score for colour in Colour] == list(kept)


@settings(max_examples=60, deadline=None)
@given(rule_sets, seeds)
def test_while_the_bag_holds_tiles_no_space_has_four_sides_or_three_equal_links(rules: Rules, seed: int):
    for game in random_play(rules, Random(seed)):
        if game.in_endgame:
            break
        for space in game.spaces():
            shown = game.facing(space).replace(".", "")
            assert len(shown) <= 3, "R4.2, R4.3"
            assert len(shown) < 3 or len(set(shown)) > 1, "R4.1"


@settings(max_examples=30, deadline=None)
@given(rule_sets, seeds)
def test_listing_goes_by_cell_then_rotation_then_tile(rules: Rules, seed: int):
    rng = Random(seed)
    game = rng.choice(list(random_play(rules, rng)))
    listed = list(game.placements())

    def order(placement: Placement) -> tuple[int, int, int]:
        q, r = placement.cell
        return ((kernel.START + q + kernel.STRIDE * r) & kernel.MASK, placement.rotation, placement.tile)

    assert listed == sorted(listed, key=order)
    assert len(set(listed)) == len(listed)


def perft(game: Game, order: list[int], depth: int) -> int:
    deck = np.array([tile - 1 for tile in reversed(order)], np.int64)
    return kernel.ask_perft(game.kernel_state(), kernel.tables(), deck, depth)


def perft_by_playing(game: Game, order: list[int], depth: int) -> int:
    if depth == 0:
        return 1
    draw, rest = (order[-1], order[:-1]) if order else (None, order)
    return sum(
        perft_by_playing(game.play(placement, draw), rest, depth - 1) for placement in game.placements()
    )


def some_position(rules: Rules, seed: int) -> tuple[Game, list[int]]:
    """A position of a random game with the remaining bag, the next draw last."""
    rng = Random(seed)
    game, order = random_start(rules, rng)
    for _ in range(rng.randrange(rules.tile_set - 6)):
        if game.is_over:
            break
        game = game.play(rng.choice(list(game.placements())), order.pop() if order else None)
    return game, order


@settings(max_examples=10, deadline=None)
@given(rule_sets, seeds)
def test_perft_counts_what_playing_counts(rules: Rules, seed: int):
    game, order = some_position(rules, seed)
    assume(len(game.placements()) < 80)

    assert perft(game, order, 2) == perft_by_playing(game, order, 2)


def rebuilt(game: Game, laid: list[Placement], rules: Rules | None = None, hands=None) -> Game:
    free_done = game.phase == "refill"
    return Game.from_position(rules or game.rules, laid, hands or game.hands, game.to_play, free_done)


@settings(max_examples=30, deadline=None)
@given(rule_sets, seeds, st.integers(0, 5), st.integers(-60, 60), st.integers(-60, 60))
def test_a_turned_and_shifted_position_has_the_same_perft(
    rules: Rules, seed: int, sixths: int, q: int, r: int
):
    game, order = some_position(rules, seed)
    assume(game.laid and not game.is_over)

    def moved(placement: Placement) -> Placement:
        cell = rotate(placement.cell, sixths)
        rotation = (placement.rotation + sixths) % n_rotations(placement.tile)
        return Placement(placement.tile, Cell(cell.q + q, cell.r + r), rotation)

    laid = [item.placement for item in game.laid]
    assert perft(rebuilt(game, [moved(placement) for placement in laid]), order, 2) == perft(
        rebuilt(game, laid), order, 2
    )


def recoloured(tile: int, letters: str) -> tuple[int, int]:
    """The tile and rotation that a tile becomes when the colours R, Y, G, B are renamed to `letters`."""
    wanted = edges(tile).translate(str.maketrans("RYGB", letters))
    for other in FULL_SET:
        for rotation in range(n_rotations(other)):
            if edges(other, rotation) == wanted:
                return other, rotation
    raise AssertionError(f"expected a tile with edges {wanted}")


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([rules for rules in RULE_SETS if not rules.teams]), seeds, st.permutations("RYGB"))
def test_a_position_in_other_colours_has_the_same_perft(rules: Rules, seed: int, letters: list[str]):
    game, order = some_position(rules, seed)
    assume(not game.is_over)
    turned = {tile: recoloured(tile, "".join(letters)) for tile in rules.tiles}

    def renamed(placement: Placement) -> Placement:
        tile, rotation = turned[placement.tile]
        return Placement(tile, placement.cell, (placement.rotation + rotation) % n_rotations(tile))

    laid = [item.placement for item in game.laid]
    hands = [[turned[tile][0] for tile in hand] for hand in game.hands]
    other = rebuilt(game, [renamed(placement) for placement in laid], hands=hands)
    assert perft(other, [turned[tile][0] for tile in order], 2) == perft(rebuilt(game, laid), order, 2)


def line_tiles(tiles: tuple[int, ...], direction: int) -> list[Placement]:
    """Lay all tiles of a set in a straight line whose edges match, by trying tiles in turn."""
    laid: list[Placement] = []
    options: list[list[tuple[int, int]]] = [[(tile, rotation) for tile in tiles for rotation in range(6)]]
    while len(laid) < len(tiles):
        if not options[-1]:
            options.pop()
            laid.pop()
            continue
        tile, rotation = options[-1].pop()
        q, r = (len(laid) * step for step in neighbour(ORIGIN, direction))
        laid.append(Placement(tile, Cell(q, r), rotation % n_rotations(tile)))
        used = {placement.tile for placement in laid}
        shown = edges(tile, rotation)[direction]
        left = [other for other in tiles if other not in used]
        options.append(
            [
                (other, turn)
                for other in left
                for turn in range(6)
                if edges(other, turn)[(direction + 3) % 6] == shown
            ]
        )
    return laid


@pytest.mark.parametrize("tiles", [GAME_SET, FULL_SET])
@pytest.mark.parametrize("direction", range(6))
def test_a_straight_line_of_all_tiles_loses_no_space(tiles: tuple[int, ...], direction: int):
    laid = line_tiles(tiles, direction)
    rules = Rules(tile_set=len(tiles))
    last = laid[-1]
    game = Game.from_position(rules, laid[:-1], [(last.tile,), ()])

    assert last in game.placements()
    assert set(game.placements()) == {
        Placement(last.tile, cell, rotation)
        for cell in game.spaces()
        for rotation in range(n_rotations(last.tile))
        if all(a in (".", b) for a, b in zip(game.facing(cell), edges(last.tile, rotation), strict=True))
    }
    ended = game.play(last)
    assert ended.is_over
    assert ended.ply == len(tiles)
    assert [ended.best(colour).score for colour in Colour] == list(ended.kernel_state()[0].best)


def test_no_two_nearby_cells_share_an_index():
    for q, r in ((q, r) for q in range(-70, 71) for r in range(-70, 71)):
        if max(abs(q), abs(r), abs(q + r)) <= 70 and (q, r) != (0, 0):
            assert (q + kernel.STRIDE * r) % kernel.SIZE != 0


def test_compiled_and_plain_python_play_the_same_games():
    script = """
import json, numpy as np
from tantrix import kernel
games = []
for colours, exact, passes, last in (((0, 3), 0, 0, 56), ((2, 1, 3), 1, 1, 64), ((0, 1, 2, 3), 0, 1, 56)):
    states = kernel.new_state(); state = states[0]
    state.n_seats = len(colours); state.colours[:len(colours)] = colours
    state.is_exact, state.passes = exact, passes
    deck = np.arange(last); rng = np.array([20261121], np.uint64)
    out = np.empty(kernel.MAX_PLACEMENTS, np.int64)
    for _ in range(3):
        kernel.do_random_games(states, kernel.tables(), deck, rng, out, 1)
        games.append([state[name].tolist() for name in ("log_cell", "log_turned", "log_draw", "best")])
print(json.dumps(games))
"""
    played = [
        json.loads(
            subprocess.run(
                [sys.executable, "-W", "error", "-c", script],
                env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
                capture_output=True,
                check=True,
                text=True,
            ).stdout
        )
        for disabled in ("0", "1")
    ]

    assert played[0] == played[1]
    assert len(played[0]) == 9


def test_a_random_playout_makes_only_legal_placements():
    rng = Random(3)
    for rules in RULE_SETS:
        game, order = random_start(rules, rng)
        state = game.kernel_state()
        deck = np.array([tile - 1 for tile in reversed(order)], np.int64)
        kernel.playout(
            state[0],
            kernel.tables()[0],
            deck,
            np.array([rng.getrandbits(63)], np.uint64),
            np.empty(kernel.MAX_PLACEMENTS, np.int64),
        )
        record = state[0]
        cells: dict[int, Cell] = {}
        for ply in range(game.ply, int(record.n_laid)):
            for cell in game.spaces():
                cells[(kernel.START + cell.q + kernel.STRIDE * cell.r) & kernel.MASK] = cell
            turned = int(record.log_turned[ply])
            placement = Placement((turned >> 3) + 1, cells[int(record.log_cell[ply])], turned & 7)
            game = game.play(placement, order.pop() if order else None)
        assert game.is_over
        assert list(game.scores) == [int(record.best[colour]) for colour in rules.colours]


def test_the_table_of_tiles_holds_every_tile_once():
    shapes = {min(edges(tile, rotation) for rotation in range(6)) for tile in FULL_SET}

    assert len(shapes) == 64
    assert len(TABLE) == 64
    for letters in permutations("RYGB", 3):
        assert min("".join(letters * 2)[k:] + "".join(letters * 2)[:k] for k in range(6)) in shapes  # R1.3
