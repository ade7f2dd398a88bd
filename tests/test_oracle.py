"""The oracle on its own: the NWERC samples, the hand-built cases, and invariants of random games."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tantrix.tiles import edges
from tests.support.cases import CASES, Case, Expected
from tests.support.oracle import STEPS, Oracle, OracleRules, parse_board, parse_placement

SAMPLES = json.loads((Path(__file__).parent / "data" / "nwerc2005.json").read_text())["cases"]
RULES = (
    OracleRules("RB"),
    OracleRules("RBY", tile_set=64, forced_sides="exactly-three"),
    OracleRules("RBYG", deadlock="pass"),
    OracleRules("RBRB", tile_set=64, teams=True),
)


def identify(shown: str) -> tuple[int, int]:
    """Find the tile and rotation with these edges."""
    return next((tile, turn) for tile in range(1, 65) for turn in range(6) if edges(tile, turn) == shown)


def positions(rules: OracleRules, seed: int) -> Iterator[Oracle]:
    """Play a random game and yield every position of it."""
    rng = random.Random(seed)
    tiles = rng.sample(range(1, rules.tile_set + 1), rules.tile_set)
    dealt = 6 * len(rules.colours)
    oracle = Oracle.start(rules, tuple(tuple(tiles[n : n + 6]) for n in range(0, dealt, 6)))
    yield oracle
    for draw in [*tiles[dealt:], *[None] * dealt]:
        if oracle.phase == "over":
            return
        oracle = oracle.play(*rng.choice(sorted(oracle.placements())), draw)
        yield oracle


def set_up(case: Case) -> Oracle:
    rules = OracleRules(case.colours, case.tile_set, case.forced_sides, case.deadlock)
    return Oracle.at(rules, parse_board(case.board), case.hands, case.bag, case.to_play, case.free_done)


def check(oracle: Oracle, expected: Expected) -> None:
    assert (oracle.phase, oracle.termination) == (expected.phase, expected.termination)
    if oracle.phase != "over":
        assert oracle.to_play == expected.to_play
    judged = {text: oracle.verdict(*parse_placement(text)) for text in expected.verdicts}
    assert judged == expected.verdicts
    assert expected.forced in (None, oracle.forced_spaces())
    assert expected.controlled in (None, oracle.controlled_by_rays())
    assert expected.scores in (None, oracle.scores())
    assert expected.n_placements in (None, len(oracle.placements()))


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_nwerc_samples_have_as_many_placements_as_published(sample):
    board = {(q, r): identify(shown) for q, r, shown in sample["tiles"]}
    hand = tuple(identify(shown)[0] for shown in sample["hand"])
    bag = set(range(1, 65)) - {tile for tile, _ in board.values()} - set(hand)

    oracle = Oracle.at(OracleRules("RB", tile_set=64), board, (hand, ()), bag)

    assert len(oracle.placements()) == sample["legal_placements"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_built_case_follows_the_law(case):
    oracle = set_up(case)

    check(oracle, case.before)
    for step in case.steps:
        oracle = oracle.play(*parse_placement(step.placement), step.draw)
        check(oracle, step.after)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_rays_and_closure_control_the_same_spaces_at_every_ply(rules, seed):  # R4.3
    for oracle in positions(rules, seed):
        assert oracle.controlled_by_rays() == oracle.controlled_by_closure()


@pytest.mark.parametrize("rules", RULES)
def test_restrictions_keep_spaces_at_three_sides_and_no_triple_while_the_bag_holds_tiles(rules):  # R4.1, R4.2
    for oracle in positions(rules, seed=7):
        for space in oracle.spaces() if oracle.bag else ():
            shown = oracle.facing(space).replace(".", "")
            assert len(shown) <= 3
            assert max(map(shown.count, "RYGB")) < 3


@pytest.mark.parametrize("rules", RULES)
def test_no_tile_is_lost_or_duplicated_and_a_game_ends_with_its_hands(rules):  # R2.2, R3.7
    for oracle in positions(rules, seed=11):
        table = [tile for tile, _ in oracle.board.values()]
        everything = [*table, *oracle.bag, *(tile for hand in oracle.hands for tile in hand)]
        assert sorted(everything) == list(range(1, rules.tile_set + 1))

    assert oracle.termination == "deadlock" or not any(oracle.hands)


def test_touching_edges_have_the_same_colour_throughout_a_game():  # R1.4
    *_, last = positions(RULES[0], seed=3)

    for (q, r), laid in last.board.items():
        for edge, (dq, dr) in enumerate(STEPS):
            if (q + dq, r + dr) in last.board:
                assert edges(*laid)[edge] == edges(*last.board[q + dq, r + dr])[(edge + 3) % 6]


def test_a_triple_straight_is_judged_under_six_rotations_and_listed_under_three():  # R1.3
    oracle = Oracle.start(OracleRules("RB", tile_set=64), ((57, 1, 2, 3, 4, 5), (6, 7, 8, 9, 10, 11)))

    assert {oracle.verdict(57, (0, 0), rotation) for rotation in range(6)} == {"LEGAL"}
    assert {rotation for tile, _, rotation in oracle.placements() if tile == 57} == {0, 1, 2}
    assert oracle.play(57, (0, 0), 4, 20).board == {(0, 0): (57, 1)}


def test_an_opening_away_from_the_origin_is_detached():  # R2.5
    oracle = Oracle.start(OracleRules(), ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12)))

    assert oracle.verdict(1, (1, 0), 0) == "DETACHED"
