"""The kernel against the oracle, which was written from the rules without looking at the kernel."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import ORIGIN, Cell, Colour, Game, Placement, Rules, Verdict, edges
from tantrix.hexes import neighbour, neighbours
from tests.support.oracle import Oracle, OracleRules
from tests.support.play import RULE_SETS, random_play, random_start

seeds = st.integers(0, 2**32)
rule_sets = st.sampled_from(RULE_SETS)


def oracle_of(game: Game) -> Oracle:
    rules = game.rules
    letters = "".join(colour.letter for colour in rules.colours)
    return Oracle.start(
        OracleRules(letters, rules.tile_set, rules.forced_sides.value, rules.deadlock.value, rules.teams),
        game.hands,
        game.to_play,
        game.laid[0].placement if game.laid else None,
    )


def same(game: Game, oracle: Oracle) -> None:
    """Compare everything that the oracle knows about a position."""
    assert game.phase == oracle.phase
    assert game.hands == oracle.hands
    assert game.bag == oracle.bag
    if not game.is_over:
        assert game.to_play == oracle.to_play
    assert set(game.placements()) == oracle.placements()
    assert len(game.placements()) == len(oracle.placements())
    assert set(game.forced_spaces()) == oracle.forced_spaces()
    assert set(game.controlled_cells()) == oracle.controlled_by_rays() == oracle.controlled_by_closure()
    assert game.scores == tuple(oracle.best(colour.letter) for colour in game.rules.colours)
    assert (game.outcome.termination if game.outcome else None) == oracle.termination


@settings(max_examples=24, deadline=None)
@given(rule_sets, seeds)
def test_the_kernel_and_the_oracle_agree_at_every_ply(rules: Rules, seed: int):
    rng = Random(seed)
    game, order = random_start(rules, rng)
    oracle = oracle_of(game)
    same(game, oracle)
    while not game.is_over:
        placement = rng.choice(list(game.placements()))
        draw = order.pop() if order else None
        game, oracle = game.play(placement, draw), oracle.play(*placement, draw)
        same(game, oracle)


@pytest.mark.long
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", range(12))
def test_the_kernel_and_the_oracle_agree_in_many_games(rules: Rules, seed: int):
    test_the_kernel_and_the_oracle_agree_at_every_ply.hypothesis.inner_test(rules, 1_000_000 + seed)


@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds)
def test_every_verdict_matches_the_oracle(rules: Rules, seed: int):
    rng = Random(seed)
    games = list(random_play(rules, rng))
    game = rng.choice(games)
    oracle = oracle_of(games[0])
    for item in game.laid[games[0].ply :]:
        oracle = oracle.play(*item.placement, item.draw)
    cells = {*game.spaces(), ORIGIN, Cell(40, -40)}
    cells |= {beside for cell in rng.sample(sorted(cells), min(4, len(cells))) for beside in neighbours(cell)}

    for tile, cell, rotation in product(rng.sample(rules.tiles, 9), cells, range(6)):
        placement = Placement(tile, cell, rotation)
        assert game.verdict(placement).name == oracle.verdict(tile, cell, rotation), placement


@settings(max_examples=30, deadline=None)
@given(rule_sets, seeds)
def test_the_best_line_of_every_colour_matches_the_oracle(rules: Rules, seed: int):
    games = list(random_play(rules, Random(seed)))
    game = games[Random(seed + 1).randrange(len(games))]
    oracle = oracle_of(games[0])
    for item in game.laid[games[0].ply :]:
        oracle = oracle.play(*item.placement, item.draw)

    for colour in Colour:
        assert game.best(colour).score == oracle.best(colour.letter)
        assert set(game.best(colour).cells) in [
            set(cells) for cells, _ in oracle.lines(colour.letter)
        ] or not oracle.best(colour.letter)


@settings(max_examples=60, deadline=None)
@given(rule_sets, seeds)
def test_listed_and_judged_agree(rules: Rules, seed: int):
    rng = Random(seed)
    game = rng.choice(list(random_play(rules, rng)))
    listed = set(game.placements())
    cells = [*game.spaces(), *(item.placement.cell for item in game.laid[-2:])]
    hand = game.hands[game.to_play]

    for tile, cell, rotation in product(hand, cells, range(6)):
        placement = Placement(tile, cell, rotation)
        assert (placement.canonical() in listed) == (game.verdict(placement) is Verdict.LEGAL)
        assert (placement in game.placements()) == (placement.canonical() in listed)


@settings(max_examples=60, deadline=None)
@given(rule_sets, seeds)
def test_refusals_are_all_that_fits_and_is_not_legal(rules: Rules, seed: int):
    rng = Random(seed)
    game = rng.choice(list(random_play(rules, rng)))
    fitting = {
        Placement(tile, cell, rotation).canonical()
        for tile, cell, rotation in product(game.hands[game.to_play], game.spaces(), range(6))
        if game.verdict(Placement(tile, cell, rotation)) not in (Verdict.MISMATCH, Verdict.GAME_OVER)
    }

    assert set(game.refusals()) == fitting - set(game.placements())
    assert all(verdict is game.verdict(placement) for placement, verdict in game.refusals().items())


def test_in_set_up_positions_the_straight_rays_follow_the_law():  # R4.3
    ended_at_a_tile = 0
    for seed in range(120):
        rng = Random(seed)
        game = set_up(rng)
        board = {item.placement.cell: (item.placement.tile, item.placement.rotation) for item in game.laid}
        oracle = Oracle.at(OracleRules(), board, game.hands, game.bag, game.to_play, False)
        controlled = set(game.controlled_cells())
        assert controlled == oracle.controlled_by_rays()
        assert set(game.placements()) == {p for p in game_fits(game) if not game.verdict(p)}
        ended_at_a_tile += any(ray_ends_at_a_tile(game, cell) for cell in game.forced_spaces())

    assert ended_at_a_tile > 8


def set_up(rng: Random) -> Game:
    """A position that obeys only the golden rule."""
    rules = Rules()
    laid = [Placement(rng.choice(rules.tiles), ORIGIN, rng.randrange(6))]
    for _ in range(rng.randrange(6, 22)):
        game = Game.from_position(rules, laid, [(), ()])
        used = {placement.tile for placement in laid}
        space = rng.choice(game.spaces())
        fits = [
            Placement(tile, space, rotation)
            for tile in rules.tiles
            for rotation in range(6)
            if tile not in used
            and all(a in (".", b) for a, b in zip(game.facing(space), edges(tile, rotation), strict=True))
        ]
        laid += [rng.choice(fits)] if fits else []
    left = [tile for tile in rules.tiles if tile not in {placement.tile for placement in laid}]
    rng.shuffle(left)
    return Game.from_position(rules, laid, [left[:6], left[6:12]])


def game_fits(game: Game) -> list[Placement]:
    return [
        Placement(tile, cell, rotation)
        for tile in game.hands[game.to_play]
        for cell in game.spaces()
        for rotation in range(6)
    ]


def ray_ends_at_a_tile(game: Game, forced: Cell) -> bool:
    """Return whether a straight row of spaces of two sides or more leads from a forced space to a tile."""
    for edge in range(6):
        cell = neighbour(forced, edge)
        while game.at(cell) is None and len(game.facing(cell).replace(".", "")) >= 2:
            cell = neighbour(cell, edge)
        if game.at(cell) is not None and cell != neighbour(forced, edge):
            return True
    return False
