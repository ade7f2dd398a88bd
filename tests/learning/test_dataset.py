"""Recorded games as examples: what was seen is what the environment shows, and the results are the game's."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tantrix import Game, Rules, Termination
from tantrix.deal import deal, next_draw, start
from tantrix.learning.dataset import Example, batches, examples
from tantrix.learning.observed_game import ObservedGame
from tantrix.record import Record, parse_records
from tests.support.play import RULE_SETS

GAMES = Path(__file__).parents[2] / "docs/library/games/expert-club-sample.tantrix"


def recorded(rules: Rules, seed: int) -> tuple[Record, Game]:
    rng = Random(seed)
    dealt = deal(rules, rng.randbytes(32))
    game = start(rules, dealt)
    while not game.is_over:
        game = game.play(rng.choice(game.placements()), next_draw(dealt, game))
    return Record.of(game, dealt), game


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return list(parse_records(GAMES.read_text()))


def chosen(record: Record, example: Example) -> str:
    tile, q, r, rotation = example.observation["placements"][example.action].tolist()
    return f"{tile}@{q},{r}^{rotation}"


def test_the_examples_are_the_choices_of_the_record(records: list[Record]) -> None:
    record = records[0]

    found = list(examples([record]))

    choices = [
        (record.game(ply), entry)
        for ply, entry in enumerate(record.entries, record.first_ply - 1)
        if len(record.game(ply).placements()) > 1
    ]
    assert [chosen(record, example) for example in found] == [str(entry.placement) for _, entry in choices]
    for example, (game, _) in zip(found, choices, strict=True):
        seen = ObservedGame(len(example.observation["action_mask"])).show(game, game.to_play, True)
        assert all((seen[name] == array).all() for name, array in example.observation.items())


def test_the_results_are_those_of_the_seat_that_chose(records: list[Record]) -> None:
    for record in records:
        scores = record.game().scores
        for example in examples([record]):
            own = int(example.observation["table"][8])
            seat = record.rules.colours.index(own)
            assert example.margin == scores[seat] - scores[1 - seat]
            assert example.points == (np.sign(example.margin) + 1) / 2


def test_batches_hold_all_examples_in_order(records: list[Record]) -> None:
    single = list(examples(records[:2]))

    cut: list[dict[str, Any]] = list(batches(records[:2], 32))

    assert [len(batch["action"]) for batch in cut[:-1]] == [32] * (len(cut) - 1)
    assert np.concatenate([batch["action"] for batch in cut]).tolist() == [each.action for each in single]
    assert cut[0]["observation"].shape == (32, 7, 66, 66)
    assert cut[0]["points"].dtype == cut[0]["margin"].dtype == np.float32


def test_a_game_without_a_result_has_no_examples(records: list[Record]) -> None:
    cut_off = replace(records[0], entries=records[0].entries[:9], end=None)
    dealt = deal(Rules(), bytes(32))
    aborted = Record.of(start(Rules(), dealt).end(Termination.ABORTED), dealt)

    assert list(examples([cut_off, aborted])) == []


def test_a_batch_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="expected batches of at least one example, got 0"):
        next(batches([], 0))


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_every_rule_set_has_examples(rules: Rules) -> None:
    record, last = recorded(rules, 3)

    for example in examples([record]):
        assert 0 <= example.action < example.observation["action_mask"].sum()
    assert last.outcome
