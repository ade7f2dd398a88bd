"""The kernel against the oracle, which was written from the law without sight of it."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import ORIGIN, Cell, Colour, Game, Placement, Rules, Verdict
from tantrix.hexes import neighbours
from tests.oracle import Oracle, OracleRules
from tests.play import RULE_SETS, random_play, random_start

seeds = st.integers(0, 2**32)
rule_sets = st.sampled_from(RULE_SETS)


def oracle_of(game: Game) -> Oracle:
    rules = game.rules
    letters = "".join(colour.letter for colour in rules.colours)
    return Oracle.start(
        OracleRules(letters, rules.tile_set, rules.forced_sides.value, rules.deadlock.value, rules.teams),
        game.hands,
        game.to_play,
        None,
    )


def same(game: Game, oracle: Oracle) -> None:
    """Everything the oracle knows of a position, compared."""
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
def test_every_verdict_is_the_oracles(rules: Rules, seed: int):
    rng = Random(seed)
    games = list(random_play(rules, rng))
    game = rng.choice(games)
    oracle = oracle_of(games[0])
    for item in game.laid:
        oracle = oracle.play(*item.placement, item.draw)
    cells = {*game.spaces(), ORIGIN, Cell(40, -40)}
    cells |= {beside for cell in rng.sample(sorted(cells), min(4, len(cells))) for beside in neighbours(cell)}

    for tile, cell, rotation in product(rng.sample(rules.tiles, 9), cells, range(6)):
        placement = Placement(tile, cell, rotation)
        assert game.verdict(placement).name == oracle.verdict(tile, cell, rotation), placement


@settings(max_examples=30, deadline=None)
@given(rule_sets, seeds)
def test_the_best_line_is_the_oracles_in_every_colour(rules: Rules, seed: int):
    games = list(random_play(rules, Random(seed)))
    game = games[Random(seed + 1).randrange(len(games))]
    oracle = oracle_of(games[0])
    for item in game.laid:
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
