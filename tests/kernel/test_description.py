"""The kernel describes a position as a whole in the same way as cell by cell and placement by placement."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Colour, Game, Rules
from tests.support.play import RULE_SETS, random_play
from tests.support.slow_description import slow_best, slow_facing, slow_refusals, slow_spaces


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(RULE_SETS), st.integers(0, 2**32))
def test_every_position_of_a_game_is_described_as_the_slow_way(rules: Rules, seed: int) -> None:
    for game in random_play(rules, Random(seed)):
        _check(game)


def _check(game: Game) -> None:
    assert game.spaces() == slow_spaces(game)
    assert [game.facing(cell) for cell in game.spaces()] == [slow_facing(game, c) for c in game.spaces()]
    assert game.refusals() == slow_refusals(game)
    assert [game.best(colour) for colour in Colour] == [slow_best(game, colour) for colour in Colour]
    assert game.facings() == {cell: slow_facing(game, cell) for cell in game.spaces()}
    assert game.lines() == tuple(slow_best(game, colour) for colour in Colour)
    assert game.placement_texts() == [str(placement) for placement in game.placements()]
    refused = {text: verdict for verdict, texts in game.refusal_texts().items() for text in texts}
    assert refused == {str(placement): verdict for placement, verdict in slow_refusals(game).items()}
