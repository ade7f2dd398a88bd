"""Perft: the library function, and the data files recounted by the kernel and by the oracle."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tantrix import Game, Phase, Rules, Termination
from tantrix.lab.perft import divide, perft
from tantrix.notation import parse_position, parse_tiles
from tests.support.oracle import Oracle, OracleRules
from tests.support.play import random_start

DATA = Path(__file__).parents[1] / "data" / "perft"


class PerftEntry(NamedTuple):
    game: Game
    draws: tuple[int, ...]
    counts: dict[int, int]


def read(file: Path) -> list[PerftEntry]:
    entries = []
    for block in file.read_text(encoding="utf-8").strip().split("\n\n"):
        position, draws, *lines = block.splitlines()
        counts = dict(tuple(map(int, line.split())) for line in lines)
        entries.append(
            PerftEntry(
                parse_position(position.removeprefix("position: ")),
                parse_tiles(draws.removeprefix("draws: ")),
                counts,
            )
        )
    return entries


def count_by_oracle(oracle: Oracle, draws: Sequence[int], depth: int) -> int:
    placements = oracle.placements()
    if depth == 1:
        return len(placements)
    draw = draws[0] if draws else None
    return sum(
        count_by_oracle(oracle.play(*placement, draw), draws[1:], depth - 1) for placement in placements
    )


def oracle_of(game: Game) -> Oracle:
    rules = game.rules
    letters = "".join(colour.letter for colour in rules.colours)
    board = {laid.placement.cell: (laid.placement.tile, laid.placement.rotation) for laid in game.laid}
    return Oracle.at(
        OracleRules(letters, rules.tile_set, rules.forced_sides.value, rules.deadlock.value, rules.teams),
        board,
        game.hands,
        game.bag,
        game.to_play,
        game.phase is Phase.REFILL,
    )


FILES = sorted(DATA.glob("*.perft"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_kernel_counts_what_the_data_files_say(file: Path):
    for game, draws, counts in read(file):
        assert {depth: perft(game, draws, depth) for depth in counts} == counts


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_oracle_counts_what_the_data_files_say_at_small_depth(file: Path):
    for game, draws, counts in read(file):
        small = {depth: count for depth, count in counts.items() if count <= 150}
        oracle = oracle_of(game)

        assert {depth: count_by_oracle(oracle, draws, depth) for depth in small} == small


def test_the_data_files_cover_every_option_that_changes_play():
    rules = [entry.game.rules for file in FILES for entry in read(file)]

    assert {(r.n_seats, r.teams) for r in rules} == {(2, False), (3, False), (4, False), (4, True)}
    assert {(r.tile_set, r.forced_sides, r.deadlock) for r in rules} >= {
        (56, "three-or-more", "draw"),
        (64, "three-or-more", "draw"),
        (56, "exactly-three", "draw"),
        (56, "three-or-more", "pass"),
    }
    assert any(not entry.draws for file in FILES for entry in read(file))  # R4.4: the endgame


def test_divide_adds_up_to_perft():
    game, order = random_start(Rules(), Random(1))

    assert sum(divide(game, order, 2).values()) == perft(game, order, 2)


def test_no_placement_is_one_sequence():
    game, order = random_start(Rules(), Random(1))

    assert perft(game, order, 0) == 1


def test_a_game_that_is_over_has_no_sequences():
    game, order = random_start(Rules(), Random(1))

    assert perft(game.end(Termination.RESIGNATION, 0), order, 1) == 0


@pytest.mark.parametrize("draws", [[], [1, 2], [1] * 44])
def test_draws_that_are_not_the_bag_are_refused(draws: list[int]):
    game, _order = random_start(Rules(), Random(1))

    with pytest.raises(ValueError, match="expected the 44 tiles of the bag"):
        perft(game, draws, 2)


@pytest.mark.parametrize("depth", [-1, 65])
def test_an_impossible_depth_is_refused(depth: int):
    game, order = random_start(Rules(), Random(1))

    with pytest.raises(ValueError, match="expected a depth 0 to 64"):
        perft(game, order, depth)
