"""The hand-built positions, played through `Game`: one rare rule each."""

import pytest

from tantrix import Cell, Game, Placement
from tests.support.case_games import game_of
from tests.support.cases import CASES, Case, Expected


def holds(game: Game, expected: Expected) -> None:
    assert game.phase == expected.phase
    assert (game.outcome.termination if game.outcome else None) == expected.termination
    if not game.is_over:
        assert game.to_play == expected.to_play
    judged = {text: game.verdict(Placement.parse(text)).name for text in expected.verdicts}
    assert judged == dict(expected.verdicts)
    if expected.forced is not None:
        assert set(game.forced_spaces()) == {Cell(*cell) for cell in expected.forced}
    if expected.controlled is not None:
        assert set(game.controlled_cells()) == {Cell(*cell) for cell in expected.controlled}
    if expected.scores is not None:
        assert game.scores == expected.scores
    if expected.n_placements is not None:
        assert len(game.placements()) == expected.n_placements


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_does_what_the_case_was_built_to_show(case: Case):
    game = game_of(case)
    holds(game, case.before)

    for step in case.steps:
        game = game.play(step.placement, step.draw)
        holds(game, step.after)
